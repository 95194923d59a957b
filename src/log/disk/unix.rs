//! The files of a Unix machine, opened relative to an open folder (`openat`).

use super::{
    copy_metadata,
    system::{
        self, FileHandle, FileId, FileInfo, FolderHandle, NewFileMode, OpenMode, System, host_file, no_file, retry_interrupted,
    },
};
use rustix::{
    fd::OwnedFd,
    fs::{self, AtFlags, Mode as Bits, OFlags, Stat},
    io::Errno,
};
use std::{
    ffi::OsStr,
    fs::{File as StdFile, Permissions},
    io::{self, Write as _},
    os::unix::fs::{PermissionsExt as _, fchown},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// Flags to open a folder for searching only, which needs no permission to list it.
#[cfg(any(target_os = "linux", target_os = "android"))]
const SEARCH_FLAGS: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const SEARCH_FLAGS: OFlags = OFlags::RDONLY;

/// Flags with which opening never waits for a pipe.
const SAFE_FLAGS: OFlags = OFlags::NONBLOCK.union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

#[derive(Debug)]
pub(super) struct HostSystem;

fn folder_fd(folder: &FolderHandle) -> io::Result<&OwnedFd> {
    folder.0.downcast_ref().ok_or_else(no_file)
}

#[allow(clippy::unnecessary_cast, clippy::cast_sign_loss, reason = "these numbers have other types on other systems")]
fn file_id(stat: &Stat) -> FileId {
    (stat.st_dev as u64, stat.st_ino as u64)
}

/// Opens an open folder again, to list or flush it.
pub(super) fn readable(folder: &FolderHandle) -> io::Result<OwnedFd> {
    Ok(fs::openat(folder_fd(folder)?, ".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Bits::empty())?)
}

impl HostSystem {
    /// Opens or makes a lock file.
    fn lock_file(&self, folder: &FolderHandle, name: &Path) -> io::Result<FileHandle> {
        let file = loop {
            match self.open(Some(folder), name, OpenMode::New(NewFileMode::Private)) {
                Ok(new) => {
                    allow_folder_writers(folder_fd(folder)?, host_file(&new)?);
                    return Ok(new);
                }
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => {}
            }
            match self.open(Some(folder), name, OpenMode::Change) {
                // Another process has just removed the lock file.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                // Read permission is enough to lock a file.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    break self.open(Some(folder), name, OpenMode::Read)?;
                }
                result => break result?,
            }
        };
        // A file with several names is not the program's own.
        if fs::fstat(host_file(&file)?)?.st_nlink > 1 { Err(no_file()) } else { Ok(file) }
    }
}

impl System for HostSystem {
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        retry_interrupted(|| std::fs::canonicalize(path))
    }

    fn folder(&self, path: &Path) -> io::Result<(FolderHandle, FileId)> {
        let flags = SEARCH_FLAGS | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let fd = retry_interrupted(|| Ok(fs::open(path, flags, Bits::empty())?))?;
        let id = file_id(&fs::fstat(&fd)?);
        Ok((FolderHandle(Box::new(fd)), id))
    }

    fn open(&self, folder: Option<&FolderHandle>, name: &Path, mode: OpenMode) -> io::Result<FileHandle> {
        let flags = match mode {
            OpenMode::Lock => return folder.map_or_else(|| Err(no_file()), |folder| self.lock_file(folder, name)),
            OpenMode::Read => OFlags::RDONLY,
            OpenMode::Change => OFlags::RDWR,
            OpenMode::Append(_) => OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE,
            OpenMode::New(_) => OFlags::RDWR | OFlags::CREATE | OFlags::EXCL,
        };
        let bits = Bits::from_raw_mode(match mode {
            OpenMode::Append(NewFileMode::Private) | OpenMode::New(NewFileMode::Private) => 0o600,
            _ => 0o666,
        });
        let opened = retry_interrupted(|| match folder {
            Some(folder) => Ok(fs::openat(folder_fd(folder)?, name, flags | SAFE_FLAGS | OFlags::NOFOLLOW, bits)?),
            None => Ok(fs::open(name, flags | SAFE_FLAGS, bits)?),
        });
        match opened {
            Ok(file) if fs::FileType::from_raw_mode(fs::fstat(&file)?.st_mode).is_file() => {
                Ok(FileHandle(Box::new(StdFile::from(file))))
            }
            Ok(_) => Err(no_file()),
            // Symbolic links (`EMLINK` on BSD), pipes without a reader, sockets, folders.
            Err(error)
                if folder.is_some() && matches!(Errno::from_io_error(&error), Some(Errno::LOOP | Errno::MLINK))
                    || matches!(Errno::from_io_error(&error), Some(Errno::NXIO | Errno::ISDIR)) =>
            {
                Err(no_file())
            }
            Err(error) => Err(error),
        }
    }

    fn about(&self, file: &FileHandle) -> io::Result<FileInfo> {
        let stat = fs::fstat(host_file(file)?)?;
        let length = u64::try_from(stat.st_size).unwrap_or_default();
        Ok(FileInfo { id: file_id(&stat), length, is_read_only: stat.st_mode & 0o222 == 0 })
    }

    fn id_of(&self, folder: &FolderHandle, name: &OsStr) -> io::Result<FileId> {
        Ok(file_id(&retry_interrupted(|| Ok(fs::statat(folder_fd(folder)?, name, AtFlags::SYMLINK_NOFOLLOW)?))?))
    }

    fn read(&self, file: &FileHandle, limit: u64) -> io::Result<Vec<u8>> {
        system::read(file, limit)
    }

    fn write(&self, file: &FileHandle, bytes: &[u8]) -> io::Result<()> {
        host_file(file)?.write_all(bytes)
    }

    fn copy_metadata(&self, new: &FileHandle, source: &FileHandle) -> io::Result<()> {
        copy_metadata::keep(host_file(new)?, host_file(source)?)
    }

    fn flush(&self, file: &FileHandle) -> io::Result<()> {
        retry_interrupted(|| host_file(file)?.sync_all())
    }

    fn lock(&self, file: &FileHandle) -> io::Result<bool> {
        system::lock(file)
    }

    fn rename(&self, folder: &FolderHandle, from: &OsStr, to: &OsStr, replaces: bool) -> io::Result<()> {
        let folder = folder_fd(folder)?;
        retry_interrupted(|| {
            if replaces {
                return Ok(fs::renameat(folder, from, folder, to)?);
            }
            #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
            let renamed = fs::renameat_with(folder, from, folder, to, fs::RenameFlags::NOREPLACE);
            #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
            let renamed = Err(Errno::NOSYS);
            match renamed {
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Err(io::ErrorKind::Unsupported.into()),
                renamed => Ok(renamed?),
            }
        })
    }

    fn remove(&self, folder: &FolderHandle, name: &OsStr) -> io::Result<()> {
        retry_interrupted(|| Ok(fs::unlinkat(folder_fd(folder)?, name, AtFlags::empty())?))
    }

    fn flush_folder(&self, folder: &FolderHandle) -> io::Result<()> {
        match retry_interrupted(|| Ok(fs::fsync(readable(folder)?)?)) {
            // The names are not on disk.
            Err(error) if [Errno::IO, Errno::NOSPC, Errno::DQUOT].map(Some).contains(&Errno::from_io_error(&error)) => Err(error),
            // Some file systems can't flush folders, and some users may write a folder but not list it.
            _ => Ok(()),
        }
    }

    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// Gives read and write permission for a new file to exactly the users who may write its folder.
fn allow_folder_writers(folder: &OwnedFd, new: &StdFile) {
    let (Ok(folder), Ok(file)) = (fs::fstat(folder), fs::fstat(new)) else { return };
    let has_owner = folder.st_uid == file.st_uid || fchown(new, Some(folder.st_uid), None).is_ok();
    let has_group = folder.st_gid == file.st_gid || fchown(new, None, Some(folder.st_gid)).is_ok();
    let mut bits = 0o600;
    for (write_bit, is_allowed) in [(0o020, has_group), (0o002, has_owner || has_group)] {
        if is_allowed && folder.st_mode & write_bit != 0 {
            bits |= write_bit | write_bit << 1;
        }
    }
    let _ = new.set_permissions(Permissions::from_mode(bits));
}
