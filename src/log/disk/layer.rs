//! The few operations on files and time on which everything here rests, and how the system does them. Tests put a simulated disk
//! and clock in their place.

use super::{Access, attributes, no_file, system};
use std::{
    ffi::{OsStr, OsString},
    fmt::Debug,
    fs::{self, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::LazyLock,
    time::{Duration, Instant, SystemTime},
};

/// Files by their paths, and a clock.
pub trait Disk: Debug + Send + Sync {
    /// The path behind all symbolic links.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;
    /// What is at a path; at the end of symbolic links, or the link itself.
    fn about(&self, path: &Path, follows: bool) -> io::Result<About>;
    /// Opens a directory.
    fn folder(&self, path: &Path) -> io::Result<Box<dyn Folder>>;
    /// Opens whatever is at a path, through symbolic links. Never blocks on a pipe.
    fn open(&self, path: &Path, to_write: bool) -> io::Result<File>;
    /// Makes a directory that only this user may read.
    fn make_folder(&self, path: &Path) -> io::Result<()>;
    /// Lets only this user read a directory.
    fn make_private(&self, path: &Path) -> io::Result<()>;
    /// What the clock says.
    fn now(&self) -> SystemTime;
    /// How long the program has run. This never goes back.
    fn run_time(&self) -> Duration;
    /// Waits.
    fn sleep(&self, time: Duration);
}

/// An open directory. Names in it never lead through symbolic links.
pub trait Folder: Debug + Send + Sync {
    fn names(&self) -> io::Result<Vec<OsString>>;
    /// Flushes the names. It is no error if the file system can't do this.
    fn sync(&self) -> io::Result<()>;
    fn file(&self, name: &OsStr, access: Access) -> io::Result<File>;
    fn exists(&self, name: &OsStr) -> bool;
    /// Whether the name is one of this open file.
    fn is(&self, name: &OsStr, open: &File) -> bool;
    fn remove(&self, name: &OsStr) -> io::Result<()>;
    fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()>;
    fn rename_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()>;
    fn exchange(&self, one: &OsStr, other: &OsStr) -> io::Result<()>;
    fn link(&self, from: &OsStr, to: &OsStr) -> io::Result<()>;
    /// Lets exactly those users read and write a new file who may write the directory.
    fn share(&self, made: &File);
}

/// An open file.
pub trait Handle: Read + Write + Seek + Debug + Send + Sync {
    fn about(&self) -> io::Result<About>;
    fn set_len(&self, length: u64) -> io::Result<()>;
    /// Flushes content and length.
    fn sync(&self) -> io::Result<()>;
    fn try_lock(&self) -> Result<(), TryLockError>;
    /// The process ID of the holder of a lock on it, if the system says.
    fn holder(&self) -> Option<u32>;
    /// Copies the attributes of the file that it is to replace. Returns whether it has all of them.
    fn keep_attributes(&self, of: &File) -> io::Result<bool>;
    fn set_permissions(&self, permissions: fs::Permissions) -> io::Result<()>;
    /// The file of the system; none of a simulated one.
    fn std(&self) -> Option<&fs::File>;
    /// The number of a simulated file.
    #[cfg(test)]
    fn inode(&self) -> Option<usize> {
        None
    }
}

/// What is known about a file.
#[derive(Clone, Debug)]
pub struct About {
    /// Whether it is a regular file.
    pub is_file: bool,
    /// Whether it is a directory.
    pub is_folder: bool,
    /// Whether it is a symbolic link.
    pub is_link: bool,
    /// Its size in bytes.
    pub length: u64,
    /// How many names (hard links) it has.
    pub names: u64,
    /// When it was changed, if the system says.
    pub modified: Option<SystemTime>,
    /// Who may do what with it; none for a simulated file.
    pub permissions: Option<fs::Permissions>,
}

impl From<fs::Metadata> for About {
    fn from(of: fs::Metadata) -> Self {
        Self {
            is_file: of.is_file(),
            is_folder: of.is_dir(),
            is_link: of.is_symlink(),
            length: of.len(),
            names: system::names_of(&of),
            modified: of.modified().ok(),
            permissions: Some(of.permissions()),
        }
    }
}

impl About {
    /// Whether nobody may write it.
    pub fn is_read_only(&self) -> bool {
        self.permissions.as_ref().is_some_and(fs::Permissions::readonly)
    }
}

/// An open file.
#[derive(Debug)]
pub struct File(Box<dyn Handle>);

impl File {
    /// A file of this kind.
    pub(super) fn of(handle: impl Handle + 'static) -> Self {
        Self(Box::new(handle))
    }

    /// What is known about it.
    ///
    /// # Errors
    ///
    /// If the system doesn't say.
    pub fn about(&self) -> io::Result<About> {
        again(|| self.0.about())
    }

    /// Cuts it, or fills it with zeros, to this length.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        again(|| self.0.set_len(length))
    }

    /// Flushes the file: when this returns, its content is on disk. Its name is so once its directory is flushed, too.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn sync(&self) -> io::Result<()> {
        again(|| self.0.sync())
    }

    /// Locks the file for as long as it is open, unless somebody else holds the lock.
    ///
    /// # Errors
    ///
    /// If somebody does, or the file system has no locks.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        loop {
            match self.0.try_lock() {
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {}
                locked => return locked,
            }
        }
    }

    /// The process ID of the holder of a lock on it, if the system says.
    pub fn holder(&self) -> Option<u32> {
        self.0.holder()
    }

    /// Gives it the attributes of a file that it is to replace: owner, group, permissions, extended attributes (with access
    /// control lists). Returns whether it has all of them, and so may replace the other file.
    ///
    /// # Errors
    ///
    /// If it can't even get the permissions.
    pub fn keep_attributes(&self, of: &Self) -> io::Result<bool> {
        again(|| self.0.keep_attributes(of))
    }

    /// Sets who may do what with it.
    ///
    /// # Errors
    ///
    /// If that is not permitted.
    pub fn set_permissions(&self, permissions: &fs::Permissions) -> io::Result<()> {
        again(|| self.0.set_permissions(permissions.clone()))
    }

    /// The file of the system; none of a simulated one.
    pub fn std(&self) -> Option<&fs::File> {
        self.0.std()
    }

    #[cfg(test)]
    pub(super) fn inode(&self) -> Option<usize> {
        self.0.inode()
    }
}

impl Read for File {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.0.read(to)
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        again(|| self.0.seek(to))
    }
}

/// Does something again as long as a signal interrupts it.
pub(super) fn again<T>(mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match act() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// The disk and the clock of this machine.
#[derive(Debug)]
pub(super) struct Real;

impl Disk for Real {
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn about(&self, path: &Path, follows: bool) -> io::Result<About> {
        Ok(if follows { fs::metadata(path) } else { fs::symlink_metadata(path) }?.into())
    }

    fn folder(&self, path: &Path) -> io::Result<Box<dyn Folder>> {
        Ok(Box::new(system::Dir::open(path)?))
    }

    fn open(&self, path: &Path, to_write: bool) -> io::Result<File> {
        system::named(path, to_write).map(File::of)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        #[allow(unused_mut)]
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(path)
    }

    #[cfg(unix)]
    fn make_private(&self, path: &Path) -> io::Result<()> {
        fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))
    }

    /// The permissions that the directory above passes on are enough.
    #[cfg(not(unix))]
    fn make_private(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn run_time(&self) -> Duration {
        static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGUN.elapsed()
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

impl Handle for fs::File {
    fn about(&self) -> io::Result<About> {
        Ok(self.metadata()?.into())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&self) -> io::Result<()> {
        self.sync_all()
    }

    fn try_lock(&self) -> Result<(), TryLockError> {
        self.try_lock()
    }

    fn holder(&self) -> Option<u32> {
        system::holder(self)
    }

    fn keep_attributes(&self, of: &File) -> io::Result<bool> {
        attributes::keep(of.std().ok_or_else(no_file)?, self)
    }

    fn set_permissions(&self, permissions: fs::Permissions) -> io::Result<()> {
        self.set_permissions(permissions)
    }

    fn std(&self) -> Option<&fs::File> {
        Some(self)
    }
}
