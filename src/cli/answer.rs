//! What a command answers: a text for people or one JSON document, and whether a rule is broken.

use super::{escape::clean_json, failure::Failure};
use serde::Serialize;
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// What goes to standard output, and the exit status with it.
#[derive(Debug)]
pub struct Answer {
    text: String,
    status: u8,
}

impl Answer {
    /// All legal, or done.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), status: 0 }
    }

    /// One JSON document.
    ///
    /// # Errors
    /// When it can't be written as JSON, which doesn't happen.
    pub fn json(document: &impl Serialize) -> Result<Self, Failure> {
        serde_json::to_string_pretty(document).map(clean_json).map(Self::text).map_err(|error| Failure::plain(error.to_string()))
    }

    /// The same with another exit status.
    #[must_use]
    pub fn with_status(mut self, status: u8) -> Self {
        self.status = status;
        self
    }

    /// Prints it.
    pub fn give(self) -> ExitCode {
        match print(&mut io::stdout().lock(), &self.text) {
            Ok(()) => ExitCode::from(self.status),
            Err(error) => {
                warn(&format!("standard output can't be written: {error}"));
                ExitCode::from(2)
            }
        }
    }
}

/// Prints a text with a line break at its end. Who reads it may stop listening (`| head`).
fn print(to: &mut impl Write, text: &str) -> io::Result<()> {
    let written = writeln!(to, "{}", text.trim_end_matches('\n')).and_then(|()| to.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Prints a text on standard error, in colours only if that is a terminal.
pub fn warn(text: &str) {
    let plain;
    let text = if console::colors_enabled_stderr() {
        text
    } else {
        plain = console::strip_ansi_codes(text);
        &plain
    };
    // Where even this can't be said, nobody is listening.
    let _ = print(&mut io::stderr().lock(), text);
}
