//! The table rules, each under each of its values.

use crate::{
    judged::Table,
    piepmatz::table::{after, has, log_of, slots, texts, under},
};

#[test]
fn blind_draw_true_draws_unseen_beside_the_display() {
    after(&["Ada: play GR1 at 2"]).allows("Ada: draw").allows("Ada: draw SP1");
}

#[test]
fn blind_draw_false_draws_unseen_only_without_a_display() {
    let table = under("blind_draw = false", &["Ada: play GR1 at 2"]);
    table.forbids("Ada: draw", "PM-2.3", "birds lie in the display: SP1, BU2 and YE5").allows("Ada: draw SP1");
    let text = log_of(3, "blind_draw = false", &["Ada: play GR1 at 2; draw"]);
    assert_eq!(Table::of(&text).rule().as_deref(), Some("blind_draw = false"));
    let late = under(
        "blind_draw = false\ndisplay_refill = \"end-of-turn\"",
        &[
            "Ada: play GR2 at 2; keep SP1; draw SP1; draw BU2; display GR1 GR3",
            "Bo: play YE6 at 1; draw GR1; display GR4; refill 1",
        ],
    );
    assert_eq!(late.open(), ["Cy: play"]);
    // Four are missing after two illegal turns: the display is empty when the fourth is drawn.
    let lines = ["Ada: draw SP1; draw BU2; draw YE5", "Bo: play GR1 at 2; draw"];
    let empty = Table::of(&log_of(3, "blind_draw = false\ndisplay_refill = \"end-of-turn\"", &lines[..0]));
    empty.forbids("Ada: draw", "PM-2.1", "Ada has to play a bird first");
    assert_eq!(lines.len(), 2);
}

#[test]
fn display_refill_immediately_after_each_bird() {
    let table = after(&["Ada: play GR2 at 2; keep SP1; draw SP1"]);
    assert_eq!(table.open(), [": display"]);
    table.forbids("Ada: draw", "PM-2.3", "the display has to be filled up first: 1 bird is due");
    assert_eq!(table.records(&["Ada: display GR6"]).open(), ["Ada: draw"]);
    let text = log_of(3, "", &["Ada: play GR2 at 2; keep SP1; draw SP1; draw"]);
    assert_eq!(Table::of(&text).rule().as_deref(), Some("display_refill = immediately"));
}

#[test]
fn display_refill_at_the_end_of_the_turn_in_one_step() {
    let late = "display_refill = \"end-of-turn\"";
    let table = under(late, &["Ada: play GR2 at 2; keep SP1; draw SP1"]);
    assert_eq!(table.open(), ["Ada: draw"]);
    table.forbids("Ada: display GR6", "PM-2.3", "Ada holds 3 birds");
    let full = table.records(&["Ada: draw BU2"]);
    assert_eq!((full.open(), texts(&full.state()["display"])), (vec![": display".to_owned()], "YE5".to_owned()));
    full.forbids("Ada: display GR6", "PM-2.3", "1 bird was turned up, and 2 are due").allows("Ada: display GR5 GR6");
    let fought = under(late, &["Ada: play GR6 at 1; draw SP1"]);
    fought.forbids("Ada: refill 1", "PM-2.3", "the display has to be filled up first").allows("Ada: display CH1; refill 1");
    fought.forbids("Ada: display CH1; draw", "PM-2.4", "slot 3 has to be refilled first");
    assert_eq!(under(late, &["Ada: play GR2 at 2; draw"]).open(), ["Bo: play"], "nothing was taken from it");
}

/// A squirrel beside slot 1 and a crow beside slot 2; Bo and Cy have queued.
const PESTS: [&str; 2] = ["Ada: play GR6 at 1; draw; refill squirrel crow 3", "Bo: play SP6 at 1; draw"];

#[test]
fn pest_timing_before_the_bird() {
    let table = after(&[PESTS[0], PESTS[1], "Cy: play BU2 at 1"]);
    assert_eq!((table.open(), has(&table, 2)), (vec!["Cy: draw".to_owned()], "GR6; 2".to_owned()), "the crow found no bird");
}

#[test]
fn pest_timing_after_the_bird() {
    let table = under("pest_timing = \"after-bird\"", &[PESTS[0], PESTS[1], "Cy: play BU2 at 1"]);
    assert_eq!((table.open(), has(&table, 2)), (vec!["Cy: lose".to_owned()], "GR6; 2".to_owned()), "seed, bird, pest");
    assert_eq!(crate::piepmatz::table::perch(&table, 1), "-: SP6 BU2", "nobody has moved up yet");
    let lost = table.records(&["Cy: lose GR6"]);
    assert_eq!((has(&lost, 2), crate::piepmatz::table::perch(&lost, 1)), ("; 2".to_owned(), "SP6: BU2".to_owned()));
    let told = under("pest_timing = \"after-bird\"", &PESTS).tells(&["Cy: play BU2 at 1"]);
    let place = |part: &str| told.iter().position(|line| line.contains(part)).expect("it is told");
    assert!(place("takes the seed card 2") < place("GR6 goes to Cy's collection"), "{told:#?}");
    assert!(place("GR6 goes to Cy's collection") < place("a crow takes a bird of Cy's"), "{told:#?}");
}

#[test]
fn fifth_pest_is_discarded() {
    let table = after(&["Ada: play GR6 at 1; draw; refill crow crow crow crow squirrel 3"]);
    assert_eq!(slots(&table), "1+crow 2+crow 3+crow 1+crow");
}

#[test]
fn fifth_pest_is_stacked_and_both_act_in_order() {
    let stack = "fifth_pest = \"stack\"";
    let lines = [
        "Ada: play GR6 at 1; draw; refill crow crow crow crow squirrel 3",
        "Bo: play SP6 at 1; draw",
        "Cy: play SP2 at 2; keep BL1; draw; draw",
    ];
    let table = under(stack, &lines);
    assert_eq!(slots(&table), "1+crow+squirrel 2+crow 3+crow 1+crow");
    let fight = table.records(&["Ada: play YE1 at 1"]);
    assert_eq!(fight.legal(), ["Ada: lose BL3"], "the crow first");
    fight.forbids("Ada: lose 3 1", "PM-3.3", "a crow takes a bird");
    let squirrel = fight.records(&["Ada: lose BL3"]);
    squirrel.allows("Ada: lose 3 1").forbids("Ada: draw", "PM-3.3", "a squirrel takes 2 seed cards of Ada's first");
    assert_eq!(has(&squirrel.records(&["Ada: lose 3 1"]), 0), "GR6");
    assert_eq!(slots(&squirrel), "- 2+crow 3+crow 1+crow");
    let told = under(stack, &["Ada: play GR6 at 1; draw"]).tells(&["Ada: refill crow crow crow crow squirrel 3"]);
    assert_eq!(told.last().map(String::as_str), Some("PM-4.2: the squirrel is laid beside slot 1"));
}
