//! PM-2.2: keeping a bird.

use crate::judged::{Table, log};

#[test]
fn what_is_offered_instead_of_a_draw_reminds_nobody_of_a_bird_that_was_shown() {
    let lines = ["perches BL3 CH6; display SP1 BU2 YE5; seeds 1 2 3 1", "Ada: shows SP2", "Ada: play GR3 at 2"];
    let table = Table::of(&log("piepmatz", &["Ada", "Bo", "Cy"], "", &[("Ada", &lines)]));
    table.allows("Ada: keep SP2");
    assert_eq!(table.verdict("Ada: draw CH4").alternatives, ["draw", "draw YE5", "draw BU2"]);
    let verdict = table.verdict("Ada: draw SP3");
    assert_eq!(
        (&*verdict.alternatives.join(", "), &verdict.hints[..]),
        ("draw, draw SP1, draw BU2", &["keep a bird", "and more"][..])
    );
}
