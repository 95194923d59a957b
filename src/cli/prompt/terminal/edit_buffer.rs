//! The line editor's buffer: its text, the cursor, and the part of both that fits on screen.

use super::keys::Key;
use crate::table::escape::clean;
use console::measure_text_width;
use unicode_width::UnicodeWidthChar;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EditBuffer {
    text: String,
    /// The cursor's position, as a byte of the text.
    at: usize,
}

impl EditBuffer {
    /// A text with the cursor at its end.
    pub(super) fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { at: text.len(), text }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The whole text, if the cursor is at its end.
    pub(super) fn at_end(&self) -> Option<&str> {
        (self.at == self.text.len()).then_some(&*self.text)
    }

    /// Applies an editing key; Ctrl-Y inserts `killed`. Returns whether the key was an editing key.
    pub(super) fn press(&mut self, key: Key, killed: &mut String) -> bool {
        match key {
            Key::Char(char) => {
                self.text.insert(self.at, char);
                self.at += char.len_utf8();
            }
            Key::Backspace => self.delete_range(self.char_before(), self.at, &mut String::new()),
            Key::Delete | Key::Ctrl('d') => self.delete_range(self.at, self.char_after(), &mut String::new()),
            Key::Ctrl('k') => self.delete_range(self.at, self.text.len(), killed),
            Key::Ctrl('u') => self.delete_range(0, self.at, killed),
            Key::Ctrl('w') => self.delete_range(self.word_before(), self.at, killed),
            Key::DeleteWord => self.delete_range(self.at, self.word_after(), killed),
            Key::Ctrl('y') => {
                self.text.insert_str(self.at, killed);
                self.at += killed.len();
            }
            Key::Left => self.at = self.char_before(),
            Key::Right => self.at = self.char_after(),
            Key::WordLeft => self.at = self.word_before(),
            Key::WordRight => self.at = self.word_after(),
            Key::Home => self.at = 0,
            Key::End => self.at = self.text.len(),
            _ => return false,
        }
        true
    }

    pub(super) fn replace_from(&mut self, start: usize, text: &str) {
        if self.text.is_char_boundary(start) {
            self.text.truncate(start);
        }
        self.text.push_str(text);
        self.at = self.text.len();
    }

    fn delete_range(&mut self, from: usize, to: usize, killed: &mut String) {
        *killed = self.text.drain(from..to).collect();
        self.at = from;
    }

    /// The start of the character before the cursor. Characters of no width belong to the one before them.
    fn char_before(&self) -> usize {
        let mut chars = self.text[..self.at].char_indices().rev();
        chars.find(|(_, char)| char.width() != Some(0)).map_or(0, |(at, _)| at)
    }

    fn char_after(&self) -> usize {
        let mut chars = self.text[self.at..].char_indices().skip(1);
        chars.find(|(_, char)| char.width() != Some(0)).map_or(self.text.len(), |(at, _)| self.at + at)
    }

    fn word_before(&self) -> usize {
        let text_before = self.text[..self.at].trim_end_matches(is_separator);
        text_before.char_indices().rev().find(|(_, char)| is_separator(*char)).map_or(0, |(at, char)| at + char.len_utf8())
    }

    fn word_after(&self) -> usize {
        let text_after = &self.text[self.at..];
        let word = text_after.trim_start_matches(is_separator);
        self.at + text_after.len() - word.len() + word.find(is_separator).unwrap_or(word.len())
    }

    /// The part around the cursor that fits in `room` columns, with unsafe characters escaped.
    pub(super) fn visible(&self, room: usize) -> VisibleText {
        let mut width = 0;
        let mut cursor_column = 0;
        let mut pieces = Vec::new();
        for (at, char) in self.text.char_indices() {
            let piece = clean(&self.text[at..at + char.len_utf8()]);
            let start = width;
            width += measure_text_width(&piece);
            cursor_column = if at < self.at { width } else { cursor_column };
            pieces.push((at, piece, start..width));
        }
        let first = if width <= room { 0 } else { cursor_column.saturating_sub(room * 2 / 3).min(width - room) };
        // An ellipsis marks each end that is cut.
        let has_ellipses = room > 4;
        let (is_cut_before, is_cut_after) = (has_ellipses && first > 0, has_ellipses && width > first + room);
        let range = first + usize::from(is_cut_before)..first + room - usize::from(is_cut_after);
        let mut visible = VisibleText { text: String::new(), width: 0, cursor: 0 };
        if is_cut_before {
            visible.text.push('…');
            visible.width = 1;
            visible.cursor = 1;
        }
        for (at, piece, columns) in
            pieces.into_iter().filter(|(.., columns)| range.start <= columns.start && columns.end <= range.end)
        {
            visible.text.push_str(&piece);
            visible.width += columns.len();
            if at < self.at {
                visible.cursor = visible.width;
            }
        }
        if is_cut_after {
            visible.text.push('…');
            visible.width += 1;
        }
        visible
    }
}

/// The visible part of a line; `width` and `cursor` in columns.
pub(super) struct VisibleText {
    pub text: String,
    pub width: usize,
    pub cursor: usize,
}

fn is_separator(char: char) -> bool {
    char.is_whitespace() || ";:".contains(char)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str, keys: &[Key]) -> (String, usize) {
        let mut buffer = EditBuffer::new(text);
        let mut killed = String::new();
        for key in keys {
            assert!(buffer.press(*key, &mut killed));
        }
        (buffer.text, buffer.at)
    }

    #[test]
    fn keys_edit_a_line() {
        assert_eq!(typed("hatch 7SK", &[Key::Backspace, Key::Char('Y')]), ("hatch 7SY".into(), 9));
        assert_eq!(typed("hatch 7SK", &[Key::Home, Key::WordRight, Key::Ctrl('k')]), ("hatch".into(), 5));
        assert_eq!(typed("g 1 9lk", &[Key::Ctrl('w'), Key::Ctrl('w')]), ("g ".into(), 2));
        assert_eq!(typed("a b", &[Key::Ctrl('u'), Key::Ctrl('y'), Key::Ctrl('y')]), ("a ba b".into(), 6));
        assert_eq!(typed("e\u{301}x", &[Key::Left, Key::Backspace]), ("x".into(), 0), "an accent goes with its letter");
        assert_eq!(typed("冬x", &[Key::Home, Key::Delete, Key::Right, Key::Right]), ("x".into(), 1));
        assert_eq!(typed("", &[Key::Backspace, Key::Delete, Key::WordLeft, Key::WordRight, Key::Ctrl('w')]), (String::new(), 0));
    }

    #[test]
    fn the_cursor_is_in_what_is_shown() {
        let text = "note a冬e\u{301}\u{9b}\u{7}\u{202e} and so on";
        for room in 0..60 {
            for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                let VisibleText { text: visible, width, cursor } = EditBuffer { text: text.into(), at }.visible(room);
                assert!(cursor <= width && width <= room, "{visible} in {room}");
                assert_eq!(measure_text_width(&visible), width);
                assert!(!visible.contains(crate::table::is_escaped));
            }
        }
    }
}
