//! Keys, read from the terminal's bytes: each comes whole, however its bytes are parted. Nothing that arrives is lost; what came
//! before anybody was asked is told from what was pressed then.

use super::Raw;
use std::{collections::VecDeque, io, time::Duration};

/// So long the rest of a key's bytes may take; Escape alone is known by it.
const PARTED: Duration = Duration::from_millis(60);
/// What comes in one piece was pasted, or sent by a program: more of it may follow for so long.
const BURST: Duration = Duration::from_millis(30);
/// So long the rest of a paste may take, whose end is marked.
const PASTE: Duration = Duration::from_secs(1);
/// No key has more bytes than this.
const LONGEST: usize = 32;

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character, as it is typed; in a paste it may be one that can't be seen.
    Char(char),
    /// Ctrl and a letter that nothing else stands for.
    Ctrl(char),
    /// `pressed`: alone, once the question stood there. Else it ends a line that came as a whole.
    Enter {
        pressed: bool,
    },
    Tab,
    Backspace,
    Delete,
    Left,
    Right,
    WordLeft,
    WordRight,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    DeleteWord,
    Escape,
    PasteBegins,
    PasteEnds,
    /// One that means nothing here.
    Other,
}

/// The keys of a terminal, in their order.
#[derive(Default)]
pub struct Keys {
    /// The beginning of a key.
    bytes: Vec<u8>,
    ready: VecDeque<Key>,
    /// Between the marks of a paste.
    pasting: bool,
    /// A line feed after this one belongs to it.
    after_return: bool,
    /// What was read last came in one piece.
    burst: bool,
}

impl Keys {
    /// The next key; none if there is none for so long.
    pub fn next(&mut self, terminal: &Raw, wait: Duration) -> io::Result<Option<Key>> {
        if self.ready.is_empty() {
            self.fill(terminal, wait)?;
        }
        Ok(self.ready.pop_front())
    }

    /// The next key, if it is there already.
    pub fn next_ready(&mut self) -> Option<Key> {
        self.ready.pop_front()
    }

    /// Whether there are keys that can be had without waiting.
    pub fn is_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Whether this key and those that are ready are more than one line.
    pub fn are_lines(&self, first: Key) -> bool {
        let mut keys = std::iter::once(&first).chain(&self.ready);
        keys.any(|key| matches!(key, Key::Enter { .. })) && keys.any(|key| matches!(key, Key::Char(_)))
    }

    /// Puts a key back, as the next one.
    pub fn put_back(&mut self, key: Key) {
        self.ready.push_front(key);
    }

    /// Takes in what was typed before anybody was asked.
    pub fn take_in(&mut self, terminal: &Raw) -> io::Result<()> {
        loop {
            let wait = match (self.pasting, self.burst) {
                (true, _) => PASTE,
                (_, true) => BURST,
                _ => Duration::ZERO,
            };
            if !self.fill(terminal, wait)? {
                break;
            }
        }
        self.burst = false;
        for key in &mut self.ready {
            if let Key::Enter { pressed } = key {
                *pressed = false;
            }
        }
        Ok(())
    }

    /// Reads what there is, and waits for it if need be: whether anything came.
    fn fill(&mut self, terminal: &Raw, wait: Duration) -> io::Result<bool> {
        let is_begun = !self.bytes.is_empty();
        let came = terminal.read(&mut self.bytes, if is_begun { PARTED } else { wait })?;
        self.decode(!came);
        Ok(came || is_begun)
    }

    /// Makes keys of the bytes that there are; `waited`: nothing follows them soon.
    fn decode(&mut self, waited: bool) {
        let before = self.ready.len();
        let mut at = 0;
        while let Some((key, count)) = key(&self.bytes[at..], waited) {
            let first = self.bytes[at];
            let is_feed = first == b'\n';
            let (key, count) = match (key, first) {
                // Whatever stands in a paste is text, but its end and Ctrl-C.
                (Key::PasteEnds | Key::Enter { .. } | Key::Tab | Key::Ctrl('c'), _) | (_, 0x20..=0x7e | 0x80..) => (key, count),
                _ if self.pasting => (Key::Char(char::from(first)), 1),
                _ => (key, count),
            };
            at += count;
            match key {
                Key::PasteBegins => self.pasting = true,
                Key::PasteEnds => self.pasting = false,
                _ => {}
            }
            if !(is_feed && std::mem::take(&mut self.after_return)) {
                self.ready.push_back(key);
            }
            self.after_return = matches!(key, Key::Enter { .. }) && !is_feed;
        }
        self.bytes.drain(..at);
        let piece = &mut self.ready.make_contiguous()[before..];
        let text = piece.iter().filter(|key| matches!(key, Key::Char(_))).count();
        let enters = piece.iter().filter(|key| matches!(key, Key::Enter { .. })).count();
        self.burst = enters + text > 1;
        let is_pressed = !self.burst && !self.pasting;
        for nth in 0..piece.len() {
            let is_followed = matches!(piece.get(nth + 1), Some(Key::Char(_)));
            match &mut piece[nth] {
                Key::Enter { pressed } => *pressed = is_pressed,
                // Nobody types on that soon after it.
                tab @ Key::Tab if is_followed || self.pasting => *tab = Key::Char(' '),
                // Alone it is a key that does nothing; in a piece it is text.
                key @ Key::Ctrl(_) if self.burst => {
                    if let Key::Ctrl(letter @ ('\0'..='b' | 'e'..='j' | 'm'..='t' | 'v' | 'x' | '{'..)) = *key {
                        *key = Key::Char(char::from(letter as u8 & 0x1f));
                    }
                }
                _ => {}
            }
        }
    }
}

/// The first key of some bytes, and how many they are; none if there must be more. `waited`: there won't be.
fn key(bytes: &[u8], waited: bool) -> Option<(Key, usize)> {
    match *bytes.first()? {
        0x1b => escaped(bytes, waited),
        b'\r' | b'\n' => Some((Key::Enter { pressed: false }, 1)),
        b'\t' => Some((Key::Tab, 1)),
        0x08 | 0x7f => Some((Key::Backspace, 1)),
        0x01 => Some((Key::Home, 1)),
        0x02 => Some((Key::Left, 1)),
        0x05 => Some((Key::End, 1)),
        0x06 => Some((Key::Right, 1)),
        0x0e => Some((Key::Down, 1)),
        0x10 => Some((Key::Up, 1)),
        control @ 0..0x20 => Some((Key::Ctrl(char::from(control | 0x60)), 1)),
        first => {
            let length = if first < 0x80 { 1 } else { first.leading_ones().clamp(1, 4) as usize };
            let found = bytes.get(..length.min(bytes.len())).unwrap_or_default();
            match std::str::from_utf8(found) {
                Ok(text) => text.chars().next().map(|char| (Key::Char(char), length)),
                // A character whose last bytes are to come.
                Err(error) if error.error_len().is_none() && !waited => None,
                Err(error) => Some((Key::Char(char::REPLACEMENT_CHARACTER), error.error_len().unwrap_or(found.len()))),
            }
        }
    }
}

/// A key that begins with an escape character: most of those that have no letter.
fn escaped(bytes: &[u8], waited: bool) -> Option<(Key, usize)> {
    let escape = Some((Key::Escape, 1));
    let unfinished = if waited { escape } else { None };
    match bytes.get(1) {
        None => unfinished,
        Some(b'[') => {
            let is_inside = |byte: &u8| (0x20..0x40).contains(byte);
            let end = 2 + bytes[2..].iter().take_while(|byte| is_inside(byte)).count();
            match bytes.get(end) {
                None if end < LONGEST => unfinished,
                // The function keys of the Linux console have one more.
                Some(b'[') if end == 2 => bytes.get(3).map_or(unfinished, |_| Some((Key::Other, 4))),
                Some(last @ 0x40..0x7f) => Some((sequence(&bytes[2..end], *last), end + 1)),
                _ => Some((Key::Other, end)),
            }
        }
        Some(b'O') => bytes.get(2).map_or(unfinished, |last| Some((sequence(b"", *last), 3))),
        Some(b'b') => Some((Key::WordLeft, 2)),
        Some(b'f') => Some((Key::WordRight, 2)),
        Some(b'd') => Some((Key::DeleteWord, 2)),
        Some(0x08 | 0x7f) => Some((Key::Ctrl('w'), 2)),
        Some(_) => escape,
    }
}

fn sequence(numbers: &[u8], last: u8) -> Key {
    let with_modifier = numbers.contains(&b';');
    let number = numbers.split(|byte| *byte == b';').next().unwrap_or_default();
    match (last, number) {
        (b'A', _) => Key::Up,
        (b'B', _) => Key::Down,
        (b'C', _) if with_modifier => Key::WordRight,
        (b'D', _) if with_modifier => Key::WordLeft,
        (b'C', _) => Key::Right,
        (b'D', _) => Key::Left,
        (b'H', _) | (b'~', b"1" | b"7") => Key::Home,
        (b'F', _) | (b'~', b"4" | b"8") => Key::End,
        (b'M', b"") => Key::Enter { pressed: false },
        (b'~', b"3") if with_modifier => Key::DeleteWord,
        (b'~', b"3") => Key::Delete,
        (b'~', b"5") => Key::PageUp,
        (b'~', b"6") => Key::PageDown,
        (b'~', b"200") => Key::PasteBegins,
        (b'~', b"201") => Key::PasteEnds,
        _ => Key::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of some bytes that come in pieces.
    fn keys<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Key> {
        let mut keys = Keys::default();
        for piece in pieces {
            keys.bytes.extend_from_slice(piece);
            keys.decode(false);
        }
        keys.decode(true);
        keys.ready.into_iter().collect()
    }

    #[test]
    fn a_key_is_the_same_in_one_piece_and_in_many() {
        let typed = "h é冬\u{9b}\u{7}\r\nx\x1b[A\x1b[1;5D\x1bOH\x1b[3~\x1b[200~a\rb\x1b[201~\x1b[[A\x08\x1bbq\u{1b}".as_bytes();
        let whole = keys([typed]);
        assert_eq!(whole.iter().filter(|key| matches!(key, Key::Enter { .. })).count(), 2, "{whole:?}");
        assert_eq!(whole.last(), Some(&Key::Escape));
        let shape = |keys: Vec<Key>| -> Vec<Key> {
            let bare = |key| match key {
                Key::Enter { .. } => Key::Enter { pressed: false },
                // Alone it is a key.
                Key::Ctrl('g') => Key::Char('\u{7}'),
                key => key,
            };
            keys.into_iter().map(bare).collect()
        };
        let whole = shape(whole);
        for at in 1..typed.len() {
            assert_eq!(shape(keys([&typed[..at], &typed[at..]])), whole, "parted at {at}");
        }
        assert_eq!(shape(keys(typed.chunks(1))), whole);
    }

    #[test]
    fn enter_is_pressed_only_if_it_comes_alone() {
        assert_eq!(keys([&b"\r"[..]]), [Key::Enter { pressed: true }]);
        assert_eq!(keys([&b"\x1b[B\r"[..]]), [Key::Down, Key::Enter { pressed: true }]);
        assert_eq!(keys([&b"a\r"[..]]), [Key::Char('a'), Key::Enter { pressed: false }]);
        assert_eq!(keys([&b"\r\r"[..]]), [Key::Enter { pressed: false }; 2]);
    }

    #[test]
    fn tab_in_the_middle_of_a_piece_is_a_blank() {
        assert_eq!(keys([&b"a\tb"[..]])[1], Key::Char(' '));
        assert_eq!(keys([&b"a\t"[..]])[1], Key::Tab);
    }

    #[test]
    fn any_bytes_become_keys() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let bytes: Vec<u8> =
                (0..random.usize(..12)).map(|_| [27, 91, 79, 50, 59, 126, 195, 13, random.u8(..)][random.usize(..9)]).collect();
            let mut keys = Keys { bytes, ..Keys::default() };
            keys.decode(false);
            keys.decode(true);
            while !keys.bytes.is_empty() {
                let before = keys.bytes.len();
                keys.decode(true);
                assert!(keys.bytes.len() < before, "{:?}", keys.bytes);
            }
        }
    }
}
