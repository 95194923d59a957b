//! PM-2: a turn.

use crate::{
    judged::Table,
    piepmatz::ending::{LAST_OF_BO, TURNS, without_deck},
    piepmatz::table::{after, drained, has, log_of, perch, texts, under},
};

#[test]
fn pm_2_1_a_turn_plays_a_bird() {
    let table = after::<&str>(&[]);
    table.forbids("Ada: draw", "PM-2.1", "Ada has to play a bird first").forbids("Ada: keep GR1", "PM-2.1", "Ada has to play");
    table.forbids("Ada: refill 1", "PM-2.1", "Ada has to play").forbids("Ada: lose 1", "PM-2.1", "").allows("Ada: play GR1 at 1");
}

#[test]
fn pm_2_1_a_turn_plays_one_bird() {
    let table = after(&["Ada: play GR2 at 2; draw", "Bo: play BL5 at 1"]);
    let why = "Bo has played BL5 this turn; a turn plays one bird";
    table.forbids("Bo: play GR1 at 2", "PM-2.1", why).forbids("Ada: play GR1 at 2", "PM-2.4", "slot 2 has to be refilled");
    let refilled = table.records(&["Bo: refill 1"]);
    refilled.forbids("Bo: play GR1 at 2", "PM-2.1", why).forbids("Cy: play GR1 at 2", "PM-2.3", "Bo holds 3 birds");
    refilled.records(&["Bo: draw"]).forbids("Bo: play GR1 at 2", "PM-1.6", "it is Cy's turn").allows("Cy: play GR1 at 2");
}

#[test]
fn pm_4_1_nothing_is_refilled_from_the_empty_deck() {
    let mut lines = drained();
    lines.push("Bo: play YE6 at 1; draw".to_owned());
    lines.push("Cy: play GR5 at 1".to_owned());
    let why = "the feeder deck is empty, so nothing is refilled";
    after(&lines).forbids("Cy: refill 1", "PM-4.1", why).forbids("Bo: refill 1", "PM-2.3", "Cy holds 3 birds");
    // Before the play a slot may still become empty; nothing fills it.
    after(&drained()).forbids("Bo: refill 1", "PM-4.1", why);
}

#[test]
fn pm_2_1_it_goes_to_the_end_of_the_queue() {
    let table = after(&["Ada: play GR2 at 2; draw", "Bo: play SP1 at 2; draw", "Cy: play GR3 at 2; draw"]);
    assert_eq!((perch(&table, 2), perch(&table, 1)), ("CH6: GR2 SP1 GR3".to_owned(), "BL3:".to_owned()));
}

#[test]
fn pm_2_1_a_left_out_play_lapses() {
    let table = Table::of(&log_of(3, "", &["Ada: draw", "Bo: play GR1 at 2; draw"]));
    assert_eq!(table.findings(), ["1.2 step 1 illegal PM-2.1"]);
    assert_eq!(table.state()["players"][0]["hand"]["count"], 5, "drawn as written");
}

#[test]
fn pm_2_3_the_hand_is_filled_up_to_four() {
    let table = after(&["Ada: play GR1 at 2"]);
    table.forbids("Bo: play GR1 at 2", "PM-2.3", "Ada holds 3 birds and has to draw first").allows("Ada: draw");
    let kept = after(&["Ada: play GR2 at 2; keep GR1"]);
    kept.forbids("Ada: draw; refill 1", "PM-4.1", "no slot is empty").allows("Ada: draw; draw");
    assert_eq!(kept.records(&["Ada: draw; draw"]).open(), ["Bo: play"]);
}

#[test]
fn pm_2_3_no_fifth_bird() {
    after(&["Ada: play GR1 at 2; draw"]).forbids("Ada: draw", "PM-1.6", "it is Bo's turn");
    let table = under("refill_order = \"hand-first\"", &["Ada: play GR6 at 1; draw"]);
    table.forbids("Ada: draw", "PM-2.3", "Ada holds 4 birds, and the hand is filled up to 4").allows("Ada: refill 1");
    table.forbids("Ada: display CH1", "PM-2.3", "no bird is due in the display in this turn any more");
}

#[test]
fn pm_2_3_a_bird_is_drawn_from_the_display_or_unseen() {
    let table = after(&["Ada: play GR1 at 2"]);
    table.allows("Ada: draw").allows("Ada: draw SP1").excludes("Ada: draw GR5", "TB-4", "SP1, BU2 and YE5 lie there");
    let seen = table.records(&["Ada: draw SP1; display GR5"]);
    assert_eq!(seen.state()["players"][0]["hand"], serde_json::json!({"count": 4, "known": ["SP1"], "unseen": 3}));
    assert_eq!(table.records(&["Ada: draw"]).state()["players"][0]["hand"]["unseen"], 4);
}

#[test]
fn pm_2_3_a_bird_of_the_display_is_replaced() {
    let table = after(&["Ada: play GR1 at 2; draw SP1"]);
    assert_eq!(table.open(), [": display"]);
    table.forbids("Bo: play GR1 at 2", "PM-2.3", "the display has to be filled up first: 1 bird is due");
    table.forbids("Ada: display GR4 GR5", "PM-2.3", "2 birds were turned up, and 1 is due").allows("Ada: display GR5");
    table.excludes("Ada: display SP1 SP1", "PM-1.1", "there are only two SP1: one is in Ada's hand").allows("Ada: display SP1");
    table.allows("display GR5").forbids("Bo: display GR5", "PM-2.3", "");
    assert_eq!(texts(&table.records(&["Ada: display GR5"]).state()["display"]), "BU2 GR5 YE5");
}

#[test]
fn pm_2_3_an_empty_deck_gives_nothing() {
    let table = without_deck(&["Ada: play GR1 at 2"]);
    table.excludes("Ada: draw", "PM-2.3", "the bird deck is empty").allows("Ada: draw SP1");
    let taken = table.records(&["Ada: draw SP1"]);
    assert_eq!((taken.open(), texts(&taken.state()["display"])), (vec!["Bo: play".to_owned()], "SP1 SP2".to_owned()));
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
fn pm_2_4_slots_are_refilled_before_the_hand() {
    let table = after(&["Ada: play GR6 at 1"]);
    assert_eq!(table.open(), [": refill"]);
    table.forbids("Ada: draw", "PM-2.4", "slot 3 has to be refilled first in Ada's turn");
    table.forbids("Bo: play GR1 at 2", "PM-2.4", "slot 3 has to be refilled first in Ada's turn").allows("Ada: refill 1; draw");
    table.allows("refill 1").forbids("Bo: refill 1", "PM-2.4", "");
    assert_eq!(table.records(&["Ada: refill 1"]).open(), ["Ada: draw"]);
}

#[test]
fn pm_2_4_what_is_done_too_early_is_found_once_and_the_other_is_still_due() {
    let found = |rules: &str, lines: &[&str]| Table::of(&log_of(3, rules, lines));
    let drawn = found("", &["Ada: play GR6 at 1; draw SP1; display CH1"]);
    assert_eq!((drawn.findings(), drawn.open()), (vec!["1.2 step 2 illegal PM-2.4".to_owned()], vec![": refill".to_owned()]));
    drawn.forbids("Bo: play GR1 at 2", "PM-2.4", "slot 3 has to be refilled").allows("Ada: refill 1");
    let hand_first = "refill_order = \"hand-first\"";
    let refilled = found(hand_first, &["Ada: play GR6 at 1; refill 2"]);
    assert_eq!(
        (refilled.findings(), refilled.open()),
        (vec!["1.2 step 2 illegal PM-2.3".to_owned()], vec!["Ada: draw".to_owned()])
    );
    refilled.forbids("Ada: refill 1", "PM-4.1", "no slot is empty, so nothing is refilled");
    assert_eq!(refilled.records(&["Ada: draw SP1; display CH1"]).open(), ["Bo: play"]);
    let amid = found(hand_first, &["Ada: play GR6 at 1; draw SP1; refill 2"]);
    assert_eq!((amid.findings(), amid.open()), (vec!["1.2 step 3 illegal PM-2.3".to_owned()], vec![": display".to_owned()]));
    // Two birds are missing: with one of them drawn too early either may follow.
    let kept = found("keep = \"after-fight-too\"", &["Ada: play GR6 at 1; keep SP6; draw"]);
    assert_eq!(
        (kept.findings(), kept.open()),
        (vec!["1.2 step 3 illegal PM-2.4".to_owned()], vec![": refill".to_owned(), "Ada: draw".to_owned()])
    );
    kept.allows("Ada: draw; refill 1").allows("Ada: refill 1; draw");
}

#[test]
fn pm_2_4_with_no_slot_empty_nothing_is_refilled() {
    let table = after(&["Ada: play GR1 at 2; draw"]);
    let needless = "no slot is empty, so nothing is refilled";
    table.forbids("Ada: refill 1", "PM-1.6", needless).forbids("refill 1", "PM-2.1", needless).allows("Bo: play GR1 at 2");
    after(&["Ada: play GR1 at 2"]).forbids("Ada: refill 1", "PM-4.1", needless);
}

#[test]
fn pm_2_4_a_forgotten_refill_is_found_once() {
    let lines = ["Ada: play GR6 at 1; draw", "Bo: play GR1 at 2; refill 2; draw", "Cy: play GR1 at 2; draw"];
    let table = Table::of(&log_of(3, "refill_order = \"hand-first\"", &lines));
    assert_eq!(table.findings(), ["1.3 step 1 illegal PM-2.4", "1.3 step 2 illegal PM-2.3"], "Bo refills before the hand");
    assert_eq!(has(&table, 0), "BL3; 3");
    let neither = ["Ada: play GR6 at 1", "Bo: play GR1 at 2; refill 2; draw", "Cy: play GR1 at 2; draw"];
    assert_eq!(Table::of(&log_of(3, "", &neither)).findings(), ["1.3 step 1 illegal PM-2.4"], "what was due first");
}

#[test]
fn pm_2_3_a_forgotten_draw_is_made_up_for_in_the_next_turn() {
    let lines = ["Ada: play GR1 at 2", "Bo: play GR1 at 2; draw", "Cy: play GR2 at 2; draw", "Ada: play SP1 at 2; draw; draw"];
    let table = Table::of(&log_of(3, "", &lines));
    assert_eq!(table.findings(), ["1.3 step 1 illegal PM-2.3"]);
    assert_eq!(table.open(), ["Bo: play"]);
}

#[test]
fn pm_2_3_a_hand_that_is_short_again_is_filled_again() {
    let rules = "refill_order = \"either\"\ndisplay_refill = \"end-of-turn\"";
    let full = under(rules, &["Ada: play GR6 at 1; draw SP1; display GR5"]);
    assert_eq!(full.open(), [": refill"]);
    let short = full.records(&["Ada: keep SP1 ! let stand"]);
    assert_eq!(short.open(), ["Ada: draw"], "the hand was begun, and is finished first");
    short.forbids("Bo: play GR1 at 2", "PM-2.3", "");
    assert_eq!(short.records(&["Ada: draw; refill 1"]).open(), ["Bo: play"]);
}

#[test]
fn pm_2_3_a_hand_that_was_begun_is_finished_first_whatever_was_let_stand() {
    let begun = under("refill_order = \"either\"\ndisplay_refill = \"end-of-turn\"", &["Ada: play GR6 at 1; draw SP1"]);
    assert_eq!(begun.open(), [": display"]);
    let pest = begun.records(&["Ada: feeder crow ! turned up by mistake"]);
    assert_eq!(
        (pest.open(), pest.records(&["Ada: lose BL3"]).open()),
        (vec!["Ada: lose".to_owned()], vec![": display".to_owned()])
    );
}

#[test]
fn pm_2_5_who_holds_no_bird_is_passed_over() {
    let table = without_deck(&TURNS);
    let told = table.tells(&[LAST_OF_BO]);
    assert!(told.contains(&"PM-2.5: Cy holds no bird and is passed over".to_owned()), "{told:#?}");
    table.records(&[LAST_OF_BO]).forbids("Cy: play BU2 at 2", "PM-1.6", "it is Ada's turn").allows("Ada: play BU2 at 2");
}

#[test]
fn pm_2_5_who_holds_a_bird_is_not() {
    let table = under("", &["Ada: play GR1 at 2; draw"]);
    assert_eq!(table.open(), ["Bo: play"]);
    table.forbids("Cy: play GR2 at 2", "PM-1.6", "it is Bo's turn");
}
