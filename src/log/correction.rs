//! Corrections, the records of changes that a log keeps, and changes that were undone or redone.

use std::ops::Range;

use jiff::Timestamp;

use super::comments::{Comment, Notes};
use super::line_ref::{CorrectionTarget, LineRef};

/// Undo or redo, as the origin of a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoRedo {
    /// An undo.
    Undo,
    /// A redo.
    Redo,
}

impl UndoRedo {
    /// The word in the log.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }
}

/// The record of a change of a log. An added line or table rule has only `now`, a removed one only `was`, a replaced one both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The target of the change.
    pub at: CorrectionTarget,
    /// The text before.
    pub was: Option<String>,
    /// The text after.
    pub now: Option<String>,
    /// The undo or redo that made the change, if one did.
    pub by: Option<UndoRedo>,
    /// The end of the log after the command: a line (1.0 if nothing is recorded) or a tally. `None` if not written by a command.
    pub end: Option<CorrectionTarget>,
    /// The time to the microsecond, shared by all corrections of one command.
    pub when: Timestamp,
    /// The name in `first` of a round that was removed with its only line.
    pub first: Option<String>,
    /// The comments above the removed text.
    pub above: Vec<String>,
    /// The comment behind the removed text, on the same line.
    pub comment: Option<String>,
    /// The byte range from the header to the end of the last value; empty before the correction is written.
    pub span: Range<usize>,
    /// The keys with the byte ranges of their values.
    pub(super) tokens: Vec<(&'static str, Range<usize>)>,
    pub(super) notes: Notes,
}

impl Correction {
    /// A correction with the text before, the text after, or both.
    pub fn new(at: CorrectionTarget, was: Option<String>, now: Option<String>, when: Timestamp) -> Self {
        let (above, tokens, notes) = (Vec::new(), Vec::new(), Notes::default());
        Self { at, was, now, by: None, end: None, when, first: None, above, comment: None, span: 0..0, tokens, notes }
    }

    /// Keeps the comments on removed text.
    pub(super) fn keep(&mut self, mut notes: Notes) {
        self.comment = notes.behind.take();
        self.above = notes.take().into_iter().map(|comment| comment.text).collect();
    }

    /// The comments on restored text.
    pub(super) fn kept(&self) -> Notes {
        let above = self.above.iter().map(|text| Comment { text: text.clone(), is_apart: false }).collect();
        Notes { above, behind: self.comment.clone(), is_apart: false }
    }
}

/// Corrections made together, with their final line references: each added or deleted line moves the lines after it.
pub fn with_final_places(corrections: &[Correction]) -> Vec<Correction> {
    let mut all = corrections.to_vec();
    for (nth, correction) in all.iter_mut().enumerate() {
        let CorrectionTarget::Line(place) = &mut correction.at else { continue };
        for later in &corrections[nth + 1..] {
            let CorrectionTarget::Line(later_place) = later.at else { continue };
            if later_place.round != place.round || later_place.line > place.line {
                continue;
            }
            match (&later.was, &later.now) {
                (None, Some(_)) => place.line = place.line.saturating_add(1),
                (Some(_), None) if later_place.line < place.line => place.line -= 1,
                _ => {}
            }
        }
    }
    all
}

/// A line that was undone or redone.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct NumberedLine {
    /// The line reference. Line 0 is the beginning of a round without lines.
    #[serde(flatten)]
    pub place: LineRef,
    /// The text of the line; for line 0 the name in `first`.
    pub text: String,
}

/// A change that was undone or redone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryChange {
    /// The corrections of the undo or redo, in order.
    pub corrections: Vec<Correction>,
    /// Whether the recording of a line, an input or a tally was undone or redone, not a later change of it.
    pub is_recorded: bool,
}

impl HistoryChange {
    /// The line, if the change is about a single recorded line.
    pub fn line(&self) -> Option<NumberedLine> {
        let [Correction { at: CorrectionTarget::Line(place), was, now, .. }] = &self.corrections[..] else { return None };
        let text = was.as_ref().xor(now.as_ref()).filter(|_| self.is_recorded)?;
        Some(NumberedLine { place: *place, text: text.clone() })
    }
}
