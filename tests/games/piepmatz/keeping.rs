//! PM-1.2 and PM-2.2: eggs, and keeping a bird.

use crate::piepmatz::table::{after, has};

#[test]
fn pm_1_2_a_bird_shows_half_its_value_in_eggs_rounded_up() {
    for (kept, eggs) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        let table = after(&[format!("Ada: play YE6 at 2; keep GR{kept}; draw; draw")]);
        assert_eq!(table.totals(), [eggs, 0, 0], "GR{kept} alone is the majority of Greenfinches");
    }
}

#[test]
fn pm_1_2_eggs_are_no_points_without_the_majority() {
    let lines = ["Ada: play YE6 at 2; keep GR6; draw; draw", "Bo: play SP1 at 1; draw", "Cy: play SP2 at 1; keep GR2"];
    assert_eq!(after(&lines).totals(), [3, 0, 1], "tied: each the own eggs");
}

#[test]
fn pm_2_2_a_bird_is_kept_where_there_was_no_fight() {
    let table = after(&["Ada: play GR3 at 2"]);
    assert_eq!(table.open(), ["Ada: keep draw"]);
    assert_eq!(has(&table.records(&["Ada: keep SP3"]), 0), "SP3");
    let fought = after(&["Ada: play GR4 at 1"]);
    assert_eq!(fought.open(), [": refill"]);
    fought
        .forbids("Ada: keep SP3", "PM-2.2", "Ada had a fight, and a bird is kept only where the play brings none")
        .allows("Ada: refill 1");
}

#[test]
fn pm_2_2_of_no_higher_value() {
    let table = after(&["Ada: play GR3 at 2"]);
    table.forbids("Ada: keep SP4", "PM-2.2", "SP4 is higher than GR3, which was just played");
    table.allows("Ada: keep SP3").allows("Ada: keep BL1").allows("Ada: keep GR3");
    assert!(after(&["Ada: play GR3 at 2"]).state()["may_keep"]["at_most"] == 3);
}

#[test]
fn pm_2_2_a_later_step_declines_it() {
    after(&["Ada: play GR3 at 2; draw SP1"]).forbids(
        "Ada: keep SP2",
        "PM-2.2",
        "only right after the play, before anything else",
    );
    let drawn = after(&["Ada: play GR3 at 2; keep SP2; draw"]);
    drawn.forbids("Ada: keep BL1", "PM-2.2", "and only one").allows("Ada: draw");
    after(&["Ada: play GR3 at 2; draw"]).forbids("Ada: keep SP2", "PM-1.6", "it is Bo's turn");
    after(&["Ada: play GR3 at 2; shows SP2"]).allows("Ada: keep SP2");
}

#[test]
fn pm_2_2_only_one_is_kept() {
    let table = after(&["Ada: play GR3 at 2; keep SP2"]);
    table.forbids("Ada: keep BL1", "PM-2.2", "only one").forbids("Bo: keep BL1", "PM-2.3", "Ada holds 2 birds");
}

#[test]
fn pm_2_2_a_queue_as_high_as_the_bird_is_no_fight() {
    let table = after(&["Ada: play GR3 at 1"]);
    assert_eq!(table.open(), ["Ada: keep draw"], "three against BL3");
    let table = table.records(&["Ada: draw"]);
    assert_eq!(table.records(&["Bo: play GR1 at 1"]).open(), [": refill"], "four against it");
}

#[test]
fn what_is_offered_instead_of_a_draw_reminds_nobody_of_a_bird_that_was_shown() {
    let table = after(&["Ada: shows SP2", "Ada: play GR3 at 2"]);
    table.allows("Ada: keep SP2");
    assert_eq!(table.verdict("Ada: draw CH4").alternatives, ["draw", "draw YE5", "draw BU2"]);
    let verdict = table.verdict("Ada: draw SP3");
    assert_eq!((&*verdict.alternatives.join(", "), &verdict.hints[..]), ("draw, draw SP1, draw BU2", &["keep a bird"][..]));
}
