//! `judge`: every example and every dispute has a short answer.

use crate::{
    disputes::{rows, words_of},
    program::{Done, Folder},
};
use console::measure_text_width;
use serde_json::json;

fn judge(words: &[&str]) -> Done {
    Folder::new().run(&[&["judge"], words].concat())
}

/// Whether an answer has at most six lines of 80 columns.
fn is_short(answer: &str) -> bool {
    answer.lines().all(|line| measure_text_width(line) <= 80) && (2..=6).contains(&answer.lines().count())
}

#[test]
fn each_game_shows_three_examples_and_each_has_an_answer() {
    for book in fowlplay::referee::books() {
        let shown = judge(&[book.game]).told();
        assert!(judge(&[book.game, "--help"]).told().contains(&shown), "{shown}");
        let examples: Vec<&str> = shown.lines().filter_map(|line| line.trim().strip_prefix("fowlplay judge ")).collect();
        assert_eq!(examples.len(), 3, "{shown}");
        let (_, moves) = shown.split_once("\nMoves: ").expect("its moves");
        let moves = moves.split_whitespace().collect::<Vec<_>>().join(" ");
        let has_each = book.verbs.iter().all(|verb| moves.contains(format!("{} {}", verb.name, verb.form).trim_end()));
        assert!(has_each && moves.split(" · ").count() == book.verbs.len(), "{shown}");
        for example in examples {
            let judged = judge(&words_of(example));
            assert!(judged.status < Some(2) && judged.err.is_empty() && is_short(&judged.told()), "{example}: {}", judged.told());
        }
    }
}

#[test]
fn every_dispute_has_its_verdict_in_six_lines_and_as_json() {
    for row in rows() {
        let (told, answer) = (judge(&row.words), judge(&[&row.words[..], &["--json"]].concat()));
        assert!(is_short(&told.told()), "{:?}:\n{}", row.words, told.told());
        let document = answer.json();
        assert_eq!((&document["verdict"], &document["clause"]), (&json!(row.verdict), &json!(row.clause)), "{:?}", row.words);
        let status = Some(i32::from(row.verdict != "legal"));
        assert_eq!((told.status, answer.status), (status, status), "{:?}", row.words);
        let unless = document["unless"].as_array().expect("a list");
        let first = unless.iter().find_map(|unless| unless["told"].as_str());
        assert!(first.is_none_or(|first| told.says(first)), "{:?}:\n{}", row.words, told.told());
    }
}
