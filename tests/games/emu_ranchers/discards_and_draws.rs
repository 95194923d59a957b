//! ER-4: discarding and drawing.

crate::tables::tables! { "emu_ranchers/discards_and_draws":
    fn er_4_1_discards_go_face_up_on_the_one_pile;
    fn er_4_1_a_discard_comes_from_the_hand;
    fn er_4_2_after_a_discard_no_discard_is_taken;
    fn er_4_2_after_a_discard_a_card_is_drawn;
    fn er_4_2_a_discard_taken_all_the_same_is_in_the_hand;
    fn er_4_3_only_the_top_card_is_taken;
    fn er_4_3_a_card_in_no_discard_pile_cannot_be_taken;
    fn er_4_3_after_hatching_or_growing_both_piles_are_open;
    fn er_4_3_what_lay_below_is_on_top_afterwards;
    fn er_4_4_a_card_taken_is_known_to_be_in_that_hand;
    fn er_4_4_a_card_drawn_is_unseen;
    fn er_4_4_a_card_named_as_it_is_drawn_is_known_from_then_on;
}
