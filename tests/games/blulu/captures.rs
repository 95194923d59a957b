//! BL-2.2 to BL-2.5 and BL-2.8: values, sums, differences, and what a capture takes.

use crate::blulu::table::{Table, after, under};

const BOTH: &str = "deck = \"pawns-and-courts\"";

fn both(arithmetic: &str, deal: &str) -> Table {
    under(&format!("{BOTH}\narithmetic = \"{arithmetic}\""), &[deal])
}

#[test]
fn bl_2_3_a_pair_reaches_its_sum_and_its_difference() {
    let table = after(&["deal 4MS 7SK 9LK CM"]);
    table.allows("Ada: capture 4 with 6MW 2MK").allows("Ada: capture 4 with 3MW AM").allows("Ada: capture C with 6MW 4WL");
    table.forbids("Ada: capture 7 with 6MW 2MK", "BL-2.3", "6MW and 2MK make 6 + 2 = 8 or 6 − 2 = 4, and not the 7");
    assert!(table.verdict("Ada: capture 7 with 6MW 2MK").rules.is_empty(), "no table rule decides that");
}

#[test]
fn bl_2_3_under_own_rank_two_of_a_rank_capture_nothing_else() {
    for arithmetic in ["sum-or-difference", "difference", "sum-and-difference"] {
        let rules = |pairs| format!("{BOTH}\narithmetic = \"{arithmetic}\"\npairs = \"{pairs}\"");
        let own = under(&rules("own-rank"), &["deal 5SW CM PMSL 9LK"]);
        own.allows("Ada: capture 5 with 5ML 5YK").allows("Ada: capture P with PWLY PSWK").allows("Ada: capture 5 with 9WY 4WL");
        own.forbids("Ada: capture P with 5ML 5YK", "BL-2.3", "5ML and 5YK capture 5s and nothing else, not the Pawn");
        assert_eq!(own.decided("Ada: capture P with 4WL 4MS"), "pairs = own-rank; under any it would be legal");
        // Among all that a pair reaches, the others are not left out.
        assert!(own.legal().contains(&"Ada: capture 5 with 5ML 5YK".to_owned()));
        assert!(!own.legal().iter().any(|step| step.starts_with("Ada: capture 5 P with") || step.ends_with("with 2MK 2SY")));
        let any = under(&rules("any"), &["deal CM PMSL 9LK 2WL"]);
        if arithmetic != "sum-and-difference" {
            any.allows("Ada: capture P with 5ML 5YK");
        }
    }
}

#[test]
fn bl_2_3_by_difference_alone_sums_capture_nothing() {
    let table = both("difference", "deal 4MS CM 9LK AM");
    table.allows("Ada: capture 4 with 7SK 3MW").forbids(
        "Ada: capture C with 7SK 3MW",
        "BL-2.3",
        "7SK and 3MW make 7 − 3 = 4, and not the Crown",
    );
    assert_eq!(
        table.decided("Ada: capture C with 7SK 3MW"),
        "arithmetic = difference; under sum-or-difference it would be legal"
    );
    table.allows("Ada: trail 2MK 8YK").forbids("Ada: trail 2MK 6SY", "BL-2.7", "6SY and 2MK capture the 4: 6 − 2 = 4");
}

#[test]
fn bl_2_5_one_rank_is_captured_in_a_turn() {
    let table = after(&["deal 4MS CM 9LK AM"]);
    table.forbids("Ada: capture 4 C with 7SK 3MW", "BL-2.5", "the 4 and the Crown are 2 ranks, and a turn captures one");
    assert_eq!(
        table.decided("Ada: capture 4 C with 7SK 3MW"),
        "arithmetic = sum-or-difference; under sum-and-difference it would be legal"
    );
    table.forbids("Ada: capture 4 9 with 7SK 3MW", "BL-2.3", "and not the 9");
}

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
    fn of_a_captures_cards_what_takes_a_rank_that_was_named_is_offered_first;
}
