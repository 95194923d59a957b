//! The result of a request to change a log: a new log and a report, or a refusal.

use super::{EffectChange, Finding, RecordedStep, ScoreChange, Verdict, WinnersChange, document, position::PartError};
use crate::{
    log::{Correction, CorrectionTarget, LineRef, Log, quoted_parts},
    table::{FindingKind, ParseError, ParseErrorParts, and_list, escape::clean, join_expected, or_list},
};
use jiff::civil::Date;
use std::{collections::HashSet, fmt, ops::Range, sync::Arc};

/// Lines that were judged and appended. Nothing is saved yet.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The new log.
    pub log: Log,
    /// The earlier steps that the new steps prove to be illegal (revokes).
    pub proved: Vec<Finding>,
    pub(super) report: Arc<dyn StepReport>,
}

/// The recorded steps, which are described in words only on request.
pub(super) trait StepReport: Send + Sync {
    fn recorded_steps(&self) -> Box<dyn ExactSizeIterator<Item = RecordedStep> + '_>;
}

impl Recording {
    /// All steps in order. A step is described when it is taken from the iterator.
    pub fn recorded_steps(&self) -> impl ExactSizeIterator<Item = RecordedStep> {
        self.report.recorded_steps()
    }
}

impl fmt::Debug for dyn StepReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.recorded_steps()).finish()
    }
}

/// A log that was amended. Nothing is saved yet.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Amendment {
    /// The new log.
    #[serde(skip)]
    pub log: Log,
    /// All changes, also those for which the log keeps no correction.
    #[serde(skip)]
    pub changed: Vec<Correction>,
    /// Findings that the change removed.
    #[serde(rename = "gone")]
    pub removed_findings: Vec<Finding>,
    /// Findings that the change added.
    #[serde(rename = "come")]
    pub added_findings: Vec<Finding>,
    /// Totals that changed, as far as the table can see them.
    pub scores: Vec<ScoreChange>,
    /// The winners now and before, if they changed.
    pub winners: Option<WinnersChange>,
    /// Later lines whose text is unchanged and whose effect changed.
    pub effects: Vec<EffectChange>,
    /// Lines that were marked as overruled with the given reason.
    pub marked: Vec<LineRef>,
    /// The impossible step at which judging of the new log stopped.
    #[serde(skip)]
    pub halted: Option<LineRef>,
}

impl Amendment {
    /// Whether the change has effects beyond the request: on findings, scores, winners or later lines.
    pub fn does_more(&self) -> bool {
        let Self { removed_findings, added_findings, scores, winners, effects, marked, .. } = self;
        !(removed_findings.is_empty()
            && added_findings.is_empty()
            && scores.is_empty()
            && effects.is_empty()
            && marked.is_empty())
            || winners.is_some()
    }
}

/// One edit of `amend`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// `R.L "LINE"`: replaces a line.
    Replace(LineRef, String),
    /// `+R.L "LINE"`: inserts before a line (or at a round's end).
    Insert(LineRef, String),
    /// `-R.L`: deletes a line.
    Delete(LineRef),
    /// `R.tally "NAME: …"`: replaces a player's part of a round's tally.
    Tally(u32, String),
    /// `-R.tally`: deletes a round's tally.
    DeleteTally(u32),
    /// `+R.tally "NAME: …" "NAME: …"`: puts a forgotten round with this tally before a round.
    InsertTally(u32, Vec<String>),
    /// `R.first NAME`: corrects the `first` of a round.
    First(u32, String),
    /// `swap R.L R.M`: exchanges what the players of two lines did. Each line keeps its actor.
    Swap(LineRef, LineRef),
}

impl Edit {
    /// The target of the edit: the line, tally or `first` that it changes.
    pub fn target(&self) -> CorrectionTarget {
        match self {
            Self::Replace(line_ref, _) | Self::Insert(line_ref, _) | Self::Delete(line_ref) | Self::Swap(line_ref, _) => {
                CorrectionTarget::Line(*line_ref)
            }
            Self::Tally(round, _) | Self::DeleteTally(round) | Self::InsertTally(round, _) => CorrectionTarget::Tally(*round),
            Self::First(round, _) => CorrectionTarget::First(*round),
        }
    }

    /// The targets of edits, as references to the resulting log.
    pub fn targets_after(edits: &[Self]) -> Vec<CorrectionTarget> {
        let target_after = |(nth, edit): (usize, &Self)| match edit {
            // Lines inserted before the same line keep the order of the edits.
            Self::Insert(line_ref, _) => CorrectionTarget::Line(line_ref_after(*line_ref, edits, |other| other < nth)),
            Self::Replace(line_ref, _) | Self::Delete(line_ref) => {
                CorrectionTarget::Line(line_ref_after(*line_ref, edits, |_| true))
            }
            other => other.target(),
        };
        edits.iter().enumerate().map(target_after).collect()
    }

    /// Converts this edit, made after `edits`, to an edit that is made together with `edits`. Returns `None` if `edits` insert its
    /// line.
    pub fn merged_with(mut self, edits: &[Self]) -> Option<Self> {
        let line_refs = match &mut self {
            Self::Replace(line_ref, _) | Self::Insert(line_ref, _) | Self::Delete(line_ref) => vec![line_ref],
            Self::Swap(line_ref, other) => vec![line_ref, other],
            Self::Tally(..) | Self::DeleteTally(_) | Self::InsertTally(..) | Self::First(..) => Vec::new(),
        };
        for line_ref in line_refs {
            let is_deleted = |line| edits.contains(&Self::Delete(LineRef::new(line_ref.round, line)));
            let is_origin = |&line: &u32| {
                line_ref_after(LineRef::new(line_ref.round, line), edits, |_| true) == *line_ref && !is_deleted(line)
            };
            let deleted_count = edits.iter().filter(|edit| matches!(edit, Self::Delete(_))).count();
            let max_line = line_ref.line.saturating_add(u32::try_from(deleted_count).ok()?);
            line_ref.line = (1..=max_line).rev().find(is_origin)?;
        }
        Some(self)
    }
}

/// The reference of a line after the edits. Of the lines inserted directly before it, only those selected by `is_before` count.
fn line_ref_after(line_ref: LineRef, edits: &[Edit], is_before: impl Fn(usize) -> bool) -> LineRef {
    let is_in_round = |at: &LineRef| at.round == line_ref.round;
    let inserted = edits.iter().enumerate().filter(|(nth, edit)| {
        let is_counted = |at: &LineRef| at.line < line_ref.line || (at.line == line_ref.line && is_before(*nth));
        matches!(edit, Edit::Insert(at, _) if is_in_round(at) && is_counted(at))
    });
    let deleted = edits.iter().filter(|edit| matches!(edit, Edit::Delete(at) if is_in_round(at) && at.line < line_ref.line));
    let inserted_count = u32::try_from(inserted.count()).unwrap_or(u32::MAX);
    let deleted_count = u32::try_from(deleted.count()).unwrap_or(u32::MAX);
    LineRef { line: line_ref.line.saturating_add(inserted_count).saturating_sub(deleted_count), ..line_ref }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Replace(line_ref, line) => write!(f, "{line_ref} {line}"),
            Self::Insert(line_ref, line) => write!(f, "+{line_ref} {line}"),
            Self::Delete(line_ref) => write!(f, "-{line_ref}"),
            Self::Tally(round, part) => write!(f, "{round}.tally {part}"),
            Self::DeleteTally(round) => write!(f, "-{round}.tally"),
            Self::InsertTally(round, parts) => write!(f, "+{round}.tally{}", quoted_parts(parts)),
            Self::First(round, name) => write!(f, "{round}.first {name}"),
            Self::Swap(line_ref, other) => write!(f, "swap {line_ref} {other}"),
        }
    }
}

/// The reason why a request was refused. The log is unchanged.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The text fails to parse.
    Unparsed {
        /// The text of the line.
        line: String,
        /// The byte range of the mistake.
        range: Range<usize>,
        /// The problem with the text.
        problem: String,
        /// The text that was expected.
        expected: String,
        /// The line with each possible meaning of the range, if there are several.
        options: Vec<String>,
    },
    /// The text is ambiguous.
    Ambiguous {
        /// The text of the line.
        line: String,
        /// The question to ask.
        question: String,
        /// The possible answers: whole lines to give instead.
        options: Vec<String>,
    },
    /// A round must begin first, and the table chooses its `first` player.
    ChooseFirst {
        /// The question for `first` in this game.
        question: String,
        /// The players to choose from.
        players: Vec<String>,
    },
    /// One of several given lines can't be recorded, or one of several edits can't be made.
    OfLine {
        /// The index of the line or edit, counted from 0. A swap counts as two edits.
        nth: usize,
        /// The refusal of that line or edit.
        refusal: Box<Refusal>,
    },
    /// A step is illegal or impossible.
    Foul {
        /// The actor of the step.
        actor: Option<String>,
        /// The step in canonical notation.
        step: String,
        /// The whole line that `overrule` would record, up to this step.
        line: String,
        /// The verdict.
        verdict: Box<Verdict>,
    },
    /// The change makes a later line impossible: the last finding. The findings before it become illegal.
    LaterImpossible(Vec<Finding>),
    /// The change makes later lines illegal, and no reason was given to overrule them.
    LaterIllegal(Vec<Finding>),
    /// An earlier step is impossible, and nothing after it is judged.
    Halted {
        /// The line of the impossible step.
        place: LineRef,
        /// The impossible step, as written in the log.
        text: String,
    },
    /// The game or the round has ended, and nothing can follow.
    Ended {
        /// The message: the game or round that has ended, and how.
        why: String,
        /// The command that undoes the ending, for users of the command line.
        command: String,
    },
    /// Any other request that can't be done, with what to do instead.
    Cannot(String),
}

impl Refusal {
    /// A refusal of a foul. `line` is the line that `overrule` would record.
    pub(super) fn foul(actor: Option<String>, step: String, line: String, verdict: impl Into<Box<Verdict>>) -> Self {
        Self::Foul { actor, step, line, verdict: verdict.into() }
    }

    pub(super) fn of_line(self, nth: usize, lines: usize) -> Self {
        if lines > 1 { Self::OfLine { nth, refusal: Box::new(self) } } else { self }
    }

    pub(super) fn unparsed(line: &str, error: ParseError) -> Self {
        let ParseErrorParts { range, problem, expected, options } = error.into_parts();
        let rest = line.get(..range.start).zip(line.get(range.end..));
        let with_code = |(code, _): (String, String)| rest.map(|(before, after)| format!("{before}{code}{after}"));
        let options = options.into_iter().filter_map(with_code).collect();
        Self::Unparsed { line: line.to_owned(), range, problem, expected, options }
    }

    /// A refusal of one of several texts.
    pub(super) fn unparsed_part(texts: &[&str], (nth, error): PartError) -> Self {
        Self::unparsed(nth.and_then(|nth| texts.get(nth)).copied().unwrap_or_default(), error)
    }

    /// A refusal with a message, which includes what to do instead.
    #[allow(clippy::needless_pass_by_value)] // callers have no further use for the error
    pub fn cannot(why: impl ToString) -> Self {
        Self::Cannot(why.to_string())
    }

    /// The refusal of edits, with later findings at the lines that they are of in the log as it is. A new line keeps its own reference.
    #[must_use]
    pub fn in_log_before(mut self, edits: &[Edit]) -> Self {
        if let Self::LaterImpossible(findings) | Self::LaterIllegal(findings) = &mut self {
            for finding in findings.iter_mut().filter(|finding| finding.line > 0) {
                if let Some(Edit::Delete(line_ref)) = Edit::Delete(finding.place()).merged_with(edits) {
                    finding.line = line_ref.line;
                }
            }
        }
        self
    }

    /// The legal alternatives to a foul.
    pub fn alternatives(&self) -> &[String] {
        match self {
            Self::Foul { verdict, .. } => &verdict.alternatives,
            Self::OfLine { refusal, .. } => refusal.alternatives(),
            _ => &[],
        }
    }

    /// Whether the refusal is for a broken rule (exit status 1), as opposed to an invalid request (exit status 2).
    pub fn is_foul(&self) -> bool {
        match self {
            Self::OfLine { refusal, .. } => refusal.is_foul(),
            other => matches!(other, Self::Foul { .. } | Self::LaterImpossible(_) | Self::LaterIllegal(_)),
        }
    }

    /// Whether the refusal is for a step that the table may overrule.
    pub fn is_illegal(&self) -> bool {
        matches!(self, Self::Foul { verdict, .. } if verdict.kind == Some(FindingKind::Illegal))
    }
}

impl fmt::Display for Refusal {
    /// Writes the refusal in a sentence or two, safe to print.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Unparsed { problem, expected, .. } => join_expected(problem, expected),
            Self::Ambiguous { line, question, options } => format!("`{line}`: {question} {}", or_list(options)),
            Self::ChooseFirst { question, players } => format!("a round must begin first: {question} {}", or_list(players)),
            Self::OfLine { nth, refusal } => return write!(f, "line {}: {refusal}", nth + 1),
            Self::Foul { actor, step, verdict, .. } => {
                let clause = verdict.clause.as_ref().map(|clause| format!(" ({clause})")).unwrap_or_default();
                format!("`{}` is {}{clause}: {}", document::act(actor.as_deref(), step), verdict.word(), verdict.message)
            }
            Self::LaterImpossible(later) => {
                let lines: Vec<String> = later.iter().map(|finding| format!("{}: `{}`", finding.place(), finding.text)).collect();
                format!("{} {}", document::LATER_IMPOSSIBLE, lines.join(", "))
            }
            Self::LaterIllegal(later) => {
                let message = document::later_illegal(later, "Let them stand with a reason, or mend them first.");
                format!("{message} They are {}.", and_list(later.iter().map(Finding::place)))
            }
            Self::Halted { place, text } => format!("{} Mend it first.", document::halted(*place, text)),
            Self::Ended { why, .. } | Self::Cannot(why) => why.clone(),
        };
        f.write_str(&clean(&text))
    }
}

impl std::error::Error for Refusal {}

/// Refuses to change a key twice in one request.
pub(super) fn check_each_once<'c>(changes: impl IntoIterator<Item = &'c (String, String)>) -> Result<(), Refusal> {
    let mut keys = HashSet::new();
    match changes.into_iter().find(|(key, _)| !keys.insert(key)) {
        Some((key, _)) => Err(Refusal::Cannot(format!("`{key}` is given twice; give it once"))),
        None => Ok(()),
    }
}

pub(super) fn date(text: &str) -> Result<Date, Refusal> {
    text.parse().map_err(|_| Refusal::Cannot(format!("`{text}` is not a date; write it as 2026-11-20")))
}
