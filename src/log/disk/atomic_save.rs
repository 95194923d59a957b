//! Atomic saves: take the lock, write a new file beside the old one, flush, rename, flush the folder.
//!
//! The lock is a file of its own, `.NAME.lock`, held only during a save. Exactly the users who may write the folder may open it.
//! The holder of the lock writes `.NAME.new`, and first removes such a file if a killed process left it.

use super::{DirEntry, FileHandle, NewFileMode, OpenMode, is_not_a_file, on_system};
use crate::log::SaveError;
use std::{io::ErrorKind, time::Duration};

/// The number of tries for a lock, a millisecond apart. A save takes a few milliseconds.
const LOCK_TRIES: usize = 5000;

/// A save in progress. Dropped before `finish`, it leaves the file unchanged.
#[derive(Debug)]
pub struct AtomicSave {
    target: DirEntry,
    new: DirEntry,
    file: FileHandle,
    is_done: bool,
    lock: Option<Lock>,
}

impl AtomicSave {
    /// Takes the lock of a file, and makes the new file beside it.
    pub fn begin(target: &DirEntry, mode: NewFileMode) -> Result<Self, SaveError> {
        let lock = Lock::take(target)?;
        let new = new_file_of(target);
        let file = new.open(OpenMode::New(mode)).map_err(|error| match error.kind() {
            // `Lock::try_take` has removed any file that it may remove.
            ErrorKind::AlreadyExists if new.open(OpenMode::Read).is_err_and(|error| is_not_a_file(&error)) => {
                SaveError::InTheWay(new.path())
            }
            ErrorKind::AlreadyExists => SaveError::OthersFile(new.path()),
            _ => SaveError::Failed(error),
        })?;
        Ok(Self { target: target.clone(), new, file, is_done: false, lock: Some(lock) })
    }

    /// The new file.
    pub fn file(&self) -> &FileHandle {
        &self.file
    }

    /// The new file and the lock file.
    pub fn files(&self) -> [DirEntry; 2] {
        [self.new.clone(), lock_file_of(&self.target)]
    }

    /// Flushes the new file and renames it, over another file only if `replaces`. Then flushes the folder.
    pub fn finish(self, replaces: bool) -> Result<(), SaveError> {
        self.finish_if(replaces, || Ok(()))
    }

    /// Finishes the save if `check` succeeds immediately before the rename.
    pub(in crate::log) fn finish_if<E: From<SaveError>>(
        mut self,
        replaces: bool,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        self.file.sync().map_err(SaveError::Failed)?;
        check()?;
        let renamed = if replaces { self.new.rename(&self.target) } else { self.new.rename_new(&self.target) };
        renamed.map_err(SaveError::Failed)?;
        self.is_done = true;
        // The lock is released first, so that this flush also removes its name.
        self.lock = None;
        Ok(self.target.dir().sync().map_err(SaveError::Unsure)?)
    }
}

impl Drop for AtomicSave {
    fn drop(&mut self) {
        if !self.is_done {
            let _ = self.new.remove();
        }
    }
}

fn new_file_of(target: &DirEntry) -> DirEntry {
    target.sibling(".new")
}

fn lock_file_of(target: &DirEntry) -> DirEntry {
    target.sibling(".lock")
}

/// Removes the leftover files of a killed process, unless a process is saving. Fails only with [`SaveError::InTheWay`].
pub fn clear_leftovers(target: &DirEntry) -> Result<(), SaveError> {
    if lock_file_of(target).exists() || new_file_of(target).exists() {
        match Lock::try_take(target, 1) {
            Err(SaveError::InTheWay(path)) => return Err(SaveError::InTheWay(path)),
            lock => drop(lock),
        }
    }
    Ok(())
}

/// The lock of a file, released when dropped.
#[derive(Debug)]
pub(in crate::log) struct Lock {
    entry: DirEntry,
    /// Closing the file releases the lock.
    _locked: FileHandle,
}

impl Lock {
    /// Takes the lock, and removes the new file that a killed process left.
    pub(super) fn take(target: &DirEntry) -> Result<Self, SaveError> {
        Self::try_take(target, LOCK_TRIES)
    }

    fn try_take(target: &DirEntry, tries: usize) -> Result<Self, SaveError> {
        let entry = lock_file_of(target);
        let mut failure = SaveError::InUse;
        for nth in 0..tries {
            if nth > 0 {
                on_system(|system| system.sleep(Duration::from_millis(1)));
            }
            match entry.open(OpenMode::Lock) {
                Err(error) if is_not_a_file(&error) => return Err(SaveError::InTheWay(entry.path())),
                // Another user's process is making the lock file, or left it when it was killed.
                Err(error) if error.kind() == ErrorKind::PermissionDenied && entry.exists() => {
                    failure = SaveError::OthersFile(entry.path());
                }
                Err(error) => return Err(SaveError::NoLock(error)),
                Ok(file) if !file.lock().map_err(SaveError::NoLocks)? => failure = SaveError::InUse,
                // The previous holder may have removed the name meanwhile.
                Ok(file) if entry.is_same_file(&file).map_err(SaveError::NoLock)? => {
                    let _ = new_file_of(target).remove();
                    return Ok(Self { entry, _locked: file });
                }
                Ok(_) => {}
            }
        }
        Err(failure)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The name is removed under the lock: a process that has already opened the file then sees that the name is gone.
        let _ = self.entry.remove();
    }
}
