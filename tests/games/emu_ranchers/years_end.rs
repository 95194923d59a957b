//! ER-5: laying down, and being done.

use crate::judged::{Table, log};

#[test]
fn er_5_3_who_has_no_bird_can_only_be_done_and_everybody_sees_it() {
    let only = |bo: &str| {
        let begun = Table::of(&log::<&str>("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &[])]));
        let lies = format!("position \"Ada: 7SK; hand 6; done\" \"Bo: {bo}; hand 6\" \"table: discards 9MS; draw 0\"");
        begun.records(&[&lies]).0.only_step().map(|offer| (offer.step, offer.openly_forced))
    };
    assert_eq!(only("-"), Some(("done".to_owned(), true)));
    assert_eq!(only("2WL"), None, "Bo may lay a card");
}

#[test]
fn what_lies_there_is_shown_as_a_tally() {
    let turns = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"];
    let table = Table::of(&log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &turns)]));
    assert_eq!(table.shown()["tally"], serde_json::json!(["7SK", "9LK"]));
}
