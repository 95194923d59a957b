//! What every phone hears: that a log is another, whoever changed it, and that somebody asked for what is to be remembered.

use super::{Folder, ServeError, folder::version, locked};
use crate::log::Log;
use notify::Watcher as _;
use std::{
    collections::{HashMap, VecDeque},
    path::PathBuf,
    sync::{Arc, Mutex},
};
use tokio::sync::{broadcast, mpsc};

/// So many texts of before are kept, to tell whether a step does the same at a log's new end.
const PAST: usize = 64;

/// So many changes may wait for a phone that is slow; then it is told to look for itself.
const WAITING: usize = 256;

/// Something that happened to a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is another, of this version; none where it is gone.
    Changed(Option<String>),
    /// Somebody asked for something that lies covered.
    Asked(&'static str),
    /// These players have chosen, and their phones hold what.
    Chosen(Vec<String>),
    /// The server ends.
    Ended,
}

/// An event and the name of its log.
pub type Named = (Arc<str>, Event);

/// What happened, as it happens.
pub struct Events {
    sender: broadcast::Sender<Named>,
    versions: Mutex<HashMap<String, String>>,
    past: Mutex<VecDeque<(String, Log)>>,
}

impl Default for Events {
    fn default() -> Self {
        Self { sender: broadcast::Sender::new(WAITING), versions: Mutex::default(), past: Mutex::default() }
    }
}

impl Events {
    /// Everything that happens from now on.
    pub fn listen(&self) -> broadcast::Receiver<Named> {
        self.sender.subscribe()
    }

    /// Tells everybody who listens.
    pub fn tell(&self, name: &str, event: Event) {
        // Where nobody listens there is nobody to tell.
        let _ = self.sender.send((name.into(), event));
    }

    /// A log as it is now, told if it is another than before; its version.
    pub fn seen(&self, name: &str, log: &Log) -> String {
        let version = version(log.text());
        if locked(&self.versions).insert(name.to_owned(), version.clone()).as_ref() != Some(&version) {
            let mut past = locked(&self.past);
            past.retain(|(known, _)| *known != version);
            past.push_back((version.clone(), log.clone()));
            if past.len() > PAST {
                past.pop_front();
            }
            drop(past);
            self.tell(name, Event::Changed(Some(version.clone())));
        }
        version
    }

    /// A log as it was at a version, if that was seen not long ago.
    pub fn past(&self, version: &str) -> Option<Log> {
        locked(&self.past).iter().find(|(known, _)| known == version).map(|(_, log)| log.clone())
    }

    fn gone(&self, name: &str) {
        if locked(&self.versions).remove(name).is_some() {
            self.tell(name, Event::Changed(None));
        }
    }

    /// Looks at a log that somebody may have changed.
    pub fn look(&self, folder: &Folder, name: &str) {
        match folder.read(name) {
            Some(Ok(log)) => {
                self.seen(name, &log);
            }
            // What can't be read is told as it is once it can be, or by whoever asks for it.
            Some(Err(_)) => {}
            None => self.gone(name),
        }
    }
}

/// Watches a folder: the paths in it that something happened to.
///
/// # Errors
/// When the system can't.
pub fn watch(folder: &Folder) -> Result<(notify::RecommendedWatcher, mpsc::UnboundedReceiver<PathBuf>), ServeError> {
    let (sender, receiver) = mpsc::unbounded_channel();
    let hear = move |event: notify::Result<notify::Event>| {
        if let Ok(event) = event
            && !event.kind.is_access()
        {
            event.paths.into_iter().for_each(|path| {
                let _ = sender.send(path);
            });
        }
    };
    let unwatched = |error| ServeError::Unwatched(folder.path().to_owned(), error);
    let mut watcher = notify::recommended_watcher(hear).map_err(unwatched)?;
    watcher.watch(folder.path(), notify::RecursiveMode::NonRecursive).map_err(unwatched)?;
    Ok((watcher, receiver))
}
