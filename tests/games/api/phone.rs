//! Phones that ask the API directly: the logs and the events are in memory.

use super::shelf::MemoryShelf;
use fowlplay::{
    log::Log,
    page::api::{Api, LogEvent, Permission, Request},
    referee::{self, Games},
};
use serde_json::{Value, json};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering::SeqCst},
};

/// A log of Emu Ranchers without a line.
pub const NEW: &str =
    "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n]\n";

/// A client of the API.
#[derive(Clone)]
pub struct Phone {
    pub shelf: Arc<MemoryShelf>,
    pub api: Arc<Api>,
    permission: Permission,
    /// All events so far.
    sent: Arc<Mutex<Vec<LogEvent>>>,
    /// The number of events that this phone has heard.
    heard: usize,
}

/// A response of the API.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// The whole envelope.
    pub json: Value,
}

impl Phone {
    /// A phone that may record in the log `game`.
    pub fn with(log: &str) -> Self {
        let shelf = Arc::<MemoryShelf>::default();
        shelf.put("game", log);
        Self::of(shelf, "key")
    }

    pub fn of(shelf: Arc<MemoryShelf>, version_key: &str) -> Self {
        let api = Arc::new(Api::new(shelf.clone(), Games::default(), version_key.to_owned()));
        Self { shelf, api, permission: Permission::Record, sent: Arc::default(), heard: 0 }
    }

    /// A phone after a restart: the same logs and the same key of versions, and nothing else of before.
    pub fn restarted(&self) -> Self {
        Self::of(self.shelf.clone(), "key")
    }

    /// A phone that may only watch, and hears what happens from now on.
    pub fn watcher(&self) -> Self {
        Self { permission: Permission::Watch, heard: self.sent.lock().expect("no panic").len(), ..self.clone() }
    }

    /// Sends a request. A path without `/` at its beginning is one of the log `game`.
    pub fn send(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/api/games/game/{path}") };
        let (path, query) = path.split_once('?').unwrap_or((&path, ""));
        let method = method.parse().expect("a method");
        let response = self.api.handle(&Request { method, path, query, body, permission: self.permission });
        self.sent.lock().expect("no panic").extend(response.events.iter().cloned());
        Reply { status: response.status().as_u16(), json: serde_json::from_str(&response.body()).expect("JSON") }
    }

    /// The events since this phone last heard: their names and data.
    pub fn heard(&mut self) -> Vec<(&'static str, Value)> {
        let sent = self.sent.lock().expect("no panic");
        let new = &sent[std::mem::replace(&mut self.heard, sent.len())..];
        let data = |LogEvent { log, event }: &LogEvent| (event.name(), self.api.event_data(log, event.clone(), self.permission));
        new.iter().map(data).collect()
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, body.to_string().as_bytes())
    }

    /// The table of the log `game`.
    #[track_caller]
    pub fn table(&self) -> Value {
        self.get("table").answer()
    }

    /// The version of the log `game`.
    #[track_caller]
    pub fn version(&self) -> String {
        self.get("table").is(200).version()
    }

    /// The text of the log `game`.
    pub fn text(&self) -> String {
        self.shelf.get("game")
    }

    /// Changes the log `game` at its present version under a new key, where the body has no others.
    pub fn change(&self, what: &str, mut body: Value) -> Reply {
        static KEYS: AtomicUsize = AtomicUsize::new(0);
        if body["version"].is_null() {
            body["version"] = json!(self.version());
        }
        if body["key"].is_null() {
            body["key"] = json!(format!("key {}", KEYS.fetch_add(1, SeqCst)));
        }
        self.post(what, &body)
    }

    /// Records lines at the present version.
    pub fn record(&self, lines: &[&str]) -> Reply {
        self.change("record", json!({ "lines": lines }))
    }

    /// Records lines at the version that the phone saw, under a key.
    pub fn record_at(&self, version: &str, key: &str, lines: &[&str]) -> Reply {
        self.change("record", json!({"version": version, "key": key, "lines": lines}))
    }

    /// Seals the choice of a player.
    pub fn seal(&self, player: &str, step: &str) -> Reply {
        self.change("seal", json!({"player": player, "step": step}))
    }

    /// Has a terminal record lines in the log `game`: without the API.
    #[track_caller]
    pub fn terminal_records(&self, lines: &[&str]) {
        let referee = referee::open(Log::parse(self.text()).expect("a log")).expect("a game");
        self.shelf.put("game", referee.record(lines, None).expect("recorded").log.text());
    }
}

impl Reply {
    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        self
    }

    /// The document of a success or of a foul.
    #[track_caller]
    pub fn answer(self) -> Value {
        self.is(200).json["answer"].take()
    }

    #[track_caller]
    pub fn version(&self) -> String {
        self.json["version"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }

    /// The message of the first error.
    #[track_caller]
    pub fn message(&self) -> &str {
        self.json["answer"]["error"]["message"].as_str().unwrap_or_else(|| panic!("{self:?}"))
    }
}
