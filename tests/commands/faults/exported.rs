//! `export -o` and `stats -o` ended at any moment: what has the file's name is whole, whatever it is.

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

const EXPORT: [&str; 6] = ["export", "logs", "--table", "items", "-o", "items.csv"];
const STATS: [&str; 4] = ["stats", "logs", "-o", "page.html"];

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

/// Ends a command by a signal again and again, which writes a file as its last argument says: at any moment of its life, or as
/// soon as the file is another, or an unfinished one is there. How often one was left unfinished.
fn ended(command: &[&str], signal: Signal) -> usize {
    let name = command[command.len() - 1];
    let mut lot = lot(&format!("{signal} {}", command[0]));
    let folder = archive();
    let usual = folder.run(command).in_order().time;
    let whole = folder.text(name);
    let unfinished = || folder.names().into_iter().filter(|left| left.starts_with(&format!(".{name}."))).collect::<Vec<_>>();
    let mut left_unfinished = 0;
    for nth in 0..12 * times() {
        // Also at once: what is usual is long where much else runs.
        let moment = if nth % 12 == 0 { Duration::ZERO } else { usual.mul_f64(lot.f64()) };
        let before = if nth % 2 == 0 { None } else { Some("what was there before\n") };
        let _ = fs::remove_file(folder.path(name));
        if let Some(before) = before {
            folder.write(name, before);
        }
        let is_awaited = matches!(nth % 6, 2 | 3);
        for left in unfinished().iter().filter(|_| is_awaited) {
            fs::remove_file(folder.path(left)).expect("cleared away");
        }
        let mut running = folder.start(PROGRAM, command, "");
        let begun = Instant::now();
        let is_over = || match nth % 6 {
            _ if is_awaited => !unfinished().is_empty(),
            0 | 1 => begun.elapsed() > moment,
            _ => fs::read_to_string(folder.path(name)).ok().as_deref() != before,
        };
        while !is_over() && running.child.try_wait().expect("a child").is_none() {
            thread::yield_now();
        }
        if running.child.try_wait().expect("a child").is_none() {
            kill(Pid::from_raw(running.child.id().cast_signed()), signal).expect("there it is");
        }
        running.ended();
        let now = fs::read_to_string(folder.path(name)).ok();
        left_unfinished += unfinished().len();
        let is_written = now.as_deref() == Some(&*whole);
        assert!(is_written || nth % 6 < 4, "it was another before the end, and now it is {now:?}");
        assert!(is_written || now.as_deref() == before, "neither whole nor as before: {now:?}");
        assert!(unfinished().len() <= 2, "it piles up: {:?}", folder.names());
    }
    // Whoever comes next clears up.
    assert_eq!(folder.run(command).in_order().status, Some(0));
    assert_eq!(Vec::from_iter(folder.names()), if name < "logs" { [name, "logs"] } else { ["logs", name] });
    left_unfinished
}

#[test]
fn a_killed_export_leaves_what_was_there_or_all_of_it() {
    ended(&EXPORT, Signal::SIGKILL);
}

#[test]
fn killed_statistics_leave_the_page_that_was_there_or_all_of_it() {
    ended(&STATS, Signal::SIGKILL);
}

/// By a signal that is heard as Ctrl-C is; that one itself is ignored by whatever a script has started in the background.
#[test]
fn what_is_interrupted_leaves_nothing_unfinished() {
    for command in [&EXPORT[..], &STATS] {
        assert_eq!(ended(command, Signal::SIGTERM), 0, "{command:?}");
    }
}

#[test]
fn an_interrupted_export_removes_its_unfinished_file() {
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
    let done = folder.run_within("-f 8", &EXPORT).in_order();
    assert_eq!(done.status, Some(2), "{}", done.told());
    assert!(done.says("items.csv was not saved ("), "{}", done.told());
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
