//! Key events from the terminal. Distinguishes keys typed ahead from keys pressed after a question was shown.

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::{collections::VecDeque, io, time::Duration};

/// The timeout of polling. With a timeout of zero, polling would skip events that were already read.
const POLL_TIMEOUT: Duration = Duration::from_micros(100);
/// The time within which the rest of a paste follows. Keys that arrive in one burst were pasted, or sent by a program.
const PASTE_GAP: Duration = Duration::from_millis(30);

/// The letters that are a command together with Ctrl.
const COMMAND_LETTERS: &str = "cdkluwyz";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// A typed character; in a paste it may be invisible.
    Char(char),
    /// Ctrl with a letter or sign, unless another variant stands for that combination.
    Ctrl(char),
    /// Enter, with `is_pressed` if it was pressed on its own after the question was shown. Otherwise it ends a line that was pasted
    /// or typed ahead.
    Enter {
        is_pressed: bool,
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
    Paste,
    Other,
}

#[derive(Default)]
pub(super) struct KeyReader {
    ready: VecDeque<Key>,
    /// Whether the last key was a carriage return. A line feed after it belongs to the same key.
    is_after_return: bool,
    /// Whether the last keys arrived in one burst.
    is_burst: bool,
}

impl KeyReader {
    /// The next key. `None` if no key arrives within `timeout`, or if the window has changed.
    pub(super) fn next(&mut self, timeout: Duration) -> io::Result<Option<Key>> {
        if self.ready.is_empty() {
            self.fill(timeout)?;
        }
        Ok(self.ready.pop_front())
    }

    pub(super) fn next_ready(&mut self) -> Option<Key> {
        self.ready.pop_front()
    }

    pub(super) fn is_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Drops the keys before the last Ctrl-C, as a terminal does, and ends a paste. Returns the number of dropped lines.
    pub(super) fn drop_interrupted(&mut self) -> usize {
        let is_interrupt = |key: &Key| *key == Key::Ctrl('c');
        let Some(last) = self.ready.iter().rposition(is_interrupt) else { return 0 };
        let first = self.ready.iter().take(last).rposition(|key| !is_interrupt(key)).map_or(0, |index| index + 1);
        let dropped_keys: Vec<Key> = self.ready.drain(..first).collect();
        dropped_keys
            .split(|key| matches!(key, Key::Enter { .. }))
            .filter(|line| line.iter().any(|key| matches!(key, Key::Char(_))))
            .count()
    }

    /// Reads the keys typed ahead, and marks their Enter keys as not pressed on their own.
    pub(super) fn read_typed_ahead(&mut self) -> io::Result<()> {
        while self.fill(if self.is_burst { PASTE_GAP } else { Duration::ZERO })? {}
        self.is_burst = false;
        for key in &mut self.ready {
            if let Key::Enter { is_pressed } = key {
                *is_pressed = false;
            }
        }
        Ok(())
    }

    /// Reads all available keys, and waits up to `timeout` for the first. Returns whether any arrived.
    fn fill(&mut self, timeout: Duration) -> io::Result<bool> {
        if !event::poll(POLL_TIMEOUT)? && !wait_for_input(timeout)? {
            return Ok(false);
        }
        let mut events = Vec::new();
        while event::poll(POLL_TIMEOUT)? {
            events.push(event::read()?);
        }
        self.add(events);
        Ok(true)
    }

    fn add(&mut self, events: Vec<Event>) {
        let start = self.ready.len();
        let mut is_pasted = false;
        for event in events {
            match event {
                Event::Paste(text) => {
                    is_pasted = true;
                    self.ready.push_back(Key::Paste);
                    text.chars().for_each(|char| self.push(pasted_key(char), char == '\n'));
                }
                Event::Key(event) if event.kind != KeyEventKind::Release => {
                    let is_line_feed = event.code == KeyCode::Char('j');
                    let [escape, key] = map_event(event);
                    escape.into_iter().chain(key).for_each(|key| self.push(key, is_line_feed));
                }
                _ => {}
            }
        }
        let burst = &mut self.ready.make_contiguous()[start..];
        let char_count = burst.iter().filter(|key| matches!(key, Key::Char(_))).count();
        let enter_count = burst.iter().filter(|key| matches!(key, Key::Enter { .. })).count();
        self.is_burst = enter_count + char_count > 1;
        // Several keys at once are text that was pasted or typed ahead. In such text an Enter ends a line and a tab is a space.
        // Ctrl with a letter is a control character, unless it is a command.
        for index in 0..burst.len() {
            let is_before_text = matches!(burst.get(index + 1), Some(Key::Char(_)));
            burst[index] = match burst[index] {
                Key::Enter { .. } => Key::Enter { is_pressed: !self.is_burst && !is_pasted },
                Key::Tab if is_before_text => Key::Char(' '),
                Key::Ctrl(letter) if self.is_burst && !COMMAND_LETTERS.contains(letter) => {
                    Key::Char(char::from(letter as u8 & 0x1f))
                }
                key => key,
            };
        }
    }

    fn push(&mut self, key: Key, is_line_feed: bool) {
        let is_enter = matches!(key, Key::Enter { .. });
        let ends_crlf = is_enter && is_line_feed && std::mem::take(&mut self.is_after_return);
        if !ends_crlf {
            self.ready.push_back(key);
        }
        self.is_after_return = is_enter && !is_line_feed;
    }
}

/// Waits for input. Returns whether any arrived within `timeout`.
#[cfg(unix)]
fn wait_for_input(timeout: Duration) -> io::Result<bool> {
    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::{Errno, ioctl_fionread},
    };

    /// The pause after which the input is complete: an Escape is then the key itself, and not the beginning of a sequence.
    const QUIET_TIME: Duration = Duration::from_millis(12);
    /// The number of waiting bytes above which keys are read without a pause.
    const MAX_WAITING: u64 = 1024;

    let stdin = rustix::stdio::stdin();
    let timeout = Timespec { tv_sec: timeout.as_secs().cast_signed(), tv_nsec: timeout.subsec_nanos().into() };
    match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&timeout)) {
        Ok(0) | Err(Errno::INTR) => return Ok(false),
        result => result?,
    };
    let mut previous_bytes = 0;
    loop {
        let waiting_bytes = ioctl_fionread(stdin)?;
        if waiting_bytes == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if waiting_bytes == previous_bytes || waiting_bytes > MAX_WAITING {
            return Ok(true);
        }
        previous_bytes = waiting_bytes;
        std::thread::sleep(QUIET_TIME);
    }
}

/// Waits for input. Returns whether any arrived within `timeout`.
#[cfg(not(unix))]
fn wait_for_input(timeout: Duration) -> io::Result<bool> {
    event::poll(timeout)
}

/// The key for a pasted character, never an editing key.
fn pasted_key(char: char) -> Key {
    match char {
        '\r' | '\n' => Key::Enter { is_pressed: false },
        '\t' => Key::Char(' '),
        char => Key::Char(char),
    }
}

/// Maps a key event to one or two keys: an Escape followed by a key arrives as that key with Alt.
fn map_event(KeyEvent { code, modifiers, .. }: KeyEvent) -> [Option<Key>; 2] {
    let has_modifier = |modifier| modifiers.contains(modifier);
    // AltGr on Windows types characters that have no key of their own.
    let is_alt_gr = cfg!(windows) && has_modifier(KeyModifiers::ALT | KeyModifiers::CONTROL);
    let key = match code {
        KeyCode::Char('b') if modifiers == KeyModifiers::ALT => Key::WordLeft,
        KeyCode::Char('f') if modifiers == KeyModifiers::ALT => Key::WordRight,
        KeyCode::Char('d') if modifiers == KeyModifiers::ALT => Key::DeleteWord,
        KeyCode::Backspace if has_modifier(KeyModifiers::ALT) => Key::Ctrl('w'),
        KeyCode::Char(char) if has_modifier(KeyModifiers::CONTROL) && !is_alt_gr => control_key(char),
        KeyCode::Char(char) => Key::Char(char),
        KeyCode::Enter => Key::Enter { is_pressed: false },
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete if !modifiers.is_empty() => Key::DeleteWord,
        KeyCode::Delete => Key::Delete,
        KeyCode::Left if !modifiers.is_empty() => Key::WordLeft,
        KeyCode::Right if !modifiers.is_empty() => Key::WordRight,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Esc => Key::Escape,
        _ => Key::Other,
    };
    let is_escaped = has_modifier(KeyModifiers::ALT) && !is_alt_gr && matches!(key, Key::Char(_) | Key::Enter { .. } | Key::Tab);
    [is_escaped.then_some(Key::Escape), Some(key)]
}

fn control_key(char: char) -> Key {
    match char {
        'a' => Key::Home,
        'b' => Key::Left,
        'e' => Key::End,
        'f' => Key::Right,
        'h' => Key::Backspace,
        'j' => Key::Enter { is_pressed: false },
        'n' => Key::Down,
        'p' => Key::Up,
        // Terminals report these characters for Ctrl with a key that is not a letter.
        ' ' => Key::Ctrl('@'),
        '4' => Key::Ctrl('\\'),
        '5' => Key::Ctrl(']'),
        '6' => Key::Ctrl('^'),
        '7' => Key::Ctrl('_'),
        char => Key::Ctrl(char.to_ascii_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(code, modifiers))
    }

    fn type_events(text: &str) -> Vec<Event> {
        let event = |char| match char {
            '\r' => key(KeyCode::Enter, KeyModifiers::NONE),
            '\t' => key(KeyCode::Tab, KeyModifiers::NONE),
            '\0'..' ' => key(KeyCode::Char(char::from(char as u8 | 0x60)), KeyModifiers::CONTROL),
            char => key(KeyCode::Char(char), KeyModifiers::NONE),
        };
        text.chars().map(event).collect()
    }

    fn received(bursts: impl IntoIterator<Item = Vec<Event>>) -> Vec<Key> {
        let mut keys = KeyReader::default();
        bursts.into_iter().for_each(|burst| keys.add(burst));
        keys.ready.into_iter().collect()
    }

    #[test]
    fn a_line_ends_once_however_it_ends() {
        let ends = |keys: Vec<Key>| keys.iter().filter(|key| matches!(key, Key::Enter { .. })).count();
        for (text, lines) in [("a\rb\r", 2), ("a\nb\n", 2), ("a\r\nb\r\n", 2), ("a\r\r\nb", 2), ("a\n\nb", 2)] {
            assert_eq!(ends(received([type_events(text)])), lines, "{text:?} typed");
            assert_eq!(ends(received([vec![Event::Paste(text.to_owned())]])), lines, "{text:?} pasted");
        }
        assert_eq!(ends(received([type_events("a\r"), type_events("\nb")])), 1, "in two pieces");
    }

    #[test]
    fn enter_is_pressed_only_if_it_comes_alone() {
        let down = key(KeyCode::Down, KeyModifiers::NONE);
        assert_eq!(received([type_events("\r")]), [Key::Enter { is_pressed: true }]);
        assert_eq!(received([[vec![down], type_events("\r")].concat()]), [Key::Down, Key::Enter { is_pressed: true }]);
        assert_eq!(received([type_events("a\r")]), [Key::Char('a'), Key::Enter { is_pressed: false }]);
        assert_eq!(received([type_events("\r\r")]), [Key::Enter { is_pressed: false }; 2]);
        assert_eq!(received([vec![Event::Paste("\r".to_owned())]]), [Key::Paste, Key::Enter { is_pressed: false }]);
    }

    #[test]
    fn control_characters_in_a_burst_are_text() {
        assert_eq!(received([type_events("a\tb")])[1], Key::Char(' '));
        assert_eq!(received([type_events("a\t")])[1], Key::Tab);
        assert_eq!(received([type_events("a\u{7}b")])[1], Key::Char('\u{7}'));
        assert_eq!(received([type_events("\u{7}")]), [Key::Ctrl('g')]);
        assert_eq!(received([type_events("ab\u{15}")])[2], Key::Ctrl('u'));
        assert_eq!(received([vec![Event::Paste("\u{3}\t".to_owned())]])[1..], [Key::Char('\u{3}'), Key::Char(' ')]);
    }

    #[test]
    fn an_interrupt_ends_a_paste() {
        let mut keys = KeyReader::default();
        keys.add(vec![Event::Paste("note one\n\nnote two\nnote \u{3}three".to_owned())]);
        assert_eq!(keys.drop_interrupted(), 0, "a pasted character is no interrupt");
        keys.add(type_events("\u{3}"));
        keys.add(type_events("quit"));
        assert_eq!(keys.drop_interrupted(), 3);
        assert_eq!(keys.next_ready(), Some(Key::Ctrl('c')));
        assert_eq!(keys.next_ready(), Some(Key::Char('q')));
    }

    #[test]
    fn an_escape_is_not_lost_before_what_follows_it() {
        let with_alt = |code| received([vec![key(code, KeyModifiers::ALT)]]);
        assert_eq!(with_alt(KeyCode::Char('q')), [Key::Escape, Key::Char('q')]);
        assert_eq!(with_alt(KeyCode::Char('b')), [Key::WordLeft]);
        assert_eq!(with_alt(KeyCode::Enter)[0], Key::Escape);
        assert_eq!(received([vec![key(KeyCode::Left, KeyModifiers::CONTROL)]]), [Key::WordLeft]);
    }
}
