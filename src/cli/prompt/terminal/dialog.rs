//! Prints the session's prose, wrapped to the terminal's width, and counts the rows printed since the table was drawn.

use crate::cli::{out::newlines, render::style::wrap};
use console::{Term, measure_text_width};
use std::{
    io::Write as _,
    sync::atomic::{AtomicUsize, Ordering},
};

/// How many rows were printed since the table was drawn, including the table.
static ROWS_PRINTED: AtomicUsize = AtomicUsize::new(0);

/// Prints a sentence or two at the terminal's width.
pub fn print_wrapped(text: &str) {
    print(format_args!("{}", wrap(text, "", "")));
}

/// Prints a line. Ignores errors: without a terminal nobody reads it.
pub fn print(text: std::fmt::Arguments) {
    let text = text.to_string();
    count(rows(&text));
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(newlines(&(text + "\n")).as_bytes()).and_then(|()| out.flush());
}

/// Resets the count: the table is being drawn.
pub fn begin() {
    ROWS_PRINTED.store(0, Ordering::Relaxed);
}

/// Adds rows that were printed elsewhere.
pub fn count(rows: usize) {
    ROWS_PRINTED.fetch_add(rows, Ordering::Relaxed);
}

/// How many rows were printed since the table was drawn.
pub fn rows_printed() -> usize {
    ROWS_PRINTED.load(Ordering::Relaxed)
}

/// How many rows and columns the terminal has.
pub fn window() -> (usize, usize) {
    let (rows, columns) = Term::stdout().size();
    (rows.into(), usize::from(columns).max(20))
}

/// How many rows a text takes.
pub fn rows(text: &str) -> usize {
    let columns = window().1;
    text.split('\n').map(|line| measure_text_width(line).div_ceil(columns).max(1)).sum()
}
