//! Several writers on one log, who take turns at each call of a simulated disk by lot: no line is lost or doubled, none is turned away,
//! and what somebody saves by hand meanwhile is never overwritten.
//!
//! `TEST_SEED=7 cargo test --lib together` tries the schedule of that seed alone, `TEST_TIMES=100` a hundred times as many.

use super::{Action, OnConflict, Workspace};
use crate::{
    log::{
        LogFile,
        disk::{
            self, Dir, Mode,
            simulated::{FILE_SYSTEMS, Simulated, seeds},
        },
    },
    referee::Games,
};
use std::{
    io::Write as _,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

const BEGUN: &str =
    "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n]\n";

/// Records a line; why not, otherwise.
fn record(line: &str) -> Result<(), String> {
    let mut workspace = Workspace::open(Path::new("game.toml"), Games::default()).map_err(|error| error.to_string())?;
    let action = Action::Record { lines: vec![line.to_owned()], first: None };
    workspace.carry_out(&action, OnConflict::Retry).map(drop).map_err(|error| error.to_string())
}

/// How often each of the lines is in the log.
fn counts(text: &str, lines: &[String]) -> Vec<usize> {
    lines.iter().map(|line| text.matches(&format!("\"{line}\"")).count()).collect()
}

#[test]
fn writers_lose_nothing_and_none_is_turned_away_under_any_schedule() {
    let calls = AtomicUsize::new(0);
    let tried = seeds(40);
    for seed in &tried {
        let number = usize::try_from(*seed).expect("small");
        let disk = Simulated::with(&[("game.toml", BEGUN)]).able(FILE_SYSTEMS[number % FILE_SYSTEMS.len()]);
        let writers = 2 + number % 3;
        let lines: Vec<Vec<String>> = (0..writers).map(|who| (0..3).map(|nth| format!("note {who} {nth}")).collect()).collect();
        let writer = |who: usize| {
            for line in &lines[who] {
                record(line).unwrap_or_else(|error| panic!("TEST_SEED={seed}: {line}: {error}"));
            }
        };
        let acts: Vec<Box<dyn Fn() + Sync>> =
            (0..writers).map(|who| Box::new(move || writer(who)) as Box<dyn Fn() + Sync>).collect();
        disk.together(*seed, &acts.iter().map(|act| &**act).collect::<Vec<_>>());
        let text = disk.text("game.toml").expect("there");
        for own in &lines {
            assert_eq!(counts(&text, own), vec![1; own.len()], "TEST_SEED={seed}: each once: {text}\n{:#?}", disk.calls());
            assert!(own.iter().map(|line| text.find(line)).is_sorted(), "TEST_SEED={seed}: in order: {text}");
        }
        assert_eq!(disk.names(), ["game.toml"], "TEST_SEED={seed}");
        calls.fetch_add(disk.calls().len(), SeqCst);
    }
    println!("writers: {} schedules, {} calls", tried.len(), calls.into_inner());
}

#[test]
fn what_writers_were_told_is_there_when_the_power_is_lost_under_any_schedule() {
    let tried = seeds(40);
    let mut told_of = 0;
    for seed in &tried {
        let mut lot = fastrand::Rng::with_seed(*seed);
        let disk = Simulated::with(&[("game.toml", BEGUN)]).able(FILE_SYSTEMS[lot.usize(0..FILE_SYSTEMS.len())]);
        disk.breaks_at(lot.usize(0..400));
        let lines: Vec<String> = (0..6).map(|nth| format!("note {nth}")).collect();
        let told = Mutex::new(Vec::new());
        let writer = |own: &[String]| {
            for line in own {
                if record(line).is_err() {
                    break;
                }
                told.lock().expect("no panic").push(line.clone());
            }
        };
        disk.together(*seed, &[&|| writer(&lines[..2]), &|| writer(&lines[2..4]), &|| writer(&lines[4..])]);
        let told = told.into_inner().expect("no panic");
        told_of += told.len();
        for _ in 0..10 {
            let after = disk.lose_power(&mut lot);
            let text = after.run(|| LogFile::text("game.toml")).unwrap_or_else(|error| panic!("TEST_SEED={seed}: {error}"));
            let counts = counts(&text, &lines);
            assert!(counts.iter().all(|count| *count <= 1), "TEST_SEED={seed}: none twice: {text}");
            assert!(
                told.iter().all(|line| text.contains(line.as_str())),
                "TEST_SEED={seed}: {told:?} in {text}\n{:#?}",
                disk.calls()
            );
            after.run(|| record("note after all that")).unwrap_or_else(|error| panic!("TEST_SEED={seed}: {error}"));
            assert_eq!(after.names(), ["game.toml"], "TEST_SEED={seed}");
        }
    }
    println!("writers and lost power: {} schedules, {told_of} lines kept", tried.len());
}

#[test]
fn what_is_saved_by_hand_is_never_overwritten_under_any_schedule() {
    let tried = seeds(60);
    let mut after = 0;
    for seed in &tried {
        let table = Simulated::with(&[("game.toml", BEGUN)]);
        let by_hand = format!("{BEGUN}# by hand\n");
        let editor = || {
            // At any moment of what the other does.
            disk::sleep(Duration::from_micros(fastrand::u64(0..4000)));
            let folder = Dir::open(".").expect("a folder");
            let (log, new) = (folder.entry("game.toml"), folder.entry("editor.tmp"));
            let mut file = new.create(Mode::Usual).expect("made");
            file.write_all(by_hand.as_bytes()).and_then(|()| file.sync()).expect("written");
            new.rename(&log).expect("renamed");
        };
        let writer =
            || (0..2).for_each(|nth| record(&format!("note {nth}")).unwrap_or_else(|error| panic!("TEST_SEED={seed}: {error}")));
        table.together(*seed, &[&writer, &editor]);
        let text = table.text("game.toml").expect("there");
        assert!(text.contains("# by hand"), "TEST_SEED={seed}: {text}\n{:#?}", table.calls());
        assert_eq!(table.names(), ["game.toml"], "TEST_SEED={seed}");
        after += usize::from(text != by_hand);
    }
    println!("saved by hand: {} schedules, in {after} a line came after it", tried.len());
}
