//! Makes text from other sources safe to print: escapes control characters, direction marks and noncharacters.

use super::is_escaped;
use std::{borrow::Cow, fmt::Write as _, path::Path};

/// Replaces each unsafe character by its escape, unless `is_kept` accepts the character.
fn escaped(text: Cow<'_, str>, is_kept: impl Fn(char) -> bool, push_escape: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let is_unsafe = |char: char| is_escaped(char) && !is_kept(char);
    // Most text is plain, and documents can be long. The compiler can vectorise this loop over bytes.
    let keeps_lines = is_kept('\n');
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') || keeps_lines && byte == b'\n';
    if text.bytes().fold(true, |all, byte| all & is_plain(byte)) || !text.contains(is_unsafe) {
        return text;
    }
    let mut output = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        if is_unsafe(char) { push_escape(char, &mut output) } else { output.push(char) }
    }
    Cow::Owned(output)
}

fn push_escape(char: char, output: &mut String) {
    match char {
        '\n' | '\r' | '\t' => output.extend(char.escape_default()),
        _ => output.extend(char.escape_unicode()),
    }
}

/// Makes one line of text safe to print. Unsafe characters become escapes, as `\u{202e}`.
pub fn clean(text: &str) -> Cow<'_, str> {
    escaped(text.into(), |_| false, push_escape)
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
    escaped(text.into(), |char| char == '\n', push_escape)
}

/// Makes the strings of a JSON document safe to print. Unsafe characters become JSON escapes, so the values don't change.
pub fn clean_json(document: String) -> String {
    let push_json_escape = |char: char, output: &mut String| {
        for unit in char.encode_utf16(&mut [0; 2]) {
            let _ = write!(output, "\\u{unit:04x}");
        }
    };
    escaped(document.into(), |char| char == '\n', push_json_escape).into_owned()
}
