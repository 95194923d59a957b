//! The line editor's buffer: its text, the cursor, and the part of both that fits on screen.

use super::keys::Key;
use crate::table::escape::clean;
use console::measure_text_width;
use unicode_width::UnicodeWidthChar;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EditBuffer {
    text: String,
    /// The cursor's position, as a byte of the text.
    cursor: usize,
}

impl EditBuffer {
    /// A text with the cursor at its end.
    pub(super) fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { cursor: text.len(), text }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The whole text, if the cursor is at its end.
    pub(super) fn text_if_at_end(&self) -> Option<&str> {
        (self.cursor == self.text.len()).then_some(&*self.text)
    }

    /// Applies an editing key; Ctrl-Y inserts `killed`. Returns whether the key was an editing key.
    pub(super) fn press(&mut self, key: Key, killed: &mut String) -> bool {
        match key {
            Key::Char(char) => {
                self.text.insert(self.cursor, char);
                self.cursor += char.len_utf8();
            }
            Key::Backspace => self.delete_range(self.char_before(), self.cursor, &mut String::new()),
            Key::Delete | Key::Ctrl('d') => self.delete_range(self.cursor, self.char_after(), &mut String::new()),
            Key::Ctrl('k') => self.delete_range(self.cursor, self.text.len(), killed),
            Key::Ctrl('u') => self.delete_range(0, self.cursor, killed),
            Key::Ctrl('w') => self.delete_range(self.word_before(), self.cursor, killed),
            Key::DeleteWord => self.delete_range(self.cursor, self.word_after(), killed),
            Key::Ctrl('y') => {
                self.text.insert_str(self.cursor, killed);
                self.cursor += killed.len();
            }
            Key::Left => self.cursor = self.char_before(),
            Key::Right => self.cursor = self.char_after(),
            Key::WordLeft => self.cursor = self.word_before(),
            Key::WordRight => self.cursor = self.word_after(),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = self.text.len(),
            _ => return false,
        }
        true
    }

    pub(super) fn replace_from(&mut self, start: usize, text: &str) {
        if self.text.is_char_boundary(start) {
            self.text.truncate(start);
        }
        self.text.push_str(text);
        self.cursor = self.text.len();
    }

    fn delete_range(&mut self, from: usize, to: usize, killed: &mut String) {
        *killed = self.text.drain(from..to).collect();
        self.cursor = from;
    }

    /// The start of the character before the cursor. A character of no width belongs to the character before.
    fn char_before(&self) -> usize {
        let mut chars = self.text[..self.cursor].char_indices().rev();
        chars.find(|(_, char)| char.width() != Some(0)).map_or(0, |(index, _)| index)
    }

    fn char_after(&self) -> usize {
        let mut chars = self.text[self.cursor..].char_indices().skip(1);
        chars.find(|(_, char)| char.width() != Some(0)).map_or(self.text.len(), |(index, _)| self.cursor + index)
    }

    fn word_before(&self) -> usize {
        let text_before = self.text[..self.cursor].trim_end_matches(is_separator);
        text_before.char_indices().rev().find(|(_, char)| is_separator(*char)).map_or(0, |(index, char)| index + char.len_utf8())
    }

    fn word_after(&self) -> usize {
        let text_after = &self.text[self.cursor..];
        let word = text_after.trim_start_matches(is_separator);
        self.cursor + text_after.len() - word.len() + word.find(is_separator).unwrap_or(word.len())
    }

    /// The part around the cursor that fits in `max_width` columns, with unsafe characters escaped.
    pub(super) fn visible(&self, max_width: usize) -> VisibleText {
        let mut width = 0;
        let mut cursor_column = 0;
        let mut pieces = Vec::new();
        for (index, char) in self.text.char_indices() {
            let piece = clean(&self.text[index..index + char.len_utf8()]);
            let start = width;
            width += measure_text_width(&piece);
            cursor_column = if index < self.cursor { width } else { cursor_column };
            pieces.push((index, piece, start..width));
        }
        let first = if width <= max_width { 0 } else { cursor_column.saturating_sub(max_width * 2 / 3).min(width - max_width) };
        // An ellipsis marks each end that is cut.
        let has_ellipses = max_width > 4;
        let (is_cut_before, is_cut_after) = (has_ellipses && first > 0, has_ellipses && width > first + max_width);
        let text_columns = first + usize::from(is_cut_before)..first + max_width - usize::from(is_cut_after);
        let mut visible = VisibleText { text: String::new(), width: 0, cursor_column: 0 };
        if is_cut_before {
            visible.text.push('…');
            visible.width = 1;
            visible.cursor_column = 1;
        }
        for (index, piece, columns) in
            pieces.into_iter().filter(|(.., columns)| text_columns.start <= columns.start && columns.end <= text_columns.end)
        {
            visible.text.push_str(&piece);
            visible.width += columns.len();
            if index < self.cursor {
                visible.cursor_column = visible.width;
            }
        }
        if is_cut_after {
            visible.text.push('…');
            visible.width += 1;
        }
        visible
    }
}

/// The visible part of a line. `width` is in columns.
pub(super) struct VisibleText {
    pub text: String,
    pub width: usize,
    pub cursor_column: usize,
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
        (buffer.text, buffer.cursor)
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
        for max_width in 0..60 {
            for cursor in (0..=text.len()).filter(|cursor| text.is_char_boundary(*cursor)) {
                let VisibleText { text: visible, width, cursor_column } =
                    EditBuffer { text: text.into(), cursor }.visible(max_width);
                assert!(cursor_column <= width && width <= max_width, "{visible} in {max_width}");
                assert_eq!(measure_text_width(&visible), width);
                assert!(!visible.contains(crate::table::is_escaped));
            }
        }
    }
}
