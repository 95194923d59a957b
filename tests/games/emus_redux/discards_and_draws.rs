//! RX-4.1 to RX-4.4: discard piles, and where cards come from.

use crate::{
    emus_redux::table::{after, log_of},
    judged::Table,
};

/// Ada's turn; AM is pile 1, AS is pile 2.
fn two_piles() -> Table {
    after(&["Ada: discard AM; draw", "Bo: discard AS; draw", "Cy: hatch 2WL; draw"])
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
fn what_is_legal_only_after_a_foul_says_so() {
    let verdicts = after(&[""; 0]).0.try_line("Bo: hatch 7SK; draw").expect("it is read");
    assert_eq!((&*verdicts[0].1.message, verdicts[1].1.kind), ("it is Ada's turn", None));
    assert_eq!(verdicts[1].1.message, "only if `hatch 7SK` is let stand: draws a card");
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

crate::tables::tables! { "emus_redux/discards_and_draws":
    fn rx_4_1_a_second_pile_is_started_before_the_first_grows;
    fn a_discard_that_is_foul_on_every_pile_is_judged_without_one;
    fn rx_4_1_the_pile_is_left_out_where_a_new_one_must_be_started;
    fn rx_4_1_a_pile_whose_last_card_is_taken_is_gone;
    fn rx_4_1_under_optional_one_pile_may_grow;
    fn rx_4_1_what_was_recorded_under_one_rule_is_read_under_the_other;
    fn rx_4_1_under_optional_the_first_pile_is_still_number_1;
    fn rx_4_1_a_discard_let_stand_lies_where_it_was_put;
    fn rx_4_1_a_third_pile_is_illegal_and_let_stand_lies_until_it_is_taken;
    fn rx_4_1_a_discard_comes_from_the_hand;
    fn rx_4_2_after_a_discard_nothing_comes_from_a_discard_pile;
    fn rx_4_3_after_hatching_or_growing_both_tops_are_open;
    fn rx_4_3_never_a_card_from_further_down;
    fn rx_4_3_a_card_open_in_two_places_is_taken_from_one_that_is_named;
    fn rx_4_3_elsewhere_the_place_is_left_out;
    fn rx_4_4_what_is_taken_is_known_and_what_is_drawn_is_not;
    fn rx_4_4_a_card_named_as_it_is_drawn_was_in_the_draw_pile;
}
