//! The end of a session by signals: the terminal is given back, and nothing is lost.

use super::{CTRL_D, DOWN, ENTER, ESC, empty_log, sit_down};
use crate::{program::Folder, terminal::Terminal};
use nix::sys::signal::Signal;
use std::fs;

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
fn each_round_is_on_disk_before_it_is_reported() {
    let folder = Folder::new();
    folder.run(&["new", "blulu", "--players", "Ada,Bo", "--scores", "-o", "game.toml"]).in_order();
    let mut t = Terminal::start(folder.root(), &["play", "game.toml"]);
    t.see("Ada, round 1: ").enter("20").see("Bo, round 1: ").enter("16").see("Ada leads with 2.").kill();
    assert_eq!(folder.text("game.toml").matches("tally = ").count(), 1);
    let mut again = Terminal::start(folder.root(), &["play", "game.toml"]);
    again.see("Ada leads with 2.").see("Ada, round 2: ");
}
