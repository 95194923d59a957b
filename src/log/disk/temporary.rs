//! A temporary file beside the file that it is to replace.

use super::{Entry, File, Mode};
use std::{
    ffi::OsString,
    io::{self, Write},
};

/// The suffix of temporary files.
const SUFFIX: &str = ".new";
/// The number of random characters before the suffix.
const RANDOM_CHARS: usize = 8;
/// How many names are tried. Names collide only if somebody causes it.
const MAX_ATTEMPTS: usize = 16;

/// A temporary file with a random name, `.NAME.xxxxxxxx.new`. It is removed when this is dropped, unless it was renamed into
/// place. Until then it is locked, so that other processes see that it is in use.
#[derive(Debug)]
pub struct Temporary {
    entry: Entry,
    file: File,
    is_kept: bool,
}

impl Temporary {
    /// Creates a temporary file beside another file.
    ///
    /// # Errors
    ///
    /// If it can't be created.
    pub fn beside(of: &Entry, mode: Mode) -> io::Result<Self> {
        for _ in 0..MAX_ATTEMPTS {
            let random: String = std::iter::repeat_with(fastrand::alphanumeric).take(RANDOM_CHARS).collect();
            let entry = of.beside(&format!(".{random}{SUFFIX}"));
            let file = match entry.create(mode) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // If the file system has no locks, stale files are not removed either.
            let _ = file.try_lock();
            // Another process may have removed it as stale before it was locked.
            if entry.is(&file) {
                return Ok(Self { entry, file, is_kept: false });
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "every name for a new file beside it is taken"))
    }

    /// Removes the temporary files that killed processes left beside a file: those that are not locked. With `owns`, the caller
    /// holds another lock that covers them all, and all of them are removed.
    pub fn remove_stale(of: &Entry, owns: bool) {
        for stale in Self::all_beside(of) {
            if owns || stale.read().is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = stale.remove();
            }
        }
    }

    /// The temporary files beside a file.
    pub fn all_beside(of: &Entry) -> Vec<Entry> {
        let temporary = |name: OsString| {
            let (_, random) = name.to_str()?.strip_suffix(SUFFIX)?.rsplit_once('.')?;
            let is_random = random.len() == RANDOM_CHARS && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
            Some(of.beside(&format!(".{random}{SUFFIX}"))).filter(|entry| is_random && entry.name() == name)
        };
        of.dir.names().unwrap_or_default().into_iter().filter_map(temporary).collect()
    }

    /// Its entry in the directory.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The open file.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Flushes the file and renames it to `place` in the same directory, over whatever is there. When this returns, it is on
    /// disk.
    ///
    /// # Errors
    ///
    /// If it can't be flushed or renamed. The temporary file is then removed.
    pub fn persist(mut self, place: &Entry) -> io::Result<()> {
        self.file.sync()?;
        self.entry.rename(place)?;
        self.is_kept = true;
        place.dir.sync()
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = self.entry.remove();
        }
    }
}
