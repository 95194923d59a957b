//! RX-1.3 and RX-4.5: laying the market out, and taking from it.

crate::tables::tables! { "emus_redux/market":
    fn rx_1_3_two_cards_for_each_player_are_laid_out;
    fn rx_1_3_the_market_is_the_first_step;
    fn rx_1_3_a_missing_market_lapses;
    fn rx_1_3_another_number_of_cards_is_counted;
    fn rx_1_3_only_pawns_and_courts_two_of_each_can_be_there;
    fn rx_1_3_it_is_laid_out_once;
    fn rx_4_5_a_market_card_is_taken_after_any_action;
    fn rx_4_5_only_twice_in_the_game;
    fn rx_4_5_a_third_one_let_stand_is_in_the_hand;
    fn rx_4_5_a_pawn_or_court_from_a_discard_pile_is_no_market_card;
    fn rx_4_5_after_play_only_after_hatching_or_growing;
    fn rx_4_5_under_any_turn_a_discard_is_no_matter;
    fn rx_4_5_the_clause_is_quoted_as_the_rule_has_it;
    fn rx_4_2_what_may_not_be_taken_is_not_offered;
}
