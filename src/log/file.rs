//! A log on disk: read, and saved unless another process has changed it meanwhile.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::disk::{self, Entry};
use super::error::ReadError;
use super::lock::{LOCK_TIMEOUT, Lock, LockError};
use super::parse::MAX_READ_ERRORS;
use super::parsed::Log;
use super::save::{self, MAX_LOG_BYTES, SaveError, Source, SourceError};
use crate::table::escape;

/// A log on disk. Other processes may change the file at any time; a changed file is never overwritten.
///
/// A log is opened in one of two ways: by a path, which may lead through symbolic links, or by a name in a directory that is held
/// open ([`Entry`]). The second way follows no links, so nothing that is swapped in meanwhile is opened.
#[derive(Debug)]
pub struct LogFile {
    /// The path that was given.
    path: PathBuf,
    /// Whether symbolic links in the path are followed.
    is_named: bool,
    /// The file itself.
    real: Entry,
    /// The log as it was last read or written.
    log: Log,
}

impl LogFile {
    /// Reads a log.
    ///
    /// # Errors
    ///
    /// [`FileError`] if there is no such file, or it is not a log.
    pub fn read(path: impl AsRef<Path>) -> Result<Log, FileError> {
        let path = path.as_ref();
        parse(path, Self::text(path)?)
    }

    /// Reads a log in an open directory.
    ///
    /// # Errors
    ///
    /// [`FileError`] if there is no such file, or it is not a log; [`FileError::NotAFile`] also for a symbolic link.
    pub fn read_at(entry: &Entry) -> Result<Log, FileError> {
        parse(&entry.path(), Self::text_at(entry)?)
    }

    /// The text of a log in an open directory. It is not parsed.
    ///
    /// # Errors
    ///
    /// As [`LogFile::text`]; [`FileError::NotAFile`] also for a symbolic link.
    pub fn text_at(entry: &Entry) -> Result<String, FileError> {
        Ok(text(&entry.path(), Source::InDir(entry))?.0)
    }

    /// The text of a log file. It is not parsed.
    ///
    /// # Errors
    ///
    /// [`FileError`] if there is no such file, or it is too large, or not text.
    pub fn text(path: impl AsRef<Path>) -> Result<String, FileError> {
        let path = path.as_ref();
        Ok(text(path, Source::Named(path))?.0)
    }

    /// Opens a log to change it, and recovers it if a session was killed while saving.
    ///
    /// # Errors
    ///
    /// As [`LogFile::read`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let (text, is_cut_short) = text(path, Source::Named(path))?;
        let real = Entry::behind(path).map_err(|error| read_error(path, error))?;
        Self { path: path.to_owned(), is_named: true, real, log: parse(path, text)? }.recover(is_cut_short)
    }

    /// Opens a log in an open directory to change it.
    ///
    /// # Errors
    ///
    /// As [`LogFile::read_at`].
    pub fn open_at(entry: Entry) -> Result<Self, FileError> {
        let path = entry.path();
        let (text, is_cut_short) = text(&path, Source::InDir(&entry))?;
        let log = parse(&path, text)?;
        Self { path, is_named: false, real: entry, log }.recover(is_cut_short)
    }

    /// Opens the log again in the same way, as it is on disk now.
    ///
    /// # Errors
    ///
    /// As [`LogFile::read`].
    pub fn reopen(&self) -> Result<Self, FileError> {
        if self.is_named { Self::open(&self.path) } else { Self::open_at(self.real.clone()) }
    }

    /// Recovers the log after a session was killed while saving. If another process holds the lock, this is left to the next one.
    fn recover(self, is_cut_short: bool) -> Result<Self, FileError> {
        if save::has_leftovers(&self.real) {
            match Lock::take(&self.real, Duration::ZERO) {
                Ok(_lock) => {
                    // Clean up before writing: even a session that is killed again and again leaves only one temporary file.
                    save::remove_leftovers(&self.real);
                    if is_cut_short {
                        let _ = save::replace(&self.real, self.log.text(), self.log.text());
                        save::remove_leftovers(&self.real);
                    }
                }
                // Report this now, and not when the first line is saved.
                Err(LockError::NotALock(lock)) => return Err(FileError::LockInTheWay(lock.path())),
                Err(_) => {}
            }
        }
        Ok(self)
    }

    /// Writes a new log and opens it. Nothing is ever overwritten.
    ///
    /// # Errors
    ///
    /// [`FileError::Exists`] if the name is taken; [`FileError::Read`] if the text is not a log, and then nothing is written.
    pub fn create(path: impl AsRef<Path>, text: String) -> Result<Self, FileError> {
        let path = path.as_ref();
        // A dangling link is not written through either.
        Self::create_in(path, text, true, || {
            if disk::about_itself(path).is_ok() { Err(io::ErrorKind::AlreadyExists.into()) } else { Entry::behind(path) }
        })
    }

    /// Writes a new log in an open directory, and opens it.
    ///
    /// # Errors
    ///
    /// As [`LogFile::create`].
    pub fn create_at(entry: Entry, text: String) -> Result<Self, FileError> {
        Self::create_in(&entry.path(), text, false, || Ok(entry))
    }

    fn create_in(
        path: &Path,
        text: String,
        is_named: bool,
        entry: impl FnOnce() -> io::Result<Entry>,
    ) -> Result<Self, FileError> {
        if disk::about(path).is_ok_and(|about| about.is_folder) {
            return Err(FileError::NotAFile(path.to_owned()));
        }
        named_toml(path)?;
        not_too_large(path, &text)?;
        let log = parse(path, text)?;
        let create_error = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists(path.to_owned()),
            _ => FileError::NotSaved(path.to_owned(), error),
        };
        let real = entry().map_err(create_error)?;
        if real.exists() {
            return Err(FileError::Exists(path.to_owned()));
        }
        let _lock = lock(path, &real)?;
        save::remove_leftovers(&real);
        save::create(&real, log.text()).map_err(|error| match error {
            SaveError::Failed(error) => create_error(error),
            error => save_error(path, error),
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

    /// The path of the log itself, behind any symbolic links.
    pub fn real_path(&self) -> PathBuf {
        self.real.path()
    }

    /// Whether the file was changed, moved or removed by something else since it was last read or written.
    pub fn changed_on_disk(&self) -> bool {
        let is_there = !self.is_named || disk::real_path(&self.path).is_ok_and(|real| real == self.real.path());
        !(is_there && save::has_text(&self.real, self.log.text()))
    }

    /// Saves the log. When this returns, the log is on disk.
    ///
    /// # Errors
    ///
    /// [`FileError::Changed`] if the file is no longer what was last read or written here; [`FileError::InUse`] if another
    /// session holds the lock until the timeout; [`FileError::NoLock`], [`FileError::LockInTheWay`], [`FileError::NotSaved`] or
    /// [`FileError::GrownTooLarge`] if it can't be written. In all these cases the file and [`LogFile::log`] are unchanged. Only
    /// [`FileError::CutShort`] leaves a partly written file, and says where the whole text is; [`FileError::Unsure`] leaves it
    /// whole, before or after the change.
    pub fn save(&mut self, log: Log) -> Result<(), FileError> {
        not_too_large(&self.path, log.text())?;
        if self.changed_on_disk() {
            return Err(FileError::Changed(self.path.clone()));
        }
        let _lock = lock(&self.path, &self.real)?;
        save::replace(&self.real, self.log.text(), log.text()).map_err(|error| save_error(&self.path, error))?;
        self.log = log;
        Ok(())
    }
}

impl LogFile {
    /// Renames the log within its directory. Nothing is ever overwritten.
    ///
    /// # Errors
    ///
    /// [`FileError::Exists`] if the name is taken, [`FileError::Changed`] as of [`LogFile::save`], [`FileError::IsLink`] if the path
    /// leads through a link, and others if the name is none for a log, or the file can't be renamed. The file is then unchanged.
    pub fn rename(self, name: &str) -> Result<Self, FileError> {
        if self.changed_on_disk() {
            return Err(FileError::Changed(self.path));
        }
        if disk::about_itself(&self.path).is_ok_and(|about| about.is_link) {
            return Err(FileError::IsLink(self.path, self.real.path()));
        }
        let (path, real) = (self.path.with_file_name(name), self.real.dir().entry(name));
        named_toml(&path)?;
        if real.name() == self.real.name() {
            return Err(FileError::Exists(path));
        }
        // Whoever saves or creates either of them waits.
        let _old = lock(&self.path, &self.real)?;
        let _new = lock(&path, &real)?;
        if !save::has_text(&self.real, self.log.text()) {
            return Err(FileError::Changed(self.path));
        }
        save::remove_leftovers(&self.real);
        // A rename that was cut short may have left both names. Where case makes no difference, two spellings are one name.
        let has_both = || self.real.read().is_ok_and(|log| real.is(&log) && log.about().is_ok_and(|about| about.names > 1));
        let renamed = match self.real.rename_new(&real) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && has_both() => self.real.remove(),
            renamed => renamed,
        };
        renamed.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists(path.clone()),
            _ => FileError::NotRenamed(self.path.clone(), error),
        })?;
        if let Err(error) = real.dir().sync() {
            let back = real.rename_new(&self.real).and_then(|()| real.dir().sync());
            return Err(if back.is_ok() { FileError::NotRenamed(self.path, error) } else { FileError::Unsure(path, error) });
        }
        Ok(Self { path, real, ..self })
    }
}

/// Locks the log at `path`, and removes the files that a killed session left.
fn lock(path: &Path, log: &Entry) -> Result<Lock, FileError> {
    let held = Lock::take(log, LOCK_TIMEOUT).map_err(|error| match error {
        LockError::Held(process) => FileError::InUse(path.to_owned(), process),
        LockError::NotALock(lock) => FileError::LockInTheWay(lock.path()),
        LockError::Failed(error) => FileError::NoLock(path.to_owned(), error),
    })?;
    if held.was_stale {
        save::remove_leftovers(log);
    }
    Ok(held)
}

/// Whether a file has the name of a log.
pub fn is_log_name(name: impl AsRef<Path>) -> bool {
    name.as_ref().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

fn named_toml(path: &Path) -> Result<(), FileError> {
    if is_log_name(path) { Ok(()) } else { Err(FileError::NotToml(path.to_owned())) }
}

/// A file over the limit could not be read again.
fn not_too_large(path: &Path, text: &str) -> Result<(), FileError> {
    if text.len() as u64 > MAX_LOG_BYTES { Err(FileError::GrownTooLarge(path.to_owned())) } else { Ok(()) }
}

fn save_error(path: &Path, error: SaveError) -> FileError {
    let path = path.to_owned();
    match error {
        SaveError::Changed => FileError::Changed(path),
        SaveError::InUse(process) => FileError::InUse(path, process),
        SaveError::Failed(error) => FileError::NotSaved(path, error),
        SaveError::Unsure(error) => FileError::Unsure(path, error),
        SaveError::CutShort(copy, error) => FileError::CutShort { path, copy, error },
    }
}

fn read_error(path: &Path, error: io::Error) -> FileError {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::NotFound => FileError::Missing(path),
        _ if disk::is_no_file(&error) => FileError::NotAFile(path),
        _ => FileError::NotRead(path, error),
    }
}

/// The text of a log, after the checks of name, size and encoding; and whether it comes from the copy.
fn text(path: &Path, source: Source) -> Result<(String, bool), FileError> {
    let opened = source.open();
    // The name is checked first, also for a file that may not be read.
    if opened.as_ref().map_or_else(|error| error.kind() == io::ErrorKind::PermissionDenied, |_| true) {
        named_toml(path)?;
    }
    let file = opened.map_err(|error| read_error(path, error))?;
    if file.about().map_err(|error| read_error(path, error))?.length > MAX_LOG_BYTES {
        return Err(FileError::TooLarge(path.to_owned()));
    }
    let (bytes, is_copy) = save::read_bytes(source, file, MAX_LOG_BYTES).map_err(|error| match error {
        SourceError::Log(error) => read_error(path, error),
        SourceError::Copy(copy, error) => FileError::NoCopy { path: path.to_owned(), copy, error },
    })?;
    if bytes.len() as u64 > MAX_LOG_BYTES {
        return Err(FileError::TooLarge(path.to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].split(|byte| *byte == b'\n').count();
        FileError::NotUtf8 { path: path.to_owned(), line, byte: good + 1 }
    })?;
    Ok((text, is_copy))
}

fn parse(path: &Path, text: String) -> Result<Log, FileError> {
    Log::parse(text).map_err(|error| FileError::Read { path: path.to_owned(), error: Box::new(error), more: Vec::new() })
}

/// The most errors of a log that are listed one by one.
const MAX_LISTED: usize = 12;

/// The further errors, each with its place.
fn list(more: &[ReadError]) -> String {
    let (list, left) = more.split_at(more.len().min(MAX_LISTED - 1));
    // Parsing stops at that many errors.
    let least = if more.len() + 1 < MAX_READ_ERRORS { "" } else { "at least " };
    let left = (!left.is_empty()).then(|| format!("and {least}{} more", left.len()));
    list.iter().map(ReadError::to_string).chain(left).flat_map(|text| ["\n\n".to_owned(), text]).collect()
}

/// The process ID in words, if it is known.
fn process(number: Option<u32>) -> String {
    number.map(|number| format!(" (process {number})")).unwrap_or_default()
}

/// An error with a log on disk, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file is not a valid log.
    #[error("{}, {error}{}", escape::path(path), list(more))]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong in it, and where.
        error: Box<ReadError>,
        /// The other errors, as far as they were collected.
        more: Vec<ReadError>,
    },
    /// There is no such file.
    #[error("there is no file {}: check the name, or start a log with `fowlplay new`", escape::path(.0))]
    Missing(PathBuf),
    /// The new file already exists.
    #[error("{} is there already, and nothing is overwritten: choose another name", escape::path(.0))]
    Exists(PathBuf),
    /// A directory, or something else that is not a regular file.
    #[error("{} is not a file: name the log itself", escape::path(.0))]
    NotAFile(PathBuf),
    /// The name doesn't end in `.toml`.
    #[error("the name {} doesn't end in `.toml`, as the name of a log does: rename the file, or check the name", escape::path(.0))]
    NotToml(PathBuf),
    /// The file is not UTF-8 text.
    #[error("{} is not UTF-8 text: byte {byte}, on line {line}, can't be read; save the file as UTF-8", escape::path(path))]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The line of the first bad byte, counted from 1.
        line: usize,
        /// The first bad byte, counted from 1.
        byte: usize,
    },
    /// The file is larger than any log can be.
    #[error("{} is larger than 16 MiB, and no log is: check the name", escape::path(.0))]
    TooLarge(PathBuf),
    /// The log would be too large to be read again.
    #[error("{} was not saved, for it would be larger than 16 MiB and could not be read again: begin another log", escape::path(.0))]
    GrownTooLarge(PathBuf),
    /// Another session has held the lock until the timeout; its process ID, if the system says.
    #[error("{} is being saved by another session of fowlplay{}, which takes long: try again, or end that one", escape::path(.0), process(*.1))]
    InUse(PathBuf, Option<u32>),
    /// Something that is not a lock file has the name of the lock.
    #[error("{} is where the lock of the log belongs, and it is a link, a folder, a pipe or a file with several names: nothing was changed; look at it, then take it away", escape::path(.0))]
    LockInTheWay(PathBuf),
    /// The file on disk is not the one that was last read or written.
    #[error("{} was changed by something else, so nothing was saved over it: open it again, then repeat the last command", escape::path(.0))]
    Changed(PathBuf),
    /// The lock file can't be created or opened.
    #[error("{} can't be held for changes ({}): its directory must be writable; copy the log to where it is", escape::path(.0), .1)]
    NoLock(PathBuf, #[source] io::Error),
    /// The file can't be written.
    #[error("{} was not saved ({}): check permissions and free space, then try again; the file is as it was", escape::path(.0), .1)]
    NotSaved(PathBuf, #[source] io::Error),
    /// The disk didn't confirm the change.
    #[error("whether {} is on disk as it should be is unknown ({}): look at it before you do the same again, and make a copy of it", escape::path(.0), .1)]
    Unsure(PathBuf, #[source] io::Error),
    /// The file can't be renamed.
    #[error("{} was not renamed ({}): check the permissions of its folder; the file is as it was", escape::path(.0), .1)]
    NotRenamed(PathBuf, #[source] io::Error),
    /// The path to be renamed is a symbolic link to a log.
    #[error("{} is a link to {}: rename that log, and make the link anew", escape::path(.0), escape::path(.1))]
    IsLink(PathBuf, PathBuf),
    /// The file was only partly written.
    #[error(
        "{} was written in part only ({error}): the whole text, with the change, is in {}; free some space, and the next command takes it from there",
        escape::path(path),
        escape::path(copy)
    )]
    CutShort {
        /// The file.
        path: PathBuf,
        /// The copy with the whole text.
        copy: PathBuf,
        /// The cause.
        #[source]
        error: io::Error,
    },
    /// The file was partly written when its session was killed, and the copy beside it can't be read.
    #[error(
        "{} was cut short when a session was killed that saved it, and the copy with the whole text, {}, can't be read ({error}): put that copy back, or ask who may read it",
        escape::path(path),
        escape::path(copy)
    )]
    NoCopy {
        /// The file.
        path: PathBuf,
        /// The copy with the whole text.
        copy: PathBuf,
        /// The cause.
        #[source]
        error: io::Error,
    },
    /// The file can't be read.
    #[error("{} can't be read ({}): check its permissions", escape::path(.0), .1)]
    NotRead(PathBuf, #[source] io::Error),
}
