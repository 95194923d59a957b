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
