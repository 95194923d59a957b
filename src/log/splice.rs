//! Putting text into a log at a place: everything outside the place stays, byte for byte.

use std::ops::Range;

use super::error::ReadError;
use super::parsed::{Log, Round, count};
use super::place::Place;

/// Why a log can't be changed as it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// There is no such round.
    #[error("there is no round {round}: the log has {rounds}")]
    NoRound {
        /// The round asked for.
        round: u32,
        /// How many there are.
        rounds: u32,
    },
    /// There is no such line.
    #[error("there is no line {place}: round {} has {lines}", place.round)]
    NoLine {
        /// The place asked for.
        place: Place,
        /// How many lines its round has.
        lines: u32,
    },
    /// The round has no tally.
    #[error("round {round} has no tally")]
    NoTally {
        /// The round.
        round: u32,
    },
    /// The table rule isn't in the log.
    #[error("the log doesn't set the table rule `{key}`")]
    NoRule {
        /// Its key.
        key: String,
    },
    /// The changed log could not be read: a new line, name or key is not one.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
}

/// Bytes of the text, and what takes their place.
pub(super) struct Edit {
    range: Range<usize>,
    with: String,
}

impl Edit {
    pub fn replace(range: Range<usize>, with: String) -> Self {
        Self { range, with }
    }

    pub fn insert(at: usize, with: String) -> Self {
        Self::replace(at..at, with)
    }

    pub fn cut(range: Range<usize>) -> Self {
        Self::replace(range, String::new())
    }
}

impl Log {
    /// The log with edits, which stand in the order of the file.
    pub(super) fn edited(&self, edits: &[Edit]) -> Result<Self, ChangeError> {
        let mut text = String::with_capacity(self.text.len() + edits.iter().map(|edit| edit.with.len()).sum::<usize>());
        let mut at = 0;
        for edit in edits {
            text.push_str(&self.text[at..edit.range.start]);
            text.push_str(&edit.with);
            at = edit.range.end;
        }
        text.push_str(&self.text[at..]);
        Ok(Self::parse(text)?)
    }

    pub(super) fn known_round(&self, round: u32) -> Result<&Round, ChangeError> {
        self.round(round).ok_or(ChangeError::NoRound { round, rounds: count(self.rounds().len()) })
    }

    /// The lines of a key and its value, with the line break at their end.
    pub(super) fn whole_lines(&self, range: Range<usize>) -> Range<usize> {
        let end = self.text[range.end..].find('\n').map_or(self.text.len(), |newline| range.end + newline + 1);
        line_start(&self.text, range.start)..end
    }
}

/// The line ending of a text: that of its first line.
pub(super) fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(newline) if text[..newline].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Where the line of `at` ends, before its line break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| newline_before(text, at + newline + 1))
}

/// Where the line break begins that ends right before `at`.
pub(super) fn newline_before(text: &str, at: usize) -> usize {
    let before = &text[..at];
    let before = before.strip_suffix('\n').unwrap_or(before);
    before.strip_suffix('\r').unwrap_or(before).len()
}

/// Where the white space at the end of a text begins.
pub(super) fn blank_end(text: &str) -> usize {
    text.trim_end_matches([' ', '\t', '\r', '\n']).len()
}
