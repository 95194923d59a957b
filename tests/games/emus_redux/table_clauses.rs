//! TB-3 and TB-6 where a card has two copies.

use crate::emus_redux::table::{after, ended};

#[test]
fn tb_3_of_two_copies_the_known_one_is_played() {
    let lines = ["Ada: discard 7SK; draw", "Bo: hatch 2WL; take 7SK", "Cy: hatch 2WL; draw", "Ada: hatch 8MS; draw"];
    let table = after(&lines).records(&["Bo: hatch 7SK; draw", "Cy: grow 1 3MW; draw"]);
    table.allows("Ada: hatch 7SK").records(&["Ada: hatch 7SK; draw"]).excludes(
        "Bo: hatch 7SK",
        "TB-3",
        "7SK is not in Bo's hand",
    );
}

#[test]
fn tb_3_the_other_copy_may_be_anywhere() {
    let table = after(&["Ada: hatch 7SK; draw"]);
    table.allows("Bo: hatch 7SK").allows("Bo: shows 7SK").excludes(
        "Bo: shows 7SK 7SK",
        "TB-3",
        "7SK is named twice, and Bo can have one",
    );
    table.excludes("Bo: shows 8MS 8MS 8MS", "TB-3", "8MS is named 3 times, and Bo can have 2").allows("Bo: shows 8MS 8MS");
}

#[test]
fn tb_3_a_pawn_is_nowhere_but_where_it_was_seen() {
    after(&[""; 0]).excludes("Ada: hatch PMSL", "TB-3", "PMSL is not in Ada's hand: it is in the market");
    after(&[""; 0]).excludes("Ada: hatch PMYK", "TB-3", "it is not among the Pawns and Courts of this game");
}

#[test]
fn tb_6_both_copies_are_worked_out() {
    let table = ended(&["Ada: hatch AW; draw"], "7SK 7SK 9MS 9MS");
    let memory = table.memory();
    let hidden: Vec<&str> = memory.lines().last().and_then(|line| line.split(": ").nth(1)).expect("cards").split(' ').collect();
    let others: Vec<&str> = hidden.iter().copied().filter(|card| !["7SK", "9MS"].contains(card)).collect();
    assert_eq!((hidden.len(), others.len()), (18, 14));
    let (bo, cy) = (others[..6].join(" "), others[6..12].join(" "));
    let told = table.tells(&[&format!("Bo: shows {bo}"), &format!("Cy: shows {cy}")]);
    assert!(told[0].contains("7SK, 7SK, ") && told[0].contains("9MS, 9MS"), "{told:?}");
}
