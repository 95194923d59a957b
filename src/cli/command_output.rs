//! The output of a command: text or one JSON document, or an error; and the exit status.

use super::{
    print::{self, warn},
    program::program,
    render::{changes, messages, style},
};
use crate::{
    actions::{ActionError, Outcome, WithHalted},
    log::{FileError, LineRef},
    referee::{Refusal, document},
    table::escape::{clean_json, clean_lines},
};
use anyhow::{Error, Result};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    fmt::{self, Display},
    io,
    path::Path,
    process::ExitCode,
};

#[derive(Debug)]
pub(super) struct CommandOutput {
    text: String,
    status: u8,
    /// Whether a log was saved. A failed print is then reported differently, so that the command is not repeated.
    is_saved: bool,
}

impl CommandOutput {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), status: 0, is_saved: false }
    }

    pub(super) fn json(document: &impl Serialize) -> Result<Self> {
        Ok(Self::text(clean_json(serde_json::to_string_pretty(document)?)))
    }

    /// One JSON document about a log, whose judging may have been `halted`.
    pub(super) fn of_log(document: &impl Serialize, halted: Option<LineRef>) -> Result<Self> {
        Self::json(&WithHalted::of(document, halted))
    }

    /// The output of a saved change. `was_shown`: the user has seen its preview.
    pub(super) fn for_change(outcome: &Outcome, file: &Path, was_shown: bool, json: bool) -> Result<Self> {
        let file = file.display().to_string();
        let redo = || format!("{} redo {}", program(), messages::quoted(&file));
        let text = || Self::text(changes::report(outcome, &redo(), was_shown));
        Ok(if json { Self::json(&outcome.document(&file))? } else { text() }.after_save())
    }

    /// Marks the output as that of a saved change.
    #[must_use]
    pub(super) fn after_save(mut self) -> Self {
        self.is_saved = true;
        self
    }

    #[must_use]
    pub(super) fn with_status(mut self, status: u8) -> Self {
        self.status = status;
        self
    }

    pub(super) fn print(self) -> ExitCode {
        match print::print(&mut io::stdout().lock(), &self.text) {
            Err(error) if self.is_saved => {
                warn(&format!("saved, but standard output can't be written ({error}), where it would say:\n{}", self.text));
                ExitCode::from(3)
            }
            print_result => exit_code(print_result, self.status),
        }
    }
}

pub(super) fn exit_code(print_result: io::Result<()>, status: u8) -> ExitCode {
    match print_result {
        Ok(()) => ExitCode::from(status),
        // The reader may have closed the pipe (`| head`).
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(status),
        Err(error) => {
            warn(&format!("standard output can't be written: {error}"));
            ExitCode::from(2)
        }
    }
}

/// A refusal by the referee. If it refuses one of several lines, the error has a [`RefusedLine`] as context, printed first.
#[derive(Debug, thiserror::Error)]
#[error("{}", messages::refusal(refusal))]
struct RefusalError {
    refusal: Refusal,
}

/// The line because of which nothing was recorded.
#[derive(Debug)]
pub(super) struct RefusedLine {
    /// The line number in standard input, counted from 1, if the line comes from there.
    pub input_line: Option<usize>,
    pub message: String,
}

impl Display for RefusedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

pub(super) fn refusal_error(refusal: Refusal) -> Error {
    RefusalError { refusal }.into()
}

pub(super) fn action_error(error: ActionError) -> Error {
    match error {
        ActionError::File(error) => error.into(),
        ActionError::Refused(refusal) => refusal_error(refusal),
        ActionError::Cannot(why) => Error::msg(why),
    }
}

pub(super) fn error_text(error: &Error) -> String {
    let outermost = error.to_string();
    match error.downcast_ref::<RefusalError>().map(ToString::to_string) {
        Some(refusal_text) if refusal_text == outermost => refusal_text,
        Some(refusal_text) => format!("{}\n{refusal_text}", style::wrap(&clean_lines(&outermost), "", "  ")),
        None => clean_lines(&outermost).into_owned(),
    }
}

/// The elements of `errors` in a JSON document; the first of them is also its `error`.
pub(super) fn error_documents(error: &Error) -> Vec<Value> {
    if let Some(RefusalError { refusal, .. }) = error.downcast_ref() {
        let mut document = document::refusal(refusal);
        if let Some(number) = error.downcast_ref::<RefusedLine>().and_then(|line| line.input_line) {
            document["input_line"] = json!(number);
        }
        vec![document]
    } else if let Some(error) = error.downcast_ref::<FileError>() {
        document::file_errors(error)
    } else {
        vec![json!({ "message": console::strip_ansi_codes(&error_text(error)) })]
    }
}

/// Prints an error, and returns the exit status: 1 if a rule forbids the request, otherwise 2.
pub(super) fn report(error: &Error, json: bool) -> ExitCode {
    let referee_error = error.downcast_ref::<RefusalError>();
    let status = if referee_error.is_some_and(|referee_error| referee_error.refusal.is_foul()) { 1 } else { 2 };
    if json {
        let errors = error_documents(error);
        if let Ok(output) = CommandOutput::json(&json!({"error": errors.first(), "errors": errors})) {
            return output.with_status(status).print();
        }
    }
    let text = error_text(error);
    let labelled = format!("{} {text}", console::Style::new().red().bold().apply_to("error:"));
    match referee_error {
        Some(_) => warn(&text),
        // A text with carets has its own line breaks.
        None if text.contains('\n') => warn(&labelled),
        None => warn(&style::wrap(&labelled, "", "  ")),
    }
    ExitCode::from(status)
}
