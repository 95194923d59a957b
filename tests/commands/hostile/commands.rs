//! Every command that reads a log, on a log; and what must hold of any of them.

use crate::{
    hostile::marks::nothing_raw,
    program::{Done, Folder, PROGRAM, every},
};
use fowlplay::{log::Log, referee};

/// Every command that reads `file`, with `said` wherever somebody may say something.
pub fn commands(file: &str, log: &str, said: &str) -> Vec<Vec<String>> {
    let log = Log::parse(log.to_owned()).ok();
    let game = log.as_ref().map_or("emu-ranchers", |log| log.game().as_str());
    let rule = referee::Games::default().book(game).ok().and_then(|book| book.rules.first());
    let change = rule.map_or("years=1".to_owned(), |rule| format!("{}={}", rule.key, rule.values.write(rule.values.default())));
    let last = log.as_ref().map_or_else(|| "1.1".to_owned(), |log| log.end().to_string().replace(".0", ".1"));
    let note = format!("note {said}");
    let commands: &[&[&str]] = &[
        &["check", file],
        &["check", file, "--try", &note],
        &["check", file, "--try", said],
        &["check", file, "--try", "draw", "--at", "1.2"],
        &["show", file],
        &["show", file, "--at", &last],
        &["score", file],
        &["moves", file],
        &["report", file],
        &["stats", file],
        &["export", file, "--format", "jsonl"],
        &["export", file, "--format", "jsonl", "--table", "moves"],
        &["export", file, "--format", "jsonl", "--table", "findings"],
        &["why", file],
        &["why", file, "1.1"],
        &["why", file, "1.2"],
        &["record", file, &note],
        &["record", file, said],
        &["record", file, "draw"],
        &["undo", file],
        &["redo", file],
        &["amend", file, "1.1", &note],
        &["amend", file, "1.1", said],
        &["amend", file, "-1.1", "--overrule", said],
        &["rule", file, &change],
        &["rule", file, "years=1"],
        &["tally", game, "Ada:", "Bo:", "--into", file],
        &["play", file],
    ];
    // A shell hands no argument on that has a NUL in it.
    commands.iter().map(|command| command.iter().map(|word| word.replace('\0', "")).collect()).collect()
}

/// Runs a command as it is, as JSON, and in colours; none of it is raw.
#[track_caller]
pub fn run(folder: &Folder, command: &[String], of: &str) -> [Done; 3] {
    let of = format!("{of}: {command:?}");
    let plain = folder.run(command).in_order();
    let colours: Vec<&str> =
        [&["CLICOLOR_FORCE=1", PROGRAM][..], &command.iter().map(String::as_str).collect::<Vec<_>>()].concat();
    let colours = folder.start("env", &colours, "").ended().in_order();
    let json = folder.run(&[command, &["--json".to_owned()]].concat()).in_order();
    for done in [&plain, &colours, &json] {
        nothing_raw(done, &of);
    }
    assert!(json.err.is_empty(), "{of}: {}", json.told());
    json.json();
    [plain, colours, json]
}

/// Runs every command on a log, each on the log as it was; of the short form some, which the number of the log decides.
#[track_caller]
pub fn run_all(file: &str, log: &str, said: &str, of: &str, nth: usize) {
    let folder = Folder::new();
    let every = every(5);
    for command in commands(file, log, said).iter().skip(nth % every).step_by(every) {
        folder.write(file, log);
        run(&folder, command, of);
    }
    assert_eq!(Vec::from_iter(folder.names()), [file], "nothing is left behind");
}
