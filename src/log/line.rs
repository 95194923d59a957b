//! One line of `moves`: its actor, its steps, and the reason that overrules them.
//!
//! `[actor ":"] step { ";" step } [" ! " reason]`. A step that starts with the word `note` runs to the end of
//! the line. Player names hold none of `: ; ! =`, so a colon behind one of these belongs to something else.

use std::ops::Range;

use smallvec::SmallVec;

use super::parsed::index;
use super::split_error::{SplitError, SplitFault};
use super::text::Text;

/// The parts of a line, as ranges of its text. There is at least one step, and no part is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    actor: Option<Part>,
    steps: SmallVec<[Part; 4]>,
    reason: Option<Part>,
}

/// Start and end; a log has thousands of these, so they are kept small.
type Part = (u32, u32);

impl Split {
    /// Who acts; missing where the table does something.
    pub fn actor(&self) -> Option<Range<usize>> {
        self.actor.map(wide)
    }

    /// The steps without the white space around them.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        self.steps.iter().copied().map(wide)
    }

    /// A step, counted from 1.
    pub fn step(&self, nth: u32) -> Option<Range<usize>> {
        self.steps.get(index(nth)?).copied().map(wide)
    }

    /// Why the last step is let stand.
    pub fn reason(&self) -> Option<Range<usize>> {
        self.reason.map(wide)
    }
}

fn wide((start, end): Part) -> Range<usize> {
    start as usize..end as usize
}

/// A text without the white space before it: mostly none, or one space.
fn after_space(text: &str) -> &str {
    let text = text.strip_prefix(' ').unwrap_or(text);
    match text.as_bytes().first() {
        Some(first) if first.is_ascii_graphic() => text,
        _ => text.trim_start(),
    }
}

/// The range without the white space at its ends; a line is no longer than `u32` can count.
#[inline]
fn part(text: &str, range: Range<usize>) -> Option<Part> {
    let bytes = text.as_bytes();
    let Range { mut start, mut end } = range;
    while start < end && bytes[start] == b' ' {
        start += 1;
    }
    while start < end && bytes[end - 1] == b' ' {
        end -= 1;
    }
    if start < end && !(bytes[start].is_ascii_graphic() && bytes[end - 1].is_ascii_graphic()) {
        (start, end) = trimmed(text, start..end);
    }
    if start == end {
        return None;
    }
    Some((u32::try_from(start).ok()?, u32::try_from(end).ok()?))
}

/// The range without any kind of white space at its ends.
#[cold]
fn trimmed(text: &str, range: Range<usize>) -> (usize, usize) {
    let inner = text[range.clone()].trim_start();
    let start = range.end - inner.len();
    (start, start + inner.trim_end().len())
}

/// Splits a line, from a log or typed at the table.
///
/// # Errors
///
/// [`SplitError`] for an empty line, actor, step, reason or note, with the place in the line.
pub fn split(text: &str) -> Result<Split, SplitError> {
    let fault = |fault, range| Err(SplitError { fault, range });
    let line = after_space(text);
    if line.is_empty() {
        return fault(SplitFault::EmptyLine, 0..text.len());
    }
    if u32::try_from(text.len()).is_err() {
        return fault(SplitFault::LongLine, 0..0);
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
        let (end, mark) = step_end(text, at);
        let Some(step) = part(text, at..end) else {
            // The place is the mark that ends the missing step, or the last one before the line's end.
            let place = if end < text.len() { end..end + 1 } else { at.saturating_sub(1)..at };
            return fault(SplitFault::EmptyStep, place);
        };
        if &text[wide(step)] == "note" {
            return fault(SplitFault::EmptyNote, wide(step));
        }
        split.steps.push(step);
        match mark {
            Mark::Step => at = end + 1,
            Mark::Line => return Ok(split),
            Mark::Reason => {
                split.reason = part(text, end + 1..text.len());
                if split.reason.is_none() {
                    return fault(SplitFault::EmptyReason, end..end + 1);
                }
                return Ok(split);
            }
        }
    }
}

enum Mark {
    Step,
    Reason,
    Line,
}

/// Where the step that begins at `at` ends, and what ends it: `;`, a `!` on its own, or the line.
#[inline]
fn step_end(text: &str, at: usize) -> (usize, Mark) {
    let rest = &text[at..];
    if is_note(after_space(rest)) {
        return (text.len(), Mark::Line);
    }
    for index in memchr::memchr2_iter(b';', b'!', rest.as_bytes()) {
        if rest.as_bytes()[index] == b';' {
            return (at + index, Mark::Step);
        }
        let alone = rest[index + 1..].chars().next().is_none_or(char::is_whitespace);
        let apart = rest[..index].chars().next_back().is_none_or(char::is_whitespace);
        if alone && apart {
            return (at + index, Mark::Reason);
        }
    }
    (text.len(), Mark::Line)
}

/// Whether a step starts with the word `note`; `note:` is a name.
fn is_note(step: &str) -> bool {
    step.strip_prefix("note").is_some_and(|rest| rest.chars().next().is_none_or(char::is_whitespace))
}

/// A line of a log: its text with its place, and its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The whole line.
    pub text: Text,
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
