//! Waits for a key between pages.

use super::{Terminal, columns, keys::Key, raw::stop, say};
use crate::cli::render::paint::cut;
use console::{measure_text_width, style};

impl Terminal {
    /// Whether something was typed before it was asked for: nobody waits to read on.
    pub fn is_typed_ahead(&mut self) -> bool {
        let _ = self.keys.take_in();
        self.keys.is_ready()
    }

    /// Says that there is more, and waits: whether it is wanted. What is typed instead is the beginning of the next line.
    pub fn goes_on(&mut self, said: &str) -> bool {
        loop {
            let said = cut(said, columns().saturating_sub(1));
            say(&format!("\r{}", style(&said).for_stderr().dim()));
            let key = loop {
                match self.key() {
                    Ok(Some(key)) => break Some(key),
                    // A page that stands there is not laid out again for another window: the next is.
                    Ok(None) if self.has_changed() => break None,
                    Ok(None) => {}
                    Err(_) => return false,
                }
            };
            say(&if self.is_dumb { format!("\r{}\r", " ".repeat(measure_text_width(&said))) } else { super::gone(0) });
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
