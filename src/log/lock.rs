//! The lock of a log: an advisory lock on a file of its own beside the log, held for the moment of a save and no longer.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::save::beside;

/// How long a save waits for another one, which takes some milliseconds.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// The lock of a log, `.NAME.lock` beside it. It is held as long as this lives.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    /// Closing it lets the lock go.
    _held: File,
}

impl Lock {
    /// The lock of the log at `log`, which is no symbolic link. None if somebody else has it all the time.
    ///
    /// # Errors
    ///
    /// If the file of the lock can't be made, or is another user's and can't even be read.
    pub fn of(log: &Path, patience: Duration) -> io::Result<Option<Self>> {
        let path = beside(log, ".lock");
        let begun = Instant::now();
        loop {
            let held = open(&path)?;
            if !wait(&held, patience.saturating_sub(begun.elapsed()))? {
                return Ok(None);
            }
            // The session before may have removed the file between opening and locking it.
            if names(&path, &held) {
                return Ok(Some(Self { path, _held: held }));
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

/// Locks an open file; whether it could be had in time.
pub(super) fn wait(file: &File, patience: Duration) -> io::Result<bool> {
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if begun.elapsed() < patience => thread::sleep(Duration::from_millis(1)),
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Opens the file of a lock. One that another user's session left there need not be written: what can be read can be locked.
fn open(path: &Path) -> io::Result<File> {
    match OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path) {
        Ok(file) => {
            let_all_read(&file);
            Ok(file)
        }
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => match File::open(path) {
            Ok(file) => Ok(file),
            // Of a lock that is not there, the folder is why.
            Err(unread) if unread.kind() == io::ErrorKind::NotFound => Err(error),
            Err(unread) => Err(io::Error::new(unread.kind(), format!("{}: {unread}", path.display()))),
        },
        Err(error) => Err(error),
    }
}

/// Others on the machine may have to wait for it. There is nothing in it.
#[cfg(unix)]
fn let_all_read(lock: &File) {
    use std::os::unix::fs::PermissionsExt as _;
    let _ = lock.set_permissions(std::fs::Permissions::from_mode(0o644));
}

#[cfg(not(unix))]
fn let_all_read(_lock: &File) {}

/// Whether the path still names the open file.
#[cfg(unix)]
fn names(path: &Path, open: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
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
