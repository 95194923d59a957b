//! Prints the session's prose, wrapped to the terminal's width.

use crate::cli::{print::newlines, render::style::wrap};
use console::{Term, measure_text_width};
use crossterm::{
    cursor::MoveTo,
    terminal::{Clear, ClearType},
};
use std::io::Write as _;

/// Prints a paragraph, wrapped to the terminal's width.
pub(crate) fn print_wrapped(text: &str) {
    print(format_args!("{}", wrap(text, "", "")));
}

/// Prints a line. Ignores errors: without a terminal there is no reader.
pub(crate) fn print(text: std::fmt::Arguments) {
    let text = text.to_string();
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(newlines(&(text + "\n")).as_bytes()).and_then(|()| out.flush());
}

/// Clears the screen. A terminal without escape sequences continues below a blank line.
pub(crate) fn clear() {
    let clear = if super::is_dumb() { "\n".to_owned() } else { format!("{}{}", MoveTo(0, 0), Clear(ClearType::All)) };
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(newlines(&clear).as_bytes()).and_then(|()| out.flush());
}

/// The number of rows and columns of the terminal.
pub(crate) fn window() -> (usize, usize) {
    let (rows, columns) = Term::stdout().size();
    (rows.into(), usize::from(columns).max(20))
}

/// The number of rows that a text takes on the terminal.
pub(crate) fn rows(text: &str) -> usize {
    let columns = window().1;
    text.split('\n').map(|line| measure_text_width(line).div_ceil(columns).max(1)).sum()
}
