//! Whatever may come of a save, on a simulated disk: the power lost at each of its calls, each call failing, and several writers under
//! schedules drawn by lot. What was said to be done is there, once; a file is always whole; and whoever comes next clears up.

use crate::{
    faults::{
        disk::{Count, Disk, Run},
        script::{BEGUN, UNDONE, moves},
    },
    program::times,
};
use fowlplay::{
    actions::{Action, OnConflict, Workspace},
    conformance::random_game,
    log::{
        FileError, LogFile, SaveError,
        disk::{Dir, NewFileMode, OpenMode, System as _},
    },
    referee::Games,
};
use std::{path::Path, sync::Mutex, time::Duration};

/// The changes of a log, each with the log that it is for.
const CHANGES: &[(&str, &str)] = &[
    (BEGUN, r#"{"record": {"lines": ["Ada: grow 1 8YK; draw"], "first": null}}"#),
    (
        BEGUN,
        r#"{"record": {"lines": ["note a longer line, so that it takes more room than before", "note two"], "first": null}}"#,
    ),
    (BEGUN, r#"{"undo": {"count": 1}}"#),
    (UNDONE, r#"{"redo": {"count": 1}}"#),
    (BEGUN, r#"{"amend": {"edits": ["1.1 Ada: hatch 7WY; draw"], "overrule": null, "move_on": false}}"#),
    (BEGUN, r#"{"rule": {"rules": {"years": "1"}}}"#),
    (BEGUN, r#"{"head": {"changes": {"player.Bo": "Bob", "place": "here"}}}"#),
    (BEGUN, r#"{"tally": {"players": ["Ada: 7SK", "Bo: 9LK"], "first": null}}"#),
];

/// Does something to `game.toml`; why not, otherwise.
fn done(action: &Action) -> Result<(), String> {
    let mut workspace = Workspace::open(Path::new("game.toml"), Games::default()).map_err(|error| error.to_string())?;
    workspace.run_and_save(action, OnConflict::Retry).map(drop).map_err(|error| error.to_string())
}

fn note(text: &str) -> Action {
    Action::Record { lines: vec![text.to_owned()], first: None }
}

/// Does it on a disk. What is said of a failure must be true of the log.
fn is_done(disk: &Disk, action: &Action) -> bool {
    let was = disk.text("game.toml");
    match done(action) {
        Ok(()) => true,
        Err(error) => {
            assert!(!error.contains("the file is as it was") || disk.text("game.toml") == was, "{error}");
            false
        }
    }
}

/// What must hold of `game.toml` after a change of it.
fn changed(disk: &Disk, action: &Action) -> (Count, Vec<Disk>) {
    let (was, whole) = (disk.text("game.toml").expect("there"), disk.copy());
    whole.run(|| done(action)).expect("it is done where nothing fails");
    let is = whole.text("game.toml").expect("there");
    assert_eq!(whole.names(), ["game.toml"]);
    let last = note("note last");
    let check = |disk: &Disk, done: bool| {
        let text = disk.text("game.toml").expect("the log is there");
        assert!(text == is || !done && text == was, "before or after the change, and after it if it was said: {text}");
        assert!(disk.run(|| is_done(disk, &last)), "it goes on");
        let mut more = moves(&text);
        more.push("note last".to_owned());
        assert_eq!(moves(&disk.text("game.toml").expect("there")), more, "the next line comes once, and nothing else");
        assert_eq!(disk.names(), ["game.toml"], "nothing is left behind");
    };
    let act = || done(action).is_ok();
    let run = Run { disk: disk.clone(), act: &act, check: &check };
    let (mut count, left) = run.every_crash();
    count += run.every_failure();
    (count, left)
}

#[test]
fn a_change_of_a_log_is_there_or_not_whatever_happens() {
    let (mut first, mut second) = (Count::default(), Count::default());
    for (was, action) in CHANGES {
        let action: Action = serde_json::from_str(action).expect("an action");
        let (count, left) = changed(&Disk::with(&[("game.toml", was)], true), &action);
        first += count;
        // What was left is what the next command begins with, and that may be cut short, too.
        for disk in left.into_iter().filter(|left| left.names().len() > 1) {
            second += changed(&disk, &note("note next")).0;
        }
    }
    println!("changes of a log: {first:?}; cut short twice: {second:?}");
    assert!(first.points > 100 && first.failures > 400 && second.points > 300);
}

#[test]
fn a_new_log_is_whole_or_not_there_whatever_happens() {
    for spares in [true, false] {
        let create = || LogFile::create("game.toml", BEGUN.to_owned());
        let act = || create().is_ok();
        let check = |disk: &Disk, done: bool| {
            match disk.text("game.toml") {
                Some(text) if text == BEGUN => {}
                Some(text) => panic!("the name has something else: {text}"),
                None => {
                    assert!(!done);
                    disk.run(create).expect("it is made now");
                }
            }
            assert!(matches!(disk.run(create), Err(FileError::Exists(_))), "nothing is overwritten");
            disk.run(done_note).expect("it goes on");
            assert_eq!(disk.names(), ["game.toml"]);
        };
        let run = Run { disk: Disk::with(&[], spares), act: &act, check: &check };
        let (mut count, _) = run.every_crash();
        count += run.every_failure();
        println!("a new log: {count:?}");
        assert!(count.points > 8 && count.failures > 30);
    }
}

fn done_note() -> Result<(), String> {
    done(&note("note x"))
}

/// Outputs, links, keys and sealed choices are replaced in this way.
#[test]
fn a_file_is_replaced_or_as_it_was_whatever_happens() {
    for was in [None, Some("an older one")] {
        let replace = || {
            Dir::open(".")
                .map_err(SaveError::from)
                .and_then(|dir| dir.entry("out.html").replace(b"a newer one", NewFileMode::Umask))
        };
        let check = |disk: &Disk, done: bool| {
            let text = disk.text("out.html");
            assert!(text.as_deref() == Some("a newer one") || !done && text.as_deref() == was, "{text:?}");
            disk.run(replace).expect("it is done now");
            assert_eq!(disk.names(), ["out.html"]);
        };
        let files: Vec<_> = was.iter().map(|text| ("out.html", *text)).collect();
        let act = || replace().is_ok();
        let run = Run { disk: Disk::with(&files, true), act: &act, check: &check };
        let (mut count, _) = run.every_crash();
        count += run.every_failure();
        println!("a file: {count:?}");
        assert!(count.points > 8 && count.failures > 30);
    }
}

/// The seeds to try.
fn seeds(usual: u64) -> Vec<u64> {
    let first = random_game::first_seed();
    random_game::only_seed().map_or_else(|| (first..first + usual * times() as u64).collect(), |seed| vec![seed])
}

/// How often each of the lines is in the log.
fn counts(text: &str, lines: &[String]) -> Vec<usize> {
    let moves = moves(text);
    lines.iter().map(|line| moves.iter().filter(|move_| *move_ == line).count()).collect()
}

#[test]
fn writers_lose_nothing_and_none_is_turned_away_under_any_schedule() {
    for seed in seeds(40) {
        let disk = Disk::with(&[("game.toml", BEGUN)], true);
        let lines: Vec<Vec<String>> = (0..3).map(|who| (0..3).map(|nth| format!("note {who} {nth}")).collect()).collect();
        let writer = |own: &[String]| {
            for line in own {
                done(&note(line)).unwrap_or_else(|error| panic!("TEST_SEED={seed}: {line}: {error}"));
            }
        };
        disk.together(seed, &[&|| writer(&lines[0]), &|| writer(&lines[1]), &|| writer(&lines[2])]);
        let text = disk.text("game.toml").expect("there");
        for own in &lines {
            assert_eq!(counts(&text, own), [1; 3], "TEST_SEED={seed}: each once: {text}\n{:#?}", disk.calls());
            assert!(own.iter().map(|line| text.find(line)).is_sorted(), "TEST_SEED={seed}: in order: {text}");
        }
        assert_eq!(disk.names(), ["game.toml"], "TEST_SEED={seed}");
    }
}

#[test]
fn what_writers_were_told_is_there_when_the_power_is_lost_under_any_schedule() {
    let mut told_of = 0;
    for seed in seeds(40) {
        let disk = Disk::with(&[("game.toml", BEGUN)], true);
        disk.breaks_at(fastrand::Rng::with_seed(seed).usize(0..250));
        let lines: Vec<String> = (0..6).map(|nth| format!("note {nth}")).collect();
        let told = Mutex::new(Vec::new());
        let writer = |own: &[String]| {
            for line in own.iter().take_while(|line| done(&note(line)).is_ok()) {
                told.lock().expect("no panic").push(line.clone());
            }
        };
        disk.together(seed, &[&|| writer(&lines[..2]), &|| writer(&lines[2..4]), &|| writer(&lines[4..])]);
        let told = told.into_inner().expect("no panic");
        told_of += told.len();
        for after in disk.without_power() {
            let text = after.text("game.toml").expect("there");
            let there = counts(&text, &lines);
            let holds = lines.iter().zip(&there).all(|(line, count)| *count == 1 || *count == 0 && !told.contains(line));
            assert!(holds, "TEST_SEED={seed}: {told:?} in {text}\n{:#?}", disk.calls());
            after.run(done_note).unwrap_or_else(|error| panic!("TEST_SEED={seed}: {error}"));
            assert_eq!(after.names(), ["game.toml"], "TEST_SEED={seed}");
        }
    }
    assert!(told_of > 20, "{told_of} lines were told");
}

/// Only between the last look and the rename does nobody look any more.
#[test]
fn what_is_saved_by_hand_is_not_overwritten_under_any_schedule() {
    let (mut both, mut last) = (0, 0);
    for seed in seeds(60) {
        let disk = Disk::with(&[("game.toml", BEGUN)], true);
        let by_hand = format!("{BEGUN}# by hand\n");
        let editor = || {
            // At any moment of what the other does.
            disk.sleep(Duration::from_micros(fastrand::Rng::with_seed(seed).u64(0..1500)));
            let folder = Dir::open(".").expect("a folder");
            let (log, new) = (folder.entry("game.toml"), folder.entry("editor.tmp"));
            let file = new.open(OpenMode::New(NewFileMode::Umask)).expect("made");
            file.write(by_hand.as_bytes()).and_then(|()| file.sync()).expect("written");
            new.rename(&log).expect("renamed");
        };
        let writer = || {
            for line in ["note 0", "note 1"] {
                done(&note(line)).unwrap_or_else(|error| panic!("TEST_SEED={seed}: {error}"));
            }
        };
        disk.together(seed, &[&writer, &editor]);
        let (text, calls) = (disk.text("game.toml").expect("there"), disk.calls());
        let renamed = |words: &str| calls.iter().position(|call| call.starts_with(words));
        let by_editor = renamed("rename editor.tmp").expect("renamed");
        // The calls before the next rename of the program: was there a look at the log among them?
        let next = calls[by_editor..].iter().position(|call| call.starts_with("rename .game.toml.new")).map(|at| by_editor + at);
        let looked = next.is_some_and(|next| calls[by_editor..next].iter().any(|call| call == "Read game.toml"));
        if text.contains("# by hand") {
            both += usize::from(text != by_hand);
        } else {
            last += 1;
            assert!(!looked, "TEST_SEED={seed}: {text}\n{calls:#?}");
        }
        assert_eq!(disk.names(), ["game.toml"], "TEST_SEED={seed}");
    }
    println!("saved by hand: in {both} a line came after it, in {last} it came in the last moment");
    assert!(both > last);
}
