//! Files as everything here opens, makes and renames them: logs, what lies beside them, outputs, what the page keeps.
//!
//! A directory is opened once ([`Dir`]); what lies in it ([`Entry`]) is reached by its name, relative to the open directory. So
//! nothing that is swapped in meanwhile leads anywhere else: no link is followed, and only what is a regular file is opened, without
//! waiting for anybody at the other end of a pipe. A file that somebody names, by contrast, may lie behind links
//! ([`open_named`], [`Entry::behind`]).
//!
//! Where the system can't open a file relative to a directory (Windows), the name is looked at before and after it is opened.

#[cfg(any(not(unix), test))]
#[cfg_attr(unix, allow(dead_code))] // there it is only tested
#[allow(clippy::unused_self, clippy::unnecessary_wraps)] // what the other way needs
mod by_path;
#[cfg(unix)]
mod relative;
mod temporary;

#[cfg(not(unix))]
use by_path as system;
#[cfg(unix)]
use relative as system;

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
};

pub use temporary::Temporary;

/// What a new file is for others, in the bits of Unix; elsewhere the folder decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As every program makes files: the umask decides.
    Usual,
    /// Nobody else may read or write it.
    Private,
}

/// A directory that was opened once. Where it lies under another name later, this is still the same one.
#[derive(Debug)]
pub struct Dir {
    open: system::Dir,
    path: PathBuf,
}

impl Dir {
    /// Opens a directory, behind any links.
    ///
    /// # Errors
    ///
    /// If there is none, or it may not be searched.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Arc<Self>> {
        let path = fs::canonicalize(path)?;
        Ok(Arc::new(Self { open: system::Dir::open(&path)?, path }))
    }

    /// Where it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of all that lies in it, in no order.
    ///
    /// # Errors
    ///
    /// If it may not be read.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        self.open.names()
    }

    /// What has this name in it, whether anything does or not.
    pub fn entry(self: &Arc<Self>, name: impl Into<OsString>) -> Entry {
        Entry { dir: Arc::clone(self), name: name.into() }
    }

    /// Makes renames in it last. They have happened already, and not every file system can do this: a failure is no news.
    pub fn sync(&self) {
        let _ = self.open.sync();
    }
}

/// A name in a directory that was opened once. What is opened by it is a regular file and no link to one.
#[derive(Clone, Debug)]
pub struct Entry {
    dir: Arc<Dir>,
    name: OsString,
}

impl Entry {
    /// The file that a path names, behind any links. A file that is not there yet lies where its name says.
    ///
    /// # Errors
    ///
    /// If its directory can't be opened, or a link leads nowhere.
    pub fn behind(path: &Path) -> io::Result<Self> {
        let real = match fs::canonicalize(path) {
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

    /// Where it lies, for people and for what takes paths only.
    pub fn path(&self) -> PathBuf {
        self.dir.path.join(&self.name)
    }

    /// The program's own file that goes with it: `.NAME` and an ending.
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
    /// If it can't be read, or is no regular file ([`is_no_file`]).
    pub fn read(&self) -> io::Result<File> {
        self.dir.open.file(&self.name, Access::Read)
    }

    /// Opens the file to read and to write it.
    ///
    /// # Errors
    ///
    /// As [`Entry::read`], and if it can't be written.
    pub fn write(&self) -> io::Result<File> {
        self.dir.open.file(&self.name, Access::Write)
    }

    /// Opens the file to add to its end, and makes it where there is none.
    ///
    /// # Errors
    ///
    /// As [`Entry::write`].
    pub fn append(&self, mode: Mode) -> io::Result<File> {
        self.dir.open.file(&self.name, Access::Append(mode))
    }

    /// Makes a new file.
    ///
    /// # Errors
    ///
    /// If anything has the name, a link included, or the file can't be made.
    pub fn create(&self, mode: Mode) -> io::Result<File> {
        self.dir.open.file(&self.name, Access::Create(mode))
    }

    /// The bytes of the file, at most so many and one.
    ///
    /// # Errors
    ///
    /// As [`Entry::read`].
    pub fn bytes(&self, most: u64) -> io::Result<Vec<u8>> {
        bytes(self.read()?, most)
    }

    /// Whether anything has the name, be it a link.
    pub fn exists(&self) -> bool {
        self.dir.open.exists(&self.name)
    }

    /// Whether the name is still that of an open file.
    pub fn is(&self, open: &File) -> bool {
        self.dir.open.is(&self.name, open)
    }

    /// Takes the name away, and the file with it if it has no other.
    ///
    /// # Errors
    ///
    /// If there is none, or it may not be taken away.
    pub fn remove(&self) -> io::Result<()> {
        self.dir.open.remove(&self.name)
    }

    /// Gives the file another name of the same directory, over whatever has it.
    ///
    /// # Errors
    ///
    /// If it may not be renamed.
    pub fn rename(&self, to: &Self) -> io::Result<()> {
        self.dir.open.rename(&self.name, &to.name)
    }

    /// Gives the file one more name of the same directory, which nothing may have.
    ///
    /// # Errors
    ///
    /// If anything has it, or a file can't have two names here.
    pub fn link(&self, to: &Self) -> io::Result<()> {
        self.dir.open.link(&self.name, &to.name)
    }

    /// Exchanges the names of two files of the same directory, in one step.
    ///
    /// # Errors
    ///
    /// If one of them is not there, or the system can't.
    pub fn exchange(&self, with: &Self) -> io::Result<()> {
        self.dir.open.exchange(&self.name, &with.name)
    }

    /// Writes the file whole or not at all, over what was there: when this returns, it is on disk.
    ///
    /// # Errors
    ///
    /// If it can't be written. What was there is then as it was.
    pub fn replace(&self, bytes: &[u8], mode: Mode) -> io::Result<()> {
        use io::Write as _;
        let mut new = Temporary::beside(self, mode)?;
        new.write_all(bytes)?;
        new.persist(self)
    }
}

impl Dir {
    /// Lets exactly those read and write a file just made in it who may write the directory.
    pub(super) fn share(&self, made: &File) {
        self.open.share(made);
    }
}

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    /// To read and to write.
    Write,
    /// To its end; made if need be.
    Append(Mode),
    /// To read and to write; nothing may be there.
    Create(Mode),
}

/// Opens a file that somebody named, behind any links, to read it.
///
/// # Errors
///
/// As [`Entry::read`].
pub fn open_named(path: &Path) -> io::Result<File> {
    regular(system::named(path, false)?)
}

/// Whether a file that somebody named could be written, behind any links. Nothing is written.
pub fn may_write(path: &Path) -> bool {
    system::named(path, true).and_then(regular).is_ok()
}

/// The bytes of an open file, at most so many and one.
///
/// # Errors
///
/// If it can't be read.
pub fn bytes(file: File, most: u64) -> io::Result<Vec<u8>> {
    // Room for nearly every log, so that it is read at once.
    let mut bytes = Vec::with_capacity(16 << 10);
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// How many names an open file has.
///
/// # Errors
///
/// If the system doesn't say.
pub(super) fn names_of(file: &File) -> io::Result<u64> {
    system::names_of(file)
}

/// The number of the process that holds a lock on an open file, if the system says.
pub(super) fn holder(locked: &File) -> Option<u32> {
    system::holder(locked)
}

/// An open file, if it is a regular one.
fn regular(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() { Ok(file) } else { Err(no_file()) }
}

/// Something other than a regular file was to be opened.
#[derive(Debug, thiserror::Error)]
#[error("it is a link, a folder, a pipe or a device, and not a file")]
struct NoFile;

fn no_file() -> io::Error {
    io::Error::other(NoFile)
}

/// Whether something could not be opened because it is no regular file.
pub fn is_no_file(error: &io::Error) -> bool {
    error.get_ref().and_then(|inner| inner.downcast_ref::<NoFile>()).is_some()
}

#[cfg(test)]
mod tests;
