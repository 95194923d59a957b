//! Makes text from others safe to show: control characters, direction marks and noncharacters are escaped.

use super::is_escaped;
use std::{borrow::Cow, fmt::Write as _, path::Path};

/// Replaces each character that is not shown as it is by an escape, unless it is kept.
fn escaped(text: Cow<'_, str>, kept: impl Fn(char) -> bool, escape: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let is_unsafe = |char: char| is_escaped(char) && !kept(char);
    // Nearly all text is plain, and documents can be long: the bytes are checked in a loop that the compiler can vectorise.
    let keeps_lines = kept('\n');
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') || keeps_lines && byte == b'\n';
    if text.bytes().fold(true, |all, byte| all & is_plain(byte)) || !text.contains(is_unsafe) {
        return text;
    }
    let mut clean = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        if is_unsafe(char) { escape(char, &mut clean) } else { clean.push(char) }
    }
    Cow::Owned(clean)
}

fn as_written(char: char, to: &mut String) {
    match char {
        '\n' | '\r' | '\t' => to.extend(char.escape_default()),
        _ => to.extend(char.escape_unicode()),
    }
}

/// One line of text, safe to print: unsafe characters are written as `\u{202e}` and the like.
pub fn clean(text: &str) -> Cow<'_, str> {
    escaped(text.into(), |_| false, as_written)
}

/// The name of a file or folder, safe to print. Every message that names one uses this.
pub fn path(path: &Path) -> String {
    clean(&path.display().to_string()).into_owned()
}

/// The same for each of several texts.
pub fn clean_all<T: AsRef<str>>(texts: &[T]) -> Vec<Cow<'_, str>> {
    texts.iter().map(|text| clean(text.as_ref())).collect()
}

/// The same for text of several lines, whose line breaks are meant.
pub fn clean_lines(text: &str) -> Cow<'_, str> {
    escaped(text.into(), |char| char == '\n', as_written)
}

/// A JSON document whose strings are safe to print. Their values don't change: such characters become JSON escapes.
pub fn clean_json(document: String) -> String {
    let escape = |char: char, to: &mut String| {
        for unit in char.encode_utf16(&mut [0; 2]) {
            let _ = write!(to, "\\u{unit:04x}");
        }
    };
    escaped(document.into(), |char| char == '\n', escape).into_owned()
}
