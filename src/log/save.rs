//! Saves a log so that the file holds the old or the new text at every moment, and nothing that another program wrote meanwhile
//! is lost. The caller holds the lock of the log.
//!
//! The new text is written to a [`Temporary`] beside the log and flushed. Usually the two files then exchange names in one step;
//! the old file is compared with what was read, and if it differs, the names are exchanged back. If the system can't exchange
//! names, the log is compared first, and the temporary file is renamed over it.
//!
//! Sometimes the log must be written in place: another file would change its owner, group, attributes or links, or can't be put
//! there. Then the temporary file is renamed to `.NAME.whole`, a copy with the whole new text. The first bytes of the log are
//! overwritten with a mark that names the copy, then the rest is written, and the first bytes come last. So a log that begins
//! with the mark is incomplete, and its text is in the copy: readers take it from there, and the next process that opens the log
//! to change it recovers it. A checksum in the mark tells this copy from that of another save, perhaps under another name of the
//! log.

use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::disk::{self, Entry, File, Mode, Temporary};
use super::lock::{LOCK_TIMEOUT, lock_within};

/// The largest log, in bytes. No log of a game comes near it.
pub const MAX_LOG_BYTES: u64 = 16 * 1024 * 1024;

/// How a log begins while it is written in place. This is not TOML, so no log begins with it.
const MARK: &str = "!! fowlplay was saving this: the whole text is in ";

/// The mark is not longer than this: it has a file's name in it.
const MAX_MARK_BYTES: u64 = 511;

/// The first line of a log while it is written in place: the name of the copy, and a checksum of its text (FNV-1a).
fn mark(copy: &Entry, text: &[u8]) -> String {
    let name = copy.name().to_string_lossy();
    let sum = text.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{MARK}{name} (sum {sum:016x})\n")
}

/// Why a log was not saved.
#[derive(Debug)]
pub(super) enum SaveError {
    /// The file is no longer what was read.
    Changed,
    /// Another session is saving the file under another of its names; its process ID, if the system says.
    InUse(Option<u32>),
    /// Writing failed, and the file is unchanged.
    Failed(io::Error),
    /// The file has the new text, or again the old one, but whether that is on disk is unknown.
    Unsure(io::Error),
    /// The file is partly written, and neither the new nor the old text could be completed. The new text is in the copy.
    CutShort(PathBuf, io::Error),
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// The copy with the whole text, for a log that is written in place.
fn copy_of(log: &Entry) -> Entry {
    log.beside(".whole")
}

/// Whether these bytes are from a log that is only partly written.
fn is_cut_short(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK.as_bytes())
}

/// Where a log is read from.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    /// A path, through any symbolic links.
    Named(&'a Path),
    /// A name in an open directory; not a symbolic link.
    InDir(&'a Entry),
}

impl Source<'_> {
    pub fn open(self) -> io::Result<File> {
        match self {
            Self::Named(path) => disk::open_named(path),
            Self::InDir(entry) => entry.read(),
        }
    }

    fn entry(self) -> io::Result<Entry> {
        match self {
            Self::Named(path) => Entry::behind(path),
            Self::InDir(entry) => Ok(entry.clone()),
        }
    }
}

/// Why the text can't be read: because of the log, or because of its copy.
pub(super) enum SourceError {
    Log(io::Error),
    Copy(PathBuf, io::Error),
}

/// The bytes of a log, and whether they come from its copy. Reads at most `limit` bytes and one more, which shows that the file
/// is larger. `opened` is read first.
pub(super) fn read_bytes(log: Source, opened: File, limit: u64) -> Result<(Vec<u8>, bool), SourceError> {
    let (mut tries, mut opened) = (0, Some(opened));
    loop {
        let file = opened.take().map_or_else(|| log.open(), Ok).map_err(SourceError::Log)?;
        let found = disk::bytes(file, limit).map_err(SourceError::Log)?;
        if !is_cut_short(&found) {
            return Ok((found, false));
        }
        let copy = copy_of(&log.entry().map_err(SourceError::Log)?);
        match read_copy(&found, &copy, limit) {
            Ok(text) => return Ok((text, true)),
            // The save may have just finished.
            Err(_) if tries < 50 => {
                tries += 1;
                disk::sleep(Duration::from_millis(1));
            }
            Err(error) => return Err(SourceError::Copy(copy.path(), error)),
        }
    }
}

/// The text of the copy, if it belongs to this save.
fn read_copy(cut_short: &[u8], copy: &Entry, limit: u64) -> io::Result<Vec<u8>> {
    let text = copy.bytes(limit)?;
    if cut_short.starts_with(mark(copy, &text).as_bytes()) {
        return Ok(text);
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "it is of another save"))
}

/// Removes the files that a killed session left beside the log.
pub(super) fn remove_leftovers(log: &Entry) {
    Temporary::remove_stale(log, true);
    remove_copy(log);
}

/// Removes the copy, unless the log is incomplete without it.
fn remove_copy(log: &Entry) {
    let copy = copy_of(log);
    if !copy.exists() {
        return;
    }
    let Ok(head) = log.bytes(MAX_MARK_BYTES) else { return };
    if is_cut_short(&head) {
        return;
    }
    // After a failed flush the system may hold the log for flushed, and the disk still have the mark: what is written again is
    // flushed again.
    let flushed = log.write().and_then(|mut file| file.write_all(&head).and_then(|()| file.sync()));
    if flushed.is_ok() {
        let _ = copy.remove();
    }
}

/// Whether a killed session left files beside the log. After a loss of power any of them may be there alone.
pub(super) fn has_leftovers(log: &Entry) -> bool {
    log.beside(".lock").exists() || copy_of(log).exists() || !Temporary::all_beside(log).is_empty()
}

/// Writes a new file. Fails if the name is taken.
pub(super) fn create(log: &Entry, text: &str) -> Result<(), SaveError> {
    let (new, _) = write_temporary(log, text, None)?;
    match new.entry().link(log) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => create_in_place(log, text)?,
        linked => linked?,
    }
    drop(new);
    log.dir().sync().map_err(|error| taken_back(log, error))
}

/// For file systems without hard links.
fn create_in_place(log: &Entry, text: &str) -> Result<(), SaveError> {
    let mut file = log.create(Mode::Usual)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync());
    written.map_err(|error| taken_back(log, error))
}

/// What is said of a new log that could not be written: whether it is there depends on whether it could be removed.
fn taken_back(log: &Entry, error: io::Error) -> SaveError {
    if log.remove().is_ok() { SaveError::Failed(error) } else { SaveError::Unsure(error) }
}

/// Replaces the text of a log, which must still be `old`.
pub(super) fn replace(log: &Entry, old: &str, new: &str) -> Result<(), SaveError> {
    let file = log.read()?;
    // Replacing a file needs no write permission on it, so that is checked here.
    if file.about()?.is_read_only() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is protected from writing").into());
    }
    let (temporary, has_all) = write_temporary(log, new, Some(&file))?;
    drop(file);
    if !has_all || !move_into_place(temporary.entry(), log, old, new)? {
        write_in_place(temporary, log, old, new)?;
    }
    Ok(())
}

/// Whether the file has exactly these bytes.
fn has_bytes(entry: &Entry, wanted: &[u8]) -> bool {
    entry.bytes(wanted.len() as u64).is_ok_and(|found| found == wanted)
}

/// Whether the log has this text, or is incomplete and its copy has it.
pub(super) fn has_text(log: &Entry, text: &str) -> bool {
    check_unchanged(log, text).is_ok()
}

/// The bytes of the log, if its text is still `old`, directly or in its copy.
fn check_unchanged(log: &Entry, old: &str) -> Result<Vec<u8>, SaveError> {
    match log.bytes(MAX_LOG_BYTES) {
        Ok(found) if found == old.as_bytes() => Ok(found),
        Ok(found) if read_copy(&found, &copy_of(log), MAX_LOG_BYTES).is_ok_and(|text| text == old.as_bytes()) => Ok(found),
        _ => Err(SaveError::Changed),
    }
}

/// Puts the temporary file in the log's place. Returns whether that worked; if not, nothing was changed.
fn move_into_place(temporary: &Entry, log: &Entry, old: &str, new: &str) -> Result<bool, SaveError> {
    let there = check_unchanged(log, old)?;
    if temporary.exchange(log).is_err() {
        if !has_bytes(log, &there) {
            return Err(SaveError::Changed);
        }
        if temporary.rename(log).is_err() {
            return Ok(false);
        }
        return log.dir().sync().map_err(SaveError::Unsure).map(|()| true);
    }
    // Checked twice: a process that had the file open may be writing now.
    if has_bytes(temporary, &there) {
        let flushed = log.dir().sync();
        if has_bytes(temporary, &there) {
            let Err(error) = flushed else {
                remove_copy(log);
                return Ok(true);
            };
            let back = temporary.exchange(log).and_then(|()| log.dir().sync());
            return Err(if back.is_ok() { SaveError::Failed(error) } else { SaveError::Unsure(error) });
        }
    }
    // Put back what another program wrote. If it has written again since then, that went into the new file, which is newer.
    let back = temporary.exchange(log);
    if back.is_ok() && !has_bytes(temporary, new.as_bytes()) {
        let _ = temporary.exchange(log);
    } else if back.is_err() {
        let _ = temporary.link(log);
    }
    Err(SaveError::Changed)
}

/// Writes the log in place; the temporary file becomes its copy.
fn write_in_place(temporary: Temporary, log: &Entry, old: &str, new: &str) -> Result<(), SaveError> {
    let mut file = log.write()?;
    // Another name of the same file has another lock file, so the file itself is locked. A file with one name is not: there its
    // readers could block saving.
    if file.about()?.names > 1 && !lock_within(&file, LOCK_TIMEOUT)? {
        return Err(SaveError::InUse(file.holder()));
    }
    let there = check_unchanged(log, old)?;
    let copy = copy_of(log);
    let saved = temporary.persist(&copy).map_err(SaveError::from).and_then(|()| overwrite(&mut file, log, there, old, new));
    match saved {
        Ok(()) => drop(copy.remove()),
        Err(SaveError::CutShort(..)) => {}
        // An older copy may still be needed.
        Err(_) => remove_copy(log),
    }
    saved
}

/// Writes the log, whose copy has the new text.
fn overwrite(file: &mut File, log: &Entry, there: Vec<u8>, old: &str, new: &str) -> Result<(), SaveError> {
    if !has_bytes(log, &there) {
        return Err(SaveError::Changed);
    }
    let copy = copy_of(log);
    let mark = mark(&copy, new.as_bytes());
    match write_over(file, there, &mark, new) {
        Ok(true) if has_bytes(log, new.as_bytes()) => Ok(()),
        Ok(_) => {
            // Another program wrote just before the mark was set. Its text begins as the old log did, so the first bytes are put
            // back.
            if log.bytes(mark.len() as u64).is_ok_and(|found| found.starts_with(mark.as_bytes())) {
                file.rewind()?;
                file.write_all(&old.as_bytes()[..mark.len().min(old.len())])?;
            }
            Err(SaveError::Changed)
        }
        // Write the old text back: there was room for it.
        Err(error) => match log.bytes(MAX_LOG_BYTES).and_then(|there| write_over(file, there, &mark, old)) {
            Ok(_) => Err(SaveError::Failed(error)),
            Err(_) => Err(SaveError::CutShort(copy.path(), error)),
        },
    }
}

/// Writes a text over `there`, protected by the mark. Returns `false` if another program writes at the same time.
fn write_over(log: &mut File, mut there: Vec<u8>, mark: &str, text: &str) -> io::Result<bool> {
    let (head, rest) = text.as_bytes().split_at(mark.len().min(text.len()));
    // Each part is flushed before the next is written.
    for (at, part, end) in [(0, mark.as_bytes(), there.len()), (mark.len(), rest, 0), (0, head, text.len())] {
        let mut next = there.clone();
        next.resize(end.max(at + part.len()), 0);
        next[at..at + part.len()].copy_from_slice(part);
        // Only a write within the same microseconds could come between this check and the write below.
        let mut found = Vec::with_capacity(there.len() + 1);
        log.rewind()?;
        log.take(there.len() as u64 + 1).read_to_end(&mut found)?;
        if found != there {
            return Ok(false);
        }
        log.seek(SeekFrom::Start(at as u64))?;
        log.write_all(part)?;
        if next.len() < there.len() {
            log.set_len(next.len() as u64)?;
        }
        log.sync()?;
        there = next;
    }
    Ok(true)
}

/// Writes a temporary file with this text beside the log. Returns it, and whether it has all attributes of the old file.
fn write_temporary(log: &Entry, text: &str, old: Option<&File>) -> io::Result<(Temporary, bool)> {
    let mut new = Temporary::beside(log, if old.is_some() { Mode::Private } else { Mode::Usual })?;
    // Permissions come first: nobody may read the new file who may not read the log.
    let has_all = old.map_or(Ok(true), |old| new.file().keep_attributes(old))?;
    new.write_all(text.as_bytes())?;
    new.file().sync()?;
    Ok((new, has_all))
}
