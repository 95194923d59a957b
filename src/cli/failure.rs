//! A request that was not carried out: why, for people on standard error or for scripts as JSON, and the exit status.

use super::{
    answer::{Answer, warn},
    escape::clean_lines,
    json, paint, say,
};
use fowlplay::{
    log::{FileError, ReadError},
    referee::{NoSuchGame, Refusal},
    table::Book,
};
use serde_json::{Value, json};
use std::{path::Path, process::ExitCode};

/// Why a request was not carried out.
#[derive(Debug)]
pub enum Failure {
    /// Something about the request or the machine.
    Plain(String),
    /// The log itself, as a file or as a text.
    File(Box<FileError>),
    /// The referee refuses.
    Refused {
        /// Why.
        refusal: Box<Refusal>,
        /// The book of the game, where it is known.
        book: Option<&'static Book>,
        /// What stands before it: which of several lines it is.
        context: Option<String>,
    },
}

impl Failure {
    /// A failure in plain words.
    pub fn plain(why: impl Into<String>) -> Self {
        Self::Plain(why.into())
    }

    /// A refusal in a game.
    pub fn refused(refusal: Refusal, book: &'static Book) -> Self {
        Self::Refused { refusal: Box::new(refusal), book: Some(book), context: None }
    }

    /// A log that can't be read.
    pub fn unreadable(path: &Path, error: ReadError) -> Self {
        Self::File(Box::new(FileError::Read { path: path.to_owned(), error: Box::new(error) }))
    }

    /// The exit status: 1 where a rule stands against it, else 2.
    pub fn status(&self) -> u8 {
        match self {
            Self::Refused { refusal, .. } if refusal.is_foul() => 1,
            _ => 2,
        }
    }

    /// In words.
    pub fn words(&self) -> String {
        match self {
            Self::Plain(why) => clean_lines(why).into_owned(),
            Self::File(error) => clean_lines(&error.to_string()).into_owned(),
            Self::Refused { refusal, book, context } => {
                let refused = say::refusal(refusal, *book);
                match context {
                    Some(context) => format!("{}\n{refused}", paint::wrap(&clean_lines(context), "", "  ")),
                    None => refused,
                }
            }
        }
    }

    /// What stands under `error` in a JSON document.
    pub fn json(&self) -> Value {
        match self {
            Self::File(error) => json::file_error(error),
            Self::Refused { refusal, .. } => json::refusal(refusal),
            Self::Plain(_) => json!({ "message": console::strip_ansi_codes(&self.words()) }),
        }
    }

    /// Tells it, and gives the exit status.
    pub fn report(&self, json: bool) -> ExitCode {
        let status = self.status();
        if json && let Ok(answer) = Answer::json(&json!({ "error": self.json() })) {
            return answer.with_status(status).give();
        }
        let words = self.words();
        match self {
            Self::Refused { .. } => warn(&words),
            // What is shown with a caret under it has its own lines.
            _ if words.contains('\n') => warn(&format!("{} {words}", label())),
            _ => warn(&paint::wrap(&format!("{} {words}", label()), "", "  ")),
        }
        ExitCode::from(status)
    }
}

fn label() -> String {
    console::Style::new().red().bold().apply_to("error:").to_string()
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::File(Box::new(error))
    }
}

impl From<NoSuchGame> for Failure {
    fn from(error: NoSuchGame) -> Self {
        Self::Plain(error.to_string())
    }
}
