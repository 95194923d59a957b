//! Several record at once: what is accepted, what is refused, and what is the same asked again, also after a restart.

use super::phone::{NEW, Phone};
use serde_json::json;
use std::{sync::atomic::Ordering::SeqCst, thread};

/// A log with three players, in which eggs lie there, and all are to choose.
const EGGS: &str = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Bo\"\nmoves = [\n  \
                    \"reveal 10 8 5\",\n]\n";

#[test]
fn what_does_the_same_at_the_new_end_is_recorded_there() {
    let phone = Phone::with(EGGS);
    let version = phone.version();
    for (key, line) in [("a", "Ada: play 3"), ("b", "Cy: play 9"), ("c", "Bo: note I think still")] {
        phone.record_at(&version, key, &[line]).is(200);
    }
    // The last of them, with which all cards are turned up.
    let last = phone.record_at(&version, "d", &["Bo: play 4"]).answer();
    assert!(last["entered"][0]["tellings"].as_array().is_some_and(|tellings| !tellings.is_empty()), "{last}");
    let lines = "  \"Ada: play 3\",\n  \"Cy: play 9\",\n  \"Bo: note I think still\",\n  \"Bo: play 4\",\n]";
    assert!(phone.text().contains(lines), "{}", phone.text());
}

#[test]
fn the_same_step_twice_is_already_recorded_and_another_is_refused() {
    let phone = Phone::with(NEW);
    let version = phone.version();
    let now = phone.record_at(&version, "a", &["Ada: hatch 7SK; draw"]).version();
    let text = phone.text();
    let since = json!([{"at": "1.1", "text": "Ada: hatch 7SK; draw"}]);
    for (line, message) in [
        ("h castle .", "already recorded"),
        ("Ada: hatch 9WY; draw", "somebody else has recorded since"),
        ("Bo: hatch 9WY; draw", "somebody else has recorded since"),
        ("Ada: hatch a plum", "somebody else has recorded since"),
    ] {
        let slower = phone.record_at(&version, line, &[line]).is(409);
        assert_eq!((slower.message(), slower.version()), (message, now.clone()));
        assert_eq!((&slower.json["answer"]["since"], &slower.json["exit"]), (&since, &json!(2)));
    }
    for (what, mut body) in [
        ("undo", json!({})),
        ("redo", json!({})),
        ("amend", json!({"edits": ["-1.1"]})),
        ("amend", json!({"edits": ["-1.1"], "preview": true})),
        ("rule", json!({"rules": {"years": 1}})),
        ("tally", json!({"players": ["Ada:", "Bo:"]})),
    ] {
        body["version"] = json!(version);
        assert_eq!(phone.change(what, body).is(409).json["answer"]["since"], since);
    }
    // A version that nobody was ever shown.
    assert_eq!(phone.record_at("0123", "f", &["Bo: hatch 9WY; draw"]).is(409).json["answer"]["since"], json!([]));
    assert_eq!(phone.text(), text);
    phone.record_at(&now, "g", &["Bo: hatch 9WY; draw"]).is(200);
}

#[test]
fn what_an_earlier_line_says_now_is_no_repetition_of_a_late_step() {
    for edit in ["1.2 Bo: hatch 5YK; draw", "+1.1 note begun"] {
        let phone = Phone::with(NEW);
        let seen = phone.record(&["h 7s .", "b: h 9wy .", "Ada: grow 1 9LK"]).version();
        phone.change("amend", json!({ "edits": [edit] })).is(200);
        assert_eq!(phone.record_at(&seen, "late", &["Ada: draw"]).is(200).json["exit"], 0, "{edit}");
    }
}

#[test]
fn a_round_that_somebody_else_has_counted_is_told() {
    let phone = Phone::with(NEW);
    assert_eq!(phone.watcher().table()["round"], "year 1: Ada takes the first turn");
    let counted = json!({"version": phone.version(), "players": ["Ada: 9LK", "Bo: 9WY"]});
    phone.change("tally", counted.clone()).is(200);
    let since = json!([{"at": "1.tally", "text": "Ada: 9LK / Bo: 9WY"}]);
    assert_eq!(phone.change("tally", counted).is(409).json["answer"]["since"], since);
}

#[test]
fn the_same_words_that_would_do_something_else_are_refused() {
    let phone = Phone::with(NEW);
    let seen = phone.record(&["Ada: hatch 9WY; draw", "Bo: hatch 7SK; draw"]).version();
    // Somebody mends the first line in an editor.
    phone.shelf.put("game", &phone.text().replace("9WY", "9LK"));
    let refused = phone.record_at(&seen, "b", &["Ada: grow 1 8WL; draw"]).is(409);
    assert_eq!(refused.json["answer"]["since"], json!([{"at": "1.1", "text": "Ada: hatch 9LK; draw"}]));
}

#[test]
fn a_key_asked_again_has_the_same_answer_and_does_nothing() {
    let mut phone = Phone::with(NEW);
    let version = phone.version();
    phone.heard();
    let first = phone.record_at(&version, "one", &["Ada: hatch 7SK; draw"]);
    let undone = json!({"version": first.version(), "key": "two"});
    let back = phone.post("undo", &undone).is(200);
    phone.record_at(&back.version(), "three", &["Ada: hatch 9WY; draw"]).is(200);
    // What was refused is judged again.
    assert_eq!(phone.record_at(&phone.version(), "four", &["Ada: draw"]).json["exit"], 1);
    let text = phone.text();
    let heard: Vec<_> = phone.heard().into_iter().map(|(name, _)| name).collect();
    assert_eq!(heard, ["changed", "changed", "mended", "changed"]);
    assert_eq!(phone.record_at(&version, "one", &["Ada: hatch 7SK; draw"]).is(200).json, first.json);
    assert_eq!(phone.post("undo", &undone).is(200).json, back.json);
    assert_eq!((phone.text(), phone.heard()), (text, vec![]));
    phone.record_at(&phone.version(), "four", &["Bo: hatch 5YK; draw"]).is(200);
}

#[test]
fn a_version_is_the_same_after_a_restart_and_of_a_log_without_its_times() {
    let phone = Phone::with(NEW);
    let version = phone.version();
    assert_eq!(version, phone.restarted().version());
    phone.shelf.put("game", &NEW.replace("\n[[round]]", "began = 2026-11-20T19:42:11+01:00\n\n[[round]]"));
    assert_eq!(version, phone.version());
    assert_ne!(version, Phone::of(phone.shelf.clone(), "another key").version(), "it tells nothing without its key");
}

/// Keys end with the server; the version that a retry carries tells what it is.
#[test]
fn a_retry_after_a_restart_is_a_late_request_and_nothing_is_recorded_twice() {
    let phone = Phone::with(NEW);
    let new = phone.version();
    let hatched = phone.record_at(&new, "hatch", &["Ada: h 7s"]).is(200).version();
    let drawn = phone.record_at(&hatched, "draw", &["Ada: draw"]).is(200).version();
    let text = phone.text();
    assert!(text.contains("\"Ada: hatch 7SK; draw\"") && text.contains("ended = "), "{text}");
    let phone = phone.restarted();
    for (version, line, expected) in [
        (&hatched, "Ada: draw", "already recorded"),
        // Also where more was recorded since.
        (&new, "Ada: h 7s", "already recorded"),
        (&new, "h 7s .", "already recorded"),
        // Other lines were never recorded, and what a phone saw before the restart is not known any more.
        (&hatched, "Ada: draw 9WY", "somebody else has recorded since"),
        (&new, "h 9wy", "somebody else has recorded since"),
        (&new, "note a", "somebody else has recorded since"),
    ] {
        assert_eq!(phone.record_at(version, "draw", &[line]).is(409).message(), expected, "{line}");
    }
    phone.change("undo", json!({ "version": hatched })).is(409);
    assert_eq!(phone.text(), text);
    // A second draw of the same player is no repetition where the first is in the version that was seen.
    assert_eq!(phone.record_at(&drawn, "again", &["Ada: draw"]).json["answer"]["error"]["verdict"], "illegal");
    // A tap that was made before the restart, at the present version, fits.
    phone.record_at(&drawn, "bo", &["Bo: hatch 5YK; draw"]).is(200);
}

/// A key belongs to one command, one game and one body: with another it is refused, and nothing is done.
#[test]
fn a_key_that_was_used_for_something_else_is_refused() {
    let phone = Phone::with(NEW);
    phone.shelf.put("other", NEW);
    let version = phone.version();
    let first = phone.record_at(&version, "1", &["Ada: hatch 7SK; draw"]).is(200);
    let (now, lines) = (first.version(), json!(["Ada: hatch 7SK; draw"]));
    let texts = || ["game", "other"].map(|name| phone.shelf.get(name));
    let before = texts();
    // The same words in other bytes are another body.
    let spaced = format!("{{ \"key\": \"1\", \"version\": \"{version}\", \"lines\": {lines}}}");
    for (path, body) in [
        // In another game, where it was told that it was recorded there, too.
        ("/api/games/other/record", json!({"version": version, "key": "1", "lines": lines}).to_string()),
        ("record", json!({"version": now, "key": "1", "lines": ["Bo: hatch 9WY; draw"]}).to_string()),
        ("record", json!({"version": now, "key": "1", "lines": lines}).to_string()),
        ("record", spaced),
        ("undo", json!({"version": now, "key": "1"}).to_string()),
        ("tally", json!({"version": now, "key": "1", "players": ["Ada:", "Bo:"]}).to_string()),
        ("/api/games", json!({"key": "1", "name": "new", "game": "blulu", "players": ["Ada", "Bo"]}).to_string()),
    ] {
        let told = phone.send("POST", path, body.as_bytes()).is(409);
        assert!(told.message().starts_with("this key was used for another request, and nothing was done"), "{path}: {told:?}");
    }
    assert_eq!(phone.record_at(&version, "1", &["Ada: hatch 7SK; draw"]).is(200).json, first.json, "a retry");
    assert_eq!(texts(), before);
}

#[test]
fn a_slow_change_of_one_log_holds_up_no_other() {
    let phone = Phone::with(NEW);
    phone.shelf.put("other", NEW);
    let version = phone.version();
    let (slow, reads) = (phone.shelf.slow.lock(), phone.shelf.reads.load(SeqCst));
    thread::scope(|scope| {
        let change = scope.spawn(|| phone.record_at(&version, "a", &["note a"]).is(200));
        // Until it has begun.
        while phone.shelf.reads.load(SeqCst) == reads && !change.is_finished() {
            thread::yield_now();
        }
        phone.post("/api/games/other/record", &json!({"version": version, "key": "b", "lines": ["note b"]})).is(200);
        assert!(!phone.text().contains("note"));
        drop(slow);
    });
    assert!(phone.text().contains("note a"));
}
