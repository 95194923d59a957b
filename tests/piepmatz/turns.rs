//! PM-2: a turn.

use crate::{
    judged::Table,
    table::{after, drained, has, log_of, perch, texts, under},
};

#[test]
fn pm_2_1_a_turn_plays_a_bird() {
    let table = after::<&str>(&[]);
    table.forbids("Ada: draw", "PM-2.1", "Ada has to play a bird first").forbids("Ada: keep GR1", "PM-2.1", "Ada has to play");
    table.forbids("Ada: refill 1", "PM-2.1", "Ada has to play").forbids("Ada: lose 1", "PM-2.1", "").allows("Ada: play GR1 at 1");
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
    table.forbids("Bo: play GR1 at 2", "PM-2.3", "Ada holds 3 birds and has to draw first").allows("Ada: draw; Bo: play GR1 at 2");
    let kept = after(&["Ada: play GR2 at 2; keep GR1"]);
    kept.forbids("Ada: draw; refill 1", "PM-2.3", "Ada holds 3 birds").allows("Ada: draw; draw");
    assert_eq!(kept.records(&["Ada: draw; draw"]).open(), ["Bo: play"]);
}

#[test]
fn pm_2_3_no_fifth_bird() {
    after(&["Ada: play GR1 at 2; draw"]).forbids("Ada: draw", "PM-1.6", "it is Bo's turn");
    let table = after(&["Ada: play GR6 at 1; draw"]);
    table.forbids("Ada: draw", "PM-2.4", "slot 3 has to be refilled first").allows("Ada: refill 1");
}

#[test]
fn pm_2_3_a_bird_is_drawn_from_the_display_or_unseen() {
    let table = after(&["Ada: play GR1 at 2"]);
    table.allows("Ada: draw").allows("Ada: draw SP1").excludes("Ada: draw GR5", "TB-4", "there are SP1, BU2 and YE5");
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
    table.excludes("Ada: display SP1 SP1", "TB-3", "SP1").allows("Ada: display SP1");
    table.allows("display GR5").forbids("Bo: display GR5", "PM-2.3", "");
    assert_eq!(texts(&table.records(&["Ada: display GR5"]).state()["display"]), "BU2 GR5 YE5");
}

/// Every bird of the deck drawn, one a turn: none is left to draw.
fn deck_drawn() -> Vec<String> {
    let mut lines = drained();
    // 54 are left. Kept birds make room for more.
    let birds: Vec<String> =
        ["SP", "BU", "GR", "YE", "BL"].iter().flat_map(|code| (1..=6).map(move |value| format!("{code}{value}"))).collect();
    let _ = birds;
    lines.truncate(1);
    lines
}

#[test]
fn pm_2_3_an_empty_deck_gives_nothing() {
    let table = crate::ending::played_out();
    assert_eq!((table.state()["bird_deck"].as_u64(), texts(&table.state()["display"])), (Some(0), String::new()));
    let turn = table.open()[0].split(':').next().expect("a name").to_owned();
    table.excludes(&format!("{turn}: draw"), "PM-2.3", "the bird deck is empty");
    let _ = deck_drawn();
}

#[test]
fn pm_2_4_slots_are_refilled_last() {
    let table = after(&["Ada: play GR6 at 1"]);
    table.forbids("Ada: refill 1", "PM-2.3", "Ada holds 3 birds and has to draw first");
    let table = table.records(&["Ada: draw"]);
    assert_eq!(table.open(), [": refill"]);
    table.forbids("Bo: play GR1 at 2", "PM-2.4", "slot 3 has to be refilled first in Ada's turn").allows("Ada: refill 1");
    table.allows("refill 1").forbids("Bo: refill 1", "PM-2.4", "");
}

#[test]
fn pm_2_4_with_no_slot_empty_nothing_is_refilled() {
    let table = after(&["Ada: play GR1 at 2; draw"]);
    table.forbids("Ada: refill 1", "PM-1.6", "it is Bo's turn").forbids("refill 1", "PM-2.1", "").allows("Bo: play GR1 at 2");
}

#[test]
fn pm_2_4_a_forgotten_refill_is_found_once() {
    let lines = ["Ada: play GR6 at 1; draw", "Bo: play GR1 at 2; draw; refill 2", "Cy: play GR1 at 2; draw"];
    let table = Table::of(&log_of(3, "", &lines));
    assert_eq!(table.findings(), ["1.3 step 1 illegal PM-2.4"]);
    assert_eq!(has(&table, 0), "BL3; 3");
}

#[test]
fn pm_2_3_a_forgotten_draw_is_made_up_for_in_the_next_turn() {
    let lines = ["Ada: play GR1 at 2", "Bo: play GR1 at 2; draw", "Cy: play GR2 at 2; draw", "Ada: play SP1 at 2; draw; draw"];
    let table = Table::of(&log_of(3, "", &lines));
    assert_eq!(table.findings(), ["1.3 step 1 illegal PM-2.3"]);
    assert_eq!(table.open(), ["Bo: play"]);
}

#[test]
fn pm_2_5_who_holds_no_bird_is_passed_over() {
    let table = crate::ending::played_out();
    let told = crate::ending::last_birds(&table);
    assert!(told.iter().any(|line| line.starts_with("PM-2.5") && line.contains("holds no bird and is passed over")), "{told:?}");
}

#[test]
fn pm_2_5_who_holds_a_bird_is_not() {
    let table = under("", &["Ada: play GR1 at 2; draw"]);
    assert_eq!(table.open(), ["Bo: play"]);
    table.forbids("Cy: play GR2 at 2", "PM-1.6", "it is Bo's turn");
}
