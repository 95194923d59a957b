//! ER-5: laying down, and being done.

use crate::emu_ranchers::table::ended;
use fowlplay::{log::Log, referee};

const BIRDS: [&str; 2] = ["Ada: hatch 7SK; draw", "Bo: hatch 2WL; draw"];
const KEPT: &str = "8MS 9MS CS 9LK CK 3MW 5SW 9WY";

#[test]
fn er_5_3_who_has_no_bird_can_only_be_done_and_everybody_sees_it() {
    let only = |lines: &[&str]| {
        let log = Log::parse(ended(lines, KEPT).records(&["Ada: done"]).text()).expect("a log");
        referee::open(log).expect("known").only_step().map(|offer| (offer.step, offer.openly_forced))
    };
    assert_eq!(only(&BIRDS[..1]), Some(("done".to_owned(), true)));
    assert_eq!(only(&BIRDS), None, "Bo may lay a card");
}

crate::tables::tables! { "emu_ranchers/years_end":
    fn er_5_1_cards_are_laid_one_after_another;
    fn er_5_1_what_is_laid_must_fit;
    fn a_card_that_can_be_laid_by_one_is_that_players;
    fn er_5_1_cards_are_laid_on_own_birds_from_the_hand;
    fn er_5_1_nothing_is_laid_before_the_years_end;
    fn er_5_2_nothing_is_hatched_or_drawn_after_the_years_end;
    fn er_5_2_hatching_and_drawing_go_on_until_then;
    fn er_5_2_an_unseen_draw_has_no_effect;
    fn er_5_3_who_is_done_lays_no_more;
    fn er_5_3_the_year_is_over_when_all_are_done;
    fn er_5_3_when_it_is_over_nothing_more_is_done_in_it;
    fn er_5_3_cards_left_in_hand_count_as_that_hand_until_the_year_is_over;
    fn er_5_3_hands_are_new_in_the_next_year;
}
