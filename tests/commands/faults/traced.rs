//! The program itself under `strace`: the calls by which each command saves come in the order that the simulated disk of `crashes` takes
//! for granted, and a kill at the rename leaves the log before or after the change.

use crate::{
    faults::script::{BEGUN, UNDONE, moves},
    program::{Folder, PROGRAM},
};
use std::{collections::HashMap, fs};

/// The calls that change what is on disk, or tell somebody; a `?` before those that not every machine has.
const CALLS: &str = "openat,write,writev,pwrite64,fsync,fdatasync,?rename,renameat,renameat2,?link,linkat,?unlink,unlinkat,ftruncate,\
                     fchmod,fchown,fsetxattr,fremovexattr,flock,?mkdir,mkdirat,exit_group";

/// The commands that save `game.toml`, the log that each is for, and those that write another file, which is named.
const COMMANDS: &[(&str, &str, &[&str])] = &[
    (BEGUN, "game.toml", &["record", "game.toml", "note one"]),
    (BEGUN, "game.toml", &["record", "game.toml", "Ada: grow 1 8YK; draw", "note another"]),
    (BEGUN, "game.toml", &["undo", "game.toml"]),
    (UNDONE, "game.toml", &["redo", "game.toml"]),
    (BEGUN, "game.toml", &["amend", "game.toml", "1.1", "Ada: hatch 7WY; draw", "--yes"]),
    (BEGUN, "game.toml", &["rule", "game.toml", "years=1", "--yes"]),
    (BEGUN, "game.toml", &["head", "game.toml", "player.Bo=Bob", "place=here", "--yes"]),
    (UNFORMATTED, "game.toml", &["fmt", "game.toml"]),
    (BEGUN, "game.toml", &["tally", "emu-ranchers", "Ada: 7SK", "Bo: 9LK", "--into", "game.toml"]),
    (BEGUN, "new.toml", &["new", "emu-ranchers", "--players", "Ada,Bo", "-o", "new.toml"]),
    (BEGUN, "out.html", &["report", "game.toml", "-o", "out.html"]),
    (BEGUN, "out.csv", &["export", "game.toml", "--table", "moves", "--format", "csv", "-o", "out.csv"]),
];

/// A log with short forms, which `fmt` writes out.
const UNFORMATTED: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                           \"Ada: h 7sk .\",\n]\n";

/// A call of a run: its name, and which of those of that name it is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Call {
    name: String,
    nth: usize,
    line: String,
}

impl Call {
    fn killed(&self) -> String {
        format!("inject={}:signal=KILL:when={}", self.name, self.nth)
    }
}

/// Starts the program in a folder under `strace`, which does these things to it.
fn start(folder: &Folder, expressions: &[&str], arguments: &[&str]) -> crate::program::Running {
    // What isn't traced isn't disturbed, either.
    let call = |expression: &str| Some(expression.strip_prefix("inject=")?.split(':').next()?.to_owned());
    let traced: Vec<String> = expressions.iter().filter_map(|expression| call(expression)).collect();
    let traced = format!("trace={}", if traced.is_empty() { CALLS.to_owned() } else { traced.join(",") });
    let mut words = vec!["-f", "-qq", "-y", "-o", "trace", "-e", &traced];
    words.extend(expressions.iter().flat_map(|expression| ["-e", *expression]));
    words.push(PROGRAM);
    words.extend(arguments);
    folder.start("strace", &words, "")
}

/// The calls of a command that runs undisturbed. Only what opens a file to write it counts of those that open one.
fn calls(folder: &Folder, arguments: &[&str]) -> Vec<Call> {
    let done = start(folder, &[], arguments).ended();
    assert_eq!(done.status, Some(0), "is `strace` there, and may it trace? {}", done.told());
    let trace = folder.text("trace");
    fs::remove_file(folder.path("trace")).expect("removed");
    let mut counts = HashMap::new();
    let calls = trace.lines().filter_map(|line| {
        let (_, line) = line.split_once(' ')?;
        let line = line.trim_start();
        let (name, _) =
            line.split_once('(').filter(|(name, _)| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))?;
        let nth = counts.entry(name.to_owned()).and_modify(|count| *count += 1).or_insert(1);
        Some(Call { name: name.to_owned(), nth: *nth, line: line.to_owned() })
    });
    let calls = calls
        .filter(|call| call.name != "openat" || ["O_CREAT", "O_WRONLY", "O_RDWR"].iter().any(|flag| call.line.contains(flag)));
    calls.collect()
}

/// A file without the moments in it; none if there is none.
fn text(folder: &Folder, name: &str) -> Option<String> {
    let text = fs::read_to_string(folder.path(name)).ok()?;
    Some(text.lines().filter(|line| !line.starts_with("when = ")).collect::<Vec<_>>().join("\n"))
}

/// Where a call of this kind with these words in it stands; the first from there on.
fn at(calls: &[Call], from: usize, name: &str, words: &str) -> usize {
    let found = calls[from..].iter().position(|call| call.name.starts_with(name) && call.line.contains(words));
    from + found.unwrap_or_else(|| panic!("no {name} with {words} from {from} on: {calls:#?}"))
}

#[test]
#[ignore = "long form: needs strace"]
fn each_command_flushes_the_file_renames_it_and_flushes_the_folder_before_it_says_so() {
    for (log, file, arguments) in COMMANDS {
        let folder = Folder::with(log);
        let real = fs::canonicalize(folder.root()).expect("a folder").display().to_string();
        let calls = calls(&folder, arguments);
        let written = at(&calls, 0, "write", &format!("/.{file}."));
        let flushed = at(&calls, written, "fsync", &format!("/.{file}."));
        let renamed = at(&calls, flushed, "rename", &format!("\"{file}\""));
        let folder_flushed = at(&calls, renamed, "fsync", &format!("<{real}>"));
        let said = calls.iter().position(|call| call.line.starts_with("write(1")).unwrap_or(calls.len());
        assert!(said > folder_flushed, "{arguments:?}: {calls:#?}");
    }
}

#[test]
#[ignore = "long form: needs strace"]
fn a_command_that_is_killed_as_it_renames_leaves_the_log_before_or_after() {
    for (log, file, arguments) in COMMANDS {
        let files = ["game.toml", *file];
        let folder = Folder::with(log);
        let before = files.map(|file| text(&folder, file));
        let calls = calls(&folder, arguments);
        let after = files.map(|file| text(&folder, file));
        assert!(before != after, "{arguments:?} changes something");
        let folder = Folder::with(log);
        let rename = calls.iter().find(|call| call.name.starts_with("rename")).expect("what is saved is renamed");
        let done = start(&folder, &[&rename.killed()], arguments).ended();
        let told = || format!("{arguments:?}, {rename:?}: {:?} {}\n{:?}", done.status, done.told(), folder.names());
        assert!(done.status.is_none(), "it was killed: {}", told());
        let now = files.map(|file| text(&folder, file));
        assert!(now == after || now == before, "{}\n{now:?}", told());
        // Whoever comes next finds a log, and clears up.
        let log = if now[0].is_some() { "game.toml" } else { file };
        if !folder.path(log).exists() {
            assert_eq!(folder.run(arguments).status, Some(0), "{}", told());
        }
        let next = folder.run(&["record", log, "note after all that"]);
        assert_eq!(next.status, Some(0), "{}\nthen {}", told(), next.told());
        assert_eq!(moves(&folder.text(log)).iter().filter(|line| *line == "note after all that").count(), 1, "{}", told());
        assert!(*file != log || folder.names().iter().all(|name| !name.starts_with('.')), "{} is left", told());
    }
}

#[test]
#[ignore = "long form: needs strace"]
fn a_save_that_failed_says_what_is_true_of_the_file() {
    let report = ["report", "game.toml", "-o", "out.html"];
    let export = ["export", "game.toml", "--table", "moves", "-o", "out.csv"];
    let record = ["record", "game.toml", "note x"];
    for (call, command, says, is_saved) in [
        ("fsync:error=EIO:when=2", &report[..], "whether out.html is on disk as it should be is unknown", true),
        ("fsync:error=EIO:when=2", &export, "whether out.csv is on disk as it should be is unknown", true),
        ("fsync:error=EIO:when=1", &report, "out.html was not saved (Input/output error", false),
        ("fsync:error=EIO:when=2", &record, "whether game.toml is on disk as it should be is unknown", true),
        ("flock:error=ENOLCK", &record, "the file system of its directory can't lock files", false),
        ("flock:error=EOPNOTSUPP", &report, "the file system of its directory can't lock files", false),
    ] {
        let folder = Folder::with(BEGUN);
        let done = start(&folder, &[&format!("inject={call}")], command).ended();
        assert!(done.status == Some(2) && done.says(says) && !done.says("must be writable"), "{call}: {}", done.told());
        let is_there = folder.path("out.html").exists() || folder.path("out.csv").exists() || folder.text("game.toml") != BEGUN;
        assert_eq!(is_there, is_saved, "{call}, {command:?}");
    }
}
