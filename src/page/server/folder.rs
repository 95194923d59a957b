//! The served logs: readable regular files directly in one folder, never behind a link. The folder is opened once, and every file
//! is opened relative to it, so nothing that is swapped meanwhile leads elsewhere.

use super::{
    super::api::{EXTENSION, Shelf, ShelfEntry, file_name, is_log_name},
    ServeError,
};
use crate::{
    archive::stats::ALIASES,
    log::{
        FileError, LogFile,
        disk::{Dir, DirEntry, OpenMode},
    },
};
use std::{
    fs, io,
    path::Path,
    sync::Arc,
    time::{Duration, SystemTime},
};

/// A file changed more recently may be changed again within the same tick of the clock.
const MIN_AGE: Duration = Duration::from_secs(2);

/// A folder of logs, or one log of it.
pub(super) struct LogFolder {
    dir: Arc<Dir>,
    only: Option<String>,
}

impl LogFolder {
    /// Opens a folder, or the folder of a log. A symbolic link is followed here, as in any command.
    pub(super) fn of(path: &Path) -> Result<Self, ServeError> {
        let nothing = |error| ServeError::Nothing(path.to_owned(), error);
        if fs::metadata(path).map_err(nothing)?.is_dir() {
            return Ok(Self { dir: Dir::open(path).map_err(nothing)?, only: None });
        }
        let log = DirEntry::resolving_links(path).map_err(nothing)?;
        LogFile::read_at(&log).map_err(ServeError::NoLog)?;
        let name = log.name().to_str().and_then(|name| name.strip_suffix(EXTENSION));
        let only = name.filter(|name| is_log_name(name)).map(str::to_owned).ok_or_else(|| {
            nothing(io::Error::other("a log that is served has a name of letters that ends in `.toml` and begins with no point"))
        })?;
        Ok(Self { dir: log.dir().clone(), only: Some(only) })
    }

    pub(super) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The path of what is served, the folder or the one log of it, as a text.
    pub(super) fn served_path(&self) -> String {
        let path = self.only.as_ref().map_or_else(|| self.path().to_owned(), |only| self.path().join(file_name(only)));
        // No absolute path begins with `bytes `.
        path.to_str().map_or_else(|| format!("bytes {}", path.as_os_str().as_encoded_bytes().escape_ascii()), str::to_owned)
    }

    /// A text that is the same for the folder by whatever path it is opened, and whether all of it is served or one log.
    pub(super) fn identity(&self) -> String {
        let (device, number) = self.dir.id();
        format!("folder {device} {number}")
    }

    /// The file of a log. `None` if there is no such regular file.
    fn file(&self, name: &str) -> Option<DirEntry> {
        let entry = self.dir.entry(file_name(name));
        entry.open(OpenMode::Read).is_ok().then_some(entry)
    }

    /// The error without the path of the folder, which clients must not see.
    fn without_path(&self, error: FileError) -> FileError {
        error.relative_to(self.path())
    }
}

impl Shelf for LogFolder {
    fn list(&self) -> Vec<ShelfEntry> {
        let entry = |name: String| {
            let metadata = self.file(&name)?.open(OpenMode::Read).ok()?.std().ok()?.metadata().ok()?;
            let changed = metadata.modified().ok().filter(|_| metadata.is_file())?;
            Some(ShelfEntry { stamp: stamp(&metadata), name, changed })
        };
        let names = self.dir.names().unwrap_or_default().into_iter();
        names.filter_map(|file| entry(log_name(file.as_ref())?)).collect()
    }

    fn read(&self, name: &str) -> Option<Result<String, FileError>> {
        self.file(name).map(|entry| LogFile::text_at(&entry).map_err(|error| self.without_path(error)))
    }

    fn create(&self, name: &str, text: &str) -> Result<(), FileError> {
        LogFile::create_at(self.dir.entry(file_name(name)), text.to_owned()).map_err(|error| self.without_path(error))
    }

    fn replace(&self, name: &str, old: &str, new: &str) -> Result<(), FileError> {
        LogFile::replace_at(&self.dir.entry(file_name(name)), old, new).map_err(|error| self.without_path(error))
    }

    fn aliases(&self) -> Result<Option<String>, FileError> {
        match LogFile::text(self.path().join(ALIASES)) {
            Err(FileError::Missing(_)) => Ok(None),
            text => text.map(Some).map_err(|error| self.without_path(error)),
        }
    }

    fn only(&self) -> Option<&str> {
        self.only.as_deref()
    }
}

/// A text of a file's metadata: as long as it is the same, so is the content. `None` if the file was changed just now.
fn stamp(metadata: &fs::Metadata) -> Option<String> {
    let modified = metadata.modified().ok()?;
    // The time of the inode's change is one that no program can set.
    #[cfg(unix)]
    let (inode, changed) = {
        use std::os::unix::fs::MetadataExt as _;
        let since = Duration::new(metadata.ctime().try_into().ok()?, metadata.ctime_nsec().try_into().ok()?);
        (metadata.ino(), SystemTime::UNIX_EPOCH + since)
    };
    #[cfg(not(unix))]
    let (inode, changed) = (0, modified);
    let is_settled = SystemTime::now().duration_since(changed).is_ok_and(|since| since > MIN_AGE);
    is_settled.then(|| format!("{inode} {} {modified:?} {changed:?}", metadata.len()))
}

/// The name of a log by its file; none if this is no log's file name.
pub(super) fn log_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(EXTENSION)?;
    is_log_name(name).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const LOG: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";

    #[test]
    fn a_stamp_is_of_one_content_of_a_settled_file() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = |name: &str| dir.path().join(name);
        for name in ["a.toml", "b.toml", "c.toml", "aliases.toml", ".hidden.toml", "other"] {
            fs::write(path(name), LOG).expect("written");
        }
        let folder = LogFolder::of(dir.path()).expect("a folder");
        let stamps = || -> std::collections::BTreeMap<String, Option<String>> {
            folder.list().into_iter().map(|entry| (entry.name, entry.stamp)).collect()
        };
        let new = stamps();
        assert_eq!(new.keys().collect::<Vec<_>>(), ["a", "aliases", "b", "c"]);
        assert!(new.values().all(Option::is_none), "what was changed just now may be changed again");
        thread::sleep(MIN_AGE + Duration::from_millis(100));
        let settled = stamps();
        assert!(settled.values().all(Option::is_some) && settled == stamps());
        // Changed, in its own bytes or as another file, with the size and the time of before.
        let time = fs::metadata(path("a.toml")).and_then(|metadata| metadata.modified()).expect("a time");
        let other = LOG.replace("Bo", "Cy");
        fs::write(path("a.toml"), &other).expect("written");
        fs::write(path("new"), &other).expect("written");
        fs::rename(path("new"), path("b.toml")).expect("moved");
        for name in ["a.toml", "b.toml"] {
            let file = fs::File::options().write(true).open(path(name)).expect("opened");
            file.set_modified(time).expect("set");
        }
        let changed = stamps();
        let is_same = |name: &str| changed[name] == settled[name];
        assert_eq!(["a", "b", "c"].map(is_same), [false, false, true]);
    }

    #[test]
    fn a_folder_is_the_same_by_every_path() {
        let dir = tempfile::tempdir().expect("a folder");
        let (real, link) = (dir.path().join("real"), dir.path().join("link"));
        fs::create_dir(&real).expect("made");
        fs::write(real.join("a.toml"), LOG).expect("written");
        let identity = |path: &Path| LogFolder::of(path).expect("a folder").identity();
        let before = identity(&real);
        assert_eq!(before, identity(&real.join("a.toml")));
        fs::rename(&real, &link).expect("moved");
        assert_eq!(before, identity(&link));
        fs::create_dir(&real).expect("made");
        assert_ne!(before, identity(&real));
    }
}
