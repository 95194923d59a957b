//! RX-3.5: Pawns and Courts.

use crate::{
    emus_redux::table::{after, ended, log_of},
    judged::Table,
};
use serde_json::json;

/// Ada's turn, with the bird 7SK; Ada has taken PMSL.
fn with_pmsl() -> Table {
    after(&["Ada: hatch 7SK; take PMSL", "Bo: hatch 8MS; take TMLY", "Cy: hatch 2WL; draw"])
}

#[test]
fn rx_3_5_it_grows_a_bird_as_the_number_that_is_named() {
    let table = with_pmsl();
    table.allows("Ada: grow 1 PMSL=8").allows("Ada: grow 1 PMSL=2");
    table.forbids("Ada: grow 1 PMSL=7", "RX-3.4", "PMSL=7 is a second 7");
    let table = table.records(&["Ada: grow 1 PMSL=9; draw", "Bo: grow 1 9MS; draw", "Cy: grow 1 3MW; draw"]);
    assert_eq!(table.state()["players"][0]["birds"][0]["cards"], json!(["7SK", "PMSL=9"]));
    table.allows("Ada: grow 1 CS").forbids("Ada: grow 1 8MS", "RX-3.4", "bird 1 is 7SK PMSL=9: Suns, growing up; 8MS is below 9");
}

#[test]
fn rx_3_5_it_shares_a_suit_with_the_whole_bird() {
    with_pmsl().records(&["Ada: discard 9MS; draw"]).allows("Bo: grow 1 TMLY=9");
    let table = after(&["Ada: hatch 7SK; take TMLY", "Bo: hatch 8MS; draw", "Cy: hatch 2WL; draw"]);
    table.forbids("Ada: grow 1 TMLY=8", "RX-3.3", "bird 1 is 7SK: Suns or Knots, up or down; TMLY=8 has none of its suits");
    let knots = ["Ada: hatch 7SK; take PMSL", "Bo: hatch 8MS; draw", "Cy: hatch 2WL; draw", "Ada: grow 1 8YK; draw"];
    let table = after(&knots).records(&["Bo: grow 1 9MS; draw", "Cy: grow 1 3MW; draw"]);
    table.forbids("Ada: grow 1 PMSL=9", "RX-3.3", "7SK 8YK: Knots, growing up; PMSL=9 has none of its suits");
}

#[test]
fn rx_3_5_it_never_hatches() {
    let table = with_pmsl();
    table.forbids("Ada: hatch PMSL", "RX-3.5", "PMSL can't hatch").forbids("Ada: hatch PMSL=6", "RX-3.5", "PMSL can't hatch");
    table.allows("Ada: discard PMSL");
}

#[test]
fn rx_3_5_without_a_number_it_is_asked_for_at_the_table_and_illegal_in_a_log() {
    let table = with_pmsl();
    let grow = ["Ada: grow 1 PMSL=2", "Ada: grow 1 PMSL=3", "Ada: grow 1 PMSL=4", "Ada: grow 1 PMSL=5", "Ada: grow 1 PMSL=6"];
    assert_eq!(table.asks("Ada: grow 1 PMSL")[..5], grow, "at the table it is asked");
    assert_eq!(table.misreads("Ada: grow 1 PMSL=12"), "`PMSL=12`: the number a card is played as is 2 to 9");
    assert_eq!(table.misreads("Ada: grow 1 9LK=8"), "9LK is always what is printed on it");
    let text =
        log_of(3, "", &["Ada: hatch 7SK; take PMSL", "Bo: hatch 8MS; draw", "Cy: hatch 2WL; draw", "Ada: grow 1 PMSL; draw"]);
    let log = Table::of(&text);
    assert_eq!(log.findings(), ["1.5 step 1 illegal RX-3.5"]);
    assert_eq!(log.says(), "name the number from 2 to 9 that PMSL is played as, as in `PMSL=6`");
    let stands = table.records(&["Ada: grow 1 PMSL ! nobody knows"]);
    assert_eq!((stands.findings(), stands.totals()[0]), (vec!["1.5 step 1 overruled RX-3.5".to_owned()], 7 - 18));
}

#[test]
fn rx_3_5_where_no_number_would_be_legal_it_is_judged() {
    let table = after(&["Ada: hatch 7SK; take TMLY", "Bo: hatch 8MS; draw", "Cy: hatch 2WL; draw"]);
    table.forbids("Ada: grow 1 TMLY", "RX-3.3", "bird 1 is 7SK: Suns or Knots, up or down; TMLY has none of its suits");
    table.excludes("Ada: grow 2 TMLY", "TB-4", "there is no bird 2").excludes("Ada: grow 1 PMSL", "TB-3", "it is in the market");
    // Only a Crown could follow.
    let lines = ["Ada: hatch 7SK; take PMSL", "Bo: hatch 8MS; draw", "Cy: hatch 2WL; draw", "Ada: grow 1 9MS; draw"];
    let table = after(&lines).records(&["Bo: hatch 3MW; draw", "Cy: hatch 3LY; draw"]);
    table.forbids("Ada: grow 1 PMSL", "RX-3.5", "name the number from 2 to 9").forbids(
        "Ada: g1 pmsl",
        "RX-3.5",
        "name the number from 2 to 9",
    );
    table.forbids("Bo: grow 1 PMSL", "RX-1.2", "it is Ada's turn");
}

#[test]
fn rx_3_5_it_is_never_an_ace_or_a_crown() {
    let table = with_pmsl();
    table.forbids("Ada: grow 1 PMSL=A", "RX-3.5", "PMSL can't be an Ace: it is played as a number from 2 to 9");
    table.forbids("Ada: grow 1 PMSL=1", "RX-3.5", "PMSL can't be an Ace").forbids(
        "Ada: grow 1 PMSL=10",
        "RX-3.5",
        "can't be a Crown",
    );
    table.forbids("Ada: grow 1 PMSL=Crown", "RX-3.5", "PMSL can't be a Crown").allows("Ada: grow 1 PMSL=9");
    let stands = table.records(&["Ada: grow 1 PMSL=C ! why not", "Ada: draw", "Bo: grow 1 9MS; draw", "Cy: grow 1 3MW; draw"]);
    assert_eq!(stands.state()["players"][0]["birds"][0]["cards"], json!(["7SK", "PMSL=C"]));
    assert_eq!(stands.totals()[0], 7 - 18, "it has no rank, and costs nothing");
    stands.allows("Ada: grow 1 8MS").allows("Ada: grow 1 6SY").forbids("Ada: grow 1 3LY", "RX-3.3", "3LY has none of its suits");
    let verdict = |ada: &str| super::table::uncountable(&[ada, "Bo:", "Cy:"]);
    assert_eq!(verdict("Ada: 7SK PMSL=A").0, "RX-3.5");
    assert_eq!(verdict("Ada: 7SK PMSL | EX").1, "name the number from 2 to 9 that PMSL is played as, as in `PMSL=6`");
}

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

#[test]
fn rx_3_5_it_may_be_discarded_and_taken_again() {
    let table = with_pmsl().records(&["Ada: discard PMSL; draw", "Bo: hatch 9MS; take PMSL"]);
    table.records(&["Cy: grow 1 3MW; draw", "Ada: grow 1 9LK; draw"]).allows("Bo: grow 2 PMSL=4");
}
