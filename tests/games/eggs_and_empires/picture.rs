//! What lies open and what has to be remembered.

use crate::{
    eggs_and_empires::table::{after, lines, loose, played, points, turn, under, until_over},
    judged,
};

#[test]
fn piles_lie_face_down_until_somebody_asks() {
    let table = played("", "13 6", "10 8 5").records(&["Ada: take 13", "Bo: take 6"]);
    let picture = table.zones();
    assert!(picture.contains("Ada · 3 cards in hand · 1 egg") && picture.contains("turn 2 of 9"), "{picture}");
    assert!(!table.memory().is_empty() && table.memory().contains("13"), "{}", table.memory());
    let later = table.records(&["reveal 1 1", "1 2 3", "Cy: take 1", "Bo: take 1"]);
    assert!(!later.zones().contains("13"), "it is covered now: {}", later.zones());
}

#[test]
fn the_order_of_collecting_and_the_marker_stand_there() {
    let table = played("", "5 6", "3 10 8");
    let picture = table.zones();
    let place = |name: &str| picture.find(name).unwrap_or_else(|| panic!("no {name}: {picture}"));
    assert!(place("10 Hero") < place("3 Shepherd") && place("3 Shepherd") < place("8 Blacksmith"), "{picture}");
    assert!(picture.contains("marker"), "{picture}");
    assert_eq!(picture.matches("takes now").count(), 1, "one after another: {picture}");
}

#[test]
fn nobody_is_waited_for_who_may_leave_it_out() {
    let acting = |table: &judged::Table| table.open_table()["acting"].clone();
    let begun = after::<&str>(&[]);
    assert_eq!(begun.open(), [": reveal", "Ada: mulligan", "Bo: mulligan", "Cy: mulligan"]);
    assert_eq!(acting(&begun), serde_json::json!([]), "the table is to reveal");
    assert_eq!(acting(&begun.records(&["reveal 5 6", "Bo: play 8"])), serde_json::json!([0, 2]));
}

#[test]
fn what_a_player_has_not_played_yet_is_remembered() {
    let memory = after(&turn("5 6", "10 8 5")).memory();
    assert!(memory.contains("Ada's hand: "), "{memory}");
    let left: Vec<&str> = memory.lines().filter_map(|line| line.split_once("not played yet: ")).map(|(_, left)| left).collect();
    assert_eq!(left, ["1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 7 9 10", "1 2 3 4 6 7 8 9 10"]);
}

#[test]
fn what_lies_face_down_is_shown_by_its_scout() {
    let first = lines(&[&turn("1 1", "2 10 9")], &["Bo: take 1", "Cy: take 1"]);
    let table = after(&first);
    assert!(table.zones().contains("face down: Ada's Scout's"), "{}", table.zones());
}

#[test]
fn points_are_shown_at_a_rounds_end_and_kept_in_view() {
    let over = until_over(after::<&str>(&[]), "1");
    let line = over.zones().lines().next().unwrap_or_default().to_owned();
    let points = points(&over);
    assert_eq!(line, format!("Round 1 of 3 · the round is over · Ada {} · Bo {} · Cy {}", points[0], points[1], points[2]));
    assert!(!after(&turn("5 6", "10 8 5")).zones().contains("Ada 0"), "nothing is counted yet");
}

#[test]
fn what_may_be_taken_is_told_as_the_card_allows_it() {
    let told = |eggs: &str, cards: &str| played("", eggs, cards).options();
    assert_eq!(told("5 -3", "6 1 2"), ["take: 5 or -3, with Ada's Priest (6)"]);
    assert_eq!(told("5 -3", "7 1 2"), ["take: 5, with Ada's Mage (7)"], "EE-4.5");
    assert_eq!(told("0 -3", "7 1 2"), ["take: 0, with Ada's Mage (7)"], "an egg of 0 doesn't explode");
}

#[test]
fn a_card_or_an_egg_that_lies_elsewhere_is_told_with_how_it_came_there() {
    let first = lines(&[&turn("5 6", "10 8 5")], &["Ada: take 5", "Bo: take 6", "reveal 1 1"]);
    assert_eq!(after(&first).elsewhere("Ada: play 10"), ["10: played by Ada"]);
    let shown = lines(&[], &["reveal 5 6", "Ada: shows 3"]);
    assert_eq!(after(&shown).elsewhere("Ada: play 10"), [""; 0], "it can be in the hand");
    let cut_short = ["reveal 5 6", "reveal 7 8 ! agreed", "Ada: play 9", "Bo: play 10", "Cy: play 8"];
    let gone = "5: left on offer, and discarded, when the table acted";
    assert_eq!(loose(3, "", &cut_short).elsewhere("Bo: take 5"), [gone], "as the next eggs were revealed");
}

#[test]
fn the_order_is_told_place_by_place() {
    let told = |rules: &str, lines: &[&str], line: &str| under(3, rules, lines).tells(&[line]);
    let equal = told("", &["reveal 5 6", "Ada: play 8", "Bo: play 4"], "Cy: play 8");
    assert_eq!(equal[0], "EE-3.1: order of collecting: Ada 8, Cy 8, Bo 4");
    assert_eq!(equal[2], "EE-3.1: 2. Cy's Blacksmith (8), after Ada's: equal cards go clockwise from Ada, who holds the marker");
    let apart = told("", &["reveal 5 6", "Ada: play 4", "Bo: play 8"], "Cy: play 8");
    assert_eq!(apart[2], "EE-3.1: 2. Cy's Blacksmith (8), after Bo's: equal cards go clockwise from Ada, who holds the marker");
}

#[test]
fn what_is_not_named_is_noted_as_long_as_it_is_not() {
    let first = lines(&[&turn("1 1", "2 10 9")], &["Bo: take 1", "Cy: take 1"]);
    let taken = after(&lines(&[&first, &turn("3 4", "1 8 5")], &["Bo: take down Ada"]));
    let notes = |table: &crate::judged::Table| table.sheet().notes.join(" ");
    assert!(
        notes(&taken).contains("Not named yet: the egg of Ada's Scout in Bo's pile (`Bo: opens Ada = V`)."),
        "{}",
        notes(&taken)
    );
    let named = taken.records(&["Bo: opens 13"]);
    assert!(!notes(&named).contains("Not named yet"), "{}", notes(&named));
    assert_eq!(named.sheet().players[1].total.exactly(), Some(14), "a value alone names the only one there is");
}

#[test]
fn how_many_cards_are_to_be_played_is_told() {
    assert_eq!(under(2, "", &["reveal 5 6"]).options()[0], "play: two different cards of the hand, 1 to 10");
    assert_eq!(after(&["reveal 5 6"]).options()[0], "play: one card of the hand, 1 to 10");
}

#[test]
fn what_a_round_waits_for_stands_in_the_headline() {
    let log = include_str!("../../logs/eggs-and-empires/opens-late.toml");
    let naming = judged::Table::of(&log.replace("  \"Bo: opens Ada = 4\",\n", ""));
    let headline = |table: &judged::Table| table.zones().lines().next().unwrap_or_default().to_owned();
    assert_eq!(headline(&naming), "Round 1 of 1 · turn 9 of 9 · eggs to be named");
    assert_eq!(headline(&judged::Table::of(log)), "Round 1 of 1 · the game is over · Ada 4 · Bo 12 · Cy 17");
}
