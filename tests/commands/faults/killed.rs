//! `record`, `play` and `new` killed outright at any moment.

use crate::{
    faults::script::scripts,
    program::{Folder, NEW, PROGRAM, lot, times},
    terminal::Terminal,
};
use fowlplay::log::LogFile;
use std::{
    fs,
    process::Child,
    thread,
    time::{Duration, Instant},
};

/// What may lie beside the log when a session was killed: one lock and one unfinished file, whatever was killed before.
fn nothing_piles_up(folder: &Folder, log: &str) {
    let known = [log.to_owned(), format!(".{log}.lock"), format!(".{log}.new")];
    let left: Vec<String> = folder.names().into_iter().filter(|name| !known.contains(name)).collect();
    assert!(left.is_empty(), "{left:?} were left behind");
}

/// Waits until something holds.
fn soon(mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it hangs");
        thread::yield_now();
    }
}

fn has_ended(child: &mut Child) -> bool {
    child.try_wait().expect("a child").is_some()
}

#[test]
fn a_killed_record_leaves_the_log_before_or_after_the_line() {
    let mut lot = lot("killed record");
    let mut killed = 0;
    let scripts = scripts();
    let kills = 12 * times();
    for script in scripts.iter().cycle() {
        if killed >= kills {
            break;
        }
        let folder = Folder::with(&script.texts[0]);
        let line = |nth: usize| script.lines[nth].iter().map(String::as_str);
        let arguments = |nth: usize| ["record", "game.toml"].into_iter().chain(line(nth)).collect::<Vec<_>>();
        // The first line is recorded in peace, to see how long it takes.
        let usual = folder.run(&arguments(0)).in_order().time;
        let mut done = 1;
        // Then some lines of each game; a killed line is given again.
        while done < script.lines.len().min(8) && killed < kills {
            let mut running = folder.start(PROGRAM, &arguments(done), "");
            match killed % 3 {
                // At any moment of its life.
                0 => thread::sleep(usual.mul_f64(lot.f64() * 1.5)),
                // While it saves.
                1 => soon(|| folder.has_new("game.toml") || has_ended(&mut running.child)),
                // As soon as the log is another.
                _ => soon(|| folder.text("game.toml") != script.texts[done] || has_ended(&mut running.child)),
            }
            running.child.kill().expect("killed");
            let ended = running.ended();
            let text = folder.text("game.toml");
            if text == script.texts[done + 1] {
                done += 1;
            } else {
                assert_eq!(text, script.texts[done], "the log before the line, or with it");
                assert!(ended.out.is_empty(), "acknowledged and lost: {}", ended.told());
                assert!(killed % 3 < 2, "the log was another, and is as it was before");
            }
            killed += 1;
            nothing_piles_up(&folder, "game.toml");
        }
        // Whoever comes next clears up.
        assert_eq!(folder.run(&["record", "game.toml", "note after all that"]).in_order().status, Some(0));
        assert_eq!(Vec::from_iter(folder.names()), ["game.toml"]);
    }
}

#[test]
fn a_killed_session_keeps_every_line_that_it_showed_as_entered() {
    let mut lot = lot("killed play");
    let folder = Folder::with(NEW);
    let mut entered = 0;
    for nth in 0..6 * times() {
        let mut terminal = Terminal::start(folder.root(), &["play", "game.toml"]);
        terminal.see("grow or discard> ").enter(&format!("note number {nth}"));
        match nth % 3 {
            0 => thread::sleep(Duration::from_micros(lot.u64(0..25_000))),
            1 => soon(|| folder.has_new("game.toml") || folder.text("game.toml").contains(&format!("number {nth}\""))),
            _ => soon(|| folder.text("game.toml").contains(&format!("number {nth}\""))),
        }
        terminal.kill();
        // It is shown with its place once it is entered.
        let shown = String::from_utf8_lossy(&terminal.heard()).contains(&format!("1.{}", entered + 1));
        let log = LogFile::read(folder.path("game.toml")).expect("a log");
        let lines: Vec<String> = log.rounds()[0].lines.iter().map(|line| line.text.to_string()).collect();
        match lines.len() - entered {
            0 => assert!(!shown && nth % 3 < 2, "shown as entered, or written, and lost"),
            1 => assert_eq!(lines[entered], format!("note number {nth}")),
            _ => panic!("{lines:?}"),
        }
        entered = lines.len();
        nothing_piles_up(&folder, "game.toml");
    }
    let mut terminal = Terminal::start(folder.root(), &["play", "game.toml"]);
    terminal.see("grow or discard> ").enter("quit").see("All is saved");
    assert_eq!(terminal.exit(), 0);
    assert_eq!(Vec::from_iter(folder.names()), ["game.toml"]);
}

#[test]
fn a_killed_new_leaves_a_whole_log_or_none() {
    let mut lot = lot("killed new");
    let folder = Folder::new();
    for nth in 0..6 * times() {
        let mut running = folder.start(PROGRAM, &["new", "emu-ranchers", "--players", "Ada,Bo", "-o", "game.toml"], "");
        match nth % 3 {
            0 => thread::sleep(Duration::from_micros(lot.u64(0..15_000))),
            1 => soon(|| folder.has_new("game.toml") || has_ended(&mut running.child)),
            _ => soon(|| folder.path("game.toml").exists() || has_ended(&mut running.child)),
        }
        running.child.kill().expect("killed");
        let told = running.ended();
        nothing_piles_up(&folder, "game.toml");
        if folder.path("game.toml").exists() {
            LogFile::read(folder.path("game.toml")).expect("a whole log");
            fs::remove_file(folder.path("game.toml")).expect("removed");
        } else {
            assert!(told.out.is_empty() && nth % 3 < 2, "said to be started, or there, and lost");
        }
    }
    assert_eq!(folder.run(&["new", "emu-ranchers", "--players", "Ada,Bo", "-o", "game.toml"]).in_order().status, Some(0));
    assert_eq!(Vec::from_iter(folder.names()), ["game.toml"]);
}
