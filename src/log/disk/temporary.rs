//! A new file beside the one whose place it is to take.

use super::{Entry, Mode};
use std::{
    fs::File,
    io::{self, Write},
};

/// How the name of such a file ends.
const ENDING: &str = ".new";
/// How many random letters and digits stand before the suffix.
const RANDOM_CHARS: usize = 8;
/// How many names are tried. A collision is next to impossible unless somebody causes it.
const MAX_ATTEMPTS: usize = 16;

/// A new file under a name that nobody can know before, `.NAME.xxxxxxxx.new`. It is taken away when this is dropped, unless it has
/// taken its place; until then it is locked, so that others see that somebody still writes it.
#[derive(Debug)]
pub struct Temporary {
    entry: Entry,
    file: File,
    is_kept: bool,
}

impl Temporary {
    /// Makes one beside a file.
    ///
    /// # Errors
    ///
    /// If it can't be made.
    pub fn beside(of: &Entry, mode: Mode) -> io::Result<Self> {
        for _ in 0..MAX_ATTEMPTS {
            let drawn: String = std::iter::repeat_with(fastrand::alphanumeric).take(RANDOM_CHARS).collect();
            let entry = of.beside(&format!(".{drawn}{ENDING}"));
            let file = match entry.create(mode) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // Where files can't be locked, nothing is cleared away either.
            let _ = file.try_lock();
            // Somebody who cleared up may have been between the two.
            if entry.is(&file) {
                return Ok(Self { entry, file, is_kept: false });
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "every name for a new file beside it is taken"))
    }

    /// Clears away what programs that were killed left beside a file: nobody holds it. Who `owns` all of them by another lock
    /// takes them all.
    pub fn clear(of: &Entry, owns: bool) {
        for name in of.dir.names().unwrap_or_default() {
            let drawn = name.to_str().and_then(|name| name.strip_suffix(ENDING)?.rsplit_once('.')).map(|(_, drawn)| drawn);
            let is_drawn = |drawn: &&str| drawn.len() == RANDOM_CHARS && drawn.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let Some(drawn) = drawn.filter(is_drawn) else { continue };
            let left = of.beside(&format!(".{drawn}{ENDING}"));
            if left.name() == name && (owns || left.read().is_ok_and(|file| file.try_lock().is_ok())) {
                let _ = left.remove();
            }
        }
    }

    /// Its name.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The open file.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Puts it in a place of the same directory, over whatever is there: when this returns, it is on disk under that name.
    ///
    /// # Errors
    ///
    /// If it can't be flushed or renamed. It is then taken away.
    pub fn persist(mut self, place: &Entry) -> io::Result<()> {
        self.file.sync_all()?;
        self.entry.rename(place)?;
        self.is_kept = true;
        place.dir.sync();
        Ok(())
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
