//! One session a log: an advisory lock on a file of its own, `.NAME.lock` beside the log.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A lock that is held as long as this lives.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    /// Closing it lets the lock go.
    _held: File,
}

/// Why a lock was not had.
pub(super) enum NoLock {
    /// Another session has it.
    Held,
    /// The lock file can't be made or locked.
    Io(io::Error),
}

impl Lock {
    /// The lock of a log, whose symbolic links are resolved.
    pub fn of(log: &Path) -> Result<Self, NoLock> {
        let mut name = std::ffi::OsString::from(".");
        name.push(log.file_name().unwrap_or_default());
        name.push(".lock");
        let path = log.with_file_name(name);
        loop {
            let mut options = OpenOptions::new();
            let held = options.read(true).write(true).create(true).truncate(false).open(&path).map_err(NoLock::Io)?;
            match held.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(NoLock::Held),
                Err(TryLockError::Error(error)) => return Err(NoLock::Io(error)),
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
