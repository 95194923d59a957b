//! PM-3: fights, crows and squirrels.

use crate::{
    judged::{Table, log},
    tables::{has, perch},
};

/// Bo has BL3 and a seed card 3, Ada SP1; Ada fights for GR6, with this.
fn amid_a_fight(fights: &str, pest: &str) -> Table {
    let lines = [
        "perches BL3 CH6; display SP1 BU2 YE5; seeds 1 2 3 1",
        "Ada: play GR1 at 2; draw",
        &format!("Bo: play GR6 at 1; refill {pest} 3; draw"),
        "Cy: play SP6 at 1; draw",
        "Ada: play GR1 at 2; keep SP1; draw; draw",
        "Bo: play CH1 at 2; draw",
        "Cy: play CH1 at 2; draw",
        &format!("Ada: play {fights} at 1"),
    ];
    let table = Table::of(&log("piepmatz", &["Ada", "Bo", "Cy"], "", &[("Ada", &lines)]));
    assert_eq!(table.findings(), [""; 0], "the lines before are legal");
    table
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
