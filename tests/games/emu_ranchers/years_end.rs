//! ER-5: laying down, and being done.

use crate::emu_ranchers::table::{after, ended, log_of, top_discard, year};
use crate::judged::Table;
use fowlplay::{log::Log, referee};

const BIRDS: [&str; 2] = ["Ada: hatch 7SK; draw", "Bo: hatch 2WL; draw"];
const KEPT: &str = "8MS 9MS CS 9LK CK 3MW 5SW 9WY";

/// The year has ended; Ada has 7SK, Bo has 2WL, and the cards of `KEPT` are still about.
fn laying() -> Table {
    ended(&BIRDS, KEPT)
}

#[test]
fn er_5_1_cards_are_laid_one_after_another() {
    laying().allows("Ada: lay 1 8MS; lay 1 9MS; lay 1 CS").allows("Bo: lay 1 3MW; lay 1 5SW");
}

#[test]
fn er_5_1_in_any_order_and_over_many_lines() {
    let lines = ["Bo: lay 1 3MW", "Ada: lay 1 8MS", "Bo: lay 1 5SW", "Bo: done", "Ada: lay 1 9MS", "Ada: done"];
    laying().records(&lines);
    laying().allows("Ada: done").allows("Bo: done");
}

#[test]
fn er_5_1_what_is_laid_must_fit() {
    let table = laying().records(&["Ada: lay 1 8MS"]);
    table
        .forbids("Ada: lay 1 9LK", "ER-3.3", "bird 1 is 7SK 8MS: Suns, growing up; 9LK has none of its suits")
        .forbids("Ada: lay 1 5SW", "ER-3.4", "5SW is below 8")
        .allows("Ada: lay 1 9MS");
}

#[test]
fn er_5_1_cards_are_laid_on_own_birds_from_the_hand() {
    laying()
        .excludes("Ada: lay 2 3MW", "TB-4", "Ada has one bird, number 1; there is no bird 2")
        .excludes("Ada: lay 1 2WL", "TB-3", "it is in Bo's bird 1")
        .allows("Bo: lay 1 3MW");
}

#[test]
fn er_5_1_nothing_is_laid_before_the_years_end() {
    let mut lines = year("Ada", &BIRDS, KEPT);
    let last = lines.pop().expect("a year has turns");
    after(&lines).forbids("Bo: lay 1 3MW", "ER-5.1", "which has 1 card").records(&[&last]).allows("Bo: lay 1 3MW");
}

#[test]
fn er_5_2_nothing_is_hatched_after_the_years_end() {
    laying().forbids("Ada: hatch 9MS", "ER-5.2", "the year has ended: nothing is hatched").allows("Ada: lay 1 9MS");
}

#[test]
fn er_5_2_nothing_is_drawn_after_the_years_end() {
    let table = laying();
    let take = format!("Ada: take {}", top_discard(&table));
    table.forbids("Ada: draw", "ER-5.2", "or drawn any more").forbids(&take, "ER-5.2", "or drawn any more");
    table.allows("Ada: done");
}

#[test]
fn er_5_2_hatching_and_drawing_go_on_until_then() {
    let mut lines = year("Ada", &BIRDS, KEPT);
    lines.pop();
    after(&lines).allows("Bo: hatch 9MS; draw");
}

#[test]
fn er_5_2_an_unseen_draw_has_no_effect() {
    let mut lines = year("Ada", &BIRDS, KEPT);
    lines.push("Bo: draw".to_owned());
    let table = Table::of(&log_of(&lines));
    assert_eq!(table.findings(), ["1.25 step 1 illegal ER-5.2"]);
    assert_eq!(table.state()["players"][1]["hand"]["count"], 6, "there was no card to draw");
}

#[test]
fn er_5_3_who_is_done_lays_no_more() {
    let table = laying().records(&["Ada: done"]);
    table.forbids("Ada: lay 1 8MS", "ER-5.3", "Ada has already said done").forbids(
        "Ada: done",
        "ER-5.3",
        "Ada has already said done",
    );
    table.forbids("Ada: discard 8MS", "ER-2.2", "the year has ended, and Ada had already said done");
    table.forbids("Bo: discard 3MW", "ER-2.2", "the cards left in hand are discarded with `done` now");
    table.allows("Bo: lay 1 3MW; done");
}

#[test]
fn er_5_3_who_has_no_bird_can_only_be_done_and_everybody_sees_it() {
    let only = |lines: &[&str]| {
        let log = Log::parse(ended(lines, KEPT).records(&["Ada: done"]).text()).expect("a log");
        referee::open(log).expect("known").only_step().map(|offer| (offer.step, offer.openly_forced))
    };
    assert_eq!(only(&BIRDS[..1]), Some(("done".to_owned(), true)));
    assert_eq!(only(&BIRDS), None, "Bo may lay a card");
}

#[test]
fn er_5_3_the_year_is_over_when_all_are_done() {
    let mut lines = year("Ada", &BIRDS, KEPT);
    lines.push("Ada: done".to_owned());
    let next = "[[round]]\nfirst = \"Bo\"\n";
    let early = Table::of(&(log_of(&lines) + next));
    assert_eq!(early.findings(), ["2.0 step 0 illegal ER-5.3"]);
    assert_eq!(early.says(), "the year is not over: Bo is not done");
    lines.push("Bo: done".to_owned());
    assert_eq!(Table::of(&(log_of(&lines) + next)).findings(), [""; 0]);
    lines.push("Bo: shows 8MS".to_owned());
    assert_eq!(Table::of(&log_of(&lines)).findings(), ["1.27 step 1 illegal TB-5"], "nothing is shown between two years");
}

#[test]
fn er_5_3_when_it_is_over_nothing_more_is_done_in_it() {
    for (act, clause) in [("hatch 9MS", "ER-5.2"), ("draw", "ER-5.2"), ("grow 1 8MS", "ER-2.2"), ("discard 8MS", "ER-2.2")] {
        let mut lines = year("Ada", &BIRDS, KEPT);
        lines.extend(["Ada: done".to_owned(), "Bo: done".to_owned(), format!("Ada: {act}")]);
        let table = Table::of(&log_of(&lines));
        assert_eq!(table.findings(), [format!("1.27 step 1 illegal {clause}")]);
        assert_eq!(table.says(), "the year is over: all are done");
    }
}

#[test]
fn er_5_3_cards_left_in_hand_count_as_that_hand_until_the_year_is_over() {
    let table = laying().records(&["Ada: shows 8MS", "Ada: done"]);
    table.excludes("Bo: shows 8MS", "TB-3", "it is in Ada's hand").allows("Ada: shows 8MS");
    assert_eq!(table.state()["players"][0]["hand"]["count"], 6);
}

#[test]
fn er_5_3_hands_are_new_in_the_next_year() {
    let table = laying().records(&["Ada: shows 8MS", "Ada: done", "Bo: done"]);
    table.allows("Bo: hatch 8MS").allows("Bo: hatch 7SK");
    let next = table.records(&["Bo: hatch 8MS; draw"]);
    assert_eq!(next.state()["discard_pile"], serde_json::json!([]), "and so is the discard pile");
}
