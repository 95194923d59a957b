//! The logs that are served: readable ones that are regular files directly in one folder, never through a link.

use super::ServeError;
use crate::{
    log::{FileError, Log, LogFile},
    referee,
    table::Progress,
};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A folder of logs, or the one log of it that is served.
pub struct Folder {
    path: PathBuf,
    only: Option<String>,
}

/// A log in the list of games.
#[derive(Debug, Serialize)]
pub struct Listed {
    /// The file's name without `.toml`.
    pub name: String,
    game: &'static str,
    title: Option<String>,
    players: Vec<String>,
    date: Option<String>,
    complete: bool,
    closed: Option<String>,
    version: String,
}

/// The version of a log: a digest of its bytes.
pub fn version(text: &str) -> String {
    use std::fmt::Write as _;
    let mut version = String::with_capacity(32);
    for byte in &Sha256::digest(text.as_bytes())[..16] {
        let _ = write!(version, "{byte:02x}");
    }
    version
}

impl Folder {
    /// A folder, or the folder of a log.
    pub fn of(path: &Path) -> Result<Self, ServeError> {
        let nothing = |error| ServeError::Nothing(path.to_owned(), error);
        let about = fs::metadata(path).map_err(nothing)?;
        if about.is_dir() {
            return Ok(Self { path: fs::canonicalize(path).map_err(nothing)?, only: None });
        }
        LogFile::read(path).map_err(|error| nothing(io::Error::other(error)))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
        Ok(Self { path: fs::canonicalize(folder).map_err(nothing)?, only: name })
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the log that is served alone.
    pub fn only(&self) -> Option<&str> {
        self.only.as_deref()
    }

    /// The file of a name; none for what is no name of a log here, is no regular file, or is a link.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        let is_name = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
        if !is_name || self.only.as_deref().is_some_and(|only| only != name) {
            return None;
        }
        let path = self.path.join(format!("{name}.toml"));
        path.symlink_metadata().is_ok_and(|about| about.is_file()).then_some(path)
    }

    /// The name of a file that lies in the folder, as it is served.
    pub fn name(&self, path: &Path) -> Option<String> {
        let is_log = path.extension().is_some_and(|extension| extension == "toml");
        let name = path.file_stem()?.to_str()?;
        (is_log && self.file(name).is_some()).then(|| name.to_owned())
    }

    /// A new log's file: a name that nothing has.
    pub fn new_file(&self, name: &str) -> Option<PathBuf> {
        let is_name = !name.is_empty() && name.len() <= 100 && !name.starts_with('.') && !name.contains(['/', '\\', '\0', ':']);
        (is_name && self.only.is_none()).then(|| self.path.join(format!("{name}.toml")))
    }

    /// Every log that can be read, the one that was changed last first.
    pub fn list(&self) -> Vec<Listed> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let mut logs: Vec<_> = entries
            .filter_map(|entry| {
                let name = self.name(&entry.path())?;
                let changed = entry.metadata().ok()?.modified().ok()?;
                Some((changed, listed(name, &LogFile::read(entry.path()).ok()?)?))
            })
            .collect();
        logs.sort_by(|(one, _), (other, _)| other.cmp(one));
        logs.into_iter().map(|(_, listed)| listed).collect()
    }

    /// Reads a log.
    pub fn read(&self, name: &str) -> Option<Result<Log, FileError>> {
        self.file(name).map(LogFile::read)
    }
}

fn listed(name: String, log: &Log) -> Option<Listed> {
    let referee = referee::open(log.clone()).ok()?;
    Some(Listed {
        name,
        game: referee.book().game,
        title: log.title().map(ToString::to_string),
        players: log.players().iter().map(ToString::to_string).collect(),
        date: log.date().map(|date| date.to_string()),
        complete: referee.progress() == Progress::GameOver,
        closed: log.closed().map(ToString::to_string),
        version: version(log.text()),
    })
}
