//! PM-3: fights, crows and squirrels.

use crate::{
    judged::Table,
    piepmatz::table::{after, has, perch},
};

/// GR1, BU1 and CH1 queue behind BL3, and then SP2: three fights, by 2, by 1 and by 1.
const CHAIN: [&str; 4] = ["Ada: play GR1 at 1; draw", "Bo: play BU1 at 1; draw", "Cy: play CH1 at 1; draw", "Ada: play SP2 at 1"];

#[test]
fn pm_3_5_a_queue_that_is_still_higher_fights_again() {
    let told = after(&CHAIN[..3]).tells(&CHAIN[3..]);
    let fights = told.iter().filter(|line| line.starts_with("PM-3.1") && line.contains("fights at perch")).count();
    assert_eq!(fights, 3, "{told:#?}");
    assert!(told.iter().any(|line| line == "PM-3.1: the slot is empty: nothing is taken"), "{told:#?}");
    assert_eq!(perch(&after(&CHAIN), 1), "BU1: CH1", "one is not more than one: over");
}

/// Bo has BL3 and a seed card 3, Ada SP1; Ada fights for GR6, with this.
fn amid_a_fight(fights: &str, pest: &str) -> Table {
    after(&[
        "Ada: play GR1 at 2; draw",
        &format!("Bo: play GR6 at 1; refill {pest} 3; draw"),
        "Cy: play SP6 at 1; draw",
        "Ada: play GR1 at 2; keep SP1; draw; draw",
        "Bo: play CH1 at 2; draw",
        "Cy: play CH1 at 2; draw",
        &format!("Ada: play {fights} at 1"),
    ])
}

#[test]
fn what_another_player_does_amid_a_fight_is_no_part_of_it() {
    let (crow, squirrel, feeder) = (amid_a_fight("BU1", "crow"), amid_a_fight("BU1", "squirrel"), amid_a_fight("BU5", "crow"));
    let waits = [&crow, &squirrel, &feeder].map(Table::open);
    assert_eq!(waits, [["Ada: lose"], ["Ada: lose"], [": feeder"]]);
    for (table, clause, seed) in [(crow, "PM-3.3", "; 1"), (squirrel, "PM-3.3", "; 1"), (feeder, "PM-3.1", "")] {
        assert_eq!((has(&table, 1), perch(&table, 1).split(':').next()), ("BL3; 3".to_owned(), Some("GR6")));
        table.excludes("Bo: lose GR6 ! it was blown away", "TB-4", "GR6 is not in Bo's collection");
        for (line, left) in [("lose BL3", "; 3"), ("lose 3", "BL3"), ("feeder 2", "BL3; 3 2"), ("feeder crow", "BL3; 3")] {
            table.forbids(&format!("Bo: {line}"), clause, "");
            let stood = table.records(&[&format!("Bo: {line} ! let stand")]);
            // Ada's fight comes to its end without what it waited for.
            assert_eq!(has(&stood, 0), format!("SP1 GR6{seed}"), "{line}");
            assert!(perch(&stood, 1).starts_with("SP6: BU"), "{line}: {}", perch(&stood, 1));
            assert_eq!((has(&stood, 1), stood.open() == ["Bo: lose"]), (left.to_owned(), line == "feeder crow"), "{line}");
        }
    }
}
