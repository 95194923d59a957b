//! Offsets of lines in a text, conversions of counts and indexes, and quoting.

use crate::table::is_escaped;

const MAX_QUOTED_CHARS: usize = 60;

/// The line ending of a text, as its first line has it.
pub(super) fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(newline) if text[..newline].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The start of the line that contains the offset `at`.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The end of the line that contains the offset `at`, before its line break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| newline_before(text, at + newline + 1))
}

/// The start of the line break that ends at `at`.
pub(super) fn newline_before(text: &str, at: usize) -> usize {
    let before = &text[..at];
    let before = before.strip_suffix('\n').unwrap_or(before);
    before.strip_suffix('\r').unwrap_or(before).len()
}

/// The index for a number counted from 1.
pub(super) fn index(number: u32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

/// A count as `u32`, which is enough for any log.
pub(super) fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}

/// Shortens a text for a message, without control characters.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted: String = text.chars().take(MAX_QUOTED_CHARS).map(visible).collect();
    if text.chars().nth(MAX_QUOTED_CHARS).is_some() {
        quoted.push('…');
    }
    quoted
}

/// Replaces a control character for display.
pub(super) fn visible(char: char) -> char {
    match char {
        '\t' => ' ',
        _ if is_escaped(char) => '\u{fffd}',
        _ => char,
    }
}
