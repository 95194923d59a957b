//! Errors about a log: a place that fails to parse, with its source line and carets, and the reasons why a change fails.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::line_ref::{CorrectionTarget, LineRef};
use super::text::{line_end, line_start, visible};

/// The widest excerpt of a source line, in columns. A longer line is shown as a window around the place.
const MAX_EXCERPT_COLUMNS: usize = 96;
/// The bytes that are examined for each shown column, far more than one needs.
const BYTES_PER_COLUMN: usize = 64;

/// A place in a log that fails to parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogParseError {
    /// The line in the file, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// The offending text, as it stands in the file.
    pub text: String,
    /// The fault, as a self-contained message.
    pub message: String,
    /// The expected form, or advice.
    pub expected: String,
    excerpt: Excerpt,
}

impl LogParseError {
    pub(crate) fn at(source: &str, span: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> Self {
        let start = boundary(source, span.start);
        let end = boundary(source, span.end).max(start);
        let (line, column) = place_of(source, start);
        let line_end = line_end(source, start);
        let shown = source[line_start(source, start)..line_end].trim_start_matches('\u{feff}');
        let skipped = line_end - shown.len();
        let range = start.saturating_sub(skipped)..end.saturating_sub(skipped);
        Self {
            line,
            column,
            text: source[start..end].to_owned(),
            message: message.into(),
            expected: expected.into(),
            excerpt: Excerpt::new(shown.trim_end_matches('\r'), range, MAX_EXCERPT_COLUMNS, |text| {
                text.chars().map(visible).collect()
            }),
        }
    }

    /// The source line of the error, or the part of a long line around it.
    pub fn source_line(&self) -> &str {
        &self.excerpt.text
    }

    /// The message and what was expected, on one line without the place.
    pub fn one_line(&self) -> String {
        let Self { message, expected, .. } = self;
        match (expected.is_empty(), message.ends_with('?')) {
            (true, _) => message.clone(),
            (false, true) => format!("{message} {expected}"),
            (false, false) => format!("{message}; {expected}"),
        }
    }
}

impl fmt::Display for LogParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let gutter = number.len();
        let Excerpt { text, marked } = &self.excerpt;
        writeln!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        writeln!(f, "{:gutter$} |", "")?;
        writeln!(f, "{number} | {text}")?;
        write!(f, "{:gutter$} | {:skip$}{}", "", "", "^".repeat(marked.len()), skip = marked.start)?;
        if !self.expected.is_empty() {
            write!(f, "\n{}", self.expected)?;
        }
        Ok(())
    }
}

impl std::error::Error for LogParseError {}

/// A source line with carets under a part of it. What doesn't fit is cut at the ends and marked with `…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, or the part of it that is shown.
    pub text: String,
    /// The columns that the carets mark, at least one.
    pub marked: Range<usize>,
}

impl Excerpt {
    /// Marks the bytes `range` of a line, within `room` columns plus two for `…`. `safe` escapes what would move the cursor.
    pub fn new(line: &str, range: Range<usize>, room: usize, safe: impl Fn(&str) -> Cow<'_, str>) -> Self {
        let start = boundary(line, range.start);
        // A line may be as long as a whole log; text far from the place is never shown.
        let from = boundary(line, start.saturating_sub(BYTES_PER_COLUMN * room));
        let upto = boundary(line, start.saturating_add(BYTES_PER_COLUMN * room));
        let end = boundary(line, range.end).clamp(start, upto);
        let (before, marked, after) = (safe(&line[from..start]), safe(&line[start..end]), safe(&line[end..upto]));
        let (column, marks) = (columns(&before), columns(&marked));
        let first = if column + marks + columns(&after) > room { column.saturating_sub(room / 2) } else { 0 };

        // A wide character that is cut in half is left out, so the excerpt may begin a column later.
        let (mut text, mut at, mut begin) = (String::new(), 0, first);
        for char in [before, marked, after].iter().flat_map(|part| part.chars()) {
            let end = at + char.width().unwrap_or(0);
            if first <= at && end <= first + room {
                begin = if text.is_empty() { at } else { begin };
                text.push(char);
            }
            at = end;
        }
        let lead = usize::from(first > 0);
        let caret = column.saturating_sub(begin) + lead;
        let most = (first + room).saturating_sub(column).max(1);
        if first > 0 {
            text.insert(0, '…');
        }
        if at > first + room {
            text.push('…');
        }
        Self { text, marked: caret..caret + marks.clamp(1, most) }
    }
}

fn columns(text: &str) -> usize {
    text.chars().map(|char| char.width().unwrap_or(0)).sum()
}

/// Line and column (in characters) of a byte, both counted from 1. A byte order mark takes no column.
fn place_of(source: &str, offset: usize) -> (u32, u32) {
    let before = &source[..boundary(source, offset)];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before[line_start(before, before.len())..].trim_start_matches('\u{feff}').chars().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

/// The last character boundary at or before `offset`.
fn boundary(source: &str, offset: usize) -> usize {
    (0..=offset.min(source.len())).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0)
}

/// The reason why a change of a log failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// There is no such round.
    #[error("there is no round {round}: the log has {rounds}")]
    NoRound {
        /// The round asked for.
        round: u32,
        /// The number of rounds.
        rounds: u32,
    },
    /// There is no such line.
    #[error("there is no line {place}: round {} has {lines}", place.round)]
    NoLine {
        /// The place asked for.
        place: LineRef,
        /// The number of lines in that round.
        lines: u32,
    },
    /// The round has no tally.
    #[error("round {0} has no tally")]
    NoTally(u32),
    /// The table rule isn't in the log.
    #[error("the log doesn't set the table rule `{0}`")]
    NoRule(String),
    /// There are fewer changes to undo.
    #[error("{}", few(*.asked, *.there))]
    TooFew {
        /// The number of changes to undo.
        asked: u32,
        /// The number of changes that can be undone.
        there: u32,
    },
    /// There is nothing to redo.
    #[error("nothing to redo: nothing was undone, or the log was changed since")]
    NothingTakenBack,
    /// The log was changed since at the place of the undo or redo.
    #[error("{} can't be taken back or brought back: something else was recorded or changed there since", spot_in_words(.0))]
    Superseded(CorrectionTarget),
    /// The changed log fails to parse: a new line, name or key is not valid.
    #[error("the log could not be read then: {}{}", .0.message, also(&.0.expected))]
    ParseError(#[from] LogParseError),
}

fn also(expected: &str) -> String {
    if expected.is_empty() { String::new() } else { format!("; {expected}") }
}

fn few(asked: u32, there: u32) -> String {
    match there {
        0 => "there is nothing to take back: the log has no lines".to_owned(),
        1 => format!("there are not {asked} changes to take back: the log has one"),
        _ => format!("there are not {asked} changes to take back: the log has {there}"),
    }
}

pub(super) fn spot_in_words(spot: &CorrectionTarget) -> String {
    match spot {
        CorrectionTarget::Line(place) => format!("line {place}"),
        CorrectionTarget::Tally(round) => format!("the tally of round {round}"),
        CorrectionTarget::First(round) => format!("who is first of round {round}"),
        CorrectionTarget::Rule(key) => format!("the table rule {key}"),
        CorrectionTarget::Head(key) => format!("{} of the head", key.name()),
        CorrectionTarget::Left(name) => format!("when {name} left"),
        CorrectionTarget::Seats => "the order of the seats".to_owned(),
        CorrectionTarget::Player(name) => format!("the name of {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_error_shows_its_line_with_a_caret() {
        let source = "fowlplay = 1\ngmae = \"blulu\"\n";
        let error = LogParseError::at(source, 13..17, "unknown key `gmae`", "did you mean `game`?");
        assert_eq!(
            error.to_string(),
            "line 2, column 1: unknown key `gmae`\n  |\n2 | gmae = \"blulu\"\n  | ^^^^\ndid you mean `game`?"
        );
        assert_eq!(error.text, "gmae");
    }

    #[test]
    fn long_lines_are_shown_as_a_window() {
        let source = format!("{}X{}", "é".repeat(500), "b".repeat(500));
        let error = LogParseError::at(&source, 1000..1001, "no", "");
        let text = error.to_string();
        let lines: Vec<&str> = text.lines().collect();
        let caret = lines[3].chars().position(|char| char == '^').expect("a caret");
        assert_eq!(lines[2].chars().nth(caret), Some('X'));
        assert!(lines.iter().all(|line| line.chars().count() < 110), "{text}");
        assert_eq!(error.column, 501);
    }

    #[test]
    fn a_byte_order_mark_and_carriage_returns_are_no_columns() {
        let source = "\u{feff}a = 1\r\nb = 2\r\n";
        assert_eq!(place_of(source, 3), (1, 1));
        let error = LogParseError::at(source, 10..11, "no", "");
        assert_eq!((error.line, error.column), (2, 1));
        assert!(error.to_string().contains("2 | b = 2\n  | ^"));
    }

    proptest! {
        #[test]
        fn any_span_can_be_shown(source in "\\PC*[\\n\\r\\t]?.*", start in 0usize..80, length in 0usize..300) {
            let _ = LogParseError::at(&source, start..start + length, "no", "x").to_string();
        }
    }
}
