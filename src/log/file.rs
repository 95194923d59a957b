//! A log on disk: read, and saved unless another process has changed it meanwhile.

use std::io;
use std::path::{Path, PathBuf};

use super::disk::{self, AtomicSave, DirEntry, FileHandle, NewFileMode, OpenMode, clear_leftovers, is_not_a_file};
use super::file_error::{FileError, MAX_LOG_BYTES, SaveError, TOO_LARGE, is_log_name};
use super::model::Log;

/// A log on disk, saved only if no other process has changed the file. A path is followed through symbolic links again at each
/// save; a name in an open folder ([`DirEntry`]) is never a link.
#[derive(Debug)]
pub struct LogFile {
    path: PathBuf,
    entry: DirEntry,
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
        read_text(&entry.path(), entry.open(OpenMode::Read))
    }

    /// Reads the text of a log, without parsing.
    pub fn text(path: impl AsRef<Path>) -> Result<String, FileError> {
        let path = path.as_ref();
        read_text(path, disk::open_path(path))
    }

    /// Opens a log to change it, and removes temporary files that a killed session left beside the log.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let log = Self::read(path)?;
        let entry = DirEntry::resolving_links(path).map_err(|error| read_error(path, error))?;
        Self { path: path.to_owned(), entry, log }.without_leftovers()
    }

    /// Opens the log again, as it is on disk now.
    pub fn reopen(&self) -> Result<Self, FileError> {
        Self::open(&self.path)
    }

    fn without_leftovers(self) -> Result<Self, FileError> {
        clear_leftovers(&self.entry).map_err(|error| FileError::NotSaved(self.path.clone(), error))?;
        Ok(self)
    }

    /// Writes a new log and opens it. Never overwrites a file, and writes nothing if `text` is not a log.
    pub fn create(path: impl AsRef<Path>, text: String) -> Result<Self, FileError> {
        let path = path.as_ref();
        // A link that leads nowhere counts as an existing file.
        Self::create_in(path, text, || DirEntry::in_folder_of(path))
    }

    /// Writes a new log in an open folder. Never overwrites a file.
    pub fn create_at(entry: DirEntry, text: String) -> Result<(), FileError> {
        Self::create_in(&entry.path(), text, || Ok(entry)).map(drop)
    }

    fn create_in(path: &Path, text: String, find_entry: impl FnOnce() -> io::Result<DirEntry>) -> Result<Self, FileError> {
        if path.is_dir() {
            return Err(FileError::not_a_log(path, NOT_A_FILE));
        }
        check_log_name(path)?;
        check_size(path, &text)?;
        let log = parse(path, text)?;
        let entry = find_entry().map_err(|error| FileError::NotSaved(path.to_owned(), error.into()))?;
        if entry.exists() {
            return Err(FileError::Exists(path.to_owned()));
        }
        let result = AtomicSave::begin(&entry, NewFileMode::Umask).and_then(|saving| {
            saving.file().write(log.text().as_bytes())?;
            saving.finish(false)
        });
        result.map_err(|error| match error {
            SaveError::Failed(error) if error.kind() == io::ErrorKind::AlreadyExists => FileError::Exists(path.to_owned()),
            error => FileError::NotSaved(path.to_owned(), error),
        })?;
        Ok(Self { path: path.to_owned(), entry, log })
    }

    /// The log as it was last read or written.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The path that was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Follows the path again. Fails if the path leads to another entry than before.
    fn check_same_entry(&self) -> Result<DirEntry, FileError> {
        let entry = DirEntry::resolving_links(&self.path).ok();
        entry.filter(|entry| *entry == self.entry).ok_or_else(|| FileError::Changed(self.path.clone()))
    }

    /// Saves the log to disk. After an error, file and [`LogFile::log`] are unchanged, except for [`SaveError::Unsure`].
    pub fn save(&mut self, log: Log) -> Result<(), FileError> {
        check_size(&self.path, log.text())?;
        let entry = self.check_same_entry()?;
        replace_text(&self.path, &entry, self.log.text(), log.text())?;
        (self.entry, self.log) = (entry, log);
        Ok(())
    }

    /// Replaces the text `old` of a log in an open folder. Fails if the file has another text.
    pub fn replace_at(entry: &DirEntry, old: &str, new: &str) -> Result<(), FileError> {
        let path = entry.path();
        clear_leftovers(entry).map_err(|error| FileError::NotSaved(path.clone(), error))?;
        check_size(&path, new)?;
        replace_text(&path, entry, old, new)
    }
}

fn check_text(path: &Path, entry: &DirEntry, text: &str) -> Result<(), FileError> {
    let is_same = entry.read(MAX_LOG_BYTES).is_ok_and(|bytes| bytes == text.as_bytes());
    if is_same { Ok(()) } else { Err(FileError::Changed(path.to_owned())) }
}

/// Replaces the text `old` of a file atomically. Fails if the file has another text.
fn replace_text(path: &Path, entry: &DirEntry, old: &str, new: &str) -> Result<(), FileError> {
    check_text(path, entry, old)?;
    let failure = |error| SaveError::Failed(error);
    let result = AtomicSave::begin(entry, NewFileMode::Private).map_err(SaveFailure::NotSaved).and_then(|saving| {
        // The folder's permissions alone would allow replacing a write-protected log.
        if entry.open(OpenMode::Read).and_then(|file| file.about()).map_err(failure)?.is_read_only {
            return Err(failure(io::Error::new(io::ErrorKind::PermissionDenied, "it is protected from writing")).into());
        }
        let file = entry.open(OpenMode::Change).map_err(failure)?;
        // Permissions come before the content: the new file is never readable by more users than the log.
        saving.file().copy_metadata_from(&file).and_then(|()| saving.file().write(new.as_bytes())).map_err(failure)?;
        saving.finish_if(true, || check_text(path, entry, old).map_err(SaveFailure::Changed))
    });
    result.map_err(|error| match error {
        SaveFailure::Changed(error) => error,
        SaveFailure::NotSaved(error) => FileError::NotSaved(path.to_owned(), error),
    })
}

enum SaveFailure {
    NotSaved(SaveError),
    Changed(FileError),
}

impl From<SaveError> for SaveFailure {
    fn from(error: SaveError) -> Self {
        Self::NotSaved(error)
    }
}

fn check_log_name(path: &Path) -> Result<(), FileError> {
    if is_log_name(path) { Ok(()) } else { Err(FileError::not_a_log(path, NOT_TOML)) }
}

/// Refuses a text over the limit, which could not be read again.
fn check_size(path: &Path, text: &str) -> Result<(), FileError> {
    if text.len() as u64 > MAX_LOG_BYTES { Err(FileError::not_a_log(path, WOULD_BE_TOO_LARGE)) } else { Ok(()) }
}

fn read_error(path: &Path, error: io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::NotFound => FileError::Missing(path.to_owned()),
        _ if is_not_a_file(&error) => FileError::not_a_log(path, NOT_A_FILE),
        _ => FileError::Unreadable(path.to_owned(), error),
    }
}

/// Reads a file, and checks its name, size and encoding.
fn read_text(path: &Path, opened: io::Result<FileHandle>) -> Result<String, FileError> {
    // A wrong name is reported before missing permissions.
    if opened.as_ref().map_or_else(|error| error.kind() == io::ErrorKind::PermissionDenied, |_| true) {
        check_log_name(path)?;
    }
    let file = opened.map_err(|error| read_error(path, error))?;
    let is_large = file.about().map_err(|error| read_error(path, error))?.length > MAX_LOG_BYTES;
    let bytes = if is_large { Vec::new() } else { file.read(MAX_LOG_BYTES).map_err(|error| read_error(path, error))? };
    if is_large || bytes.len() as u64 > MAX_LOG_BYTES {
        return Err(FileError::not_a_log(path, TOO_LARGE));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].split(|byte| *byte == b'\n').count();
        let byte = valid + 1;
        FileError::not_a_log(
            path,
            format!("is not UTF-8 text: byte {byte}, on line {line}, can't be read; save the file as UTF-8"),
        )
    })
}

fn parse(path: &Path, text: String) -> Result<Log, FileError> {
    Log::parse(text).map_err(|error| FileError::invalid(path, error))
}

// Reasons of [`FileError::NotALog`]. A message has them after the path.
const NOT_A_FILE: &str = "is not a file: name the log itself";
const NOT_TOML: &str = "doesn't end in `.toml`, as the name of a log does: rename the file, or check the name";
const WOULD_BE_TOO_LARGE: &str =
    "was not saved, for it would be larger than 16 MiB and could not be read again: begin another log";
