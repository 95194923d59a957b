//! The logs that are served: readable ones that are regular files directly in one folder, never through a link.

use super::ServeError;
use crate::{
    archive::stats::is_aliases,
    log::{FileError, Log, LogFile},
    referee,
    table::{Progress, is_unseen},
};
use serde::Serialize;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// How many letters the name of a new game has at most, and how many bytes: with its ending, and what a file beside it adds, it must
/// be a file's name everywhere.
const LONGEST: (usize, usize) = (100, 230);

/// How the name of a log ends.
const ENDING: &str = ".toml";

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

impl Folder {
    /// A folder, or the folder of a log. A link that is named here is followed, as it is by any command.
    pub fn of(path: &Path) -> Result<Self, ServeError> {
        let nothing = |error| ServeError::Nothing(path.to_owned(), error);
        let real = fs::canonicalize(path).map_err(nothing)?;
        if real.is_dir() {
            return Ok(Self { path: real, only: None });
        }
        LogFile::read(&real).map_err(ServeError::NoLog)?;
        let name = real.file_name().and_then(|name| name.to_str()?.strip_suffix(ENDING));
        let only = name.filter(|name| is_name(name)).map(str::to_owned).ok_or_else(|| {
            nothing(io::Error::other("a log that is served has a name of letters that ends in `.toml` and begins with no point"))
        })?;
        Ok(Self { path: real.parent().unwrap_or(Path::new("/")).to_owned(), only: Some(only) })
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
        if !is_name(name) || self.only().is_some_and(|only| only != name) {
            return None;
        }
        let path = self.path.join(format!("{name}{ENDING}"));
        path.symlink_metadata().is_ok_and(|about| about.is_file()).then_some(path)
    }

    /// A new log's file; none where that can't be its name.
    pub fn new_file(&self, name: &str) -> Option<PathBuf> {
        // Other systems take no colon, and nobody sees a control character.
        let is_new = is_name(name)
            && name.chars().count() <= LONGEST.0
            && name.len() <= LONGEST.1
            && !name.contains(|char: char| char == ':' || is_unseen(char));
        is_new.then(|| self.path.join(format!("{name}{ENDING}"))).filter(|path| !is_aliases(path))
    }

    /// Every log that can be read, the one that was changed last first.
    pub fn list(&self) -> Vec<Listed> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let mut logs: Vec<_> = entries
            .filter_map(|entry| {
                let name = name_of(&entry.path())?;
                let file = self.file(&name)?;
                let changed = entry.metadata().ok()?.modified().ok()?;
                Some((changed, listed(name, &LogFile::read(file).ok()?)?))
            })
            .collect();
        logs.sort_by(|(one, _), (other, _)| other.cmp(one));
        logs.into_iter().map(|(_, listed)| listed).collect()
    }

    /// Reads a log; none where there is none of that name.
    pub fn read(&self, name: &str) -> Option<Result<Log, FileError>> {
        self.file(name).map(LogFile::read)
    }

    /// What is said of a file, without the folder that it lies in: that is nobody's business.
    pub fn unplaced(&self, text: &str) -> String {
        text.replace(&format!("{}{}", self.path.display(), std::path::MAIN_SEPARATOR), "")
    }
}

/// Whether something can be the name of a log: it leads nowhere else, and isn't hidden.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0'])
}

/// The name under which a file would be served, if it is named as logs are.
pub fn name_of(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(ENDING)?;
    is_name(name).then(|| name.to_owned())
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
        version: log.digest().to_string(),
    })
}
