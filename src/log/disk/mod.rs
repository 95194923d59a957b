//! File access for everything in this program: logs and the files beside them, outputs, and the data of the page.
//!
//! A directory is opened once ([`Dir`]). A file in it ([`Entry`]) is opened by its name, relative to the open directory. So
//! nothing that is swapped in meanwhile leads elsewhere: symbolic links are not followed, only regular files are opened, and
//! opening a pipe never blocks. A path that the user gave may lead through links ([`open_named`], [`Entry::behind`]).
//!
//! Windows can't open a file relative to a directory. There the name is checked before and after the file is opened.

mod attributes;
#[cfg(any(not(unix), test))]
#[cfg_attr(unix, allow(dead_code))] // there it is only tested
mod by_path;
mod layer;
#[cfg(unix)]
mod relative;
#[cfg(test)]
pub mod simulated;
mod temporary;

#[cfg(not(unix))]
use by_path as system;
#[cfg(unix)]
use relative as system;

use layer::{Disk, Folder, again};
use std::{
    ffi::{OsStr, OsString},
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

pub use layer::{About, File};
pub use temporary::Temporary;

/// The disk of this machine; in a test that has put a simulated one in its place, that one.
fn on_disk<T>(act: impl FnOnce(&dyn Disk) -> T) -> T {
    #[cfg(test)]
    if let Some(simulated) = simulated::current() {
        return act(&simulated);
    }
    act(&layer::Real)
}

/// The permissions of a new file, as Unix mode bits. On other systems the directory decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The default: the umask decides.
    Usual,
    /// Only the owner may read or write it.
    Private,
}

/// An open directory. If it is renamed or moved later, this is still the same directory.
#[derive(Debug)]
pub struct Dir {
    open: Box<dyn Folder>,
    path: PathBuf,
}

impl Dir {
    /// Opens a directory, through any symbolic links.
    ///
    /// # Errors
    ///
    /// If there is none, or it may not be searched.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Arc<Self>> {
        let path = real_path(path.as_ref())?;
        Ok(Arc::new(Self { open: again(|| on_disk(|disk| disk.folder(&path)))?, path }))
    }

    /// The path at which it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of all entries, in no order.
    ///
    /// # Errors
    ///
    /// If it may not be read.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        again(|| self.open.names())
    }

    /// The entry with this name, whether it exists or not.
    pub fn entry(self: &Arc<Self>, name: impl Into<OsString>) -> Entry {
        Entry { dir: Arc::clone(self), name: name.into() }
    }

    /// Flushes the directory: when this returns, new names, renames and removals in it are on disk, as far as the file system
    /// supports that.
    ///
    /// # Errors
    ///
    /// If they can't be written; they may or may not be on disk then.
    pub fn sync(&self) -> io::Result<()> {
        again(|| self.open.sync())
    }
}

/// A name in an open directory. Only a regular file is opened by it, never a symbolic link.
#[derive(Clone, Debug)]
pub struct Entry {
    dir: Arc<Dir>,
    name: OsString,
}

impl Entry {
    /// The file at a path, through any symbolic links. A new file gets the name that the path has.
    ///
    /// # Errors
    ///
    /// If its directory can't be opened, or a link is dangling.
    pub fn behind(path: &Path) -> io::Result<Self> {
        let real = match real_path(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            real => real?,
        };
        let folder = real.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = real.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
        Ok(Dir::open(folder)?.entry(name))
    }

    /// Its directory.
    pub fn dir(&self) -> &Arc<Dir> {
        &self.dir
    }

    /// Its name.
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// Its path, for messages and for functions that take only paths.
    pub fn path(&self) -> PathBuf {
        self.dir.path.join(&self.name)
    }

    /// A file of the program that belongs to it: `.NAME` and a suffix.
    #[must_use]
    pub fn beside(&self, ending: &str) -> Self {
        let mut name = OsString::from(".");
        name.push(&self.name);
        name.push(ending);
        self.dir.entry(name)
    }

    /// Opens the file to read it.
    ///
    /// # Errors
    ///
    /// If it can't be read, or is not a regular file ([`is_no_file`]).
    pub fn read(&self) -> io::Result<File> {
        again(|| self.dir.open.file(&self.name, Access::Read))
    }

    /// Opens the file to read and to write it.
    ///
    /// # Errors
    ///
    /// As [`Entry::read`], and if it can't be written.
    pub fn write(&self) -> io::Result<File> {
        again(|| self.dir.open.file(&self.name, Access::Write))
    }

    /// Opens the file to append to it; creates it if it doesn't exist.
    ///
    /// # Errors
    ///
    /// As [`Entry::write`].
    pub fn append(&self, mode: Mode) -> io::Result<File> {
        again(|| self.dir.open.file(&self.name, Access::Append(mode)))
    }

    /// Creates a new file.
    ///
    /// # Errors
    ///
    /// If the name is taken, even by a symbolic link, or the file can't be created.
    pub fn create(&self, mode: Mode) -> io::Result<File> {
        again(|| self.dir.open.file(&self.name, Access::Create(mode)))
    }

    /// The bytes of the file: at most `limit`, and one more if the file is larger.
    ///
    /// # Errors
    ///
    /// As [`Entry::read`].
    pub fn bytes(&self, limit: u64) -> io::Result<Vec<u8>> {
        bytes(self.read()?, limit)
    }

    /// Whether anything has this name, even a symbolic link.
    pub fn exists(&self) -> bool {
        self.dir.open.exists(&self.name)
    }

    /// Whether the name still belongs to this open file.
    pub fn is(&self, open: &File) -> bool {
        self.dir.open.is(&self.name, open)
    }

    /// Removes the name; the file goes with its last name.
    ///
    /// # Errors
    ///
    /// If there is none, or it may not be removed.
    pub fn remove(&self) -> io::Result<()> {
        again(|| self.dir.open.remove(&self.name))
    }

    /// Renames the file within the directory. Whatever has the new name is replaced.
    ///
    /// # Errors
    ///
    /// If it may not be renamed.
    pub fn rename(&self, to: &Self) -> io::Result<()> {
        again(|| self.dir.open.rename(&self.name, &to.name))
    }

    /// Renames the file within the directory to a name that is free.
    ///
    /// # Errors
    ///
    /// If the name is taken, or the file may not be renamed.
    pub fn rename_new(&self, to: &Self) -> io::Result<()> {
        match again(|| self.dir.open.rename_new(&self.name, &to.name)) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {}
            renamed => return renamed,
        }
        // The system can't do it in one step.
        self.link(to)?;
        // Whenever the power is lost, one of the names is there.
        self.dir.sync().and_then(|()| self.remove()).inspect_err(|_| drop(to.remove()))
    }

    /// Gives the file a second name in the same directory (a hard link). The name must be free.
    ///
    /// # Errors
    ///
    /// If the name is taken, or the file system has no hard links.
    pub fn link(&self, to: &Self) -> io::Result<()> {
        again(|| self.dir.open.link(&self.name, &to.name))
    }

    /// Exchanges the names of two files in the same directory, in one step.
    ///
    /// # Errors
    ///
    /// If one of them doesn't exist, or the system can't do this.
    pub fn exchange(&self, with: &Self) -> io::Result<()> {
        again(|| self.dir.open.exchange(&self.name, &with.name))
    }

    /// Replaces the content of the file completely or not at all. When this returns, it is on disk, and nothing is left beside it that
    /// a killed process didn't finish.
    ///
    /// # Errors
    ///
    /// If it can't be written. The file is then unchanged.
    pub fn replace(&self, bytes: &[u8], mode: Mode) -> io::Result<()> {
        use io::Write as _;
        Temporary::remove_stale(self, false);
        let mut new = Temporary::beside(self, mode)?;
        new.write_all(bytes)?;
        new.persist(self)
    }
}

impl Dir {
    /// Lets exactly those users read and write a new file in the directory who may write the directory.
    pub(super) fn share(&self, made: &File) {
        self.open.share(made);
    }
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Read,
    /// To read and to write.
    Write,
    /// To append; created if it doesn't exist.
    Append(Mode),
    /// To read and to write a new file.
    Create(Mode),
}

/// Opens the file at a path to read it, through any symbolic links.
///
/// # Errors
///
/// As [`Entry::read`].
pub fn open_named(path: &Path) -> io::Result<File> {
    regular(again(|| on_disk(|disk| disk.open(path, false)))?)
}

/// Whether the file at a path could be written, through any symbolic links. Nothing is written.
pub fn may_write(path: &Path) -> bool {
    again(|| on_disk(|disk| disk.open(path, true))).and_then(regular).is_ok()
}

/// The bytes of an open file: at most `limit`, and one more if the file is larger.
///
/// # Errors
///
/// If it can't be read.
pub fn bytes(file: File, limit: u64) -> io::Result<Vec<u8>> {
    // Large enough for nearly every log, so that it is read in one call.
    let mut bytes = Vec::with_capacity(16 << 10);
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The path behind all symbolic links.
///
/// # Errors
///
/// If there is nothing at the path.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    again(|| on_disk(|disk| disk.real_path(path)))
}

/// What is at a path, at the end of any symbolic links.
///
/// # Errors
///
/// If there is nothing, or a directory above it may not be searched.
pub fn about(path: &Path) -> io::Result<About> {
    again(|| on_disk(|disk| disk.about(path, true)))
}

/// What is at a path itself, which may be a symbolic link.
///
/// # Errors
///
/// As [`about`].
pub fn about_itself(path: &Path) -> io::Result<About> {
    again(|| on_disk(|disk| disk.about(path, false)))
}

/// Makes a directory, and those above it, that only this user may read, unless it exists.
///
/// # Errors
///
/// If it can't be made.
pub fn make_private(path: &Path) -> io::Result<()> {
    make_folders(path)?;
    again(|| on_disk(|disk| disk.make_private(path)))
}

/// Makes a directory and those above it. When this returns, they are on disk.
fn make_folders(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || about(path).is_ok_and(|about| about.is_folder) {
        return Ok(());
    }
    let above = path.parent().unwrap_or(Path::new(""));
    make_folders(above)?;
    match again(|| on_disk(|disk| disk.make_folder(path))) {
        // Somebody else has just made it.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        made => made?,
    }
    Dir::open(if above.as_os_str().is_empty() { Path::new(".") } else { above })?.sync()
}

/// What the clock says.
pub fn now() -> SystemTime {
    on_disk(|disk| disk.now())
}

/// How long the program has run.
pub fn run_time() -> Duration {
    on_disk(|disk| disk.run_time())
}

/// The time since such a moment.
pub fn since(begun: Duration) -> Duration {
    run_time().saturating_sub(begun)
}

/// Waits.
pub fn sleep(time: Duration) {
    on_disk(|disk| disk.sleep(time));
}

/// Returns the file if it is a regular file.
fn regular(file: File) -> io::Result<File> {
    if file.about()?.is_file { Ok(file) } else { Err(no_file()) }
}

/// The error if something is not a regular file.
#[derive(Debug, thiserror::Error)]
#[error("it is a link, a folder, a pipe or a device, and not a file")]
struct NoFile;

fn no_file() -> io::Error {
    io::Error::other(NoFile)
}

/// Whether the error means that something is not a regular file.
pub fn is_no_file(error: &io::Error) -> bool {
    error.get_ref().and_then(|inner| inner.downcast_ref::<NoFile>()).is_some()
}

#[cfg(test)]
mod tests;
