//! Opens files by path, for systems that can't open them relative to a directory. The name is checked before and after the file
//! is opened.

use super::{Access, File, Folder, no_file, regular};
use std::{
    ffi::{OsStr, OsString},
    fs::{self, File as StdFile, Metadata},
    io,
    path::{Path, PathBuf},
};

#[derive(Debug)]
pub struct Dir(PathBuf);

impl Dir {
    pub fn open(path: &Path) -> io::Result<Self> {
        if fs::metadata(path)?.is_dir() { Ok(Self(path.to_owned())) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }
}

impl Folder for Dir {
    fn names(&self) -> io::Result<Vec<OsString>> {
        fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    fn sync(&self) -> io::Result<()> {
        // Here a directory is rarely opened as a file.
        let _ = StdFile::open(&self.0).and_then(|open| open.sync_all());
        Ok(())
    }

    fn file(&self, name: &OsStr, access: Access) -> io::Result<File> {
        let path = self.0.join(name);
        if fs::symlink_metadata(&path).is_ok_and(|about| !about.is_file()) && !matches!(access, Access::Create(_)) {
            return Err(no_file());
        }
        let mut options = StdFile::options();
        match access {
            Access::Read => options.read(true),
            Access::Write => options.read(true).write(true),
            Access::Append(_) => options.append(true).create(true),
            Access::Create(_) => options.read(true).write(true).create_new(true),
        };
        let file = regular(File::of(options.open(&path)?))?;
        if fs::symlink_metadata(&path)?.is_file() { Ok(file) } else { Err(no_file()) }
    }

    fn exists(&self, name: &OsStr) -> bool {
        fs::symlink_metadata(self.0.join(name)).is_ok()
    }

    /// An open file can't be removed here, so its name stays its own.
    fn is(&self, name: &OsStr, _open: &File) -> bool {
        self.exists(name)
    }

    fn remove(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        fs::rename(self.0.join(from), self.0.join(to))
    }

    fn link(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        fs::hard_link(self.0.join(from), self.0.join(to))
    }

    fn exchange(&self, _one: &OsStr, _other: &OsStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn rename_new(&self, _from: &OsStr, _to: &OsStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// The permissions that the directory passes on are enough.
    fn share(&self, _made: &File) {}
}

/// The number of hard links is unknown here.
pub fn names_of(_file: &Metadata) -> u64 {
    1
}

/// Opens the file at a path, unless it is seen not to be a regular file.
pub fn named(path: &Path, to_write: bool) -> io::Result<StdFile> {
    if !fs::metadata(path)?.is_file() {
        return Err(no_file());
    }
    StdFile::options().read(!to_write).append(to_write).open(path)
}

/// The holder of a lock is unknown here.
pub fn holder(_locked: &StdFile) -> Option<u32> {
    None
}
