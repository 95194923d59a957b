//! The end of a session: by signals, and by `quit` where the log is no longer what it was. The terminal is given back, and nothing
//! untrue is said.

use super::{CTRL_D, DOWN, ENTER, ESC, NEW, empty_log, lines, sit_down};
use crate::terminal::Terminal;
use nix::sys::signal::Signal;
use std::{fs, os::unix::fs::PermissionsExt as _};

/// After the last thing that was told nothing of the session is left on the terminal.
#[track_caller]
fn given_back(terminal: &mut Terminal) {
    terminal.hear_out();
    assert!(terminal.is_given_back());
    let told = String::from_utf8_lossy(&terminal.everything()).into_owned();
    for (on, off) in [("\x1b[?2004h", "\x1b[?2004l"), ("\x1b[?25l", "\x1b[?25h")] {
        assert!(told.rfind(on) <= told.rfind(off), "{off:?} follows {on:?} in {told:?}");
    }
}

#[test]
fn whatever_signal_ends_it_the_terminal_is_as_it_was() {
    let signals = [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGINT, Signal::SIGQUIT, Signal::SIGUSR1, Signal::SIGALRM];
    for signal in signals {
        for keys in ["", "h 7", ENTER] {
            let mut table = sit_down();
            let t = &mut table.terminal;
            assert!(!t.is_given_back(), "keys come one by one");
            t.keys(keys);
            match keys {
                ENTER => t.see("Ada: what?").see("(cancel)"),
                _ => t.see(keys),
            };
            let end = t.signal(signal).end();
            assert!(end.signal().is_some(), "{signal}: {end:?}");
            given_back(t);
        }
    }
}

#[test]
fn a_menu_outside_a_session_leaves_the_terminal_as_it_was() {
    let directory = empty_log();
    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        let mut menu = Terminal::start(directory.path(), &[]);
        menu.see("what do you want to do?").see("Leave").keys(DOWN).see("❯ Keep");
        let end = menu.signal(signal).end();
        assert!(end.signal().is_some(), "{signal}: {end:?}");
        given_back(&mut menu);
    }
    // Ctrl-C gives up what is asked, and ends nothing else.
    let mut menu = Terminal::start(directory.path(), &[]);
    menu.see("what do you want to do?").see("Leave").keys(ENTER).see("Which game?").see("Piepmatz").keys("\x03");
    menu.see("what do you want to do?").see("Leave").keys("\x03");
    assert_eq!(menu.exit(), 0);
    given_back(&mut menu);
}

#[test]
fn the_terminal_is_as_it_was_after_each_end() {
    for (keys, told) in [("quit\r", "All is saved"), (CTRL_D, "All is saved"), ("\x03\x03", "All is saved")] {
        let mut table = sit_down();
        table.terminal.keys(keys).see(told);
        assert_eq!(table.terminal.exit(), 0);
        given_back(&mut table.terminal);
    }
    let directory = empty_log();
    let mut menu = Terminal::start(directory.path(), &[]);
    menu.see("what do you want to do?").keys(ESC);
    assert_eq!(menu.exit(), 0);
    given_back(&mut menu);
}

#[test]
fn a_session_stopped_and_gone_on_with_shows_its_line_again() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys("h 7").see("> h 7").signal(Signal::SIGSTOP).signal(Signal::SIGCONT).see("Year 1 of 2").see("> h 7").keys("sk .");
    t.keys(ENTER).see("bird 1: 7SK").see("> ").enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
    given_back(t);
}

#[test]
fn a_log_that_is_gone_is_written_elsewhere() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("bird 1: 7SK").see("> ");
    let log = table.log();
    let text = fs::read_to_string(&log).expect("a log");
    fs::remove_file(&log).expect("removed");
    fs::write(table.directory.path().join("taken.toml"), "mine").expect("written");
    let t = &mut table.terminal;
    t.enter("quit").see("The log is not on disk as it was entered").see("there is no file game.toml");
    t.see("File for the log [game.toml]: ").enter("taken").see("is there already, and nothing is overwritten");
    t.see("File for the log [game.toml]: taken").keys("\x15").enter("other").see("All is saved in other.toml");
    assert_eq!(t.exit(), 0);
    assert_eq!(fs::read_to_string(table.directory.path().join("other.toml")).expect("written"), text);
    assert_eq!(fs::read_to_string(table.directory.path().join("taken.toml")).expect("kept"), "mine");
}

#[test]
fn a_log_that_is_gone_is_saved_when_a_signal_ends_the_session() {
    for signal in [Signal::SIGHUP, Signal::SIGTERM] {
        let mut table = sit_down();
        table.terminal.enter("h 7sk .").see("bird 1: 7SK").see("> ");
        let text = fs::read_to_string(table.log()).expect("a log");
        fs::remove_file(table.log()).expect("removed");
        assert!(table.terminal.signal(signal).end().signal().is_some());
        assert_eq!(fs::read_to_string(table.log()).expect("saved again"), text, "{signal}");
    }
}

#[test]
fn a_game_is_given_up_only_if_the_table_says_so() {
    let mut table = sit_down();
    table.terminal.enter("h 7sk .").see("bird 1: 7SK").see("> ");
    fs::rename(table.log(), table.directory.path().join("moved.toml")).expect("renamed");
    let t = &mut table.terminal;
    t.keys(CTRL_D).see("there is no file game.toml").see("File for the log").keys(ESC).see("Give the game up?").keys(ESC);
    t.see("File for the log").keys(ESC).see("Give the game up?").keys(DOWN).see("❯ yes").keys(ENTER).see("The game was given up");
    assert_eq!(t.exit(), 2);
    assert!(!String::from_utf8_lossy(&t.everything()).contains("All is saved"));
    assert!(!table.log().exists());
}

#[test]
fn a_log_that_cannot_be_written_any_more_is_said_so() {
    let mut table = sit_down();
    table.terminal.enter("h 7sk .").see("bird 1: 7SK").see("> ");
    fs::set_permissions(table.log(), fs::Permissions::from_mode(0o444)).expect("protected");
    let t = &mut table.terminal;
    t.enter("h 9wy .").see("Not entered").see("protected from writing").see("> ").enter("quit");
    t.see("it is protected from writing now")
        .see("File for the log [game-2.toml]: ")
        .keys(ENTER)
        .see("All is saved in game-2.toml");
    assert_eq!(t.exit(), 0);
    assert_eq!(lines(&table.directory.path().join("game-2.toml")), ["Ada: hatch 7SK; draw"]);
}

#[test]
fn a_log_that_others_change_is_read_again_and_the_line_stays() {
    let mut table = sit_down();
    table.terminal.keys("h 5").see("> h 5");
    fs::write(table.log(), NEW.replace("moves = [\n", "moves = [\n  \"Ada: hatch 8WL; draw\",\n")).expect("a file");
    let t = &mut table.terminal;
    t.see("1.1 Ada: hatch 8WL; draw").see("was changed by something else").see("Bo: hatch, grow or discard> h 5");
    t.keys("yk .").keys(ENTER).see("1.2 Bo: bird 1: 5YK").see("> ");
    assert_eq!(table.lines(), ["Ada: hatch 8WL; draw", "Bo: hatch 5YK; draw"]);
    // What is no longer in it is named.
    fs::write(table.log(), NEW).expect("a file");
    table.terminal.see("no longer in it: Ada: hatch 8WL; draw").see("no longer in it: Bo: hatch 5YK; draw").see("Ada: hatch");
}
