//! A log on disk: read, held by one session, saved.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::file_error::FileError;
use super::lock::{Lock, NoLock};
use super::parsed::Log;
use super::save;

/// How many bytes a log may have. No log of a game comes near it.
pub const LARGEST: u64 = 16 * 1024 * 1024;

/// A log on disk that no other session can change as long as this lives.
#[derive(Debug)]
pub struct LogFile {
    /// As it was named.
    path: PathBuf,
    /// The file itself, behind symbolic links.
    real: PathBuf,
    /// As it was last read or written.
    log: Log,
    _lock: Lock,
}

impl LogFile {
    /// Reads a log, without holding it.
    ///
    /// # Errors
    ///
    /// [`FileError`] if there is no such file, or it is no log.
    pub fn read(path: impl AsRef<Path>) -> Result<Log, FileError> {
        let path = path.as_ref();
        named_toml(path)?;
        parse(path, text(path)?)
    }

    /// Opens a log to change it. Its lock is held until this is dropped.
    ///
    /// # Errors
    ///
    /// [`FileError::InUse`] if another session has it; else as [`LogFile::read`], or [`FileError::NoLock`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        named_toml(path)?;
        let real = std::fs::canonicalize(path).map_err(|error| unread(path, error))?;
        if !real.is_file() {
            return Err(FileError::NotAFile(path.to_owned()));
        }
        let lock = lock(path, &real)?;
        save::clear(&real);
        let log = parse(path, text(path)?)?;
        Ok(Self { path: path.to_owned(), real, log, _lock: lock })
    }

    /// Writes a new log and opens it. Nothing is ever overwritten.
    ///
    /// # Errors
    ///
    /// [`FileError::Exists`] if anything has the name; [`FileError::Read`] if the text is no log, and then
    /// nothing is written.
    pub fn create(path: impl AsRef<Path>, text: String) -> Result<Self, FileError> {
        let path = path.as_ref();
        named_toml(path)?;
        not_too_large(path, &text)?;
        let log = parse(path, text)?;
        if path.symlink_metadata().is_ok() {
            return Err(FileError::Exists(path.to_owned()));
        }
        let unsaved = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists(path.to_owned()),
            _ => FileError::NotSaved { path: path.to_owned(), error },
        };
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let directory = std::fs::canonicalize(directory).map_err(unsaved)?;
        let real = directory.join(path.file_name().unwrap_or_default());
        let lock = lock(path, &real)?;
        save::create(&real, log.text()).map_err(unsaved)?;
        Ok(Self { path: path.to_owned(), real, log, _lock: lock })
    }

    /// The log as it is on disk.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The file as it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Saves the log: when this returns, it is on disk.
    ///
    /// # Errors
    ///
    /// [`FileError::Changed`] if the file is no longer what this session read or wrote last; [`FileError::NotSaved`]
    /// or [`FileError::GrownTooLarge`] if it can't be written. The file is then as it was, and so is [`LogFile::log`].
    pub fn save(&mut self, log: Log) -> Result<(), FileError> {
        not_too_large(&self.path, log.text())?;
        let on_disk = match std::fs::symlink_metadata(&self.real) {
            Ok(found) if found.is_file() && found.len() == self.log.text().len() as u64 => std::fs::read(&self.real).ok(),
            _ => None,
        };
        let same_file = std::fs::canonicalize(&self.path).is_ok_and(|real| real == self.real);
        if !same_file || on_disk.as_deref() != Some(self.log.text().as_bytes()) {
            return Err(FileError::Changed(self.path.clone()));
        }
        save::replace(&self.real, log.text()).map_err(|error| FileError::NotSaved { path: self.path.clone(), error })?;
        self.log = log;
        Ok(())
    }
}

fn named_toml(path: &Path) -> Result<(), FileError> {
    if path.is_dir() {
        return Err(FileError::NotAFile(path.to_owned()));
    }
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        return Ok(());
    }
    Err(FileError::NotToml(path.to_owned()))
}

/// What is written has to be read again.
fn not_too_large(path: &Path, text: &str) -> Result<(), FileError> {
    if text.len() as u64 > LARGEST { Err(FileError::GrownTooLarge(path.to_owned())) } else { Ok(()) }
}

fn lock(path: &Path, real: &Path) -> Result<Lock, FileError> {
    Lock::of(real).map_err(|error| match error {
        NoLock::Held => FileError::InUse(path.to_owned()),
        NoLock::Io(error) => FileError::NoLock { path: path.to_owned(), error },
    })
}

fn unread(path: &Path, error: io::Error) -> FileError {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::NotFound => FileError::Missing(path),
        _ => FileError::NotRead { path, error },
    }
}

/// The text of a file that is a file, not too large, and text.
fn text(path: &Path) -> Result<String, FileError> {
    let unread = |error| unread(path, error);
    // Before it is opened: a pipe would wait for somebody to write.
    let about = std::fs::metadata(path).map_err(unread)?;
    if !about.is_file() {
        return Err(FileError::NotAFile(path.to_owned()));
    }
    let mut bytes = Vec::new();
    if about.len() <= LARGEST {
        File::open(path).map_err(unread)?.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unread)?;
    }
    if about.len().max(bytes.len() as u64) > LARGEST {
        return Err(FileError::TooLarge(path.to_owned()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].split(|byte| *byte == b'\n').count();
        FileError::NotUtf8 { path: path.to_owned(), line, byte: good + 1 }
    })
}

fn parse(path: &Path, text: String) -> Result<Log, FileError> {
    Log::parse(text).map_err(|error| FileError::Read { path: path.to_owned(), error: Box::new(error) })
}
