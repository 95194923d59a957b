//! PM-4: refilling the slots.

use crate::piepmatz::table::{after, drained, has, slots, under};

const FOUGHT: &str = "Ada: play GR6 at 1";

#[test]
fn pm_4_1_lowest_slot_first_in_the_order_drawn() {
    // A chain empties slots 1 and 2.
    let lines = ["Ada: play GR1 at 1; draw", "Bo: play BU1 at 1; draw", "Cy: play CH1 at 1; draw", "Ada: play SP2 at 1"];
    let table = after(&lines);
    assert_eq!(slots(&table), "- - 3 1");
    assert_eq!(slots(&table.records(&["Ada: refill 3 1"])), "3 1 3 1");
    assert_eq!(slots(&table.records(&["Ada: refill 1 3"])), "1 3 3 1");
    table.forbids("Ada: refill 1", "PM-4.1", "slots 1 and 2 are to be filled, and the deck still has 32 cards");
}

#[test]
fn pm_4_1_as_many_as_it_takes() {
    let table = after(&[FOUGHT]);
    table.forbids("Ada: refill crow", "PM-4.1", "slot 3 is to be filled, and the deck still has 32 cards");
    table.forbids("Ada: refill 1 2", "PM-4.1", "drawing ends with the seed card that fills the last empty slot");
    table.forbids("Ada: refill 1 crow", "PM-4.1", "drawing ends").allows("Ada: refill crow squirrel 1");
}

#[test]
fn pm_4_1_or_as_there_were() {
    let all = "crow ".repeat(32);
    let table = after(&[FOUGHT]);
    table.allows(&format!("Ada: refill {}", all.trim_end()));
    table.forbids(&format!("Ada: refill {}", "crow ".repeat(31).trim_end()), "PM-4.1", "the deck still has 32 cards");
}

#[test]
fn pm_4_1_with_the_deck_empty_nothing_is_written() {
    let mut lines = drained();
    lines.push("Bo: play YE6 at 1; draw".to_owned());
    lines.push("Cy: play BU1 at 1; draw".to_owned());
    let table = after(&lines);
    assert_eq!(slots(&table).split(' ').next(), Some("-"));
    assert!(table.open().iter().all(|open| open.ends_with("adds")), "{:?}", table.open());
}

#[test]
fn pm_4_2_a_pest_lies_beside_the_lowest_slot_without_one() {
    let table = after(&[FOUGHT]);
    assert_eq!(slots(&table.records(&["Ada: refill crow squirrel crow 3"])), "1+crow 2+squirrel 3+crow 1", "empty or not");
    let taken = table.records(&["Ada: refill squirrel crow 3; draw", "Bo: play SP6 at 1; draw", "Cy: play SP1 at 1; lose 1"]);
    assert_eq!(slots(&taken), "- 2+crow 3 1");
    assert_eq!(slots(&taken.records(&["Cy: refill squirrel 2"])), "2+squirrel 2+crow 3 1", "the lowest is slot 1 again");
}

#[test]
fn pm_4_2_a_fifth_is_discarded() {
    let table = after(&[FOUGHT]);
    assert_eq!(slots(&table.records(&["Ada: refill crow crow crow squirrel squirrel 3"])), "1+crow 2+crow 3+crow 1+squirrel");
    let told = table.tells(&["Ada: refill crow crow crow crow squirrel 3"]);
    assert_eq!(told.last().map(String::as_str), Some("PM-4.2: every slot has a pest, so the squirrel is discarded"));
}

#[test]
fn pm_4_3_discards_never_come_back() {
    let listed = "[deck]\nseeds = { 1 = 20, 2 = 10, 3 = 4 }\ncrows = 1\nsquirrels = 1";
    let lines = ["Ada: play GR6 at 1; refill squirrel crow 1; draw", "Bo: play SP6 at 1; draw", "Cy: play SP1 at 1; lose 1"];
    let table = crate::piepmatz::table::legal(&crate::piepmatz::table::log_of(3, listed, &lines));
    assert_eq!(table.state()["feeder_deck_left"]["squirrel"], 0);
    table
        .excludes("Cy: refill squirrel 1", "PM-1.3", "of `squirrel` the feeder deck had 1, and none is left")
        .allows("Cy: refill 2");
}

#[test]
fn pm_4_3_a_bird_lost_to_a_crow_is_out_of_the_game() {
    let lines = [
        "Ada: play GR6 at 1; refill 3; draw",
        "Bo: play YE6 at 1; draw",
        "Cy: play BL1 at 2; draw",
        "Ada: play SP5 at 1; feeder crow; lose BL3; draw",
    ];
    let table = after(&lines);
    assert_eq!(crate::piepmatz::table::texts(&table.state()["out_of_the_game"]), "BL3");
    table.allows("Bo: play BL3 at 1");
    let second = table.records(&["Bo: play BL3 at 2; draw"]);
    second.excludes("Cy: play BL3 at 2", "PM-1.1", "out of the game");
}

#[test]
fn the_deck_is_counted_down_to_the_card() {
    let left = |lines: &[&str]| after(lines).state()["feeder_deck"].as_u64();
    assert_eq!(left(&[FOUGHT]), Some(32));
    assert_eq!(left(&["Ada: play GR6 at 1; refill crow crow 3; draw"]), Some(29));
    assert_eq!(left(&["Ada: play GR3 at 1; draw", "Bo: play GR5 at 1; feeder squirrel"]), Some(31));
    let stacked = under("fifth_pest = \"stack\"", &["Ada: play GR6 at 1; refill crow crow crow crow crow crow 3; draw"]);
    assert_eq!((stacked.state()["feeder_deck"].as_u64(), has(&stacked, 0)), (Some(25), "BL3; 3".to_owned()));
}
