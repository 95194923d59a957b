//! TB as it holds at a table of Piepmatz: hands, what can come from where, shows, deductions, the end.

use crate::{
    judged::{Table, log},
    piepmatz::ending::{LAST_OF_BO, TURNS, without_deck},
    piepmatz::table::{texts, two},
};

#[test]
fn tb_5_nothing_is_shown_before_the_round() {
    let table = Table::of(&log::<&str>("piepmatz", &["Ada", "Bo", "Cy"], "", &[]));
    table.forbids("Bo: shows GR1", "TB-5", "no round is being played");
}

#[test]
fn tb_6_what_is_left_is_in_the_last_hand() {
    let lines = [&TURNS[..], &["Bo: play GR2 at 1"]].concat();
    let told = without_deck(&lines[..7]).tells(&lines[7..]);
    let deduced = "TB-6: no other place is left for the birds nobody has seen, so Ada's hand is BU2";
    assert!(told.iter().any(|line| line == deduced), "{told:#?}");
    assert_eq!(texts(&without_deck(&lines).state()["unaccounted"]), "", "all is known");
}

#[test]
fn tb_6_not_while_the_deck_has_birds() {
    let table = two("", &["Ada: shows BL1 BL2 BL4 BL5", "Ada: play BL1 at 1; draw"]);
    assert_ne!(texts(&table.state()["unaccounted"]), "");
    assert_eq!(table.state()["players"][1]["hand"]["more"], 4);
}

#[test]
fn tb_7_after_the_game_only_notes() {
    let lines = [&TURNS[..], &[LAST_OF_BO, "Ada: play BU2 at 1; refill 1"]].concat();
    let over = without_deck(&lines);
    over.forbids("Bo: shows GR1", "TB-7", "the game is over").forbids("Ada: draw", "TB-7", "the game is over");
    assert_eq!(over.records(&["note it was fun"]).findings().len(), 1, "nothing is found against a note");
}
