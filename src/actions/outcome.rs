//! The outcome of an action: a changed log and a report of the change, or an error. Its JSON document is stable.

use crate::{
    log::{Change, FileError, Log, Place, Quoted, Round},
    referee::{Amended, Recorded, Refusal, document},
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
    pub done: Done,
    /// The impossible step at which judging of this log stopped.
    pub halted: Option<Place>,
}

/// The effect of an action.
#[derive(Clone, Debug)]
pub enum Done {
    /// Lines were appended.
    Recorded(Recorded),
    /// A round was ended with its tally. The sheet is the score after the round.
    Tallied(Recorded, Sheet),
    /// Changes were undone or redone.
    Moved {
        /// The changes, in the order in which they were undone or redone.
        changes: Vec<Change>,
        /// The effect on the remaining lines. `None` if the changes were only recorded lines, or if the log can't be judged.
        diff: Option<Amended>,
    },
    /// Earlier lines, table rules or the head were changed.
    Amended(Amended),
    /// Steps were written in canonical notation.
    Formatted(Vec<Written>),
}

/// A line that is written differently now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Written {
    /// The place of the line. Line 0 is the beginning of a round; a tally comes after the last line.
    #[serde(flatten)]
    pub at: Place,
    /// The text before.
    pub was: String,
    /// The text after.
    pub now: String,
}

/// The lines of a log that are written differently in another, including the beginnings of rounds and the tallies.
pub fn written_out(was: &Log, now: &Log) -> Vec<Written> {
    let texts = |log: &Log| {
        let of_round = |(round, number): (&Round, u32)| {
            let lines = round.lines.iter().map(|line| line.text.to_string());
            let tally = round.tally.iter().map(|parts| parts.iter().map(Quoted::as_str).collect::<Vec<_>>().join(", "));
            let texts = std::iter::once(round.first.to_string()).chain(lines).chain(tally).zip(0..);
            texts.map(|(text, line)| (Place::new(number, line), text)).collect::<Vec<_>>()
        };
        log.rounds().iter().zip(1..).flat_map(of_round).collect::<Vec<_>>()
    };
    let pairs = texts(was).into_iter().zip(texts(now)).filter(|(was, now)| was != now);
    pairs.map(|((at, was), (_, now))| Written { at, was, now }).collect()
}

impl Outcome {
    /// The JSON document of the outcome, for a log called `file`. The command prints the document with `--json`.
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
        let Self { outcome: Outcome { log, book, done, halted }, file } = self;
        match done {
            Done::Recorded(recorded) => OfLog::of(document::recorded(file, recorded), *halted).serialize(serializer),
            Done::Tallied(_, sheet) => OfLog::of(sheet, *halted).serialize(serializer),
            Done::Moved { changes, .. } => OfLog::of(document::moved(file, log, *book, changes), *halted).serialize(serializer),
            Done::Amended(amended) => OfLog::of(document::amended(file, *book, amended), *halted).serialize(serializer),
            Done::Formatted(lines) => json!({"file": file, "lines": lines, "errors": []}).serialize(serializer),
        }
    }
}

/// A document about a log, with the place where judging stopped, or null.
#[derive(Serialize)]
pub struct OfLog<T> {
    #[serde(flatten)]
    document: T,
    halted: Option<String>,
}

impl<T: Serialize> OfLog<T> {
    /// A document about a log whose judging may have stopped at `halted`.
    pub fn of(document: T, halted: Option<Place>) -> Self {
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
