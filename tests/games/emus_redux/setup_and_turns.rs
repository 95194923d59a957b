//! RX-1 and RX-2: players, the deck, turns.

use crate::emus_redux::table::{after, legal, log_of};
use fowlplay::{log::Log, referee};

#[test]
fn rx_1_1_six_cards_each_are_dealt_from_62() {
    let three = after(&[""; 0]).state();
    assert_eq!((&three["draw_pile"]["more"], three["unaccounted"].as_array().map(Vec::len)), (&44.into(), Some(62)));
    assert_eq!(three["players"][2]["hand"]["count"], 6);
    let four = legal(&log_of(4, "", &[""; 0])).state();
    assert_eq!((&four["draw_pile"]["more"], &four["players"][3]["hand"]["count"]), (&38.into(), &6.into()));
}

#[test]
fn rx_1_1_three_or_four_play() {
    for players in [2, 5] {
        let names = &["Ada", "Bo", "Cy", "Di", "Eve"][..players];
        let text = format!("fowlplay = 1\ngame = \"emus-redux\"\nplayers = {names:?}\n");
        let error = referee::open(Log::parse(text).expect("a log")).err().expect("they can't play").to_string();
        assert!(error.contains(&format!("{players} players are named")), "{error}");
        assert!(error.contains("RX-1.1") && error.contains("three or four players"), "{error}");
    }
}

crate::tables::tables! { "emus_redux/setup_and_turns":
    fn rx_1_1_there_are_two_of_each_number_card_and_excuse;
    fn rx_1_1_there_is_one_of_each_ace_and_crown;
    fn rx_1_2_turns_go_clockwise_from_the_first;
    fn rx_1_2_after_a_turn_out_of_turn_the_next_seat_goes_on;
    fn rx_1_2_anyone_may_be_first;
    fn rx_2_1_the_action_is_not_left_out;
    fn rx_2_1_the_draw_is_not_left_out;
    fn rx_2_1_neither_is_done_twice;
    fn rx_2_2_the_last_draw_ends_the_year_at_once;
    fn rx_2_2_a_card_from_a_discard_pile_or_the_market_does_not_end_it;
    fn rx_2_2_a_second_year_is_not_begun;
}
