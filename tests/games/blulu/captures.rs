//! BL-2.2 to BL-2.5 and BL-2.8: values, sums, differences, and what a capture takes.

crate::tables::tables! { "blulu/captures":
    fn bl_2_2_an_ace_is_1_and_a_crown_10;
    fn bl_2_2_a_pawn_and_a_court_are_0;
    fn bl_2_3_a_rank_that_does_not_lie_there_is_not_captured;
    fn bl_2_3_two_of_a_rank_capture_that_rank_always;
    fn bl_2_7_under_own_rank_only_the_own_rank_would_have_been_captured;
    fn bl_2_4_a_capture_takes_all_cards_of_the_rank;
    fn bl_2_4_sum_and_difference_leave_nothing_out;
    fn bl_2_4_what_was_left_out_stays;
    fn bl_2_5_the_player_names_which;
    fn bl_2_8_pawns_and_courts_are_captured_apart;
    fn bl_2_8_both_are_reached_by_0;
    fn bl_2_3_a_pair_reaches_its_sum_and_its_difference;
    fn bl_2_3_under_own_rank_two_of_a_rank_capture_nothing_else;
    fn bl_2_3_by_difference_alone_sums_capture_nothing;
    fn bl_2_5_one_rank_is_captured_in_a_turn;
    fn of_a_captures_cards_what_takes_a_rank_that_was_named_is_offered_first;
}
