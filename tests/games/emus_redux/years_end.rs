//! RX-5.1 to RX-5.3: laying down, and being done.

use crate::{
    emus_redux::table::{ended, log_of, under, year},
    judged::Table,
};

const BIRDS: [&str; 3] = ["Ada: hatch 7SK; draw", "Bo: hatch 2WL; draw", "Cy: hatch 9WY; draw"];
const KEPT: &str = "8MS 9MS CS 3MW 5SW 8WL";

/// The year has ended; each has a bird, and the cards of `KEPT` are still about.
fn laying() -> Table {
    ended(&BIRDS, KEPT)
}

#[test]
fn rx_5_1_cards_are_laid_one_after_another_in_any_order() {
    laying().allows("Ada: lay 1 8MS; lay 1 9MS; lay 1 CS").allows("Cy: lay 1 8WL; done");
    laying().records(&["Bo: lay 1 3MW", "Ada: lay 1 8MS", "Bo: lay 1 5SW; done", "Ada: lay 1 9MS", "Cy: done", "Ada: done"]);
}

#[test]
fn rx_5_1_what_is_laid_must_fit() {
    let table = laying().records(&["Ada: lay 1 8MS"]);
    table.forbids("Ada: lay 1 8WL", "RX-3.3", "8WL has none of its suits").forbids("Ada: lay 1 5SW", "RX-3.4", "5SW is below 8");
    table.excludes("Ada: lay 2 9MS", "TB-4", "Ada has one bird, number 1").allows("Ada: lay 1 9MS");
}

#[test]
fn rx_5_1_nothing_is_laid_before_the_years_end() {
    let mut lines = year("", &BIRDS, KEPT);
    let last = lines.pop().expect("a year has turns");
    let table = under("", &lines);
    let turn = last.split(':').next().expect("a name").to_owned();
    table.forbids(&format!("{turn}: lay 1 3MW"), "RX-5.1", "it ends with the last card of the draw pile, which has 1 card");
    table.records(&[&last]).allows("Bo: lay 1 3MW");
}

#[test]
fn rx_5_2_nothing_is_hatched_or_drawn_after_the_years_end() {
    let why = "the year has ended: nothing is hatched or drawn any more";
    let table = laying();
    table.forbids("Ada: hatch 9MS", "RX-5.2", why).forbids("Ada: draw", "RX-5.2", why);
    table.forbids("Ada: take PMSL", "RX-5.2", why).allows("Ada: lay 1 9MS");
}

#[test]
fn rx_5_2_hatching_goes_on_until_then() {
    let mut lines = year("", &BIRDS, KEPT);
    let last = lines.pop().expect("a year has turns");
    let turn = last.split(':').next().expect("a name").to_owned();
    under("", &lines).allows(&format!("{turn}: hatch 9MS; draw")).allows(&format!("{turn}: hatch 9MS; take PMSL"));
}

#[test]
fn rx_5_3_who_is_done_lays_no_more() {
    let table = laying().records(&["Ada: done"]);
    let why = "Ada has already said done";
    table.forbids("Ada: lay 1 8MS", "RX-5.3", why).forbids("Ada: done", "RX-5.3", why).forbids("Ada: excuse 1", "RX-5.3", why);
    table.allows("Bo: lay 1 3MW; done");
}

#[test]
fn rx_5_3_the_year_is_over_when_all_are_done() {
    let table = laying().records(&["Ada: done", "Bo: done"]);
    assert!(!table.is_over());
    assert_eq!(table.open(), ["Cy: lay excuse done"]);
    assert!(table.records(&["Cy: done"]).is_over());
    let lines = year("", &BIRDS, KEPT);
    let early = Table::of(&(log_of(3, "", &lines) + "[[round]]\nfirst = \"Bo\"\n"));
    assert_eq!(
        (early.findings(), early.says()),
        (vec!["2.0 step 0 illegal RX-5.3".to_owned()], "the year is not over: Ada, Bo and Cy are not done")
    );
}

#[test]
fn rx_5_3_cards_left_in_hand_count_as_that_hand_until_the_year_is_over() {
    let table = laying().records(&["Ada: shows 8MS 8MS", "Ada: done"]);
    table.excludes("Bo: shows 8MS", "TB-3", "both copies are in Ada's hand");
}
