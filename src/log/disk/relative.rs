//! Opens files relative to an open directory (`openat`).

use super::{Access, File, Folder, Mode, no_file, regular};
use rustix::{
    fd::OwnedFd,
    fs::{self, AtFlags, Mode as Bits, OFlags},
    io::Errno,
};
use std::{
    ffi::{OsStr, OsString},
    fs::{File as StdFile, Metadata, Permissions},
    io,
    os::unix::{
        ffi::OsStringExt as _,
        fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown},
    },
    path::Path,
};

/// Flags to open a directory only to search it, so that a directory that may not be listed works, too.
#[cfg(any(target_os = "linux", target_os = "android"))]
const SEARCH_FLAGS: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const SEARCH_FLAGS: OFlags = OFlags::RDONLY;

/// Flags that never follow a link and never block on a pipe.
const SAFE_FLAGS: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

#[derive(Debug)]
pub struct Dir(OwnedFd);

impl Dir {
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(fs::open(path, SEARCH_FLAGS | OFlags::DIRECTORY | OFlags::CLOEXEC, Bits::empty())?))
    }

    /// Opens the directory again to list or flush it.
    fn readable(&self) -> io::Result<OwnedFd> {
        Ok(fs::openat(&self.0, ".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Bits::empty())?)
    }
}

impl Folder for Dir {
    fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in fs::Dir::new(self.readable()?)? {
            let name = entry?.file_name().to_bytes().to_vec();
            if name != b"." && name != b".." {
                names.push(OsString::from_vec(name));
            }
        }
        Ok(names)
    }

    fn sync(&self) -> io::Result<()> {
        match self.readable().and_then(|open| Ok(fs::fsync(open)?)) {
            // What was to be written is not.
            Err(error)
                if [Errno::IO, Errno::NOSPC, Errno::DQUOT, Errno::INTR].map(Some).contains(&Errno::from_io_error(&error)) =>
            {
                Err(error)
            }
            // Not every file system flushes directories, nor may everybody who writes one list it.
            _ => Ok(()),
        }
    }

    fn file(&self, name: &OsStr, access: Access) -> io::Result<File> {
        let (flags, bits) = match access {
            Access::Read => (OFlags::RDONLY, 0),
            Access::Write => (OFlags::RDWR, 0),
            Access::Append(mode) => (OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE, bits(mode)),
            Access::Create(mode) => (OFlags::RDWR | OFlags::CREATE | OFlags::EXCL, bits(mode)),
        };
        match fs::openat(&self.0, name, flags | SAFE_FLAGS, Bits::from_raw_mode(bits)) {
            Ok(file) => regular(File::of(StdFile::from(file))),
            // A symbolic link (BSD uses `EMLINK`), a pipe without a reader or a socket, a directory.
            Err(Errno::LOOP | Errno::MLINK | Errno::NXIO | Errno::ISDIR) => Err(no_file()),
            Err(error) => Err(error.into()),
        }
    }

    fn exists(&self, name: &OsStr) -> bool {
        fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    }

    fn is(&self, name: &OsStr, open: &File) -> bool {
        match (fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW), open.std().map(fs::fstat)) {
            (Ok(named), Some(Ok(open))) => (named.st_dev, named.st_ino) == (open.st_dev, open.st_ino),
            _ => false,
        }
    }

    fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(fs::renameat(&self.0, from, &self.0, to)?)
    }

    fn link(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(fs::linkat(&self.0, from, &self.0, to, AtFlags::empty())?)
    }

    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    fn exchange(&self, one: &OsStr, other: &OsStr) -> io::Result<()> {
        Ok(fs::renameat_with(&self.0, one, &self.0, other, fs::RenameFlags::EXCHANGE)?)
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    fn exchange(&self, _one: &OsStr, _other: &OsStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    fn rename_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(fs::renameat_with(&self.0, from, &self.0, to, fs::RenameFlags::NOREPLACE)?)
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    fn rename_new(&self, _from: &OsStr, _to: &OsStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Gives the file the owner and group of the directory, if that is permitted.
    fn share(&self, made: &File) {
        let Some(made) = made.std() else { return };
        let (Ok(folder), Ok(file)) = (fs::fstat(&self.0), made.metadata()) else { return };
        let folder_mode = Bits::from_raw_mode(folder.st_mode).bits();
        let has_owner = folder.st_uid == file.uid() || fchown(made, Some(folder.st_uid), None).is_ok();
        let has_group = folder.st_gid == file.gid() || fchown(made, None, Some(folder.st_gid)).is_ok();
        let mut bits = 0o600;
        for (class, is_theirs) in [(0o020, has_group), (0o002, has_owner || has_group)] {
            if is_theirs && folder_mode & class != 0 {
                bits |= class | class << 1;
            }
        }
        let _ = made.set_permissions(Permissions::from_mode(bits));
    }
}

/// How many names (hard links) a file has.
pub fn names_of(file: &Metadata) -> u64 {
    file.nlink()
}

fn bits(mode: Mode) -> fs::RawMode {
    match mode {
        Mode::Usual => 0o666,
        Mode::Private => 0o600,
    }
}

/// Opens whatever is at a path. Never blocks on a pipe.
pub fn named(path: &Path, to_write: bool) -> io::Result<StdFile> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits();
    let mut options = StdFile::options();
    options.read(!to_write).append(to_write).custom_flags(i32::try_from(flags).unwrap_or_default());
    match options.open(path) {
        // A socket, or a pipe without a reader.
        Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => Err(no_file()),
        opened => opened,
    }
}

/// The process ID of the holder of a lock on this file, if the system says.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub fn holder(locked: &StdFile) -> Option<u32> {
    let about = locked.metadata().ok()?;
    holder_of((fs::major(about.dev()), fs::minor(about.dev()), about.ino()), &std::fs::read_to_string("/proc/locks").ok()?)
}

/// The holder of a lock, from the text of `/proc/locks`.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn holder_of((major, minor, inode): (u32, u32, u64), locks: &str) -> Option<u32> {
    let file = format!("{major:02x}:{minor:02x}:{inode}");
    // A line is `7: FLOCK  ADVISORY  WRITE 4711 fe:00:1234 0 EOF`. Waiting processes follow on lines with `->`.
    locks.lines().find_map(|line| match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        // A holder in another namespace has process ID 0.
        [_, "FLOCK", _, _, process, is, ..] if is == file => process.parse().ok().filter(|process| *process != 0),
        _ => None,
    })
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub fn holder(_locked: &StdFile) -> Option<u32> {
    None
}

#[cfg(all(test, any(target_os = "linux", target_os = "android")))]
mod tests {
    use super::*;

    #[test]
    fn who_holds_a_lock_is_read_from_the_systems_list() {
        let locks = "1: POSIX  ADVISORY  WRITE 11 fe:01:77 0 EOF\n2: FLOCK  ADVISORY  WRITE 12 fe:01:77 0 EOF\n2: -> FLOCK  ADVISORY  \
                     WRITE 13 fe:01:77 0 EOF\n3: FLOCK  ADVISORY  WRITE 0 fe:01:78 0 EOF\n";
        assert_eq!(holder_of((0xfe, 1, 77), locks), Some(12));
        assert_eq!(holder_of((0xfe, 1, 78), locks), None);
        assert_eq!(holder_of((0xfe, 2, 77), locks), None);
    }

    #[test]
    fn who_holds_a_lock_is_found() {
        let file = tempfile::tempfile().expect("made");
        assert_eq!(holder(&file), None);
        file.lock().expect("locked");
        // Some systems list no locks.
        let knows = std::fs::read_to_string("/proc/locks").is_ok_and(|locks| locks.contains("FLOCK"));
        assert_eq!(holder(&file), knows.then(std::process::id));
    }
}
