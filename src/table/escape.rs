//! Makes text from other sources safe to show: escapes control characters, direction marks and noncharacters.

use super::is_escaped;
use std::{borrow::Cow, fmt::Write as _, path::Path};

/// Replaces each unsafe character by its escape, unless `kept` accepts the character.
fn escaped(text: Cow<'_, str>, kept: impl Fn(char) -> bool, escape: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let is_unsafe = |char: char| is_escaped(char) && !kept(char);
    // Most text is plain, and documents can be long. The compiler can vectorise this loop over bytes.
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

/// Makes one line of text safe to print: unsafe characters are written as `\u{202e}` and the like.
pub fn clean(text: &str) -> Cow<'_, str> {
    escaped(text.into(), |_| false, as_written)
}

/// The name of a file or folder, made safe to print. Every message that names a path calls this function.
pub fn path(path: &Path) -> String {
    clean(&path.display().to_string()).into_owned()
}

/// Makes each of several lines of text safe to print.
pub fn clean_all<T: AsRef<str>>(texts: &[T]) -> Vec<Cow<'_, str>> {
    texts.iter().map(|text| clean(text.as_ref())).collect()
}

/// Makes text of several lines safe to print, and keeps its line breaks.
pub fn clean_lines(text: &str) -> Cow<'_, str> {
    escaped(text.into(), |char| char == '\n', as_written)
}

/// Makes the strings of a JSON document safe to print. Unsafe characters become JSON escapes, so the values don't change.
pub fn clean_json(document: String) -> String {
    let escape = |char: char, to: &mut String| {
        for unit in char.encode_utf16(&mut [0; 2]) {
            let _ = write!(to, "\\u{unit:04x}");
        }
    };
    escaped(document.into(), |char| char == '\n', escape).into_owned()
}
