//! RX-3.1 to RX-3.4: hatching, growing, suits and ranks of a bird.

use crate::{
    emus_redux::table::{after, log_of},
    judged::Table,
};
use serde_json::json;

/// Ada's turn, with one bird of these cards.
fn bird(cards: &str) -> Table {
    let mut lines = Vec::new();
    let mut others = ["AM", "CK", "AW", "CM", "AY", "CW", "AK", "CL"].iter();
    for (nth, card) in cards.split(' ').enumerate() {
        lines.push(format!("Ada: {} {card}; draw", if nth == 0 { "hatch" } else { "grow 1" }));
        for name in ["Bo", "Cy"] {
            let to = if lines.len() > 3 { " to 1" } else { "" };
            lines.push(format!("{name}: discard {}{to}; draw", others.next().expect("a card is left")));
        }
    }
    after(&lines)
}

#[test]
fn rx_3_1_birds_are_numbered_as_they_hatch() {
    let table = after(&["Ada: hatch 7SK; draw", "Bo: hatch 8MS; draw", "Cy: hatch 9MS; draw", "Ada: hatch 7SK; draw"]);
    let birds = |player: usize| table.state()["players"][player]["birds"].clone();
    assert_eq!((&birds(0)[1]["cards"], &birds(1)[0]["cards"]), (&json!(["7SK"]), &json!(["8MS"])), "each counts from 1");
    table.records(&["Bo: hatch 2WL; draw", "Cy: hatch 2WL; draw"]).allows("Ada: grow 2 9LK").allows("Ada: grow 1 9LK");
}

#[test]
fn rx_3_1_a_bird_starts_with_a_card_from_the_hand() {
    let table = after(&["Ada: hatch AM; draw", "Bo: discard AS; draw"]);
    table.excludes("Cy: hatch AM", "TB-3", "AM is not in Cy's hand: it is in Ada's bird 1");
    table.excludes("Cy: hatch AS", "TB-3", "it is in discard pile 1").allows("Cy: hatch AW");
}

#[test]
fn rx_3_2_a_card_goes_on_top_of_an_own_bird() {
    let table = after(&["Ada: hatch 7SK; draw"]);
    table.excludes("Bo: grow 1 8MS", "TB-4", "Bo has no bird yet");
    bird("7SK 8MS").allows("Ada: grow 1 9MS").forbids("Ada: grow 1 6SY", "RX-3.4", "6SY is below 8");
}

#[test]
fn rx_3_2_a_card_comes_from_the_hand() {
    bird("7SK").excludes("Ada: grow 1 AM", "TB-3", "it is in discard pile 1").allows("Ada: grow 1 AS");
    bird("7SK").excludes("Ada: grow 1 PMSL=8", "TB-3", "PMSL is not in Ada's hand: it is in the market");
}

#[test]
fn rx_3_3_all_cards_share_a_suit() {
    bird("7SK").allows("Ada: grow 1 9MS").allows("Ada: grow 1 9LK").forbids(
        "Ada: grow 1 9WY",
        "RX-3.3",
        "bird 1 is 7SK: Suns or Knots, up or down; 9WY has none of its suits",
    );
    bird("7SK 9LK").forbids("Ada: grow 1 CS", "RX-3.3", "bird 1 is 7SK 9LK: Knots, growing up; CS has none of its suits");
}

#[test]
fn rx_3_3_comes_before_rx_3_4() {
    bird("7SK 9LK").forbids("Ada: grow 1 8MS", "RX-3.3", "8MS has none").forbids("Ada: grow 1 8YK", "RX-3.4", "8YK is below 9");
}

#[test]
fn rx_3_4_the_second_card_fixes_the_direction() {
    bird("7SK").allows("Ada: grow 1 8MS").allows("Ada: grow 1 6SY").allows("Ada: grow 1 CS").allows("Ada: grow 1 AS");
    bird("7SK 8MS").forbids("Ada: grow 1 6SY", "RX-3.4", "7SK 8MS: Suns, growing up; 6SY is below 8").allows("Ada: grow 1 9MS");
    bird("7SK 6SY").forbids("Ada: grow 1 8MS", "RX-3.4", "8MS is above 6").allows("Ada: grow 1 2SY");
}

#[test]
fn rx_3_4_two_copies_never_stand_on_one_another() {
    let table = bird("7SK");
    table.forbids("Ada: grow 1 7SK", "RX-3.4", "bird 1 is 7SK: Suns or Knots, up or down; 7SK is a second 7");
    table.allows("Ada: hatch 7SK");
    bird("6SY 7SK").forbids("Ada: grow 1 7SK", "RX-3.4", "7SK is a second 7").allows("Ada: grow 1 8MS");
}

#[test]
fn rx_3_4_a_bird_out_of_order_takes_nothing_more() {
    let lines = ["Ada: hatch 7SK; draw", "Bo: hatch 2WL; draw", "Cy: hatch 2WL; draw", "Ada: grow 1 7SK; draw"];
    let table = Table::of(&log_of(3, "", &lines));
    assert_eq!(table.findings(), ["1.5 step 1 illegal RX-3.4"]);
    assert_eq!(table.state()["players"][0]["birds"][0]["order"], "broken");
    table.records(&["Bo: grow 1 3MW; draw", "Cy: grow 1 3MW; draw"]).forbids("Ada: grow 1 8MS", "RX-3.4", "neither up nor down");
}

#[test]
fn what_is_offered_instead_begins_with_the_same_card_elsewhere() {
    let lines = [
        "Ada: hatch 6MW; draw",
        "Bo: hatch 9MS; draw",
        "Cy: hatch 9LK; draw",
        "Ada: hatch 4YK; draw",
        "Bo: grow 1 CS; draw",
        "Cy: grow 1 CL; draw",
        "Ada: shows 7SK",
    ];
    assert_eq!(after(&lines).verdict("Ada: grow 1 7SK").alternatives, ["grow 2 7SK", "hatch 7SK", "discard 7SK"]);
}
