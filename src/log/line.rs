//! One line of `moves`: its actor, its steps, and the reason that overrules them.
//!
//! `[actor ":"] step { ";" step } [" ! " reason]`. A step that starts with the word `note` runs to the end of
//! the line. A `.` behind white space begins a step, also without a `;` before it. Player names hold none of `: ; ! =`, so a colon behind one of these belongs to something else.

use std::ops::Range;

use smallvec::SmallVec;

use super::parsed::index;
use super::value::Quoted;
use crate::table::trimmed;

/// The parts of a line, as ranges of its text. There is at least one step, and no part is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    actor: Option<Range<usize>>,
    steps: SmallVec<[Range<usize>; 4]>,
    reason: Option<Range<usize>>,
}

impl Split {
    /// Who acts; missing where the table does something.
    pub fn actor(&self) -> Option<Range<usize>> {
        self.actor.clone()
    }

    /// The steps without the white space around them.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        self.steps.iter().cloned()
    }

    /// A step, counted from 1.
    pub fn step(&self, nth: u32) -> Option<Range<usize>> {
        self.steps.get(index(nth)?).cloned()
    }

    /// Why the last step is let stand.
    pub fn reason(&self) -> Option<Range<usize>> {
        self.reason.clone()
    }
}

/// The range without the white space at its ends, if anything is left.
fn part(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = trimmed(text, range);
    (!part.is_empty()).then_some(part)
}

/// Splits a line, from a log or typed at the table.
///
/// # Errors
///
/// [`SplitError`] for an empty line, actor, step, reason or note, with the place in the line.
pub fn split(text: &str) -> Result<Split, SplitError> {
    let fault = |fault, range| Err(SplitError { fault, range });
    let line = &text[trimmed(text, 0..text.len())];
    if line.is_empty() {
        return fault(SplitFault::EmptyLine, 0..text.len());
    }
    let mut at = 0;
    let mut actor = None;
    if !is_note(line)
        && let Some(mark) = text.bytes().position(|byte| matches!(byte, b':' | b';' | b'!' | b'='))
        && text.as_bytes()[mark] == b':'
    {
        actor = part(text, 0..mark);
        if actor.is_none() {
            return fault(SplitFault::EmptyActor, 0..mark + 1);
        }
        at = mark + 1;
    }
    let mut split = Split { actor, steps: SmallVec::new(), reason: None };
    loop {
        let end = step_end(text, at);
        let Some(step) = part(text, at..end) else {
            // The place is the mark that ends the missing step, or the last one before the line's end.
            let place = if end < text.len() { end..end + 1 } else { at.saturating_sub(1)..at };
            return fault(SplitFault::EmptyStep, place);
        };
        if &text[step.clone()] == "note" {
            return fault(SplitFault::EmptyNote, step);
        }
        let mut start = step.start;
        if !is_note(&text[step.clone()]) {
            for point in points(text, &step) {
                split.steps.push(start..text[..point].trim_end().len());
                start = point;
            }
        }
        split.steps.push(start..step.end);
        match text.as_bytes().get(end) {
            None => return Ok(split),
            Some(b';') => at = end + 1,
            Some(_) => {
                split.reason = part(text, end + 1..text.len());
                if split.reason.is_none() {
                    return fault(SplitFault::EmptyReason, end..end + 1);
                }
                return Ok(split);
            }
        }
    }
}

/// Splits one player's text of a tally: where what lies there ends, and why it is let stand, if that is said.
///
/// # Errors
///
/// [`SplitError`] for an empty reason.
pub fn split_reason(text: &str) -> Result<(usize, Option<Range<usize>>), SplitError> {
    let mut at = 0;
    loop {
        let end = step_end(text, at);
        match text.as_bytes().get(end) {
            None => return Ok((end, None)),
            Some(b';') => at = end + 1,
            Some(_) => {
                let reason = part(text, end + 1..text.len());
                return match reason {
                    Some(_) => Ok((end, reason)),
                    None => Err(SplitError { fault: SplitFault::EmptyReason, range: end..end + 1 }),
                };
            }
        }
    }
}

/// Where the step that begins at `at` ends: before a `;`, before a `!` on its own, or with the line.
#[inline]
fn step_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    // What begins with another letter is no note, and needs no second look.
    let first = rest.bytes().find(|byte| *byte != b' ');
    if !first.is_some_and(|first| first.is_ascii_graphic() && first != b'n') && is_note(rest.trim_start()) {
        return text.len();
    }
    let ends = |index: &usize| {
        let alone = || rest[index + 1..].chars().next().is_none_or(char::is_whitespace);
        let apart = || rest[..*index].chars().next_back().is_none_or(char::is_whitespace);
        rest.as_bytes()[*index] == b';' || alone() && apart()
    };
    memchr::memchr2_iter(b';', b'!', rest.as_bytes()).find(ends).map_or(text.len(), |index| at + index)
}

/// The points within a step that stand for a draw: no `;` stands before those.
fn points<'t>(text: &'t str, step: &Range<usize>) -> impl Iterator<Item = usize> + use<'t> {
    let start = step.start;
    let is_apart = move |at: &usize| text[start..*at].ends_with(char::is_whitespace);
    memchr::memchr_iter(b'.', text[step.clone()].as_bytes()).map(move |at| start + at).filter(is_apart)
}

/// Whether a step starts with the word `note`; `note:` is a name.
fn is_note(step: &str) -> bool {
    step.strip_prefix("note").is_some_and(|rest| rest.chars().next().is_none_or(char::is_whitespace))
}

/// A line of a log: its text with its place, and its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The whole line.
    pub text: Quoted,
    /// Its parts, as ranges of the text.
    pub split: Split,
}

impl Line {
    /// Who acts, as written; missing where the table does something.
    pub fn actor(&self) -> Option<&str> {
        self.split.actor().map(|range| &self.text.as_str()[range])
    }

    /// The steps in their order, at least one.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &str> {
        self.split.steps().map(|range| &self.text.as_str()[range])
    }

    /// A step, counted from 1.
    pub fn step(&self, nth: u32) -> Option<&str> {
        self.split.step(nth).map(|range| &self.text.as_str()[range])
    }

    /// Why the last step is let stand.
    pub fn reason(&self) -> Option<&str> {
        self.split.reason().map(|range| &self.text.as_str()[range])
    }
}

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
            SplitFault::EmptyReason => "no reason stands after the `!`",
            SplitFault::EmptyNote => "this note says nothing",
        }
    }

    /// What was expected, in words.
    pub fn expected(&self) -> &'static str {
        match self.fault {
            SplitFault::EmptyLine => "expected a line like `Ada: draw; discard 5WL`; or take the line out",
            SplitFault::EmptyActor => "expected a player's name, or the step alone where the table does it",
            SplitFault::EmptyStep => "expected a step; `;` stands only between two steps",
            SplitFault::EmptyReason => "expected why the step is let stand, as in `Ada: draw ! agreed later`",
            SplitFault::EmptyNote => "expected the text of the note, as in `note Bo misread a card`",
        }
    }
}
