//! ER-4: discarding and drawing.

use crate::emu_ranchers::table::{after, log_of};
use crate::judged::Table;
use serde_json::json;

/// Bo's turn; 9MS lies on 7SK in the discard pile.
fn two_discards() -> Table {
    after(&["Ada: discard 7SK; draw", "Bo: discard 9MS; draw", "Ada: hatch 8YK; draw"])
}

#[test]
fn er_4_1_discards_go_face_up_on_the_one_pile() {
    let table = two_discards();
    assert_eq!(table.state()["discard_pile"], json!(["7SK", "9MS"]), "both players' on one pile");
    table.records(&["Bo: discard 2SY; draw"]).allows("Ada: hatch 3MW; take 2SY");
}

#[test]
fn er_4_1_a_discard_comes_from_the_hand() {
    two_discards()
        .excludes("Bo: discard 8YK", "TB-3", "it is in Ada's bird 1")
        .excludes("Bo: discard 7SK", "TB-3", "it is in the discard pile")
        .allows("Bo: discard AM");
}

#[test]
fn er_4_2_after_a_discard_no_discard_is_taken() {
    let table = two_discards();
    let why = "after a discard the card comes from the draw pile";
    table.forbids("Bo: discard 2SY; take 2SY", "ER-4.2", why).forbids("Bo: discard 2SY; take 9MS", "ER-4.2", why);
    table.excludes("Bo: discard 2SY; take AM", "TB-4", "AM is not in the discard pile");
}

#[test]
fn er_4_2_after_a_discard_a_card_is_drawn() {
    two_discards().allows("Bo: discard 2SY; draw").allows("Bo: discard 2SY; draw AM");
}

#[test]
fn er_4_2_a_discard_taken_all_the_same_is_in_the_hand() {
    let table = Table::of(&log_of(&["Ada: discard 7SK; take 7SK", "Bo: hatch 9MS; draw"]));
    assert_eq!(table.findings(), ["1.1 step 2 illegal ER-4.2"]);
    table.allows("Ada: hatch 7SK");
}

#[test]
fn er_4_3_only_the_top_card_is_taken() {
    two_discards().allows("Bo: hatch 2SY; take 9MS").forbids(
        "Bo: hatch 2SY; take 7SK",
        "ER-4.3",
        "7SK lies further down; 9MS is on top of the discard pile",
    );
}

#[test]
fn er_4_3_a_card_in_no_discard_pile_cannot_be_taken() {
    let table = two_discards();
    table.excludes("Bo: hatch 2SY; take AM", "TB-4", "AM is not in the discard pile: nobody has seen it yet");
    table.excludes("Bo: hatch 2SY; take 8YK", "TB-4", "8YK is not in the discard pile: it is in Ada's bird 1");
}

#[test]
fn er_4_3_after_hatching_or_growing_both_piles_are_open() {
    let table = two_discards().records(&["Bo: hatch 2SY; draw"]);
    for action in ["hatch 3LY", "grow 1 5YK"] {
        table.allows(&format!("Ada: {action}; draw")).allows(&format!("Ada: {action}; take 9MS"));
    }
}

#[test]
fn er_4_3_what_lay_below_is_on_top_afterwards() {
    let table = two_discards().records(&["Bo: hatch 2SY; take 9MS"]);
    table.allows("Ada: grow 1 5YK; take 7SK").excludes("Ada: grow 1 5YK; take 9MS", "TB-4", "it is in Bo's hand");
    let below = Table::of(&log_of(&["Ada: discard 7SK; draw", "Bo: discard 9MS; draw", "Ada: hatch 8YK; take 7SK"]));
    assert_eq!(below.findings(), ["1.3 step 2 illegal ER-4.3"]);
    below.allows("Bo: hatch 2SY; take 9MS").excludes("Bo: hatch 7SK", "TB-3", "it is in Ada's hand");
}

#[test]
fn er_4_4_a_card_taken_is_known_to_be_in_that_hand() {
    let table = two_discards().records(&["Bo: hatch 2SY; take 9MS"]);
    assert_eq!(table.state()["players"][1]["hand"], json!({"count": 6, "known": ["9MS"], "unseen": 5}));
    table.excludes("Ada: hatch 9MS", "TB-3", "9MS is not in Ada's hand: it is in Bo's hand");
}

#[test]
fn er_4_4_a_card_drawn_is_unseen() {
    let table = two_discards().records(&["Bo: hatch 2SY; draw"]);
    assert_eq!(table.state()["players"][1]["hand"], json!({"count": 6, "known": [], "unseen": 6}));
    table.allows("Ada: hatch 9LK");
}

#[test]
fn er_4_4_a_card_named_as_it_is_drawn_is_known_from_then_on() {
    let table = after(&["Ada: hatch 7SK; draw 9LK"]);
    table.excludes("Bo: hatch 9LK", "TB-3", "it is in Ada's hand").allows("Ada: shows 9LK").allows("Bo: hatch 8YK");
    table.excludes("Bo: hatch 8YK; draw 7SK", "TB-3", "7SK is not in the draw pile: it is in Ada's bird 1");
    table.excludes("Bo: hatch 8YK; draw 9LK", "TB-3", "9LK is not in the draw pile: it is in Ada's hand");
}
