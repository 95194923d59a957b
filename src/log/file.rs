//! A log on disk: read, and saved unless another process has changed it meanwhile.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::disk::{self, Entry};
use super::error::ReadError;
use super::lock::{LOCK_TIMEOUT, Lock, NoLock};
use super::parse::MAX_READ_ERRORS;
use super::parsed::Log;
use super::save::{self, LARGEST, Source, Unread, Unsaved};
use crate::table::escape;

/// A log on disk. Others may change it as long as this lives; then it isn't saved over.
///
/// There are two ways to one: by a path that somebody named, which may lead through links, and by a name in a directory that was
/// opened once ([`Entry`]), which leads nowhere else, whatever is swapped meanwhile.
#[derive(Debug)]
pub struct LogFile {
    /// As it was named.
    path: PathBuf,
    /// Whether links on the way there are followed.
    is_named: bool,
    /// The file itself.
    real: Entry,
    /// As it was last read or written.
    log: Log,
}

impl LogFile {
    /// Reads a log.
    ///
    /// # Errors
    ///
    /// [`FileError`] if there is no such file, or it is no log.
    pub fn read(path: impl AsRef<Path>) -> Result<Log, FileError> {
        let path = path.as_ref();
        parse(path, Self::text(path)?)
    }

    /// Reads a log of a directory that was opened once.
    ///
    /// # Errors
    ///
    /// [`FileError`] if there is no such file, or it is no log; [`FileError::NotAFile`] also if it is a link.
    pub fn read_at(entry: &Entry) -> Result<Log, FileError> {
        parse(&entry.path(), Self::text_at(entry)?)
    }

    /// The text of a log of a directory that was opened once, not looked at yet.
    ///
    /// # Errors
    ///
    /// As [`LogFile::text`]; [`FileError::NotAFile`] also if it is a link.
    pub fn text_at(entry: &Entry) -> Result<String, FileError> {
        Ok(text(&entry.path(), Source::Lying(entry))?.0)
    }

    /// The text of a log that is a file, not looked at yet.
    ///
    /// # Errors
    ///
    /// [`FileError`] if there is no such file, it is far too large, or no text.
    pub fn text(path: impl AsRef<Path>) -> Result<String, FileError> {
        let path = path.as_ref();
        Ok(text(path, Source::Named(path))?.0)
    }

    /// Opens a log to change it. What a session left beside it that was killed is put right.
    ///
    /// # Errors
    ///
    /// As [`LogFile::read`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let (text, is_cut_short) = text(path, Source::Named(path))?;
        let real = Entry::behind(path).map_err(|error| unread(path, error))?;
        Self { path: path.to_owned(), is_named: true, real, log: parse(path, text)? }.put_right(is_cut_short)
    }

    /// Opens a log of a directory that was opened once, to change it.
    ///
    /// # Errors
    ///
    /// As [`LogFile::read_at`].
    pub fn open_at(entry: Entry) -> Result<Self, FileError> {
        let path = entry.path();
        let (text, is_cut_short) = text(&path, Source::Lying(&entry))?;
        let log = parse(&path, text)?;
        Self { path, is_named: false, real: entry, log }.put_right(is_cut_short)
    }

    /// Opens the log again, as it was opened: as it is on disk now.
    ///
    /// # Errors
    ///
    /// As [`LogFile::read`].
    pub fn reopen(&self) -> Result<Self, FileError> {
        if self.is_named { Self::open(&self.path) } else { Self::open_at(self.real.clone()) }
    }

    /// Puts right what a session left that was killed, unless somebody else is saving the log: it needn't be done now.
    fn put_right(self, is_cut_short: bool) -> Result<Self, FileError> {
        if save::is_to_clear(&self.real) {
            match Lock::of(&self.real, Duration::ZERO) {
                Ok(_lock) => {
                    // Before anything is made anew: who is killed again and again leaves no more than one new file.
                    save::clear(&self.real);
                    if is_cut_short {
                        let _ = save::replace(&self.real, self.log.text(), self.log.text());
                        save::clear(&self.real);
                    }
                }
                // At once, and not when the first line is to be saved.
                Err(NoLock::InTheWay(lock)) => return Err(FileError::LockInTheWay(lock.path())),
                Err(_) => {}
            }
        }
        Ok(self)
    }

    /// Writes a new log and opens it. Nothing is ever overwritten.
    ///
    /// # Errors
    ///
    /// [`FileError::Exists`] if anything has the name; [`FileError::Read`] if the text is no log, and then
    /// nothing is written.
    pub fn create(path: impl AsRef<Path>, text: String) -> Result<Self, FileError> {
        let path = path.as_ref();
        // Of a link that leads nowhere, too, nothing is written behind it.
        Self::create_in(path, text, true, || {
            if path.symlink_metadata().is_ok() { Err(io::ErrorKind::AlreadyExists.into()) } else { Entry::behind(path) }
        })
    }

    /// Writes a new log in a directory that was opened once, and opens it.
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
        if path.is_dir() {
            return Err(FileError::NotAFile(path.to_owned()));
        }
        named_toml(path)?;
        not_too_large(path, &text)?;
        let log = parse(path, text)?;
        let unsaved = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists(path.to_owned()),
            _ => FileError::NotSaved(path.to_owned(), error),
        };
        let real = entry().map_err(unsaved)?;
        if real.exists() {
            return Err(FileError::Exists(path.to_owned()));
        }
        let _lock = lock(path, &real)?;
        save::create(&real, log.text()).map_err(unsaved)?;
        Ok(Self { path: path.to_owned(), is_named, real, log })
    }

    /// The log as it was last read or written.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The file as it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether something else changed the file, moved it or took it away since it was last read or written.
    pub fn changed_on_disk(&self) -> bool {
        let is_there = !self.is_named || fs::canonicalize(&self.path).is_ok_and(|real| real == self.real.path());
        !(is_there && save::says(&self.real, self.log.text()))
    }

    /// Saves the log: when this returns, it is on disk.
    ///
    /// # Errors
    ///
    /// [`FileError::Changed`] if the file is no longer what was last read or written here, and [`FileError::InUse`] if another
    /// session is saving it all the time; [`FileError::NoLock`], [`FileError::LockInTheWay`], [`FileError::NotSaved`] or
    /// [`FileError::GrownTooLarge`] if it can't be written. The file is then as it was, and so is [`LogFile::log`]; but for [`FileError::CutShort`], which tells
    /// where the text is.
    pub fn save(&mut self, log: Log) -> Result<(), FileError> {
        not_too_large(&self.path, log.text())?;
        if self.changed_on_disk() {
            return Err(FileError::Changed(self.path.clone()));
        }
        let _lock = lock(&self.path, &self.real)?;
        let path = self.path.clone();
        save::replace(&self.real, self.log.text(), log.text()).map_err(|unsaved| match unsaved {
            Unsaved::Changed => FileError::Changed(path),
            Unsaved::InUse(process) => FileError::InUse(path, process),
            Unsaved::Failed(error) => FileError::NotSaved(path, error),
            Unsaved::CutShort(copy, error) => FileError::CutShort { path, copy, error },
        })?;
        self.log = log;
        Ok(())
    }
}

/// The lock of the log that was named `path`. What a session left that was killed before is cleared away.
fn lock(path: &Path, log: &Entry) -> Result<Lock, FileError> {
    let held = Lock::of(log, LOCK_TIMEOUT).map_err(|error| match error {
        NoLock::Held(process) => FileError::InUse(path.to_owned(), process),
        NoLock::InTheWay(lock) => FileError::LockInTheWay(lock.path()),
        NoLock::Failed(error) => FileError::NoLock(path.to_owned(), error),
    })?;
    if held.was_left {
        save::clear(log);
    }
    Ok(held)
}

/// Whether a file is named as logs are.
pub fn is_log_name(name: impl AsRef<Path>) -> bool {
    name.as_ref().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

fn named_toml(path: &Path) -> Result<(), FileError> {
    if is_log_name(path) { Ok(()) } else { Err(FileError::NotToml(path.to_owned())) }
}

/// What is written has to be read again.
fn not_too_large(path: &Path, text: &str) -> Result<(), FileError> {
    if text.len() as u64 > LARGEST { Err(FileError::GrownTooLarge(path.to_owned())) } else { Ok(()) }
}

fn unread(path: &Path, error: io::Error) -> FileError {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::NotFound => FileError::Missing(path),
        _ if disk::is_no_file(&error) => FileError::NotAFile(path),
        _ => FileError::NotRead(path, error),
    }
}

/// The text of a log that is a file of the right name, not too large, and text; and whether it is that of its copy.
fn text(path: &Path, source: Source) -> Result<(String, bool), FileError> {
    let opened = source.open();
    // Of a file that can't be read either, the name is said.
    if opened.as_ref().map_or_else(|error| error.kind() == io::ErrorKind::PermissionDenied, |_| true) {
        named_toml(path)?;
    }
    let file = opened.map_err(|error| unread(path, error))?;
    if file.metadata().map_err(|error| unread(path, error))?.len() > LARGEST {
        return Err(FileError::TooLarge(path.to_owned()));
    }
    let (bytes, is_copy) = save::whole(source, file, LARGEST).map_err(|error| match error {
        Unread::Log(error) => unread(path, error),
        Unread::Copy(copy, error) => FileError::NoCopy { path: path.to_owned(), copy, error },
    })?;
    if bytes.len() as u64 > LARGEST {
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

/// What else is wrong in a log, each with its place.
fn list(more: &[ReadError]) -> String {
    let (list, left) = more.split_at(more.len().min(MAX_LISTED - 1));
    // Parsing stops at that many errors.
    let least = if more.len() + 1 < MAX_READ_ERRORS { "" } else { "at least " };
    let left = (!left.is_empty()).then(|| format!("and {least}{} more", left.len()));
    list.iter().map(ReadError::to_string).chain(left).flat_map(|text| ["\n\n".to_owned(), text]).collect()
}

/// Which process it is, if that is known.
fn process(number: Option<u32>) -> String {
    number.map(|number| format!(" (process {number})")).unwrap_or_default()
}

/// What went wrong with a log on disk, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file can be read, but not as a log.
    #[error("{}, {error}{}", escape::path(path), list(more))]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong in it, and where.
        error: Box<ReadError>,
        /// What else is wrong in it, as far as that was looked for.
        more: Vec<ReadError>,
    },
    /// There is no such file.
    #[error("there is no file {}: check the name, or start a log with `fowlplay new`", escape::path(.0))]
    Missing(PathBuf),
    /// A file that should be new is there already.
    #[error("{} is there already, and nothing is overwritten: choose another name", escape::path(.0))]
    Exists(PathBuf),
    /// A directory, or something else that is no file.
    #[error("{} is not a file: name the log itself", escape::path(.0))]
    NotAFile(PathBuf),
    /// The name doesn't end in `.toml`.
    #[error("the name {} doesn't end in `.toml`, as the name of a log does: rename the file, or check the name", escape::path(.0))]
    NotToml(PathBuf),
    /// The file is not text.
    #[error("{} is not UTF-8 text: byte {byte}, on line {line}, can't be read; save the file as UTF-8", escape::path(path))]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The line of the first bad byte, counted from 1.
        line: usize,
        /// The first bad byte, counted from 1.
        byte: usize,
    },
    /// The file is far larger than any log.
    #[error("{} is larger than 16 MiB, and no log is: check the name", escape::path(.0))]
    TooLarge(PathBuf),
    /// The log would be larger than what is read.
    #[error("{} was not saved, for it would be larger than 16 MiB and could not be read again: begin another log", escape::path(.0))]
    GrownTooLarge(PathBuf),
    /// Another session is saving the log, and doesn't end; its process number, if the system says.
    #[error("{} is being saved by another session of fowlplay{}, which takes long: try again, or end that one", escape::path(.0), process(*.1))]
    InUse(PathBuf, Option<u32>),
    /// Something that is no lock stands where the lock of the log belongs.
    #[error("{} is where the lock of the log belongs, and it is a link, a folder, a pipe or a file with several names: nothing was changed; look at it, then take it away", escape::path(.0))]
    LockInTheWay(PathBuf),
    /// The file on disk is not the one that was read or written last.
    #[error("{} was changed by something else, so nothing was saved over it: open it again, then repeat the last command", escape::path(.0))]
    Changed(PathBuf),
    /// The lock beside the log can't be made or opened.
    #[error("{} can't be held for changes ({}): its directory must be writable; copy the log to where it is", escape::path(.0), .1)]
    NoLock(PathBuf, #[source] io::Error),
    /// The file can't be written.
    #[error("{} was not saved ({}): check permissions and free space, then try again; the file is as it was", escape::path(.0), .1)]
    NotSaved(PathBuf, #[source] io::Error),
    /// The file was written in part.
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
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The file was written in part when its session was killed, and the copy beside it can't be read.
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
        /// Why it can't be read.
        #[source]
        error: io::Error,
    },
    /// The file can't be read.
    #[error("{} can't be read ({}): check its permissions", escape::path(.0), .1)]
    NotRead(PathBuf, #[source] io::Error),
}
