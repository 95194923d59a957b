//! What is wrong with a line that can't be split, and where.

use std::ops::Range;

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitFault {
    /// Nothing at all.
    EmptyLine,
    /// Nothing before the colon.
    EmptyActor,
    /// Nothing where a step should stand.
    EmptyStep,
    /// Nothing after the exclamation mark.
    EmptyReason,
    /// The word `note` and nothing after it.
    EmptyNote,
    /// Gigabytes.
    LongLine,
}

/// A line that can't be split, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", self.message(), self.expected())]
pub struct SplitError {
    /// What is wrong.
    pub fault: SplitFault,
    /// Where in the line, in bytes; may be empty.
    pub range: Range<usize>,
}

impl SplitError {
    /// What is wrong, in words.
    pub fn message(&self) -> &'static str {
        match self.fault {
            SplitFault::EmptyLine => "the line is empty",
            SplitFault::EmptyActor => "no name stands before the colon",
            SplitFault::EmptyStep => "a step is missing here",
            SplitFault::LongLine => "this is far too long for a line",
            SplitFault::EmptyReason => "no reason stands after the `!`",
            SplitFault::EmptyNote => "this note says nothing",
        }
    }

    /// What was expected, in words.
    pub fn expected(&self) -> &'static str {
        match self.fault {
            SplitFault::LongLine => "expected a line like `Ada: draw; discard 5WL`",
            SplitFault::EmptyLine => "expected a line like `Ada: draw; discard 5WL`; or take the line out",
            SplitFault::EmptyActor => "expected a player's name, or the step alone where the table does it",
            SplitFault::EmptyStep => "expected a step; `;` stands only between two steps",
            SplitFault::EmptyReason => "expected why the step is let stand, as in `Ada: draw ! agreed later`",
            SplitFault::EmptyNote => "expected the text of the note, as in `note Bo misread a card`",
        }
    }
}
