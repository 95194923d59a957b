//! The few operations on files and time on which all saving rests. The system does them; tests may put another in its place.

use std::{
    any::Any,
    ffi::OsStr,
    fmt, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// What saving asks of a system. A name in a folder never leads through a symbolic link, and only regular files are opened.
pub trait System: Send + Sync {
    /// The path behind all symbolic links.
    ///
    /// # Errors
    /// If there is nothing at the path.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;
    /// Opens a folder, through any symbolic links. Also what tells it from every other folder.
    ///
    /// # Errors
    /// If there is none, or it may not be searched.
    fn folder(&self, path: &Path) -> io::Result<(Folder, Id)>;
    /// Opens a regular file: a name in a folder, or without one a path, through any symbolic links. Never waits for a pipe.
    ///
    /// # Errors
    /// If it is missing or may not be opened so; if it is no regular file.
    fn open(&self, folder: Option<&Folder>, name: &Path, access: Access) -> io::Result<File>;
    /// What is known about an open file.
    fn about(&self, file: &File) -> io::Result<About>;
    /// What has a name in a folder, be it a symbolic link.
    ///
    /// # Errors
    /// If nothing has it.
    fn named(&self, folder: &Folder, name: &OsStr) -> io::Result<Id>;
    /// The bytes of a file: at most `limit`, and one more if it is larger.
    fn read(&self, file: &File, limit: u64) -> io::Result<Vec<u8>>;
    /// Writes all of these bytes.
    ///
    /// # Errors
    /// If they can't be written; some of them may be then.
    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()>;
    /// Gives a new file the owner, group, permissions and attributes of the file that it is to replace.
    ///
    /// # Errors
    /// If it would have fewer attributes, or wider rights.
    fn keep(&self, new: &File, of: &File) -> io::Result<()>;
    /// Flushes content and length of a file.
    fn flush(&self, file: &File) -> io::Result<()>;
    /// Locks a file until it is closed; false if somebody else holds the lock.
    ///
    /// # Errors
    /// If the file system has no locks.
    fn lock(&self, file: &File) -> io::Result<bool>;
    /// Renames a file in its folder, over whatever has the new name, or only if nothing has it.
    ///
    /// # Errors
    /// If it may not be renamed; `Unsupported` if the system can't spare what has the name.
    fn rename(&self, folder: &Folder, from: &OsStr, to: &OsStr, replaces: bool) -> io::Result<()>;
    /// Removes a name.
    ///
    /// # Errors
    /// If there is none, or it may not be removed.
    fn remove(&self, folder: &Folder, name: &OsStr) -> io::Result<()>;
    /// Flushes the names in a folder, as far as its file system can.
    fn flush_folder(&self, folder: &Folder) -> io::Result<()>;
    /// What the clock says.
    fn now(&self) -> SystemTime;
    /// Waits.
    fn sleep(&self, time: Duration);
}

/// What tells one file or folder from all others, as far as the system has that.
pub type Id = (u64, u64);

/// An open file, as its system keeps it.
pub struct File(pub Box<dyn Any + Send + Sync>);

/// An open folder, as its system keeps it.
pub struct Folder(pub Box<dyn Any + Send + Sync>);

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("File")
    }
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Folder")
    }
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To read.
    Read,
    /// To read, by somebody who may write it, too.
    Change,
    /// To append; made if it doesn't exist.
    Append(Mode),
    /// To write a new file; the name must be free.
    New(Mode),
    /// To lock it; made if it doesn't exist, so that exactly those may open it who may write the folder.
    Lock,
}

/// The permissions of a new file, as Unix mode bits. On other systems the folder decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The default: the umask decides.
    Usual,
    /// Only the owner may read or write it.
    Private,
}

/// What is known about an open file.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// What tells it from others.
    pub id: Id,
    /// Its size in bytes.
    pub length: u64,
    /// Whether nobody may write it.
    pub is_read_only: bool,
}

/// The error if something is not a regular file.
#[derive(Debug, thiserror::Error)]
#[error("it is a link, a folder, a pipe or a device, and not a file")]
struct NoFile;

/// The error if something is not a regular file.
pub fn no_file() -> io::Error {
    io::Error::other(NoFile)
}

/// Whether the error means that something is not a regular file.
pub fn is_no_file(error: &io::Error) -> bool {
    error.get_ref().and_then(|inner| inner.downcast_ref::<NoFile>()).is_some()
}

/// Does something again as long as a signal interrupts it.
pub(super) fn again<T>(mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match act() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// The file of this machine that is open here.
pub(super) fn real(file: &File) -> io::Result<&std::fs::File> {
    file.0.downcast_ref().ok_or_else(no_file)
}

/// The bytes of a file of this machine.
pub(super) fn read(file: &File, limit: u64) -> io::Result<Vec<u8>> {
    // Large enough for nearly every log, so that it is read in one call.
    let mut bytes = Vec::with_capacity(16 << 10);
    io::Read::read_to_end(&mut io::Read::take(real(file)?, limit.saturating_add(1)), &mut bytes)?;
    Ok(bytes)
}

/// Locks a file of this machine.
pub(super) fn lock(file: &File) -> io::Result<bool> {
    again(|| match real(file)?.try_lock() {
        Ok(()) => Ok(true),
        Err(std::fs::TryLockError::WouldBlock) => Ok(false),
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    })
}
