//! RX-5.1 to RX-5.3: laying down, and being done.

crate::tables::tables! { "emus_redux/years_end":
    fn rx_5_1_what_is_laid_must_fit;
    fn rx_5_1_nothing_is_laid_before_the_years_end;
    fn rx_5_2_nothing_is_hatched_or_drawn_after_the_years_end;
    fn rx_5_2_hatching_and_drawing_go_on_until_then;
    fn rx_5_3_who_is_done_lays_no_more;
    fn rx_5_3_the_year_is_over_when_all_are_done;
    fn rx_5_3_cards_left_in_hand_count_as_that_hand_until_the_year_is_over;
    fn rx_5_1_cards_are_laid_one_after_another_in_any_order;
}
