//! Prints text, also while the terminal is in raw mode.

use crossterm::terminal::is_raw_mode_enabled;
use std::{
    borrow::Cow,
    io::{self, Write},
};

/// Writes a text, with exactly one line break at its end.
pub(super) fn print(output: &mut impl Write, text: &str) -> io::Result<()> {
    let text = format!("{}\n", text.trim_end_matches('\n'));
    output.write_all(newlines(&text).as_bytes()).and_then(|()| output.flush())
}

/// Prints a text on standard error, without colours if they are disabled there.
pub(super) fn warn(text: &str) {
    let plain;
    let text = if console::colors_enabled_stderr() {
        text
    } else {
        plain = console::strip_ansi_codes(text);
        &plain
    };
    // Ignore a failed print: without standard error there is no reader.
    let _ = print(&mut io::stderr().lock(), text);
}

/// A text with the line breaks that the terminal needs: in raw mode a line feed alone keeps the cursor in its column.
pub(super) fn newlines(text: &str) -> Cow<'_, str> {
    if text.contains('\n') && is_raw_mode_enabled().unwrap_or(false) { text.replace('\n', "\r\n").into() } else { text.into() }
}
