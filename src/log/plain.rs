//! A fast parser for the simple layout that nearly every log has.
//!
//! It accepts bare keys, strings in double quotes without escapes, lists of such strings, numbers, dates, times, inline tables,
//! and `[header]` or `[[header]]` with a single key. It gives the same values and byte ranges as the TOML parser. Everything
//! else, errors included, is left to that parser. The tests below check that both agree on every text that this one accepts.

use std::borrow::Cow;

use memchr::{memchr, memchr3};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Parses a document; `None` if any of it is not in the simple layout.
pub(super) fn read(source: &str) -> Option<DeTable<'_>> {
    if has_control_chars(source) {
        return None;
    }
    let mut reader = Reader { source, at: 0, has_returns: memchr(b'\r', source.as_bytes()).is_some() };
    let (mut root, mut header) = (DeTable::new(), None);
    let mut table = DeTable::new();
    loop {
        reader.skip_to_text()?;
        match reader.peek() {
            None => {
                add_table(&mut root, table, header)?;
                return Some(root);
            }
            Some(b'[') => {
                add_table(&mut root, std::mem::take(&mut table), header.take())?;
                header = Some(reader.header()?);
            }
            Some(_) => {
                let (key, value) = (reader.key()?, reader.entry()?);
                if table.insert(key, value).is_some() {
                    return None;
                }
            }
        }
        reader.line_end()?;
    }
}

/// A `[header]` or `[[header]]`.
struct Header<'s> {
    key: Spanned<Cow<'s, str>>,
    whole: std::ops::Range<usize>,
    /// Whether it begins an element of an array of tables.
    is_element: bool,
}

/// Adds a finished table to the root: under its header, or as the head.
fn add_table<'s>(root: &mut DeTable<'s>, table: DeTable<'s>, header: Option<Header<'s>>) -> Option<()> {
    let Some(Header { key, whole, is_element }) = header else {
        *root = table;
        return Some(());
    };
    let value = Spanned::new(whole.clone(), DeValue::Table(table));
    if !is_element {
        return root.insert(key, value).is_none().then_some(());
    }
    let Some(list) = root.get_mut(key.get_ref().as_ref()) else {
        let list = DeValue::Array(std::iter::once(value).collect());
        return root.insert(key, Spanned::new(whole, list)).is_none().then_some(());
    };
    match list.get_mut() {
        // An array of plain values can't be extended, not even an empty one.
        DeValue::Array(list) if list.first().is_some_and(|first| first.get_ref().is_table()) => list.push(value),
        _ => return None,
    }
    Some(())
}

/// Whether the text has a control character other than a tab or a line ending. The fold looks at every byte, which the compiler
/// can vectorise.
fn has_control_chars(source: &str) -> bool {
    let is_control = |byte: u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r');
    source.bytes().fold(false, |has, byte| has | is_control(byte))
}

/// The position in the source. Every method returns `None` for anything outside the simple layout.
struct Reader<'s> {
    source: &'s str,
    at: usize,
    /// Whether the source has a `\r` anywhere.
    has_returns: bool,
}

impl<'s> Reader<'s> {
    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    /// Consumes this byte, if it comes next.
    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// Consumes bytes as long as the condition holds.
    fn take_while(&mut self, condition: impl Fn(u8) -> bool) -> &'s str {
        let from = self.at;
        let rest = &self.source.as_bytes()[from..];
        self.at += rest.iter().position(|&byte| !condition(byte)).unwrap_or(rest.len());
        self.source.get(from..self.at).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        self.take_while(|byte| matches!(byte, b' ' | b'\t'));
    }

    /// Consumes blanks, a comment, and the end of the line or text.
    fn line_end(&mut self) -> Option<()> {
        self.skip_blanks();
        if self.take(b'#').is_some() {
            self.take_while(|byte| !matches!(byte, b'\n' | b'\r'));
        }
        match self.peek() {
            None => Some(()),
            Some(b'\r') => {
                self.at += 1;
                self.take(b'\n')
            }
            Some(_) => self.take(b'\n'),
        }
    }

    /// Skips blanks, empty lines and comments.
    fn skip_to_text(&mut self) -> Option<()> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\n') => self.at += 1,
                Some(b'#' | b'\r') => self.line_end()?,
                _ => return Some(()),
            }
        }
    }

    fn key(&mut self) -> Option<Spanned<Cow<'s, str>>> {
        let from = self.at;
        let key = self.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        (!key.is_empty()).then(|| Spanned::new(from..self.at, Cow::Borrowed(key)))
    }

    fn header(&mut self) -> Option<Header<'s>> {
        let from = self.at;
        self.take(b'[')?;
        let is_element = self.take(b'[').is_some();
        let key = self.key()?;
        self.take(b']')?;
        if is_element {
            self.take(b']')?;
        }
        Some(Header { key, whole: from..self.at, is_element })
    }

    /// Parses what follows a key.
    fn entry(&mut self) -> Option<Spanned<DeValue<'s>>> {
        self.equals()?;
        if self.peek()? == b'{' { self.braces() } else { self.value() }
    }

    fn equals(&mut self) -> Option<()> {
        self.skip_blanks();
        self.take(b'=')?;
        self.skip_blanks();
        Some(())
    }

    fn value(&mut self) -> Option<Spanned<DeValue<'s>>> {
        match self.peek()? {
            b'"' => self.string(),
            b'[' => self.strings(),
            _ => self.scalar(),
        }
    }

    /// Parses an inline table such as `{ crow = 2, squirrel = 2 }`, without another inside.
    fn braces(&mut self) -> Option<Spanned<DeValue<'s>>> {
        let from = self.at;
        self.take(b'{')?;
        let mut table = DeTable::new();
        loop {
            self.skip_blanks();
            let key = self.key()?;
            self.equals()?;
            if table.insert(key, self.value()?).is_some() {
                return None;
            }
            self.skip_blanks();
            if self.take(b',').is_none() {
                self.take(b'}')?;
                return Some(Spanned::new(from..self.at, DeValue::Table(table)));
            }
        }
    }

    fn string(&mut self) -> Option<Spanned<DeValue<'s>>> {
        let from = self.at;
        self.take(b'"')?;
        let text = &self.source[self.at..];
        let text = &text[..memchr3(b'"', b'\\', b'\n', text.as_bytes())?];
        if self.has_returns && text.contains('\r') {
            return None;
        }
        self.at += text.len();
        self.take(b'"')?;
        // Three quotes begin a multi-line string.
        let is_plain = !text.is_empty() || self.peek() != Some(b'"');
        is_plain.then(|| Spanned::new(from..self.at, DeValue::String(Cow::Borrowed(text))))
    }

    fn strings(&mut self) -> Option<Spanned<DeValue<'s>>> {
        let from = self.at;
        self.take(b'[')?;
        let mut strings = Vec::with_capacity(32);
        loop {
            self.skip_to_text()?;
            if self.peek()? == b'"' {
                strings.push(self.string()?);
                self.skip_to_text()?;
                if self.take(b',').is_some() {
                    continue;
                }
            }
            self.take(b']')?;
            return Some(Spanned::new(from..self.at, DeValue::Array(DeArray::from_iter(strings))));
        }
    }

    /// Parses a number, a boolean, a date or a time with the TOML parser.
    fn scalar(&mut self) -> Option<Spanned<DeValue<'s>>> {
        let from = self.at;
        let text = self.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b':' | b'_'));
        let value = DeValue::parse(text).ok()?.into_inner();
        Some(Spanned::new(from..self.at, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether this parser accepts the text; if it does, checks that the TOML parser agrees.
    fn is_plain(source: &str) -> bool {
        let plain = read(source);
        if let Some(plain) = &plain {
            let toml = DeTable::parse(source).unwrap_or_else(|error| panic!("{source:?}: {error}")).into_inner();
            assert_eq!(format!("{plain:?}"), format!("{toml:?}"), "{source:?}");
        }
        plain.is_some()
    }

    #[test]
    fn a_log_as_the_program_writes_it_is_plain() {
        let log = "fowlplay = 1\ngame = \"blulu\" # ours\nplayers = [\"Ada\", \"Bo\"]\ndate = 2026-11-20\n\n[rules]\r\nbonuses = \"x\"\n\
                   deal = 4\nflag = true\nseeds = { 1 = 9, 2 = 8 }\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  # ä\n  \"deal 4MS\",\n  \"Bo: é\" , # so\n]\n\
                   [[round]]\nfirst = \"Bo\"\nmoves = []\n\n[[correction]]\nat = \"1.1\"\nwhen = 2026-11-20T19:42:11.123456Z";
        assert!(is_plain(log));
        assert!(is_plain(""));
        assert!(is_plain("title = \"\"\nplace = \"\""));
    }

    #[test]
    fn what_is_not_plain_is_left() {
        for odd in [
            "a = \"\\t\"",
            "a = 'x'",
            "a = \"\"\"x\"\"\"",
            "a = \"\"\"\"\"\"",
            "\"a\" = 1",
            "a.b = 1",
            "[a.b]",
            "a = {}",
            "a = { b = 1, }",
            "a = { b = 1, b = 2 }",
            "a = { b.c = 1 }",
            "a = { b = { c = 1 } }",
            "a = { b = 1\n}",
            "a = { b 1 }",
            "a = { b = 1",
            "a = [1]",
            "a = [[\"x\"]]",
            "a = 1\na = 2",
            "[a]\n[a]",
            "a = 1\n[a]",
            "a = [\"x\"]\n[[a]]",
            "a = []\n[[a]]",
            "[a]\n[[a]]",
            "a = \"x",
            "a = [\"x\"",
            "a = [\"x\" \"y\"]",
            "a = [,]",
            "a = 1 2",
            "a = 1 b = 2",
            "a =",
            "a",
            "= 1",
            "[a",
            "[[a]",
            "[a] b = 1",
            "a = \"x\u{1}\"",
            "# \u{7f}",
            "a = 1\rb = 2",
            "\u{feff}a = 1",
            "a = 2026-11-20 10:00:00",
            "a = 01",
            "a = 1_000_",
            "a = \"x\ny\"",
            "a = nil",
        ] {
            assert!(!is_plain(odd), "{odd:?}");
        }
    }

    /// Lines that are accepted, and fragments that break them.
    const LINES: &[&str] = &[
        "a = \"x\"\n",
        "b = [\n\"x\", # c\n\n \"é y\"\n]\r\n",
        "c = 1 # d\n",
        "d=-3\n",
        "e = 2026-11-20\n",
        "f\t= []\t\n",
        "g = true\n",
        "h = \"\"\n",
        "r = { a = 1,b=\"x\" }\n",
        "s = {c = [\"x\", # c\n], d =true } # f\n",
        "i = 0x1f\n",
        "j = [\"\",]\n",
        "k = 1.5\n",
        "l = 2026-11-20T10:00:00Z\n",
        "# é\n",
        "\r\n",
        " \t\n",
        "[a]\n",
        "[o]\n",
        "[[p]]\n",
        "[[q]] # é\n",
    ];
    const BITS: &[&str] = &[
        "a", "=", "\"", "[", "]", ",", "\n", "\r", "#", " ", "1", "-", ".", "_", "inf", "{", "}", "\\", "'", "\u{0}", "\u{7f}",
        "\u{85}", "é", "\u{feff}",
    ];

    proptest! {
        #[test]
        fn whatever_is_plain_is_read_as_toml_is(
            pieces in prop::collection::vec(prop_oneof![12 => prop::sample::select(LINES), 1 => prop::sample::select(BITS)], 0..9),
        ) {
            is_plain(&pieces.concat());
        }
    }
}
