//! The text of a position as one line: `position "Ada: …" "Bo: …" "table: …"`. In a log, a position is a TOML
//! table with a list of its parts.

use std::ops::Range;

/// The word that begins a position.
pub const POSITION: &str = "position";

/// Whether a line is a position: the word [`POSITION`], then a part in quotes.
pub fn is_position(text: &str) -> bool {
    text.trim_start().strip_prefix(POSITION).is_some_and(|rest| rest.trim_start().starts_with('"'))
}

/// Writes a position as one line, with a `\` before each `"` or `\` in a part.
pub fn write_position(parts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    POSITION.to_owned() + &quoted_parts(parts)
}

/// Writes parts in quotes, each after a blank, with a `\` before each `"` or `\` in a part.
pub fn quoted_parts(parts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    parts.into_iter().fold(String::new(), |mut text, part| {
        text.push_str(" \"");
        for char in part.as_ref().chars() {
            if matches!(char, '"' | '\\') {
                text.push('\\');
            }
            text.push(char);
        }
        text.push('"');
        text
    })
}

/// A part of a position: its text, and its range in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionPart {
    /// The text, without quotes and escapes.
    pub text: String,
    /// The byte range in the line, quotes included.
    pub range: Range<usize>,
}

/// An error in the line of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The message.
    pub message: &'static str,
    /// The byte range in the line.
    pub range: Range<usize>,
}

impl PositionError {
    /// The expected form.
    pub const EXPECTED: &'static str = "each part in quotes, as `position \"Ada: …\" \"Bo: …\" \"table: …\"`";
}

/// Splits the line of a position into its parts.
pub fn position_parts(line: &str) -> Result<Vec<PositionPart>, PositionError> {
    let start = line.len() - line.trim_start().len();
    let mut at = start + line[start..].strip_prefix(POSITION).map_or(0, |_| POSITION.len());
    let mut parts = Vec::new();
    loop {
        at += line[at..].len() - line[at..].trim_start().len();
        if at == line.len() {
            return Ok(parts);
        }
        if !line[at..].starts_with('"') {
            let end = line[at..].find('"').map_or(line.len(), |quote| at + quote);
            let range = at..at + line[at..end].trim_end().len();
            let message =
                if line[at..].starts_with('!') { "a reason stands within its part" } else { "this stands outside of the parts" };
            return Err(PositionError { message, range });
        }
        let (mut text, mut is_escaped, mut end) = (String::new(), false, None);
        for (offset, char) in line[at + 1..].char_indices() {
            match char {
                '\\' if !is_escaped => is_escaped = true,
                '"' if !is_escaped => {
                    end = Some(at + 1 + offset + 1);
                    break;
                }
                _ => {
                    text.push(char);
                    is_escaped = false;
                }
            }
        }
        let Some(end) = end else {
            return Err(PositionError { message: "this part has no quote at its end", range: at..line.len() });
        };
        parts.push(PositionPart { text, range: at..end });
        at = end;
    }
}

impl PositionPart {
    /// Converts a range of the part's text to a range of the line.
    pub fn line_range(&self, line: &str, range: &Range<usize>) -> Range<usize> {
        self.line_offset(line, range.start)..self.line_offset(line, range.end)
    }

    /// Converts a range of the line to a range of the part's text.
    pub fn own_range(&self, line: &str, range: &Range<usize>) -> Range<usize> {
        self.own_offset(line, range.start)..self.own_offset(line, range.end)
    }

    /// Converts an offset in the line to an offset in the part's text.
    pub(super) fn own_offset(&self, line: &str, offset: usize) -> usize {
        let inner = self.range.start + 1..self.range.end - 1;
        let (mut next, mut last, mut is_escaped) = (0, 0, false);
        for (at, char) in line[inner.clone()].char_indices() {
            if char == '\\' && !is_escaped {
                is_escaped = true;
                continue;
            }
            if inner.start + at - usize::from(is_escaped) > offset {
                return last;
            }
            (last, next, is_escaped) = (next, next + char.len_utf8(), false);
        }
        if inner.end <= offset { next } else { last }
    }

    fn line_offset(&self, line: &str, own_offset: usize) -> usize {
        let (mut remaining, mut is_escaped, inner) = (own_offset, false, self.range.start + 1..self.range.end - 1);
        for (offset, char) in line[inner.clone()].char_indices() {
            if char == '\\' && !is_escaped {
                is_escaped = true;
                continue;
            }
            if remaining == 0 {
                return inner.start + offset - usize::from(is_escaped);
            }
            is_escaped = false;
            remaining = remaining.saturating_sub(char.len_utf8());
        }
        inner.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        position_parts(text).expect("a position").into_iter().map(|part| part.text).collect()
    }

    #[test]
    fn a_written_position_is_parsed_again() {
        for parts in [vec!["Ada: 12 ! she said \"so\"", "table: \\"], vec!["Bo: "]] {
            assert_eq!(texts(&write_position(&parts)), parts);
        }
        assert!(is_position("position \"Ada:\"") && !is_position(" position") && !is_position("positions \"Ada:\""));
        assert!(!is_position("position Ada"));
    }

    #[test]
    fn a_range_of_a_part_has_its_range_in_the_line() {
        let text = r#"position "Ada: a\"b c" "Bo: d""#;
        let parts = position_parts(text).expect("a position");
        let in_line = |nth: usize, range| &text[parts[nth].line_range(text, &range)];
        assert_eq!((in_line(0, 5..6), in_line(0, 7..8), in_line(1, 4..5)), ("a", "b", "d"));
        assert_eq!(in_line(0, 6..7), "\\\"");
    }

    #[test]
    fn each_byte_of_a_part_is_found_again_and_a_long_part_takes_no_time() {
        let text = r#"position "Ada: a\"b ö\\c" "Bo: d""#;
        for part in position_parts(text).expect("a position") {
            for offset in 0..=text.len() {
                let slow =
                    (0..=part.text.len()).take_while(|own| part.line_offset(text, *own) <= offset).last().unwrap_or_default();
                assert_eq!(part.own_offset(text, offset), slow, "{offset} of {part:?}");
            }
        }
        let long = write_position(["Ada: ".to_owned() + &"7SK ".repeat(100_000)]);
        let [part] = &position_parts(&long).expect("a position")[..] else { panic!("one part") };
        let start = std::time::Instant::now();
        assert_eq!(part.own_range(&long, &(long.len() - 3..long.len() - 1)), part.text.len() - 2..part.text.len());
        assert!(start.elapsed() < std::time::Duration::from_secs(2), "{:?}", start.elapsed());
    }

    #[test]
    fn a_text_that_is_no_position_is_an_error() {
        let error = |text| position_parts(text).expect_err("no position");
        assert_eq!(error("position \"a\" x \"b\"").range, 13..14);
        assert_eq!(error("position \"a\" ! agreed").message, "a reason stands within its part");
        assert_eq!(error("position \"a").message, "this part has no quote at its end");
    }
}
