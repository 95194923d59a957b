//! What was counted on a table: read, added up, and refused where it can't be.

use crate::judged::counted;
use fowlplay::table::Points;

fn totals(texts: &[&str]) -> Vec<Option<i32>> {
    let sheet = counted("eggs-and-empires", &[], texts).expect("it can be");
    sheet.players.iter().map(|player| player.total.exactly()).collect()
}

#[track_caller]
fn refused(rules: &[(&str, &str)], texts: &[&str], clause: &str, why: &str) {
    let verdict = counted("eggs-and-empires", rules, texts).expect_err("it can't be");
    assert_eq!(verdict.clause.as_deref(), Some(clause), "{texts:?}: {}", verdict.message);
    assert!(verdict.message.contains(why), "{texts:?}: {} (and not: {why})", verdict.message);
}

#[test]
fn a_round_is_counted() {
    assert_eq!(totals(&["Ada: 13 10 -6; merchant 1; blacksmith 1", "Bo: 5", "Cy:"]), [Some(19), Some(5), Some(0)]);
    let sheet = counted("eggs-and-empires", &[("scoring", "tokens")], &["Ada: 13", "Bo: 13", "Cy: 5"]).expect("it can be");
    let tokens: Vec<Points> = sheet.players.iter().map(|player| player.total).collect();
    assert_eq!(tokens, [Points::Exactly(1), Points::Exactly(1), Points::Exactly(0)]);
}

#[test]
fn ee_1_1_no_more_merchants_than_there_are() {
    refused(&[], &["Ada: 5; merchant 2", "Bo:", "Cy:"], "EE-1.1", "Ada has 1 Merchant, not more");
    assert_eq!(totals(&["Ada: 5; merchant 2; blacksmith 2", "Bo:"]), [Some(5 + 12 - 8), Some(0)], "two with two players");
    refused(&[], &["Ada: 5; blacksmith 3", "Bo:"], "EE-1.1", "2 Blacksmiths, not more");
}

#[test]
fn ee_1_4_no_more_eggs_than_a_round_offers() {
    let many = |count: usize| vec!["1"; count].join(" ");
    let part = |name: &str, count: usize| format!("{name}: {}", many(count));
    // 18 in nine turns, and one more for each Scout.
    let all = [part("Ada", 9), part("Bo", 7), part("Cy", 5)];
    assert_eq!(totals(&all.iter().map(String::as_str).collect::<Vec<_>>()), [Some(9), Some(7), Some(5)]);
    let more = [part("Ada", 9), part("Bo", 7), part("Cy", 6)];
    refused(&[], &more.iter().map(String::as_str).collect::<Vec<_>>(), "EE-1.4", "22 eggs in all, and a round offers 18");
}

#[test]
fn ee_2_4_no_more_eggs_than_cards_that_collect() {
    let twelve = format!("Ada: {}", ["1"; 12].join(" "));
    refused(&[], &[&twelve, "Bo:", "Cy:"], "EE-2.4", "Ada has more eggs than cards that can have collected");
    let eleven = format!("Ada: {}", ["1"; 11].join(" "));
    assert_eq!(totals(&[&eleven, "Bo:", "Cy:"]), [Some(11), Some(0), Some(0)], "two Couriers may have given");
    let without = format!("{eleven}; merchant 1");
    refused(&[], &[&without, "Bo:", "Cy:"], "EE-2.4", "more eggs than cards");
}

#[test]
fn ee_1_5_no_egg_that_there_is_not() {
    refused(&[], &["Ada: 21", "Bo:"], "EE-1.5", "21 is no egg's value");
    assert_eq!(totals(&["Ada: 20", "Bo: -20"]), [Some(20), Some(-20)]);
}
