//! The live page's API as a module for a browser: a request comes in, and the response goes out, with the logs that it changed. The logs
//! are in memory. The worker around the module saves them before it passes on the response; if it can't, it begins anew with what is saved.
//!
//! Request and response are JSON in the module's memory, behind three functions of numbers. `wasm-bindgen` would need its command in the
//! same version, for one function. The functions' names are exported by an attribute that counts as unsafe; no code is.

#[cfg(target_family = "wasm")]
mod exports;
mod shelf;

use fowlplay::{
    log,
    page::api::{Api, LogEvent, Permission, Request, Response, ServedRequest},
    referee::Games,
};
use http::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shelf::MemoryShelf;
use std::sync::Arc;

/// A log as the worker keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedLog {
    /// The name of the log.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The time of its last change, in milliseconds since 1970.
    pub changed: u64,
}

/// What the worker asks of the module.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Question {
    /// To begin with what is saved.
    Begin { version_key: String, logs: Vec<SavedLog>, served: Vec<ServedRequest> },
    /// To handle a request of the page: a POST if it has a body.
    Handle { address: String, body: Option<String>, clock: Clock },
    /// To add a log from a file, or to replace one.
    Add { name: String, text: String, replaces: Option<String>, clock: Clock },
    /// The events with which a stream of a log begins.
    Listen { name: String },
}

/// The present time.
#[derive(Debug, Deserialize)]
struct Clock {
    /// In milliseconds since 1970.
    milliseconds: u64,
    /// With the offset from UTC, `2026-11-20T19:42:11.250+01:00`.
    local: String,
}

/// What the module answers.
#[derive(Default, Serialize)]
struct Answer {
    status: u16,
    body: String,
    changes: Vec<SavedLog>,
    served: Option<Box<ServedRequest>>,
    events: Vec<Value>,
}

/// The API over the logs of a phone.
pub struct Pocket {
    shelf: Arc<MemoryShelf>,
    api: Api,
}

impl Default for Pocket {
    fn default() -> Self {
        Self::begin(String::new(), Vec::new(), &[])
    }
}

impl Pocket {
    fn begin(version_key: String, logs: Vec<SavedLog>, served: &[ServedRequest]) -> Self {
        let shelf = Arc::new(MemoryShelf::of(logs));
        let api = Api::new(shelf.clone(), Games::default(), version_key);
        for request in served {
            api.remember(request);
        }
        Self { shelf, api }
    }

    /// Answers a question; both are JSON.
    pub fn answer(&mut self, question: &[u8]) -> String {
        let answer = match serde_json::from_slice(question) {
            Ok(question) => self.answer_to(question),
            Err(error) => Answer { status: 400, body: error.to_string(), ..Answer::default() },
        };
        serde_json::to_string(&answer).unwrap_or_default()
    }

    fn answer_to(&mut self, question: Question) -> Answer {
        match question {
            Question::Begin { version_key, logs, served } => {
                *self = Self::begin(version_key, logs, &served);
                Answer { status: 200, ..Answer::default() }
            }
            Question::Listen { name } => match self.api.opening_events(&name) {
                Some((opening, _)) => {
                    let events = opening.into_iter().map(|event| self.event(LogEvent { log: name.clone(), event })).collect();
                    Answer { status: 200, events, ..Answer::default() }
                }
                None => Answer { status: 404, ..Answer::default() },
            },
            Question::Handle { address, body, clock } => {
                self.set_clock(&clock);
                let (path, query) = address.split_once('?').unwrap_or((&address, ""));
                let method = if body.is_some() { Method::POST } else { Method::GET };
                let body = body.as_deref().unwrap_or_default().as_bytes();
                let response = self.api.handle(&Request { method, path, query, body, permission: Permission::Record });
                self.answer_of(response)
            }
            Question::Add { name, text, replaces, clock } => {
                self.set_clock(&clock);
                let response = self.api.add_log(&name, &text, replaces.as_deref());
                self.answer_of(response)
            }
        }
    }

    fn set_clock(&self, clock: &Clock) {
        self.shelf.set_clock(clock.milliseconds);
        if let Ok(time) = clock.local.parse() {
            log::set_clock(time);
        }
    }

    fn answer_of(&self, mut response: Response) -> Answer {
        let changes = self.shelf.take_changes();
        let events = std::mem::take(&mut response.events).into_iter().map(|event| self.event(event)).collect();
        // What only lives in memory, as a sealed choice, is not to be remembered longer than that.
        let served = response.served.take().filter(|_| !changes.is_empty());
        Answer { status: response.status().as_u16(), body: response.body(), changes, served, events }
    }

    fn event(&self, LogEvent { log, event }: LogEvent) -> Value {
        let name = event.name();
        json!({ "log": log, "name": name, "data": self.api.event_data(&log, event, Permission::Record) })
    }
}
