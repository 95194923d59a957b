//! Corrections, in which a log keeps what was changed; and changes, the corrections that were made together.

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

/// A change of a log. An added line or table rule has only `now`, a removed one only `was`, a replaced one both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The spot that was changed.
    pub at: CorrectionTarget,
    /// The text before.
    pub was: Option<String>,
    /// The text after.
    pub now: Option<String>,
    /// Whether an undo or a redo made the change.
    pub by: Option<UndoRedo>,
    /// The end of the log after the command: a line (1.0 if nothing is recorded) or a tally. `None` if not written by a command.
    pub end: Option<CorrectionTarget>,
    /// The time to the microsecond, shared by all corrections of one command.
    pub when: Timestamp,
    /// The name in `first` of a round that was removed with its only line.
    pub first: Option<String>,
    /// The comments that stood above what was removed.
    pub above: Vec<String>,
    /// The comment that stood behind what was removed.
    pub comment: Option<String>,
    /// The byte range from the header to the end of the last value; empty before it is written.
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

/// Corrections made together, with the final places of their lines: each added or deleted line moves the lines after it.
pub fn with_final_places(corrections: &[Correction]) -> Vec<Correction> {
    let mut all = corrections.to_vec();
    for (nth, made) in all.iter_mut().enumerate() {
        let CorrectionTarget::Line(place) = &mut made.at else { continue };
        for later in &corrections[nth + 1..] {
            let CorrectionTarget::Line(at) = later.at else { continue };
            if at.round != place.round || at.line > place.line {
                continue;
            }
            match (&later.was, &later.now) {
                (None, Some(_)) => place.line = place.line.saturating_add(1),
                (Some(_), None) if at.line < place.line => place.line -= 1,
                _ => {}
            }
        }
    }
    all
}

/// A line that was undone or redone.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct NumberedLine {
    /// The place in the log. Line 0 is the beginning of a round without lines.
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
    /// Whether something recorded (a line, the last input of a line, a tally) was undone or redone, not a change to it.
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
