//! Writing a log so that at every moment the old text or the new one is there, whole, and nothing is lost that somebody else
//! wrote meanwhile. Who calls this holds the log's lock.
//!
//! The new text is written to a [`Temporary`] beside it and flushed. As a rule that file then exchanges names with the log, in one
//! step; what was exchanged out is compared with what was read, and changed back if it is another. Where the system can't exchange,
//! it is compared and renamed over.
//!
//! Where another file in the log's place would change its owner, group, attributes or links, or may not be put there, the log is
//! written in place. The new file becomes `.NAME.whole`, a copy with the whole new text; then the log's first bytes become a
//! mark that names the copy, the rest is written, and last of all the first bytes. So a log that begins with the mark is cut
//! short, and its text is that of the copy: whoever reads it takes it from there, and whoever opens it to change it puts it
//! right. The mark tells the copy from one that another save left, perhaps under another name of the log.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::attributes;
use super::disk::{self, Entry, Mode, Temporary};
use super::lock::{LOCK_TIMEOUT, wait};

/// How many bytes a log may have. No log of a game comes near it.
pub const LARGEST: u64 = 16 * 1024 * 1024;

/// How a log begins while it is written in place. No log does: it isn't TOML.
const MARK: &str = "!! fowlplay was saving this: the whole text is in ";

/// The first line of a log while it is written in place: it names the copy, and identifies its text by a checksum (FNV-1a).
fn mark(copy: &Entry, text: &[u8]) -> String {
    let name = copy.name().to_string_lossy();
    let sum = text.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{MARK}{name} (sum {sum:016x})\n")
}

/// Why a log was not saved.
#[derive(Debug)]
pub(super) enum Unsaved {
    /// The file is no longer what was read.
    Changed,
    /// Another session saves it, under another of its names; its process number, if the system says.
    InUse(Option<u32>),
    /// It can't be written, and is as it was.
    Failed(io::Error),
    /// It was written in part, and neither the rest could be nor what was there before. The new text is in the copy.
    CutShort(PathBuf, io::Error),
}

impl From<io::Error> for Unsaved {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// The copy with the whole text of a log that is written in place.
fn copy_of(log: &Entry) -> Entry {
    log.beside(".whole")
}

/// Whether a log was cut short while it was written in place.
fn is_cut_short(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK.as_bytes())
}

/// Where a log is read from.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    /// What somebody named, behind any links.
    Named(&'a Path),
    /// What lies in a directory, and is no link.
    Lying(&'a Entry),
}

impl Source<'_> {
    pub fn open(self) -> io::Result<File> {
        match self {
            Self::Named(path) => disk::open_named(path),
            Self::Lying(entry) => entry.read(),
        }
    }

    fn entry(self) -> io::Result<Entry> {
        match self {
            Self::Named(path) => Entry::behind(path),
            Self::Lying(entry) => Ok(entry.clone()),
        }
    }
}

/// Why a log's text can't be read: the log itself, or the copy that has all of it.
pub(super) enum Unread {
    Log(io::Error),
    Copy(PathBuf, io::Error),
}

/// The bytes of a log, if need be those of its copy, at most so many and one; and whether they are the copy's. Read first is what
/// was opened already.
pub(super) fn whole(log: Source, opened: File, most: u64) -> Result<(Vec<u8>, bool), Unread> {
    let (mut tries, mut opened) = (0, Some(opened));
    loop {
        let file = opened.take().map_or_else(|| log.open(), Ok).map_err(Unread::Log)?;
        let found = disk::bytes(file, most).map_err(Unread::Log)?;
        if !is_cut_short(&found) {
            return Ok((found, false));
        }
        let copy = copy_of(&log.entry().map_err(Unread::Log)?);
        match copied(&found, &copy, most) {
            Ok(text) => return Ok((text, true)),
            // The save may have ended just now.
            Err(_) if tries < 50 => {
                tries += 1;
                thread::sleep(Duration::from_millis(1));
            }
            Err(error) => return Err(Unread::Copy(copy.path(), error)),
        }
    }
}

/// The text of a log that was cut short: that of its copy, if it is this one.
fn copied(cut_short: &[u8], copy: &Entry, most: u64) -> io::Result<Vec<u8>> {
    let text = copy.bytes(most)?;
    if cut_short.starts_with(mark(copy, &text).as_bytes()) {
        return Ok(text);
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "it is of another save"))
}

/// Clears away what a session left beside the log that was killed.
pub(super) fn clear(log: &Entry) {
    Temporary::clear(log, true);
    clear_copy(log);
}

/// Clears the copy away, unless the log needs it.
fn clear_copy(log: &Entry) {
    if log.bytes(MARK.len() as u64).is_ok_and(|found| !is_cut_short(&found)) {
        let _ = copy_of(log).remove();
    }
}

/// Whether a session that was killed left something beside the log. It left its lock with whatever else.
pub(super) fn is_to_clear(log: &Entry) -> bool {
    log.beside(".lock").exists() || copy_of(log).exists()
}

/// Writes a new file; refuses if anything has its name.
pub(super) fn create(log: &Entry, text: &str) -> io::Result<()> {
    let (new, _) = written(log, text, None)?;
    match new.entry().link(log) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => create_in_place(log, text)?,
        linked => linked?,
    }
    drop(new);
    log.dir().sync();
    Ok(())
}

/// Where a file can't have two names.
fn create_in_place(log: &Entry, text: &str) -> io::Result<()> {
    let mut file = log.create(Mode::Usual)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = log.remove();
    }
    written
}

/// Gives a log that says `old` a new text.
pub(super) fn replace(log: &Entry, old: &str, new: &str) -> Result<(), Unsaved> {
    let file = log.read()?;
    // A rename would not ask: what somebody protected from writing stays as it is.
    if file.metadata()?.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is protected from writing").into());
    }
    let (saving, has_all) = written(log, new, Some(&file))?;
    drop(file);
    if !has_all || !put(saving.entry(), log, old, new)? {
        in_place(saving, log, old, new)?;
    }
    log.dir().sync();
    Ok(())
}

/// Whether the file has these bytes.
fn is(entry: &Entry, wanted: &[u8]) -> bool {
    entry.bytes(wanted.len() as u64).is_ok_and(|found| found == wanted)
}

/// Whether the log says this, be it by its copy.
pub(super) fn says(log: &Entry, text: &str) -> bool {
    unchanged(log, text).is_ok()
}

/// The bytes of a log that says `old`, be it by its copy.
fn unchanged(log: &Entry, old: &str) -> Result<Vec<u8>, Unsaved> {
    match log.bytes(LARGEST) {
        Ok(found) if found == old.as_bytes() => Ok(found),
        Ok(found) if copied(&found, &copy_of(log), LARGEST).is_ok_and(|text| text == old.as_bytes()) => Ok(found),
        _ => Err(Unsaved::Changed),
    }
}

/// Puts the new file in the log's place. Whether it may stand there; if not, nothing was done.
fn put(saving: &Entry, log: &Entry, old: &str, new: &str) -> Result<bool, Unsaved> {
    let there = unchanged(log, old)?;
    if saving.exchange(log).is_err() {
        return if is(log, &there) { Ok(saving.rename(log).is_ok()) } else { Err(Unsaved::Changed) };
    }
    // Asked twice: who had the file open before may be writing now.
    if is(saving, &there) && (log.dir().sync(), is(saving, &there)).1 {
        clear_copy(log);
        return Ok(true);
    }
    // What somebody else wrote goes back. If they wrote again meanwhile, it was into the new file, and that is the latest.
    let back = saving.exchange(log);
    if back.is_ok() && !is(saving, new.as_bytes()) {
        let _ = saving.exchange(log);
    } else if back.is_err() {
        let _ = saving.link(log);
    }
    Err(Unsaved::Changed)
}

/// Writes the log where it is, with the new file as its safety copy.
fn in_place(saving: Temporary, log: &Entry, old: &str, new: &str) -> Result<(), Unsaved> {
    let mut file = log.write()?;
    // Another name of the file has another lock. Where it has none, its readers can't hold it.
    if disk::names_of(&file)? > 1 && !wait(&file, LOCK_TIMEOUT)? {
        return Err(Unsaved::InUse(disk::holder(&file)));
    }
    let there = unchanged(log, old)?;
    let copy = copy_of(log);
    saving.persist(&copy)?;
    let copy = Copy(Some(copy));
    if !is(log, &there) {
        return Err(Unsaved::Changed);
    }
    let mark = mark(&copy_of(log), new.as_bytes());
    match write_over(&mut file, there, &mark, new) {
        Ok(true) if is(log, new.as_bytes()) => Ok(()),
        Ok(_) => {
            // What somebody else wrote a moment before the mark goes on behind it: it begins as the log did.
            if log.bytes(mark.len() as u64).is_ok_and(|found| found.starts_with(mark.as_bytes())) {
                file.rewind()?;
                file.write_all(&old.as_bytes()[..mark.len().min(old.len())])?;
            }
            Err(Unsaved::Changed)
        }
        // What was there is put back: it had room.
        Err(error) => match log.bytes(LARGEST).and_then(|there| write_over(&mut file, there, &mark, old)) {
            Ok(_) => Err(Unsaved::Failed(error)),
            Err(_) => Err(Unsaved::CutShort(copy.kept(), error)),
        },
    }
}

/// Writes a text over what is there, under the mark. Whether it was: not so if somebody else writes at the same time.
fn write_over(log: &mut File, mut there: Vec<u8>, mark: &str, text: &str) -> io::Result<bool> {
    let (head, rest) = text.as_bytes().split_at(mark.len().min(text.len()));
    // Each is on disk before the next is written.
    for (at, part, end) in [(0, mark.as_bytes(), there.len()), (mark.len(), rest, 0), (0, head, text.len())] {
        let mut next = there.clone();
        next.resize(end.max(at + part.len()), 0);
        next[at..at + part.len()].copy_from_slice(part);
        // Nothing comes between this look and what is written, but what another program does in the same microsecond.
        let mut found = vec![0; there.len() + 1];
        log.rewind()?;
        let length = log.read(&mut found)?;
        if found[..length] != there {
            return Ok(false);
        }
        log.seek(SeekFrom::Start(at as u64))?;
        log.write_all(part)?;
        if next.len() < there.len() {
            log.set_len(next.len() as u64)?;
        }
        log.sync_all()?;
        there = next;
    }
    Ok(true)
}

/// The safety copy, as long as the log is written. Then it is taken away, unless it is needed.
struct Copy(Option<Entry>);

impl Copy {
    /// Leaves the copy where it is.
    fn kept(mut self) -> PathBuf {
        self.0.take().map(|copy| copy.path()).unwrap_or_default()
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        if let Some(copy) = &self.0 {
            let _ = copy.remove();
        }
    }
}

/// A new file with this text beside a log, as like the log as can be; and whether it is in all but its text.
fn written(log: &Entry, text: &str, old: Option<&File>) -> io::Result<(Temporary, bool)> {
    let mut new = Temporary::beside(log, if old.is_some() { Mode::Private } else { Mode::Usual })?;
    // First: who may not read the log may not read this either.
    let has_all = old.map_or(Ok(true), |old| attributes::keep(old, new.file()))?;
    new.write_all(text.as_bytes())?;
    new.file().sync_all()?;
    Ok((new, has_all))
}
