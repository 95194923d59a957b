//! A shelf in memory, for those who ask the API without files.
#![allow(dead_code, reason = "each test target uses some of it")]

use fowlplay::{
    log::FileError,
    page::api::{Shelf, ShelfEntry},
};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Barrier, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::{Duration, SystemTime},
};

/// Logs in memory.
#[derive(Default)]
pub struct MemoryShelf {
    /// The text of each log, with the number of its last change.
    logs: Mutex<BTreeMap<String, (String, usize)>>,
    changes: AtomicUsize,
    /// The number of reads so far.
    pub reads: AtomicUsize,
    /// Held by a test to make the changes of `game` wait.
    pub slow: Mutex<()>,
    /// Waited for twice by the next reader, behind the text that it has read.
    pub late: Mutex<Option<Arc<Barrier>>>,
}

impl MemoryShelf {
    pub fn put(&self, name: &str, text: &str) {
        let change = self.changes.fetch_add(1, SeqCst);
        self.logs.lock().expect("no panic").insert(name.to_owned(), (text.to_owned(), change));
    }

    pub fn get(&self, name: &str) -> String {
        self.logs.lock().expect("no panic")[name].0.clone()
    }

    pub fn remove(&self, name: &str) {
        self.logs.lock().expect("no panic").remove(name);
    }

    pub fn names(&self) -> Vec<String> {
        self.logs.lock().expect("no panic").keys().cloned().collect()
    }
}

impl Shelf for MemoryShelf {
    fn list(&self) -> Vec<ShelfEntry> {
        let entry = |(name, (_, change)): (&String, &(String, usize))| ShelfEntry {
            name: name.clone(),
            changed: SystemTime::UNIX_EPOCH + Duration::from_secs(*change as u64),
            stamp: Some(change.to_string()),
        };
        self.logs.lock().expect("no panic").iter().map(entry).collect()
    }

    fn read(&self, name: &str) -> Option<Result<String, FileError>> {
        self.reads.fetch_add(1, SeqCst);
        let text = self.logs.lock().expect("no panic").get(name).map(|(text, _)| text.clone());
        let late = self.late.lock().expect("no panic").take();
        if let Some(late) = late {
            late.wait();
            late.wait();
        }
        text.map(Ok)
    }

    fn create(&self, name: &str, text: &str) -> Result<(), FileError> {
        if self.logs.lock().expect("no panic").contains_key(name) {
            return Err(FileError::Exists(format!("{name}.toml").into()));
        }
        self.put(name, text);
        Ok(())
    }

    fn replace(&self, name: &str, old: &str, new: &str) -> Result<(), FileError> {
        let _slow = (name == "game").then(|| self.slow.lock());
        if self.get(name) != old {
            return Err(FileError::Changed(format!("{name}.toml").into()));
        }
        self.put(name, new);
        Ok(())
    }

    fn aliases(&self) -> Result<Option<String>, FileError> {
        Ok(None)
    }
}
