//! What every phone hears: each change, whoever made it, and that somebody asked for what is to be remembered.

use super::phone::{NEW, Phone};
use fowlplay::page::api::{Event, LogEvent};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Barrier},
    thread,
};

/// A phone at a table of two birds, and one that watches it.
fn hatched() -> [Phone; 2] {
    let phone = Phone::with(NEW);
    phone.record(&["Ada: hatch 7SK; draw", "Bo: hatch 9WY; draw"]).is(200);
    let watcher = phone.watcher();
    [phone, watcher]
}

#[test]
fn every_phone_hears_that_somebody_asked_for_what_is_to_be_remembered() {
    let [phone, mut watcher] = hatched();
    let asked = |what: &str| [("asked", json!({ "what": what }))];
    // What the last line did, the score, the findings, what is legal: the table can see it.
    for open in ["why", "why?at=1.2", "score", "check", "moves", "table"] {
        phone.get(open).is(200);
        assert_eq!(watcher.heard(), [], "{open}");
    }
    for (path, what) in [
        ("show", "for what was seen"),
        ("show?at=1.1", "for an earlier table"),
        ("moves?at=1.1", "for an earlier table"),
        ("why?at=1.1", "for an earlier line"),
        ("log", "for the whole log"),
    ] {
        phone.get(path).is(200);
        assert_eq!(watcher.heard(), asked(what), "{path}");
    }
    phone.post("try", &json!({"line": "Ada: draw"})).is(200);
    assert_eq!(watcher.heard(), asked("whether a move is legal"));
}

#[test]
fn every_phone_hears_that_somebody_asked_for_what_lies_covered() {
    let phone = Phone::with(&NEW.replace("emu-ranchers", "eggs-and-empires"));
    phone.record(&["reveal 5 7", "Ada: play 4 6", "Bo: play 1 2", "Ada: take 7", "Ada: take 5", "Ada: shows 1 8 9"]).is(200);
    let mut watcher = phone.watcher();
    let eggs = |path: &str| phone.get(path).answer()["players"][0]["total"].clone();
    assert_eq!(eggs("score?in_view=true"), json!(0), "as `play` tells it");
    phone.get("moves?in_view=true").is(200);
    assert_eq!(watcher.heard(), []);
    assert_eq!(eggs("score"), json!(12));
    assert_eq!(watcher.heard(), [("asked", json!({"what": "for the score with what lies covered"}))]);
    phone.get("moves").is(200);
}

#[test]
fn every_phone_hears_what_was_taken_back_brought_back_and_changed_and_only_where() {
    let [phone, mut watcher] = hatched();
    for (what, mut body, lines, at) in [
        ("undo", json!({}), vec!["Bo: hatch 9WY; draw"], vec![]),
        ("redo", json!({}), vec!["Bo: hatch 9WY; draw"], vec![]),
        // What stood further back may have to be remembered: only its place is told.
        ("amend", json!({"edits": ["1.1 Ada: hatch 8MS; draw"]}), vec![], vec!["1.1"]),
        ("undo", json!({}), vec![], vec!["1.1"]),
        ("rule", json!({"rules": {"years": 1}}), vec![], vec!["rules.years"]),
    ] {
        if matches!(what, "amend" | "rule") {
            body["preview"] = json!(true);
            phone.change(what, body.clone()).is(200);
            assert_eq!(watcher.heard(), [], "a preview changes nothing");
            body["preview"] = json!(false);
        }
        let version = phone.change(&format!("{what}?by=Ada"), body).is(200).version();
        let mended = json!({"what": what, "version": version, "lines": lines, "at": at, "by": "Ada"});
        assert_eq!(watcher.heard(), [("changed", json!({"version": version, "by": "Ada"})), ("mended", mended)]);
    }
}

#[test]
fn every_phone_hears_by_which_phone_a_change_was_made_and_no_log_does() {
    let phone = Phone::with(NEW);
    let mut watcher = phone.watcher();
    let mut told = |kind: &str| {
        let recorded_by = watcher.table()["recorded_by"].take();
        (watcher.heard().iter().rfind(|(this, _)| *this == kind).expect("an event").1["by"].clone(), recorded_by)
    };
    let record = |by: &str, line: &str| phone.change(&format!("record{by}"), json!({ "lines": [line] }));
    assert_eq!(told("changed"), (json!(null), json!(null)));
    record("?by=Ada%27s%20%3Cb%3E%C3%A4", "Ada: hatch 7SK; draw").is(200);
    assert_eq!(told("changed"), (json!("Ada's <b>ä"), json!("Ada's <b>ä")));
    // Without a word, and by other programs.
    record("", "Bo: hatch 9WY; draw").is(200);
    assert_eq!(told("changed"), (json!(null), json!(null)));
    record("?by=at%20the%20window", "Ada: grow 1 9LK; draw").is(200);
    assert_eq!(told("changed"), (json!("at the window"), json!("at the window")));
    phone.change("undo?by=Bo", json!({})).is(200);
    assert_eq!(told("mended"), (json!("Bo"), json!(null)), "an undo records nothing");
    record("?by=at%20the%20window", "Ada: grow 1 9LK; draw").is(200);
    phone.terminal_records(&["Bo: grow 1 8WL; draw"]);
    assert_eq!(told("changed"), (json!(null), json!(null)));
    // What is too long, empty or no text is refused, and nothing is recorded.
    let before = phone.text();
    for by in ["x".repeat(41), String::new(), "%20".to_owned(), "%FF&by=x".to_owned()] {
        let refused = record(&format!("?by={by}"), "Ada: draw").is(400);
        assert!(refused.message().contains("a phone's own word: ?by=WORD, of 1 to 40 characters"), "{refused:?}");
    }
    let after = phone.text();
    assert!(after == before && !after.contains("<b>") && !after.contains("window"), "{after}");
}

#[test]
fn a_watcher_is_told_the_last_line_in_words_with_what_followed() {
    let phone = Phone::with(NEW);
    let last = || phone.watcher().table()["last"].take();
    assert_eq!(last(), json!([{"read_back": "Ada takes the first turn", "tellings": [], "verdict": null}]));
    phone.record(&["Ada: hatch 7SK; draw"]).is(200);
    let (told, why) = (last(), phone.get("why").answer()["steps"].take());
    assert_eq!(told.as_array().map(Vec::len), Some(2), "{told}");
    assert_eq!((&told[0]["read_back"], &told[0]["verdict"]), (&why[0]["read_back"], &json!(null)));
    phone.record(&["Bo: hatch 9WY; draw", "Ada: grow 1 2WL ! agreed"]).is(200);
    assert_eq!(last()[0]["verdict"]["clause"], "ER-3.3");
}

#[test]
fn a_watcher_gets_no_names_of_cards_that_do_not_lie_open() {
    let phone =
        Phone::with(&NEW.replace("moves = [\n", "moves = [\n  \"Ada: hatch 7SK; draw 3MW\",\n  \"Bo: shows 8WL 9LK\",\n"));
    let (mut own, mut watcher) = (phone.clone(), phone.watcher());
    let [seen, shown] = [&phone, &watcher].map(|phone| phone.table()["lines"].to_string());
    assert!(seen.contains("draw 3MW") && seen.contains("shows 8WL 9LK"), "{seen}");
    assert!(shown.contains("Ada: hatch 7SK; draw\"") && shown.contains("Bo: shows 2 cards"), "{shown}");
    let games = watcher.get("/api/games").answer().to_string();
    assert!(games.contains("Bo: shows 2 cards"), "{games}");
    for told in [watcher.table().to_string(), games] {
        assert!(["3MW", "8WL", "9LK"].iter().all(|card| !told.contains(card)), "{told}");
    }
    // So does what is taken back.
    phone.change("undo", json!({"count": 2})).is(200);
    let mut mended = [&mut own, &mut watcher].map(|phone| phone.heard().pop().expect("an event").1);
    assert_eq!(mended[0]["lines"].take(), json!(["Bo: shows 8WL 9LK", "Ada: hatch 7SK; draw 3MW"]));
    assert_eq!(mended[1]["lines"].take(), json!(["Bo: shows 2 cards", "Ada: hatch 7SK; draw"]));
}

#[test]
fn a_watcher_gets_no_names_of_such_cards_in_what_is_said_of_a_foul() {
    let lines = "moves = [\n  \"Ada: hatch 7SK; draw 3MW\",\n  \"Bo: hatch 3MW; draw\",\n";
    let phone = Phone::with(&NEW.replace("moves = [\n", lines));
    let [recorder, watcher] = [&phone, &phone.watcher()].map(|phone| phone.table()["last"][0]["verdict"].take());
    assert!(recorder["message"].as_str().is_some_and(|message| message.contains("3MW")), "{recorder}");
    assert_eq!((&watcher["verdict"], &watcher["clause"]), (&recorder["verdict"], &recorder["clause"]));
    let clause = recorder["clause"].as_str().expect("a clause");
    assert_eq!(watcher["message"], json!(format!("this is against {clause}")));
}

#[test]
fn a_log_that_somebody_else_changes_is_another_version_once() {
    let phone = Phone::with(NEW);
    let reread = || phone.api.reread("game", false).expect("a log or none");
    let changed = Some(LogEvent { log: "game".to_owned(), event: Event::Changed });
    let opened = || phone.api.opening_events("game");
    assert_eq!((opened(), reread()), (Some((vec![Event::Changed], changed.clone())), None));
    phone.shelf.put("game", &NEW.replace("Bo", "Cy"));
    assert_eq!((reread(), reread()), (changed.clone(), None));
    // Whoever finds it first: other streams are told, too.
    phone.shelf.put("game", NEW);
    assert_eq!((opened(), reread()), (Some((vec![Event::Changed], changed.clone())), None));
    // An editor is writing it.
    phone.shelf.put("game", "fowl");
    assert!(phone.api.reread("game", false).is_err());
    assert_eq!(phone.api.reread("game", true).expect("gone"), changed);
    assert_eq!((phone.api.version("game"), phone.api.opening_events("none")), (None, None));
    // It is gone.
    phone.shelf.remove("game");
    assert_eq!((reread(), opened()), (None, None), "it could not be read before");
    phone.record_at("", "a", &["Ada: draw"]).is(404);
}

#[test]
fn a_version_doesnt_go_backwards() {
    let phone = Phone::with(NEW);
    phone.version();
    let late = Arc::new(Barrier::new(2));
    *phone.shelf.late.lock().expect("no panic") = Some(late.clone());
    thread::scope(|scope| {
        scope.spawn(|| phone.table());
        late.wait();
        phone.shelf.put("game", &NEW.replace("Bo", "Cy"));
        assert!(phone.api.reread("game", false).expect("a log").is_some());
        late.wait();
    });
    assert_eq!(phone.api.version("game"), Some(phone.restarted().version()));
}

#[test]
fn of_a_log_that_cannot_be_read_it_is_told_what_is_wrong_and_where() {
    let phone = Phone::with(NEW);
    let version = phone.version();
    // A slip by hand: who had the log open sees what is wrong, and where.
    phone.shelf.put("game", &NEW.replace("players", "player"));
    let wrong = phone.get("show").is(422);
    assert_eq!(wrong.json["answer"]["error"]["line"], 3);
    let error = &wrong.json["answer"]["errors"][0];
    let told = json!([error["column"], error["text"], error["wrong"]]);
    assert_eq!(told, json!([1, "player = [\"Ada\", \"Bo\"]", "player"]));
    // Who watches is reminded of no line.
    assert_eq!(phone.watcher().get("table").is(422).json["answer"]["errors"][0]["text"], Value::Null);
    assert_eq!(phone.record_at("", "b", &["Ada: draw"]).is(422).json["exit"], 2);
    assert_eq!(phone.get("/api/games").answer(), json!([]));
    phone.shelf.put("game", NEW);
    assert_eq!(phone.version(), version);
}
