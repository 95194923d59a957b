//! A position where a line is one text: `position "Ada: …" "Bo: …" "table: …"`. In a log it is a table with its parts as a list.

use std::ops::Range;

/// The word that begins a position.
pub const POSITION: &str = "position";

/// Whether a line is a position: the word, and a part behind it.
pub fn is_position(text: &str) -> bool {
    text.trim_start().strip_prefix(POSITION).is_some_and(|rest| rest.trim_start().starts_with('"'))
}

/// Writes a position as one text, with a `\` before each `"` or `\` in a part.
pub fn write_position(parts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    parts.into_iter().fold(POSITION.to_owned(), |mut text, part| {
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

/// A part of a position: its text, and where each of its bytes stands in the one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionPart {
    /// The text, without quotes and escapes.
    pub text: String,
    /// The range in the one text, quotes included.
    pub range: Range<usize>,
}

/// An error in the one text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The message.
    pub message: &'static str,
    /// The byte range in the one text.
    pub range: Range<usize>,
}

impl PositionError {
    /// The expected form.
    pub const EXPECTED: &'static str = "each part in quotes, as `position \"Ada: …\" \"Bo: …\" \"table: …\"`";
}

/// Splits the one text of a position into its parts.
pub fn position_parts(text: &str) -> Result<Vec<PositionPart>, PositionError> {
    let start = text.len() - text.trim_start().len();
    let mut at = start + text[start..].strip_prefix(POSITION).map_or(0, |_| POSITION.len());
    let mut parts = Vec::new();
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if at == text.len() {
            return Ok(parts);
        }
        if !text[at..].starts_with('"') {
            let end = text[at..].find('"').map_or(text.len(), |quote| at + quote);
            let range = at..at + text[at..end].trim_end().len();
            let message =
                if text[at..].starts_with('!') { "a reason stands within its part" } else { "this stands outside of the parts" };
            return Err(PositionError { message, range });
        }
        let (mut part, mut escaped, mut end) = (String::new(), false, None);
        for (offset, char) in text[at + 1..].char_indices() {
            match char {
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    end = Some(at + 1 + offset + 1);
                    break;
                }
                _ => {
                    part.push(char);
                    escaped = false;
                }
            }
        }
        let Some(end) = end else {
            return Err(PositionError { message: "this part has no quote at its end", range: at..text.len() });
        };
        parts.push(PositionPart { text: part, range: at..end });
        at = end;
    }
}

impl PositionPart {
    /// The range in the one text `of` for a range of the part's own text.
    pub fn place(&self, of: &str, range: &Range<usize>) -> Range<usize> {
        self.offset(of, range.start)..self.offset(of, range.end)
    }

    /// The range of the part's own text for a range of the one text `of`.
    pub fn own_range(&self, of: &str, range: &Range<usize>) -> Range<usize> {
        self.own_offset(of, range.start)..self.own_offset(of, range.end)
    }

    /// The offset in the part's own text of the byte at `offset` of the one text `of`.
    pub(super) fn own_offset(&self, of: &str, offset: usize) -> usize {
        let inner = self.range.start + 1..self.range.end - 1;
        let (mut own, mut last, mut escaped) = (0, 0, false);
        for (at, char) in of[inner.clone()].char_indices() {
            if char == '\\' && !escaped {
                escaped = true;
                continue;
            }
            if inner.start + at - usize::from(escaped) > offset {
                return last;
            }
            (last, own, escaped) = (own, own + char.len_utf8(), false);
        }
        if inner.end <= offset { own } else { last }
    }

    fn offset(&self, of: &str, own: usize) -> usize {
        let (mut left, mut escaped, inner) = (own, false, self.range.start + 1..self.range.end - 1);
        for (offset, char) in of[inner.clone()].char_indices() {
            if char == '\\' && !escaped {
                escaped = true;
                continue;
            }
            if left == 0 {
                return inner.start + offset - usize::from(escaped);
            }
            escaped = false;
            left = left.saturating_sub(char.len_utf8());
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
    fn what_is_written_is_read_again() {
        for parts in [vec!["Ada: 12 ! she said \"so\"", "table: \\"], vec!["Bo: "]] {
            assert_eq!(texts(&write_position(&parts)), parts);
        }
        assert!(is_position("position \"Ada:\"") && !is_position(" position") && !is_position("positions \"Ada:\""));
        assert!(!is_position("position Ada"));
    }

    #[test]
    fn a_place_in_a_part_is_a_place_in_the_text() {
        let text = r#"position "Ada: a\"b c" "Bo: d""#;
        let parts = position_parts(text).expect("a position");
        let of = |nth: usize, range| &text[parts[nth].place(text, &range)];
        assert_eq!((of(0, 5..6), of(0, 7..8), of(1, 4..5)), ("a", "b", "d"));
        assert_eq!(of(0, 6..7), "\\\"");
    }

    #[test]
    fn each_byte_of_a_part_is_found_again_and_a_long_part_takes_no_time() {
        let text = r#"position "Ada: a\"b ö\\c" "Bo: d""#;
        for part in position_parts(text).expect("a position") {
            for offset in 0..=text.len() {
                let slow = (0..=part.text.len()).take_while(|own| part.offset(text, *own) <= offset).last().unwrap_or_default();
                assert_eq!(part.own_offset(text, offset), slow, "{offset} of {part:?}");
            }
        }
        let long = write_position(["Ada: ".to_owned() + &"7SK ".repeat(100_000)]);
        let [part] = &position_parts(&long).expect("a position")[..] else { panic!("one part") };
        let begun = std::time::Instant::now();
        assert_eq!(part.own_range(&long, &(long.len() - 3..long.len() - 1)), part.text.len() - 2..part.text.len());
        assert!(begun.elapsed() < std::time::Duration::from_secs(2), "{:?}", begun.elapsed());
    }

    #[test]
    fn what_is_no_position_is_told() {
        let message = |text| position_parts(text).expect_err("no position");
        assert_eq!(message("position \"a\" x \"b\"").range, 13..14);
        assert_eq!(message("position \"a\" ! agreed").message, "a reason stands within its part");
        assert_eq!(message("position \"a").message, "this part has no quote at its end");
    }
}
