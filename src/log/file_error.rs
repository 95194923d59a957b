//! What can go wrong with a log on disk.

use std::io;
use std::path::PathBuf;

use super::error::ReadError;

/// What went wrong with a log on disk, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file can be read, but not as a log.
    #[error("{}, {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong in it, and where.
        error: Box<ReadError>,
    },
    /// There is no such file.
    #[error("there is no file {}: check the name, or start a log with `fowlplay new`", .0.display())]
    Missing(PathBuf),
    /// A file that should be new is there already.
    #[error("{} is there already, and nothing is overwritten: choose another name", .0.display())]
    Exists(PathBuf),
    /// A directory, or something else that is no file.
    #[error("{} is not a file: name the log itself", .0.display())]
    NotAFile(PathBuf),
    /// The name doesn't end in `.toml`.
    #[error("the name {} doesn't end in `.toml`, as the name of a log does: rename the file, or check the name", .0.display())]
    NotToml(PathBuf),
    /// The file is not text.
    #[error("{} is not UTF-8 text: byte {byte}, on line {line}, can't be read; save the file as UTF-8", path.display())]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The line of the first bad byte, counted from 1.
        line: usize,
        /// The first bad byte, counted from 1.
        byte: usize,
    },
    /// The file is far larger than any log.
    #[error("{} is larger than 16 MiB, and no log is: check the name", .0.display())]
    TooLarge(PathBuf),
    /// The log would be larger than what is read.
    #[error("{} was not saved, for it would be larger than 16 MiB and could not be read again: begin another log", .0.display())]
    GrownTooLarge(PathBuf),
    /// Another session holds the log.
    #[error("{} is in use by another session of fowlplay: end that one first", .0.display())]
    InUse(PathBuf),
    /// The file on disk is not the one that this session read or wrote last.
    #[error("{} was changed by something else, so nothing was saved over it: open it again, then repeat the last command", .0.display())]
    Changed(PathBuf),
    /// The lock beside the log can't be made.
    #[error("{} can't be held for changes ({error}): its directory must be writable; copy the log to where it is", path.display())]
    NoLock {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The file can't be written.
    #[error("{} was not saved ({error}): check permissions and free space, then try again; the file is as it was", path.display())]
    NotSaved {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The file can't be read.
    #[error("{} can't be read ({error}): check its permissions", path.display())]
    NotRead {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
}
