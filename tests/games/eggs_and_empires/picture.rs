//! What lies open and what has to be remembered.

use crate::{
    eggs_and_empires::table::{after, lines, played, points, turn, until_over},
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
fn points_are_shown_at_a_rounds_end_and_kept_in_view() {
    let over = until_over(after::<&str>(&[]), "1");
    let line = over.zones().lines().next().unwrap_or_default().to_owned();
    let points = points(&over);
    assert_eq!(line, format!("Round 1 of 3 · the round is over · Ada {} · Bo {} · Cy {}", points[0], points[1], points[2]));
    assert!(!after(&turn("5 6", "10 8 5")).zones().contains("Ada 0"), "nothing is counted yet");
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
    assert_eq!(named.sheet().players[1].total.if_exact(), Some(14), "a value alone names the only one there is");
}

#[test]
fn what_a_round_waits_for_stands_in_the_headline() {
    let log = include_str!("../../logs/eggs-and-empires/opens-late.toml");
    let naming = judged::Table::of(&log.replace("  \"Bo: opens Ada = 4\",\n", ""));
    let headline = |table: &judged::Table| table.zones().lines().next().unwrap_or_default().to_owned();
    assert_eq!(headline(&naming), "Round 1 of 1 · turn 9 of 9 · eggs to be named");
    assert_eq!(headline(&judged::Table::of(log)), "Round 1 of 1 · the game is over · Ada 4 · Bo 12 · Cy 17");
}
