//! PM-1.2 and PM-2.2: eggs, and keeping a bird.

use crate::piepmatz::table::after;

#[test]
fn what_is_offered_instead_of_a_draw_reminds_nobody_of_a_bird_that_was_shown() {
    let table = after(&["Ada: shows SP2", "Ada: play GR3 at 2"]);
    table.allows("Ada: keep SP2");
    assert_eq!(table.verdict("Ada: draw CH4").alternatives, ["draw", "draw YE5", "draw BU2"]);
    let verdict = table.verdict("Ada: draw SP3");
    assert_eq!(
        (&*verdict.alternatives.join(", "), &verdict.hints[..]),
        ("draw, draw SP1, draw BU2", &["keep a bird", "and more"][..])
    );
}

crate::tables::tables! { "piepmatz/keeping":
    fn pm_1_2_a_bird_shows_half_its_value_in_eggs_rounded_up;
    fn pm_1_2_eggs_are_no_points_without_the_majority;
    fn pm_2_2_a_bird_is_kept_where_there_was_no_fight;
    fn pm_2_2_of_no_higher_value;
    fn pm_2_2_a_later_step_declines_it;
    fn pm_2_2_only_one_is_kept;
    fn pm_2_2_a_queue_as_high_as_the_bird_is_no_fight;
}
