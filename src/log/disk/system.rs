//! The operations on files and time that saving needs, as a trait: tests can replace the system.

use std::{
    any::Any,
    ffi::OsStr,
    fmt, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// Operations of a system. A name in a folder never leads through a symbolic link, and only regular files are opened.
pub trait System: Send + Sync {
    /// The path behind all symbolic links.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;
    /// Opens a folder, through any symbolic links, and returns its identity.
    fn folder(&self, path: &Path) -> io::Result<(FolderHandle, FileId)>;
    /// Opens a regular file, never waiting for a pipe. With a folder, `name` is a bare name in it; without, a path through any symbolic
    /// links.
    fn open(&self, folder: Option<&FolderHandle>, name: &Path, mode: OpenMode) -> io::Result<FileHandle>;
    /// The metadata of an open file.
    fn about(&self, file: &FileHandle) -> io::Result<FileInfo>;
    /// The identity of the file, folder or symbolic link with a name in a folder.
    fn id_of(&self, folder: &FolderHandle, name: &OsStr) -> io::Result<FileId>;
    /// Reads at most `limit` bytes, and one more if the file is larger.
    fn read(&self, file: &FileHandle, limit: u64) -> io::Result<Vec<u8>>;
    /// Writes all of the bytes. After an error, some of the bytes may be written.
    fn write(&self, file: &FileHandle, bytes: &[u8]) -> io::Result<()>;
    /// Copies owner, group, permissions and attributes of `source`. Fails if attributes would be lost or rights widened.
    fn copy_metadata(&self, new: &FileHandle, source: &FileHandle) -> io::Result<()>;
    /// Flushes content and length of a file.
    fn flush(&self, file: &FileHandle) -> io::Result<()>;
    /// Locks a file until it is closed. Returns false if another process holds the lock.
    fn lock(&self, file: &FileHandle) -> io::Result<bool>;
    /// Renames a file in its folder. Unless `replaces`, fails if `to` exists, and always (`Unsupported`) on a system that can't rule
    /// that out.
    fn rename(&self, folder: &FolderHandle, from: &OsStr, to: &OsStr, replaces: bool) -> io::Result<()>;
    /// Removes a name.
    fn remove(&self, folder: &FolderHandle, name: &OsStr) -> io::Result<()>;
    /// Flushes the names in a folder, as far as its file system can.
    fn flush_folder(&self, folder: &FolderHandle) -> io::Result<()>;
    /// The time of the system clock.
    fn now(&self) -> SystemTime;
    /// Waits.
    fn sleep(&self, time: Duration);
}

/// The identity of a file or folder: device and inode where the system has them.
pub type FileId = (u64, u64);

/// An open file, in the form that its [`System`] uses.
pub struct FileHandle(pub Box<dyn Any + Send + Sync>);

/// An open folder, in the form that its [`System`] uses.
pub struct FolderHandle(pub Box<dyn Any + Send + Sync>);

impl fmt::Debug for FileHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("File")
    }
}

impl fmt::Debug for FolderHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Folder")
    }
}

/// The mode in which a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMode {
    /// For reading.
    Read,
    /// For reading and writing an existing file, whose content stays until it is written.
    Change,
    /// For appending; made if missing.
    Append(NewFileMode),
    /// For writing a new file; the name must be free.
    New(NewFileMode),
    /// For locking; made if missing. Exactly the users who may write the folder may open the file.
    Lock,
}

/// The permissions of a new file, as Unix mode bits. On other systems the folder decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewFileMode {
    /// The default: the umask decides.
    Umask,
    /// Read and write for the owner only.
    Private,
}

/// The metadata of an open file.
#[derive(Clone, Copy, Debug)]
pub struct FileInfo {
    /// The identity of the file.
    pub id: FileId,
    /// The size in bytes.
    pub length: u64,
    /// Whether no user may write the file.
    pub is_read_only: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("not a regular file (a link, folder, pipe or device)")]
struct NotRegularFile;

/// The error if something is not a regular file.
pub fn no_file() -> io::Error {
    io::Error::other(NotRegularFile)
}

/// Whether an error is [`no_file`].
pub fn is_not_a_file(error: &io::Error) -> bool {
    error.get_ref().and_then(|inner| inner.downcast_ref::<NotRegularFile>()).is_some()
}

/// Repeats a call while a signal interrupts it.
pub(super) fn retry_interrupted<T>(mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match act() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// The standard library's handle of a file, for the real systems `unix` and `portable`.
pub(super) fn host_file(file: &FileHandle) -> io::Result<&std::fs::File> {
    file.0.downcast_ref().ok_or_else(no_file)
}

pub(super) fn read(file: &FileHandle, limit: u64) -> io::Result<Vec<u8>> {
    // Capacity for nearly every log in one read.
    let mut bytes = Vec::with_capacity(16 << 10);
    io::Read::read_to_end(&mut io::Read::take(host_file(file)?, limit.saturating_add(1)), &mut bytes)?;
    Ok(bytes)
}

pub(super) fn lock(file: &FileHandle) -> io::Result<bool> {
    retry_interrupted(|| match host_file(file)?.try_lock() {
        Ok(()) => Ok(true),
        Err(std::fs::TryLockError::WouldBlock) => Ok(false),
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    })
}
