//! BL-2.2 to BL-2.5 and BL-2.8: values, sums, differences, and what a capture takes.

use crate::blulu::table::{Table, after, under};

const BOTH: &str = "deck = \"pawns-and-courts\"";

fn both(arithmetic: &str, deal: &str) -> Table {
    under(&format!("{BOTH}\narithmetic = \"{arithmetic}\""), &[deal])
}

#[test]
fn bl_2_2_an_ace_is_1_and_a_crown_10() {
    let table = after(&["deal AM 9LK CM 5SW"]);
    table.allows("Ada: capture C with AS 9WY").allows("Ada: capture 9 with CS AS").allows("Ada: capture A with CS 9WY");
    table.forbids("Ada: capture C with 2MK 9WY", "BL-2.3", "9WY and 2MK make 9 + 2 = 11 or 9 − 2 = 7, and not the Crown");
    table.forbids("Ada: capture A with 2MK 4WL", "BL-2.3", "and not the Ace");
}

#[test]
fn bl_2_2_a_pawn_and_a_court_are_0() {
    let table = both("sum-or-difference", "deal 7SK PMSL TMWK CM");
    table.allows("Ada: capture 7 with 7WY TSWY").allows("Ada: capture C with CS PWLY").allows("Ada: capture P with 4WL 4MS");
    table.forbids("Ada: capture P with 4WL 5SW", "BL-2.3", "and not the Pawn");
}

#[test]
fn bl_2_3_a_pair_reaches_its_sum_and_its_difference() {
    let table = after(&["deal 4MS 7SK 9LK CM"]);
    table.allows("Ada: capture 4 with 6MW 2MK").allows("Ada: capture 4 with 3MW AM").allows("Ada: capture C with 6MW 4WL");
    table.forbids("Ada: capture 7 with 6MW 2MK", "BL-2.3", "6MW and 2MK make 6 + 2 = 8 or 6 − 2 = 4, and not the 7");
    assert!(table.verdict("Ada: capture 7 with 6MW 2MK").rules.is_empty(), "no table rule decides that");
}

#[test]
fn bl_2_3_a_rank_that_does_not_lie_there_is_not_captured() {
    let table = after(&["deal 4MS 7SK 9LK CM"]);
    table.excludes("Ada: capture 5 with 2MK 3MW", "TB-4", "no 5 lies on the table; there are 4s, 7s, 9s and Crowns");
    table.excludes("Ada: capture P with 2MK 2SY", "TB-4", "no Pawn lies on the table").allows("Ada: capture 4 with 2MK 2SY");
    let empty = under::<&str>("hand = 6\ntable = 0", &[]);
    empty.excludes("Ada: capture 5 with 2MK 3MW", "TB-4", "the table is empty");
}

#[test]
fn bl_2_3_two_of_a_rank_capture_that_rank_always() {
    for arithmetic in ["sum-or-difference", "difference", "sum-and-difference"] {
        let table = both(arithmetic, "deal 7SK AM CM 9LK");
        table.allows("Ada: capture 7 with 7WY 7ML").allows("Ada: capture C with CS CL");
        table.forbids("Ada: capture 9 with 7WY 7ML", "BL-2.3", "7 − 7 = 0 or two 7s, and not the 9");
    }
    let either = after(&["deal 4MS 7SK 9LK CM"]);
    either.forbids("Ada: capture 9 with 7WY 7ML", "BL-2.3", "7WY and 7ML make 7 + 7 = 14, 7 − 7 = 0 or two 7s, and not the 9");
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
fn bl_2_7_under_own_rank_only_the_own_rank_would_have_been_captured() {
    let own = under("pairs = \"own-rank\"", &["deal 4MS CM AY 9LK"]);
    own.allows("Ada: trail 2MK 2SY").allows("Ada: trail 5ML 5YK");
    own.forbids("Ada: trail 4WL 4YK", "BL-2.7", "capture the 4: two 4s");
    let any = after(&["deal 4MS CM AY 9LK"]);
    any.forbids("Ada: trail 2MK 2SY", "BL-2.7", "capture the 4: 2 + 2 = 4").forbids("Ada: trail 5ML 5YK", "BL-2.7", "5 + 5 = 10");
    assert_eq!(
        any.decided("Ada: trail 2MK 2SY"),
        "arithmetic = sum-or-difference; under difference it would be legal, pairs = any; under own-rank it would be legal, must_capture = \
         hand; under never it would be legal"
    );
    // Nor is it a revoke, when it comes to light that both were in the hand.
    let later = ["Ada: trail 2MK 5ML", "Bo: capture 4 with 7SK 3MW", "Ada: trail 2SY CS"];
    let of = |rules: &str| under(rules, &[&["deal 4MS CK 9LK CM"], &later[..]].concat()).findings();
    assert_eq!(of("pairs = \"own-rank\""), [""; 0]);
    assert_eq!(of(""), ["1.2 step 1 revoke BL-2.7"]);
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
fn bl_2_4_a_capture_takes_all_cards_of_the_rank() {
    let table = after(&["deal 4MS 4WL 7SK CM"]).records(&["Ada: capture 4 with 2MK 6MW"]);
    assert_eq!(table.lying(), "7SK CM");
    assert_eq!(table.state()["players"][0]["captured"]["cards"], serde_json::json!(["2MK", "4MS", "4WL", "6MW"]));
    table.excludes("Bo: capture 4 with 3MW AM", "TB-4", "no 4 lies on the table");
}

#[test]
fn bl_2_4_sum_and_difference_leave_nothing_out() {
    let table = both("sum-and-difference", "deal 4MS CM 9LK 4WL");
    table.forbids("Ada: capture 4 with 7SK 3MW", "BL-2.4", "reaches the Crown too: 7 + 3 = 10, and CM would be left lying");
    table.forbids("Ada: capture C with 7SK 3MW", "BL-2.4", "reaches the 4 too: 7 − 3 = 4, and 4MS 4WL would be left lying");
    table.allows("Ada: capture 4 C with 7SK 3MW").allows("Ada: capture C with 6MW 4YK");
    let taken = table.records(&["Ada: capture C 4 with 7SK 3MW"]);
    assert_eq!((taken.lying().as_str(), &taken.state()["players"][0]["captured"]["count"]), ("9LK", &5.into()));
}

#[test]
fn bl_2_4_what_was_left_out_stays() {
    let table =
        under(&format!("{BOTH}\narithmetic = \"sum-and-difference\""), &["deal 4MS CM 9LK 4WL", "Ada: capture 4 with 7SK 3MW"]);
    assert_eq!((table.findings(), table.lying()), (vec!["1.2 step 1 illegal BL-2.4".to_owned()], "9LK CM".to_owned()));
    assert_eq!(
        table.rule().as_deref(),
        Some("arithmetic = sum-and-difference; under sum-or-difference or difference it would be legal")
    );
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

#[test]
fn bl_2_5_the_player_names_which() {
    let table = after(&["deal 4MS CM 9LK AM"]);
    assert_eq!(table.records(&["Ada: capture 4 with 7SK 3MW"]).lying(), "AM 9LK CM");
    assert_eq!(table.records(&["Ada: capture C with 7SK 3MW"]).lying(), "AM 4MS 9LK");
    let differences = both("difference", "deal 7SK PMSL CM 9LK");
    differences.forbids("Ada: capture 7 P with 7WY 7ML", "BL-2.5", "2 ranks").allows("Ada: capture P with 7WY 7ML");
    both("sum-and-difference", "deal 7SK PMSL CM 9LK").allows("Ada: capture 7 P with 7WY 7ML");
}

#[test]
fn bl_2_8_pawns_and_courts_are_captured_apart() {
    let table = both("sum-or-difference", "deal PMSL TMWK 9LK TSWY");
    assert_eq!(table.records(&["Ada: capture P with 7SK 7WY"]).lying(), "9LK TMWK TSWY");
    assert_eq!(table.records(&["Ada: capture T with 7SK 7WY"]).lying(), "9LK PMSL");
    table.forbids("Ada: capture P T with 7SK 7WY", "BL-2.5", "the Pawn and the Court are 2 ranks");
}

#[test]
fn bl_2_8_both_are_reached_by_0() {
    let table = both("sum-and-difference", "deal PMSL TMWK 9LK TSWY");
    table.allows("Ada: capture P T with 7SK 7WY").forbids(
        "Ada: capture P with 7SK 7WY",
        "BL-2.4",
        "TMWK TSWY would be left lying",
    );
    table.allows("Ada: capture P T with PWLY TMLY");
    both("sum-and-difference", "deal PMSL AM 9LK CM").allows("Ada: capture P with TMWK TSWY");
}

#[test]
fn of_a_captures_cards_what_takes_a_rank_that_was_named_is_offered_first() {
    let table = after(&["deal 4MS CM 9LK AM"]);
    let offered = |tried: &str| table.verdict(tried).alternatives[..2].to_vec();
    assert_eq!(offered("Ada: capture 4 9 with 7SK 3MW"), ["capture 4 with 3MW 7SK", "capture C with 3MW 7SK"]);
    assert_eq!(offered("Ada: capture 9 C with 7SK 3MW"), ["capture C with 3MW 7SK", "capture 4 with 3MW 7SK"]);
}
