//! Short forms.

crate::tables::tables! { "piepmatz/shorthand":
    fn the_table_is_laid_out_with_cards_alone;
    fn a_bird_and_a_perch_are_a_play;
    fn a_turn_in_one_line;
    fn where_one_thing_is_open_its_arguments_suffice;
    fn a_bird_that_can_be_drawn_or_kept_is_asked_about;
    fn the_last_choice;
    fn what_is_no_short_form_is_told;
}
