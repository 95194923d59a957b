//! TB-1 to TB-8, at a table of Emu Ranchers.

use crate::emu_ranchers::table::{after, done_year, log_of, log_of_years};
use crate::judged::{Table, ruled};

#[test]
fn tb_2_a_hand_is_counted_and_what_was_seen_is_known() {
    let table = after(&["Ada: discard 7SK; draw", "Bo: hatch 8MS; take 7SK", "Ada: discard 9MS; draw AM", "Bo: shows CK"]);
    let memory = table.memory();
    assert!(memory.contains("Ada's hand: AM and 5 unseen\nBo's hand: 7SK CK and 4 unseen"), "{memory}");
    assert!(memory.contains("Unaccounted for, 31: AS"), "36 less 8MS and 9MS in the open, 7SK, AM and CK in hands: {memory}");
}

#[test]
fn tb_7_nothing_is_recorded_after_the_games_end() {
    let mut year = done_year("Ada", &[]);
    year.extend(["Bo: shows CK", "Ada: hatch CY", "Bo: draw"].map(String::from));
    let table = Table::of(&log_of_years("years = 1", &[("Ada", &year), ("Bo", &[])]));
    let found = ["1.27", "1.28", "1.29"].map(|place| format!("{place} step 1 illegal TB-7"));
    assert_eq!(table.findings()[..3], found);
    assert_eq!(table.findings()[3..], ["2.0 step 0 illegal TB-7"]);
    assert_eq!(table.says(), "the game is over; only notes can be added");
    let found: Vec<_> = table.0.findings().iter().map(|finding| ruled(&finding.verdict)).collect();
    assert!(found[1..3].concat().is_empty(), "no turn is taken then, however many years there are");
    assert_eq!(found[3], "years = 1; under 2 it would be legal", "another year may begin");
}

/// What is found against the first year after some lines, counted so.
fn counted(tally: &[&str]) -> Table {
    let lines = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8YK; draw"];
    Table::of(&format!("{}tally = {tally:?}\n", log_of(&lines)))
}

#[test]
fn tb_8_birds_only_grow_and_stay_with_their_owner() {
    assert_eq!(counted(&["Ada: AM | 7SK 8YK CK", "Bo: 9LK"]).findings(), [""; 0], "grown, and another one");
    let missing = "the tally leaves out what the moves left before Ada: the bird 7SK 8YK";
    for ada in ["7SK", "8YK 7SK", "6SY 7SK | 8YK", ""] {
        let table = counted(&[&format!("Ada: {ada}"), "Bo: 9LK"]);
        assert_eq!((table.findings(), table.says()), (vec!["1.4 step 0 illegal TB-8".to_owned()], missing), "{ada}");
    }
    assert_eq!(counted(&["Ada:", "Bo: 9LK | 7SK 8YK"]).says(), missing, "it is Bo's nowhere");
    assert_eq!(counted(&["Ada: 7SK", "Bo:"]).findings(), ["1.4 step 0 illegal TB-8"; 2], "of both");
}

#[test]
fn tb_8_a_part_is_let_stand_with_a_reason() {
    let table = counted(&["Ada: 7SK ! the 8 was taken back", "Bo: 9LK"]);
    assert_eq!((table.findings(), table.totals()), (vec!["1.4 step 0 overruled TB-8".to_owned()], vec![7 - 18, 9 - 18]));
    let passed = counted(&["Ada: 7SK 8YK 2MK ! we let it pass", "Bo: 9LK"]);
    assert_eq!((passed.findings(), passed.totals()), (vec!["1.4 step 0 overruled ER-3.4".to_owned()], vec![17 - 18, -9]));
    let other = counted(&["Ada: 7SK 8YK 2MK", "Bo: 9LK ! we let it pass"]);
    assert_eq!(other.findings(), ["1.4 step 0 illegal ER-3.4"], "Bo's reason is not Ada's");
    let impossible = counted(&["Ada: 7SK 8YK ! never mind", "Bo: 9LK 9LK ! never mind"]);
    assert_eq!(impossible.findings(), ["1.4 step 0 impossible TB-3"]);
}

#[test]
fn what_lies_there_is_a_tally_and_a_discard_pile_is_remembered() {
    let table = after(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: discard AL; draw", "Bo: discard CW; draw"]);
    assert_eq!(table.shown()["tally"], serde_json::json!(["7SK", "9LK"]));
    assert!(table.memory().lines().any(|line| line.ends_with("Discard pile, top first: CW AL")), "{}", table.memory());
}
