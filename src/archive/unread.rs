//! Why a log of an archive can't be read. It is reported once, and the rest goes on.

use crate::{
    log::{FileError, ReadError},
    table::escape::path,
};
use std::{io, path::PathBuf};

/// Why something under the paths, or on standard input, is no log that can be read.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// The file can't be read, or not as a log.
    #[error(transparent)]
    File(#[from] FileError),
    /// A folder can't be looked into.
    #[error("{} can't be looked into ({}): check its permissions, or take it away", path(.0), .1)]
    Folder(PathBuf, #[source] io::Error),
    /// A link that leads back to a folder it lies in.
    #[error("{} leads back to {}, and so round in a circle: take the link away", path(.0), path(.1))]
    Circle(PathBuf, PathBuf),
    /// A line of standard input is no log.
    #[error("line {0} of the input {1}; each line is one JSON object, {{\"file\": …, \"text\": …}}")]
    Line(u64, String),
}

impl Unread {
    /// The same in one line, with its place where it has one: `line 3, column 5: …`. The file is not named, except where the
    /// sentence is about its name.
    pub fn in_a_line(&self) -> String {
        match self {
            Self::File(FileError::Read { error, .. }) => slip(error),
            other => other.to_string(),
        }
    }
}

/// What is wrong in a log, and where.
fn slip(error: &ReadError) -> String {
    format!("line {}, column {}: {}", error.line, error.column, error.in_a_line())
}
