//! The reasons why an entry of an archive can't be read. A reason is reported once, and processing continues.

use crate::{
    log::{FileError, LogParseError},
    table::escape::path,
};
use std::{io, path::PathBuf};

/// The reason why an entry can't be read.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// The file can't be read, or fails to parse.
    #[error(transparent)]
    File(#[from] FileError),
    /// A folder can't be listed.
    #[error("can't list {} ({}): check its permissions, or leave it out", path(.0), .1)]
    Folder(PathBuf, #[source] io::Error),
    /// A link leads back to a folder that contains it.
    #[error("{} leads back to {}, a loop: remove the link", path(.0), path(.1))]
    LinkCycle(PathBuf, PathBuf),
    /// A line of standard input is not a log.
    #[error("line {0} of the input {1}; each line is one JSON object, {{\"file\": …, \"text\": …}}")]
    Line(u64, String),
}

impl EntryError {
    /// The error on one line, with its place in the file, if any: `line 3, column 5: …`. Names the file only if its name is
    /// wrong.
    pub fn in_a_line(&self) -> String {
        match self {
            Self::File(FileError::Invalid { error, .. }) => with_place(error),
            other => other.to_string(),
        }
    }
}

fn with_place(error: &LogParseError) -> String {
    format!("line {}, column {}: {}", error.line, error.column, error.one_line())
}
