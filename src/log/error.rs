//! Errors about a log: a text that fails to parse, with its source line and carets, and the reasons why a change fails.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::line_ref::{CorrectionTarget, LineRef};
use super::text::{line_end, line_start, visible};

/// The widest excerpt of a source line, in columns. A longer line is cut around the error.
const MAX_EXCERPT_COLUMNS: usize = 96;
/// The number of bytes examined for each shown column, far more than a column needs.
const BYTES_PER_COLUMN: usize = 64;

/// An error in the text of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogParseError {
    /// The line in the file, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// The text that fails to parse, as in the file.
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
        let (line, column) = line_and_column(source, start);
        let line_end = line_end(source, start);
        let source_line = source[line_start(source, start)..line_end].trim_start_matches('\u{feff}');
        let line_start = line_end - source_line.len();
        let range = start.saturating_sub(line_start)..end.saturating_sub(line_start);
        Self {
            line,
            column,
            text: source[start..end].to_owned(),
            message: message.into(),
            expected: expected.into(),
            excerpt: Excerpt::new(source_line.trim_end_matches('\r'), range, MAX_EXCERPT_COLUMNS, |text| {
                text.chars().map(visible).collect()
            }),
        }
    }

    /// The source line of the error, or the part of a long line around it.
    pub fn source_line(&self) -> &str {
        &self.excerpt.text
    }

    /// The message and the expected form on one line, without line and column.
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

/// A source line with carets under a part of it. A line that is too long is cut at its ends, which `…` marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, or the shown part of a long line.
    pub text: String,
    /// The columns that the carets mark, at least one.
    pub marked: Range<usize>,
}

impl Excerpt {
    /// Marks the bytes `range` of a line, within `width` columns plus two for `…`. `escape` replaces control characters.
    pub fn new(line: &str, range: Range<usize>, width: usize, escape: impl Fn(&str) -> Cow<'_, str>) -> Self {
        let start = boundary(line, range.start);
        // A line may be as long as a whole log; text far from the range is never shown.
        let from = boundary(line, start.saturating_sub(BYTES_PER_COLUMN * width));
        let upto = boundary(line, start.saturating_add(BYTES_PER_COLUMN * width));
        let end = boundary(line, range.end).clamp(start, upto);
        let (before, marked, after) = (escape(&line[from..start]), escape(&line[start..end]), escape(&line[end..upto]));
        let (column, marks) = (columns(&before), columns(&marked));
        let first = if column + marks + columns(&after) > width { column.saturating_sub(width / 2) } else { 0 };

        // A wide character that is cut in half is left out, so the excerpt may begin a column later.
        let (mut text, mut at, mut text_column) = (String::new(), 0, first);
        for char in [before, marked, after].iter().flat_map(|part| part.chars()) {
            let end = at + char.width().unwrap_or(0);
            if first <= at && end <= first + width {
                text_column = if text.is_empty() { at } else { text_column };
                text.push(char);
            }
            at = end;
        }
        let ellipsis = usize::from(first > 0);
        let caret = column.saturating_sub(text_column) + ellipsis;
        let max_marks = (first + width).saturating_sub(column).max(1);
        if first > 0 {
            text.insert(0, '…');
        }
        if at > first + width {
            text.push('…');
        }
        Self { text, marked: caret..caret + marks.clamp(1, max_marks) }
    }
}

fn columns(text: &str) -> usize {
    text.chars().map(|char| char.width().unwrap_or(0)).sum()
}

/// The line and the column (in characters) of the byte at `offset`, both counted from 1. A byte order mark takes no column.
fn line_and_column(source: &str, offset: usize) -> (u32, u32) {
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
        /// The requested round.
        round: u32,
        /// The number of rounds.
        rounds: u32,
    },
    /// There is no such line.
    #[error("there is no line {place}: round {} has {lines}", place.round)]
    NoLine {
        /// The requested line.
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
    /// The log has fewer changes than should be undone.
    #[error("{}", too_few(*.asked, *.there))]
    TooFew {
        /// The number of changes to undo.
        asked: u32,
        /// The number of changes that can be undone.
        there: u32,
    },
    /// There is nothing to redo.
    #[error("nothing to redo: nothing was undone, or the log was changed since")]
    NothingToRedo,
    /// The target of the undo or redo was changed since.
    #[error("{} can't be taken back or brought back: something else was recorded or changed there since", target_in_words(.0))]
    Superseded(CorrectionTarget),
    /// The changed log fails to parse: a new line, name or key is not valid.
    #[error("the log could not be read then: {}{}", .0.message, after_semicolon(&.0.expected))]
    ParseError(#[from] LogParseError),
}

fn after_semicolon(expected: &str) -> String {
    if expected.is_empty() { String::new() } else { format!("; {expected}") }
}

fn too_few(asked: u32, available: u32) -> String {
    match available {
        0 => "there is nothing to take back: the log has no lines".to_owned(),
        1 => format!("there are not {asked} changes to take back: the log has one"),
        _ => format!("there are not {asked} changes to take back: the log has {available}"),
    }
}

pub(super) fn target_in_words(target: &CorrectionTarget) -> String {
    match target {
        CorrectionTarget::Line(LineRef { round, line: 0 }) => format!("round {round}"),
        CorrectionTarget::Line(place) => format!("line {place}"),
        CorrectionTarget::Tally(round) => format!("the tally of round {round}"),
        CorrectionTarget::First(round) => format!("who is first of round {round}"),
        CorrectionTarget::Rule(key) => format!("the table rule {key}"),
        CorrectionTarget::Deck(key) => format!("{key} of the deck"),
        CorrectionTarget::Head(key) => format!("{} of the head", key.name()),
        CorrectionTarget::Presence(key, name) => format!("when {name} {}", key.name()),
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
    fn long_lines_are_cut_around_the_error() {
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
        assert_eq!(line_and_column(source, 3), (1, 1));
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
