//! `lost` and `position`: a table that lost track goes on with what lies there, or with the turns that lead to it.

use super::{DOWN, ENTER, ESC, Table, UP, sit_down};

const CLEAR: &str = "\x15";

/// Two turns were recorded, and a table that lost track says how it lies.
fn lost_track() -> Table {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("Bo: hatch, grow or discard> ").enter("h 9lk .").see("Ada: hatch, grow or discard> ");
    t.enter("lost").see("The last line is 1.2 Bo: hatch 9LK; draw. Now it would be Ada's turn. How do you go on?");
    t.see("with the table as it lies");
    table
}

#[test]
fn the_only_turn_that_explains_the_table_is_recorded() {
    let mut table = lost_track();
    let t = &mut table.terminal;
    t.keys(UP).keys(ENTER).see("The table as it lies").see("Ada: 7SK").keys(" 8YK").keys(ENTER).see("Bo: 9LK").keys(ENTER);
    t.see("Table: ").keys(CLEAR).enter("discards -; draw 21; turn Bo").see("Only this leads from the log to what lies there");
    t.see("Ada: bird 1 + 8YK").see("Was it played so?").see("yes, record that").keys(ENTER);
    t.see("1.3").see("Bo: hatch, grow or discard> ");
    assert_eq!(table.lines()[2..], ["Ada: grow 1 8YK; draw"]);
}

#[test]
fn the_table_is_taken_as_it_lies() {
    let mut table = lost_track();
    let t = &mut table.terminal;
    t.keys(UP).keys(ENTER).see("Ada: 7SK").keys(" 8YK").keys(ENTER).see("Bo: 9LK").keys(ENTER);
    t.see("Table: ").keys(CLEAR).enter("discards -; draw 21; turn Bo").see("Was it played so?");
    t.keys(DOWN).keys(ENTER).see("The table as it would stand in the log").see("Write it?").keys(ENTER);
    t.see("Bo: hatch, grow or discard> ").enter("undo").see("taken back: 1.3").see("Ada: hatch, grow or discard> ");
    t.enter("redo").see("Bo: hatch, grow or discard> ");
    assert_eq!(table.lines()[2..], ["position \"Ada: 7SK 8YK\" \"Bo: 9LK\" \"table: discards -; draw 21; turn Bo\""]);
}

#[test]
fn two_turns_that_several_cards_explain_are_not_guessed() {
    let mut table = lost_track();
    let t = &mut table.terminal;
    t.keys(ESC).see("Ada: hatch, grow or discard> ");
    t.enter("position").see("Ada: 7SK").keys(ENTER).see("Bo: 9LK").keys(ENTER);
    t.see("Table: ").keys(CLEAR).enter("discards 2SY +1; draw 20; turn Ada");
    t.see("Several sequences of steps lead from the log to what lies there;").see("Write it?").keys(ENTER);
    t.see("Ada: hatch, grow or discard> ");
    assert_eq!(table.lines()[2..], ["position \"Ada: 7SK\" \"Bo: 9LK\" \"table: discards 2SY +1; draw 20; turn Ada\""]);
}

#[test]
fn missing_turns_are_typed_one_by_one() {
    let mut table = lost_track();
    let t = &mut table.terminal;
    t.keys(DOWN).keys(ENTER).see("First say how the table lies now").see("Ada: 7SK").keys(ESC);
    t.see("Type the missing turns as they were played").see("Ada: hatch, grow or discard> ");
    t.enter("h 2sy .").see("Bo: hatch, grow or discard> ").enter("help words").see("for a table that lost track");
    assert_eq!(table.lines()[2..], ["Ada: hatch 2SY; draw"]);
}

#[test]
fn the_menu_of_missing_turns_has_only_what_leads_to_the_table() {
    let mut table = lost_track();
    let t = &mut table.terminal;
    t.keys(DOWN).keys(ENTER).see("Ada: 7SK").keys(ENTER).see("Bo: 9LK").keys(ENTER);
    t.see("Table: ").keys(CLEAR).enter("discards 2SY +1; draw 20; turn Ada");
    t.see("Several sequences of steps lead")
        .see("which has only what leads to what lies there now")
        .see("Ada: hatch, grow or discard> ");
    // Ada can only have discarded, and Bo only the card that lies on top.
    t.keys(ENTER).see("Ada: discard …").see("Author, Moons Knots").keys(ESC).see("Ada: hatch, grow or discard> ");
    t.enter("d 4ms .").see("Bo: hatch, grow or discard> ").keys(ENTER).see("Bo: what?").see("discard 2SY");
    t.keys(ENTER).keys(DOWN).see("❯ discard").keys(ENTER).see("Bo: discards 2SY the Desert");
    t.see("Bo [draw]> ").keys(ENTER).see("The table now lies as you said: no turn is missing any more.");
    t.see("Ada: hatch, grow or discard> ").keys(ENTER).see("hatch").see("grow");
    t.keys(ESC);
    assert_eq!(table.lines()[2..], ["Ada: discard 4MS; draw", "Bo: discard 2SY; draw"]);
}

#[test]
fn a_turn_that_was_begun_otherwise_is_told() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("Bo: hatch, grow or discard> ").enter("h 9lk .").see("Ada: hatch, grow or discard> ").enter("h 8yk");
    t.see("Ada [draw]> ").enter("position").see("This is the table before 1.3, where the turn began.");
    t.see("Ada: 7SK").keys(" 8YK").keys(ENTER).see("Bo: 9LK").keys(ENTER);
    t.see("Table: ").keys(CLEAR).enter("discards -; draw 21; turn Bo");
    t.see("What is recorded of the turn that goes on, 1.3 Ada: hatch 8YK, doesn't lead to what lies there.");
    t.see("Only this does:").see("Ada: bird 1 + 8YK").see("`undo` takes it back").see("Write it?").keys(DOWN).keys(ENTER);
    t.see("Nothing was changed.");
    assert_eq!(table.lines()[2..], ["Ada: hatch 8YK"]);
}

#[test]
fn where_nothing_lies_one_types_at_once() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("position").see("The table as it lies").see("Ada: ").enter("7SK").see("Bo: ").keys(ENTER).see("Table: ");
    t.keys(CLEAR).enter("discards -; draw 23; turn Bo").see("Only this leads from the log").see("Was it played so?").keys(ENTER);
    t.see("Bo: hatch, grow or discard> ");
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw"]);
}
