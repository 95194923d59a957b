//! The outcome of an action: a changed log and a report of the change, or an error. Its JSON document is stable.

use crate::{
    log::{FileError, HistoryChange, LineRef, Log, LogString, Round},
    referee::{Amendment, Recording, Refusal, document},
    table::{Book, Sheet},
};
use serde::{Serialize, Serializer};
use serde_json::json;

/// A judged change. Nothing is saved yet.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The changed log.
    pub log: Log,
    /// The rule book of the log's game, if the game is known.
    pub book: Option<&'static Book>,
    /// The effect of the action.
    pub report: ActionReport,
    /// The impossible step at which judging of this log stopped.
    pub halted: Option<LineRef>,
}

/// The effect of an action.
#[derive(Clone, Debug)]
pub enum ActionReport {
    /// Lines were appended.
    Recorded(Recording),
    /// A round was ended with its tally. The sheet is the score after the round.
    Tallied(Recording, Sheet),
    /// Changes were undone or redone.
    UndoneOrRedone {
        /// The changes, in the order in which they were undone or redone.
        changes: Vec<HistoryChange>,
        /// The effect on the remaining lines. `None` if the changes were only recorded lines, or if the log can't be judged.
        diff: Option<Amendment>,
    },
    /// Earlier lines, table rules or the head were changed.
    Amended(Amendment),
    /// Steps were written in canonical notation.
    Formatted(Vec<RewrittenLine>),
}

/// A line whose text changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RewrittenLine {
    /// The line reference. Line 0 is the beginning of a round; a tally comes after the last line.
    #[serde(flatten)]
    pub at: LineRef,
    /// The text before.
    pub was: String,
    /// The text after.
    pub now: String,
}

/// The lines whose text differs between two logs, including the beginnings of rounds and the tallies.
pub fn rewritten_lines(old: &Log, new: &Log) -> Vec<RewrittenLine> {
    let texts = |log: &Log| {
        let round_texts = |(round, number): (&Round, u32)| {
            let lines = round.lines.iter().map(|line| line.text.to_string());
            let tally = round.tally.iter().map(|parts| parts.iter().map(LogString::as_str).collect::<Vec<_>>().join(", "));
            let all = std::iter::once(round.first.to_string()).chain(lines).chain(tally).zip(0..);
            all.map(|(text, line)| (LineRef::new(number, line), text)).collect::<Vec<_>>()
        };
        log.rounds().iter().zip(1..).flat_map(round_texts).collect::<Vec<_>>()
    };
    let pairs = texts(old).into_iter().zip(texts(new)).filter(|(old, new)| old != new);
    pairs.map(|((at, was), (_, now))| RewrittenLine { at, was, now }).collect()
}

impl Outcome {
    /// The JSON document of the outcome, for a log called `file`. The commands print the document with `--json`.
    pub fn document<'a>(&'a self, file: &'a str) -> impl Serialize + 'a {
        Document { outcome: self, file }
    }
}

struct Document<'a> {
    outcome: &'a Outcome,
    file: &'a str,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { outcome: Outcome { log, book, report: done, halted }, file } = self;
        match done {
            ActionReport::Recorded(recording) => WithHalted::of(document::record(file, recording), *halted).serialize(serializer),
            ActionReport::Tallied(_, sheet) => WithHalted::of(sheet, *halted).serialize(serializer),
            ActionReport::UndoneOrRedone { changes, .. } => {
                WithHalted::of(document::undo_redo(file, log, *book, changes), *halted).serialize(serializer)
            }
            ActionReport::Amended(amendment) => {
                WithHalted::of(document::amend(file, *book, amendment), *halted).serialize(serializer)
            }
            ActionReport::Formatted(lines) => json!({"file": file, "lines": lines, "errors": []}).serialize(serializer),
        }
    }
}

/// A document about a log, with the line at which judging stopped, or null.
#[derive(Serialize)]
pub struct WithHalted<T> {
    #[serde(flatten)]
    document: T,
    halted: Option<String>,
}

impl<T: Serialize> WithHalted<T> {
    /// A document about a log whose judging may have stopped at `halted`.
    pub fn of(document: T, halted: Option<LineRef>) -> Self {
        Self { document, halted: halted.map(|place| place.to_string()) }
    }
}

/// The reason why an action failed. The log is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum ActionError {
    /// The log can't be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The referee refuses the action.
    #[error("{}", document::refusal(.0)["message"].as_str().unwrap_or_default())]
    Refused(Refusal),
    /// The action is not possible for this log. The message says what to do instead.
    #[error("{0}")]
    Cannot(String),
}

impl From<Refusal> for ActionError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
