//! A log on disk: read, and saved unless another process has changed it meanwhile.

use std::io;
use std::path::{Path, PathBuf};

use super::disk::{self, AtomicSave, DirEntry, FileHandle, NewFileMode, OpenMode, SaveError, clear_leftovers, is_no_file};
use super::error::LogParseError;
use super::model::Log;
use super::parse::MAX_READ_ERRORS;
use crate::table::escape;

/// The largest log, in bytes.
pub const MAX_LOG_BYTES: u64 = 16 * 1024 * 1024;

/// A log on disk, saved only if no other process has changed the file. A path is followed through symbolic links again at each
/// save; a name in an open folder ([`DirEntry`]) is never a link.
#[derive(Debug)]
pub struct LogFile {
    path: PathBuf,
    /// Whether `path` is followed through symbolic links.
    is_named: bool,
    real: DirEntry,
    log: Log,
}

impl LogFile {
    /// Reads and parses a log.
    pub fn read(path: impl AsRef<Path>) -> Result<Log, FileError> {
        let path = path.as_ref();
        parse(path, Self::text(path)?)
    }

    /// Reads a log in an open folder. Fails for a symbolic link.
    pub fn read_at(entry: &DirEntry) -> Result<Log, FileError> {
        parse(&entry.path(), Self::text_at(entry)?)
    }

    /// Reads the text of a log in an open folder, without parsing.
    pub fn text_at(entry: &DirEntry) -> Result<String, FileError> {
        text(&entry.path(), entry.open(OpenMode::Read))
    }

    /// Reads the text of a log, without parsing.
    pub fn text(path: impl AsRef<Path>) -> Result<String, FileError> {
        let path = path.as_ref();
        text(path, disk::open_path(path))
    }

    /// Opens a log to change it, and removes what a killed session left beside the log.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let log = Self::read(path)?;
        let real = DirEntry::resolving_links(path).map_err(|error| read_error(path, error))?;
        Self { path: path.to_owned(), is_named: true, real, log }.cleared()
    }

    /// Opens a log in an open folder to change it.
    pub fn open_at(entry: DirEntry) -> Result<Self, FileError> {
        let log = Self::read_at(&entry)?;
        Self { path: entry.path(), is_named: false, real: entry, log }.cleared()
    }

    /// Opens the log again, as it is on disk now.
    pub fn reopen(&self) -> Result<Self, FileError> {
        if self.is_named { Self::open(&self.path) } else { Self::open_at(self.real.clone()) }
    }

    fn cleared(self) -> Result<Self, FileError> {
        clear_leftovers(&self.real).map_err(|error| FileError::NotSaved(self.path.clone(), error))?;
        Ok(self)
    }

    /// Writes a new log and opens it. Never overwrites a file, and writes nothing if `text` is not a log.
    pub fn create(path: impl AsRef<Path>, text: String) -> Result<Self, FileError> {
        let path = path.as_ref();
        // A dangling link counts as a taken name.
        Self::create_in(path, text, true, || DirEntry::in_folder_of(path))
    }

    /// Writes a new log in an open folder, and opens it.
    pub fn create_at(entry: DirEntry, text: String) -> Result<Self, FileError> {
        Self::create_in(&entry.path(), text, false, || Ok(entry))
    }

    fn create_in(
        path: &Path,
        text: String,
        is_named: bool,
        entry: impl FnOnce() -> io::Result<DirEntry>,
    ) -> Result<Self, FileError> {
        if path.is_dir() {
            return Err(FileError::unreadable(path, NO_FILE));
        }
        named_toml(path)?;
        check_size(path, &text)?;
        let log = parse(path, text)?;
        let real = entry().map_err(|error| FileError::NotSaved(path.to_owned(), error.into()))?;
        if real.exists() {
            return Err(FileError::Exists(path.to_owned()));
        }
        let saved = AtomicSave::begin(&real, NewFileMode::Usual).and_then(|saving| {
            saving.file().write(log.text().as_bytes())?;
            saving.finish(false)
        });
        saved.map_err(|error| match error {
            SaveError::Failed(error) if error.kind() == io::ErrorKind::AlreadyExists => FileError::Exists(path.to_owned()),
            error => FileError::NotSaved(path.to_owned(), error),
        })?;
        Ok(Self { path: path.to_owned(), is_named, real, log })
    }

    /// The log as it was last read or written.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The path that was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The entry that the path leads to now. Fails if the folder or name is another.
    fn place(&self) -> Result<DirEntry, FileError> {
        let now = if self.is_named { DirEntry::resolving_links(&self.path).ok() } else { Some(self.real.clone()) };
        now.filter(|now| *now == self.real).ok_or_else(|| FileError::Changed(self.path.clone()))
    }

    fn unchanged(&self, place: &DirEntry) -> Result<(), FileError> {
        let is_same = place.read(MAX_LOG_BYTES).is_ok_and(|bytes| bytes == self.log.text().as_bytes());
        if is_same { Ok(()) } else { Err(FileError::Changed(self.path.clone())) }
    }

    /// Saves the log to disk. After an error, file and [`LogFile::log`] are unchanged, except for [`SaveError::Unsure`].
    pub fn save(&mut self, log: Log) -> Result<(), FileError> {
        check_size(&self.path, log.text())?;
        let place = self.place()?;
        self.unchanged(&place)?;
        let failed = |error| SaveError::Failed(error);
        let saved = AtomicSave::begin(&place, NewFileMode::Private).map_err(SaveFailure::Save).and_then(|saving| {
            // The folder's permissions alone would allow replacing a write-protected log.
            if place.open(OpenMode::Read).and_then(|old| old.about()).map_err(failed)?.is_read_only {
                return Err(failed(io::Error::new(io::ErrorKind::PermissionDenied, "it is protected from writing")).into());
            }
            let old = place.open(OpenMode::Change).map_err(failed)?;
            // Permissions come before the content: the new file is never readable by more users than the log.
            saving.file().copy_metadata_from(&old).and_then(|()| saving.file().write(log.text().as_bytes())).map_err(failed)?;
            saving.finish_if(true, || self.unchanged(&place).map_err(SaveFailure::File))
        });
        saved.map_err(|error| match error {
            SaveFailure::File(error) => error,
            SaveFailure::Save(error) => FileError::NotSaved(self.path.clone(), error),
        })?;
        (self.real, self.log) = (place, log);
        Ok(())
    }
}

enum SaveFailure {
    Save(SaveError),
    File(FileError),
}

impl From<SaveError> for SaveFailure {
    fn from(error: SaveError) -> Self {
        Self::Save(error)
    }
}

/// Whether a file name ends in `.toml`.
pub fn is_log_name(name: impl AsRef<Path>) -> bool {
    name.as_ref().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

fn named_toml(path: &Path) -> Result<(), FileError> {
    if is_log_name(path) { Ok(()) } else { Err(FileError::unreadable(path, NOT_TOML)) }
}

/// A file over the limit could not be read again.
fn check_size(path: &Path, text: &str) -> Result<(), FileError> {
    if text.len() as u64 > MAX_LOG_BYTES { Err(FileError::unreadable(path, GROWN)) } else { Ok(()) }
}

fn read_error(path: &Path, error: io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::NotFound => FileError::Missing(path.to_owned()),
        _ if is_no_file(&error) => FileError::unreadable(path, NO_FILE),
        _ => FileError::Unreadable(path.to_owned(), error),
    }
}

/// Reads a log, with the checks of name, size and encoding.
fn text(path: &Path, opened: io::Result<FileHandle>) -> Result<String, FileError> {
    // The name is checked first, also for a file that may not be read.
    if opened.as_ref().map_or_else(|error| error.kind() == io::ErrorKind::PermissionDenied, |_| true) {
        named_toml(path)?;
    }
    let file = opened.map_err(|error| read_error(path, error))?;
    let is_large = file.about().map_err(|error| read_error(path, error))?.length > MAX_LOG_BYTES;
    let bytes = if is_large { Vec::new() } else { file.read(MAX_LOG_BYTES).map_err(|error| read_error(path, error))? };
    if is_large || bytes.len() as u64 > MAX_LOG_BYTES {
        return Err(FileError::unreadable(path, TOO_LARGE));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].split(|byte| *byte == b'\n').count();
        let byte = good + 1;
        FileError::unreadable(
            path,
            format!("is not UTF-8 text: byte {byte}, on line {line}, can't be read; save the file as UTF-8"),
        )
    })
}

fn parse(path: &Path, text: String) -> Result<Log, FileError> {
    Log::parse(text).map_err(|error| FileError::invalid(path, error))
}

const MAX_LISTED: usize = 12;

fn list(more: &[LogParseError]) -> String {
    let (list, left) = more.split_at(more.len().min(MAX_LISTED - 1));
    // Parsing stops at `MAX_READ_ERRORS`.
    let least = if more.len() + 1 < MAX_READ_ERRORS { "" } else { "at least " };
    let left = (!left.is_empty()).then(|| format!("and {least}{} more", left.len()));
    list.iter().map(LogParseError::to_string).chain(left).flat_map(|text| ["\n\n".to_owned(), text]).collect()
}

/// An error with a log on disk, with advice.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file is not a valid log.
    #[error("{}, {error}{}", escape::path(path), list(more))]
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

    pub(crate) fn unreadable(path: impl Into<PathBuf>, why: impl Into<String>) -> Self {
        Self::NotALog(path.into(), why.into())
    }
}

/// A reason of [`FileError::NotALog`], to be read after the path.
const NO_FILE: &str = "is not a file: name the log itself";
const NOT_TOML: &str = "doesn't end in `.toml`, as the name of a log does: rename the file, or check the name";
pub(crate) const TOO_LARGE: &str = "is larger than 16 MiB, and no log is: check the name";
const GROWN: &str = "was not saved, for it would be larger than 16 MiB and could not be read again: begin another log";
