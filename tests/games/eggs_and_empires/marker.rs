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
fn ee_5_1_after_a_broken_tie_only_if_an_equal_card_collected() {
    let rule = "marker = \"after-broken-tie\"";
    let none = played(rule, "5 6", "10 9 1 1").records(&["Ada: take 5", "Bo: take 6"]);
    assert_eq!(marker(&none), "Ada", "neither of the Bards found an egg");
    let one = played(rule, "5 6", "10 1 1").records(&["Ada: take 5"]);
    assert_eq!(
        one.tells(&["Bo: take 6"])[1],
        "EE-5.1: a tie that was broken: Bo and Cy both with the Bard (1); the marker passes to Bo"
    );
    assert_eq!(marker(&one.records(&["Bo: take 6"])), "Bo");
    let priestesses = played(rule, "5 6", "9 9 1").records(&["Cy: take 5"]);
    assert_eq!(marker(&priestesses), "Ada", "no tie");
    let mages = played(rule, "-5 -6", "7 7 1").records(&["Cy: take -5"]);
    assert_eq!(marker(&mages), "Ada", "passed over");
    assert_eq!(marker(&played("", "-5 -6", "7 7 1").records(&["Cy: take -5"])), "Bo", "by the default it is a tie");
    let two = played(rule, "1 2 3 4", "10 10 8 8 1 1").records(&["Ada: take 1", "Bo: take 2", "Cy: take 3"]);
    let told = two.tells(&["Di: take 4"]).pop().unwrap_or_default();
    assert!(told.ends_with("with the Hero (10) and Cy and Di both with the Blacksmith (8); the marker passes to Bo"), "{told}");
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
    let legal = "marker = every-round; under after-tie, after-broken-tie or every-turn it would be legal";
    assert_eq!((wrong.says(), wrong.rule().as_deref()), ("Ada held the marker in the last round; it passes to Bo", Some(legal)));
}

#[test]
fn ee_5_2_who_holds_the_marker_next_is_noted_with_the_clause_that_says_so() {
    let at_the_end = |rules: &str| until_over(under::<&str>(3, rules, &[]), "1").sheet().notes;
    assert_eq!(at_the_end("marker = \"every-round\""), ["Bo holds the marker in the next round (EE-5.1)."]);
    for rules in ["", "marker = \"every-turn\""] {
        let notes = at_the_end(rules);
        assert!(notes.len() == 1 && notes[0].ends_with(" holds the marker in the next round (EE-5.2)."), "{notes:?}");
    }
}

/// Three rounds, the first two of them counted: in all Bo has the fewest points, in the second round Cy.
fn third(rules: &str, first: &str) -> Table {
    let counted = |first: &str, tally: &str| format!("[[round]]\nfirst = \"{first}\"\ntally = {tally}\n");
    let text = judged::log::<&str>("eggs-and-empires", &NAMES[..3], rules, &[]);
    let first_two = counted("Ada", "[\"Ada: 9\", \"Bo: 1\", \"Cy: 8\"]") + &counted("Bo", "[\"Ada: 9\", \"Bo: 5\", \"Cy: 4\"]");
    Table::of(&format!("{text}{first_two}[[round]]\nfirst = \"{first}\"\nmoves = []\n"))
}

#[test]
fn ee_5_2_by_a_table_rule_the_points_of_the_last_round_count() {
    let rule = "next_marker = \"fewest-in-round\"";
    assert_eq!((third("", "Bo").findings(), third(rule, "Cy").findings()), (vec![], vec![]));
    let (all, last) = (third("", "Cy"), third(rule, "Bo"));
    assert_eq!((all.findings(), last.findings()), (vec!["3.0 step 0 illegal EE-5.2".to_owned()], all.findings()));
    assert_eq!(all.says(), "the marker goes to the player with the fewest points: Bo (6)");
    assert_eq!(last.says(), "the marker goes to the player with the fewest points of the last round: Cy (4)");
}

#[test]
fn ee_5_2_the_variant_con_pub_never_adds_rounds_up() {
    let text = judged::log::<&str>("eggs-and-empires", &NAMES[..3], "", &[("Ada", &[])]);
    let rules = Table::of(&text.replace("[rules]", "variant = \"con-pub\"\n[rules]")).in_force();
    assert_eq!(rules[2..5], ["scoring = tokens", "marker = after-tie", "next_marker = fewest-in-round"]);
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
