//! What `tests/fuzz` fuzzes, in short: every input of the corpus (which holds whatever once failed), and some thousand mutations of it.
//!
//! Mutations are told apart by their seed, which a failing test prints; the input is kept in a file, to be put into the corpus
//! under a name that says what it was. `TEST_TIMES=20` tries twenty times as many.

use fastrand::Rng;
use std::{
    fs,
    panic::catch_unwind,
    path::{Path, PathBuf},
};

use crate::{fuzz, random_game::for_seeds};

/// Words that make a difference, one a line, as the fuzzer itself is told them.
const DICTIONARY: &str = include_str!("../fuzz/words.dict");

/// An input of the corpus, with its file's name.
struct Input {
    name: String,
    data: Vec<u8>,
}

/// The inputs that are kept for a target; every log of the examples and the tests is one, too.
fn corpus(target: &str) -> Vec<Input> {
    let root = Path::new(crate::ROOT);
    let mut paths = Vec::new();
    files(&root.join("tests/fuzz/corpus").join(target), &mut paths);
    assert!(!paths.is_empty(), "{target} has no corpus");
    if target == "logs" {
        let mut logs = Vec::new();
        files(&root.join("examples"), &mut logs);
        files(&root.join("tests/logs"), &mut logs);
        paths.extend(logs.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "toml")));
    }
    paths.sort();
    paths.iter().map(|path| Input { name: path.display().to_string(), data: fs::read(path).expect("an input") }).collect()
}

/// All files of a folder and the folders in it. What a fuzzer adds on its own has a name without an ending.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of inputs") {
        let path = entry.expect("an input").path();
        match path.is_dir() {
            true => files(&path, found),
            false if path.extension().is_some_and(|extension| extension != "rs") => found.push(path),
            false => {}
        }
    }
}

/// The words of the dictionary, unescaped.
fn words() -> Vec<Vec<u8>> {
    let quoted = DICTIONARY.lines().filter_map(|line| line.split_once('"')?.1.strip_suffix('"'));
    quoted.map(|word| word.replace("\\x0a", "\n").replace("\\\"", "\"").replace("\\\\", "\\").into_bytes()).collect()
}

/// Changes an input in one to four places.
fn mutated(inputs: &[Input], words: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut data = inputs[random.usize(..inputs.len())].data.clone();
    for _ in 0..random.usize(1..=4) {
        let from = random.usize(..=data.len());
        let most = [1, 8, 64][random.usize(..3)];
        let to = (from + random.usize(..=most)).min(data.len());
        let other = &inputs[random.usize(..inputs.len())].data;
        let piece = match random.u8(..6) {
            0 => vec![random.u8(..)],
            1 => vec![random.u8(b' '..=b'~')],
            2 => Vec::new(),
            3 => data[from..to].repeat(2),
            4 => words[random.usize(..words.len())].clone(),
            _ => other.iter().skip(random.usize(..=other.len())).take(random.usize(..=40)).copied().collect(),
        };
        let end = if random.bool() { to } else { from };
        data.splice(from..end, piece);
    }
    data
}

/// Hands an input to a target; if that fails, says which it was and keeps it.
fn hand(target: fn(&[u8]), name: &str, data: &[u8]) {
    if let Err(panic) = catch_unwind(|| target(data)) {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.rsplit('/').next().unwrap_or(name));
        let kept = fs::write(&file, data).map_or_else(|error| error.to_string(), |()| file.display().to_string());
        eprintln!("this was {name}: {:?}\nkept as {kept}", String::from_utf8_lossy(data));
        std::panic::resume_unwind(panic);
    }
}

/// Hands every kept input to a target, and then mutations of them.
fn fuzz(name: &str, target: fn(&[u8]), mutations: u64) {
    let inputs = corpus(name);
    for input in &inputs {
        hand(target, &input.name, &input.data);
    }
    let words = words();
    for_seeds(mutations, |seed| {
        let data = mutated(&inputs, &words, &mut Rng::with_seed(seed));
        hand(target, &format!("{name}-mutation-{seed}"), &data);
    });
}

#[test]
fn any_text_can_be_read_as_a_log() {
    fuzz("logs", fuzz::logs, 800);
}

#[test]
fn any_line_can_be_typed_at_a_table() {
    fuzz("steps", fuzz::steps, 200);
}

#[test]
fn any_text_can_be_counted_as_a_tally() {
    fuzz("tallies", fuzz::tallies, 800);
}

#[test]
fn a_step_is_listed_exactly_if_it_is_judged_legal() {
    fuzz("listing", fuzz::listing, 300);
}

#[test]
fn any_request_is_answered_by_the_live_page() {
    fuzz("requests", fuzz::requests, 200);
}

#[test]
fn any_input_is_an_archive() {
    fuzz("lines", fuzz::lines, 200);
}

/// A game that is not fuzzed would not be missed.
#[test]
fn every_game_is_fuzzed() {
    let known: Vec<&str> = fowlplay::referee::books().map(|book| book.game).collect();
    let mut fuzzed: Vec<&str> = fuzz::games::GAMES.iter().map(|game| game.name).collect();
    fuzzed.sort_by_key(|name| known.iter().position(|known| known == name));
    assert_eq!(fuzzed, known);
}
