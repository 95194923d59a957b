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

crate::tables::tables! { "piepmatz/turns":
    fn pm_2_1_a_turn_plays_a_bird;
    fn pm_2_1_a_turn_plays_one_bird;
    fn pm_4_1_nothing_is_refilled_from_the_empty_deck;
    fn pm_2_1_it_goes_to_the_end_of_the_queue;
    fn pm_2_1_a_left_out_play_lapses;
    fn pm_2_3_the_hand_is_filled_up_to_four;
    fn pm_2_3_no_fifth_bird;
    fn pm_2_3_a_bird_is_drawn_from_the_display_or_unseen;
    fn pm_2_3_a_bird_of_the_display_is_replaced;
    fn pm_2_4_slots_are_refilled_before_the_hand;
    fn pm_2_4_what_is_done_too_early_is_found_once_and_the_other_is_still_due;
    fn pm_2_4_with_no_slot_empty_nothing_is_refilled;
    fn pm_2_4_a_forgotten_refill_is_found_once;
    fn pm_2_3_a_forgotten_draw_is_made_up_for_in_the_next_turn;
    fn pm_2_3_a_hand_that_is_short_again_is_filled_again;
    fn pm_2_3_a_hand_that_was_begun_is_finished_first_whatever_was_let_stand;
    fn pm_2_5_who_holds_a_bird_is_not;
}
