//! A shelf in memory.

use crate::SavedLog;
use fowlplay::{
    log::FileError,
    page::api::{Shelf, ShelfEntry},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

/// The logs of a phone, of which some may have changed since the worker has saved them.
#[derive(Default)]
pub(crate) struct MemoryShelf(Mutex<Content>);

#[derive(Default)]
struct Content {
    logs: BTreeMap<String, SavedLog>,
    changed: BTreeSet<String>,
    /// The present time in milliseconds since 1970.
    now: u64,
}

impl MemoryShelf {
    pub(crate) fn of(logs: Vec<SavedLog>) -> Self {
        let logs = logs.into_iter().map(|log| (log.name.clone(), log)).collect();
        Self(Mutex::new(Content { logs, ..Content::default() }))
    }

    pub(crate) fn set_clock(&self, milliseconds: u64) {
        self.content().now = milliseconds;
    }

    /// The logs that have changed since the last call.
    pub(crate) fn take_changes(&self) -> Vec<SavedLog> {
        let mut content = self.content();
        let changed = std::mem::take(&mut content.changed);
        changed.iter().filter_map(|name| content.logs.get(name)).map(SavedLog::clone).collect()
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Content {
    fn put(&mut self, name: &str, text: &str) {
        // Of two changes within a millisecond the second one is later, too.
        let before = self.logs.get(name).map_or(0, |log| log.changed + 1);
        let log = SavedLog { name: name.to_owned(), text: text.to_owned(), changed: self.now.max(before) };
        self.logs.insert(name.to_owned(), log);
        self.changed.insert(name.to_owned());
    }
}

fn file(name: &str) -> PathBuf {
    format!("{name}.toml").into()
}

impl Shelf for MemoryShelf {
    fn list(&self) -> Vec<ShelfEntry> {
        let entry = |log: &SavedLog| ShelfEntry {
            name: log.name.clone(),
            changed: SystemTime::UNIX_EPOCH + Duration::from_millis(log.changed),
            stamp: Some(log.changed.to_string()),
        };
        self.content().logs.values().map(entry).collect()
    }

    fn read(&self, name: &str) -> Option<Result<String, FileError>> {
        self.content().logs.get(name).map(|log| Ok(log.text.clone()))
    }

    fn create(&self, name: &str, text: &str) -> Result<(), FileError> {
        let mut content = self.content();
        if content.logs.contains_key(name) {
            return Err(FileError::Exists(file(name)));
        }
        content.put(name, text);
        Ok(())
    }

    fn replace(&self, name: &str, old: &str, new: &str) -> Result<(), FileError> {
        let mut content = self.content();
        match content.logs.get(name) {
            Some(log) if log.text == old => content.put(name, new),
            Some(_) => return Err(FileError::Changed(file(name))),
            None => return Err(FileError::Missing(file(name))),
        }
        Ok(())
    }

    fn aliases(&self) -> Result<Option<String>, FileError> {
        Ok(None)
    }
}
