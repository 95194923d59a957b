//! The lock of a log: an advisory lock on a separate file beside it, held only during a save.
//!
//! Exactly those users may open the lock file who may write the directory. So a user with read permission only can't take the
//! lock and block all saving.

use std::fs::TryLockError;
use std::io::{self, ErrorKind};
use std::time::Duration;

use super::disk::{self, Entry, File, Mode};
use crate::table::escape;

/// How long a save waits for another one. A save takes a few milliseconds.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The lock of a log, on the file `.NAME.lock` beside it. Dropping it releases the lock.
#[derive(Debug)]
pub(super) struct Lock {
    entry: Entry,
    /// Whether the lock file was left by a killed session, which may have left other files, too.
    pub was_stale: bool,
    /// Closing the file releases the lock.
    _held: File,
}

/// Why the lock can't be taken.
#[derive(Debug)]
pub(super) enum LockError {
    /// Another process held it until the timeout; its process ID, if the system says.
    Held(Option<u32>),
    /// Something that is not a lock file has its name.
    NotALock(Entry),
    /// The lock file can't be created or opened.
    Failed(io::Error),
}

impl Lock {
    /// Takes the lock of a log.
    pub fn take(log: &Entry, timeout: Duration) -> Result<Self, LockError> {
        let entry = log.beside(".lock");
        let begun = disk::run_time();
        loop {
            let (held, was_stale) = match open(&entry) {
                // Another user is just creating the file, or has left it.
                Err(error) if error.kind() == ErrorKind::PermissionDenied && entry.exists() => {
                    if disk::since(begun) < timeout {
                        disk::sleep(Duration::from_millis(1));
                        continue;
                    }
                    let named = io::Error::new(error.kind(), format!("{}: {error}", escape::path(&entry.path())));
                    return Err(LockError::Failed(named));
                }
                Err(error) if disk::is_no_file(&error) => return Err(LockError::NotALock(entry)),
                Err(error) => return Err(LockError::Failed(error)),
                // The session before has just removed the file.
                Ok(None) => continue,
                Ok(Some(opened)) => opened,
            };
            // A file with a second name belongs to somebody else.
            if held.about().map_err(LockError::Failed)?.names > 1 {
                return Err(LockError::NotALock(entry));
            }
            if !lock_within(&held, timeout.saturating_sub(disk::since(begun))).map_err(LockError::Failed)? {
                return Err(LockError::Held(held.holder()));
            }
            // The session before may have removed the file after it was opened here and before it was locked.
            if !entry.is(&held) {
                continue;
            }
            return Ok(Self { entry, was_stale, _held: held });
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Remove the file while the lock is held: a process that opened it earlier then notices that its name is gone.
        let _ = self.entry.remove();
    }
}

/// Locks an open file. Returns whether that worked before the timeout.
pub(super) fn lock_within(file: &File, timeout: Duration) -> io::Result<bool> {
    let begun = disk::run_time();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if disk::since(begun) < timeout => disk::sleep(Duration::from_millis(1)),
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Creates the lock file, or opens the one that exists. Returns whether it existed; `None` if it was removed meanwhile.
fn open(entry: &Entry) -> io::Result<Option<(File, bool)>> {
    match entry.create(Mode::Private) {
        Ok(made) => {
            entry.dir().share(&made);
            return Ok(Some((made, false)));
        }
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
        Err(_) => {}
    }
    let opened = match entry.write() {
        // Read access is enough to lock a file.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => entry.read(),
        opened => opened,
    };
    match opened {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        opened => Ok(Some((opened?, true))),
    }
}
