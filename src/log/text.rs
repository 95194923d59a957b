//! A string of a log with its place: what it says, where it stands, and the way from one to the other.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::{Deref, Range};

/// A string as it was read: its value, and its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    value: Box<str>,
    token: Range<usize>,
    open: u8,
    close: u8,
}

impl Text {
    /// A decoded value and the bytes of the file it was decoded from, quotes included.
    pub(super) fn new(source: &str, value: Cow<'_, str>, token: Range<usize>) -> Self {
        let (open, close) = quotes(source.get(token.clone()).unwrap_or_default());
        Self { value: value.into_owned().into_boxed_str(), token, open, close }
    }

    /// What the string says.
    pub fn as_str(&self) -> &str {
        &self.value
    }

    /// The bytes of the file between the quotes.
    pub fn span(&self) -> Range<usize> {
        self.token.start + usize::from(self.open)..self.token.end - usize::from(self.close)
    }

    /// The bytes of the file with the quotes.
    pub fn token(&self) -> Range<usize> {
        self.token.clone()
    }

    /// Where byte `offset` of the value stands in `source`, the file that this was read from.
    pub(super) fn file_offset(&self, source: &str, offset: usize) -> usize {
        let span = self.span();
        // An escape is always longer than what it stands for.
        if span.len() == self.value.len() {
            return span.start + offset.min(span.len());
        }
        let raw = source.get(span.clone()).unwrap_or_default();
        span.start + walk(raw, &self.value, offset)
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.value
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.value
    }
}

impl std::fmt::Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.value)
    }
}

/// How many bytes of a string's token stand before and after its content.
fn quotes(raw: &str) -> (u8, u8) {
    let triple = |quote: &str| raw.len() >= 6 && raw.starts_with(quote) && raw.ends_with(quote);
    if triple("\"\"\"") || triple("'''") {
        // A line break directly after the opening quotes is not content.
        let newline = match &raw.as_bytes()[3..raw.len() - 3] {
            [b'\r', b'\n', ..] => 2,
            [b'\n', ..] => 1,
            _ => 0,
        };
        (3 + newline, 3)
    } else if raw.len() >= 2 && raw.starts_with(['"', '\'']) {
        (1, 1)
    } else {
        (0, 0)
    }
}

/// The offset in `raw`, a string with escapes or line breaks, at which byte `target` of `value` begins.
fn walk(raw: &str, value: &str, target: usize) -> usize {
    let (mut at, mut decoded) = (0, 0);
    while let Some(first) = raw[at..].chars().next() {
        let rest = &raw[at..];
        let (long, short) = match first {
            '\\' => escape(rest),
            '\r' if rest.starts_with("\r\n") && !value[decoded..].starts_with('\r') => (2, 1),
            _ => (first.len_utf8(), first.len_utf8()),
        };
        if short > 0 && (decoded >= target || decoded + short > value.len()) {
            break;
        }
        at += long;
        decoded += short;
    }
    at
}

/// The length of an escape, and of what it stands for (nothing for a line continued).
fn escape(rest: &str) -> (usize, usize) {
    let coded = |digits: usize| {
        let hex = rest.get(2..2 + digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let char = hex.and_then(char::from_u32);
        ((2 + digits).min(rest.len()), char.map_or(1, char::len_utf8))
    };
    match rest.as_bytes().get(1) {
        Some(b'x') => coded(2),
        Some(b'u') => coded(4),
        Some(b'U') => coded(8),
        Some(b' ' | b'\t' | b'\r' | b'\n') => (rest.len() - rest[1..].trim_start_matches([' ', '\t', '\r', '\n']).len(), 0),
        Some(_) => (2, 1),
        None => (1, 1),
    }
}

/// Writes a TOML basic string.
pub(super) fn basic_string(value: &str) -> String {
    let mut written = String::with_capacity(value.len() + 2);
    written.push('"');
    for char in value.chars() {
        match char {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            '\0'..='\x1f' | '\x7f' => {
                let _ = write!(written, "\\u{:04X}", u32::from(char));
            }
            _ => written.push(char),
        }
    }
    written.push('"');
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use toml::de::{DeTable, DeValue};

    fn read(source: &str) -> Text {
        let table = DeTable::parse(source).expect("TOML").into_inner();
        let (_, value) = table.into_iter().next().expect("a key");
        let span = value.span();
        let DeValue::String(decoded) = value.into_inner() else { panic!("a string") };
        Text::new(source, decoded, span)
    }

    #[test]
    fn every_kind_of_string_knows_its_content() {
        for (source, content) in [
            ("a = \"\"", ""),
            ("a = ''", ""),
            ("a = \"\"\"\"\"\"", ""),
            ("a = 'x\\y'", "x\\y"),
            ("a = '''\nx\ny'''", "x\ny"),
            ("a = \"\"\"\r\nx\"\"\"", "x"),
            ("a = \"x\\ty\"", "x\\ty"),
        ] {
            assert_eq!(&source[read(source).span()], content, "{source}");
        }
    }

    #[test]
    fn offsets_in_a_value_are_found_behind_escapes() {
        let cases = [
            ("a = \"\\u00e9;x\"", "x"),
            ("a = \"\\U0001F600 \\\"x\"", "x"),
            ("a = \"\\xe9\\e;x\"", "x"),
            ("a = \"\"\"b \\\n   x\"\"\"", "x"),
            ("a = \"\"\"é\\t\r\nx\"\"\"", "x"),
            ("a = \"\\tplain x\"", "x"),
        ];
        for (source, wanted) in cases {
            let text = read(source);
            let offset = text.as_str().find(wanted).expect("there");
            assert_eq!(text.file_offset(source, offset), source.rfind(wanted).expect("there"), "{source}");
        }
    }

    proptest! {
        #[test]
        fn a_written_string_is_read_back(value in ".*") {
            let source = format!("a = {}", basic_string(&value));
            let text = read(&source);
            prop_assert_eq!(text.as_str(), value.as_str());
            for (offset, char) in value.char_indices() {
                let at = text.file_offset(&source, offset);
                if !char.is_control() && !"\"\\".contains(char) {
                    prop_assert!(source[at..].starts_with(char));
                }
            }
            prop_assert_eq!(text.file_offset(&source, value.len()), source.len() - 1);
        }
    }
}
