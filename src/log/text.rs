//! Positions in a text (lines, blanks, commas, comments), quoting, and counting.

use crate::table::is_escaped;

/// The longest text that is quoted in a message, in characters.
const MAX_QUOTED_CHARS: usize = 60;

/// The line ending of a text, from its first line.
pub(super) fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(newline) if text[..newline].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Where the line of `at` ends, before its line break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| newline_before(text, at + newline + 1))
}

/// Where the line break that ends at `at` begins.
pub(super) fn newline_before(text: &str, at: usize) -> usize {
    let before = &text[..at];
    let before = before.strip_suffix('\n').unwrap_or(before);
    before.strip_suffix('\r').unwrap_or(before).len()
}

/// Where the white space at the end of a text begins.
pub(super) fn blank_end(text: &str) -> usize {
    text.trim_end_matches([' ', '\t', '\r', '\n']).len()
}

/// The comma after the value that ends at `from`. White space, line breaks and comments are skipped.
pub(super) fn comma_after(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => at += text[at..].find('\n')?,
            b',' => return Some(at),
            _ => return None,
        }
    }
}

/// The position after that comma, or `from` if there is none.
pub(super) fn past_comma(text: &str, from: usize) -> usize {
    comma_after(text, from).map_or(from, |comma| comma + 1)
}

/// Where the line ends, if only white space and a comment follow `from`.
pub(super) fn blank_to_newline(text: &str, from: usize) -> Option<usize> {
    let end = line_end(text, from);
    let rest = text[from..end].trim_start();
    (end < text.len() && (rest.is_empty() || rest.starts_with('#'))).then_some(end)
}

/// The comments in a text that has only white space, commas and comments.
pub(super) fn comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| Some(line[line.find('#')?..].trim_end()))
}

/// Where the comment lines directly above the line at `start` begin, but not before `least`.
pub(super) fn comments_above(text: &str, start: usize, least: usize) -> usize {
    let mut at = start;
    while at > least {
        let above = line_start(text, newline_before(text, at));
        if !text[above..at].trim_start().starts_with('#') {
            break;
        }
        at = above;
    }
    at
}

/// The index for a number counted from 1.
pub(super) fn index(number: u32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

/// A count as `u32`, which is enough for any log.
pub(super) fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}

/// A text as it is quoted in a message: without control characters, and shortened.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted: String = text.chars().take(MAX_QUOTED_CHARS).map(visible).collect();
    if text.chars().nth(MAX_QUOTED_CHARS).is_some() {
        quoted.push('…');
    }
    quoted
}

/// The character that is shown for another.
pub(super) fn visible(char: char) -> char {
    match char {
        '\t' => ' ',
        _ if is_escaped(char) => '\u{fffd}',
        _ => char,
    }
}
