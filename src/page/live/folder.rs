//! The served logs: readable regular files directly in one folder, never behind a link. The folder is opened once, and every file
//! is opened relative to it, so nothing that is swapped meanwhile leads elsewhere.

use super::{ServeError, locked, watched, work::Client};
use crate::{
    archive::stats::is_aliases,
    log::{
        FileError, Log, LogFile,
        disk::{Dir, DirEntry, OpenMode},
    },
    page::AnnotatedTexts,
    referee::{Games, document},
    table::{Progress, escape, is_escaped},
};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    collections::{HashMap, HashSet},
    fs, io,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

/// The most characters and bytes of a new game's name, valid on every system with its extension and a temporary suffix.
const MAX_NAME: (usize, usize) = (100, 230);

const EXTENSION: &str = ".toml";

/// A file changed more recently is always read again: a second change within one clock tick would look the same.
const MIN_AGE: Duration = Duration::from_secs(2);

pub(super) struct LogFolder {
    dir: Arc<Dir>,
    only: Option<String>,
    games: Games,
    /// The list entry of each file with the file's stamp; `None` for a file that is not a log.
    listed: Mutex<HashMap<String, (FileStamp, Option<GameListing>)>>,
}

/// A file's metadata: as long as it is the same, so is the content.
#[derive(Clone, PartialEq, Eq)]
struct FileStamp {
    modified: SystemTime,
    size: u64,
    inode: u64,
    /// The time of the inode's change, which no program can set; without inodes, that of the file's modification.
    changed: SystemTime,
}

impl FileStamp {
    fn of(metadata: &fs::Metadata) -> Option<Self> {
        let modified = metadata.modified().ok().filter(|_| metadata.is_file())?;
        #[cfg(unix)]
        let (inode, changed) = {
            use std::os::unix::fs::MetadataExt as _;
            let since = Duration::new(metadata.ctime().try_into().ok()?, metadata.ctime_nsec().try_into().ok()?);
            (metadata.ino(), SystemTime::UNIX_EPOCH + since)
        };
        #[cfg(not(unix))]
        let (inode, changed) = (0, modified);
        Some(Self { modified, size: metadata.len(), inode, changed })
    }

    fn is_settled(&self) -> bool {
        SystemTime::now().duration_since(self.changed).is_ok_and(|since| since > MIN_AGE)
    }
}

/// A log in the list of games.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameListing {
    /// The file's name without `.toml`.
    pub name: String,
    game: &'static str,
    title: Option<String>,
    players: Vec<String>,
    date: Option<String>,
    complete: bool,
    closed: Option<String>,
    /// The players' totals, as the table can see them.
    totals: Vec<String>,
    acting: Vec<String>,
    winners: Vec<String>,
    last: Option<String>,
    /// The parts of the last line; null if nothing is to be played any more.
    words: Value,
    /// The last line and its parts for those who only watch.
    #[serde(skip)]
    watched: Option<(String, Value)>,
    version: String,
}

impl GameListing {
    /// The entry for those who only watch.
    #[must_use]
    pub(super) fn watched(mut self) -> Self {
        let (last, words) = self.watched.take().unzip();
        Self { last, words: words.unwrap_or_default(), ..self }
    }
}

impl LogFolder {
    /// Opens a folder, or the folder of a log. A symbolic link is followed here, as in any command.
    pub(super) fn of(path: &Path, games: Games) -> Result<Self, ServeError> {
        let nothing = |error| ServeError::Nothing(path.to_owned(), error);
        if fs::metadata(path).map_err(nothing)?.is_dir() {
            return Ok(Self { dir: Dir::open(path).map_err(nothing)?, only: None, games, listed: Mutex::default() });
        }
        let log = DirEntry::resolving_links(path).map_err(nothing)?;
        LogFile::read_at(&log).map_err(ServeError::NoLog)?;
        let name = log.name().to_str().and_then(|name| name.strip_suffix(EXTENSION));
        let only = name.filter(|name| is_name(name)).map(str::to_owned).ok_or_else(|| {
            nothing(io::Error::other("a log that is served has a name of letters that ends in `.toml` and begins with no point"))
        })?;
        Ok(Self { dir: log.dir().clone(), only: Some(only), games, listed: Mutex::default() })
    }

    pub(super) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// A unique text for what is served: the folder, or the one log of it.
    pub(super) fn identity(&self) -> String {
        let served = self.only().map_or_else(|| self.path().to_owned(), |only| self.path().join(format!("{only}{EXTENSION}")));
        identity(&served)
    }

    /// A unique text for the folder, whether all of it is served or one log.
    pub(super) fn folder_identity(&self) -> String {
        identity(self.path())
    }

    pub(super) fn only(&self) -> Option<&str> {
        self.only.as_deref()
    }

    /// The file of a log; none if no log here has this name, or it is no regular file, or a link.
    pub(super) fn file(&self, name: &str) -> Option<DirEntry> {
        if !is_name(name) || self.only().is_some_and(|only| only != name) {
            return None;
        }
        let entry = self.dir.entry(format!("{name}{EXTENSION}"));
        entry.open(OpenMode::Read).is_ok().then_some(entry)
    }

    /// The file of a new log; none if the name is not allowed.
    pub(super) fn new_file(&self, name: &str) -> Option<DirEntry> {
        // Some systems allow no colon, a leading dash looks like an option, and a control character would be shown as an escape.
        let is_new = is_name(name)
            && !name.starts_with('-')
            && name.chars().count() <= MAX_NAME.0
            && name.len() <= MAX_NAME.1
            && !name.contains(|char: char| char == ':' || is_escaped(char));
        is_new.then(|| self.dir.entry(format!("{name}{EXTENSION}"))).filter(|entry| !is_aliases(entry.name().as_ref()))
    }

    /// All readable logs, the last changed first; `None` if the client has disconnected. Reads only files with a new stamp.
    pub(super) fn list(&self, client: &Client) -> Option<Vec<GameListing>> {
        let mut logs = Vec::new();
        let mut seen = HashSet::new();
        for entry in self.dir.names().unwrap_or_default() {
            if client.is_gone() {
                return None;
            }
            let Some(name) = log_name(entry.as_ref()) else { continue };
            let metadata = self.file(&name).and_then(|entry| entry.open(OpenMode::Read).ok()?.std().ok()?.metadata().ok());
            let Some(stamp) = metadata.as_ref().and_then(FileStamp::of) else { continue };
            let known = locked(&self.listed).get(&name).filter(|(known, _)| *known == stamp).map(|(_, listed)| listed.clone());
            let listed = known.unwrap_or_else(|| listed(name.clone(), &self.read(&name)?.ok()?, self.games));
            logs.extend(listed.clone().map(|listed| (stamp.modified, listed)));
            if stamp.is_settled() {
                seen.insert(name.clone());
                locked(&self.listed).insert(name, (stamp, listed));
            }
        }
        locked(&self.listed).retain(|name, _| seen.contains(name));
        logs.sort_by(|(one, _), (other, _)| other.cmp(one));
        Some(logs.into_iter().map(|(_, listed)| listed).collect())
    }

    /// The text of a log, not parsed; none if there is no log of this name.
    pub(super) fn text(&self, name: &str) -> Option<Result<String, FileError>> {
        self.file(name).map(|entry| LogFile::text_at(&entry))
    }

    pub(super) fn read(&self, name: &str) -> Option<Result<Log, FileError>> {
        self.file(name).map(|entry| LogFile::read_at(&entry))
    }

    /// Removes the path of the folder from a message: clients must not see it.
    pub(super) fn without_folder(&self, text: &str) -> String {
        text.replace(&format!("{}{}", escape::path(self.path()), std::path::MAIN_SEPARATOR), "")
    }
}

pub(super) fn identity(path: &Path) -> String {
    // No absolute path begins with `bytes `.
    path.to_str().map_or_else(|| format!("bytes {}", path.as_os_str().as_encoded_bytes().escape_ascii()), str::to_owned)
}

/// Whether a text can be the name of a log: it has no path separator, and is not hidden.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0'])
}

/// The name of a log by its file; none if this is no log's file name.
pub(super) fn log_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(EXTENSION)?;
    is_name(name).then(|| name.to_owned())
}

fn listed(name: String, log: &Log, games: Games) -> Option<GameListing> {
    let referee = games.open(log.clone()).ok()?;
    let sheet = referee.visible_sheet();
    let complete = referee.progress() == Progress::GameOver;
    let last = document::lines(log).last().map(|(_, text)| text.to_owned());
    let is_open = !complete && log.closed().is_none();
    let words = |line: &String| if is_open { json!(AnnotatedTexts::of(&*referee).with(&json!(line))) } else { Value::Null };
    let watched = last.as_ref().map(|last| watched::line(referee.book(), last)).map(|line| (line.clone(), words(&line)));
    Some(GameListing {
        name,
        game: referee.book().game,
        title: log.title().map(ToString::to_string),
        players: log.players().iter().map(ToString::to_string).collect(),
        date: log.date().map(|date| date.to_string()),
        complete,
        closed: log.closed().map(ToString::to_string),
        totals: sheet.players.iter().map(|player| player.total.to_string()).collect(),
        acting: document::acting(&*referee).into_iter().map(|seat| referee.players().names()[seat].clone()).collect(),
        winners: sheet.winners,
        words: last.as_ref().map(words).unwrap_or_default(),
        last,
        watched,
        version: log.digest().to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const LOG: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";

    fn players(folder: &LogFolder) -> Vec<(String, String)> {
        let (_here, client) = Client::new();
        let mut listed: Vec<_> =
            folder.list(&client).expect("somebody waits").into_iter().map(|one| (one.name, one.players.join(" "))).collect();
        listed.sort();
        listed
    }

    #[test]
    fn a_list_is_made_of_what_was_listed_before_and_of_what_looks_otherwise_now() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = |name: &str| dir.path().join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).expect("written");
        for name in ["a.toml", "b.toml", "c.toml"] {
            write(name, LOG);
        }
        write("broken.toml", "fowlplay = 1\n");
        let folder = LogFolder::of(dir.path(), Games::default()).expect("a folder");
        let all = |who: [&str; 3]| {
            Vec::from(["a", "b", "c"].map(str::to_owned)).into_iter().zip(who.map(str::to_owned)).collect::<Vec<_>>()
        };
        assert_eq!(players(&folder), all(["Ada Bo"; 3]));
        assert_eq!(locked(&folder.listed).len(), 0, "what was changed just now may be changed again");
        thread::sleep(MIN_AGE + Duration::from_millis(100));
        assert_eq!(players(&folder), all(["Ada Bo"; 3]));
        assert_eq!(locked(&folder.listed).len(), 4, "of what is no log it is kept, too");
        // A mark in the cache shows that nothing is read again.
        for (_, listed) in locked(&folder.listed).values_mut() {
            if let Some(one) = listed {
                one.players = vec!["kept".to_owned()];
            }
        }
        assert_eq!(players(&folder), all(["kept"; 3]));
        // Changed, in its own bytes or as another file, with the size and the moment of before.
        let moment = fs::metadata(path("a.toml")).and_then(|metadata| metadata.modified()).expect("a moment");
        let other = LOG.replace("Bo", "Cy");
        write("a.toml", &other);
        write("new", &other);
        fs::rename(path("new"), path("b.toml")).expect("moved");
        for name in ["a.toml", "b.toml"] {
            let file = fs::File::options().write(true).open(path(name)).expect("opened");
            file.set_modified(moment).expect("set");
        }
        assert_eq!(players(&folder), all(["Ada Cy", "Ada Cy", "kept"]));
        fs::remove_file(path("c.toml")).expect("removed");
        assert_eq!(players(&folder), all(["Ada Cy", "Ada Cy", ""])[..2]);
        assert!(!locked(&folder.listed).contains_key("c"));
    }

    #[test]
    fn a_list_that_nobody_waits_for_any_more_is_left() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("a.toml"), LOG).expect("written");
        let folder = LogFolder::of(dir.path(), Games::default()).expect("a folder");
        let (here, client) = Client::new();
        assert!(folder.list(&client).is_some());
        drop(here);
        assert!(folder.list(&client).is_none());
    }
}
