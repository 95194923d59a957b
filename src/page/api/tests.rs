//! The API in memory: a shelf without files, and a host that is started anew.

use super::*;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, SystemTime},
};

const NEW: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\n";

/// Logs in memory.
#[derive(Default)]
struct MemoryShelf {
    logs: Mutex<BTreeMap<String, (String, u64)>>,
    reads: AtomicUsize,
}

impl MemoryShelf {
    fn with(logs: &[(&str, &str)]) -> Arc<Self> {
        let shelf = Self::default();
        for (name, text) in logs {
            shelf.put(name, text);
        }
        Arc::new(shelf)
    }

    fn put(&self, name: &str, text: &str) {
        let mut logs = locked(&self.logs);
        let changes = logs.get(name).map_or(0, |(_, changes)| changes + 1);
        logs.insert(name.to_owned(), (text.to_owned(), changes));
    }

    fn get(&self, name: &str) -> String {
        locked(&self.logs)[name].0.clone()
    }
}

impl Shelf for MemoryShelf {
    fn list(&self) -> Vec<ShelfEntry> {
        let entry = |(name, (_, changes)): (&String, &(String, u64))| ShelfEntry {
            name: name.clone(),
            changed: SystemTime::UNIX_EPOCH + Duration::from_secs(*changes),
            stamp: Some(changes.to_string()),
        };
        locked(&self.logs).iter().map(entry).collect()
    }

    fn read(&self, name: &str) -> Option<Result<String, FileError>> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        locked(&self.logs).get(name).map(|(text, _)| Ok(text.clone()))
    }

    fn create(&self, name: &str, text: &str) -> Result<(), FileError> {
        if locked(&self.logs).contains_key(name) {
            return Err(FileError::Exists(name.into()));
        }
        self.put(name, text);
        Ok(())
    }

    fn replace(&self, name: &str, old: &str, new: &str) -> Result<(), FileError> {
        if self.get(name) != old {
            return Err(FileError::Changed(name.into()));
        }
        self.put(name, new);
        Ok(())
    }

    fn aliases(&self) -> Result<Option<String>, FileError> {
        Ok(None)
    }
}

fn api(shelf: &Arc<MemoryShelf>, key: &str) -> Api {
    Api::new(shelf.clone(), Games::default(), key.to_owned())
}

fn get(api: &Api, path: &str, permission: Permission) -> Response {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    api.handle(&Request { method: Method::GET, path, query, body: b"", permission })
}

fn post(api: &Api, path: &str, body: &Value) -> Response {
    let body = body.to_string();
    api.handle(&Request { method: Method::POST, path, query: "", body: body.as_bytes(), permission: Permission::Record })
}

fn record(api: &Api, version: &str, key: &str, lines: &[&str]) -> Response {
    post(api, "/api/games/game/record", &json!({"version": version, "key": key, "lines": lines}))
}

fn version(api: &Api) -> String {
    get(api, "/api/games/game/table", Permission::Watch).version().expect("a version").to_owned()
}

fn message(response: &Response) -> &str {
    response.document()["error"]["message"].as_str().unwrap_or_default()
}

#[test]
fn a_line_is_recorded_once_and_every_client_is_told() {
    let shelf = MemoryShelf::with(&[("game", NEW)]);
    let api = api(&shelf, "key");
    let new = version(&api);
    let first = record(&api, &new, "1", &["h 7s ."]);
    assert_eq!((first.status(), first.events.len()), (StatusCode::OK, 1));
    assert_eq!(first.events[0], LogEvent::new("game", Event::Changed));
    let again = record(&api, &new, "1", &["h 7s ."]);
    assert_eq!((again.body(), again.events.len()), (first.body(), 0), "the same response, and nothing is done");
    assert_eq!(shelf.get("game").matches("hatch 7SK").count(), 1);
    assert_eq!(message(&record(&api, &new, "2", &["h 7s ."])), "already recorded");
    assert_eq!(record(&api, &version(&api), "1", &["b: h 9wy ."]).status(), StatusCode::CONFLICT, "a key is of one body");
}

#[test]
fn a_version_is_the_same_after_a_restart_and_tells_nothing_without_its_key() {
    let shelf = MemoryShelf::with(&[("game", NEW)]);
    let before = version(&api(&shelf, "key"));
    assert_eq!(before, version(&api(&shelf, "key")));
    assert_ne!(before, version(&api(&shelf, "another key")));
    // Times are none of it.
    shelf.put("game", &NEW.replace("\n[[round]]", "began = 2026-11-20T19:42:11+01:00\n\n[[round]]"));
    assert_eq!(before, version(&api(&shelf, "key")));
}

#[test]
fn of_a_version_from_before_a_restart_it_is_known_whether_a_record_was_made() {
    let shelf = MemoryShelf::with(&[("game", NEW)]);
    let first = api(&shelf, "key");
    let new = version(&first);
    record(&first, &new, "1", &["h 7s"]);
    let hatched = version(&first);
    record(&first, &hatched, "2", &["draw"]);
    let text = shelf.get("game");
    let second = api(&shelf, "key");
    for (version, lines, expected) in [
        (&new, "h 7s", "already recorded"),
        (&new, "h 7s .", "already recorded"),
        (&hatched, "draw", "already recorded"),
        (&hatched, "draw 9wy", "somebody else has recorded since"),
        (&new, "h 9wy", "somebody else has recorded since"),
    ] {
        let response = record(&second, version, lines, &[lines]);
        assert_eq!((response.status(), message(&response)), (StatusCode::CONFLICT, expected), "{lines}");
    }
    assert_eq!(shelf.get("game"), text);
    // A second draw of the same player is no repetition where the first is in the version that was seen.
    let drawn = version(&second);
    assert_eq!(record(&second, &drawn, "3", &["Ada: draw"]).document()["error"]["verdict"], "illegal");
}

#[test]
fn what_was_listed_is_read_again_only_when_it_changes() {
    let shelf = MemoryShelf::with(&[("game", NEW), ("broken", "fowlplay = 1\n")]);
    let api = api(&shelf, "key");
    let names = || -> Vec<String> {
        let listed = get(&api, "/api/games", Permission::Watch);
        listed
            .document()
            .as_array()
            .expect("a list")
            .iter()
            .map(|game| game["name"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(names(), ["game"]);
    let reads = shelf.reads.load(Ordering::SeqCst);
    assert_eq!((names(), shelf.reads.load(Ordering::SeqCst)), (vec!["game".to_owned()], reads));
    shelf.put("broken", NEW);
    assert_eq!(names(), ["broken", "game"], "the last changed first");
    assert_eq!(shelf.reads.load(Ordering::SeqCst), reads + 1);
}

#[test]
fn a_log_that_somebody_else_changes_is_another_version_once() {
    let shelf = MemoryShelf::with(&[("game", NEW)]);
    let api = api(&shelf, "key");
    assert_eq!(api.opening_events("game"), Some((vec![Event::Changed], Some(LogEvent::new("game", Event::Changed)))));
    assert_eq!(api.reread("game", false).expect("a log"), None);
    shelf.put("game", &NEW.replace("Bo", "Cy"));
    assert_eq!(api.reread("game", false).expect("a log"), Some(LogEvent::new("game", Event::Changed)));
    assert_eq!(api.reread("game", false).expect("a log"), None);
    // An editor is writing it.
    shelf.put("game", "fowl");
    assert!(api.reread("game", false).is_err());
    assert_eq!(api.reread("game", true).expect("gone"), Some(LogEvent::new("game", Event::Changed)));
    assert_eq!((api.version("game"), api.opening_events("none")), (None, None));
}

/// A stream that opens is the first to see a change: the others are told all the same.
#[test]
fn a_change_that_an_opening_stream_sees_first_is_told_to_all() {
    let shelf = MemoryShelf::with(&[("game", NEW)]);
    let api = api(&shelf, "key");
    api.opening_events("game");
    shelf.put("game", &NEW.replace("Bo", "Cy"));
    let changed = Some(LogEvent::new("game", Event::Changed));
    assert_eq!(api.opening_events("game"), Some((vec![Event::Changed], changed)));
    assert_eq!(api.opening_events("game"), Some((vec![Event::Changed], None)));
}

/// A reading that began before another one ended is of an older text.
#[test]
fn a_version_doesnt_go_backwards() {
    let shelf = MemoryShelf::with(&[("game", NEW)]);
    let api = api(&shelf, "key");
    let (early, old) = (api.next_ticket(), "old".to_owned());
    let now = version(&api);
    assert_eq!((api.set_version("game", Some(old), early), api.version("game")), (None, Some(now)));
}

#[test]
fn a_log_that_is_away_for_a_moment_keeps_its_sealed_choices() {
    let eggs = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \"reveal 10 8\",\n]\n";
    let shelf = MemoryShelf::with(&[("game", eggs)]);
    let api = api(&shelf, "key");
    let body = json!({"version": version(&api), "key": "k", "player": "Ada", "step": "play 3 4"});
    assert_eq!(post(&api, "/api/games/game/seal", &body).document()["chosen"], json!(["Ada"]));
    locked(&shelf.logs).clear();
    assert_eq!(api.reread("game", false).expect("gone"), Some(LogEvent::new("game", Event::Changed)));
    shelf.put("game", eggs);
    assert_eq!(get(&api, "/api/games/game/table", Permission::Watch).document()["chosen"], json!(["Ada"]));
}

#[test]
fn what_an_earlier_line_says_now_is_no_repetition_of_a_late_step() {
    for edit in ["1.2 Bo: hatch 5YK; draw", "+1.1 note begun"] {
        let shelf = MemoryShelf::with(&[("game", NEW)]);
        let api = api(&shelf, "key");
        record(&api, &version(&api), "1", &["h 7s .", "b: h 9wy .", "Ada: grow 1 9LK"]);
        let seen = version(&api);
        let amend = json!({"version": seen, "key": "2", "edits": [edit]});
        assert_eq!(message(&post(&api, "/api/games/game/amend", &amend)), "", "{edit}");
        let late = record(&api, &seen, "3", &["Ada: draw"]);
        assert_ne!(message(&late), "already recorded", "{edit}");
        assert_eq!((late.status(), message(&late)), (StatusCode::OK, ""), "{edit}");
    }
}

#[test]
fn a_slow_change_of_one_log_holds_up_no_other() {
    let shelf = MemoryShelf::with(&[("game", NEW), ("other", NEW)]);
    let api = api(&shelf, "key");
    let turn = Arc::new(Mutex::new(()));
    locked(&api.changing).insert("game".to_owned(), turn.clone());
    let _slow = locked(&turn);
    let body = json!({"version": version(&api), "key": "k", "lines": ["note a"]});
    assert_eq!(post(&api, "/api/games/other/record", &body).status(), StatusCode::OK);
}

#[test]
fn who_watches_may_ask_for_what_lies_open_alone() {
    let shelf = MemoryShelf::with(&[("game", NEW)]);
    let api = api(&shelf, "key");
    for (path, status) in [
        ("/api/games/game/table", StatusCode::OK),
        ("/api/games/game/rules", StatusCode::OK),
        ("/api/games/game/log", StatusCode::FORBIDDEN),
        ("/api/games/game/record", StatusCode::METHOD_NOT_ALLOWED),
        ("/api/games/none/table", StatusCode::NOT_FOUND),
        ("/api/games/..%2Fgame/table", StatusCode::NOT_FOUND),
        ("/api/games/game/nothing", StatusCode::NOT_FOUND),
    ] {
        assert_eq!(get(&api, path, Permission::Watch).status(), status, "{path}");
    }
}

/// With the last choice all are recorded; if the host ends before it responds, the retry learns that.
#[test]
fn the_last_choice_is_recorded_already_where_its_response_was_lost() {
    let eggs = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \"reveal 10 8\",\n]\n";
    let shelf = MemoryShelf::with(&[("game", eggs)]);
    let first = api(&shelf, "key");
    let seen = version(&first);
    let seal = |api: &Api, player: &str, step: &str| {
        let body = json!({"version": seen, "key": format!("{player} {step}"), "player": player, "step": step});
        post(api, "/api/games/game/seal", &body)
    };
    seal(&first, "Ada", "play 3 4");
    assert_eq!(seal(&first, "Bo", "play 5 6").status(), StatusCode::OK);
    let text = shelf.get("game");
    let second = api(&shelf, "key");
    assert_eq!(message(&seal(&second, "Bo", "play 5 6")), "already recorded");
    assert_ne!(message(&seal(&second, "Bo", "play 5 7")), "already recorded");
    let undo = json!({"version": seen, "key": "undo"});
    assert!(message(&post(&second, "/api/games/game/undo", &undo)).starts_with("it may be done already"));
    assert_eq!(shelf.get("game"), text);
}
