//! The logs in `tests/logs`: each says in comments (`# expect: …`) what it must show, and must show exactly that.

use fowlplay::{log::Log, referee, table::Progress};
use std::{fs, path::Path};

/// What a log shows: its findings in order or `clean`, and `complete` and the score where they are expected.
fn shows(text: &str, expected: &[&str]) -> Vec<String> {
    let log = Log::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let referee = referee::open(log).unwrap_or_else(|error| panic!("{error}"));
    let clause = |finding: &referee::Finding| finding.verdict.clause.clone().unwrap_or_default();
    let findings = referee.findings().iter();
    let mut shown: Vec<String> =
        findings.map(|f| format!("{}.{} step {} {} {}", f.round, f.line, f.step, f.kind, clause(f))).collect();
    if shown.is_empty() {
        shown.push("clean".to_owned());
    }
    if expected.iter().any(|line| line.starts_with("score")) {
        let players = referee.sheet().players.into_iter();
        shown.push(players.fold("score".to_owned(), |line, player| format!("{line} {} {}", player.name, player.total)));
    }
    shown.extend((referee.progress() == Progress::GameOver).then(|| "complete".to_owned()));
    shown
}

#[test]
fn every_log_shows_what_it_says() {
    let games = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs")).expect("there are logs");
    for path in games.flat_map(|game| fs::read_dir(game.expect("a game's folder").path()).expect("a folder of logs")) {
        let path = path.expect("a log").path();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# expect: ")).collect();
        assert!(!expected.is_empty(), "{} expects nothing", path.display());
        assert_eq!(shows(&text, &expected), expected, "{}", path.display());
    }
}
