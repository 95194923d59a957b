//! An unreadable place in a log, shown to people: line, column, the source line and a caret.

use std::fmt;
use std::ops::Range;

use crate::table::is_unseen;

/// Source lines longer than this are shown as a window around the place, in characters.
const WINDOW: usize = 96;
/// How much of an offending text is quoted, in characters.
const QUOTE: usize = 60;

/// What can't be read in a log, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line in the file, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// The offending text, as it stands in the file.
    pub text: String,
    /// What is wrong with it; understood on its own.
    pub message: String,
    /// What was expected, or what to do.
    pub expected: String,
    shown: String,
    caret: Range<usize>,
}

impl ReadError {
    /// The error about the bytes `span` of `source`.
    pub(super) fn at(source: &str, span: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> Self {
        let start = boundary(source, span.start);
        let end = boundary(source, span.end).max(start);
        let (line, column) = place_of(source, start);
        let (shown, caret) = window(source, start..end);
        Self {
            line,
            column,
            text: source[start..end].to_owned(),
            message: message.into(),
            expected: expected.into(),
            shown,
            caret,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let gutter = number.len();
        writeln!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        writeln!(f, "{:gutter$} |", "")?;
        writeln!(f, "{number} | {}", self.shown)?;
        write!(f, "{:gutter$} | {:skip$}{}", "", "", "^".repeat(self.caret.len()), skip = self.caret.start)?;
        if !self.expected.is_empty() {
            write!(f, "\n{}", self.expected)?;
        }
        Ok(())
    }
}

impl std::error::Error for ReadError {}

/// Line and column (in characters) of a byte of `source`, both counted from 1. A byte order mark is no column.
pub(super) fn place_of(source: &str, offset: usize) -> (u32, u32) {
    let before = &source[..boundary(source, offset)];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[start..].trim_start_matches('\u{feff}').chars().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

/// A text as it can be quoted in a message: without control characters, and not too long.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted: String = text.chars().take(QUOTE).map(visible).collect();
    if text.chars().nth(QUOTE).is_some() {
        quoted.push('…');
    }
    quoted
}

/// The last character boundary at or before `offset`.
fn boundary(source: &str, offset: usize) -> usize {
    let mut offset = offset.min(source.len());
    while !source.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// One column a character, whatever it is.
fn visible(char: char) -> char {
    match char {
        '\t' => ' ',
        _ if is_unseen(char) => '\u{fffd}',
        _ => char,
    }
}

/// The source line around `span` as shown, and where the carets stand under it.
fn window(source: &str, span: Range<usize>) -> (String, Range<usize>) {
    let start = source[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = source[span.start..].find('\n').map_or(source.len(), |newline| span.start + newline);
    let line = source[start..end].trim_end_matches('\r');
    let bom = line.len() - line.trim_start_matches('\u{feff}').len();
    let (start, line) = (start + bom, &line[bom..]);

    let column = source.get(start..span.start).map_or(0, |before| before.chars().count());
    let marked = source[span.start..span.end.min(end).max(span.start)].trim_end_matches(['\r', '\n']);
    let marked = marked.chars().count().max(1);

    let first = if line.chars().nth(WINDOW).is_some() { column.saturating_sub(WINDOW / 2) } else { 0 };
    let mut shown = String::new();
    if first > 0 {
        shown.push('…');
    }
    let lead = usize::from(first > 0);
    shown.extend(line.chars().skip(first).take(WINDOW).map(visible));
    if line.chars().nth(first + WINDOW).is_some() {
        shown.push('…');
    }
    let caret = column - first + lead;
    (shown, caret..caret + marked.min((WINDOW + lead).saturating_sub(caret).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_error_shows_its_line_with_a_caret() {
        let source = "fowlplay = 1\ngmae = \"blulu\"\n";
        let error = ReadError::at(source, 13..17, "unknown key `gmae`", "did you mean `game`?");
        assert_eq!(
            error.to_string(),
            "line 2, column 1: unknown key `gmae`\n  |\n2 | gmae = \"blulu\"\n  | ^^^^\ndid you mean `game`?"
        );
        assert_eq!(error.text, "gmae");
    }

    #[test]
    fn long_lines_are_shown_as_a_window() {
        let source = format!("{}X{}", "é".repeat(500), "b".repeat(500));
        let error = ReadError::at(&source, 1000..1001, "no", "");
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
        let error = ReadError::at(source, 10..11, "no", "");
        assert_eq!((error.line, error.column), (2, 1));
        assert!(error.to_string().contains("2 | b = 2\n  | ^"));
    }

    proptest! {
        #[test]
        fn any_span_can_be_shown(source in "\\PC*[\\n\\r\\t]?.*", start in 0usize..80, length in 0usize..300) {
            let _ = ReadError::at(&source, start..start + length, "no", "x").to_string();
        }
    }
}
