//! The served logs: readable regular files directly in one folder, never behind a link. The folder is opened once, and every file
//! is opened relative to it, so nothing that is swapped meanwhile leads elsewhere.

use super::{ServeError, locked, work::Client};
use crate::{
    archive::stats::is_aliases,
    log::{
        FileError, Log, LogFile,
        disk::{Dir, Entry},
    },
    referee::Games,
    table::{Progress, escape, is_unseen},
};
use serde::Serialize;
use std::{
    collections::{HashMap, HashSet},
    fs, io,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

/// How many letters the name of a new game has at most, and how many bytes: with its ending, and what a file beside it adds, it must
/// be a file's name everywhere.
const MAX_NAME: (usize, usize) = (100, 230);

/// How the name of a log ends.
const ENDING: &str = ".toml";

/// A file changed more recently is always read again: a second change within one clock tick would look the same.
const MIN_AGE: Duration = Duration::from_secs(2);

/// A folder of logs, or the one log of it that is served.
pub struct Folder {
    dir: Arc<Dir>,
    only: Option<String>,
    games: Games,
    /// What was listed of each file, and how the file looked; nothing of what is no log.
    listed: Mutex<HashMap<String, (Stamp, Option<Listed>)>>,
}

/// How a file looks: as long as this is the same, so is what it holds.
#[derive(Clone, PartialEq, Eq)]
struct Stamp {
    modified: SystemTime,
    size: u64,
    inode: u64,
    /// When the inode was changed, which nobody can set; where there are none, when the file was.
    changed: SystemTime,
}

impl Stamp {
    /// That of a regular file.
    fn of(about: &fs::Metadata) -> Option<Self> {
        let modified = about.modified().ok().filter(|_| about.is_file())?;
        #[cfg(unix)]
        let (inode, changed) = {
            use std::os::unix::fs::MetadataExt as _;
            let since = Duration::new(about.ctime().try_into().ok()?, about.ctime_nsec().try_into().ok()?);
            (about.ino(), SystemTime::UNIX_EPOCH + since)
        };
        #[cfg(not(unix))]
        let (inode, changed) = (0, modified);
        Some(Self { modified, size: about.len(), inode, changed })
    }

    fn is_settled(&self) -> bool {
        SystemTime::now().duration_since(self.changed).is_ok_and(|since| since > MIN_AGE)
    }
}

/// A log in the list of games.
#[derive(Clone, Debug, Serialize)]
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
    pub fn of(path: &Path, games: Games) -> Result<Self, ServeError> {
        let nothing = |error| ServeError::Nothing(path.to_owned(), error);
        if fs::metadata(path).map_err(nothing)?.is_dir() {
            return Ok(Self { dir: Dir::open(path).map_err(nothing)?, only: None, games, listed: Mutex::default() });
        }
        let log = Entry::behind(path).map_err(nothing)?;
        LogFile::read_at(&log).map_err(ServeError::NoLog)?;
        let name = log.name().to_str().and_then(|name| name.strip_suffix(ENDING));
        let only = name.filter(|name| is_name(name)).map(str::to_owned).ok_or_else(|| {
            nothing(io::Error::other("a log that is served has a name of letters that ends in `.toml` and begins with no point"))
        })?;
        Ok(Self { dir: log.dir().clone(), only: Some(only), games, listed: Mutex::default() })
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// What is served: the folder, or the one log of it. No two have the same, whatever bytes are in their names.
    pub fn identity(&self) -> String {
        let served = self.only().map_or_else(|| self.path().to_owned(), |only| self.path().join(format!("{only}{ENDING}")));
        identity(&served)
    }

    /// The same of the folder, whatever of it is served.
    pub fn folder_identity(&self) -> String {
        identity(self.path())
    }

    /// The name of the log that is served alone.
    pub fn only(&self) -> Option<&str> {
        self.only.as_deref()
    }

    /// The file of a name; none for what is no name of a log here, is no regular file, or is a link.
    pub fn file(&self, name: &str) -> Option<Entry> {
        if !is_name(name) || self.only().is_some_and(|only| only != name) {
            return None;
        }
        let entry = self.dir.entry(format!("{name}{ENDING}"));
        entry.read().is_ok().then_some(entry)
    }

    /// A new log's file; none where that can't be its name.
    pub fn new_file(&self, name: &str) -> Option<Entry> {
        // Other systems take no colon, commands take a dash for an option, and nobody sees a control character.
        let is_new = is_name(name)
            && !name.starts_with('-')
            && name.chars().count() <= MAX_NAME.0
            && name.len() <= MAX_NAME.1
            && !name.contains(|char: char| char == ':' || is_unseen(char));
        is_new.then(|| self.dir.entry(format!("{name}{ENDING}"))).filter(|entry| !is_aliases(entry.name().as_ref()))
    }

    /// Every log that can be read, the one that was changed last first; none if whoever asked is gone meanwhile. Only files that look
    /// otherwise than before are read.
    pub fn list(&self, client: &Client) -> Option<Vec<Listed>> {
        let mut logs = Vec::new();
        let mut there = HashSet::new();
        for entry in self.dir.names().unwrap_or_default() {
            if client.is_gone() {
                return None;
            }
            let Some(name) = name_of(entry.as_ref()) else { continue };
            let about = self.file(&name).and_then(|entry| entry.read().ok()?.metadata().ok());
            let Some(stamp) = about.as_ref().and_then(Stamp::of) else { continue };
            let known = locked(&self.listed).get(&name).filter(|(known, _)| *known == stamp).map(|(_, listed)| listed.clone());
            let listed = known.unwrap_or_else(|| listed(name.clone(), &self.read(&name)?.ok()?, self.games));
            logs.extend(listed.clone().map(|listed| (stamp.modified, listed)));
            if stamp.is_settled() {
                there.insert(name.clone());
                locked(&self.listed).insert(name, (stamp, listed));
            }
        }
        locked(&self.listed).retain(|name, _| there.contains(name));
        logs.sort_by(|(one, _), (other, _)| other.cmp(one));
        Some(logs.into_iter().map(|(_, listed)| listed).collect())
    }

    /// The text of a log, not looked at yet; none where there is none of that name.
    pub fn text(&self, name: &str) -> Option<Result<String, FileError>> {
        self.file(name).map(|entry| LogFile::text_at(&entry))
    }

    /// Reads a log; none where there is none of that name.
    pub fn read(&self, name: &str) -> Option<Result<Log, FileError>> {
        self.file(name).map(|entry| LogFile::read_at(&entry))
    }

    /// What is said of a file, without the folder that it lies in: that is nobody's business.
    pub fn unplaced(&self, text: &str) -> String {
        text.replace(&format!("{}{}", escape::path(self.path()), std::path::MAIN_SEPARATOR), "")
    }
}

/// A path as text, of which no other path has the same.
fn identity(path: &Path) -> String {
    // A whole path begins with no letter that isn't followed by a colon.
    path.to_str().map_or_else(|| format!("bytes {}", path.as_os_str().as_encoded_bytes().escape_ascii()), str::to_owned)
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

fn listed(name: String, log: &Log, games: Games) -> Option<Listed> {
    let referee = games.open(log.clone()).ok()?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const LOG: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";

    fn players(folder: &Folder) -> Vec<(String, String)> {
        let (_here, client) = Client::new();
        let mut listed: Vec<_> =
            folder.list(&client).expect("somebody waits").into_iter().map(|one| (one.name, one.players.join(" "))).collect();
        listed.sort();
        listed
    }

    #[test]
    fn a_list_is_made_of_what_was_listed_before_and_of_what_looks_otherwise_now() {
        let there = tempfile::tempdir().expect("a folder");
        let path = |name: &str| there.path().join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).expect("written");
        for name in ["a.toml", "b.toml", "c.toml"] {
            write(name, LOG);
        }
        write("broken.toml", "fowlplay = 1\n");
        let folder = Folder::of(there.path(), Games::default()).expect("a folder");
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
        let moment = fs::metadata(path("a.toml")).and_then(|about| about.modified()).expect("a moment");
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
        let there = tempfile::tempdir().expect("a folder");
        fs::write(there.path().join("a.toml"), LOG).expect("written");
        let folder = Folder::of(there.path(), Games::default()).expect("a folder");
        let (here, client) = Client::new();
        assert!(folder.list(&client).is_some());
        drop(here);
        assert!(folder.list(&client).is_none());
    }
}
