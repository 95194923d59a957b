//! BL-2.7: trailing although something could be captured, seen at once or proved later.

use crate::blulu::table::{after, under};

const DEAL: &str = "deal 7SK 7WY 7ML 8YK";
/// 13 and 5 reach nothing there.
const TRAIL: &str = "Ada: trail 4WL 9LK";
const BO: &str = "Bo: trail 2SY 3MW";

#[test]
fn bl_2_7_an_innocent_trail_is_never_reported() {
    let lines = [DEAL, TRAIL, "Bo: trail CM CS", "Ada: trail 6MW 6LK", "Bo: trail 8MS 9WY"];
    assert_eq!(under("", &lines).findings(), [""; 0]);
}

#[test]
fn bl_2_7_under_never_any_cards_are_trailed() {
    let lines = [DEAL, "Ada: trail 2MK 5SW", BO, "Ada: trail 9LK 3SK"];
    assert_eq!(under("must_capture = \"never\"", &lines).findings(), [""; 0]);
}

/// A round up to its last deal but for Ada's last turn.
const TO_THE_LAST_TURNS: [&str; 15] = [
    "deal 3MW 3LY 5SW CY",
    "Ada: capture 5 with 4YK 9MS",
    "Bo: capture 3 with 5ML 8YK",
    "Ada: trail 8MS CL",
    "Bo: trail AW 8WL",
    "Ada: capture 8 with AL 9WY",
    "Bo: capture A with AY 2MK",
    "Ada: trail 2WL 6SY",
    "Bo: trail 6MW CM",
    "Ada: capture 6 with 2SY 4MS",
    "Bo: capture 2 with 7ML 9LK",
    "Ada: trail AK 3SK",
    "Bo: trail AS CK",
    "Ada: capture C with 4WL 6LK",
    "Bo: trail CS CW",
];

#[test]
fn a_card_that_was_worked_out_was_not_shown() {
    let table = after(&TO_THE_LAST_TURNS).records(&["Ada: shows AM 7SK"]);
    let elsewhere = |line: &str| {
        let lines = table.verdict(line).moved_by.into_iter();
        lines.map(|elsewhere| elsewhere.text).collect::<Vec<_>>()
    };
    assert_eq!(elsewhere("Ada: trail 5YK 7SK"), ["5YK: worked out or taken at the end when Ada played"]);
    assert_eq!(elsewhere("Bo: shows AM"), ["AM: shown by Ada"]);
}
