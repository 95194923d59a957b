//! The logs in `tests/logs`: each says in comments (`# expect: …`) what it must show, and must show exactly that;
//! and between its lines it may ask what is legal and what is known there (`#? …`).

use crate::{open, recorded_logs, tables};
use fowlplay::{
    conformance::random_game::is_long,
    log::LineRef,
    referee::{self, Referee},
    table::{Points, Progress},
};
use std::path::{Path, PathBuf};

/// Every log of the tests, and where it stands.
fn logs() -> impl Iterator<Item = (PathBuf, String)> {
    recorded_logs().filter(|(path, _)| !path.starts_with(Path::new(crate::ROOT).join("examples")))
}

/// What a log shows: its findings in order or `clean`, and `complete` and the score where they are expected.
fn shows(text: &str, expected: &[&str]) -> Vec<String> {
    let referee = open(text);
    let clause = |finding: &referee::Finding| finding.verdict.clause.clone().unwrap_or_default();
    let findings = referee.findings().iter();
    let mut shown: Vec<String> =
        findings.map(|f| format!("{}.{} step {} {} {}", f.round, f.line, f.step, f.kind, clause(f))).collect();
    if shown.is_empty() {
        shown.push("clean".to_owned());
    }
    if expected.iter().any(|line| line.starts_with("score")) {
        let players = referee.sheet().players.into_iter();
        let score = players.fold("score".to_owned(), |line, player| format!("{line} {} {}", player.name, player.total));
        // What a log shows is typed.
        shown.push(score.replace('−', "-"));
    }
    shown.extend((referee.progress() == Progress::GameOver).then(|| "complete".to_owned()));
    shown
}

#[test]
fn every_log_shows_what_it_says() {
    let mut asked = 0;
    for (path, text) in logs() {
        let expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# expect: ")).collect();
        assert!(!expected.is_empty(), "{} expects nothing", path.display());
        assert_eq!(shows(&text, &expected), expected, "{}", path.display());
        asked += tables::ask_log(&path.display().to_string(), &text);
    }
    assert!(asked > 20, "{asked} questions between lines");
}

#[test]
fn the_totals_after_every_line_are_those_of_the_sheet() {
    let mut compared = 0;
    for (path, text) in logs() {
        let rounds = text.find("[[round]]").map_or("", |start| &text[start..]);
        // And where rounds follow that the rules don't have; behind many lines, in the long form.
        let longer = format!("{text}\n{rounds}\n{rounds}");
        let is_asked = |text: &&String| !text.contains("[[correction]]") && (is_long() || text.lines().count() < 80);
        for text in [&text, &longer].into_iter().filter(is_asked) {
            let referee = open(text);
            let totals = |referee: &dyn Referee| -> Vec<Points> {
                referee.visible_sheet().players.iter().map(|player| player.total).collect()
            };
            let course = referee.snapshots();
            for stage in &course {
                let LineRef { round, line } = stage.why.place;
                // Nothing stands behind a tally.
                let Ok(then) = referee.before_line(LineRef::new(round, line + 1)) else { continue };
                assert_eq!(stage.totals, totals(&*then), "{} after {round}.{line}", path.display());
                compared += 1;
            }
            assert_eq!(course.last().map(|last| &last.totals), Some(&totals(&*referee)), "{}", path.display());
        }
    }
    assert!(compared > 1000, "{compared}");
}
