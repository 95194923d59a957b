//! BL-2.7: trailing although something could be captured, seen at once or proved later.

use crate::blulu::table::{Table, after, log_of, under};

const DEAL: &str = "deal 7SK 7WY 7ML 8YK";
/// 13 and 5 reach nothing there.
const TRAIL: &str = "Ada: trail 4WL 9LK";
const BO: &str = "Bo: trail 2SY 3MW";
/// Nothing that lies there now is 5 or 1; but with the 9 the 2 captured a 7.
const PROOF: &str = "Ada: trail 2MK 3SK";

/// Six cards a hand, and Bo plays first to an empty table.
fn six(lines: &[&str]) -> Table {
    Table::of(&log_of(&["Ada", "Bo"], "hand = 6\ntable = 0", &[("Ada", lines)]))
}

#[test]
fn bl_2_7_the_trailed_pair_is_judged_at_once() {
    let table = after(&[DEAL]);
    table.forbids("Ada: trail 2MK 5SW", "BL-2.7", "5SW and 2MK capture the 7: 5 + 2 = 7");
    table.forbids("Ada: trail 8MS 8WL", "BL-2.7", "8MS and 8WL capture the 8: two 8s");
    assert_eq!(
        table.decided("Ada: trail 2MK 5SW"),
        "arithmetic = sum-or-difference; under difference it would be legal, must_capture = hand; under never it would be legal"
    );
    table.allows(TRAIL).allows("Ada: trail 2MK 4WL");
}

#[test]
fn bl_2_7_cards_known_to_be_in_the_hand_are_judged_at_once() {
    let table = after(&[DEAL]).records(&["Ada: shows 2MK 5SW"]);
    table.forbids(TRAIL, "BL-2.7", "5SW and 2MK are known to be in Ada's hand, and capture the 7: 5 + 2 = 7");
    let table = after(&[DEAL]).records(&["Ada: shows 2MK"]);
    table.forbids(TRAIL, "BL-2.7", "9LK and 2MK are known to be in Ada's hand, and capture the 7: 9 − 2 = 7");
    table.allows("Ada: trail 4WL AM").allows("Ada: capture 7 with 2MK 9LK").allows("Ada: capture 7 with 3MW 4MS");
    table.records(&["Bo: shows 5SW"]).allows("Ada: trail 4WL AM");
}

#[test]
fn bl_2_7_the_first_pair_in_canonical_order_and_its_first_rank_are_named() {
    let table = after(&[DEAL]).records(&["Ada: shows 2MK 3MW 9LK"]);
    table.forbids("Ada: trail 3MW AM", "BL-2.7", "9LK and AM are known to be in Ada's hand, and capture the 8: 9 − 1 = 8");
    after(&["deal 4MS CM 9LK AM"]).forbids("Ada: trail 3MW 7SK", "BL-2.7", "7SK and 3MW capture the 4: 7 − 3 = 4");
}

#[test]
fn bl_2_7_a_card_trailed_later_proves_a_revoke() {
    let proved = after(&[DEAL, TRAIL, BO]).proves(&[PROOF]);
    assert_eq!(proved, ["1.2 revoke: 9LK and 2MK were both in Ada's hand, and would have captured the 7: 9 − 2 = 7"]);
    let stood = after(&[DEAL, TRAIL, BO]).proves(&["Ada: trail 2MK 5SW ! agreed"]);
    let other = "1.2 revoke: 5SW and 2MK were both in Ada's hand, and would have captured the 7: 5 + 2 = 7";
    assert_eq!(stood, [other], "what is let stand is no revoke");
    let table = under("", &[DEAL, TRAIL, BO, PROOF]);
    assert_eq!(
        (table.findings(), table.rule()),
        (
            vec!["1.2 step 1 revoke BL-2.7".to_owned()],
            Some("must_capture = hand; under pair or never it would be legal".to_owned())
        )
    );
    assert_eq!(table.lying(), "2MK 2SY 3MW 3SK 4WL 7SK 7WY 7ML 8YK 9LK", "it does not undo itself");
}

#[test]
fn bl_2_7_a_card_that_captures_proves_it_too() {
    let proved = after(&[DEAL, TRAIL, BO]).proves(&["Ada: capture 4 with 2MK 6LK"]);
    assert_eq!(proved, ["1.2 revoke: 6LK and 2MK were both in Ada's hand, and would have captured the 8: 6 + 2 = 8"]);
}

#[test]
fn bl_2_7_an_innocent_trail_is_never_reported() {
    let lines = [DEAL, TRAIL, "Bo: trail CM CS", "Ada: trail 6MW 6LK", "Bo: trail 8MS 9WY"];
    assert_eq!(under("", &lines).findings(), [""; 0]);
}

#[test]
fn bl_2_7_with_six_cards_the_proof_may_come_two_plays_later() {
    let lines = ["Bo: trail 3MW 4MS", "Ada: trail 8MS 8WL", "Bo: trail CM CS", "Ada: trail 9WY 9LK", "Bo: trail AM AS"];
    let table = six(&lines);
    assert_eq!(table.findings(), [""; 0]);
    let proved = table.proves(&["Ada: trail 5SW 7WY"]);
    assert_eq!(
        proved,
        [
            "1.2 revoke: 8MS and 5SW were both in Ada's hand, and would have captured the 3: 8 − 5 = 3",
            "1.4 revoke: 9WY and 5SW were both in Ada's hand, and would have captured the 4: 9 − 5 = 4",
        ],
        "both trails"
    );
}

#[test]
fn bl_2_7_cards_that_had_left_the_hand_prove_nothing() {
    let lines = ["Bo: trail 3MW 4MS", "Ada: trail 9WY 9LK", "Bo: trail CM CS", "Ada: trail 7SK 7WY", "Bo: trail 8MS 8WL"];
    let table = six(&lines);
    assert_eq!(table.proves(&["Ada: trail AM AS"]), [""; 0], "9 + 1 is 10, but the 9s were played when the Crowns lay there");
}

#[test]
fn bl_2_7_the_table_counts_as_it_lay_then() {
    let table = after(&[DEAL, TRAIL, BO]);
    assert_eq!(table.proves(&["Ada: trail 6MW 6LK"]), [""; 0], "9 − 6 is 3, but the 3 came after the trail");
}

#[test]
fn bl_2_7_shown_cards_prove_it() {
    let table = after(&[DEAL, TRAIL]);
    assert_eq!(table.proves(&["Ada: shows 2MK"]).len(), 1);
    assert_eq!(table.proves(&["Ada: shows CM"]), [""; 0]);
    assert_eq!(table.proves(&["Bo: shows 2MK"]), [""; 0], "another's cards prove nothing");
}

#[test]
fn bl_2_7_each_trail_is_reported_once() {
    let table = under("", &[DEAL, TRAIL, "Ada: shows 2MK", BO]);
    assert_eq!(table.findings(), ["1.2 step 1 revoke BL-2.7"]);
    assert_eq!(table.proves(&[PROOF]), [""; 0]);
    assert_eq!(table.records(&[PROOF]).findings(), ["1.2 step 1 revoke BL-2.7"]);
}

#[test]
fn bl_2_7_the_next_deal_proves_nothing_of_this_one() {
    let lines = [DEAL, TRAIL, "Bo: trail CM CS", "Ada: trail 6MW 6LK", "Bo: trail 8MS 9WY", "Ada: capture 7 with 2MK 9MS"];
    assert_eq!(under("", &lines).findings(), [""; 0]);
    let next = Table::of(&log_of(&["Ada", "Bo"], "", &[("Bo", &[DEAL, TRAIL]), ("Ada", &[DEAL, "Bo: trail CM CS", PROOF])]));
    assert_eq!(next.findings(), ["2.0 step 0 illegal BL-2.1"], "a round that was left is over");
}

#[test]
fn bl_2_7_an_overruled_trail_is_reported_as_overruled() {
    let stood = under("", &[DEAL, "Ada: trail 4WL 9LK ! Ada is five years old", BO]);
    assert_eq!(stood.findings(), [""; 0], "it has no effect as long as nothing is known");
    assert_eq!(stood.proves(&[PROOF]).len(), 1);
    assert_eq!(stood.records(&[PROOF]).findings(), ["1.2 step 1 overruled BL-2.7"]);
    let seen = under("", &[DEAL, "Ada: trail 2MK 5SW ! agreed", "Bo: trail CM CS", "Ada: trail 9LK 9WY"]);
    assert_eq!(seen.findings(), ["1.2 step 1 overruled BL-2.7"], "what was seen at once is not proved again");
}

#[test]
fn bl_2_7_a_trail_out_of_turn_can_be_a_revoke_too() {
    let table = under("", &[DEAL, "Bo: trail 4WL 9LK", "Ada: trail CM CS", "Bo: trail 2MK AM"]);
    assert_eq!(table.findings(), ["1.2 step 1 illegal BL-1.4", "1.2 step 1 revoke BL-2.7"]);
}

#[test]
fn bl_2_7_under_pair_only_the_trailed_cards_count() {
    let rules = "must_capture = \"pair\"";
    let table = under(rules, &[DEAL, "Ada: shows 2MK 5SW", TRAIL, BO]);
    assert_eq!(table.findings(), [""; 0]);
    table.forbids("Ada: trail 2MK 5SW", "BL-2.7", "5SW and 2MK capture the 3: 5 − 2 = 3");
    assert_eq!(table.decided("Ada: trail 2MK 5SW"), "must_capture = pair; under never it would be legal");
    assert_eq!(under(rules, &[DEAL, TRAIL, BO, PROOF]).findings(), [""; 0]);
}

#[test]
fn bl_2_7_under_never_any_cards_are_trailed() {
    let lines = [DEAL, "Ada: trail 2MK 5SW", BO, "Ada: trail 9LK 3SK"];
    assert_eq!(under("must_capture = \"never\"", &lines).findings(), [""; 0]);
}

#[test]
fn bl_2_7_by_difference_alone_sums_prove_nothing() {
    let lines = [DEAL, TRAIL, BO, "Ada: trail 3SK 4YK"];
    assert_eq!(under("", &lines).findings(), ["1.2 step 1 revoke BL-2.7", "1.4 step 1 illegal BL-2.7"], "4 + 3 is 7");
    assert_eq!(under("arithmetic = \"difference\"", &lines).findings(), [""; 0]);
}

#[test]
fn bl_2_7_the_legal_steps_draw_no_conclusion_from_earlier_trails() {
    let table = after(&[DEAL, TRAIL, BO]);
    let legal = table.legal();
    assert!(legal.contains(&"Ada: trail 2MK 3SK".to_owned()) && legal.contains(&"Ada: capture 7 with 2MK 5SW".to_owned()));
    table.allows(PROOF).allows("Ada: shows 2MK");
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
fn bl_2_7_what_was_worked_out_proves_it() {
    let table = after(&TO_THE_LAST_TURNS);
    let proved = table.proves(&["Ada: trail AM 7SK"]);
    assert_eq!(proved, ["1.15 revoke: CS and 7WY were both in Bo's hand, and would have captured the 3: 10 − 7 = 3"]);
}

#[test]
fn tb_6_the_last_hand_is_worked_out() {
    let table = after(&TO_THE_LAST_TURNS);
    assert_eq!(table.state()["players"][1]["hand"]["unseen"], 2, "as long as Ada's hand is hidden too");
    let told = table.tells(&["Ada: trail AM 7SK"]);
    assert_eq!(told[0], "TB-6: no other place is left for the cards nobody has seen, so Bo's hand is 5YK and 7WY");
    let table = table.records(&["Ada: trail AM 7SK"]);
    table.excludes("Bo: trail 5YK 8YK", "TB-3", "it is in Bo's pile");
    assert_eq!(table.legal(), ["Bo: trail 5YK 7WY"], "12 and 2 reach nothing");
}

#[test]
fn a_card_that_was_worked_out_was_not_shown() {
    let table = after(&TO_THE_LAST_TURNS).records(&["Ada: shows AM 7SK"]);
    let elsewhere = |line: &str| {
        let lines = table.verdict(line).elsewhere.into_iter();
        lines.map(|elsewhere| elsewhere.text).collect::<Vec<_>>()
    };
    assert_eq!(elsewhere("Ada: trail 5YK 7SK"), ["5YK: worked out or taken at the end when Ada played"]);
    assert_eq!(elsewhere("Bo: shows AM"), ["AM: shown by Ada"]);
}
