//! ER-1 and ER-2: setup, turns, the end of a year.

use crate::emu_ranchers::table::{done_year, log_of_years};
use crate::judged::Table;
use fowlplay::{log::Log, referee};

#[test]
fn er_1_1_no_more_and_no_less_than_two_play() {
    for players in ["\"Ada\"", "\"Ada\", \"Bo\", \"Cy\""] {
        let text = format!("fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [{players}]\n");
        let Err(error) = referee::open(Log::parse(text).expect("a log")) else { panic!("{players} can play") };
        assert!(error.to_string().contains("ER-1.1"), "{error}");
    }
}

#[test]
fn er_1_3_counts_from_the_year_as_it_was_written() {
    let year = done_year("Ada", &[]);
    let table = Table::of(&log_of_years("years = 3", &[("Ada", &year), ("Ada", &year), ("Bo", &[])]));
    assert_eq!(table.findings(), ["2.0 step 0 illegal ER-1.3"]);
}

crate::tables::tables! { "emu_ranchers/setup_and_turns":
    fn er_1_1_the_deck_is_the_basic_one;
    fn er_1_1_six_cards_each_are_dealt_and_24_are_left;
    fn er_1_2_who_is_first_takes_the_first_turn;
    fn er_1_2_turns_alternate;
    fn er_1_2_an_act_out_of_turn_is_done_and_the_other_player_is_next;
    fn er_1_3_the_same_player_is_not_first_again;
    fn er_1_3_who_went_second_goes_first;
    fn er_2_1_the_draw_is_not_left_out;
    fn er_2_1_a_forced_draw_is_written_too;
    fn er_2_1_the_action_is_not_left_out;
    fn er_2_1_nothing_is_done_twice;
    fn er_2_1_only_who_just_drew_draws_twice;
    fn er_2_1_a_turn_is_one_action_and_one_draw;
    fn er_2_1_laying_down_is_no_turn;
    fn er_2_2_the_last_draw_ends_the_year_at_once;
    fn er_2_2_growing_after_the_year_is_recorded_as_laying;
    fn er_2_2_a_card_from_the_discard_pile_does_not_end_it;
    fn er_2_2_a_turn_after_the_year_is_done_as_written;
}
