//! How a session speaks: prose at the terminal's width.

use crate::cli::paint::wrap;
use std::io::Write as _;

/// Prints a sentence or two at the terminal's width.
pub fn tell(text: &str) {
    print(format_args!("{}", wrap(text, "", "")));
}

/// A question as it stands at the beginning of a line.
pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Prints a line. Where nobody can read it any more, there is nobody to tell.
pub fn print(text: std::fmt::Arguments) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
