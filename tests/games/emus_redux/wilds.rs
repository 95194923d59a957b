//! RX-3.5: Pawns and Courts.

use crate::{
    emus_redux::table::{ended, log_of},
    judged::Table,
};

#[test]
fn rx_3_5_let_stand_without_a_number_it_counts_nothing() {
    let lines = ["Ada: hatch 7SK; take PMSL", "Bo: hatch 8MS; draw", "Cy: hatch 2WL; draw", "Ada: hatch PMSL; draw"];
    let table = Table::of(&log_of(3, "", &lines));
    assert_eq!(table.findings(), ["1.5 step 1 illegal RX-3.5"]);
    let table = table.records(&["Bo: grow 1 9MS; draw", "Cy: grow 1 3MW; draw"]);
    table.allows("Ada: grow 2 9MS").allows("Ada: grow 2 2SY").forbids(
        "Ada: grow 2 9WY",
        "RX-3.3",
        "bird 2 is PMSL: Moons, Suns or Leaves, up or down; 9WY has none",
    );
    let ada = &table.sheet().players[0].rounds[0].items[1];
    assert_eq!((ada.points.exactly(), ada.label.as_str()), (Some(-18), "bird 2"), "no rank, and nothing to its total");
}

#[test]
fn rx_3_5_it_may_be_laid_and_counts_as_its_number() {
    let table = ended(&["Ada: hatch 7SK; take PMSL", "Bo: hatch 2WL; take TMLY", "Cy: hatch 2WL; draw"], "8MS 9MS");
    table.allows("Ada: lay 1 PMSL=8; lay 1 9MS").forbids("Bo: lay 1 TMLY=2", "RX-3.4", "TMLY=2 is a second 2");
    let table = table.records(&["Ada: lay 1 PMSL=8; lay 1 9MS"]);
    let bird = &table.sheet().players[0].rounds[0].items[0];
    assert_eq!((bird.points.exactly(), bird.why.contains("PMSL=8 and 9MS")), (Some(0), true), "{}", bird.why);
}

crate::tables::tables! { "emus_redux/wilds":
    fn rx_3_5_it_grows_a_bird_as_the_number_that_is_named;
    fn rx_3_5_it_shares_a_suit_with_the_whole_bird;
    fn rx_3_5_it_never_hatches;
    fn rx_3_5_without_a_number_it_is_asked_for_at_the_table_and_illegal_in_a_log;
    fn rx_3_5_where_no_number_would_be_legal_it_is_judged;
    fn rx_3_5_it_is_never_an_ace_or_a_crown;
    fn rx_3_5_it_may_be_discarded_and_taken_again;
}
