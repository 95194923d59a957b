//! RX-4.1 to RX-4.4: where cards come from.

use crate::judged::{Table, log};

#[test]
fn what_is_legal_only_after_a_foul_says_so() {
    let market = "market PWLY PMSL PSWK TMWK TSWY TMLY";
    let table = Table::of(&log("emus-redux", &["Ada", "Bo", "Cy"], "", &[("Ada", &[market])]));
    let verdicts = table.0.try_line("Bo: hatch 7SK; draw").expect("it is read");
    assert_eq!((&*verdicts[0].1.message, verdicts[1].1.kind), ("it is Ada's turn", None));
    assert_eq!(verdicts[1].1.message, "only if `hatch 7SK` is let stand: draws a card");
}
