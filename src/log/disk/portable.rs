//! Files by path, for systems that can't open them relative to a folder. A file's type is checked before and after opening.

use super::system::{self, FileHandle, FileId, FileInfo, FolderHandle, OpenMode, System, host_file, no_file};
use std::{
    ffi::OsStr,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

#[derive(Debug)]
pub(crate) struct HostSystem;

fn path_of(folder: &FolderHandle, name: impl AsRef<Path>) -> io::Result<PathBuf> {
    Ok(folder.0.downcast_ref::<PathBuf>().ok_or_else(no_file)?.join(name))
}

/// Hashes the path of a folder, which identifies the folder on these systems.
fn folder_id(path: &Path) -> FileId {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    (0, hasher.finish())
}

/// Retries for a second: a file that another process has open can't be replaced or removed.
fn retry_for_a_while(act: impl Fn() -> io::Result<()>) -> io::Result<()> {
    for _ in 0..100 {
        match act() {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => std::thread::sleep(Duration::from_millis(10)),
            result => return result,
        }
    }
    act()
}

impl System for HostSystem {
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn folder(&self, path: &Path) -> io::Result<(FolderHandle, FileId)> {
        let real = fs::canonicalize(path)?;
        if !fs::metadata(&real)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let id = folder_id(&real);
        Ok((FolderHandle(Box::new(real)), id))
    }

    fn open(&self, folder: Option<&FolderHandle>, name: &Path, mode: OpenMode) -> io::Result<FileHandle> {
        let path = folder.map_or_else(|| Ok(name.to_owned()), |folder| path_of(folder, name))?;
        let metadata = || if folder.is_some() { fs::symlink_metadata(&path) } else { fs::metadata(&path) };
        if !matches!(mode, OpenMode::New(_)) && metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(no_file());
        }
        let mut options = fs::File::options();
        match mode {
            OpenMode::Read => options.read(true),
            OpenMode::Change => options.read(true).write(true),
            OpenMode::Append(_) => options.append(true).create(true),
            OpenMode::New(_) => options.read(true).write(true).create_new(true),
            OpenMode::Lock => options.read(true).write(true).create(true).truncate(false),
        };
        let file = options.open(&path)?;
        if metadata()?.is_file() { Ok(FileHandle(Box::new(file))) } else { Err(no_file()) }
    }

    fn about(&self, file: &FileHandle) -> io::Result<FileInfo> {
        let metadata = host_file(file)?.metadata()?;
        Ok(FileInfo { id: (0, 0), length: metadata.len(), is_read_only: metadata.permissions().readonly() })
    }

    /// Returns one identity for all files. None is needed: while a file is open on these systems, no other takes its name.
    fn id_of(&self, folder: &FolderHandle, name: &OsStr) -> io::Result<FileId> {
        fs::symlink_metadata(path_of(folder, name)?).map(|_| (0, 0))
    }

    fn read(&self, file: &FileHandle, limit: u64) -> io::Result<Vec<u8>> {
        system::read(file, limit)
    }

    fn write(&self, file: &FileHandle, bytes: &[u8]) -> io::Result<()> {
        host_file(file)?.write_all(bytes)
    }

    fn copy_metadata(&self, new: &FileHandle, source: &FileHandle) -> io::Result<()> {
        host_file(new)?.set_permissions(host_file(source)?.metadata()?.permissions())
    }

    fn flush(&self, file: &FileHandle) -> io::Result<()> {
        host_file(file)?.sync_all()
    }

    fn lock(&self, file: &FileHandle) -> io::Result<bool> {
        system::lock(file)
    }

    fn rename(&self, folder: &FolderHandle, from: &OsStr, to: &OsStr, replaces: bool) -> io::Result<()> {
        if !replaces {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let (from, to) = (path_of(folder, from)?, path_of(folder, to)?);
        retry_for_a_while(|| fs::rename(&from, &to))
    }

    fn remove(&self, folder: &FolderHandle, name: &OsStr) -> io::Result<()> {
        fs::remove_file(path_of(folder, name)?)
    }

    /// Flushes the folder if it can be opened as a file, which these systems rarely allow.
    fn flush_folder(&self, folder: &FolderHandle) -> io::Result<()> {
        let _ = fs::File::open(path_of(folder, "")?).and_then(|file| file.sync_all());
        Ok(())
    }

    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{FileError, LogFile, disk::with_system};
    use std::sync::Arc;

    const LOG: &str = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n";

    #[test]
    fn a_log_is_made_and_saved_by_its_path() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.toml");
        with_system(Arc::new(HostSystem), || {
            let mut file = LogFile::create(&path, LOG.to_owned()).expect("made");
            assert!(matches!(LogFile::create(&path, LOG.to_owned()), Err(FileError::Exists(_))));
            let next = crate::log::Log::parse(format!("{LOG}# more\n")).expect("a log");
            file.save(next.clone()).expect("saved");
            assert_eq!(fs::read_to_string(&path).expect("read"), next.text());
            fs::write(&path, LOG).expect("written");
            assert!(matches!(file.save(next), Err(FileError::Changed(_))));
        });
        let names: Vec<_> =
            fs::read_dir(folder.path()).expect("a folder").map(|name| name.expect("an entry").file_name()).collect();
        assert_eq!(names, ["game.toml"]);
    }
}
