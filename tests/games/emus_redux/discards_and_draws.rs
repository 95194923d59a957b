//! RX-4.1 to RX-4.4: discard piles, and where cards come from.

use crate::{
    emus_redux::table::{after, log_of, under},
    judged::Table,
};
use serde_json::json;

const OPTIONAL: &str = "new_pile = \"optional\"";

/// Ada's turn; AM is pile 1, AS is pile 2.
fn two_piles() -> Table {
    after(&["Ada: discard AM; draw", "Bo: discard AS; draw", "Cy: hatch 2WL; draw"])
}

fn piles(table: &Table) -> serde_json::Value {
    table.state()["discard_piles"].clone()
}

#[test]
fn rx_4_1_a_second_pile_is_started_before_the_first_grows() {
    let table = after(&["Ada: discard AM; draw"]);
    let why = "there is only pile 1: a discard has to start a new pile";
    table.forbids("Bo: discard AS to 1", "RX-4.1", why).allows("Bo: discard AS");
    assert_eq!(piles(&table.records(&["Bo: discard AS; draw"])), json!([["AM"], ["AS"]]));
    let found = Table::of(&log_of(3, "", &["Ada: discard AM; draw", "Bo: discard AS to 1; draw"]));
    assert_eq!(
        (found.findings().len(), found.rule().as_deref()),
        (1, Some("new_pile = required; under optional it would be legal"))
    );
}

#[test]
fn rx_4_1_with_two_piles_it_is_said_which() {
    let table = two_piles();
    table.allows("Ada: discard 7SK to 1").allows("Ada: discard 7SK to 2");
    assert_eq!(table.asks("Ada: discard 7SK"), ["Ada: discard 7SK to 1", "Ada: discard 7SK to 2"]);
    let text = log_of(3, "", &["Ada: discard AM; draw", "Bo: discard AS; draw", "Cy: discard AW; draw"]);
    let error = fowlplay::referee::open(fowlplay::log::Log::parse(text).expect("TOML")).err().expect("unclear").to_string();
    assert!(error.contains("on which discard pile?") && error.contains("`discard AW to 1` or `discard AW to 2`"), "{error}");
}

#[test]
fn rx_4_1_a_third_pile_is_illegal_and_let_stand_lies_until_it_is_taken() {
    let table = two_piles();
    table.forbids("Ada: discard 7SK to 3", "RX-4.1", "there are two discard piles, 1 and 2, and no third is started");
    assert!(!table.legal().iter().any(|step| step.contains("to 3")));
    let third = table.records(&["Ada: discard 7SK to 3 ! nobody saw it", "Ada: draw"]);
    assert_eq!(piles(&third), json!([["AM"], ["AS"], ["7SK"]]));
    third.allows("Bo: hatch 8MS; take 7SK").allows("Bo: discard 8MS to 3").allows("Bo: discard 8MS to 1");
    let gone = third.records(&["Bo: hatch 8MS; take 7SK"]);
    assert_eq!(piles(&gone), json!([["AM"], ["AS"]]));
    gone.forbids("Cy: discard 9MS to 3", "RX-4.1", "no third is started");
}

#[test]
fn a_discard_that_is_foul_on_every_pile_is_judged_without_one() {
    two_piles().forbids("Bo: discard 7SK", "RX-1.2", "it is Ada's turn").excludes("Ada: discard AM", "TB-3", "in discard pile 1");
}

#[test]
fn what_is_legal_only_after_a_foul_says_so() {
    let verdicts = after(&[""; 0]).0.try_line("Bo: hatch 7SK; draw").expect("it is read");
    assert_eq!((&*verdicts[0].1.message, verdicts[1].1.kind), ("it is Ada's turn", None));
    assert_eq!(verdicts[1].1.message, "only if `hatch 7SK` is let stand: draws a card");
}

#[test]
fn rx_4_1_the_pile_is_left_out_where_a_new_one_must_be_started() {
    let none = after(&[""; 0]);
    assert_eq!((none.writes("Ada: discard AM to 1"), none.writes("Ada: discard AM")), ("discard AM".into(), "discard AM".into()));
    assert_eq!(none.writes("Ada: discard AM to 2"), "discard AM", "typed, a pile that isn't there is a new one");
    let one = none.records(&["Ada: discard AM; draw"]);
    assert_eq!(one.writes("Bo: discard AS to 2"), "discard AS");
}

#[test]
fn rx_4_1_a_pile_whose_last_card_is_taken_is_gone() {
    let table = two_piles();
    let told = table.tells(&["Ada: hatch 7SK; take AM"]);
    assert_eq!(told, ["RX-4.1: that was the last card of discard pile 1: its number is free"]);
    let table = table.records(&["Ada: hatch 7SK; take AM"]);
    assert_eq!(piles(&table), json!([[], ["AS"]]));
    table.forbids("Bo: discard AW to 2", "RX-4.1", "there is only pile 2").allows("Bo: discard AW");
    assert_eq!(table.writes("Bo: discard AW to 1"), "discard AW", "1 is the lowest free number");
    assert_eq!(piles(&table.records(&["Bo: discard AW; draw"])), json!([["AW"], ["AS"]]));
}

#[test]
fn rx_4_1_under_optional_one_pile_may_grow() {
    let table = under(OPTIONAL, &["Ada: discard AM; draw"]);
    table.allows("Bo: discard AS to 1").allows("Bo: discard AS to 2");
    for bare in ["Bo: d as", "Bo: discard AS"] {
        assert_eq!(table.asks(bare), ["Bo: discard AS to 1", "Bo: discard AS to 2"], "at the table it is asked");
    }
    let log = under(OPTIONAL, &["Ada: discard AM; draw", "Bo: discard AS; draw"]);
    assert_eq!(piles(&log), json!([["AM"], ["AS"]]), "in a log no pile is a new one");
    let table = table.records(&["Bo: discard AS to 1; draw"]);
    assert_eq!(piles(&table), json!([["AM", "AS"], []]));
    assert_eq!(piles(&table.records(&["Cy: discard AW to 2; draw"])), json!([["AM", "AS"], ["AW"]]));
}

#[test]
fn rx_4_1_what_was_recorded_under_one_rule_is_read_under_the_other() {
    let lines = ["Ada: discard AM; draw", "Bo: discard AS; draw", "Cy: discard AW to 1; draw"];
    assert_eq!(
        (piles(&after(&lines)), piles(&under(OPTIONAL, &lines))),
        (json!([["AM", "AW"], ["AS"]]), json!([["AM", "AW"], ["AS"]]))
    );
    let optional = ["Ada: discard AM; draw", "Bo: discard AS to 2; draw", "Cy: discard AW to 1; draw"];
    assert_eq!(piles(&after(&optional)), json!([["AM", "AW"], ["AS"]]));
}

#[test]
fn rx_4_1_under_optional_the_first_pile_is_still_number_1() {
    let table = under(OPTIONAL, &[""; 0]);
    assert_eq!(table.writes("Ada: discard AM to 1"), "discard AM");
    assert_eq!(table.writes("Ada: discard AM to 2"), "discard AM");
    let found = Table::of(&log_of(3, OPTIONAL, &["Ada: discard AM to 2; draw"]));
    assert_eq!((found.findings().len(), found.rule()), (1, None), "no table rule decides that");
    assert!(
        table.quotes("RX-4.1").contains(
            "or starts a new one while there are fewer. While there is only one, you say which: that one, or a second. A"
        )
    );
    assert!(two_piles().quotes("RX-4.1").contains("and starts a new one while there are fewer. A"));
    let gone = under(OPTIONAL, &["Ada: discard AM; draw", "Bo: discard AS to 2; draw", "Cy: hatch 2WL; take AM"]);
    gone.allows("Ada: discard AW to 1").allows("Ada: discard AW to 2");
}

#[test]
fn rx_4_1_a_discard_let_stand_lies_where_it_was_put() {
    let table = Table::of(&log_of(3, "", &["Ada: discard AM; draw", "Bo: discard AS to 1; draw"]));
    assert_eq!((table.findings(), piles(&table)), (vec!["1.3 step 1 illegal RX-4.1".to_owned()], json!([["AM", "AS"], []])));
    table.allows("Cy: hatch 2WL; take AS").allows("Cy: discard AW");
}

#[test]
fn rx_4_1_a_discard_comes_from_the_hand() {
    two_piles()
        .excludes("Ada: discard AS to 1", "TB-3", "AS is not in Ada's hand: it is in discard pile 2")
        .allows("Ada: discard AW to 1");
}

#[test]
fn rx_4_2_after_a_discard_nothing_comes_from_a_discard_pile() {
    let table = two_piles();
    let why = "after a discard nothing is taken from a discard pile";
    table.forbids("Ada: discard 7SK to 1; take AS", "RX-4.2", why).forbids("Ada: discard 7SK to 1; take AM", "RX-4.2", why);
    table.forbids("Ada: discard 7SK to 1; take 7SK", "RX-4.2", why);
}

#[test]
fn rx_4_2_after_a_discard_the_draw_pile_and_the_market_are_open() {
    let table = two_piles();
    table
        .allows("Ada: discard 7SK to 1; draw")
        .allows("Ada: discard 7SK to 1; draw 9MS")
        .allows("Ada: discard 7SK to 2; take PMSL");
    assert!(table.records(&["Ada: discard 7SK to 1"]).options().iter().all(|line| !line.contains("on top of")));
    let hatched = table.records(&["Ada: hatch 7SK"]).options();
    for open in
        ["take AM: it is on top of discard pile 1", "take AS: it is on top of discard pile 2", "take PMSL: it lies in the market"]
    {
        assert!(hatched.iter().any(|line| line.contains(open)), "{open}: {hatched:?}");
    }
    let over =
        crate::emus_redux::table::ended(&["Ada: hatch 7SK; take PMSL", "Bo: hatch 2WL; draw", "Cy: hatch 2WL; draw"], "8MS")
            .options();
    assert!(over.iter().any(|line| line.starts_with("done: ")), "{over:?}");
}

#[test]
fn rx_4_3_after_hatching_or_growing_both_tops_are_open() {
    let table = two_piles();
    for step in ["take AM", "take AS", "take PMSL", "draw"] {
        table.allows(&format!("Ada: hatch 7SK; {step}"));
    }
    table.records(&["Ada: hatch 7SK; draw", "Bo: hatch 2SY; draw"]).allows("Cy: grow 1 3MW; take AM");
}

#[test]
fn rx_4_3_never_a_card_from_further_down() {
    let table = two_piles().records(&["Ada: discard 7SK to 2; draw"]);
    table.forbids("Bo: hatch 2SY; take AS", "RX-4.3", "AS lies further down; 7SK is on top of discard pile 2");
    table.allows("Bo: hatch 2SY; take 7SK").allows("Bo: hatch 2SY; take AM");
    table.excludes("Bo: hatch 2SY; take 9MS", "TB-4", "9MS is not in the market or a discard pile: nobody has seen it yet");
    table.excludes("Bo: hatch 2SY; take AM from 2", "TB-4", "AM is not in discard pile 2: it is in discard pile 1");
    table.excludes("Bo: hatch 2SY; take AM from market", "TB-4", "AM is not in the market");
}

#[test]
fn rx_4_3_a_card_open_in_two_places_is_taken_from_one_that_is_named() {
    let table = after(&["Ada: discard 7SK; draw", "Bo: discard 7SK; draw"]);
    assert_eq!(table.asks("Cy: hatch 2SY; take 7SK"), ["Cy: hatch 2SY; take 7SK from 1", "Cy: hatch 2SY; take 7SK from 2"]);
    assert_eq!(piles(&table.records(&["Cy: hatch 2SY; take 7SK from 2"])), json!([["7SK"], []]));
    let both = after(&[
        "market PMSL PMSL TMWK TSWY PWLY TMLY",
        "Ada: hatch 7SK; take PMSL",
        "Bo: hatch 2WL; draw",
        "Cy: hatch 2WL; draw",
        "Ada: discard PMSL; draw",
    ]);
    assert_eq!(
        both.asks("Bo: grow 1 3MW; take PMSL"),
        ["Bo: grow 1 3MW; take PMSL from 1", "Bo: grow 1 3MW; take PMSL from market"]
    );
    both.allows("Bo: grow 1 3MW; take PMSL from 1").allows("Bo: grow 1 3MW; take PMSL from market");
}

#[test]
fn rx_4_3_elsewhere_the_place_is_left_out() {
    let table = two_piles();
    assert_eq!(table.writes("Ada: hatch 7SK; take AM from 1"), "hatch 7SK; take AM");
    assert_eq!(table.writes("Ada: hatch 7SK; take PMSL from market"), "hatch 7SK; take PMSL");
    // The other copy lies open: the buried one is meant only if its pile is named.
    let table = two_piles().records(&["Ada: discard 7SK to 1; draw", "Bo: discard 9MS to 1; draw", "Cy: discard 7SK to 2; draw"]);
    assert_eq!(table.writes("Ada: hatch 3LY; take 7SK"), "hatch 3LY; take 7SK");
    assert_eq!(table.writes("Ada: hatch 3LY; take 7SK from 2"), "hatch 3LY; take 7SK");
    table.forbids("Ada: hatch 3LY; take 7SK from 1", "RX-4.3", "7SK lies further down; 9MS is on top of discard pile 1");
}

#[test]
fn rx_4_4_what_is_taken_is_known_and_what_is_drawn_is_not() {
    let table = two_piles().records(&["Ada: hatch 7SK; take AM", "Bo: hatch 2SY; take PMSL", "Cy: grow 1 3MW; draw"]);
    let hand = |player: usize| table.state()["players"][player]["hand"].clone();
    assert_eq!(hand(0), json!({"count": 6, "known": ["AM"], "unseen": 5}));
    assert_eq!(hand(1), json!({"count": 6, "known": ["PMSL"], "unseen": 5}));
    assert_eq!(hand(2), json!({"count": 6, "known": [], "unseen": 6}));
    table.allows("Ada: grow 1 CS").records(&["Ada: hatch AM; draw"]).excludes("Bo: discard AM", "TB-3", "in Ada's bird 2");
}

#[test]
fn rx_4_4_a_card_named_as_it_is_drawn_was_in_the_draw_pile() {
    let table = two_piles();
    table.excludes("Ada: hatch 7SK; draw AM", "TB-3", "AM is not in the draw pile: it is in discard pile 1");
    table.excludes("Ada: hatch 7SK; draw PMSL", "TB-3", "PMSL is not in the draw pile: it is in the market");
    table.allows("Ada: hatch 7SK; draw 7SK").records(&["Ada: hatch 7SK; draw 7SK"]).excludes(
        "Bo: hatch 7SK",
        "TB-3",
        "7SK is not in Bo's hand",
    );
}
