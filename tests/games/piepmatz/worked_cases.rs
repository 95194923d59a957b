//! The worked cases at the end of the rule book.

use crate::piepmatz::table::{bare, has, legal, perch, slots};

#[test]
fn perch_bl3_and_ch6_played() {
    let lines = ["perches BL3 SP5; display SP1 BU2 YE5; seeds 1 2 3 1", "Ada: play CH6 at 1"];
    let table = legal(&bare(3, "", &lines));
    assert_eq!((has(&table, 0), perch(&table, 1)), ("BL3; 3".to_owned(), "CH6:".to_owned()), "d = 3: the seed in slot 3");
    assert_eq!((slots(&table), table.open()), ("1 2 - 1".to_owned(), vec![": refill".to_owned()]));
}

#[test]
fn perch_bl2_with_two_in_the_queue_and_gr4_played() {
    // The third player plays it: the others have queued SP1 and CH1.
    let lines = [
        "perches BL2 SP5; display SP1 BU2 YE5; seeds 1 2 3 2",
        "Ada: play SP1 at 1; draw",
        "Bo: play CH1 at 1; draw",
        "Cy: play GR4 at 1",
    ];
    let table = legal(&bare(3, "", &lines));
    assert_eq!(has(&table, 2), "BL2; 2", "sum 6, d = 4: seed 4");
    assert_eq!(perch(&table, 1), "GR4: SP1 CH1", "2 is not more than 4: over");
    assert_eq!((slots(&table), table.open()), ("1 2 3 -".to_owned(), vec![": refill".to_owned()]));
}
