//! ER-5: laying down, and being done.

use crate::emu_ranchers::table::ended;
use fowlplay::{log::Log, referee};

const BIRDS: [&str; 2] = ["Ada: hatch 7SK; draw", "Bo: hatch 2WL; draw"];
const KEPT: &str = "8MS 9MS CS 9LK CK 3MW 5SW 9WY";

#[test]
fn er_5_3_who_has_no_bird_can_only_be_done_and_everybody_sees_it() {
    let only = |lines: &[&str]| {
        let log = Log::parse(ended(lines, KEPT).records(&["Ada: done"]).text()).expect("a log");
        referee::open(log).expect("known").only_step().map(|offer| (offer.step, offer.openly_forced))
    };
    assert_eq!(only(&BIRDS[..1]), Some(("done".to_owned(), true)));
    assert_eq!(only(&BIRDS), None, "Bo may lay a card");
}
