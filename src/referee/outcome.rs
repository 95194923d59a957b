//! The result of a request to change a log: a new log and a report, or a refusal.

use super::{EffectChange, Entered, Finding, ScoreChange, Verdict, WinnersChange};
use crate::{
    log::{Correction, Log, Place},
    table::{Kind, ParseError, ParseFailure},
};
use jiff::civil::Date;
use std::{any::Any, collections::HashSet, fmt, ops::Range, sync::Arc};

/// Lines that were judged and appended; nothing is saved yet.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The log with them.
    pub log: Log,
    /// What these steps proved of earlier ones (revokes).
    pub proved: Vec<Finding>,
    pub(super) report: Arc<dyn Report>,
}

/// What was entered, to be said in words.
pub(super) trait Report: Any + Send + Sync {
    fn entered(&self) -> Box<dyn ExactSizeIterator<Item = Entered> + '_>;
}

impl Recorded {
    /// Every step, in order. Each is put into words as it is taken from here.
    pub fn entered(&self) -> impl ExactSizeIterator<Item = Entered> {
        self.report.entered()
    }

    /// Refuses a `first` that chose nobody: no round begins with these lines.
    ///
    /// # Errors
    /// Which round it is that goes on, in words.
    pub fn first_was_asked(&self, first: Option<&str>, before: &Log) -> Result<(), String> {
        let (Some(first), true) = (first, before.rounds().len() == self.log.rounds().len()) else { return Ok(()) };
        let begun = before.rounds().last().map(|round| format!("; the last one was begun with first = {}", &*round.first));
        let begun = begun.unwrap_or_default();
        Err(format!("no round begins here that `--first {first}` could be for{begun}: leave it out"))
    }
}

impl fmt::Debug for dyn Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entered()).finish()
    }
}

/// A log that was changed further back; nothing is saved yet.
#[derive(Clone, Debug)]
pub struct Amended {
    /// The log as changed.
    pub log: Log,
    /// What was changed: as the log's corrections keep it, and what none of them keeps.
    pub changed: Vec<Correction>,
    /// Findings that it had before and has no longer.
    pub gone: Vec<Finding>,
    /// Findings that it has now and had not before.
    pub come: Vec<Finding>,
    /// Totals that are others now, as far as the table can see them.
    pub scores: Vec<ScoreChange>,
    /// Who wins now, and who won before, where those are not the same.
    pub winners: Option<WinnersChange>,
    /// Later lines whose text stays and whose effect changes.
    pub effects: Vec<EffectChange>,
    /// Lines that were marked as overruled with the given reason.
    pub marked: Vec<Place>,
    /// Where an impossible step ends what is judged of it.
    pub halted: Option<Place>,
}

impl Amended {
    /// Whether it does more than what was asked for: a finding, a score, who wins, or what a later line does is another.
    pub fn does_more(&self) -> bool {
        let Self { gone, come, scores, winners, effects, marked, .. } = self;
        !(gone.is_empty() && come.is_empty() && scores.is_empty() && effects.is_empty() && marked.is_empty()) || winners.is_some()
    }
}

/// One edit of `amend`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// `R.L "LINE"`: replaces a line.
    Replace(Place, String),
    /// `+R.L "LINE"`: inserts before a line (or at a round's end).
    Insert(Place, String),
    /// `-R.L`: deletes a line.
    Delete(Place),
    /// `-R.tally`: deletes a round's tally.
    DeleteTally(u32),
}

impl fmt::Display for Edit {
    /// As it is typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Replace(place, line) => write!(f, "{place} {line}"),
            Self::Insert(place, line) => write!(f, "+{place} {line}"),
            Self::Delete(place) => write!(f, "-{place}"),
            Self::DeleteTally(round) => write!(f, "-{round}.tally"),
        }
    }
}

/// Why a request was not carried out. Nothing was changed.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The text could not be read.
    Unparsed {
        /// The text of the line.
        line: String,
        /// The offending bytes of it.
        range: Range<usize>,
        /// What is wrong with it.
        problem: String,
        /// What would have been understood.
        expected: String,
    },
    /// It could mean several things.
    Ambiguous {
        /// The text of the line.
        line: String,
        /// The question to ask.
        question: String,
        /// The answers: whole lines that may be given instead.
        options: Vec<String>,
    },
    /// A round has to be begun first, and the table chooses who is its `first`.
    ChooseFirst {
        /// What `first` is in this game.
        question: String,
        /// The players to choose from.
        players: Vec<String>,
    },
    /// One of several lines that were given can't be recorded.
    OfLine {
        /// Which of them, counted from 0.
        nth: usize,
        /// Why not.
        refusal: Box<Refusal>,
    },
    /// A step is illegal or impossible.
    Foul {
        /// Who did it.
        actor: Option<String>,
        /// The step, canonical.
        step: String,
        /// The whole line that `overrule` would record: up to and including this step.
        line: String,
        /// The verdict.
        verdict: Box<Verdict>,
    },
    /// After a change further back, a later line can't stand.
    LaterImpossible(Box<Finding>),
    /// After a change further back, later lines are illegal, and no reason was given for letting them stand.
    LaterIllegal(Vec<Finding>),
    /// An earlier step cannot have happened, and nothing is judged from there on.
    Halted {
        /// The line it stands in.
        place: Place,
        /// The step, as it is written there.
        text: String,
    },
    /// The game or the round has ended, and nothing follows it.
    Ended {
        /// What has ended, and how.
        why: String,
        /// The command that undoes that, for who has a shell.
        command: String,
    },
    /// Anything else that can't be done, and what to do instead.
    Cannot(String),
}

impl Refusal {
    /// A rule stands against `step`; `line` is what would be let stand.
    pub(super) fn foul(actor: Option<String>, step: String, line: String, verdict: impl Into<Box<Verdict>>) -> Self {
        Self::Foul { actor, step, line, verdict: verdict.into() }
    }

    /// The same refusal, of one of so many lines.
    pub(super) fn of_line(self, nth: usize, lines: usize) -> Self {
        if lines > 1 { Self::OfLine { nth, refusal: Box::new(self) } } else { self }
    }

    /// `line` could not be read.
    pub(super) fn unparsed(line: &str, error: ParseError) -> Self {
        let ParseFailure { range, problem, expected, .. } = error.into_parts();
        Self::Unparsed { line: line.to_owned(), range, problem, expected }
    }

    /// It can't be done, for a reason that says itself what to do instead.
    #[allow(clippy::needless_pass_by_value)] // an error that ends here
    pub fn cannot(why: impl ToString) -> Self {
        Self::Cannot(why.to_string())
    }

    /// What could have been done instead of what a rule stands against.
    pub fn alternatives(&self) -> &[String] {
        match self {
            Self::Foul { verdict, .. } => &verdict.alternatives,
            Self::OfLine { refusal, .. } => refusal.alternatives(),
            _ => &[],
        }
    }

    /// Whether a rule stands against it (exit status 1), rather than the request being at fault (2).
    pub fn is_foul(&self) -> bool {
        match self {
            Self::OfLine { refusal, .. } => refusal.is_foul(),
            other => matches!(other, Self::Foul { .. } | Self::LaterImpossible(_) | Self::LaterIllegal(_)),
        }
    }

    /// Whether it is a step that the table can let stand.
    pub fn is_illegal(&self) -> bool {
        matches!(self, Self::Foul { verdict, .. } if verdict.kind == Some(Kind::Illegal))
    }
}

/// Refused if a key is to be changed twice at once.
pub(super) fn once<'c>(changes: impl IntoIterator<Item = &'c (String, String)>) -> Result<(), Refusal> {
    let mut keys = HashSet::new();
    match changes.into_iter().find(|(key, _)| !keys.insert(key)) {
        Some((key, _)) => Err(Refusal::Cannot(format!("`{key}` is given twice; give it once"))),
        None => Ok(()),
    }
}

/// A day as it was given.
pub(super) fn date(text: &str) -> Result<Date, Refusal> {
    text.parse().map_err(|_| Refusal::Cannot(format!("`{text}` is no date; write it as 2026-11-20")))
}
