//! PM-1.2 and PM-2.2: eggs, and keeping a bird.

use crate::piepmatz::table::after;

#[test]
fn what_is_offered_instead_of_a_draw_reminds_nobody_of_a_bird_that_was_shown() {
    let table = after(&["Ada: shows SP2", "Ada: play GR3 at 2"]);
    table.allows("Ada: keep SP2");
    assert_eq!(table.verdict("Ada: draw CH4").alternatives, ["draw", "draw YE5", "draw BU2"]);
    let verdict = table.verdict("Ada: draw SP3");
    assert_eq!(
        (&*verdict.alternatives.join(", "), &verdict.hints[..]),
        ("draw, draw SP1, draw BU2", &["keep a bird", "and more"][..])
    );
}
