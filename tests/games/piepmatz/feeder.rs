//! PM-4: refilling the slots.

crate::tables::tables! { "piepmatz/feeder":
    fn pm_4_1_lowest_slot_first_in_the_order_drawn;
    fn pm_4_1_as_many_as_it_takes;
    fn pm_4_1_or_as_there_were;
    fn pm_4_1_with_the_deck_empty_nothing_is_written;
    fn pm_4_2_a_pest_lies_beside_the_lowest_slot_without_one;
    fn pm_4_2_a_fifth_is_discarded;
    fn pm_4_3_discards_never_come_back;
    fn pm_4_3_a_bird_lost_to_a_crow_is_out_of_the_game;
    fn the_deck_is_counted_down_to_the_card;
}
