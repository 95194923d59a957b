//! What is done in a session: `play` on a terminal that knows no escape sequence, whose questions are lines like any other.

use super::game::{Counts, Deed, Evening};
use crate::terminal::Terminal;
use fastrand::Rng;
use std::{
    thread,
    time::{Duration, Instant},
};

/// Nothing takes longer than this, on a busy machine either.
const PATIENCE: Duration = Duration::from_secs(30);
const ESCAPE: &str = "\x1b";

/// A session, and how much of what it told was looked at.
struct Session {
    terminal: Terminal,
    seen: usize,
}

/// Does some things in a session.
pub fn some(evening: &mut Evening, times: usize, lot: &mut Rng, counts: &mut Counts) {
    let terminal = Terminal::start_on("dumb", (400, 80), evening.folder.root(), &[], &["play", "game.toml"]);
    let mut session = Session { terminal, seen: 0 };
    session.settle("", lot);
    for _ in 0..times {
        let deed = evening.any(lot);
        let before = evening.without_corrections();
        let line = typed(&deed, lot);
        let told = session.enter(&line, lot);
        let has_changed = evening.look();
        counts.count(&deed, has_changed);
        assert!(!has_changed || !told.ends_with("Nothing was changed."), "{line}:\n{told}\n{}", evening.text);
        match deed {
            Deed::Undo(_) | Deed::Redo => {
                let is_told = told.contains("taken back: ") || told.contains("brought back: ");
                assert_eq!(is_told, has_changed, "{line}:\n{told}\n{}", evening.text);
            }
            Deed::Note(_) => assert!(has_changed, "{line}:\n{told}\n{}", evening.text),
            _ => {}
        }
        if let (Deed::Undo(_), true) = (deed, has_changed) {
            let told = session.enter("redo", lot);
            assert!(evening.look(), "{told}\n{}", evening.text);
            assert_eq!(evening.without_corrections(), before, "brought back after `{line}`");
        }
        session.agrees(evening, lot);
    }
    session.terminal.enter("quit").see("saved in game.toml");
    assert_eq!(session.terminal.exit(), 0);
    evening.look();
}

/// What is typed for it.
fn typed(deed: &Deed, lot: &mut Rng) -> String {
    match deed {
        Deed::Step(line) => {
            // Short, as far as that goes with all games.
            let (name, step) = line.split_once(": ").unwrap_or(("", line));
            match lot.u8(..5) {
                0 if !name.is_empty() => step.to_owned(),
                1 => format!("{line}; "),
                2 => line.to_lowercase(),
                3 if !name.is_empty() => format!("{name} {step}"),
                _ => line.clone(),
            }
        }
        Deed::Slip(line) | Deed::Note(line) => line.clone(),
        Deed::Undo(1) => "undo".to_owned(),
        Deed::Undo(count) => format!("undo {count}"),
        Deed::Redo => "redo".to_owned(),
        Deed::Amend(place, Some(line)) if lot.bool() || place.starts_with('+') => format!("amend {place} {line}"),
        Deed::Amend(place, _) => format!("amend {place}"),
        Deed::Rule(key, value) => format!("rule {key}={value}"),
        Deed::Tally(_) => "tally".to_owned(),
        Deed::Head(..) => {
            (*lot.choice(&["back", "forward", "score", "why", "overrule so it was", "rule", "findings"]).expect("words"))
                .to_owned()
        }
    }
}

impl Session {
    /// Types a line, and answers whatever is asked until the session waits for the next: what was told.
    fn enter(&mut self, line: &str, lot: &mut Rng) -> String {
        self.terminal.enter(line);
        self.settle(line, lot)
    }

    fn settle(&mut self, line: &str, lot: &mut Rng) -> String {
        let begun = self.seen;
        for asked in 0.. {
            let told = self.wait(line);
            let last = told.rsplit(['\n', '\r']).next().unwrap_or_default().trim_start().to_owned();
            let is_menu = last.ends_with("> ") && last.starts_with("1-");
            let is_question = is_menu || ["reason> ", "with it> "].contains(&last.as_str()) || !last.ends_with("> ");
            if !is_question {
                return plain(&self.terminal.everything()[begun..]).trim_end_matches(&last).trim_end().to_owned();
            }
            // In the end every question is given up.
            let answer = match lot.u8(..4) {
                _ if asked > 12 => ESCAPE.to_owned(),
                0 => ESCAPE.to_owned(),
                1 if is_menu => format!("{}\r", lot.u8(1..4)),
                1 if last.starts_with("reason") => "so it was agreed\r".to_owned(),
                2 if last.contains(": ") => " ! so they said\r".to_owned(),
                _ => "\r".to_owned(),
            };
            self.terminal.keys(&answer);
        }
        unreachable!("every question is given up in the end")
    }

    /// Waits until something is asked: what was told since then. Whoever asks has ended the line that was typed, and stands in one
    /// that is not ended.
    fn wait(&mut self, line: &str) -> String {
        let until = Instant::now() + PATIENCE;
        let mut before = 0;
        loop {
            thread::sleep(Duration::from_millis(4));
            let all = self.terminal.everything();
            let told = &all[self.seen..];
            let stands = told.contains(&b'\n') && told.last().is_some_and(|last| *last != b'\n');
            if stands && before == told.len() {
                let told = plain(told);
                self.seen = all.len();
                return told;
            }
            before = told.len();
            assert!(Instant::now() < until, "after `{line}` nothing more is asked:\n{}", plain(&all));
        }
    }

    /// What stands on the screen is what `show` shows.
    fn agrees(&mut self, evening: &Evening, lot: &mut Rng) {
        self.enter("now", lot);
        let told = self.enter("table", lot);
        let shown = evening.shown();
        let told: Vec<&str> = told.lines().map(str::trim_end).collect();
        let begins = told.iter().position(|line| Some(*line) == shown.first().map(String::as_str));
        let begins = begins.unwrap_or_else(|| panic!("{:?} is not on screen:\n{}", shown.first(), told.join("\n")));
        let stands: Vec<&str> = told[begins..].iter().take(shown.len()).copied().collect();
        assert_eq!(stands, shown, "{}", evening.text);
    }
}

fn plain(told: &[u8]) -> String {
    let text = console::strip_ansi_codes(&String::from_utf8_lossy(told)).into_owned();
    text.replace("\r\n", "\n").replace('\u{8}', "")
}
