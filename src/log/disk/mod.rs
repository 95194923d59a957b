//! Files on disk: logs, outputs, and what the page keeps.
//!
//! A folder is opened once ([`Dir`]). A file in the folder ([`DirEntry`]) is opened by its name in the open folder. Symbolic
//! links are not followed, and only regular files are opened. A path that the user gave may lead through links ([`open_path`],
//! [`DirEntry::resolving_links`]). A file is replaced as a whole or not at all ([`AtomicSave`]).

mod atomic_save;
#[cfg(unix)]
mod copy_metadata;
#[cfg(any(not(unix), test))]
mod portable;
mod system;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
use portable as machine;
#[cfg(unix)]
use unix as machine;

use super::SaveError;
use std::{
    ffi::{OsStr, OsString},
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

pub use atomic_save::{AtomicSave, clear_leftovers};
pub use system::{FileHandle, FileId, FileInfo, FolderHandle, NewFileMode, OpenMode, System, is_not_a_file, no_file};

/// Runs `act` on the system of this machine, or in a test on the system given to `with_system`.
fn on_system<T>(act: impl FnOnce(&dyn System) -> T) -> T {
    #[cfg(any(test, feature = "conformance"))]
    if let Some(system) = TEST_SYSTEM.with_borrow(Clone::clone) {
        return act(&*system);
    }
    act(&machine::HostSystem)
}

#[cfg(any(test, feature = "conformance"))]
thread_local! {
    static TEST_SYSTEM: std::cell::RefCell<Option<Arc<dyn System>>> = const { std::cell::RefCell::new(None) };
}

/// Runs `act` with `system` instead of the system of this machine, on this thread.
#[cfg(any(test, feature = "conformance"))]
pub fn with_system<T>(system: Arc<dyn System>, act: impl FnOnce() -> T) -> T {
    struct RestoreSystem(Option<Arc<dyn System>>);
    impl Drop for RestoreSystem {
        fn drop(&mut self) {
            TEST_SYSTEM.set(self.0.take());
        }
    }
    let _restore = RestoreSystem(TEST_SYSTEM.replace(Some(system)));
    act()
}

/// An open folder, which stays the same if it is renamed or moved.
#[derive(Debug)]
pub struct Dir {
    handle: FolderHandle,
    id: FileId,
    path: PathBuf,
}

impl Dir {
    /// Opens a folder, through any symbolic links.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Arc<Self>> {
        let path = on_system(|system| system.real_path(path.as_ref()))?;
        let (handle, id) = on_system(|system| system.folder(&path))?;
        Ok(Arc::new(Self { handle, id, path }))
    }

    /// The path of the folder when it was opened, without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The identity of the folder, by whatever path it was opened.
    pub fn id(&self) -> FileId {
        self.id
    }

    /// The names of all entries, in no particular order.
    #[cfg(unix)]
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        use std::os::unix::ffi::OsStringExt as _;
        let names = rustix::fs::Dir::new(machine::readable(&self.handle)?)?
            .map(|entry| entry.map(|entry| entry.file_name().to_bytes().to_vec()));
        let names = names.filter(|name| name.as_ref().map_or(true, |name| name != b"." && name != b".."));
        names.map(|name| Ok(OsString::from_vec(name?))).collect()
    }

    /// The names of all entries, in no particular order.
    #[cfg(not(unix))]
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        std::fs::read_dir(&self.path)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    /// The entry of a name, whether or not the file exists.
    pub fn entry(self: &Arc<Self>, name: impl Into<OsString>) -> DirEntry {
        DirEntry { dir: Arc::clone(self), name: name.into() }
    }

    /// Flushes new names, renames and removals in the folder to disk, as far as the file system can.
    pub fn sync(&self) -> io::Result<()> {
        on_system(|system| system.flush_folder(&self.handle))
    }
}

/// A name in an open folder. Only a regular file can be opened by this name, never a symbolic link.
#[derive(Clone, Debug)]
pub struct DirEntry {
    dir: Arc<Dir>,
    name: OsString,
}

/// Equal if folder and name are the same, by whatever path the folder was opened.
impl PartialEq for DirEntry {
    fn eq(&self, other: &Self) -> bool {
        self.dir.id == other.dir.id && self.name == other.name
    }
}

impl DirEntry {
    /// The entry at a path. Symbolic links are followed up to the last name.
    pub fn in_folder_of(path: &Path) -> io::Result<Self> {
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
        Ok(Dir::open(folder)?.entry(name))
    }

    /// The entry to which a path leads through symbolic links. For a missing file, it has the last name of the path.
    pub fn resolving_links(path: &Path) -> io::Result<Self> {
        match on_system(|system| system.real_path(path)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::in_folder_of(path),
            real => Self::in_folder_of(&real?),
        }
    }

    /// The folder.
    pub fn dir(&self) -> &Arc<Dir> {
        &self.dir
    }

    /// The name.
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// The path, for messages and for functions that take only paths.
    pub fn path(&self) -> PathBuf {
        self.dir.path.join(&self.name)
    }

    /// The entry of a file that the program keeps beside this one: `.NAME` and a suffix.
    #[must_use]
    pub fn sibling(&self, suffix: &str) -> Self {
        let mut name = OsString::from(".");
        name.push(&self.name);
        name.push(suffix);
        self.dir.entry(name)
    }

    /// Opens the file. Fails with [`no_file`] if it is not a regular file.
    pub fn open(&self, mode: OpenMode) -> io::Result<FileHandle> {
        on_system(|system| system.open(Some(&self.dir.handle), self.name.as_ref(), mode))
    }

    /// The bytes of the file: at most `limit`, and one more if the file is larger.
    pub fn read(&self, limit: u64) -> io::Result<Vec<u8>> {
        self.open(OpenMode::Read)?.read(limit)
    }

    /// Whether anything has this name, even a symbolic link.
    pub fn exists(&self) -> bool {
        on_system(|system| system.id_of(&self.dir.handle, &self.name)).is_ok()
    }

    /// Whether the name still belongs to this open file.
    pub fn is_same_file(&self, file: &FileHandle) -> io::Result<bool> {
        match on_system(|system| system.id_of(&self.dir.handle, &self.name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            id => Ok(file.about()?.id == id?),
        }
    }

    /// Removes the name. The file is deleted with its last name.
    pub fn remove(&self) -> io::Result<()> {
        on_system(|system| system.remove(&self.dir.handle, &self.name))
    }

    /// Renames the file within the folder, and replaces any file with the new name.
    pub fn rename(&self, to: &Self) -> io::Result<()> {
        on_system(|system| system.rename(&self.dir.handle, &self.name, &to.name, true))
    }

    /// Renames the file within the folder. Fails if the new name is taken.
    pub fn rename_new(&self, to: &Self) -> io::Result<()> {
        match on_system(|system| system.rename(&self.dir.handle, &self.name, &to.name, false)) {
            // Assumption: no other program takes the name between these two calls. Other sessions wait for the lock.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                if to.exists() {
                    Err(io::ErrorKind::AlreadyExists.into())
                } else {
                    self.rename(to)
                }
            }
            renamed => renamed,
        }
    }

    /// Replaces the content and flushes it. After an error the file is unchanged, except for [`SaveError::Unsure`].
    pub fn replace(&self, bytes: &[u8], mode: NewFileMode) -> Result<(), SaveError> {
        let saving = AtomicSave::begin(self, mode)?;
        saving.file().write(bytes)?;
        saving.finish(true)
    }
}

impl FileHandle {
    /// The identity, size and write protection of the file.
    pub fn about(&self) -> io::Result<FileInfo> {
        on_system(|system| system.about(self))
    }

    /// Reads at most `limit` bytes, and one more if the file is larger.
    pub fn read(&self, limit: u64) -> io::Result<Vec<u8>> {
        on_system(|system| system.read(self, limit))
    }

    /// Writes all of the bytes.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        on_system(|system| system.write(self, bytes))
    }

    /// Flushes the content to disk. The name is on disk once its folder is flushed ([`Dir::sync`]).
    pub fn sync(&self) -> io::Result<()> {
        on_system(|system| system.flush(self))
    }

    /// Locks the file until it is closed. Returns false if another process holds the lock.
    pub fn lock(&self) -> io::Result<bool> {
        on_system(|system| system.lock(self))
    }

    /// Copies owner, group, permissions and attributes of `source`. Fails if attributes would be lost or rights widened.
    pub fn copy_metadata_from(&self, source: &Self) -> io::Result<()> {
        on_system(|system| system.copy_metadata(self, source))
    }

    /// The standard library's file. Fails for a file of another system.
    pub fn std(&self) -> io::Result<&std::fs::File> {
        system::host_file(self)
    }
}

/// Opens the file at a path for reading, through any symbolic links.
pub fn open_path(path: &Path) -> io::Result<FileHandle> {
    on_system(|system| system.open(None, path, OpenMode::Read))
}

/// Whether the file at a path could be written, through any symbolic links. Nothing is written.
pub fn may_write(path: &Path) -> bool {
    on_system(|system| system.open(None, path, OpenMode::Change)).is_ok()
}

/// Opens a pipe or device for writing without blocking. Fails if a pipe has no reader.
pub fn open_stream(path: &Path) -> io::Result<std::fs::File> {
    let mut options = std::fs::File::options();
    options.write(true);
    #[cfg(unix)]
    {
        use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        let file = options.custom_flags(flags.bits().try_into().unwrap_or_default()).open(path);
        let file = file.map_err(|error| match error.raw_os_error().map(rustix::io::Errno::from_raw_os_error) {
            Some(rustix::io::Errno::NXIO) => io::Error::other("it is a pipe that nobody reads"),
            _ => error,
        })?;
        // Writes to the pipe wait for its reader.
        fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

/// Makes a folder and its missing parents, private to this user, and flushes their names to disk.
#[cfg_attr(not(unix), allow(clippy::permissions_set_readonly_false))]
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    let missing: Vec<&Path> = path.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()).collect();
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    #[cfg(unix)]
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    missing
        .into_iter()
        .filter_map(Path::parent)
        .filter(|parent| !parent.as_os_str().is_empty())
        .try_for_each(|parent| Dir::open(parent)?.sync())
}

/// The time of the system clock.
pub fn now() -> SystemTime {
    on_system(|system| system.now())
}
