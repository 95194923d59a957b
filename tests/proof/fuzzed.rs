//! What `tests/fuzz` fuzzes, in short: every input of the corpus (which holds whatever once failed), and some thousand mutations of it.
//!
//! Mutations are told apart by their seed, which a failing test prints; the input is kept in a file, to be put into the corpus
//! under a name that says what it was. `TEST_TIMES=20` tries twenty times as many.

use crate::{fuzz, generators::mutated, random_game::for_seeds};
use fastrand::Rng;
use std::{fs, panic::catch_unwind, path::Path};

/// The files of a folder and the folders in it, with their names. What a fuzzer adds on its own has a name without an ending.
fn files(folder: &Path, ends: fn(&str) -> bool) -> Vec<(String, Vec<u8>)> {
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder of inputs").map(|entry| entry.expect("an input").path()).collect();
    paths.sort();
    let found = paths.iter().flat_map(|path| match path.extension().and_then(|end| end.to_str()) {
        _ if path.is_dir() => files(path, ends),
        Some(end) if ends(end) => vec![(path.display().to_string(), fs::read(path).expect("an input"))],
        _ => Vec::new(),
    });
    found.collect()
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

/// Hands every kept input to a target, and then mutations of them. Every log of the examples and the tests is an input of `logs`, too.
fn fuzz(name: &str, target: fn(&[u8]), mutations: u64) {
    let root = Path::new(crate::ROOT);
    let mut inputs = files(&root.join("tests/fuzz/corpus").join(name), |_| true);
    assert!(!inputs.is_empty(), "{name} has no corpus");
    if name == "logs" {
        inputs.extend(["examples", "tests/logs"].into_iter().flat_map(|folder| files(&root.join(folder), |end| end == "toml")));
    }
    for (name, data) in &inputs {
        hand(target, name, data);
    }
    let inputs: Vec<Vec<u8>> = inputs.into_iter().map(|(_, data)| data).collect();
    for_seeds(mutations, |seed| {
        hand(target, &format!("{name}-mutation-{seed}"), &mutated(&inputs, &mut Rng::with_seed(seed)));
    });
}

#[test]
fn any_text_can_be_read_as_a_log() {
    fuzz("logs", fuzz::logs, 500);
}

#[test]
fn any_line_can_be_typed_at_a_table() {
    fuzz("steps", fuzz::steps, 100);
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
    let mut fuzzed: Vec<&str> = fuzz::GAMES.iter().map(|(name, _)| *name).collect();
    fuzzed.sort_by_key(|name| known.iter().position(|known| known == name));
    assert_eq!(fuzzed, known);
}
