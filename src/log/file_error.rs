//! Errors with the file of a log, with advice: also of a host that keeps logs elsewhere.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::error::LogParseError;
use super::parse::MAX_PARSE_ERRORS;
use crate::table::escape;

/// The largest log, in bytes.
pub const MAX_LOG_BYTES: u64 = 16 * 1024 * 1024;

/// The reason for which [`FileError::NotALog`] refuses a larger log.
#[cfg(any(feature = "files", feature = "archive"))]
pub(crate) const TOO_LARGE: &str = "is larger than 16 MiB, and no log is: check the name";

/// Whether a file name ends in `.toml`.
pub fn is_log_name(name: impl AsRef<Path>) -> bool {
    name.as_ref().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

/// The most errors of a log that a message lists.
const MAX_LISTED: usize = 12;

fn list_errors(more: &[LogParseError]) -> String {
    let (listed, unlisted) = more.split_at(more.len().min(MAX_LISTED - 1));
    // Parsing stops at `MAX_PARSE_ERRORS`.
    let at_least = if more.len() + 1 < MAX_PARSE_ERRORS { "" } else { "at least " };
    let rest = (!unlisted.is_empty()).then(|| format!("and {at_least}{} more", unlisted.len()));
    listed.iter().map(LogParseError::to_string).chain(rest).flat_map(|text| ["\n\n".to_owned(), text]).collect()
}

/// An error with a log on disk, with advice.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file is not a valid log.
    #[error("{}, {error}{}", escape::path(path), list_errors(more))]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The first error.
        error: Box<LogParseError>,
        /// The other errors, as far as they were collected.
        more: Vec<LogParseError>,
    },
    /// There is no such file.
    #[error("there is no file {}: check the name, or start a log with `fowlplay new`", escape::path(.0))]
    Missing(PathBuf),
    /// The new file already exists.
    #[error("{} is there already, and nothing is overwritten: choose another name", escape::path(.0))]
    Exists(PathBuf),
    /// The file can't be a log, with the reason.
    #[error("{} {}", escape::path(.0), .1)]
    NotALog(PathBuf, String),
    /// The file on disk is not the one that was last read or written.
    #[error("{} was changed by something else, so nothing was saved over it: open it again, then repeat the last command", escape::path(.0))]
    Changed(PathBuf),
    /// The file was not saved.
    #[error("{}", .1.describe(.0))]
    NotSaved(PathBuf, SaveError),
    /// The file can't be read.
    #[error("{} can't be read ({}): check its permissions", escape::path(.0), .1)]
    Unreadable(PathBuf, #[source] io::Error),
}

impl FileError {
    /// Makes a [`FileError::Invalid`] with one error.
    pub fn invalid(path: impl Into<PathBuf>, error: LogParseError) -> Self {
        Self::Invalid { path: path.into(), error: Box::new(error), more: Vec::new() }
    }

    /// The error with its paths relative to a folder, if they lie in it.
    #[must_use]
    pub fn relative_to(self, folder: &Path) -> Self {
        let relative = |path: PathBuf| path.strip_prefix(folder).map(Path::to_owned).unwrap_or(path);
        match self {
            Self::Invalid { path, error, more } => Self::Invalid { path: relative(path), error, more },
            Self::Missing(path) => Self::Missing(relative(path)),
            Self::Exists(path) => Self::Exists(relative(path)),
            Self::NotALog(path, why) => Self::NotALog(relative(path), why),
            Self::Changed(path) => Self::Changed(relative(path)),
            Self::NotSaved(path, SaveError::InTheWay(other)) => {
                Self::NotSaved(relative(path), SaveError::InTheWay(relative(other)))
            }
            Self::NotSaved(path, SaveError::OthersFile(other)) => {
                Self::NotSaved(relative(path), SaveError::OthersFile(relative(other)))
            }
            Self::NotSaved(path, error) => Self::NotSaved(relative(path), error),
            Self::Unreadable(path, error) => Self::Unreadable(relative(path), error),
        }
    }

    #[cfg(any(feature = "files", feature = "archive"))]
    pub(crate) fn not_a_log(path: impl Into<PathBuf>, why: impl Into<String>) -> Self {
        Self::NotALog(path.into(), why.into())
    }
}

/// The reason why a file was not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Another process held the lock until the timeout.
    #[error("somebody else is saving it")]
    InUse,
    /// The name of the lock file or of the new file is taken by something that is not the program's own.
    #[error("{} is in the way", escape::path(.0))]
    InTheWay(PathBuf),
    /// The lock file or the new file belongs to another user.
    #[error("{} belongs to another user", escape::path(.0))]
    OthersFile(PathBuf),
    /// The lock file can't be made or opened.
    #[error("{0}")]
    NoLock(io::Error),
    /// The file system has no locks.
    #[error("{0}")]
    NoLocks(io::Error),
    /// Writing failed; the file is unchanged.
    #[error("{0}")]
    Failed(io::Error),
    /// The file was replaced, but may not be on disk yet.
    #[error("{0}")]
    Unsure(io::Error),
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl SaveError {
    /// The message for the file at a path: why the file was not saved, and what to do.
    pub fn describe(&self, path: &Path) -> String {
        let file = escape::path(path);
        match self {
            Self::InUse => {
                format!("another fowlplay session is still saving {file}: try again, or end that session")
            }
            Self::InTheWay(blocker) => format!(
                "{} is where the program keeps a file of its own while it saves, and it is a link, a folder, a pipe or a file with \
                 several names: nothing was changed; look at it, then take it away",
                escape::path(blocker)
            ),
            Self::OthersFile(blocker) => format!(
                "{file} was not saved, for {} is there, another user's file: a session of theirs saves at this moment, or was ended \
                 while it did; try again, or let them, or whoever owns the directory, delete it",
                escape::path(blocker)
            ),
            Self::NoLocks(error) => format!(
                "{file} was not saved, for the file system of its directory can't lock files ({error}), so that two sessions could \
                 undo each other's changes: use a directory of another file system"
            ),
            Self::NoLock(error) if error.kind() == ErrorKind::InvalidFilename => format!(
                "{file} was not saved ({error}): the program keeps a file beside it whose name is six bytes longer; give it a \
                 shorter name"
            ),
            Self::NoLock(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
                format!("{file} can't be held for changes ({error}): its directory must be writable; use one that is")
            }
            Self::NoLock(error) | Self::Failed(error) => {
                let advice = match error.kind() {
                    ErrorKind::NotFound | ErrorKind::NotADirectory => "there is no such directory",
                    ErrorKind::IsADirectory => "it is a directory, so name a file in it",
                    _ => "check permissions and free space, then try again",
                };
                format!("{file} was not saved ({error}): {advice}; nothing was changed")
            }
            Self::Unsure(error) => format!(
                "whether {file} is on disk as it should be is unknown ({error}): look at it before you do the same again, and make a \
                 copy of it"
            ),
        }
    }
}

impl From<SaveError> for io::Error {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::NoLock(error) | SaveError::NoLocks(error) | SaveError::Failed(error) | SaveError::Unsure(error) => error,
            error => Self::other(error),
        }
    }
}
