//! EE-5: the tie-breaker marker passes, and begins a round.

use crate::{
    eggs_and_empires::table::{NAMES, played, round, turn, under, until_over},
    judged::{self, Table},
};

fn marker(table: &Table) -> String {
    table.state()["marker"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn ee_5_1_after_a_tie_it_passes_to_the_left() {
    assert_eq!(marker(&played("", "5 6", "10 10 1").records(&["Ada: take 5", "Bo: take 6"])), "Bo");
    assert_eq!(marker(&played("", "5 6", "1 10 10").records(&["Bo: take 5", "Cy: take 6"])), "Bo", "whoever tied");
    let none_left = played("", "5 6", "10 9 1 1").records(&["Ada: take 5", "Bo: take 6"]);
    assert_eq!(marker(&none_left), "Bo", "also without an egg");
    let twice = played("", "1 2 3 4", "10 10 8 8 2 1").records(&["Ada: take 1", "Bo: take 2", "Cy: take 3", "Di: take 4"]);
    assert_eq!(marker(&twice), "Bo", "once a turn");
}

#[test]
fn ee_5_1_without_a_tie_it_stays() {
    assert_eq!(marker(&played("", "5 6", "10 8 1").records(&["Ada: take 5", "Bo: take 6"])), "Ada");
    assert_eq!(marker(&played("", "5 6", "9 9 1").records(&["Cy: take 5"])), "Ada", "Dark Priestesses are no tie");
    let own = played("", "5 6", "8 9 / 1 2").records(&["Ada: take 5", "Ada: take 6"]);
    assert_eq!(marker(&own), "Ada");
}

#[test]
fn ee_5_1_under_the_other_rules_every_turn_or_never() {
    let after = |rule: &str, cards: &str| {
        let table = played(&format!("marker = \"{rule}\""), "5 6", cards);
        let first = table.legal()[0].split(':').next().expect("a name").to_owned();
        let table = table.records(&[&format!("{first}: take 5")]);
        let second = table.legal()[0].clone();
        marker(&table.records(&[&second]))
    };
    assert_eq!(after("every-turn", "10 8 1"), "Bo");
    assert_eq!(after("every-round", "10 10 1"), "Ada");
    assert_eq!((after("after-tie", "10 8 1"), after("after-tie", "10 10 1")), ("Ada".to_owned(), "Bo".to_owned()));
}

/// Two rounds, the first of them counted; who holds the marker in the second.
fn second(rules: &str, tally: &str, first: &str) -> Table {
    let text = judged::log::<&str>("eggs-and-empires", &NAMES[..3], rules, &[("Ada", &[]), (first, &[])]);
    Table::of(&text.replacen("moves = [\n]\n", &format!("tally = {tally}\n"), 1))
}

#[test]
fn ee_5_2_a_round_begins_with_the_player_with_the_fewest_points() {
    let tally = "[\"Ada: 5\", \"Bo: 3\", \"Cy: 4\"]";
    assert_eq!(second("", tally, "Bo").findings(), [""; 0]);
    for first in ["Ada", "Cy"] {
        let table = second("", tally, first);
        assert_eq!(table.findings(), ["2.0 step 0 illegal EE-5.2"]);
        assert_eq!(table.says(), "the marker goes to the player with the fewest points: Bo (3)");
    }
}

#[test]
fn ee_5_2_among_several_the_table_chooses_and_tokens_change_nothing() {
    let tally = "[\"Ada: 5\", \"Bo: 3\", \"Cy: 3\"]";
    for rules in ["", "scoring = \"tokens\""] {
        assert_eq!(second(rules, tally, "Bo").findings(), [""; 0]);
        assert_eq!(second(rules, tally, "Cy").findings(), [""; 0]);
        assert_eq!(second(rules, tally, "Ada").findings(), ["2.0 step 0 illegal EE-5.2"]);
    }
}

#[test]
fn ee_5_2_under_every_round_it_goes_to_the_left_instead() {
    let tally = "[\"Ada: 5\", \"Bo: 3\", \"Cy: 1\"]";
    let rule = "marker = \"every-round\"";
    assert_eq!(second(rule, tally, "Bo").findings(), [""; 0]);
    let wrong = second(rule, tally, "Cy");
    assert_eq!(wrong.findings(), ["2.0 step 0 illegal EE-5.1"]);
    assert_eq!(
        (wrong.says(), wrong.rule().as_deref()),
        ("Ada held the marker in the last round; it passes to Bo", Some("marker = every-round, rounds = 3"))
    );
}

#[test]
fn ee_5_2_points_of_all_rounds_count() {
    let first = round(3, "", &turn("9 1", "10 1 8")[..0], "1");
    let scores = crate::eggs_and_empires::table::points(&first);
    let fewest = scores.iter().min().expect("three");
    let may: Vec<&str> = NAMES.iter().zip(&scores).filter(|(_, points)| *points == fewest).map(|(name, _)| *name).collect();
    let next = first.records(&["reveal 1 1"]);
    assert!(may.contains(&marker(&next).as_str()), "{scores:?}");
    let over = until_over(under::<&str>(3, "rounds = 1", &[]), "1");
    assert!(over.is_over());
}
