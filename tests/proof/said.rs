//! That nothing is said otherwise than before unless it is meant. Two texts a game stand in `said/`, and a change of them is read in
//! a diff:
//!
//! - `GAME-sentences`: one example of every sentence that the referee says at any place of every log in `tests/logs` and `examples`
//!   and of some random ones, and to many lines that no log holds. Two sentences that differ in nothing but cards, names and numbers
//!   count as one, and the first that is said stands for them.
//! - `GAME-tables`: whole tables, as they stand at some places of the examples: what lies there, what is open, the public state, the score.
//!
//! Whether the words are true is for the other tests; this one sees what changed. After a change that is meant, the texts are
//! written anew: `INSTA_UPDATE=always cargo test --test proof said::`.

mod book;
mod changes;
mod random;
mod reading;
mod table;
mod typed;

use fowlplay::{
    log::{Log, LogFile, Place},
    referee,
};
use rayon::prelude::*;
use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

/// The logs with their names, by the names of their games; those of the examples come first.
fn games() -> BTreeMap<String, Vec<(String, Log)>> {
    let root = Path::new(crate::ROOT);
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut paths: Vec<PathBuf> = entries.collect();
        paths.sort();
        paths
    };
    let logs_in = |folder: &Path| inside(folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "toml"));
    let recorded = inside(&root.join("tests/logs")).into_iter().flat_map(|folder| logs_in(&folder));
    let mut games: BTreeMap<String, Vec<(String, Log)>> = BTreeMap::new();
    for path in logs_in(&root.join("examples")).chain(recorded) {
        let log = LogFile::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        games.entry(log.game().to_string()).or_default().push((name, log));
    }
    games
}

/// The places of a log where it is asked: all, and of a long one every so many.
fn places(log: &Log) -> Vec<Place> {
    let of_round = |(round, number): (&fowlplay::log::Round, u32)| {
        (1..).take(round.lines.len() + 1).map(|line| Place::new(number, line)).collect::<Vec<_>>()
    };
    let all: Vec<Place> = log.rounds().iter().zip(1..).flat_map(of_round).collect();
    let every = all.len().div_ceil(12).max(1);
    all.into_iter().step_by(every).collect()
}

/// What stands before a sentence in what was answered, rather than before a line that was typed.
const BEFORE: [&str; 11] = [
    "message: ",
    "problem: ",
    "expected: ",
    "question: ",
    "description: ",
    "read_back: ",
    "was: ",
    "now: ",
    "Ended { why: ",
    "command: ",
    "Cannot(",
];

/// The sentences in what was answered, with what makes each the same as others.
fn sentences(answers: &str) -> Vec<(String, String)> {
    let (mut found, mut known, mut kinds) = (Vec::new(), HashSet::new(), HashSet::new());
    let mut quotes = answers.match_indices('"').map(|(at, _)| at).filter(|&at| !answers[..at].ends_with('\\'));
    while let (Some(start), Some(end)) = (quotes.next(), quotes.next()) {
        let said = &answers[start + 1..end];
        let is_said = BEFORE.iter().any(|before| answers[..start].ends_with(before)) || answers[end..].starts_with("\", aloud");
        if !is_said || !known.insert(said) || said.starts_with("note ") {
            continue;
        }
        for sentence in said.split("; ") {
            if kinds.insert(kind(sentence)) {
                found.push((kind(sentence), sentence.to_owned()));
            }
        }
    }
    found
}

/// A sentence without its cards, names and numbers, and without what was quoted of a line.
fn kind(sentence: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for (nth, part) in sentence.split('`').enumerate() {
        if nth % 2 == 1 {
            words.push("`");
            continue;
        }
        for word in part.split(|char: char| char.is_whitespace() || ",;:()|/".contains(char)).filter(|word| !word.is_empty()) {
            let bare = word.trim_end_matches("'s").trim_end_matches('.');
            let is_name = random::NAMES.contains(&bare);
            let is_code = bare.chars().all(|char| !char.is_lowercase()) || bare.contains(|char: char| char.is_ascii_digit());
            // The titles of cards and birds, and lists of any length of them.
            let is_title = bare.starts_with(|char: char| char.is_uppercase()) && !words.is_empty();
            let word = if is_name {
                "NAME"
            } else if is_code {
                "#"
            } else if is_title {
                "TITLE"
            } else {
                bare
            };
            if words.last() != Some(&word) && !(words.last() == Some(&"and") && words.iter().rev().nth(1) == Some(&word)) {
                words.push(word);
            }
        }
    }
    words.join(" ")
}

/// Everything that is said of a log.
fn said_of(name: &str, log: Log, nth: usize, spoken: &[String]) -> Vec<(String, String)> {
    let referee = referee::open(log).unwrap_or_else(|error| panic!("{name}: {error}"));
    let said = [
        table::seen(&*referee),
        typed::answered(&*referee, spoken, nth),
        changes::made(&*referee, nth),
        reading::misread(referee.log(), nth),
    ];
    sentences(&said.concat())
}

fn pinned(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "said", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn every_sentence_is_said_as_it_was() {
    for (game, mut logs) in games() {
        let book = book::said(&game, &logs);
        let (random, lines) = random::logs_and_lines(&game);
        let spoken: Vec<String> = typed::vocabulary(&logs).into_iter().chain(lines).collect();
        logs.extend(random);
        let said: Vec<_> = logs.into_par_iter().enumerate().map(|(nth, (name, log))| said_of(&name, log, nth, &spoken)).collect();
        let mut seen = HashSet::new();
        let all = sentences(&book).into_iter().chain(said.into_iter().flatten());
        let mut first: Vec<String> = all.filter(|(kind, _)| seen.insert(kind.clone())).map(|(_, sentence)| sentence).collect();
        first.sort();
        pinned(&format!("{game}-sentences"), &first.join("\n"));
    }
}

#[test]
fn every_table_is_shown_as_it_was() {
    for (game, logs) in games() {
        let text: String = logs.iter().take(3).map(|(name, log)| table::whole(name, log)).collect();
        pinned(&format!("{game}-tables"), &text);
    }
}
