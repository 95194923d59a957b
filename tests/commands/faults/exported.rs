//! `export -o` ended at any moment: what has the file's name is whole, whatever it is.

use crate::program::{Folder, PROGRAM, examples, lot, times};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use std::{
    fs,
    os::unix::process::ExitStatusExt as _,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const COMMAND: [&str; 6] = ["export", "logs", "--table", "items", "-o", "items.csv"];

/// A folder with some hundred logs in it, no two the same.
fn archive() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("logs")).expect("made");
    for nth in 0..5 {
        for (name, log) in examples() {
            folder.write(&format!("logs/{nth}-{name}"), format!("{log}# {nth}\n"));
        }
    }
    folder
}

#[test]
fn a_killed_export_leaves_what_was_there_or_all_of_it() {
    let mut lot = lot("killed export");
    let folder = archive();
    let usual = folder.run(&COMMAND).in_order().time;
    let whole = folder.text("items.csv");
    let (mut unfinished, mut written, mut kept) = (0, 0, 0);
    for nth in 0..24 * times() {
        let moment = usual.mul_f64(lot.f64());
        let before = if nth % 2 == 0 { None } else { Some("what was there before\n") };
        let _ = fs::remove_file(folder.path("items.csv"));
        if let Some(before) = before {
            folder.write("items.csv", before);
        }
        let mut running = folder.start(PROGRAM, &COMMAND, "");
        let begun = Instant::now();
        // At any moment of its life, or as soon as the file is another.
        let is_over = || match nth % 4 {
            0 | 1 => begun.elapsed() > moment,
            _ => fs::read_to_string(folder.path("items.csv")).ok().as_deref() != before,
        };
        while !is_over() && running.child.try_wait().expect("a child").is_none() {
            thread::yield_now();
        }
        running.child.kill().expect("killed");
        running.ended();
        let now = fs::read_to_string(folder.path("items.csv")).ok();
        let left = folder.names().iter().filter(|name| name.starts_with(".items.csv.")).count();
        unfinished += left;
        written += usize::from(now.as_deref() == Some(&*whole));
        kept += usize::from(now.as_deref() == before);
        assert!(now.as_deref() == Some(&*whole) || now.as_deref() == before, "neither whole nor as before: {now:?}");
        assert!(left <= 1, "it piles up: {:?}", folder.names());
    }
    println!("killed export: unfinished {unfinished}, written {written}, kept {kept}");
    assert!(unfinished > 0 && written > 0 && kept > 0, "every moment was hit: {unfinished}, {written}, {kept}");
    // Whoever comes next clears up.
    assert_eq!(folder.run(&COMMAND).in_order().status, Some(0));
    assert_eq!(Vec::from_iter(folder.names()), ["items.csv", "logs"]);
}

#[test]
fn an_export_that_is_ended_takes_its_unfinished_file_with_it() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let folder = Folder::new();
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.root()).args(["export", "-", "-o", "games.csv"]);
        // Standard input stays open, and it waits for more.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let begun = Instant::now();
        while folder.names().is_empty() {
            assert!(
                begun.elapsed() < Duration::from_secs(20) && child.try_wait().expect("a child").is_none(),
                "{signal}: it waits"
            );
            thread::sleep(Duration::from_millis(5));
        }
        // The signals are heard once the file is there.
        thread::sleep(Duration::from_millis(200));
        kill(Pid::from_raw(child.id().cast_signed()), signal).expect("there it is");
        let stdin = child.stdin.take();
        let done = child.wait_with_output().expect("it ends");
        drop(stdin);
        assert_eq!(done.status.signal(), Some(signal as i32), "as a shell expects it");
        assert_eq!(String::from_utf8_lossy(&done.stderr), "Ended early: games.csv was not written.\n");
        assert!(folder.names().is_empty(), "{signal}: {:?}", folder.names());
    }
}

#[test]
fn an_export_that_finds_no_room_says_so_and_leaves_nothing() {
    let folder = archive();
    folder.write("items.csv", "what was there before\n");
    let done = folder.run_within("-f 8", &COMMAND).in_order();
    assert_eq!(done.status, Some(2), "{}", done.told());
    assert!(done.says("items.csv was not written ("), "{}", done.told());
    assert_eq!(folder.text("items.csv"), "what was there before\n");
    assert_eq!(Vec::from_iter(folder.names()), ["items.csv", "logs"]);
}

#[test]
fn who_stops_reading_ends_the_export_quietly() {
    let folder = archive();
    let script = "\"$0\" export logs --table moves | head -n 1";
    let done = folder.start("sh", &["-c", script, PROGRAM], "").ended();
    assert_eq!((done.told().lines().count(), done.err.len()), (1, 0), "{}", done.told());
}
