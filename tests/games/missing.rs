//! Missing turns, beside those that the games' files of cases look for.

use crate::judged::{Table, log};

/// A table of Emu Ranchers after these lines.
fn after(lines: &[&str]) -> Table {
    Table::of(&log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", lines)]))
}

#[test]
fn a_missing_turn_is_described() {
    let recorded = after(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"]);
    let lies = recorded.records(&["Ada: grow 1 8YK; draw"]).0.position(false).expect("a position");
    assert!(!lies.is_earlier);
    let turn = recorded.0.missing_turn(&lies.parts.iter().map(String::as_str).collect::<Vec<_>>()).expect("one turn");
    assert_eq!(turn.description, "Ada: bird 1 + 8YK the Betrayal, Wyrms Knots, draws a card");
    let same = recorded.0.position(false).expect("a position").parts;
    assert_eq!(recorded.0.missing_turn(&same.iter().map(String::as_str).collect::<Vec<_>>()), None);
    assert_eq!(recorded.0.missing_turn(&["Ada: 7SK"]), None);
}

#[test]
fn the_same_in_other_words_is_no_difference() {
    let table = after(&["Ada: hatch 7SK; draw", "Bo: discard 9LK; draw"]);
    let differs = |parts: [&str; 3]| -> Vec<String> { table.0.diff_position(&parts).into_iter().map(|part| part.part).collect() };
    assert_eq!(differs(["Ada: 7SK; hand 6", "Bo:-", "table: turn Ada; discards 9LK +0; draw 22"]), [""; 0]);
    assert_eq!(differs(["Ada: 7SK; shows 2WL", "Bo: -", "table: discards 9LK; turn Ada"]), ["Ada: 7SK; shows 2WL"]);
    assert_eq!(differs(["Ada: 7SK", "Bo: 8YK", "table: discards 9LK; turn Ada"]).len(), 2, "and the draw pile");
}
