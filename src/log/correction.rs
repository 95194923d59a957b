//! Corrections, the records of changes that a log keeps, and changes that were undone or redone.

use std::ops::Range;

use jiff::Timestamp;

use super::comments::{Comment, Comments};
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
    /// The end of the log after the command: a line (1.0 if nothing is recorded) or a tally. `None` if the correction was written
    /// by hand.
    pub end: Option<CorrectionTarget>,
    /// The time to the microsecond, shared by all corrections of one command.
    pub when: Timestamp,
    /// The name in `first` of a round that was removed with its only line.
    pub first: Option<String>,
    /// The comments above the removed text.
    pub above: Vec<String>,
    /// The comment behind the removed text, on the same line.
    pub comment: Option<String>,
    /// The byte range from `[[correction]]` to the end of the last value; empty before the correction is written.
    pub span: Range<usize>,
    /// The keys with the byte ranges of their values.
    pub(super) tokens: Vec<(&'static str, Range<usize>)>,
    pub(super) comments: Comments,
}

impl Correction {
    /// A correction with the text before, the text after, or both.
    pub fn new(at: CorrectionTarget, was: Option<String>, now: Option<String>, when: Timestamp) -> Self {
        let (above, tokens, comments) = (Vec::new(), Vec::new(), Comments::default());
        Self { at, was, now, by: None, end: None, when, first: None, above, comment: None, span: 0..0, tokens, comments }
    }

    /// Keeps the comments on the removed text.
    pub(super) fn keep_comments(&mut self, mut comments: Comments) {
        self.comment = comments.behind.take();
        self.above = comments.take().into_iter().map(|comment| comment.text).collect();
    }

    /// The kept comments, for the restored text.
    pub(super) fn kept_comments(&self) -> Comments {
        let above = self.above.iter().map(|text| Comment { text: text.clone(), is_apart: false }).collect();
        Comments { above, behind: self.comment.clone(), is_apart: false }
    }
}

/// Corrections that were made together, with the line references after all of them: a later added or deleted line moves the lines
/// after it, a later added or deleted round the rounds after it.
pub fn with_final_places(corrections: &[Correction]) -> Vec<Correction> {
    let mut moved = corrections.to_vec();
    for (nth, correction) in moved.iter_mut().enumerate() {
        for later in &corrections[nth + 1..] {
            let CorrectionTarget::Line(later_ref) = later.at else { continue };
            if later_ref.line == 0 {
                let (CorrectionTarget::Line(LineRef { round, .. })
                | CorrectionTarget::Tally(round)
                | CorrectionTarget::First(round)) = &mut correction.at
                else {
                    continue;
                };
                match (&later.was, &later.now) {
                    (None, Some(_)) if *round >= later_ref.round => *round = round.saturating_add(1),
                    (Some(_), None) if *round > later_ref.round => *round -= 1,
                    _ => {}
                }
                continue;
            }
            let CorrectionTarget::Line(line_ref) = &mut correction.at else { continue };
            if later_ref.round != line_ref.round || later_ref.line > line_ref.line {
                continue;
            }
            match (&later.was, &later.now) {
                (None, Some(_)) => line_ref.line = line_ref.line.saturating_add(1),
                (Some(_), None) if later_ref.line < line_ref.line => line_ref.line -= 1,
                _ => {}
            }
        }
    }
    moved
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
    /// Whether the change is the recording of a line, an input or a tally, as opposed to a correction.
    pub is_recorded: bool,
}

impl HistoryChange {
    /// The recorded line that was undone or redone, if the change is a single one.
    pub fn line(&self) -> Option<NumberedLine> {
        let [Correction { at: CorrectionTarget::Line(line_ref), was, now, .. }] = &self.corrections[..] else { return None };
        let text = was.as_ref().xor(now.as_ref()).filter(|_| self.is_recorded)?;
        Some(NumberedLine { place: *line_ref, text: text.clone() })
    }
}
