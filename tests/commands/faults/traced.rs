//! The program itself under `strace`: each system call by which a command changes what is on disk, or says that it did, is where it is
//! killed, and where it fails. Afterwards the log is the one before or the one after, what was acknowledged is in it once, and nothing
//! lies beside it that the next command doesn't clear away.

use crate::{
    faults::script::{BEGUN, UNDONE, moves},
    program::{Done, Folder, NEW, PROGRAM},
    serve::client::{House, Phone, Server},
};
use serde_json::json;
use std::{collections::HashMap, fs, process::Stdio, thread, time::Duration};

/// The calls that change what is on disk, or tell somebody; a `?` before those that not every machine has.
const CALLS: &str = "openat,write,writev,pwrite64,fsync,fdatasync,?rename,renameat,renameat2,?link,linkat,?unlink,unlinkat,ftruncate,\
                     fchmod,fchown,fsetxattr,fremovexattr,flock,?mkdir,mkdirat,exit_group";

/// How a call fails.
const ERRORS: [&str; 3] = ["ENOSPC", "EIO", "EPERM"];

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

    fn failing(&self, error: &str) -> String {
        format!("inject={}:error={error}:when={}", self.name, self.nth)
    }

    fn delayed(&self, milliseconds: u32) -> String {
        format!("inject={}:delay_enter={}:when={}", self.name, milliseconds * 1000, self.nth)
    }

    fn is_rename(&self) -> bool {
        self.name.starts_with("rename")
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

/// A folder with a log; `linked`: the log has a second name elsewhere.
fn table(log: &str, linked: bool) -> Folder {
    let folder = Folder::with(log);
    if linked {
        fs::create_dir(folder.path("elsewhere")).expect("made");
        fs::hard_link(folder.path("game.toml"), folder.path("elsewhere/game.toml")).expect("linked");
    }
    folder
}

/// A file without the moments in it; none if there is none.
fn text(folder: &Folder, name: &str) -> Option<String> {
    let text = fs::read_to_string(folder.path(name)).ok()?;
    Some(text.lines().filter(|line| !line.starts_with("when = ")).collect::<Vec<_>>().join("\n"))
}

/// What is in the folder but for the trace.
fn names(folder: &Folder) -> Vec<String> {
    folder.names().into_iter().filter(|name| name != "trace").collect()
}

/// The files before and after a command.
struct Command<'a> {
    log: &'a str,
    linked: bool,
    arguments: &'a [&'a str],
    files: [&'a str; 2],
    before: [Option<String>; 2],
    after: [Option<String>; 2],
}

impl<'a> Command<'a> {
    fn of((log, file, arguments): &(&'a str, &'a str, &'a [&'a str]), linked: bool) -> (Self, Vec<Call>) {
        let folder = table(log, linked);
        let files = ["game.toml", *file];
        let before = files.map(|file| text(&folder, file));
        let calls = calls(&folder, arguments);
        let after = files.map(|file| text(&folder, file));
        assert!(before != after, "{arguments:?} changes something");
        (Self { log, linked, arguments, files, before, after }, calls)
    }

    /// Runs it while something is done to it, and looks at what is there then.
    fn tried(&self, expression: &str) {
        let (linked, folder) = (self.linked, table(self.log, self.linked));
        let done = start(&folder, &[expression], self.arguments).ended();
        assert!(!expression.contains("KILL") || done.status.is_none(), "{:?}, {expression}: it was killed", self.arguments);
        let told = || {
            format!(
                "{:?}, {expression}, linked: {linked}: {:?} {}\n{:?}",
                self.arguments,
                done.status,
                done.told(),
                folder.names()
            )
        };
        let now = self.files.map(|file| text(&folder, file));
        assert!(now == self.after || done.status != Some(0) && now == self.before, "{}\n{now:?}", told());
        // Whoever comes next finds a log, and clears up.
        let log = if now[0].is_some() { "game.toml" } else { self.files[1] };
        let next = folder.run(&["record", log, "note after all that"]);
        assert_eq!(next.status, Some(0), "{}\nthen {}", told(), next.told());
        let kept = moves(&folder.text(log));
        assert!(kept.iter().filter(|line| *line == "note after all that").count() == 1, "{}\n{kept:?}", told());
        // The same again, or a change of the new log that is there already.
        if self.files[1] != log && folder.run(self.arguments).status != Some(0) {
            assert_eq!(folder.run(&["record", self.files[1], "note after all that"]).status, Some(0), "{}", told());
        }
        let left: Vec<String> = names(&folder).into_iter().filter(|name| name.starts_with('.')).collect();
        assert!(left.is_empty(), "{left:?} is left: {}", told());
    }
}

#[test]
#[ignore = "long form: needs strace"]
fn each_command_is_killed_at_each_call_that_writes_and_each_fails() {
    let (mut kills, mut errors) = (0, 0);
    for command in COMMANDS {
        for linked in [false, true] {
            let (command, calls) = Command::of(command, linked);
            for call in &calls {
                command.tried(&call.killed());
                kills += 1;
                for error in ERRORS.iter().filter(|_| call.name != "exit_group") {
                    command.tried(&call.failing(error));
                    errors += 1;
                }
            }
        }
    }
    println!("the program itself: {kills} kills and {errors} failing calls, {} commands", COMMANDS.len());
    assert!(kills > 200 && errors > 400);
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

/// Records a note in a log that may have been left in the middle of a save; how many times each of the notes is in it.
fn noted(folder: &Folder, notes: &[&str], told: &dyn Fn() -> String) -> Vec<usize> {
    let next = folder.run(&["record", "game.toml", "note after all that"]);
    assert_eq!(next.status, Some(0), "{}\nthen {}", told(), next.told());
    let moves = moves(&folder.text("game.toml"));
    assert_eq!(moves.last().map(String::as_str), Some("note after all that"), "{}", told());
    assert!(names(folder).iter().all(|name| !name.starts_with('.')), "{:?} is left: {}", folder.names(), told());
    notes.iter().map(|note| moves.iter().filter(|line| line == note).count()).collect()
}

/// What a killed command said is done, and nothing twice.
fn each_once(folder: &Folder, notes: &[(&str, &Done)], told: &dyn Fn() -> String) {
    let counts = noted(folder, &notes.iter().map(|(note, _)| *note).collect::<Vec<_>>(), told);
    for ((note, done), count) in notes.iter().zip(counts) {
        assert!(count == 1 || count == 0 && done.status != Some(0), "{note} is there {count} times: {}", told());
    }
}

const ONE: [&str; 3] = ["record", "game.toml", "note one"];
const TWO: [&str; 3] = ["record", "game.toml", "note two"];

#[test]
#[ignore = "long form: needs strace"]
fn two_commands_in_a_row_are_killed_at_each_of_their_calls() {
    let mut kills = 0;
    for linked in [false, true] {
        for first in calls(&table(BEGUN, linked), &ONE) {
            let cut = || {
                let folder = table(BEGUN, linked);
                let done = start(&folder, &[&first.killed()], &ONE).ended();
                (folder, done)
            };
            for second in calls(&cut().0, &TWO) {
                let (folder, one) = cut();
                let two = start(&folder, &[&second.killed()], &TWO).ended();
                let told = || format!("linked: {linked}, {first:?}, then {second:?}");
                each_once(&folder, &[("note one", &one), ("note two", &two)], &told);
                kills += 1;
            }
        }
    }
    println!("two in a row: {kills} pairs of kills");
    assert!(kills > 100);
}

#[test]
#[ignore = "long form: needs strace"]
fn two_commands_at_once_are_killed_or_delayed_at_each_of_their_calls() {
    let (mut delays, mut kills) = (0, 0);
    for linked in [false, true] {
        let all = calls(&table(BEGUN, linked), &ONE);
        // One is slow at each of its calls, and the other goes on as far as it gets.
        for slow in &all {
            let folder = table(BEGUN, linked);
            let one = start(&folder, &[&slow.delayed(150)], &ONE);
            thread::sleep(Duration::from_millis(80));
            let (two, one) = (folder.run(&TWO), one.ended());
            let told = || format!("linked: {linked}, {slow:?}: {} {}", one.told(), two.told());
            assert_eq!((one.status, two.status), (Some(0), Some(0)), "{}", told());
            each_once(&folder, &[("note one", &one), ("note two", &two)], &told);
            delays += 1;
        }
        // A killed one has left something; one that holds the lock is slow and is killed; one that waits for it is killed.
        let flush = all.iter().find(|call| call.name == "fsync").expect("the new file is flushed");
        let rename = all.iter().find(|call| call.is_rename()).expect("it is renamed");
        let mut seen = Vec::new();
        for first in &all {
            let cut = table(BEGUN, linked);
            start(&cut, &[&first.killed()], &ONE).ended();
            let state: Vec<_> = names(&cut).into_iter().map(|name| text(&cut, &name)).collect();
            if seen.contains(&state) {
                continue;
            }
            seen.push(state);
            for last in &all {
                let folder = table(BEGUN, linked);
                let one = start(&folder, &[&first.killed()], &ONE).ended();
                let holds = [flush.delayed(120), rename.killed()];
                let held = start(&folder, &holds.each_ref().map(String::as_str), &["record", "game.toml", "note held"]);
                thread::sleep(Duration::from_millis(60));
                let two = start(&folder, &[&last.killed()], &TWO).ended();
                let held = held.ended();
                let told = || format!("linked: {linked}, {first:?}, then {last:?}");
                each_once(&folder, &[("note one", &one), ("note held", &held), ("note two", &two)], &told);
                kills += 3;
            }
        }
    }
    println!("two at once: {delays} delays, {kills} kills");
    assert!(delays > 20 && kills > 100);
}

#[test]
#[ignore = "long form: needs strace"]
fn an_editor_saves_while_a_command_is_about_to() {
    let by_hand = format!("{BEGUN}# by hand\n");
    let mut both = 0;
    for call in calls(&Folder::with(BEGUN), &ONE) {
        let folder = Folder::with(BEGUN);
        let running = start(&folder, &[&call.delayed(150)], &ONE);
        thread::sleep(Duration::from_millis(90));
        folder.write("editor.tmp", &by_hand);
        fs::rename(folder.path("editor.tmp"), folder.path("game.toml")).expect("renamed");
        let one = running.ended();
        let there = folder.text("game.toml");
        let told = || format!("{call:?}: {}\n{there}", one.told());
        assert_eq!(one.status, Some(0), "{}", told());
        // Between the last look and the rename nobody looks any more: then the line is there, as it was said. The editor doesn't look
        // either: it may write over the line.
        let (edited, has_line) = (there.contains("# by hand"), there.contains("note one"));
        assert!(edited || has_line && call.is_rename(), "{}", told());
        both += usize::from(edited && has_line);
        noted(&folder, &[], &told);
    }
    assert!(both >= 3, "the line was judged again after what was saved by hand");
}

/// Where a call of this kind with these words in it stands; the first from there on.
fn at(calls: &[Call], from: usize, name: &str, words: &str) -> usize {
    let found = calls[from..].iter().position(|call| call.name.starts_with(name) && call.line.contains(words));
    from + found.unwrap_or_else(|| panic!("no {name} with {words} from {from} on: {calls:#?}"))
}

#[test]
#[ignore = "long form: needs strace"]
fn the_file_is_flushed_and_renamed_and_its_folder_flushed_before_anything_is_said() {
    let folder = Folder::with(BEGUN);
    let real = fs::canonicalize(folder.root()).expect("a folder").display().to_string();
    let calls = calls(&folder, &ONE);
    let written = at(&calls, 0, "write", "/.game.toml.");
    let flushed = at(&calls, written, "fsync", "/.game.toml.");
    let renamed = at(&calls, flushed, "rename", "\"game.toml\"");
    let folder_flushed = at(&calls, renamed, "fsync", &format!("<{real}>"));
    let said = at(&calls, 0, "write", "write(1");
    assert!(said > folder_flushed, "{calls:#?}");
}

/// Starts the server under `strace`; none if it was killed before it could say where it is.
fn serve(house: &House, expression: &str) -> Option<Server> {
    let mut command = house.command(&["--json", "--port", "0"]);
    let mut traced = std::process::Command::new("strace");
    traced.args(["-D", "-f", "-qq", "-o", "/dev/null", "-e", expression]).arg(command.get_program()).args(command.get_args());
    traced.current_dir(house.folder.root());
    traced.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command = traced;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Server::started(command)
}

/// Records a line until it is answered, whoever serves; whether the first one answered.
fn recorded(phone: &Phone, note: &str, version: &mut Option<String>) -> Option<bool> {
    if version.is_none() {
        *version = Some(
            phone.try_raw(phone.head("GET", "/api/games/game/table", &[]).as_bytes())?.json()["version"].as_str()?.to_owned(),
        );
    }
    let reply = phone.try_post("/api/games/game/record", &json!({"version": version, "key": note, "lines": [note]}))?;
    if reply.status == 200 {
        *version = Some(reply.version());
    }
    Some(reply.status == 200)
}

#[test]
#[ignore = "long form: needs strace"]
fn the_server_is_killed_around_its_saves_and_asked_again() {
    let (mut kills, mut asked_again) = (0, 0);
    let usual = ["fsync", "write", "renameat", "renameat2", "?rename", "flock", "fchmod", "unlinkat", "writev", "sendto"];
    for call in usual {
        for nth in 1..=8 {
            let house = House::with(NEW);
            let Some(server) = serve(&house, &format!("inject={call}:signal=KILL:when={nth}")) else {
                kills += 1;
                continue;
            };
            let phone = server.recorder();
            let (mut answered, mut version, mut pending) = (Vec::new(), None, None);
            for number in 0..12 {
                let note = format!("note {number}.");
                match recorded(&phone, &note, &mut version) {
                    Some(true) => answered.push(note),
                    Some(false) => panic!("{call} {nth}: {note} was refused"),
                    None => {
                        pending = Some(note);
                        break;
                    }
                }
            }
            kills += usize::from(pending.is_some());
            drop(server);
            let server = house.serve();
            let phone = server.recorder();
            if let Some(note) = &pending {
                let text = house.folder.text("game.toml");
                assert!(text.matches(note.as_str()).count() <= 1, "{call} {nth}: {text}");
                asked_again += 1;
                // The same again, as it was.
                let again = version.clone().unwrap_or_else(|| phone.version());
                let reply = phone.post("/api/games/game/record", &json!({"version": again, "key": note, "lines": [note]}));
                assert!(reply.status == 200 || reply.status == 409 && text.contains(note.as_str()), "{call} {nth}: {reply:?}");
            }
            let text = house.folder.text("game.toml");
            for note in answered.iter().chain(&pending) {
                assert_eq!(text.matches(&format!("\"{note}\"")).count(), 1, "{call} {nth}: {note}: {text}");
            }
            let last = format!("note last of {call} {nth}");
            assert_eq!(phone.record(&phone.version(), "last", &[&last]).status, 200);
            assert!(names(&house.folder).iter().all(|name| !name.starts_with('.')), "{call} {nth}: {:?}", house.folder.names());
        }
    }
    println!("the server: {kills} kills, {asked_again} requests asked again");
    assert!(kills > 20 && asked_again > 10);
}
