//! Shows texts longer than the window page by page.

use super::{Terminal, columns, dialog, keys::Key, raw::stop, write};
use crate::{cli::render::style::cut, table::count_of};
use console::{measure_text_width, style};

/// A window with fewer rows is not paged.
const MIN_ROWS: usize = 5;

/// Shows a text one page at a time, until its end or until the user stops. `above` rows stay on the screen above the first page, and
/// `below` rows are kept free below the last. Doesn't wait if lines were typed ahead.
pub fn show(terminal: &mut Terminal, text: &str, mut above: usize, below: usize) {
    let mut rest = text;
    loop {
        let rows = dialog::window().0;
        let room = rows.saturating_sub(above + below.max(1));
        let needed = dialog::rows(rest);
        if needed <= room || rows < MIN_ROWS || terminal.is_typed_ahead() {
            out!("{rest}");
            return;
        }
        let (page, left) = rest.split_at(end_of_page(rest, room));
        if let Some(page) = page.strip_suffix('\n') {
            out!("{page}");
        }
        rest = left;
        let left = count_of(dialog::rows(rest), "more line", "more lines");
        if !terminal.wait_for_more(&format!("… {left}: Space goes on, Escape ends")) {
            return;
        }
        above = 0;
    }
}

/// The byte at which the first page of a text ends, if a page has `room` rows.
fn end_of_page(text: &str, room: usize) -> usize {
    let mut left = room;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let Some(remaining) = left.checked_sub(dialog::rows(line.trim_end_matches('\n'))) else { break };
        left = remaining;
        end += line.len();
    }
    // A line that is longer than the window is shown too, once there is nothing above it.
    if end == 0 && room + 1 >= dialog::window().0 { text.find('\n').map_or(text.len(), |at| at + 1) } else { end }
}

impl Terminal {
    /// Whether something was typed ahead: then the user isn't waiting to read on.
    pub fn is_typed_ahead(&mut self) -> bool {
        let _ = self.keys.read_typed_ahead();
        self.keys.is_ready()
    }

    /// Shows a `hint` and waits for a key: returns whether to go on. Typed text ends the wait and begins the next line.
    pub fn wait_for_more(&mut self, hint: &str) -> bool {
        loop {
            let hint = cut(hint, columns().saturating_sub(1));
            write(&format!("\r{}", style(&hint).for_stderr().dim()));
            let key = loop {
                match self.key() {
                    Ok(Some(key)) => break Some(key),
                    // The page on screen is not laid out again when the window changes; the next one is.
                    Ok(None) if self.has_changed() => break None,
                    Ok(None) => {}
                    Err(_) => return false,
                }
            };
            write(&if self.is_dumb { format!("\r{}\r", " ".repeat(measure_text_width(&hint))) } else { super::erase(0) });
            match key {
                Some(Key::Char(' ') | Key::Enter { pressed: true } | Key::Down | Key::PageDown | Key::End) => return true,
                Some(Key::Escape | Key::Ctrl('c' | 'd')) => return false,
                Some(key @ (Key::Char(_) | Key::Enter { .. } | Key::Paste)) => {
                    self.keys.put_back(key);
                    return false;
                }
                Some(Key::Ctrl('z')) => stop(),
                _ => {}
            }
        }
    }
}
