//! Every command that writes, on a simulated disk: the power lost at each of its calls, each call failing, and both by lot.
//! Whatever was said to be done is there, a log is always whole, and the next start clears up.
//!
//! `TEST_SEED=7 cargo test --lib crashes` tries the scenario of that seed alone, `TEST_TIMES=100` a hundred times as many.

use super::{
    answer::Answer,
    args::{self, Arguments, Command},
    commands::{amend, export, fmt, head, man, new, record, report, rule, stats, tally, undo},
    files,
};
use crate::{
    actions::Action,
    log::{
        FileError, Log, LogFile, Moment,
        disk::simulated::{Count, FILE_SYSTEMS, Run, Simulated, by_lot, current, every_crash, every_failure, seeds},
    },
};
use anyhow::Result;
use std::path::Path;

/// A log of two turns.
const BEGUN: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                     \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 9LK; draw\",\n]\n";

/// One without a turn.
const NEW: &str =
    "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n]\n";

/// The same after an undo.
const UNDONE: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                      \"Ada: hatch 7SK; draw\",\n]\n\n[[correction]]\nat = \"1.2\"\nwas = \"Bo: hatch 9LK; draw\"\nwhen = \
                      2026-11-20T19:42:11.123456Z\n";

/// The commands that change a log, with the log and what they are told.
const CHANGES: &[(&str, &[&str])] = &[
    (BEGUN, &["record", "game.toml", "Ada: grow 1 8YK; draw"]),
    (BEGUN, &["record", "game.toml", "Ada: grow 1 8YK; draw", "note a longer line, so that it takes more room than before"]),
    (BEGUN, &["undo", "game.toml"]),
    (BEGUN, &["undo", "game.toml", "2"]),
    (UNDONE, &["redo", "game.toml"]),
    (BEGUN, &["amend", "game.toml", "1.1", "Ada: hatch 7WY; draw", "--yes"]),
    (BEGUN, &["amend", "game.toml", "-1.2", "--yes"]),
    (BEGUN, &["rule", "game.toml", "years=1", "--yes"]),
    (BEGUN, &["head", "game.toml", "player.Bo=Bob", "place=here", "--yes"]),
    (BEGUN, &["fmt", "game.toml"]),
    (BEGUN, &["tally", "emu-ranchers", "Ada: 7SK", "Bo: 9LK", "--into", "game.toml"]),
];

fn parsed(words: &[&str]) -> Command {
    let words = ["fowlplay"].iter().chain(words).map(|word| (*word).into());
    let Ok(Arguments { command: Some(command), .. }) = args::read(words) else { panic!("it is a command") };
    command
}

fn answer(command: &Command) -> Result<Answer> {
    match command {
        Command::New(args) => new::run(args, true),
        Command::Record(args) => record::run(args, true),
        Command::Undo(args) => undo::undo(args, true),
        Command::Redo(args) => undo::redo(args, true),
        Command::Amend(args) => amend::run(args, true),
        Command::Rule(args) => rule::run(args, true),
        Command::Head(args) => head::run(args, true),
        Command::Fmt(args) => fmt::run(args, true),
        Command::Tally(args) => tally::run(args, true),
        Command::Report(args) => report::run(args, true),
        Command::Export(args) => export::write_file(args, Path::new("out.html"), true),
        Command::Stats(args) => stats::run(args, true),
        other => panic!("{other:?} is not tried here"),
    }
}

/// Runs a command. What it says of a failure must be true of `log`, which had the text `was`.
fn is_done(command: &Command, log: &str, was: Option<&str>) -> bool {
    match answer(command) {
        Ok(answer) => answer.is_done(),
        Err(error) => {
            if error.to_string().contains("the file is as it was") {
                assert_eq!(current().and_then(|disk| disk.text(log)).as_deref(), was, "{error}");
            }
            false
        }
    }
}

/// The text of a log as a reader sees it.
fn read(disk: &Simulated, log: &str) -> String {
    disk.run(|| LogFile::text(Path::new(log))).unwrap_or_else(|error| panic!("{error}"))
}

/// The lines of a log.
fn lines(text: &str) -> Vec<String> {
    let log = Log::parse(text.to_owned()).expect("a log");
    log.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string())).collect()
}

/// Lets calls fail one by one, and by lot.
fn failures(run: &Run<'_>) -> Count {
    let mut count = every_failure(run);
    for seed in seeds(10) {
        count += by_lot(run, seed);
    }
    count
}

#[test]
fn a_change_of_a_log_is_there_or_not_whatever_happens() {
    let (note, other) = (parsed(&["record", "game.toml", "note one"]), parsed(&["record", "game.toml", "note another"]));
    let (mut count, mut second) = (Count::default(), Count::default());
    for (was, words) in CHANGES {
        let command = parsed(words);
        let in_two_places = Simulated::with(&[("game.toml", was)]).with_link("game.toml", "elsewhere");
        let disks = FILE_SYSTEMS.iter().map(|abilities| Simulated::with(&[("game.toml", was)]).able(*abilities));
        for disk in disks.chain([in_two_places]) {
            let name = format!("{words:?} on {disk:?}");
            let changed = Change::of(&command, &disk, &other);
            let run = changed.run(name.clone());
            let (crashes, left) = every_crash(&run);
            count += crashes;
            // They all save in the same way: what fails there is tried with one of them on each file system, and with all on one.
            if words[0] == "record" || disk.names().len() == 2 {
                count += failures(&run);
            }
            if words[0] != "record" {
                continue;
            }
            // What was left is what the next command begins with, and that may be cut short, too.
            for disk in left.into_iter().filter(|left| left.names() != disk.names()) {
                let noted = Change::of(&note, &disk, &other);
                second += every_crash(&noted.run(format!("{name}, then a note"))).0;
            }
        }
    }
    println!("changes of a log: {count}");
    println!("cut short twice: {second}");
    assert!(count.checked > 1000 && second.checked > 1000);
}

/// A command that changes `game.toml`, and what the log is before and after it.
struct Change<'a> {
    disk: Simulated,
    act: Box<dyn Fn() -> bool + 'a>,
    check: Check<'a>,
}

/// Looks at what is there afterwards.
type Check<'a> = Box<dyn Fn(&Simulated, bool) + 'a>;

impl<'a> Change<'a> {
    /// `next` records the line `note another`.
    fn of(command: &'a Command, disk: &Simulated, next: &'a Command) -> Self {
        let whole = disk.copy();
        let was = read(&whole, "game.toml");
        assert!(whole.run(|| is_done(command, "game.toml", None)), "it is done where nothing fails");
        let (is, names) = (read(&whole, "game.toml"), whole.names());
        assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
        let act = {
            let was = disk.text("game.toml");
            Box::new(move || is_done(command, "game.toml", was.as_deref()))
        };
        let check = {
            Box::new(move |disk: &Simulated, done: bool| {
                let text = read(disk, "game.toml");
                assert!(text == is || !done && text == was, "before or after the change, and after it if it was said: {text}");
                assert!(disk.run(|| is_done(next, "game.toml", None)), "it goes on");
                let after = disk.text("game.toml").expect("there");
                let mut more = lines(&text);
                more.push("note another".to_owned());
                assert_eq!(lines(&after), more, "the next line comes once, and nothing else");
                assert_eq!(disk.names(), names, "nothing is left behind");
            })
        };
        Self { disk: disk.clone(), act, check }
    }

    fn run(&self, name: String) -> Run<'_> {
        Run { name, disk: self.disk.clone(), act: &self.act, check: &self.check }
    }
}

#[test]
fn a_session_saves_the_times_of_play_whatever_happens() {
    let next = parsed(&["record", "game.toml", "note another"]);
    let disk = Simulated::with(&[("game.toml", NEW)]);
    let act = || {
        let saved = files::open(Path::new("game.toml")).and_then(|mut workspace| {
            let action = Action::Record { lines: vec!["Ada: hatch 7SK; draw".to_owned()], first: None };
            let outcome = workspace.preview(&action)?;
            Ok(workspace.commit(&outcome, Some(Moment::now()))?)
        });
        saved.is_ok()
    };
    let whole = disk.copy();
    assert!(whole.run(act));
    let is = read(&whole, "game.toml");
    assert!(is.contains("began = "));
    let check = |disk: &Simulated, done: bool| {
        let text = read(disk, "game.toml");
        assert!(text == is || !done && text == NEW, "{text}");
        assert!(disk.run(|| is_done(&next, "game.toml", None)));
        assert_eq!(disk.names(), ["game.toml"]);
    };
    let run = Run { name: "play".to_owned(), disk, act: &act, check: &check };
    let mut count = every_crash(&run).0;
    count += failures(&run);
    println!("a session: {count}");
    assert!(count.checked > 30);
}

#[test]
fn a_new_log_is_whole_or_not_there_whatever_happens() {
    let (new, next) =
        (parsed(&["new", "emu-ranchers", "--players", "Ada,Bo", "-o", "game.toml"]), parsed(&["record", "game.toml", "note x"]));
    let mut count = Count::default();
    for abilities in FILE_SYSTEMS {
        let disk = Simulated::with(&[]).able(abilities);
        let act = || is_done(&new, "game.toml", None);
        let check = |disk: &Simulated, done: bool| {
            let log = disk.run(|| LogFile::read("game.toml"));
            match log {
                Ok(log) => {
                    assert_eq!(log.players().len(), 2);
                    assert!(disk.run(|| is_done(&next, "game.toml", None)));
                }
                Err(FileError::Missing(_)) => {
                    assert!(!done);
                    assert!(disk.run(|| is_done(&new, "game.toml", None)));
                }
                // Where no file has two names, a log is written where it is to be, and not whole at once. It is refused then.
                Err(error) => return assert!(!done && !abilities.links, "{error}"),
            }
            assert_eq!(disk.names(), ["game.toml"]);
        };
        let run = Run { name: format!("new on {abilities:?}"), disk, act: &act, check: &check };
        count += every_crash(&run).0;
        count += failures(&run);
    }
    println!("new logs: {count}");
    assert!(count.checked > 100);
}

#[test]
fn a_renamed_log_has_one_name_whatever_happens() {
    let rename = parsed(&["head", "game.toml", "file=friday.toml", "--yes"]);
    let notes = ["game.toml", "friday.toml"].map(|log| parsed(&["record", log, "note x"]));
    let mut count = Count::default();
    // Where a file can't be renamed without overwriting nor have two names, a log keeps its name.
    for abilities in FILE_SYSTEMS.into_iter().filter(|abilities| abilities.exchange || abilities.links) {
        let disk = Simulated::with(&[("game.toml", BEGUN)]).able(abilities);
        let act = || is_done(&rename, "game.toml", Some(BEGUN));
        let check = |disk: &Simulated, done: bool| {
            let there = ["game.toml", "friday.toml"].map(|name| disk.text(name).is_some());
            match there {
                [false, true] => {}
                [true, false] => {
                    assert!(!done);
                    assert!(disk.run(|| is_done(&rename, "game.toml", None)));
                }
                // A system that can't rename without overwriting gives the second name first; doing it again takes the first away.
                [true, true] => {
                    assert!(!done && !abilities.exchange);
                    assert!(disk.run(|| is_done(&rename, "game.toml", None)));
                }
                [false, false] => panic!("the log is lost"),
            }
            for (name, note) in ["game.toml", "friday.toml"].iter().zip(&notes) {
                if disk.text(name).is_some() {
                    assert_eq!(read(disk, name), BEGUN);
                    assert!(disk.run(|| is_done(note, name, None)));
                }
            }
            // The lock of the old name is left where nothing has that name any more; whoever takes the name takes it, too.
            let names: Vec<String> = disk.names().into_iter().filter(|name| name != ".game.toml.lock").collect();
            assert_eq!(names, ["friday.toml"]);
        };
        let run = Run { name: format!("rename on {abilities:?}"), disk, act: &act, check: &check };
        count += every_crash(&run).0;
        count += failures(&run);
    }
    println!("renamed logs: {count}");
    assert!(count.checked > 100);
}

#[test]
fn an_output_is_whole_or_as_it_was_whatever_happens() {
    let report = parsed(&["report", "game.toml", "-o", "out.html"]);
    let export = parsed(&["export", "game.toml", "--table", "moves", "--format", "csv", "-o", "out.html"]);
    let stats = parsed(&["stats", "game.toml", "-o", "out.html"]);
    let mut count = Count::default();
    for before in [None, Some("an older output")] {
        for command in [&report, &export, &stats] {
            let files = [("game.toml", BEGUN)].into_iter().chain(before.map(|text| ("out.html", text)));
            let disk = Simulated::with(&files.collect::<Vec<_>>());
            let whole = disk.copy();
            let act = || is_done(command, "out.html", before);
            assert!(whole.run(act));
            let is = whole.text("out.html").expect("there");
            // A log that can't be read is told and left out of tables and statistics.
            let without = {
                let disk = Simulated::with(&[]);
                assert!(!disk.run(act));
                disk.text("out.html")
            };
            let check = |disk: &Simulated, done: bool| {
                let text = disk.text("out.html");
                let is_not_done = text.as_deref() == before || text == without;
                assert!(text.as_ref() == Some(&is) || !done && is_not_done, "{text:?}");
                assert!(disk.run(|| is_done(&report, "out.html", None)));
                assert_eq!(disk.names(), ["game.toml", "out.html"]);
            };
            let run = Run { name: format!("{command:?}, before: {before:?}"), disk, act: &act, check: &check };
            count += every_crash(&run).0;
            count += failures(&run);
        }
    }
    println!("outputs: {count}");
    assert!(count.checked > 75);
}

#[test]
fn a_page_of_the_manual_is_whole_or_as_it_was_whatever_happens() {
    let Command::Man(args) = parsed(&["man", "-o", "."]) else { panic!("another command") };
    // The manual of a program of one command, and the pages about the log and the documents.
    let program = || clap::Command::new("fowlplay").subcommand(clap::Command::new("show"));
    let act = || man::run(&args, program(), true).is_ok_and(|answer| answer.is_done());
    let disk = Simulated::with(&[("fowlplay-show.1", "an older page")]);
    let whole = disk.copy();
    assert!(whole.run(act));
    let names = whole.names();
    assert_eq!(names, ["fowlplay-format.5", "fowlplay-json.5", "fowlplay-show.1", "fowlplay.1"]);
    let check = |disk: &Simulated, done: bool| {
        for name in &names {
            let (text, was) = (disk.text(name), (name == "fowlplay-show.1").then_some("an older page"));
            assert!(text == whole.text(name) || !done && text.as_deref() == was, "{name}: {text:?}");
        }
        assert!(disk.run(act));
        assert_eq!(disk.names(), names, "nothing is left behind");
    };
    let run = Run { name: "man".to_owned(), disk, act: &act, check: &check };
    let mut count = every_crash(&run).0;
    count += failures(&run);
    println!("pages of the manual: {count}");
    assert!(count.checked > 50);
}
