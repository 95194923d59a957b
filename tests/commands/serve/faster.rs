//! Several record at once, by phone and by terminal: what is accepted, what is refused, and what is the same asked again.

use super::client::House;
use crate::program::NEW;
use serde_json::json;
use std::thread;

/// A table of three at which eggs lie, and all are to choose.
pub const EGGS: &str = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Bo\"\nmoves = [\n  \
                    \"reveal 10 8 5\",\n]\n";

#[test]
fn what_does_the_same_at_the_new_end_is_recorded_there() {
    let house = House::with(EGGS);
    let server = house.serve();
    let (phone, version) = (server.recorder(), server.watcher().version());
    for (key, line) in [("a", "Ada: play 3"), ("b", "Cy: play 9"), ("c", "Bo: note I think still")] {
        phone.record(&version, key, &[line]).is(200);
    }
    // The last of them, with which all cards are turned up.
    let last = phone.record(&version, "d", &["Bo: play 4"]).answer();
    assert!(last["entered"][0]["tellings"].as_array().is_some_and(|tellings| !tellings.is_empty()), "{last}");
    let text = house.folder.text("game.toml");
    assert!(
        text.contains("  \"Ada: play 3\",\n  \"Cy: play 9\",\n  \"Bo: note I think still\",\n  \"Bo: play 4\",\n]"),
        "{text}"
    );
}

#[test]
fn the_same_step_twice_is_already_recorded_and_another_is_refused() {
    let house = House::with(NEW);
    let server = house.serve();
    let (phone, version) = (server.recorder(), server.watcher().version());
    let now = phone.record(&version, "a", &["Ada: hatch 7SK; draw"]).version();
    let text = house.folder.text("game.toml");
    let since = json!([{"at": "1.1", "text": "Ada: hatch 7SK; draw"}]);
    for (key, lines, message) in [
        ("b", vec!["h castle ."], "already recorded"),
        ("c", vec!["Ada: hatch 9WY; draw"], "somebody else has recorded since"),
        ("d", vec!["Bo: hatch 9WY; draw"], "somebody else has recorded since"),
        ("e", vec!["Ada: hatch a plum"], "somebody else has recorded since"),
    ] {
        let slower = phone.record(&version, key, &lines).is(409);
        assert_eq!((slower.message(), slower.version()), (message.to_owned(), now.clone()));
        assert_eq!((&slower.json()["answer"]["since"], &slower.json()["exit"]), (&since, &json!(2)));
    }
    for (path, mut body) in [
        ("undo", json!({})),
        ("redo", json!({})),
        ("amend", json!({"edits": ["-1.1"]})),
        ("amend", json!({"edits": ["-1.1"], "preview": true})),
        ("rule", json!({"rules": {"years": 1}})),
        ("tally", json!({"players": ["Ada:", "Bo:"]})),
    ] {
        body["version"] = json!(version);
        body["key"] = json!(path);
        let slower = phone.post(&format!("/api/games/game/{path}"), &body).is(409);
        assert_eq!(slower.json()["answer"]["since"], since);
    }
    // A version that nobody was ever shown.
    assert_eq!(phone.record("0123", "f", &["Bo: hatch 9WY; draw"]).is(409).json()["answer"]["since"], json!([]));
    assert_eq!(house.folder.text("game.toml"), text);
    phone.record(&now, "g", &["Bo: hatch 9WY; draw"]).is(200);
}

#[test]
fn a_round_that_somebody_else_has_counted_is_told() {
    let house = House::with(NEW);
    let server = house.serve();
    let (phone, version) = (server.recorder(), server.watcher().version());
    assert_eq!(server.watcher().get("/api/games/game/table").answer()["round"], "year 1: Ada takes the first turn");
    let counts = |key: &str| {
        phone.post("/api/games/game/tally", &json!({"version": version, "key": key, "players": ["Ada: 9LK", "Bo: 9WY"]}))
    };
    counts("a").is(200);
    let slower = counts("b").is(409);
    assert_eq!(slower.json()["answer"]["since"], json!([{"at": "1.tally", "text": "Ada: 9LK / Bo: 9WY"}]));
}

#[test]
fn the_same_words_that_would_do_something_else_are_refused() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let seen = phone.record(&phone.version(), "a", &["Ada: hatch 9WY; draw", "Bo: hatch 7SK; draw"]).version();
    // Somebody mends the first line in a terminal.
    assert_eq!(house.folder.run(&["amend", "game.toml", "1.1", "Ada: hatch 9LK; draw"]).status, Some(0));
    let refused = phone.record(&seen, "b", &["Ada: grow 1 8WL; draw"]).is(409);
    assert_eq!(refused.json()["answer"]["since"], json!([{"at": "1.1", "text": "Ada: hatch 9LK; draw"}]));
}

#[test]
fn a_key_asked_again_has_the_same_answer_and_does_nothing() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let version = phone.version();
    let first = phone.record(&version, "one", &["Ada: hatch 7SK; draw"]);
    let undone = json!({"version": first.version(), "key": "two"});
    let back = phone.post("/api/games/game/undo", &undone).is(200);
    phone.record(&back.version(), "three", &["Ada: hatch 9WY; draw"]).is(200);
    // What was refused is judged again.
    assert_eq!(phone.record(&phone.version(), "four", &["Ada: draw"]).json()["exit"], 1);
    let text = house.folder.text("game.toml");
    let the_same = |phone: &super::client::Phone| {
        assert_eq!(phone.record(&version, "one", &["Ada: hatch 7SK; draw"]).is(200).json(), first.json());
        assert_eq!(phone.post("/api/games/game/undo", &undone).is(200).json(), back.json());
        assert_eq!(house.folder.text("game.toml"), text);
    };
    the_same(&phone);
    phone.record(&phone.version(), "four", &["Bo: hatch 5YK; draw"]).is(200);
}

/// Keys end with the server; the version that a retry carries tells what it is.
#[test]
fn a_retry_after_a_restart_is_a_late_request_and_nothing_is_recorded_twice() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let new = phone.version();
    phone.record(&new, "hatch", &["Ada: h 7s"]).is(200);
    let hatched = phone.version();
    let drawn = phone.record(&hatched, "draw", &["Ada: draw"]).is(200);
    server.end();
    let text = house.folder.text("game.toml");
    assert!(text.contains("\"Ada: hatch 7SK; draw\"") && text.contains("ended = "), "{text}");
    let server = house.serve();
    let again = server.recorder();
    assert_eq!((&again.secret, again.version()), (&phone.secret, drawn.version()), "links and versions outlive a restart");
    let message = |version: &str, lines: &[&str]| again.record(version, "draw", lines).is(409).message();
    assert_eq!(message(&hatched, &["Ada: draw"]), "already recorded");
    assert_eq!(message(&new, &["Ada: h 7s"]), "already recorded", "also where more was recorded since");
    // Other lines were never recorded, and what a phone saw before the restart is not known any more.
    assert_eq!(message(&hatched, &["Ada: draw 9WY"]), "somebody else has recorded since");
    assert_eq!(message(&new, &["note a"]), "somebody else has recorded since");
    let undo = json!({"version": hatched, "key": "undo"});
    again.post("/api/games/game/undo", &undo).is(409);
    assert_eq!(house.folder.text("game.toml"), text);
    // A tap that was made before the restart, at the present version, fits.
    again.record(&drawn.version(), "bo", &["Bo: hatch 5YK; draw"]).is(200);
}

/// A key belongs to one command, one game and one body: with another it is refused, and nothing is done.
#[test]
fn a_key_that_was_used_for_something_else_is_refused() {
    let house = House::with(NEW);
    house.folder.write("other.toml", NEW);
    let server = house.serve();
    let phone = server.recorder();
    let version = phone.version();
    let first = phone.record(&version, "1", &["Ada: hatch 7SK; draw"]).is(200);
    let now = first.version();
    let texts = || ["game.toml", "other.toml"].map(|name| house.folder.text(name));
    let before = texts();
    let refused = |phone: &super::client::Phone| {
        let lines = json!(["Ada: hatch 7SK; draw"]);
        let record = "/api/games/game/record";
        for (path, body) in [
            // In another game, where it was told that it was recorded there, too.
            ("/api/games/other/record", json!({"version": version, "key": "1", "lines": lines})),
            (record, json!({"version": now, "key": "1", "lines": ["Bo: hatch 9WY; draw"]})),
            (record, json!({"version": now, "key": "1", "lines": lines})),
            ("/api/games/game/undo", json!({"version": now, "key": "1"})),
            ("/api/games/game/tally", json!({"version": now, "key": "1", "players": ["Ada:", "Bo:"]})),
            ("/api/games", json!({"key": "1", "name": "new", "game": "blulu", "players": ["Ada", "Bo"]})),
        ] {
            let told = phone.post(path, &body).is(409);
            assert!(
                told.message().starts_with("this key was used for another request, and nothing was done"),
                "{path}: {told:?}"
            );
        }
        // The same words in other bytes are another body.
        let spaced = format!("{{ \"key\": \"1\", \"version\": \"{version}\", \"lines\": {lines}}}");
        phone.raw(phone.posted(record, &spaced, &[])).is(409);
        assert_eq!(phone.record(&version, "1", &["Ada: hatch 7SK; draw"]).is(200).json(), first.json(), "a retry");
        assert_eq!(texts(), before);
    };
    refused(&phone);
}

#[test]
fn phones_and_terminals_record_at_once_and_every_line_is_there_once() {
    let house = House::with(NEW);
    let server = house.serve();
    let watcher = server.watcher();
    let ear = watcher.listen("game");
    let first = ear.changed().expect("a version");
    thread::scope(|scope| {
        for name in ["a", "b", "c"] {
            let (phone, first) = (server.recorder(), &first);
            scope.spawn(move || {
                for nth in 0..10 {
                    let note = format!("note {name}{nth}");
                    phone.record(first, &note, &[&note]).is(200);
                }
            });
        }
        scope.spawn(|| {
            for nth in 0..10 {
                assert_eq!(house.folder.run(&["record", "game.toml", &format!("note d{nth}")]).status, Some(0));
            }
        });
    });
    let text = house.folder.text("game.toml");
    for name in ["a", "b", "c", "d"] {
        let found: Vec<usize> = (0..10).map(|nth| text.find(&format!("\"note {name}{nth}\"")).expect("recorded")).collect();
        assert!(found.is_sorted(), "in the order in which they were told");
    }
    assert_eq!(text.matches("note ").count(), 40);
    // Who listens has heard of the last.
    let last = watcher.version();
    while ear.changed().expect("a version") != last {}
}
