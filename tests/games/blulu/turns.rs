//! BL-2.1 and BL-2.6, and where the cards of a turn come from.

crate::tables::tables! { "blulu/turns":
    fn bl_2_1_a_turn_plays_exactly_two_cards;
    fn bl_2_1_a_wrong_number_is_done_all_the_same;
    fn tb_3_an_impossible_step_ends_the_check_after_its_illegal_side;
    fn bl_2_6_trailed_cards_lie_on_the_table;
    fn bl_2_6_who_can_capture_does_not_trail;
    fn tb_5_cards_are_shown_in_a_round_only;
    fn bl_2_1_the_one_card_that_is_left_after_a_wrong_turn_is_played_alone;
    fn tb_3_cards_are_played_from_the_hand;
    fn tb_3_dealt_cards_come_from_the_deck;
}
