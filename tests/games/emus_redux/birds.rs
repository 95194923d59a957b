//! RX-3.1 to RX-3.4: hatching, growing, suits and ranks of a bird.

crate::tables::tables! { "emus_redux/birds":
    fn rx_3_1_a_bird_starts_with_a_card_from_the_hand;
    fn rx_3_1_birds_are_numbered_as_they_hatch;
    fn rx_3_2_a_card_goes_on_top;
    fn rx_3_2_only_own_birds_grow;
    fn rx_3_2_a_card_comes_from_the_hand;
    fn rx_3_3_a_card_shares_a_suit_with_the_bird;
    fn rx_3_3_all_cards_share_it;
    fn rx_3_3_comes_before_rx_3_4;
    fn rx_3_4_the_second_card_fixes_the_direction;
    fn rx_3_4_two_copies_never_stand_on_one_another;
    fn rx_3_4_a_bird_out_of_order_takes_nothing_more;
    fn what_is_offered_instead_begins_with_the_same_card_elsewhere;
}
