//! The lock of a log: an advisory lock on a file of its own beside the log, held for the moment of a save and no longer.
//!
//! Exactly those may open that file who may write the directory: somebody who may only read there can't hold it and so stop all
//! saving.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::thread;
use std::time::{Duration, Instant};

use super::disk::{self, Entry, Mode};
use crate::table::escape;

/// How long a save waits for another one, which takes some milliseconds.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The lock of a log, `.NAME.lock` beside it. It is held as long as this lives.
#[derive(Debug)]
pub(super) struct Lock {
    entry: Entry,
    /// Whether a session that was killed left it: then it left other things, too.
    pub was_left: bool,
    /// Closing it lets the lock go.
    _held: File,
}

/// Why a lock can't be had.
#[derive(Debug)]
pub(super) enum NoLock {
    /// Another process holds it all the time: its process number, if the system says.
    Held(Option<u32>),
    /// Something that is no lock stands in its place.
    InTheWay(Entry),
    /// The file of the lock can't be made or opened.
    Failed(io::Error),
}

impl Lock {
    /// The lock of a log.
    pub fn of(log: &Entry, patience: Duration) -> Result<Self, NoLock> {
        let entry = log.beside(".lock");
        let begun = Instant::now();
        loop {
            let (held, was_left) = match open(&entry) {
                // Another user is making it, or has left it.
                Err(error) if error.kind() == ErrorKind::PermissionDenied && entry.exists() => {
                    if begun.elapsed() < patience {
                        thread::sleep(Duration::from_millis(1));
                        continue;
                    }
                    let named = io::Error::new(error.kind(), format!("{}: {error}", escape::path(&entry.path())));
                    return Err(NoLock::Failed(named));
                }
                Err(error) if disk::is_no_file(&error) => return Err(NoLock::InTheWay(entry)),
                Err(error) => return Err(NoLock::Failed(error)),
                // The session before removed it at this moment.
                Ok(None) => continue,
                Ok(Some(opened)) => opened,
            };
            // With another name it is somebody's own file.
            if disk::names_of(&held).map_err(NoLock::Failed)? > 1 {
                return Err(NoLock::InTheWay(entry));
            }
            if !wait(&held, patience.saturating_sub(begun.elapsed())).map_err(NoLock::Failed)? {
                return Err(NoLock::Held(disk::holder(&held)));
            }
            // The session before may have removed the file between opening and locking it.
            if !entry.is(&held) {
                continue;
            }
            return Ok(Self { entry, was_left, _held: held });
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While the lock is held: who opened this file before finds that the path no longer names it.
        let _ = self.entry.remove();
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

/// Makes the file of a lock, or opens the one that is there, and says whether it was there; none where it was removed meanwhile.
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
        // What can be read can be locked.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => entry.read(),
        opened => opened,
    };
    match opened {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        opened => Ok(Some((opened?, true))),
    }
}
