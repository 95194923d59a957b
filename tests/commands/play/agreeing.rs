//! What a change of what is recorded would do is said, and it is asked before it is written.

use super::{DOWN, ENTER, ESC, Table, UP, sit_down};
use crate::terminal::Terminal;
use fowlplay::log::LogFile;
use std::path::Path;
use tempfile::TempDir;

const LOG: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                   \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 9LK; draw\",\n  \"Ada: grow 1 8YK; draw\",\n]\n";

fn log() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("game.toml"), LOG).expect("written");
    directory
}

fn text(directory: &TempDir) -> String {
    std::fs::read_to_string(directory.path().join("game.toml")).expect("a log")
}

/// Runs a command that asks, answers with these keys, and waits for its end.
fn asked(directory: &Path, arguments: &[&str], see: &[&str], keys: &str) -> (u32, Terminal) {
    let mut t = Terminal::start(directory, arguments);
    for part in see {
        t.see(part);
    }
    t.see("Write it? (y/n)").keys(keys);
    (t.exit(), t)
}

#[test]
fn a_command_says_what_it_would_do_and_writes_on_enter_alone() {
    let directory = log();
    let at = directory.path();
    let amend = ["amend", "game.toml", "1.1", "Ada: hatch 5YK; draw"];
    let would = ["Not written yet: 1.1 replaced", "The score:"];
    let would = [&would[..], &["The same words would do something else:", "1.3 grow 1 8YK: would be on 5YK, is on 7SK"]].concat();
    for no in [ESC, "n", "\x03", "q"] {
        let (status, mut t) = asked(at, &amend, &would, no);
        assert_eq!(status, 2);
        t.see("Nothing was changed.");
        assert_eq!(text(&directory), LOG);
    }
    let (status, mut t) = asked(at, &amend, &would, ENTER);
    assert_eq!(status, 0);
    t.see("yes").see("1.1 replaced");
    assert!(text(&directory).contains("\"Ada: hatch 5YK; draw\""));
    // Where nothing else changes, too.
    let (status, _) = asked(at, &["head", "game.toml", "title=x"], &["title: x", "All other lines stay as they are."], ENTER);
    assert_eq!(status, 0);
    let (status, _) = asked(at, &["head", "game.toml", "player.Ada=Eve"], &["Ada is Eve"], ENTER);
    assert_eq!(status, 0);
    let before = text(&directory);
    let (status, _) = asked(at, &["rule", "game.toml", "upkeep=20"], &["upkeep = 20, for the whole game"], ESC);
    assert_eq!((status, text(&directory)), (2, before));
}

#[test]
fn what_was_typed_before_it_was_asked_is_named_and_writes_nothing() {
    let directory = log();
    for (typed, named) in [("\r", ""), ("y", "y"), ("h 9lk\rnote x\r", "h 9lk note x")] {
        let mut t =
            Terminal::start_with(directory.path(), &["sh", "-c", "sleep 1; \"$@\"", "sh"], &["rule", "game.toml", "upkeep=20"]);
        t.keys(typed).see("Not written yet");
        if !named.is_empty() {
            t.see("not entered:").see(named);
        }
        t.see("Write it? (y/n) › no").keys(ENTER).see("Nothing was changed.");
        assert_eq!((t.exit(), text(&directory)), (2, LOG.to_owned()), "{typed:?}");
    }
}

#[test]
fn nothing_is_asked_where_it_was_said_before() {
    let directory = log();
    for arguments in [
        &["amend", "game.toml", "1.1", "Ada: hatch 5YK; draw", "--yes"][..],
        &["rule", "game.toml", "upkeep=20", "-y"],
        &["head", "game.toml", "player.Bo=Bob", "--yes"],
        &["head", "game.toml", "title=x", "--json"],
    ] {
        let mut t = Terminal::start(directory.path(), arguments);
        assert_eq!(t.exit(), 0, "{arguments:?}");
        assert!(!t.shown().contains("Write it?"), "{}", t.shown());
    }
    assert_eq!(LogFile::read(directory.path().join("game.toml")).expect("a log").corrections().len(), 4);
}

#[test]
fn what_somebody_else_saved_meanwhile_is_not_written_over() {
    let directory = log();
    let mut t = Terminal::start(directory.path(), &["rule", "game.toml", "upkeep=20"]);
    t.see("Write it?");
    let other = format!("{LOG}# by hand\n");
    std::fs::write(directory.path().join("game.toml"), &other).expect("written");
    t.keys(ENTER).see("was changed by something else").see("repeat the last command");
    assert_eq!((t.exit(), text(&directory)), (2, other));
}

#[test]
fn in_a_session_it_is_asked_where_more_changes_than_the_line() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .")
        .see("1.1 Ada")
        .enter("d 9lk .")
        .see("1.2 Bo")
        .enter("g 1 8yk .")
        .see("1.3 Ada")
        .see("Bo: hatch, grow or discard> ");
    for no in [ESC, "\x03"] {
        t.enter("amend 1.1 Ada: hatch 5YK; draw").see("Not written yet: 1.1 replaced").see("would be on 5YK, is on 7SK");
        t.see("Write it?").keys(no).see("Nothing was changed.").see("> ");
    }
    // A line typed instead cancels the question.
    t.enter("amend 1.1 Ada: hatch 5YK; draw").see("Write it?").enter("d 6mw .").see("not entered: 1 line").see("d 6mw .");
    t.see("Nothing was changed.").see("> ").keys(UP).see("> amend 1.1").keys(UP).see("> d 6mw .").keys(ESC);
    // Nobody grows on what is discarded.
    t.enter("amend 1.2 Bo: discard 6MW; draw").see("1.2 replaced").see("All other lines stay as they were.").see("> ");
    t.enter("rule upkeep=20")
        .see("Not written yet: upkeep = 20")
        .see("Write it?")
        .keys(ESC)
        .see("Nothing was changed.")
        .see("> ");
    t.enter("amend 1.1 Ada: hatch 5YK; draw").see("Write it?").keys(ENTER).see("1.1 replaced").see("> ").enter("quit");
    assert_eq!(t.exit(), 0);
    assert_eq!(table.lines(), ["Ada: hatch 5YK; draw", "Bo: discard 6MW; draw", "Ada: grow 1 8YK; draw"]);
}

#[test]
fn a_closed_game_is_played_on_only_if_it_is_opened_again() {
    let Table { directory, terminal } = sit_down();
    drop(terminal);
    let path = directory.path().join("game.toml");
    let closed = std::fs::read_to_string(&path).expect("a log").replacen("game =", "closed = \"it \\u001b got late\"\ngame =", 1);
    std::fs::write(&path, &closed).expect("written");
    let mut t = Terminal::start(directory.path(), &["play"]);
    t.see("no game of this directory is left to go on with");
    assert_eq!(t.exit(), 2);
    let mut t = Terminal::start(directory.path(), &[]);
    t.choose("what do you want to do?", "go on").see("There is no game to go on with in this directory.").see("File").keys(ENTER);
    t.choose("what do you want to do?", "look at")
        .see("closed: it \\u{1b} got late")
        .keys(ESC)
        .see("what do you want to do?")
        .keys(ESC);
    assert_eq!(t.exit(), 0);
    let mut t = Terminal::start(directory.path(), &["play", "game.toml"]);
    t.see("The game is closed: it").see("Open it again?").keys(ESC).see("`fowlplay head game.toml closed=` opens it");
    assert_eq!(t.exit(), 0);
    assert_eq!(std::fs::read_to_string(&path).expect("a log"), closed);
    let mut t = Terminal::start(directory.path(), &["play", "game.toml"]);
    t.see("Open it again?").keys(ENTER).see("Ada: hatch, grow or discard> ").enter("d 7sk .").see("1.1 Ada").enter("quit");
    assert_eq!(t.exit(), 0);
    let log = LogFile::read(&path).expect("a log");
    assert_eq!((log.closed(), log.end().line), (None, 1));
}

#[test]
fn who_wins_is_said_first() {
    let directory = tempfile::tempdir().expect("a directory");
    let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[rules]\nyears = 1\nupkeep = 17\n";
    let round = "\n[[round]]\nfirst = \"Ada\"\nmoves = [\"Ada: hatch 9LK; draw\"]\ntally = [\"Ada: 9LK 8YK 7SK\", \"Bo:\"]\n";
    std::fs::write(directory.path().join("game.toml"), format!("{head}{round}")).expect("written");
    let would =
        ["upkeep = 44, for the whole game (now: 17)", "Who wins: would be Bo, is Ada", "The score: Ada: would be −20, is 7"];
    asked(directory.path(), &["rule", "game.toml", "upkeep=44"], &would, ESC);
    let mut t = Terminal::start(directory.path(), &["play", "game.toml"]);
    t.see("Ada won").see("the game is over> ").enter("rule upkeep=44").see(&would.join(" ")).see("Write it?").keys(ENTER);
    t.see("upkeep = 44")
        .see("The game is over.")
        .see("Bo wins.")
        .see("> ")
        .enter("undo")
        .see("Who wins: now Ada, was Bo")
        .see("> ");
}

#[test]
fn an_edit_needs_no_word() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("1.1 Ada").see("Bo: hatch, grow or discard> ").enter("h 9lk .").see("1.2 Bo").see("Ada: hatch");
    t.enter("+1.2 note put in").see("1.2 inserted").see("> ").enter("-1.2").see("1.2 deleted").see("> ");
    t.enter("-1.7").see("1.7").see("> ").enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"]);
}

#[test]
fn what_comes_back_is_reported_once() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .")
        .see("Bo: hatch, grow or discard> ")
        .enter("h 9lk")
        .see("Bo [draw]> ")
        .enter(".")
        .see("Ada: hatch, grow or discard> ");
    let told = |t: &Terminal, text: &str| {
        let shown = t.shown();
        let last = shown.rsplit("────\nYear 1").next().unwrap_or_default();
        (last.matches(text).count(), shown)
    };
    t.enter("undo").see("taken back: 1.2 draw (the line is now: Bo: hatch 9LK)").see("Bo [draw]> ");
    assert_eq!(told(t, "Bo: hatch 9LK").0, 1, "{}", told(t, "").1);
    t.enter("redo").see("brought back: 1.2 draw (the line is now: Bo: hatch 9LK; draw)").see("Ada: hatch, grow or discard> ");
    assert_eq!(told(t, "Bo: hatch 9LK; draw").0, 1, "{}", told(t, "").1);
}

#[test]
fn after_a_forgotten_turn_the_lines_move_on_if_that_is_agreed_to() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    for (line, next) in [("h 7sk .", "Bo"), ("h 9lk .", "Ada"), ("h 8wl .", "Bo"), ("h 5yk .", "Ada")] {
        t.enter(line).see(&format!("{next}: hatch, grow or discard> "));
    }
    t.enter("+1.3 Ada: d 4ms .").see("fall to the wrong players").see("Change that as well?").keys(DOWN).see("❯ no").keys(ENTER);
    t.see("with it> ").keys(ENTER).see("reason> ").keys(ESC).see("othing was changed").see("> ");
    t.enter("+1.3 Ada: d 4ms .").see("a turn was forgotten").see("Change that as well?").keys(ENTER).see("1.3 inserted");
    t.see("Bo: hatch, grow or discard> ").enter("-1.3").see("a turn too many").see("Change that as well?").keys(ENTER);
    t.see("1.3 deleted").see("Ada: hatch, grow or discard> ");
    let lines = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: hatch 8WL; draw", "Bo: hatch 5YK; draw"];
    assert_eq!(table.lines(), lines);
}

#[test]
fn the_names_of_lines_move_along_with_who_really_began() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    for (line, next) in [("h 7sk .", "Bo"), ("h 9lk .", "Ada"), ("h 8wl .", "Bo")] {
        t.enter(line).see(&format!("{next}: hatch, grow or discard> "));
    }
    t.enter("first bo").see("With Bo first, the lines 1.1 to 1.3 have the wrong names.");
    t.see("Ada's lines become Bo's and Bo's lines become Ada's.").see("Change that as well?").keys(ENTER);
    t.see("1.first replaced: Bo").see("Ada: hatch, grow or discard> ");
    assert_eq!(table.lines(), ["Bo: hatch 7SK; draw", "Ada: hatch 9LK; draw", "Bo: hatch 8WL; draw"]);
}

#[test]
fn a_rejected_line_is_nobodys_turn() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("bo: d 9wy .").see("illegal: Bo: discard 9WY").see("Ada: hatch, grow or discard> ").enter("d 9wy .").see("1.1 Ada");
    t.see("Bo: hatch, grow or discard> ")
        .enter("ada: h 7xx")
        .see("can't read this")
        .see("Bo: hatch")
        .enter("h 7sk .")
        .see("1.2 Bo");
    t.see("Ada: hatch, grow or discard> ");
    assert_eq!(table.lines(), ["Ada: discard 9WY; draw", "Bo: hatch 7SK; draw"]);
}

#[test]
fn a_revoke_is_let_stand_as_soon_as_it_is_proved() {
    let example = std::fs::read_to_string(format!("{}/examples/blulu-revoke.toml", crate::ROOT)).expect("an example");
    let (before, _) = example.split_once("  \"Theo: trail 3SK 9LK\"").expect("the line that proves it");
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("game.toml"), format!("{before}]\n")).expect("written");
    let mut t = Terminal::start(directory.path(), &["play", "game.toml"]);
    t.see("Theo: ").enter("t 3sk 9lk").see("revoke").see("`overrule REASON` lets 1.7 stand").enter("overrule we saw it too late");
    t.see("1.7 replaced").see("1.7 is let stand now: we saw it too late").see("Mona: ").enter("quit").see("All is saved");
    assert!(text(&directory).contains("\"Theo: trail AY 2WL ! we saw it too late\""), "{}", text(&directory));
}

/// Six cards a hand: what is trailed last was there when both trails before were made.
#[test]
fn all_revokes_that_a_line_proves_are_let_stand_together() {
    let directory = tempfile::tempdir().expect("a directory");
    let lines = ["Bo: trail 3MW 4MS", "Ada: trail 8MS 8WL", "Bo: trail CM CS", "Ada: trail 9WY 9LK", "Bo: trail AM AS"]
        .map(|line| format!("{line:?}, "));
    let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n[rules]\nhand = 6\ntable = 0\n";
    let log = format!("{head}[[round]]\nfirst = \"Ada\"\nmoves = [{}]\n", lines.concat());
    std::fs::write(directory.path().join("game.toml"), log).expect("written");
    let mut t = Terminal::start(directory.path(), &["play", "game.toml"]);
    t.see("Ada: ").enter("t 5sw 7wy").see("`overrule REASON` lets 1.2 and 1.4 stand").see("> ").enter("overrule");
    t.see("`Ada: trail 8MS 8WL` and `Ada: trail 9WY 9LK`").see("reason> ").enter("seen too late");
    t.see("1.2 replaced").see("1.4 replaced").see("Bo: ").enter("quit").see("All is saved");
    let text = text(&directory);
    assert!(text.contains("8WL ! seen too late\"") && text.contains("9LK ! seen too late\""), "{text}");
}
