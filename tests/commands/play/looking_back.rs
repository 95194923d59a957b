//! `back`, `forward`, `now`: the table as it stood before an earlier line. Nothing changes by it, and nothing typed is lost.

use super::{DOWN, ENTER, ESC, Table, UP, sit_down};
use std::fs;

/// Two turns were played: `1.1 Ada: hatch 7SK; draw`, `1.2 Bo: hatch 9LK; draw`.
fn after_two_turns() -> Table {
    let mut table = sit_down();
    table.terminal.enter("h 7sk .").see("Bo: hatch, grow or discard> ").enter("h 9lk .").see("Ada: hatch, grow or discard> ");
    table
}

/// What stands on screen from the last headline on.
fn shown(table: &Table) -> String {
    let screen = table.terminal.shown();
    screen[screen.rfind("As it stood").expect("a headline")..].to_owned()
}

#[test]
fn history_can_be_walked_through() {
    let mut table = after_two_turns();
    let log = fs::read(table.log()).expect("a log");
    let t = &mut table.terminal;
    t.enter("back").see("As it stood before 1.2").see("Then came 1.2 Bo: hatch 9LK; draw").see("before 1.2> ");
    assert!(shown(&table).contains("7SK") && !shown(&table).contains("1   9LK"), "{}", shown(&table));
    let t = &mut table.terminal;
    t.enter("back").see("As it stood before 1.1").see("Then came 1.1 Ada: hatch 7SK; draw").see("before 1.1> ");
    let screen = shown(&table);
    assert!(!screen.contains("1   7SK") && !screen.contains("1.2"), "{screen}");
    let t = &mut table.terminal;
    t.enter("back").see("This is how it began").see("before 1.1> ");
    t.enter("forward").see("As it stood before 1.2").see("before 1.2> ");
    t.enter("forward 7").see("This is now again.").see("Ada: hatch, grow or discard> ");
    t.enter("forward").see("This is now").see("discard> ").enter("now").see("This is now").see("discard> ");
    t.enter("back 2").see("As it stood before 1.1").see("> ").enter("now").see("This is now again.").see("discard> ");
    t.enter("back 1.2").see("As it stood before 1.2").see("> ").enter("table").see("As it stood before 1.2").see("> ");
    t.enter("back 1.9")
        .see("There is no line 1.9")
        .see("before 1.2> ")
        .enter("back x")
        .see("`back [N]`: looks back")
        .see("before 1.2> ");
    t.enter("quit").see("All is saved");
    assert_eq!(fs::read(table.log()).expect("a log"), log);
}

#[test]
fn enter_and_escape_come_back() {
    let mut table = after_two_turns();
    let t = &mut table.terminal;
    for key in [ENTER, ESC] {
        t.enter("back").see("before 1.2> ").keys(key).see("This is now again.").see("Ada: hatch, grow or discard> ");
    }
    t.enter("back")
        .see("before 1.2> ")
        .keys("h 8")
        .see("> h 8")
        .keys(ESC)
        .see("before 1.2> ")
        .keys("back")
        .keys(ENTER)
        .see("before 1.1> ");
    assert_eq!(table.lines().len(), 2);
}

#[test]
fn a_step_that_is_typed_comes_back_to_the_present_and_is_not_entered() {
    let mut table = after_two_turns();
    let t = &mut table.terminal;
    t.enter("back 1.1").see("before 1.1> ").enter("h 7sk").see("This is now again.").see("`h 7sk` was not entered");
    t.see("discard> ").keys(UP).see("discard> h 7sk").keys("\x15");
    t.enter("back").see("before 1.2> ").enter("h 8w").see("This is now again.").see("discard> ").keys(UP).see("> h 8w");
    t.keys("l").keys(ENTER).see("1.3").see("Ada [draw]> ");
    // Nor are lines that came with it.
    t.enter("back").see("before 1.3> ").keys("note one\rnote two\r").see("This is now again.").see("not entered: 1 line");
    t.see("note two").see("`note one` was not entered").see("Ada [draw]> ");
    t.enter("back").see("before 1.3> ").enter("score").see("This is now again.").see("Not over yet").see("draw]> ");
    assert_eq!(table.lines().len(), 3);
}

/// It changes what stands behind the moment that is shown.
#[test]
fn what_changes_the_log_is_not_done_at_an_earlier_table() {
    let mut table = after_two_turns();
    let t = &mut table.terminal;
    for change in [
        "undo",
        "redo",
        "amend 1.1 Ada: hatch 8YK; draw",
        "-1.2",
        "mend 1.1",
        "first Bo",
        "tally",
        "rule years=3",
        "overrule agreed",
    ] {
        t.enter("back").see("before 1.2> ").enter(change).see("This is now again.");
        t.see(&format!("`{change}` was not entered")).see("discard> ");
    }
    t.enter("back").see("before 1.2> ").enter("rule years").see("This is now again.").see("years").see("discard> ");
    assert_eq!(table.lines().len(), 2);
    let t = &mut table.terminal;
    t.enter("back").see("before 1.2> ").enter("undo").see("discard> ").keys(UP).see("> undo").keys(ENTER).see("taken back: 1.2");
    t.see("Bo: hatch, grow or discard> ").keys("h 9lk\r").see("Bo [draw]> ");
    assert_eq!(table.lines()[1..], ["Bo: hatch 9LK"]);
}

#[test]
fn a_step_is_judged_for_the_table_that_is_shown() {
    let mut table = after_two_turns();
    let t = &mut table.terminal;
    t.enter("why h 9lk").see("impossible").see("Nothing was entered").see("Ada: hatch, grow or discard> ");
    t.enter("back").see("before 1.2> ").enter("why h 9lk").see("legal: hatch 9LK").see("Nothing was entered");
    t.see("before 1.2> ").enter("why 1.1").see("7SK").see("before 1.2> ");
    t.enter("why").see("This is now again.").see("9LK").see("Ada: hatch, grow or discard> ");
    assert_eq!(table.lines().len(), 2);
}

#[test]
fn a_log_that_others_change_comes_back_to_now() {
    let mut table = after_two_turns();
    table.terminal.enter("back").see("before 1.2> ").keys("h 8wl").see("> h 8wl");
    let text = fs::read_to_string(table.log()).expect("a log");
    fs::write(table.log(), text.replace("hatch 9LK", "hatch 5YK")).expect("a file");
    table.terminal.see("was changed by something else").see("Ada: hatch, grow or discard> h 8wl").keys(ENTER).see("Ada [draw]> ");
    assert_eq!(table.lines()[1..], ["Bo: hatch 5YK; draw", "Ada: hatch 8WL"].map(str::to_owned));
}

#[test]
fn a_round_is_looked_at_as_it_ended() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("back").see("nothing yet to look back to").see("discard> ").enter("h 7sk .").see("Bo: hatch, grow or discard> ");
    t.enter("tally").see("Ada, year 1: ").enter("back").see("once the round is counted").see("Ada, year 1: ");
    t.enter("7sk").see("Bo, year 1: ").enter("").see("That was year 1").see("> ");
    t.enter("back").see("As it stood before year 1 was counted").see("before 1.2> ");
    t.enter("forward").see("This is now again.").see("discard> ").enter("h 8wl").see("Year 2 of 2").see("> ");
    t.enter("back 2").see("As it stood before year 1 was counted").see("> ").enter("back").see("before 1.1> ");
}

#[test]
fn scores_alone_have_no_past() {
    let directory = tempfile::tempdir().expect("a directory");
    let log = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\nkept = \"scores\"\n";
    fs::write(directory.path().join("game.toml"), log).expect("a file");
    let mut t = crate::terminal::Terminal::start(directory.path(), &["play", "game.toml"]);
    t.see("who takes the first turn?")
        .keys(DOWN)
        .keys(ENTER)
        .see("Ada, year 1: ")
        .enter("back")
        .see("`score` shows all rounds")
        .see("Ada, ");
}
