//! Logs of many megabytes, of a million lines, nested deep: read or refused in their time, with memory in proportion.

use crate::{
    hostile::commands::commands,
    program::{Done, Folder, NEW, PROGRAM, every, examples, times},
};
use std::fs::File;

/// With `TEST_TIMES=20` logs are as large as any that is read.
fn is_longest() -> bool {
    times() >= 20
}

const HEAD: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";
const ROUND: &str = "\n[[round]]\nfirst = \"Ada\"\nmoves = [\n";

/// What the program itself needs: the memory that it uses, and the addresses that it asks for and leaves unused.
const ITSELF: u64 = 24 << 20;
const ADDRESSES: u64 = 320 << 20;
/// How much memory a byte of an ordinary log may take, however long the log.
const USUAL: u64 = 100;
/// How much a byte of any log may take. A step of five bytes that breaks a rule is told of in two hundred, by a finding; and where
/// something is found the game is played under every other value of each table rule beside it.
const MOST: u64 = 650;

/// Logs of about this many bytes, each too much of one thing.
fn kinds(size: usize) -> Vec<(String, String)> {
    let times = |text: &str| text.repeat(size / text.len());
    let half = |text: &str| text.repeat(size / 2 / text.len());
    let count = |line: &dyn Fn(usize) -> String| (0..size / line(size).len()).map(line).collect::<String>();
    let line = |text: String| format!("{HEAD}{ROUND}\"{text}\"]\n");
    let mut kinds = vec![
        ("lines", format!("{HEAD}{ROUND}{}]\n", times("\"note a\",\n"))),
        ("foul lines", format!("{HEAD}{ROUND}{}]\n", times("\"Ada: draw\",\n"))),
        ("steps in a line", line(format!("Ada: draw{}", times(";draw")))),
        ("words in a note", line(format!("note {}", times("a b ")))),
        ("words in a reason", line(format!("Ada: draw ! {}", times("r ")))),
        ("cards in a step", line(format!("Ada: shows{}", times(" 7SK")))),
        ("codes of cards in a reason", line(format!("Ada: shows 7SK{} ! {}", half("; shows 7SK"), half("`7SK` ")))),
        (
            "codes of cards in a correction",
            format!("{NEW}[[correction]]\nat=\"1.1\"\nwas=\"Ada: shows{}\"\nwhen=2026-11-20T19:42:11Z\n", times(" `7SK`")),
        ),
        ("digits in a step", line(format!("Ada: grow {} 7SK", times("9")))),
        ("a long word", line(format!("Ada: hatch {}", times("x")))),
        ("a long actor", line(format!("{}: draw", times("A")))),
        ("a wrong last line", format!("{HEAD}{ROUND}{}\"Ada: foo\"]\n", times("\"note a\",\n"))),
        ("empty lines", format!("{HEAD}{ROUND}{}]\n", times("\"\","))),
        ("short lines", format!("{HEAD}{ROUND}{}]\n", times("\"d\","))),
        ("rounds", format!("{HEAD}{}", times("[[round]]\nfirst=\"Ada\"\n"))),
        ("tallies", format!("{HEAD}{}", times("[[round]]\nfirst=\"Ada\"\ntally=[\"Ada:\",\"Bo:\"]\n"))),
        ("corrections", format!("{NEW}{}", times("[[correction]]\nat=\"1.1\"\nwhen=2026-11-20T19:42:11Z\n"))),
        (
            "undone lines",
            format!(
                "{NEW}{}",
                times("[[correction]]\nat=\"1.1\"\nwas=\"note b\"\nby=\"undo\"\nend=\"1.0\"\nwhen=2026-11-20T19:42:11Z\n")
            ),
        ),
        ("players", format!("fowlplay = 1\ngame = \"blulu\"\nplayers = [{}]\n", count(&|n| format!("\"p{n}\",")))),
        ("a long name", format!("fowlplay = 1\ngame = \"blulu\"\nplayers = [\"{}\"]\n", times("p"))),
        ("a long title", format!("{HEAD}title = \"{}\"\n", times("t"))),
        ("a long key", format!("{HEAD}{} = 1\n", times("k"))),
        ("a long number", format!("{HEAD}[rules]\nyears = {}\n", times("9"))),
        ("keys", format!("{HEAD}{}", count(&|n| format!("k{n}=1\n")))),
        ("rules", format!("{HEAD}[rules]\n{}", count(&|n| format!("k{n}=1\n")))),
        ("tables", format!("{HEAD}{}", count(&|n| format!("[k{n}]\n")))),
        ("lists in lists", format!("{HEAD}deck = {}{}\n", "[".repeat(size / 2), "]".repeat(size / 2))),
        ("tables in tables", format!("{HEAD}deck = {}1{}\n", "{a=".repeat(size / 4), "}".repeat(size / 4))),
        ("a dotted key", format!("{HEAD}a{} = 1\n", times(".a"))),
        ("a dotted header", format!("{HEAD}[a{}]\n", times(".a"))),
        ("numbers in a list", format!("{HEAD}[deck]\nx = [{}]\n", times("1,"))),
        ("blank lines", format!("{HEAD}{}", times("\n"))),
        ("comments", format!("{HEAD}{}", times("#\n"))),
    ]
    .into_iter()
    .map(|(kind, log)| (kind.to_owned(), log))
    .collect::<Vec<_>>();
    // Every example's rounds, again and again.
    for (name, text) in examples() {
        if let Some(start) = text.find("[[round]]") {
            let rounds = format!("{}\n", &text[start..text.find("[[correction]]").unwrap_or(text.len())]);
            kinds.push((format!("{name} for ever"), format!("{}{}", &text[..start], times(&rounds))));
        }
    }
    kinds
}

/// Runs the program with no more time and memory than is fair for that many bytes.
#[track_caller]
fn fairly(folder: &Folder, command: &[String], size: usize, factor: u64, of: &str) -> Done {
    let most = (ADDRESSES + factor * size as u64) / 1024;
    let script = format!("ulimit -t 60 && ulimit -v {most} && exec \"$0\" \"$@\"");
    let words: Vec<&str> = ["-c", &script, PROGRAM].into_iter().chain(command.iter().map(String::as_str)).collect();
    let done = folder.start("sh", &words, "").ended();
    assert!(
        matches!(done.status, Some(0..=2)) && !done.says("ulimit:"),
        "{of}, {command:?}: {:?} {:.300}",
        done.status,
        done.told()
    );
    assert!(done.memory < ITSELF + factor * size as u64, "{of}, {command:?}: {} MB for {size} bytes", done.memory >> 20);
    done
}

#[test]
fn too_much_of_anything_is_read_or_refused_in_proportion() {
    // Every command on a log of each kind; of the middling ones, on which time in the square of it would show, and in the short form
    // each some in turn.
    let sizes: &[(usize, usize)] = if is_longest() { &[(1 << 20, 1)] } else { &[(10_000, every(13)), (100_000, 14)] };
    let logs = sizes.iter().flat_map(|&(size, every)| kinds(size).into_iter().enumerate().map(move |log| (log, every)));
    let folder = Folder::new();
    for ((nth, (kind, log)), every) in logs {
        for command in commands("game.toml", &log, "draw; draw").into_iter().skip(nth % every).step_by(every) {
            folder.write("game.toml", &log);
            fairly(&folder, &command, log.len(), MOST, &kind);
        }
    }
}

#[test]
fn a_report_of_a_very_long_text_takes_time_in_proportion() {
    let kinds = kinds(1 << 20).into_iter().filter(|(kind, _)| kind.contains("cards in a") || kind == "a long title");
    for (kind, log) in kinds {
        let folder = Folder::with(&log);
        for output in ["game.html", "game.svg"] {
            let command = ["report", "game.toml", "-o", output].map(str::to_owned);
            fairly(&folder, &command, log.len(), MOST, &kind);
        }
    }
}

#[test]
fn a_million_lines_are_read() {
    let lines = format!("{HEAD}{ROUND}{}]\n", "\"note a\",\n".repeat(1_000_000));
    let size = if is_longest() { 16_000_000 } else { 2_000_000 };
    let others =
        kinds(size).into_iter().filter(|(kind, _)| ["a long title", "words in a note", "comments"].contains(&kind.as_str()));
    for (kind, log) in std::iter::once(("a million lines".to_owned(), lines)).chain(others) {
        let folder = Folder::with(&log);
        let done = fairly(&folder, &["check".to_owned(), "game.toml".to_owned()], log.len(), USUAL, &kind);
        assert!(done.status == Some(0) && done.says("nothing found"), "{}", done.told());
        assert!(!cfg!(target_os = "linux") || done.memory > log.len() as u64, "the memory is measured");
        if is_longest() {
            for command in commands("game.toml", NEW, "note x") {
                fairly(&folder, &command, log.len(), MOST, &kind);
                folder.write("game.toml", &log);
            }
        }
    }
}

#[test]
fn a_hundred_megabytes_are_refused_unread() {
    let folder = Folder::with(NEW);
    let log = File::options().append(true).open(folder.path("game.toml")).expect("there");
    log.set_len(100 << 20).expect("room");
    for command in commands("game.toml", NEW, "note x") {
        let done = fairly(&folder, &command, 0, 0, "a hundred megabytes");
        let is_play = command[0] == "play";
        assert!(done.status == Some(2) && (is_play || done.says("larger than 16 MiB, and no log is")), "{}", done.told());
    }
    assert_eq!(Vec::from_iter(folder.names()), ["game.toml"]);
}

#[test]
fn a_log_never_grows_beyond_what_is_read() {
    let nearly = format!("{NEW}# {}\n", "x".repeat((16 << 20) - NEW.len() - 20));
    // There is room for one short note.
    let folder = Folder::with(&nearly);
    let done = folder.run(&["record", "game.toml", "note this is a little too long for it"]).in_order();
    assert!(done.status == Some(2) && done.says("it would be larger than 16 MiB"), "{}", done.told());
    assert!(folder.text("game.toml") == nearly, "the log is as it was");
    assert_eq!(folder.run(&["record", "game.toml", "note x"]).in_order().status, Some(0));
    assert_eq!(folder.run(&["check", "game.toml"]).in_order().status, Some(0));
}
