//! `position`: a table that lost track goes on with what lies there, or with the only turn that leads to it.

use super::{DOWN, ENTER, Table, sit_down};

const CLEAR: &str = "\x15";

/// Two turns were recorded, and a table that lost track says how it lies.
fn lost_track() -> Table {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("Bo: hatch, grow or discard> ").enter("h 9lk .").see("Ada: hatch, grow or discard> ");
    t.enter("position").see("The table as it lies").see("Ada: 7SK");
    table
}

#[test]
fn the_only_turn_that_explains_the_table_is_recorded() {
    let mut table = lost_track();
    let t = &mut table.terminal;
    t.keys(" 8YK").keys(ENTER).see("Bo: 9LK").keys(ENTER);
    t.see("Table: ").keys(CLEAR).enter("discards -; draw 21; turn Bo").see("By what lies open, only this can have been played:");
    t.see("Ada: bird 1 + 8YK").see("Was it played so?").see("yes, record that").keys(ENTER);
    t.see("1.3").see("Bo: hatch, grow or discard> ");
    assert_eq!(table.lines()[2..], ["Ada: grow 1 8YK; draw"]);
}

#[test]
fn the_table_is_taken_as_it_lies() {
    let mut table = lost_track();
    let t = &mut table.terminal;
    t.keys(" 8YK").keys(ENTER).see("Bo: 9LK").keys(ENTER);
    t.see("Table: ").keys(CLEAR).enter("discards -; draw 21; turn Bo").see("Was it played so?");
    t.keys(DOWN).keys(ENTER).see("The table as it would stand in the log").see("Write it?").keys(ENTER);
    t.see("Bo: hatch, grow or discard> ").enter("undo").see("taken back: 1.3").see("Ada: hatch, grow or discard> ");
    t.enter("redo").see("Bo: hatch, grow or discard> ");
    assert_eq!(table.lines()[2..], ["position \"Ada: 7SK 8YK\" \"Bo: 9LK\" \"table: discards -; draw 21; turn Bo\""]);
}

#[test]
fn two_turns_are_not_looked_for() {
    let mut table = lost_track();
    let t = &mut table.terminal;
    t.keys(ENTER).see("Bo: 9LK").keys(ENTER);
    t.see("Table: ").keys(CLEAR).enter("discards 2SY +1; draw 20; turn Ada");
    t.see("The table as it would stand in the log").see("Write it?").keys(ENTER);
    t.see("Ada: hatch, grow or discard> ");
    assert_eq!(table.lines()[2..], ["position \"Ada: 7SK\" \"Bo: 9LK\" \"table: discards 2SY +1; draw 20; turn Ada\""]);
}

#[test]
fn where_nothing_lies_one_types_at_once() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("position").see("The table as it lies").see("Ada: ").enter("7SK").see("Bo: ").keys(ENTER).see("Table: ");
    t.keys(CLEAR).enter("discards -; draw 23; turn Bo").see("By what lies open").see("Was it played so?").keys(ENTER);
    t.see("Bo: hatch, grow or discard> ");
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw"]);
}
