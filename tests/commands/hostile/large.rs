//! Logs of many megabytes, of a million lines, nested deep: read or refused in their time, with memory in proportion.

use crate::program::{Done, Folder, NEW, PROGRAM, every, examples, times};
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

/// Logs of about this many bytes, each too much of one thing: what stands between `<` and `>` again and again, `%` being a number.
fn kinds(size: usize) -> Vec<(String, String)> {
    let kind = |row: &str| {
        let (name, rest) = row.split_once(" = ").expect("a name");
        let (place, text) = rest.split_once(": ").expect("a place");
        let text = text.replace("\\n", "\n");
        let repeated = text.matches('<').count();
        let parts = text.split(['<', '>']).enumerate().map(|(nth, part)| match nth % 2 {
            0 => part.to_owned(),
            _ => (0..size / part.len() / repeated).map(|number| part.replace('%', &number.to_string())).collect(),
        });
        let text: String = parts.collect();
        let log = match place {
            "head" => format!("{HEAD}{text}\n"),
            "new" => format!("{NEW}{text}\n"),
            "moves" => format!("{HEAD}{ROUND}{text}]\n"),
            "line" => format!("{HEAD}{ROUND}\"{text}\"]\n"),
            _ => text + "\n",
        };
        (name.to_owned(), log)
    };
    // Every example's rounds, again and again.
    let for_ever = examples().into_iter().map(|(name, text)| {
        let (head, rounds) = text.split_at(text.find("[[round]]").expect("rounds"));
        let rounds = format!("{}\n", &rounds[..rounds.find("[[correction]]").unwrap_or(rounds.len())]);
        (format!("{name} for ever"), format!("{head}{}", rounds.repeat(size / rounds.len())))
    });
    include_str!("large.txt").lines().map(kind).chain(for_ever).collect()
}

/// The commands that take a log.
fn commands() -> impl Iterator<Item = Vec<String>> {
    super::commands().into_iter().filter(|command| command.iter().any(|word| word == "game.toml"))
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
    let sizes: &[(usize, usize)] = if is_longest() { &[(1 << 20, 1)] } else { &[(10_000, every(26)), (100_000, 28)] };
    let logs = sizes.iter().flat_map(|&(size, every)| kinds(size).into_iter().enumerate().map(move |log| (log, every)));
    let folder = Folder::new();
    for ((nth, (kind, log)), every) in logs {
        for command in commands().skip(nth % every).step_by(every) {
            folder.write("game.toml", &log);
            fairly(&folder, &command, log.len(), MOST, &kind);
        }
    }
}

#[test]
fn a_report_of_a_very_long_text_takes_time_in_proportion() {
    let kinds = kinds(if is_longest() { 1 << 20 } else { 1 << 18 })
        .into_iter()
        .filter(|(kind, _)| kind.contains("cards in a") || kind == "a long title");
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
    let size = if is_longest() { 16_000_000 } else { 1_000_000 };
    let others =
        kinds(size).into_iter().filter(|(kind, _)| ["a long title", "words in a note", "comments"].contains(&kind.as_str()));
    for (kind, log) in std::iter::once(("a million lines".to_owned(), lines)).chain(others) {
        let folder = Folder::with(&log);
        let done = fairly(&folder, &["check".to_owned(), "game.toml".to_owned()], log.len(), USUAL, &kind);
        assert!(done.status == Some(0) && done.says("nothing found"), "{}", done.told());
        assert!(!cfg!(target_os = "linux") || done.memory > log.len() as u64, "the memory is measured");
        if is_longest() {
            for command in commands() {
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
    // Some are refused before they read any log.
    let is_early =
        |command: &[String]| command.len() == 1 || command.iter().any(|word| ["-", "-o", "new", "play"].contains(&&**word));
    for command in commands() {
        let done = fairly(&folder, &command, 0, 0, "a hundred megabytes");
        let is_said = is_early(&command) || done.says("larger than 16 MiB, and no log is");
        assert!(done.status == Some(2) && is_said, "{command:?}: {}", done.told());
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

#[test]
fn a_word_as_long_as_a_log_is_reported_in_a_few_lines_and_soon() {
    let folder = Folder::with(NEW);
    let run = |from: &str, input: &str| {
        let script = format!("ulimit -t 60 && exec \"$0\" record game.toml - {from}");
        folder.start("sh", &["-c", &script, PROGRAM], input).ended().in_order()
    };
    // Cut short on both sides of the caret, without a look at each of its beginnings.
    let size = 3_000_000 / every(10);
    for input in [format!("Ada: hatch {}", "x".repeat(size)), format!("Ada: {}; hatch x", "draw ".repeat(size / 5))] {
        assert_eq!(run("", &input).status, Some(2));
    }
    let done = run("< /dev/zero", "");
    assert!(done.status == Some(2) && done.says("standard input has more than a log can hold"), "{}", done.told());
    assert_eq!(folder.text("game.toml"), NEW);
}
