//! PM-2: a turn.

use crate::{
    piepmatz::ending::{LAST_OF_BO, TURNS, without_deck},
    piepmatz::table::texts,
};

#[test]
fn pm_2_3_an_empty_deck_gives_nothing() {
    let table = without_deck(&["Ada: play GR1 at 2"]);
    table.excludes("Ada: draw", "PM-2.3", "the bird deck is empty").allows("Ada: draw SP1");
    let taken = table.records(&["Ada: draw SP1"]);
    assert_eq!((taken.open(), texts(&taken.state()["display"]["cards"])), (vec!["Bo: play".to_owned()], "SP1 SP2".to_owned()));
}

#[test]
fn pm_2_3_with_the_display_empty_too_the_hand_stays_short() {
    let table = without_deck(&TURNS[..2]);
    assert_eq!((table.open(), &table.state()["players"][1]["hand"]["count"]), (vec!["Cy: play".to_owned()], &3.into()));
    let played = table.records(&["Cy: play BU1 at 2"]);
    assert_eq!(played.open(), ["Ada: play", "Cy: keep"], "nothing is due from Cy, who may still keep one");
    played.allows("Cy: keep BU1").allows("Ada: play SP1 at 1").forbids("Cy: draw", "PM-1.6", "it is Ada's turn");
    played.records(&["Ada: play SP1 at 1"]).forbids("Cy: keep BU1", "PM-1.6", "it is Bo's turn");
}

#[test]
fn pm_2_5_who_holds_no_bird_is_passed_over() {
    let table = without_deck(&TURNS);
    let told = table.tells(&[LAST_OF_BO]);
    assert!(told.contains(&"PM-2.5: Cy holds no bird and is passed over".to_owned()), "{told:#?}");
    table.records(&[LAST_OF_BO]).forbids("Cy: play BU2 at 2", "PM-1.6", "it is Ada's turn").allows("Ada: play BU2 at 2");
}
