//! Positions in a text: where lines, blanks, commas and comments begin and end; quoting; plurals.

use crate::table::is_unseen;

/// How much of an offending text is quoted, in characters.
const QUOTE: usize = 60;

/// The line ending of a text: that of its first line.
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

/// Where the line break begins that ends right before `at`.
pub(super) fn newline_before(text: &str, at: usize) -> usize {
    let before = &text[..at];
    let before = before.strip_suffix('\n').unwrap_or(before);
    before.strip_suffix('\r').unwrap_or(before).len()
}

/// Where the white space at the end of a text begins.
pub(super) fn blank_end(text: &str) -> usize {
    text.trim_end_matches([' ', '\t', '\r', '\n']).len()
}

/// The comma that follows the value ending at `from`, past white space, line breaks and comments.
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

/// Behind the comma that follows the value ending at `from`, or `from` if none does.
pub(super) fn past_comma(text: &str, from: usize) -> usize {
    comma_after(text, from).map_or(from, |comma| comma + 1)
}

/// Where the line of `from` ends (before its line break), if only white space and a comment follow there.
pub(super) fn blank_to_newline(text: &str, from: usize) -> Option<usize> {
    let end = line_end(text, from);
    let rest = text[from..end].trim_start();
    (end < text.len() && (rest.is_empty() || rest.starts_with('#'))).then_some(end)
}

/// The comments in a text of white space, commas and comments.
pub(super) fn comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| Some(line[line.find('#')?..].trim_end()))
}

/// Where the lines begin that hold nothing but a comment, right over the line that begins at `start`; not before `least`.
pub(super) fn comments_above(text: &str, start: usize, least: usize) -> usize {
    let mut at = start;
    while at > least {
        let above = line_start(text, newline_before(text, at));
        if above < least || !text[above..at].trim_start().starts_with('#') {
            break;
        }
        at = above;
    }
    at
}

/// The index of what is counted from 1.
pub(super) fn index(number: u32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

/// A number of things; a log never holds more than `u32` can count.
pub(super) fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}

/// A text as it can be quoted in a message: without control characters, and not too long.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted: String = text.chars().take(QUOTE).map(visible).collect();
    if text.chars().nth(QUOTE).is_some() {
        quoted.push('…');
    }
    quoted
}

/// What is shown in the place of a character.
pub(super) fn visible(char: char) -> char {
    match char {
        '\t' => ' ',
        _ if is_unseen(char) => '\u{fffd}',
        _ => char,
    }
}
