//! RX-3.5: Pawns and Courts.

use crate::emus_redux::table::ended;

#[test]
fn rx_3_5_it_may_be_laid_and_counts_as_its_number() {
    let table = ended(&["Ada: hatch 7SK; take PMSL", "Bo: hatch 2WL; take TMLY", "Cy: hatch 2WL; draw"], "8MS 9MS");
    table.allows("Ada: lay 1 PMSL=8; lay 1 9MS").forbids("Bo: lay 1 TMLY=2", "RX-3.4", "TMLY=2 is a second 2");
    let table = table.records(&["Ada: lay 1 PMSL=8; lay 1 9MS"]);
    let bird = &table.sheet().players[0].rounds[0].items[0];
    assert_eq!((bird.points.if_exact(), bird.why.contains("PMSL=8 and 9MS")), (Some(0), true), "{}", bird.why);
}
