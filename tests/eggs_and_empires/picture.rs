//! What lies open and what has to be remembered.

use crate::table::{after, lines, played, turn};

#[test]
fn piles_lie_face_down_until_somebody_asks() {
    let table = played("", "13 6", "10 8 5").records(&["Ada: take 13", "Bo: take 6"]);
    let picture = table.picture();
    assert!(picture.contains("Ada · 3 cards in hand · 1 egg") && picture.contains("turn 2 of 9"), "{picture}");
    assert!(!table.memory().is_empty() && table.memory().contains("13"), "{}", table.memory());
    let later = table.records(&["reveal 1 1", "1 2 3", "Cy: take 1", "Bo: take 1"]);
    assert!(!later.picture().contains("13"), "it is covered now: {}", later.picture());
}

#[test]
fn the_order_of_collecting_and_the_marker_stand_there() {
    let table = played("", "5 6", "3 10 8");
    let picture = table.picture();
    let place = |name: &str| picture.find(name).unwrap_or_else(|| panic!("no {name}: {picture}"));
    assert!(place("Hero (10)") < place("Shepherd (3)") && place("Shepherd (3)") < place("Blacksmith (8)"), "{picture}");
    assert!(picture.contains("marker"), "{picture}");
    assert_eq!(picture.matches("takes now").count(), 1, "one after another: {picture}");
}

#[test]
fn what_lies_face_down_is_shown_by_its_scout() {
    let first = lines(&[&turn("1 1", "2 10 9")], &["Bo: take 1", "Cy: take 1"]);
    let table = after(&first);
    assert!(table.picture().contains("face down: Ada's Scout's"), "{}", table.picture());
}
