//! The layout in which nearly every log is written, read in one go.
//!
//! What is plain means here what it means in TOML, with the same places: keys without quotes, strings in double quotes without
//! escapes, lists of these, numbers, days and moments, tables in braces, each under a `[header]` or `[[header]]` of one key. Everything else,
//! mistakes included, is left to the TOML reader; that both agree on whatever is plain is tested below.

use std::borrow::Cow;

use memchr::{memchr, memchr3};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// The document, if all of it is plain.
pub(super) fn read(source: &str) -> Option<DeTable<'_>> {
    if has_controls(source) {
        return None;
    }
    let mut reader = Reader { source, at: 0, has_returns: memchr(b'\r', source.as_bytes()).is_some() };
    let (mut root, mut header) = (DeTable::new(), None);
    let mut table = DeTable::new();
    loop {
        reader.skip_to_text()?;
        match reader.peek() {
            None => {
                close(&mut root, table, header)?;
                return Some(root);
            }
            Some(b'[') => {
                close(&mut root, std::mem::take(&mut table), header.take())?;
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
    /// Whether it begins an element of a list.
    is_element: bool,
}

/// Puts what stood under a header, or before the first, where it belongs.
fn close<'s>(root: &mut DeTable<'s>, table: DeTable<'s>, header: Option<Header<'s>>) -> Option<()> {
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
        // A list of values can't be added to, however empty.
        DeValue::Array(list) if list.first().is_some_and(|first| first.get_ref().is_table()) => list.push(value),
        _ => return None,
    }
    Some(())
}

/// Whether it holds a control character other than a tab or a line's end, which stands in no plain text. All bytes are looked at,
/// since that can be done with many at once.
fn has_controls(source: &str) -> bool {
    let is_control = |byte: u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r');
    source.bytes().fold(false, |has, byte| has | is_control(byte))
}

/// Where the reading has come to. Every method gives nothing for what is not plain.
struct Reader<'s> {
    source: &'s str,
    at: usize,
    /// Whether there is a `\r` anywhere.
    has_returns: bool,
}

impl<'s> Reader<'s> {
    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    /// Takes the byte, if it comes next.
    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// Takes all bytes that are so.
    fn take_while(&mut self, is_so: impl Fn(u8) -> bool) -> &'s str {
        let from = self.at;
        let rest = &self.source.as_bytes()[from..];
        self.at += rest.iter().position(|&byte| !is_so(byte)).unwrap_or(rest.len());
        self.source.get(from..self.at).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        self.take_while(|byte| matches!(byte, b' ' | b'\t'));
    }

    /// Blanks, a comment, and the end of the line or of the text.
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

    /// Blanks, empty lines and comments.
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

    /// What stands behind a key.
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

    /// `{ crow = 2, squirrel = 2 }`, with no such table in it.
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
        // Three quotes begin a string of another kind.
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

    /// A number, a word, a day or a moment, which the TOML reader knows.
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

    /// Whether the text is plain; if it is, it is read as TOML is.
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

    /// Lines that are plain alone, and bits that end that.
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
