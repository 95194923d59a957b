//! EE-3.6 and EE-4.1: Scouts lay eggs, which are collected unseen and named in time.

use crate::{
    eggs_and_empires::table::{NAMES, after, lines, points, turn, under, until_over, until_turn},
    judged::{self, Table},
};

/// Ada's Scout has laid an egg, and Bo has taken it unseen.
fn taken() -> Table {
    let first = lines(&[&turn("1 1", "2 10 9")], &["Bo: take 1", "Cy: take 1"]);
    under(3, "", &lines(&[&first, &turn("3 4", "1 8 5")], &["Bo: take down Ada"]))
}

#[test]
fn ee_3_6_an_egg_is_named_in_few_words() {
    let table = taken();
    for typed in ["bo opens ada 13", "bo opens 13", "Bo: opens a = 13", "b: opens 13", "bo: opens ada  13"] {
        assert_eq!(table.writes(typed), "opens Ada = 13", "{typed}");
    }
    // Whose Scout laid it is asked where there are several.
    let log = include_str!("../../../examples/eggs-and-empires-six-at-the-table.toml");
    let (before, _) = log.split_once("  \"Bruno: opens Elif = 2\"").expect("two eggs to name");
    let both = Table::of(&format!("{before}]\n"));
    assert_eq!(both.asks("bruno opens 2"), ["bruno opens Clara = 2", "bruno opens Elif = 2"]);
    assert_eq!(both.writes("bruno opens elif 2"), "opens Elif = 2");
}

#[test]
fn ee_3_6_an_egg_without_a_name_is_discarded_or_given_as_such() {
    let table = under(3, "", &nine());
    table.excludes("Bo: discard 13", "TB-4", "if it is the one that Ada's Scout laid, `opens Ada = V` says so first");
    table.allows("Bo: discard down Ada").allows("Bo: opens Ada = 13; discard 13");
}

#[test]
fn ee_3_6_until_then_the_points_are_a_range() {
    let table = taken();
    let bo = table.sheet().players[1].total.range();
    assert_eq!(bo, (1 - 20, 1 + 20));
    assert_eq!(table.records(&["Bo: opens Ada = 13"]).sheet().players[1].total.if_exact(), Some(14));
}

#[test]
fn ee_3_6_a_round_is_counted_once_all_are_named() {
    let table = until_over(taken(), "1");
    assert_eq!((&table.state()["phase"], table.open()), (&"opens".into(), vec!["Bo: opens".to_owned()]));
    for typed in ["bo ada = 5", "bo opens 5", "bo 5"] {
        assert_eq!(table.writes(typed), "opens Ada = 5", "{typed}");
    }
    let named = table.records(&["Bo: opens Ada = 5"]);
    assert_eq!(named.state()["phase"], "over");
    table.forbids("reveal 1 1", "EE-2.7", "all 9 turns of this round are played: Bo still has an egg to name");
}

/// Nine turns: Bo has taken the egg of Ada's Scout unseen, and Bo's Priest collected in the ninth.
fn nine() -> Vec<String> {
    let mut all = lines(&[&turn("1 1", "2 10 9")], &["Bo: take 1", "Cy: take 1"]);
    all.extend(lines(&[&turn("3 4", "1 8 5")], &["Bo: take down Ada", "Cy: take 4", "Ada: take 3"]));
    for cards in ["3 1 3", "4 3 4", "6 4 6", "7 5 7", "8 7 8", "9 9 10", "10 6 1"] {
        all.extend(turn("1 1", cards));
        while let Some(take) = under(3, "", &all).legal().into_iter().find(|step| step.contains(": take")) {
            all.push(take);
        }
    }
    all
}

#[test]
fn ee_3_6_a_new_round_before_that_is_illegal() {
    let played = nine();
    let two = |more: &[&str], first: &str| {
        let lines: Vec<&str> = played.iter().map(String::as_str).chain(more.iter().copied()).collect();
        Table::of(&judged::log("eggs-and-empires", &NAMES[..3], "", &[("Ada", &lines[..]), (first, &[])]))
    };
    let early = two(&[], "Ada");
    assert_eq!(early.findings(), ["2.0 step 0 illegal EE-3.6"]);
    assert!(early.says().contains("`Bo: opens Ada = V` names it"), "{}", early.says());
    let named = under(3, "", &[played.clone(), vec!["Bo: opens Ada = 20".to_owned()]].concat());
    let fewest = points(&named).into_iter().zip(NAMES).min().expect("three").1;
    assert_eq!(two(&["Bo: opens Ada = 20"], fewest).findings(), [""; 0]);
}

#[test]
fn ee_3_6_what_is_discarded_unseen_needs_no_name() {
    let first = lines(&[&turn("1 1", "2 10 9")], &["Bo: take 1", "Cy: take 1"]);
    let table = under(3, "", &lines(&[&first, &turn("3 4", "9 9 5")], &["Cy: take 3"]));
    assert_eq!(table.state()["discarded_in_this_round"]["more"], 1);
    assert_eq!(until_over(table, "1").state()["phase"], "over");
}

#[test]
fn ee_3_6_the_round_is_counted_once_the_last_egg_without_a_name_is_discarded() {
    let table = under(3, "", &nine());
    assert_eq!(table.open(), [": end", "Bo: discard opens"]);
    let discarded = table.records(&["Bo: discard down Ada"]);
    assert_eq!((&discarded.state()["phase"], &discarded.state()["discarded_in_this_round"]["more"]), (&"over".into(), &1.into()));
    let ended = table.records(&["end"]);
    assert_eq!((&ended.state()["phase"], ended.open()), (&"opens".into(), vec!["Bo: opens".to_owned()]));
    let too_late = ended.records(&["Bo: discard down Ada ! agreed"]);
    assert_eq!(too_late.state()["phase"], "over", "let stand, and nothing is left to be named");
}

#[test]
fn ee_4_1_none_in_the_ninth_turn() {
    let eight = until_turn(after::<&str>(&[]), 8, "1");
    assert!(eight.legal().is_empty() && eight.state()["down"] == serde_json::json!([]));
    // Everybody's Scout is left over but Ada's.
    let mut all = Vec::new();
    for card in ["1", "3", "4", "5", "6", "7", "8", "9"] {
        all.extend(turn("1 1", &[card; 3].join(" ")));
        while let Some(take) = under(3, "", &all).legal().into_iter().find(|step| step.contains(": take")) {
            all.push(take);
        }
    }
    let nine = under(3, "", &lines(&[&all, &turn("1 1", "2 10 10")], &["Bo: take 1"]));
    let told = nine.tells(&["Cy: take 1"]);
    assert!(!told.iter().any(|told| told.starts_with("EE-4.1")), "{told:?}");
    assert_eq!(nine.records(&["Cy: take 1"]).state()["phase"], "over");
}

#[test]
fn ee_4_1_none_from_an_empty_deck() {
    // Eighteen eggs: two go to Scouts in the first turn, and the eighth turn's two are the last.
    let eggs = ["1"; 18].join(", ");
    let listed = |lines: &[String]| {
        let text = crate::eggs_and_empires::table::log_of(2, "", lines);
        let table = Table::of(&text.replace("[rules]", &format!("[deck]\neggs = [{eggs}]\n[rules]")));
        assert_eq!(table.findings(), [""; 0]);
        table
    };
    let mut all = Vec::new();
    for cards in ["2 9 / 2 9", "1 3 / 1 3", "1 3 / 1 3", "4 5 / 4 5", "5 6 / 5 6", "6 7 / 6 7", "7 8 / 7 8", "2 8 / 8 9"] {
        all.extend(turn("1 1", cards));
        while let Some(take) = listed(&all).legal().into_iter().find(|step| step.contains(": take")) {
            all.push(take);
        }
    }
    let last = all.pop().expect("a take");
    let table = listed(&all);
    assert_eq!(table.state()["deck"]["more"], 0);
    let told = table.tells(&[&last]);
    assert!(told.contains(&"EE-4.1: Ada's Scout finds no egg in the deck".to_owned()), "{told:?}");
    table.records(&[&last]).allows("reveal");
}
