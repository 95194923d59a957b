//! Values of a log with their byte ranges: strings, and entries of `[rules]` and `[deck]`. Also writes values as TOML.

use std::{
    ops::{Deref, Range},
    sync::Arc,
};

use toml_writer::{ToTomlKey as _, ToTomlValue as _, TomlKeyBuilder, TomlStringBuilder};

use super::comments::Comments;
use super::model::Log;
use super::position_text::{is_position, position_parts, write_position};
use super::span::Span;

/// A string in a log: its value, and its byte range in the file.
#[derive(Clone, Debug, Default)]
pub struct LogString {
    /// The whole file; most values are slices of it.
    source: Arc<str>,
    /// The value, unless it is a slice of `source`.
    decoded: Option<Box<str>>,
    /// The parts of a position that is written as a TOML table. `decoded` joins these parts.
    parts: Option<Box<[LogString]>>,
    /// The byte range with the quotes; empty for a new string.
    token: Span,
    /// The length of the opening quotes.
    open_len: u8,
    /// The length of the closing quotes.
    close_len: u8,
    pub(super) comments: Comments,
}

impl LogString {
    /// Makes a string from its decoded value and its byte range with the quotes. A value that is a slice of `source` is not copied.
    pub(super) fn new(source: &Arc<str>, value: &str, token: Range<usize>) -> Self {
        let (open_len, close_len) = quote_lengths(source.as_bytes().get(token.clone()).unwrap_or_default());
        let mut string = Self {
            source: Arc::clone(source),
            decoded: None,
            parts: None,
            token: token.into(),
            open_len,
            close_len,
            comments: Comments::default(),
        };
        let is_slice = |slice: &[u8]| std::ptr::eq(slice, value.as_bytes());
        if !source.as_bytes().get(string.span()).is_some_and(is_slice) {
            string.decoded = Some(value.into());
        }
        string
    }

    /// Makes the string of a position that is written as a TOML table.
    pub(super) fn position(source: &Arc<str>, parts: Vec<LogString>, token: Range<usize>) -> Self {
        let decoded = Some(write_position(&parts).into());
        Self { source: Arc::clone(source), decoded, parts: Some(parts.into()), token: token.into(), ..Self::default() }
    }

    /// The value.
    pub fn as_str(&self) -> &str {
        self.decoded.as_deref().unwrap_or_else(|| &self.source[self.span()])
    }

    /// The byte range between the quotes.
    pub fn span(&self) -> Range<usize> {
        let token = self.token();
        token.start + usize::from(self.open_len)..token.end - usize::from(self.close_len)
    }

    /// The byte range with the quotes.
    pub fn token(&self) -> Range<usize> {
        self.token.into()
    }

    /// Changes the text. The comments stay.
    pub(super) fn set(&mut self, text: impl Into<Box<str>>) {
        let text = text.into();
        if *text != **self {
            *self = Self { decoded: Some(text), comments: std::mem::take(&mut self.comments), ..Self::default() };
        }
    }

    /// Appends the string as TOML: as it was parsed, or with `push_new` if it is new.
    fn push_toml(&self, out: &mut String, push_new: fn(&mut String, &str)) {
        match (&self.parts, self.token()) {
            (Some(parts), _) => {
                out.push_str("{ position = [");
                for (nth, part) in parts.iter().enumerate() {
                    out.push_str(if nth > 0 { ", " } else { "" });
                    part.push_toml(out, push_string_toml);
                }
                out.push_str("] }");
            }
            (None, token) if token.is_empty() => push_new(out, self),
            (None, token) => out.push_str(&self.source[token]),
        }
    }

    pub(super) fn to_toml(&self) -> String {
        let mut toml = String::new();
        self.push_toml(&mut toml, push_string_toml);
        toml
    }

    pub(super) fn to_key(&self) -> String {
        if self.token().is_empty() { key_toml(self) } else { self.source[self.token()].to_owned() }
    }

    /// A line of `moves` as TOML: a string, or a table if it is a position.
    pub(super) fn to_line(&self) -> String {
        let mut toml = String::new();
        self.push_toml(&mut toml, push_line_toml);
        toml
    }

    /// Converts an offset in the value to an offset in `source`, the parsed text.
    pub(super) fn file_offset(&self, source: &str, offset: usize) -> usize {
        let span = self.span();
        if let (Some(parts), Some(text)) = (&self.parts, &self.decoded) {
            let located_parts = position_parts(text).unwrap_or_default();
            let located_part = located_parts.iter().zip(parts).rfind(|(located, _)| located.range.start < offset);
            return located_part.map_or(span.start, |(located, part)| part.file_offset(source, located.own_offset(text, offset)));
        }
        let Some(decoded) = &self.decoded else { return span.start + offset.min(span.len()) };
        let raw = source.get(span.clone()).unwrap_or_default();
        span.start + raw_offset(raw, decoded, offset)
    }
}

impl<T: Into<Box<str>>> From<T> for LogString {
    fn from(text: T) -> Self {
        Self { decoded: Some(text.into()), ..Self::default() }
    }
}

impl Deref for LogString {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

/// Two strings are equal if their texts and their byte ranges are equal.
impl PartialEq for LogString {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str() && self.token == other.token && self.span() == other.span()
    }
}

impl Eq for LogString {}

impl AsRef<str> for LogString {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl std::fmt::Display for LogString {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// The lengths of the opening and the closing quotes.
fn quote_lengths(raw: &[u8]) -> (u8, u8) {
    match raw {
        [b'"', b'"', b'"', content @ .., b'"', b'"', b'"'] | [b'\'', b'\'', b'\'', content @ .., b'\'', b'\'', b'\''] => {
            // A line break directly after the opening quotes is not content.
            let newline = match content {
                [b'\r', b'\n', ..] => 2,
                [b'\n', ..] => 1,
                _ => 0,
            };
            (3 + newline, 3)
        }
        [b'"' | b'\'', .., _] => (1, 1),
        _ => (0, 0),
    }
}

/// Converts the offset `target` in `value` to an offset in `raw`, the string as written with escapes or line breaks.
fn raw_offset(raw: &str, value: &str, target: usize) -> usize {
    let (mut at, mut value_at) = (0, 0);
    while let Some(first) = raw[at..].chars().next() {
        let rest = &raw[at..];
        let (raw_len, value_len) = match first {
            '\\' => escape_lengths(rest),
            '\r' if rest.starts_with("\r\n") && !value[value_at..].starts_with('\r') => (2, 1),
            _ => (first.len_utf8(), first.len_utf8()),
        };
        if value_len > 0 && (value_at >= target || value_at + value_len > value.len()) {
            break;
        }
        at += raw_len;
        value_at += value_len;
    }
    at
}

/// The length of the escape at the start of `rest`, and of its character (0 for an escaped line break).
fn escape_lengths(rest: &str) -> (usize, usize) {
    let hex_escape = |digits: usize| {
        let hex = rest.get(2..2 + digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let char = hex.and_then(char::from_u32);
        ((2 + digits).min(rest.len()), char.map_or(1, char::len_utf8))
    };
    match rest.as_bytes().get(1) {
        Some(b'x') => hex_escape(2),
        Some(b'u') => hex_escape(4),
        Some(b'U') => hex_escape(8),
        Some(b' ' | b'\t' | b'\r' | b'\n') => (rest.len() - rest[1..].trim_start_matches([' ', '\t', '\r', '\n']).len(), 0),
        Some(_) => (2, 1),
        None => (1, 1),
    }
}

/// A value of a table rule or of the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogValue {
    /// A string.
    Word(String),
    /// A whole number.
    Whole(i64),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List(Vec<ListItem>),
    /// An inline table, in the order of the file.
    Map(Vec<KeyValue>),
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListItem {
    /// The value.
    pub value: LogValue,
    /// The byte range in the file, quotes and brackets included.
    pub span: Range<usize>,
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyValue {
    /// The key.
    pub key: LogString,
    /// The value.
    pub value: LogValue,
    /// The byte range of the value, quotes and brackets included.
    pub span: Range<usize>,
}

impl KeyValue {
    /// The byte range from the key to the end of its value.
    pub(super) fn full_span(&self) -> Range<usize> {
        self.key.token().start..self.span.end
    }

    pub(super) fn to_toml(&self, source: Option<&str>) -> String {
        // A new value may have items that were parsed from another text, whose byte ranges don't fit `source`.
        let source = source.filter(|_| !self.span.is_empty());
        let key = if source.is_some() { self.key.to_key() } else { key_toml(&self.key) };
        format!("{key} = {}", self.value.to_toml_of(source, &self.span))
    }
}

impl LogValue {
    /// Parses a value as corrections write it: TOML, otherwise a word.
    pub(super) fn from_text(text: &str) -> Self {
        Self::from_toml(text).unwrap_or_else(|| Self::Word(text.to_owned()))
    }

    /// Parses a value that is written as TOML. Returns `None` if it isn't.
    pub fn from_toml(text: &str) -> Option<Self> {
        let log = format!("fowlplay = 1\ngame = \"-\"\nplayers = [\"-\"]\n[deck]\nvalue = {text}\n");
        Log::parse(log).ok()?.deck().first().map(|entry| entry.value.clone())
    }

    /// The value as corrections write it: a word as it is, otherwise TOML.
    pub fn to_text(&self) -> String {
        if let Self::Word(word) = self { word.clone() } else { self.to_toml() }
    }

    /// The value as TOML, on one line.
    pub fn to_toml(&self) -> String {
        self.to_toml_of(None, &(0..0))
    }

    /// The value as TOML, on one line. A parsed number or word keeps its spelling in `source`.
    pub(super) fn to_toml_of(&self, source: Option<&str>, span: &Range<usize>) -> String {
        match (self, source) {
            (Self::List(items), _) => {
                let items: Vec<String> = items.iter().map(|item| item.value.to_toml_of(source, &item.span)).collect();
                format!("[{}]", items.join(", "))
            }
            (Self::Map(entries), _) if entries.is_empty() => "{}".to_owned(),
            (Self::Map(entries), _) => {
                let entries: Vec<String> = entries.iter().map(|entry| entry.to_toml(source)).collect();
                format!("{{ {} }}", entries.join(", "))
            }
            (_, Some(source)) if !span.is_empty() => source[span.clone()].to_owned(),
            (Self::Word(word), _) => string_toml(word),
            (Self::Whole(number), _) => number.to_string(),
            (Self::Flag(flag), _) => flag.to_string(),
        }
    }
}

pub(super) fn string_toml(value: &str) -> String {
    let mut toml = String::with_capacity(value.len() + 2);
    push_string_toml(&mut toml, value);
    toml
}

fn push_string_toml(out: &mut String, value: &str) {
    // Fast path: most lines need no escapes, and a log may have thousands.
    if value.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
        out.extend(["\"", value, "\""]);
    } else {
        out.push_str(&TomlStringBuilder::new(value).as_basic().to_toml_value());
    }
}

fn push_line_toml(out: &mut String, line: &str) {
    match if is_position(line) { position_parts(line).ok() } else { None } {
        Some(parts) => out.extend(["{ position = ", &strings_toml(parts.iter().map(|part| part.text.as_str())), " }"]),
        None => push_string_toml(out, line),
    }
}

pub(super) fn strings_toml<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    format!("[{}]", texts.map(string_toml).collect::<Vec<_>>().join(", "))
}

/// A key as TOML: bare if possible.
pub(super) fn key_toml(key: &str) -> String {
    let key = TomlKeyBuilder::new(key);
    key.as_unquoted().unwrap_or_else(|| key.as_basic()).to_toml_key()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use toml::de::{DeTable, DeValue};

    fn read(source: &str) -> LogString {
        let table = DeTable::parse(source).expect("TOML").into_inner();
        let (_, value) = table.into_iter().next().expect("a key");
        let span = value.span();
        let DeValue::String(decoded) = value.into_inner() else { panic!("a string") };
        LogString::new(&source.into(), &decoded, span)
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
            let source = format!("a = {}", string_toml(&value));
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
