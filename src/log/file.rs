//! A log on disk: read, held by one session, and saved so that at every moment either the old or the new one is there, whole.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::error::ReadError;
use super::parsed::Log;

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
        let lock = Lock::of(path, &real)?;
        drop(Beside(beside(&real, ".saving")));
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
            _ => FileError::NotSaved(path.to_owned(), error),
        };
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let directory = std::fs::canonicalize(directory).map_err(unsaved)?;
        let real = directory.join(path.file_name().unwrap_or_default());
        let lock = Lock::of(path, &real)?;
        create(&real, log.text()).map_err(unsaved)?;
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
        replace(&self.real, log.text()).map_err(|error| FileError::NotSaved(self.path.clone(), error))?;
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

fn unread(path: &Path, error: io::Error) -> FileError {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::NotFound => FileError::Missing(path),
        _ => FileError::NotRead(path, error),
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
    Log::parse(text).map_err(|error| FileError::Read { path: path.to_owned(), error: Box::new(error), more: Vec::new() })
}

/// So many slips of a log are told one by one.
const TOLD: usize = 12;

/// What else is wrong in a log, each with its place.
fn told(more: &[ReadError]) -> String {
    let (told, left) = more.split_at(more.len().min(TOLD - 1));
    let left = (!left.is_empty()).then(|| format!("and {} more", left.len()));
    told.iter().map(ReadError::to_string).chain(left).flat_map(|text| ["\n\n".to_owned(), text]).collect()
}

/// What went wrong with a log on disk, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file can be read, but not as a log.
    #[error("{}, {error}{}", path.display(), told(more))]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong in it, and where.
        error: Box<ReadError>,
        /// What else is wrong in it, as far as that was looked for.
        more: Vec<ReadError>,
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
    #[error("{} can't be held for changes ({}): its directory must be writable; copy the log to where it is", .0.display(), .1)]
    NoLock(PathBuf, #[source] io::Error),
    /// The file can't be written.
    #[error("{} was not saved ({}): check permissions and free space, then try again; the file is as it was", .0.display(), .1)]
    NotSaved(PathBuf, #[source] io::Error),
    /// The file can't be read.
    #[error("{} can't be read ({}): check its permissions", .0.display(), .1)]
    NotRead(PathBuf, #[source] io::Error),
}

/// The lock of a log: an advisory lock on a file of its own, `.NAME.lock` beside the log. It is held as long as this lives.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    /// Closing it lets the lock go.
    _held: File,
}

impl Lock {
    /// The lock of the log that was named `log` and is the file `real`, behind symbolic links.
    fn of(log: &Path, real: &Path) -> Result<Self, FileError> {
        let failed = |error| FileError::NoLock(log.to_owned(), error);
        let path = beside(real, ".lock");
        loop {
            let mut options = OpenOptions::new();
            let held = options.read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
            match held.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(FileError::InUse(log.to_owned())),
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
            // The session before may have removed the file between opening and locking it.
            if names(&path, &held) {
                return Ok(Self { path, _held: held });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While the lock is held: who opened this file before finds that the path no longer names it.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Whether the path still names the open file.
#[cfg(unix)]
fn names(path: &Path, open: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (std::fs::metadata(path), open.metadata()) {
        (Ok(named), Ok(open)) => (named.dev(), named.ino()) == (open.dev(), open.ino()),
        _ => false,
    }
}

/// Where an open file can't be removed, the path names it.
#[cfg(not(unix))]
fn names(path: &Path, _open: &File) -> bool {
    path.exists()
}

/// Writes a new file; refuses if anything has its name.
fn create(path: &Path, text: &str) -> io::Result<()> {
    let beside = Beside::written(path, text, None)?;
    match std::fs::hard_link(&beside.0, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => create_in_place(path, text)?,
        linked => linked?,
    }
    drop(beside);
    sync_directory(path);
    Ok(())
}

/// Where a file can't have two names.
fn create_in_place(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = std::fs::remove_file(path);
    }
    written
}

/// Puts a file in the place of the one at `path`, which is no symbolic link. Its permissions are kept.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let permissions = std::fs::metadata(path)?.permissions();
    // A rename would not ask: what somebody protected from writing stays as it is.
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is protected from writing"));
    }
    let beside = Beside::written(path, text, Some(permissions))?;
    std::fs::rename(&beside.0, path)?;
    sync_directory(path);
    Ok(())
}

/// The file of fowlplay's own beside a log: `.NAME` and an ending.
fn beside(log: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(log.file_name().unwrap_or_default());
    name.push(ending);
    log.with_file_name(name)
}

/// `.NAME.saving`, which is written whole before it takes the log's name; without that name it goes with this. Who holds the
/// log's lock owns it: what a session left there that was killed is cleared away by the next.
struct Beside(PathBuf);

impl Beside {
    fn written(log: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<Self> {
        let path = beside(log, ".saving");
        drop(Self(path.clone()));
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        let this = Self(path);
        // First: who may not read the log may not read this either.
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        Ok(this)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Makes a rename last. It has happened already, and not every file system can do this: a failure is no news.
fn sync_directory(path: &Path) {
    if let Some(directory) = path.parent()
        && let Ok(directory) = File::open(directory)
    {
        let _ = directory.sync_all();
    }
}
