//! Events of a log: it has changed, or something was requested that players must remember. A host sends them to all clients.

use super::{Api, Permission};
use serde::Serialize;
use serde_json::{Value, json};

/// An event of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEvent {
    /// The name of the log.
    pub log: String,
    /// The event.
    pub event: Event,
}

impl LogEvent {
    pub(super) fn new(log: &str, event: Event) -> Self {
        Self { log: log.to_owned(), event }
    }
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The log has another version, or is gone.
    Changed,
    /// A player asked for something to be remembered: `for the whole log`, `whether a move is legal`.
    Asked(&'static str),
    /// These players have made a simultaneous choice.
    Chosen(Vec<String>),
    /// Somebody has changed, undone or redone something.
    Corrected(CorrectionEvent),
    /// A rematch has begun, a log of this name.
    Rematch(String),
}

/// A change that was made, undone or redone. Of an earlier line only the line reference is sent: players must remember its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CorrectionEvent {
    /// `undo`, `redo`, `amend` or `rule`.
    #[serde(rename = "what")]
    pub action: &'static str,
    /// The version of the log after the change.
    pub version: Option<String>,
    /// The lines that were undone or redone.
    pub lines: Vec<String>,
    /// The references of other changed lines.
    pub at: Vec<String>,
    /// The lines for those who only watch.
    #[serde(skip)]
    pub watched: Vec<String>,
    /// The client's `?by=` label.
    pub by: Option<String>,
}

impl Event {
    /// The name of the event in a stream.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Asked(_) => "asked",
            Self::Chosen(_) => "chosen",
            Self::Corrected(_) => "mended",
            Self::Rematch(_) => "rematch",
        }
    }
}

impl Api {
    /// The data of an event of a log, for a client with this permission.
    pub fn event_data(&self, log: &str, event: Event, permission: Permission) -> Value {
        match event {
            Event::Changed => {
                let version = self.version(log);
                let by = version.as_ref().and_then(|version| self.author(log, version)).map(|(label, _)| label);
                json!({ "version": version, "by": by })
            }
            Event::Asked(what) => json!({ "what": what }),
            Event::Chosen(players) => json!({ "players": players }),
            Event::Corrected(event) if permission == Permission::Watch => {
                json!(CorrectionEvent { lines: event.watched, watched: Vec::new(), ..event })
            }
            Event::Corrected(event) => json!(event),
            Event::Rematch(name) => json!({ "name": name }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_documentation_describes_each_event_and_no_other() {
        let corrected = CorrectionEvent { action: "undo", version: None, lines: vec![], at: vec![], watched: vec![], by: None };
        let (chosen, rematch) = (Event::Chosen(vec![]), Event::Rematch(String::new()));
        let all = [Event::Changed, Event::Asked("for the whole log"), chosen, Event::Corrected(corrected), rematch];
        let sent: BTreeSet<&str> = all.iter().map(Event::name).collect();
        let chapter = include_str!("../../page_api.md").split("\n# Events").nth(1).expect("a chapter");
        let described: BTreeSet<&str> = chapter.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
        assert_eq!(described, sent);
    }
}
