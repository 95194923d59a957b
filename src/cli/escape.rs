//! Text that somebody else wrote, made safe to print: what can't be seen, or would move the cursor, is shown as an escape.

use std::{borrow::Cow, fmt::Write as _};

/// Whether a character is shown as an escape: control characters, marks of direction, and what takes no room.
fn is_unseen(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{ad}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

fn clean_but(text: &str, kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let unseen = |char: char| is_unseen(char) && !kept(char);
    if !text.contains(unseen) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        match char {
            '\n' if unseen(char) => clean.push_str("\\n"),
            '\r' => clean.push_str("\\r"),
            '\t' => clean.push_str("\\t"),
            _ if unseen(char) => {
                let _ = write!(clean, "{}", char.escape_unicode());
            }
            _ => clean.push(char),
        }
    }
    Cow::Owned(clean)
}

/// One line of text, safe to print: `\u{202e}` and the like stand for what can't be seen.
pub fn clean(text: &str) -> Cow<'_, str> {
    clean_but(text, |_| false)
}

/// The same for text of several lines, whose line breaks are meant.
pub fn clean_lines(text: &str) -> Cow<'_, str> {
    clean_but(text, |char| char == '\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown_as_an_escape() {
        assert_eq!(clean("Ada\u{202e}oB"), "Ada\\u{202e}oB");
        assert_eq!(clean("\u{1b}[31mred\u{7}"), "\\u{1b}[31mred\\u{7}");
        assert_eq!(clean("a\nb\tc\r"), "a\\nb\\tc\\r");
        assert_eq!(clean_lines("a\nb\u{200b}"), "a\nb\\u{200b}");
    }

    #[test]
    fn what_can_be_seen_stays() {
        assert!(matches!(clean("Ødegård · 冬 · 9LK + 8WL"), Cow::Borrowed(_)));
    }
}
