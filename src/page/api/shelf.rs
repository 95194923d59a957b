//! The shelf: where the logs of the API are kept, in a folder or in a browser.

use crate::{
    archive::stats::is_aliases,
    log::{FileError, OffsetTime},
    table::is_escaped,
};
use std::time::SystemTime;

/// The extension of a log's file. The name of a log is that of its file without it.
pub(crate) const EXTENSION: &str = ".toml";

/// The most characters and bytes of a new log's name, valid on every system with its extension and a temporary suffix.
const MAX_NAME: (usize, usize) = (100, 230);

/// A log on the shelf, as it is listed.
#[derive(Clone, Debug)]
pub struct ShelfEntry {
    /// The name of the log.
    pub name: String,
    /// The time of its last change.
    pub changed: SystemTime,
    /// A text that is different after a change. `None` if a change could go unnoticed, as a second one within a tick of the clock.
    pub stamp: Option<String>,
}

/// The logs that the API reads and changes, and a clock. A host implements it; names are checked before it is asked.
pub trait Shelf: Send + Sync {
    /// All logs, in any order. Files that turn out to be no logs may be among them.
    fn list(&self) -> Vec<ShelfEntry>;

    /// The text of a log. `None` if there is no log of this name.
    fn read(&self, name: &str) -> Option<Result<String, FileError>>;

    /// Adds a log. When this returns, the log is saved.
    ///
    /// # Errors
    /// [`FileError::Exists`] if there is one of this name, or another error of the host.
    fn create(&self, name: &str, text: &str) -> Result<(), FileError>;

    /// Replaces the text of a log. When this returns, the log is saved.
    ///
    /// # Errors
    /// [`FileError::Changed`] if the log's text isn't `old` any more, or another error of the host.
    fn replace(&self, name: &str, old: &str, new: &str) -> Result<(), FileError>;

    /// The text of the aliases of players, if there is one.
    ///
    /// # Errors
    /// If the aliases can't be read.
    fn aliases(&self) -> Result<Option<String>, FileError>;

    /// The name of the log, if only one is offered.
    fn only(&self) -> Option<&str> {
        None
    }

    /// The present time.
    fn now(&self) -> OffsetTime {
        OffsetTime::now()
    }
}

/// Whether a text can be the name of a log: it has no path separator, and is not hidden.
pub(crate) fn is_log_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0'])
}

/// Whether a text can be the name of a new log. Some systems allow no colon, a leading dash looks like an option, and a control
/// character would be shown as an escape.
pub(crate) fn is_new_log_name(name: &str) -> bool {
    is_log_name(name)
        && !name.starts_with('-')
        && name.chars().count() <= MAX_NAME.0
        && name.len() <= MAX_NAME.1
        && !name.contains(|char: char| char == ':' || is_escaped(char))
        && !is_aliases(file_name(name).as_ref())
}

/// The name of a log's file.
pub(crate) fn file_name(name: &str) -> String {
    format!("{name}{EXTENSION}")
}
