//! Writing a log so that at every moment the old text or the new one is there, whole, and nothing is lost that somebody else
//! wrote meanwhile. Who calls this holds the log's lock.
//!
//! The new text is written to `.NAME.saving` and flushed. As a rule that file then exchanges names with the log, in one step;
//! what was exchanged out is compared with what was read, and changed back if it is another. Where the system can't exchange,
//! it is compared and renamed over.
//!
//! Where another file in the log's place would change its owner, group, attributes or links, or may not be put there, the log is
//! written in place. `.NAME.saving` becomes `.NAME.whole`, a copy with the whole new text; then the log's first bytes become a
//! mark that names the copy, the rest is written, and last of all the first bytes. So a log that begins with the mark is cut
//! short, and its text is that of the copy: whoever reads it takes it from there, and whoever opens it to change it puts it
//! right. The mark tells the copy from one that another save left, perhaps under another name of the log.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::attributes;
use super::file::LARGEST;
use super::lock::{PATIENCE, wait};

/// How a log begins while it is written in place. No log does: it isn't TOML.
const MARK: &str = "!! fowlplay was saving this: the whole text is in ";

/// The first line of a log while it is written in place: it names the copy, and tells its text by a sum (FNV-1a).
fn mark(copy: &Path, text: &[u8]) -> String {
    let name = copy.file_name().unwrap_or_default().to_string_lossy();
    let sum = text.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{MARK}{name} (sum {sum:016x})\n")
}

/// Why a log was not saved.
#[derive(Debug)]
pub(super) enum Unsaved {
    /// The file is no longer what was read.
    Changed,
    /// Another session saves it, under another of its names.
    InUse,
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

/// The file of fowlplay's own beside a log: `.NAME` and an ending.
pub(super) fn beside(log: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(log.file_name().unwrap_or_default());
    name.push(ending);
    log.with_file_name(name)
}

/// The copy with the whole text of a log that is written in place.
pub(super) fn copy_of(log: &Path) -> PathBuf {
    beside(log, ".whole")
}

/// The bytes of a file, at most so many and one.
pub(super) fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Room for nearly every log, so that it is read at once.
    let mut bytes = Vec::with_capacity(16 << 10);
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether a log was cut short while it was written in place.
pub(super) fn is_cut_short(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK.as_bytes())
}

/// The bytes of a log, if need be those of its copy, at most so many and one; and whether they are the copy's.
///
/// # Errors
///
/// If one of the two can't be read: which, and why.
pub(super) fn whole(path: &Path, most: u64) -> Result<(Vec<u8>, bool), (PathBuf, io::Error)> {
    let unread = |error| (path.to_owned(), error);
    let mut tries = 0;
    loop {
        let found = bytes(path, most).map_err(unread)?;
        if !is_cut_short(&found) {
            return Ok((found, false));
        }
        let copy = copy_of(&std::fs::canonicalize(path).map_err(unread)?);
        match copied(&found, &copy, most) {
            Ok(text) => return Ok((text, true)),
            // The save may have ended just now.
            Err(_) if tries < 50 => {
                tries += 1;
                thread::sleep(Duration::from_millis(1));
            }
            Err(error) => return Err((copy, error)),
        }
    }
}

/// The text of a log that was cut short: that of its copy, if it is this one.
fn copied(cut_short: &[u8], copy: &Path, most: u64) -> io::Result<Vec<u8>> {
    let text = bytes(copy, most)?;
    if cut_short.starts_with(mark(copy, &text).as_bytes()) {
        return Ok(text);
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "it is of another save"))
}

/// Clears away what a session left beside the log that was killed.
pub(super) fn clear(log: &Path) {
    drop(Beside(beside(log, ".saving")));
    if bytes(log, MARK.len() as u64).is_ok_and(|found| !is_cut_short(&found)) {
        drop(Beside(copy_of(log)));
    }
}

/// Whether a session that was killed left something beside the log.
pub(super) fn is_to_clear(log: &Path) -> bool {
    [".saving", ".whole", ".lock"].into_iter().any(|ending| beside(log, ending).exists())
}

/// Writes a new file; refuses if anything has its name.
pub(super) fn create(path: &Path, text: &str) -> io::Result<()> {
    let (beside, _) = Beside::written(path, text, None)?;
    match std::fs::hard_link(&beside.0, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => create_in_place(path, text)?,
        linked => linked?,
    }
    drop(beside);
    sync_directory(path);
    Ok(())
}

/// Where a file can't have two names.
fn create_in_place(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = std::fs::remove_file(path);
    }
    written
}

/// Gives the log at `path`, which is no symbolic link and says `old`, a new text.
pub(super) fn replace(path: &Path, old: &str, new: &str) -> Result<(), Unsaved> {
    let log = File::open(path)?;
    // A rename would not ask: what somebody protected from writing stays as it is.
    if log.metadata()?.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is protected from writing").into());
    }
    let (saving, has_all) = Beside::written(path, new, Some(&log))?;
    drop(log);
    if !has_all || !put(&saving.0, path, old, new)? {
        in_place(&saving.0, path, old, new)?;
    }
    sync_directory(path);
    Ok(())
}

/// Whether the file at `path`, which is no link to one, has these bytes.
fn is(path: &Path, wanted: &[u8]) -> bool {
    let is_file = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && found.len() == wanted.len() as u64);
    is_file && std::fs::read(path).is_ok_and(|found| found == wanted)
}

/// Whether the log at `path` says this, be it by its copy.
pub(super) fn says(path: &Path, text: &str) -> bool {
    unchanged(path, text).is_ok()
}

/// The bytes of a log that says `old`, be it by its copy.
fn unchanged(path: &Path, old: &str) -> Result<Vec<u8>, Unsaved> {
    match bytes(path, LARGEST) {
        Ok(found) if found == old.as_bytes() => Ok(found),
        Ok(found) if copied(&found, &copy_of(path), LARGEST).is_ok_and(|text| text == old.as_bytes()) => Ok(found),
        _ => Err(Unsaved::Changed),
    }
}

/// Puts the new file in the log's place. Whether it may stand there; if not, nothing was done.
fn put(saving: &Path, path: &Path, old: &str, new: &str) -> Result<bool, Unsaved> {
    let there = unchanged(path, old)?;
    if exchange(saving, path).is_err() {
        return if is(path, &there) { Ok(std::fs::rename(saving, path).is_ok()) } else { Err(Unsaved::Changed) };
    }
    // Asked twice: who had the file open before may be writing now.
    if is(saving, &there) && (sync_directory(path), is(saving, &there)).1 {
        clear(path);
        return Ok(true);
    }
    // What somebody else wrote goes back. If they wrote again meanwhile, it was into the new file, and that is the latest.
    let back = exchange(saving, path);
    if back.is_ok() && !is(saving, new.as_bytes()) {
        let _ = exchange(saving, path);
    } else if back.is_err() {
        let _ = std::fs::hard_link(saving, path);
    }
    Err(Unsaved::Changed)
}

/// Exchanges the names of two files of a folder, in one step.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Writes the log where it is, with the new file as its safety copy.
fn in_place(saving: &Path, path: &Path, old: &str, new: &str) -> Result<(), Unsaved> {
    let mut log = OpenOptions::new().read(true).write(true).open(path)?;
    // Another name of the file has another lock.
    if !wait(&log, PATIENCE)? {
        return Err(Unsaved::InUse);
    }
    let there = unchanged(path, old)?;
    let copy = copy_of(path);
    std::fs::rename(saving, &copy)?;
    let copy = Beside(copy);
    sync_directory(path);
    if !is(path, &there) {
        return Err(Unsaved::Changed);
    }
    let mark = mark(&copy.0, new.as_bytes());
    match write_over(&mut log, there, &mark, new) {
        Ok(true) if is(path, new.as_bytes()) => Ok(()),
        Ok(_) => {
            // What somebody else wrote a moment before the mark goes on behind it: it begins as the log did.
            if bytes(path, mark.len() as u64).is_ok_and(|found| found.starts_with(mark.as_bytes())) {
                log.rewind()?;
                log.write_all(&old.as_bytes()[..mark.len().min(old.len())])?;
            }
            Err(Unsaved::Changed)
        }
        // What was there is put back: it had room.
        Err(error) => match std::fs::read(path).and_then(|there| write_over(&mut log, there, &mark, old)) {
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

/// `.NAME.saving`, which is written whole before it takes the log's name, or another file that goes with this. Who holds the
/// log's lock owns it: what a session left there that was killed is cleared away by the next.
struct Beside(PathBuf);

impl Beside {
    /// A new file with this text, as like the log as can be; and whether it is in all but its text.
    fn written(path: &Path, text: &str, log: Option<&File>) -> io::Result<(Self, bool)> {
        let path = beside(path, ".saving");
        drop(Self(path.clone()));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        if log.is_some() {
            private(&mut options);
        }
        let mut file = options.open(&path)?;
        let this = Self(path);
        // First: who may not read the log may not read this either.
        let has_all = log.map_or(Ok(true), |log| attributes::keep(log, &file))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        Ok((this, has_all))
    }

    /// Leaves the file where it is.
    fn kept(mut self) -> PathBuf {
        std::mem::take(&mut self.0)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty() {
            let _ = std::fs::remove_file(&self.0);
        }
    }
}

/// Nobody else may open the file that is made.
#[cfg(unix)]
fn private(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn private(_options: &mut OpenOptions) {}

/// Makes a rename last. It has happened already, and not every file system can do this: a failure is no news.
fn sync_directory(path: &Path) {
    if let Some(directory) = path.parent()
        && let Ok(directory) = File::open(directory)
    {
        let _ = directory.sync_all();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn what_is_written_beside_a_log_is_nobody_elses() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        private(&mut options);
        let made = options.open(folder.path().join(".log.saving")).expect("made");
        assert_eq!(made.metadata().expect("there").permissions().mode() & 0o777, 0o600);
    }
}
