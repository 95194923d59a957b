//! What was counted on a table: read, added up, and refused where it can't be.

use crate::judged::{Table, counted, log};
use fowlplay::table::Points;

fn totals(texts: &[&str]) -> Vec<Option<i32>> {
    let sheet = counted("eggs-and-empires", &[], texts).expect("it can be");
    sheet.players.iter().map(|player| player.total.if_exact()).collect()
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
    refused(&[], &["Ada: 21", "Bo:"], "EE-1.5", "21 is not an egg's value");
    assert_eq!(totals(&["Ada: 20", "Bo: -20"]), [Some(20), Some(-20)]);
}

/// A table whose first turn gave Cy 13, Ada -6, and Bo a Merchant without an egg, after these lines; counted so.
fn after_a_turn(lines: &[&str], tally: &[&str]) -> Table {
    under("", lines, tally)
}

fn under(rules: &str, lines: &[&str], tally: &[&str]) -> Table {
    let turn = ["reveal 13 -6", "Ada: play 6", "Bo: play 5", "Cy: play 9", "Cy: take 13", "Ada: take -6"];
    let lines: Vec<&str> = turn.iter().chain(lines).copied().collect();
    Table::of(&format!("{}tally = {tally:?}\n", log("eggs-and-empires", &["Ada", "Bo", "Cy"], rules, &[("Ada", &lines)])))
}

#[test]
fn tb_8_eggs_are_counted() {
    let lines =
        ["reveal 5 4", "Ada: play 10", "Bo: play 6", "Cy: play 6", "Ada: take 5", "Bo: take 4", "reveal 1 1", "Ada: play 1"];
    let found = |tally: &[&str]| after_a_turn(&lines, tally).findings();
    assert_eq!(found(&["Ada: 5 1 -6", "Bo: 4; merchant 1", "Cy: 13 1"]), [""; 0]);
    assert_eq!(found(&["Ada: 5 1", "Bo: 5", "Cy: 20"]), ["1.15 step 0 illegal TB-8"; 3]);
    assert_eq!(found(&["Ada: 5 1 -6", "Bo: 4", "Cy: 13"]), [""; 0], "a card without an egg is nothing that lies there");
    let missing = "the tally leaves out what the moves left before Ada: the egg -6";
    assert_eq!(after_a_turn(&lines, &["Ada: 5 1", "Bo: 4; merchant 1", "Cy: 13"]).says(), missing);
    assert_eq!(found(&["Ada: 5 ! hatched at night", "Bo: 4; merchant 1", "Cy: 13"]), ["1.15 step 0 overruled TB-8"]);
}

#[test]
fn ee_2_5_what_was_discarded_is_not_counted() {
    let deck = "[deck]\neggs = [13, 7, 7, 6, 5, 4, 3, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, -6]";
    let lines = ["reveal 7 4", "Ada: play 10", "Bo: play 9", "Cy: play 8"];
    let found = |cy: &str| under(deck, &[&lines[..], &["Ada: take 7", "Bo: take 4"]].concat(), &["Ada: 7 -6", "Bo: 4", cy]);
    assert_eq!(found("Cy: 13 7").findings(), [""; 0]);
    // Nobody takes the other 7: three Dark Priestesses cancel out.
    let lines = ["reveal 7 4", "Ada: play 9", "Bo: play 9", "Cy: play 10", "Cy: take 4"];
    let found = |cy: &str| under(deck, &lines, &["Ada: -6", "Bo:", cy]);
    assert_eq!(found("Cy: 13 7 4").findings(), [""; 0], "there is another 7");
    assert_eq!(found("Cy: 13 7 7 4").findings(), ["1.12 step 0 impossible EE-1.5"]);
    assert_eq!(found("Cy: 13 7 7 4").says(), "2 eggs of 7 are named and 2 listed, of which one is discarded in this round");
}
