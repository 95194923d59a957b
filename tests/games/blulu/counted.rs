//! Rounds counted on the table, and table rules that a verdict names.

use crate::judged::{Table, counted, log};
use fowlplay::referee::Refusal;

/// Ada and Bo under these table rules after these lines.
fn under(rules: &str, lines: &[&str]) -> Table {
    Table::of(&log("blulu", &["Ada", "Bo"], rules, &[("Bo", lines)]))
}

#[test]
fn bl_4_3_both_ways_to_say_whose_bonus_came_first_are_offered() {
    let table = under("target = 2", &[]);
    match table.0.record_tally(&["Bo: 16; flush 1", "Ada: 20; flush 1"], None) {
        Err(Refusal::Foul { verdict, .. }) => {
            let offered = ["Ada: 20; flush 1; sextet 0; first", "Bo: 16; flush 1; sextet 0; first"];
            assert_eq!((verdict.clause.as_deref(), verdict.alternatives), (Some("BL-4.3"), offered.map(str::to_owned).to_vec()));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_number_is_told_only_where_the_verdict_is_about_it() {
    // 35 of 36 cards: that has nothing to do with the points that win.
    let verdict = counted("blulu", &[], &["Ada: 20", "Bo: 15"]).expect_err("a card is missing");
    assert_eq!(verdict.house_rule(), None, "{verdict:?}");
    let table = under("must_capture = \"hand\"", &["deal 4MS 2MK CM AY"]);
    let verdict = table.verdict("Ada: trail 5SW 5YK");
    assert_eq!(
        verdict.house_rule().as_deref(),
        Some("House rule arithmetic=difference or pairs=own-rank or must_capture=never would allow it.")
    );
    let verdict = under("", &[]).verdict("deal 4MS 2MK");
    assert_eq!(verdict.house_rule(), None, "{verdict:?}");
}
