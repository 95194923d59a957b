//! Events that are broadcast to every phone: a log has changed, or something was requested that players must remember.

use super::{LogFolder, ServeError, folder::log_name, locked, past::VersionCache};
use crate::log::Log;
use notify::Watcher as _;
use serde::Serialize;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex},
};
use tokio::sync::{Notify, broadcast};

/// Capacity of the event queue of a slow phone; what it misses arrives as one event.
const EVENT_CAPACITY: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The log's new version; `None` if the log is gone or can't be read.
    Changed(Option<String>),
    /// A player asked for something to be remembered: `for the whole log`, `whether a move is legal`.
    Asked(&'static str),
    Chosen(Vec<String>),
    Mended(CorrectionEvent),
    /// A rematch has begun, a log of this name.
    Rematch(String),
    /// The links were renewed, or the server stops: subscribers must reconnect.
    Ended,
}

impl Event {
    /// The name of the event in a stream. The end of the stream has none.
    pub(super) const fn name(&self) -> Option<&'static str> {
        match self {
            Self::Changed(_) => Some("changed"),
            Self::Asked(_) => Some("asked"),
            Self::Chosen(_) => Some("chosen"),
            Self::Mended(_) => Some("mended"),
            Self::Rematch(_) => Some("rematch"),
            Self::Ended => None,
        }
    }
}

/// A change that was made, undone or redone. Of an earlier line only the place is sent: players must remember its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct CorrectionEvent {
    /// `undo`, `redo`, `amend` or `rule`.
    pub what: &'static str,
    pub version: Option<String>,
    pub lines: Vec<String>,
    /// The places of other changes.
    pub at: Vec<String>,
    /// The lines for those who only watch.
    #[serde(skip)]
    pub watched: Vec<String>,
    /// The client's `?by=` label.
    pub by: Option<String>,
}

impl CorrectionEvent {
    /// The event as sent to those who only watch.
    #[must_use]
    pub(super) fn watched(self) -> Self {
        Self { lines: self.watched, watched: Vec::new(), ..self }
    }
}

/// The client that wrote a version of a log, by its `?by=` label; kept in memory only.
struct VersionAuthor {
    version: String,
    word: String,
    has_recorded: bool,
}

pub(super) type NamedEvent = (Arc<str>, Event);

/// The versions of the logs that were read; none for one that could be read earlier and can't be now.
type Versions = HashMap<String, Option<String>>;

pub(super) struct EventHub {
    sender: broadcast::Sender<NamedEvent>,
    versions: Mutex<Versions>,
    past: Mutex<VersionCache>,
    makers: Mutex<HashMap<String, VersionAuthor>>,
}

impl Default for EventHub {
    fn default() -> Self {
        Self {
            sender: broadcast::Sender::new(EVENT_CAPACITY),
            versions: Mutex::default(),
            past: Mutex::default(),
            makers: Mutex::default(),
        }
    }
}

impl EventHub {
    pub(super) fn subscribe(&self, name: &str) -> (Option<String>, broadcast::Receiver<NamedEvent>) {
        let versions = locked(&self.versions);
        (versions.get(name).cloned().flatten(), self.sender.subscribe())
    }

    /// The version of a log when it was last read.
    pub(super) fn version(&self, name: &str) -> Option<String> {
        locked(&self.versions).get(name).cloned().flatten()
    }

    /// Whether the log could be read at least once.
    pub(super) fn was_read(&self, name: &str) -> bool {
        locked(&self.versions).contains_key(name)
    }

    /// Remembers which phone is about to make a version of a log, and whether it records lines.
    pub(super) fn set_author(&self, name: &str, version: String, word: &str, has_recorded: bool) {
        locked(&self.makers).insert(name.to_owned(), VersionAuthor { version, word: word.to_owned(), has_recorded });
    }

    /// The phone that made a version of a log, by its own word, if it has one; and whether it recorded lines.
    pub(super) fn author(&self, name: &str, version: &str) -> Option<(String, bool)> {
        let makers = locked(&self.makers);
        let maker = makers.get(name).filter(|maker| maker.version == version)?;
        Some((maker.word.clone(), maker.has_recorded))
    }

    pub(super) fn send(&self, name: &str, event: Event) {
        // Without subscribers there is nothing to send.
        let _ = self.sender.send((name.into(), event));
    }

    /// Remembers this version of a log, which a client was shown, and sends an event if it is new. Returns the version.
    pub(super) fn observe(&self, folder: &LogFolder, name: &str, log: &Log) -> String {
        let digest = log.digest();
        locked(&self.past).add(name, digest, log.text());
        let version = digest.to_string();
        if self.version(name).as_ref() != Some(&version) {
            self.reread(folder, name, false);
        }
        version
    }

    /// A log as it was at a version, if that was shown not long ago.
    pub(super) fn past(&self, name: &str, version: &str) -> Option<Log> {
        let text = locked(&self.past).text(name, version)?;
        Log::parse(text).ok()
    }

    /// Reads a log that may have changed, and sends an event if it has. Reads follow one another, so the last event is the current
    /// state. Returns false for a file that can't be read: an editor may be writing it, so an event is sent only if this `is_retry`.
    pub(super) fn reread(&self, folder: &LogFolder, name: &str, is_retry: bool) -> bool {
        let mut versions = locked(&self.versions);
        let version = match folder.read(name) {
            Some(Ok(log)) => Some(log.digest().to_string()),
            // A file that never was a log is ignored.
            Some(Err(_)) if !versions.contains_key(name) => return true,
            Some(Err(_)) if is_retry => None,
            Some(Err(_)) => return false,
            None => {
                if versions.remove(name).is_some() {
                    self.send(name, Event::Changed(None));
                }
                return true;
            }
        };
        if versions.insert(name.to_owned(), version.clone()).as_ref() != Some(&version) {
            self.send(name, Event::Changed(version));
        }
        true
    }

    pub(super) fn names(&self) -> Vec<String> {
        locked(&self.versions).keys().cloned().collect()
    }
}

/// The files of a folder that have changed since the last call of `next`.
#[derive(Default)]
pub(super) struct ChangedFiles {
    state: Mutex<Pending>,
    wake: Notify,
}

#[derive(Default)]
struct Pending {
    names: HashSet<String>,
    /// The system has lost events, so all logs must be read.
    all: bool,
}

impl ChangedFiles {
    fn record(&self, event: &notify::Event) {
        if event.kind.is_access() && !event.need_rescan() {
            return;
        }
        let mut state = locked(&self.state);
        state.all |= event.need_rescan();
        state.names.extend(event.paths.iter().filter_map(|path| log_name(path)));
        drop(state);
        self.wake.notify_one();
    }

    /// Waits for a change, and returns the names of the changed logs.
    pub(super) async fn next(&self, events: &EventHub) -> Vec<String> {
        self.wake.notified().await;
        let Pending { mut names, all } = std::mem::take(&mut *locked(&self.state));
        if all {
            names.extend(events.names());
        }
        names.into_iter().collect()
    }
}

pub(super) fn watch(folder: &LogFolder) -> Result<(notify::RecommendedWatcher, Arc<ChangedFiles>), ServeError> {
    let changed_files = Arc::new(ChangedFiles::default());
    let changes = changed_files.clone();
    let handle = move |event: notify::Result<notify::Event>| {
        if let Ok(event) = event {
            changes.record(&event);
        }
    };
    let unwatched = |error| ServeError::Unwatched(folder.path().to_owned(), error);
    let mut watcher = notify::recommended_watcher(handle).map_err(unwatched)?;
    watcher.watch(folder.path(), notify::RecursiveMode::NonRecursive).map_err(unwatched)?;
    Ok((watcher, changed_files))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_documentation_describes_each_event_and_no_other() {
        let mended = CorrectionEvent { what: "undo", version: None, lines: vec![], at: vec![], watched: vec![], by: None };
        let (changed, chosen, rematch) = (Event::Changed(None), Event::Chosen(vec![]), Event::Rematch(String::new()));
        let all = [changed, Event::Asked("for the whole log"), chosen, Event::Mended(mended), rematch, Event::Ended];
        let sent: BTreeSet<&str> = all.iter().filter_map(Event::name).collect();
        let chapter = include_str!("../../page_api.md").split("\n# Events").nth(1).expect("a chapter");
        let described: BTreeSet<&str> = chapter.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
        assert_eq!(described, sent);
    }
}
