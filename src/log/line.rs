//! Lines of `moves`: a line has an actor, steps, and perhaps a reason that overrules the illegal steps.
//!
//! `[actor ":"] step { ";" step } [" ! " reason]`. A step that starts with the word `note` runs to the end of the line. A point,
//! the short form of a draw, begins a step after white space, even without a `;` before it. Player names contain none of
//! `: ; ! =`, so a colon after one of these does not end an actor.

use std::ops::Range;

use smallvec::SmallVec;

use super::line_ref::LineRef;
use super::position_text::is_position;
use super::span::Span;
use super::text::index;
use super::value::LogString;
use crate::table::{is_adjustment, trim_range};

const NOTE: &[u8] = b"note";

/// The parts of a line, as ranges of its text. There is at least one step, and no part is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineParts {
    actor: Option<Span>,
    steps: SmallVec<[Span; 4]>,
    reason: Option<Span>,
}

impl LineParts {
    /// The actor; `None` for a step of the table.
    pub fn actor(&self) -> Option<Range<usize>> {
        self.actor.map(Range::from)
    }

    /// The steps, trimmed.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        self.steps.iter().map(|&step| step.into())
    }

    /// A step, counted from 1.
    pub fn step(&self, nth: u32) -> Option<Range<usize>> {
        self.steps.get(index(nth)?).map(|&step| step.into())
    }

    /// The reason that overrules the illegal steps.
    pub fn reason(&self) -> Option<Range<usize>> {
        self.reason.map(Range::from)
    }

    /// Adds the step at a range, or several steps if points inside the range begin further ones.
    fn push_step(&mut self, text: &str, step: Range<usize>, has_points: bool) {
        let mut start = step.start;
        if has_points && !begins_note(text, start) {
            for point in draw_points(text, &step) {
                self.steps.push((start..text[..point].trim_end().len()).into());
                start = point;
            }
        }
        self.steps.push((start..step.end).into());
    }
}

/// Splits a line of a log.
pub fn split(text: &str) -> Result<LineParts, SplitError> {
    split_line(text, false)
}

/// Removes the line reference that the program prints before a line, as in `1.4  Ada: draw`.
pub fn without_line_ref(text: &str) -> &str {
    let line = text.trim_start();
    match line.split_once(char::is_whitespace) {
        Some((word, rest)) if word.parse::<LineRef>().is_ok() && !rest.trim().is_empty() => rest,
        _ => text,
    }
}

/// Splits a typed line. Skips a line reference before the line, and empty steps if there are others.
pub fn split_typed(text: &str) -> Result<LineParts, SplitError> {
    split_line(text, true)
}

fn split_line(text: &str, is_typed: bool) -> Result<LineParts, SplitError> {
    let fail = |fault, range| Err(SplitError { fault, range });
    let start = if is_typed { text.len() - without_line_ref(text).len() } else { 0 };
    let line = trim_range(text, start..text.len());
    if line.is_empty() {
        return fail(SplitFault::EmptyLine, 0..text.len());
    }
    if u32::try_from(text.len()).is_err() {
        return fail(SplitFault::TooLong, 0..0);
    }
    if is_position(&text[start..]) || is_adjustment(&text[start..]) {
        // One step: its parts, or its reason, may contain separators.
        let steps = SmallVec::from_iter([Span::from(line)]);
        return Ok(LineParts { actor: None, steps, reason: None });
    }
    let (mut at, mut actor, mut marks) = (start, None, marks(text, start));
    let mut later_marks = marks.clone();
    if !begins_note(text, line.start)
        && let Some(mark) = later_marks.find(|&mark| text.as_bytes()[mark] != b'.')
        && text.as_bytes()[mark] == b':'
    {
        let name = trim_range(text, start..mark);
        if name.is_empty() {
            return fail(SplitFault::EmptyActor, start..mark + 1);
        }
        actor = Some(name.into());
        (at, marks) = (mark + 1, later_marks);
    }
    let mut split = LineParts { actor, steps: SmallVec::new(), reason: None };
    loop {
        let ScannedStep { step, end, has_points } = scan_step(text, at, &mut marks);
        let mark = text.as_bytes().get(end);
        if step.is_empty() {
            if !is_typed || (split.steps.is_empty() && mark != Some(&b';')) {
                // The range is the mark that ends the empty step, or the last mark if the line ends there.
                let range = if end < text.len() { end..end + 1 } else { at.saturating_sub(1)..at };
                return fail(SplitFault::EmptyStep, range);
            }
        } else if text.as_bytes()[step.clone()] == *NOTE {
            return fail(SplitFault::EmptyNote, step);
        } else {
            split.push_step(text, step, has_points);
        }
        match mark {
            None => return Ok(split),
            Some(b';') => at = end + 1,
            Some(_) => {
                split.reason = Some(parse_reason(text, end)?.into());
                return Ok(split);
            }
        }
    }
}

/// Splits a player's part of a tally. Returns the end of its content, and the reason that overrules the part.
pub fn split_reason(text: &str) -> Result<(usize, Option<Range<usize>>), SplitError> {
    let mut at = 0;
    let mut marks = marks(text, 0);
    loop {
        let end = scan_step(text, at, &mut marks).end;
        match text.as_bytes().get(end) {
            None => return Ok((end, None)),
            Some(b';') => at = end + 1,
            Some(_) => return Ok((end, Some(parse_reason(text, end)?))),
        }
    }
}

/// The parts of a reason separated by `;`, trimmed.
pub fn reason_parts(text: &str, reason: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    text[reason.clone()].split(';').scan(reason.start, move |start, part| {
        let range = *start..*start + part.len();
        *start = range.end + 1;
        Some(trim_range(text, range))
    })
}

/// The reason after the `!` at `mark`, trimmed.
fn parse_reason(text: &str, mark: usize) -> Result<Range<usize>, SplitError> {
    let reason = trim_range(text, mark + 1..text.len());
    if reason.is_empty() { Err(SplitError { fault: SplitFault::EmptyReason, range: mark..mark + 1 }) } else { Ok(reason) }
}

/// The offsets of the points inside a step that stand for a draw, because white space comes before them.
#[cold]
fn draw_points(text: &str, step: &Range<usize>) -> Vec<usize> {
    let is_after_space = |at: &usize| text[step.start..*at].ends_with(char::is_whitespace);
    text[step.clone()].match_indices('.').map(|(at, _)| step.start + at).filter(is_after_space).collect()
}

/// The offsets, from `start` on, of the marks: all characters that may separate parts of a line, and points.
fn marks(text: &str, start: usize) -> impl Iterator<Item = usize> + Clone {
    text.bytes().enumerate().skip(start).filter(|(_, byte)| matches!(byte, b':' | b'=' | b';' | b'!' | b'.')).map(|(at, _)| at)
}

struct ScannedStep {
    /// The trimmed step, which may be empty.
    step: Range<usize>,
    /// The offset of the `;` or of the `!` between white space that ends the step, or the end of the line.
    end: usize,
    /// Whether the step contains points.
    has_points: bool,
}

/// Scans the step that begins at `at`. `marks` yields the offsets of the later marks.
fn scan_step(text: &str, at: usize, marks: &mut impl Iterator<Item = usize>) -> ScannedStep {
    let mut has_points = false;
    let ends_step = |mark: &usize| match text.as_bytes()[*mark] {
        b';' => true,
        b'!' => is_standalone(text, at, *mark),
        byte => {
            has_points |= byte == b'.';
            false
        }
    };
    let end = marks.find(ends_step).unwrap_or(text.len());
    let step = trim_range(text, at..end);
    if begins_note(text, step.start) {
        return ScannedStep { step: trim_range(text, at..text.len()), end: text.len(), has_points };
    }
    ScannedStep { step, end, has_points }
}

/// Whether the `!` at `mark` has white space or nothing on both sides, within the step that begins at `at`.
#[cold]
fn is_standalone(text: &str, at: usize, mark: usize) -> bool {
    text[at..mark].chars().next_back().is_none_or(char::is_whitespace) && is_word_end(text, mark + 1)
}

/// Whether the step at `start` begins with the word `note`. `note:` would be an actor.
fn begins_note(text: &str, start: usize) -> bool {
    text.as_bytes()[start..].starts_with(NOTE) && is_word_end(text, start + NOTE.len())
}

/// Whether the text ends at `at`, or continues with white space.
#[cold]
fn is_word_end(text: &str, at: usize) -> bool {
    text[at..].chars().next().is_none_or(char::is_whitespace)
}

/// Whether a trimmed step is a note.
pub fn is_note(step: &str) -> bool {
    step.strip_prefix("note").is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

/// A line of a log: its text with the byte range in the file, and its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text.
    pub text: LogString,
    /// The parts, as ranges of the text.
    pub split: LineParts,
}

impl Line {
    /// Makes a line. A text that can't be split gets no parts. Its error is reported when the changed log is parsed.
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.into(), split: split(text).unwrap_or_default() }
    }

    pub(super) fn set(&mut self, text: &str) {
        self.text.set(text);
        self.split = split(text).unwrap_or_default();
    }

    /// The actor as written; `None` for a step of the table.
    pub fn actor(&self) -> Option<&str> {
        self.split.actor().map(|range| &self.text.as_str()[range])
    }

    /// The steps in order, at least one.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &str> {
        self.split.steps().map(|range| &self.text.as_str()[range])
    }

    /// A step, counted from 1.
    pub fn step(&self, nth: u32) -> Option<&str> {
        self.split.step(nth).map(|range| &self.text.as_str()[range])
    }

    /// The reason that overrules the illegal steps.
    pub fn reason(&self) -> Option<&str> {
        self.split.reason().map(|range| &self.text.as_str()[range])
    }
}

/// The fault of a line that can't be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitFault {
    /// The line is empty.
    EmptyLine,
    /// The line has more bytes than `u32` can count.
    TooLong,
    /// Nothing comes before the colon.
    EmptyActor,
    /// A step is empty.
    EmptyStep,
    /// Nothing follows the exclamation mark.
    EmptyReason,
    /// Nothing follows the word `note`.
    EmptyNote,
}

/// An error about a line that can't be split.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: expected {}", self.message(), self.expected())]
pub struct SplitError {
    /// The fault.
    pub fault: SplitFault,
    /// The byte range in the line; may be empty.
    pub range: Range<usize>,
}

impl SplitError {
    /// The fault in words.
    pub fn message(&self) -> &'static str {
        match self.fault {
            SplitFault::EmptyLine => "the line is empty",
            SplitFault::TooLong => "this is far longer than a line",
            SplitFault::EmptyActor => "no name stands before the colon",
            SplitFault::EmptyStep => "a step is missing here",
            SplitFault::EmptyReason => "no reason stands after the `!`",
            SplitFault::EmptyNote => "this note is empty",
        }
    }

    /// The expected form in words.
    pub fn expected(&self) -> &'static str {
        match self.fault {
            SplitFault::EmptyLine => "a line like `Ada: draw; discard 5WL`; or take the line out",
            SplitFault::TooLong => "one line of a log",
            SplitFault::EmptyActor => "a player's name, or the step alone where the table does it",
            SplitFault::EmptyStep => "a step; `;` stands only between two steps",
            SplitFault::EmptyReason => "why the step is let stand, as in `Ada: draw ! agreed later`",
            SplitFault::EmptyNote => "the text of the note, as in `note Bo misread a card`",
        }
    }
}
