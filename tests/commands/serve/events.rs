//! What every phone hears: each change, whoever made it, and that somebody asked for what is to be remembered.

use super::client::House;
use crate::program::NEW;
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_stream_tells_how_it_is_and_then_each_change_once_whoever_made_it() {
    let house = House::with(NEW);
    house.folder.write("other.toml", NEW);
    let server = house.serve();
    let phone = server.recorder();
    let ears = [server.watcher().listen("game"), phone.listen("game")];
    let start = phone.version();
    for ear in &ears {
        assert_eq!(ear.changed(), Some(start.clone()));
    }
    let by_phone = phone.record(&start, "a", &["Ada: hatch 7SK; draw"]).version();
    for ear in &ears {
        assert_eq!(ear.changed(), Some(by_phone.clone()));
    }
    assert_eq!(house.folder.run(&["record", "game.toml", "Bo: hatch 9WY; draw"]).status, Some(0));
    let by_terminal = ears[0].changed();
    assert_eq!((by_terminal.clone(), by_terminal), (ears[1].changed(), Some(phone.version())));
    // Neither what happens to another log nor a change that is none.
    assert_eq!(house.folder.run(&["record", "other.toml", "Ada: hatch 7SK; draw"]).status, Some(0));
    let text = house.folder.text("game.toml");
    house.folder.write("game.toml", text + "# a comment\n");
    assert_eq!(ears[0].changed(), Some(phone.version()), "by an editor");
    phone.get("/api/games/game/table").is(200);
    phone.get("/api/games/game/show").is(200);
    assert_eq!(ears[0].next(), ("asked".to_owned(), json!({"what": "for what was seen"})));
}

#[test]
fn every_phone_hears_that_somebody_asked_for_what_is_to_be_remembered() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let version = phone.record(&phone.version(), "a", &["Ada: hatch 7SK; draw", "Bo: hatch 9WY; draw"]).version();
    let ear = server.watcher().listen("game");
    assert_eq!(ear.changed(), Some(version));
    // What the last line did, the score, the findings, what is legal: the table can see it.
    for open in ["why", "why?at=1.2", "score", "check", "moves", "table"] {
        phone.get(&format!("/api/games/game/{open}")).is(200);
    }
    for (path, what) in [
        ("show", "for what was seen"),
        ("show?at=1.1", "for an earlier table"),
        ("moves?at=1.1", "for an earlier table"),
        ("why?at=1.1", "for an earlier line"),
        ("log", "for the whole log"),
    ] {
        phone.get(&format!("/api/games/game/{path}")).is(200);
        assert_eq!(ear.next(), ("asked".to_owned(), json!({ "what": what })));
    }
    phone.post("/api/games/game/try", &json!({"line": "Ada: draw"})).is(200);
    assert_eq!(ear.next(), ("asked".to_owned(), json!({"what": "whether a move is legal"})));
}

#[test]
fn every_phone_hears_that_somebody_asked_for_what_lies_covered() {
    let house = House::with(NEW.replace("emu-ranchers", "eggs-and-empires"));
    let server = house.serve();
    let phone = server.recorder();
    let lines = ["reveal 5 7", "Ada: play 4 6", "Bo: play 1 2", "Ada: take 7", "Ada: take 5", "Ada: shows 1 8 9"];
    let version = phone.record(&phone.version(), "a", &lines).version();
    let ear = server.watcher().listen("game");
    assert_eq!(ear.changed(), Some(version));
    let eggs = |path: &str| phone.get(&format!("/api/games/game/{path}")).is(200).json()["answer"]["players"][0]["total"].clone();
    assert_eq!(eggs("score?in_view=true"), json!(0), "as `play` tells it");
    phone.get("/api/games/game/moves?in_view=true").is(200);
    assert_eq!(eggs("score"), json!(12));
    assert_eq!(ear.next(), ("asked".to_owned(), json!({"what": "for the score with what lies covered"})));
    phone.get("/api/games/game/moves").is(200);
}

#[test]
fn a_round_that_cannot_begin_so_is_not_asked_about() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let refused = |query: &str| {
        let reply = phone.get(&format!("/api/games/game/moves?{query}"));
        assert_eq!(reply.status, 400, "{query}: {reply:?}");
        reply.json()["answer"]["error"]["message"].as_str().expect("words").to_owned()
    };
    assert!(refused("first=Nobody").contains("Nobody"));
    assert!(refused("first=Bo").contains("Bo begins no round here: nobody does"));
    assert!(refused("first=Ada&at=1.1").contains("not both"));
    assert_eq!(phone.post("/api/games/game/record", &json!([phone.version(), "k", ["note x"], null])).status, 400);
}

#[test]
fn every_phone_hears_what_was_taken_back_and_brought_back() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    phone.record(&phone.version(), "a", &["Ada: hatch 7SK; draw", "Bo: hatch 9WY; draw"]);
    let ear = server.watcher().listen("game");
    let mended = || loop {
        let (kind, told) = ear.next();
        if kind == "mended" {
            return told;
        }
    };
    for what in ["undo", "redo"] {
        let done = phone.post(&format!("/api/games/game/{what}"), &json!({"version": phone.version(), "key": what})).is(200);
        assert_eq!(
            mended(),
            json!({"what": what, "version": done.version(), "lines": ["Bo: hatch 9WY; draw"], "at": [], "by": null})
        );
    }
    // What stood further back may have to be remembered: only its place is told.
    let amended = json!({"version": phone.version(), "key": "b", "edits": ["1.1 Ada: hatch 8MS; draw"]});
    let done = phone.post("/api/games/game/amend", &amended).is(200);
    assert_eq!(mended(), json!({"what": "amend", "version": done.version(), "lines": [], "at": ["1.1"], "by": null}));
    let done = phone.post("/api/games/game/undo", &json!({"version": phone.version(), "key": "c"})).is(200);
    assert_eq!(mended(), json!({"what": "undo", "version": done.version(), "lines": [], "at": ["1.1"], "by": null}));
}

#[test]
fn every_phone_hears_by_which_phone_a_change_was_made_and_no_log_does() {
    let house = House::with(NEW);
    let server = house.serve();
    let (phone, watcher) = (server.recorder(), server.watcher());
    let ear = watcher.listen("game");
    let heard = |kind: &str| loop {
        let (this, told) = ear.next();
        if this == kind {
            return told["by"].clone();
        }
    };
    let recorded_by = || watcher.get("/api/games/game/table").is(200).json()["answer"]["recorded_by"].clone();
    assert_eq!((heard("changed"), recorded_by()), (json!(null), json!(null)));
    let record = |key: &str, by: &str, line: &str| {
        let body = json!({"version": phone.version(), "key": key, "lines": [line]});
        phone.post(&format!("/api/games/game/record{by}"), &body)
    };
    record("a", "?by=Ada%27s%20%3Cb%3E%C3%A4", "Ada: hatch 7SK; draw").is(200);
    assert_eq!((heard("changed"), recorded_by()), (json!("Ada's <b>ä"), json!("Ada's <b>ä")));
    // Without a word, and by other programs.
    record("b", "", "Bo: hatch 9WY; draw").is(200);
    assert_eq!((heard("changed"), recorded_by()), (json!(null), json!(null)));
    record("c", "?by=at%20the%20window", "Ada: grow 1 9LK; draw").is(200);
    assert_eq!((heard("changed"), recorded_by()), (json!("at the window"), json!("at the window")));
    let body = json!({"version": phone.version(), "key": "d"});
    phone.post("/api/games/game/undo?by=Bo", &body).is(200);
    assert_eq!((heard("mended"), recorded_by()), (json!("Bo"), json!(null)), "an undo records nothing");
    record("e", "?by=at%20the%20window", "Ada: grow 1 9LK; draw").is(200);
    assert_eq!(house.folder.run(&["record", "game.toml", "Bo: grow 1 8WL; draw"]).status, Some(0));
    assert_eq!(
        (phone.get("/api/games/game/table").is(200).json()["answer"]["recorded_by"].clone(), recorded_by()),
        (json!(null), json!(null))
    );
    // What is too long, empty or no text is refused, and nothing is recorded.
    let before = house.folder.text("game.toml");
    for by in ["x".repeat(41), String::new(), "%20".to_owned(), "%FF&by=x".to_owned()] {
        let said = record("f", &format!("?by={by}"), "Ada: draw").is(400).body;
        assert!(said.contains("a phone's own word: ?by=WORD, of 1 to 40 characters"), "{said}");
    }
    let after = house.folder.text("game.toml");
    assert!(after == before && !after.contains("<b>") && !after.contains("window"), "{after}");
}

#[test]
fn a_watcher_is_told_the_last_line_in_words_with_what_followed() {
    let house = House::with(NEW);
    let server = house.serve();
    let (phone, watcher) = (server.recorder(), server.watcher());
    let began = json!([{"read_back": "Ada takes the first turn", "tellings": [], "verdict": null}]);
    assert_eq!(watcher.get("/api/games/game/table").answer()["last"], began);
    phone.record(&phone.version(), "a", &["Ada: hatch 7SK; draw"]).is(200);
    let last = watcher.get("/api/games/game/table").answer()["last"].take();
    let why = phone.get("/api/games/game/why").answer()["steps"].take();
    assert_eq!(last.as_array().map(Vec::len), Some(2), "{last}");
    assert_eq!((&last[0]["read_back"], &last[0]["verdict"]), (&why[0]["read_back"], &json!(null)));
    phone.record(&phone.version(), "b", &["Bo: hatch 9WY; draw", "Ada: grow 1 2WL ! agreed"]).is(200);
    let verdict = watcher.get("/api/games/game/table").answer()["last"][0]["verdict"].take();
    assert_eq!(verdict["clause"], "ER-3.3", "{verdict}");
}

#[test]
fn a_log_that_goes_away_or_cannot_be_read_is_told_and_comes_back() {
    let house = House::with(NEW);
    let server = house.serve();
    let (watcher, phone) = (server.watcher(), server.recorder());
    let ear = watcher.listen("game");
    let version = ear.changed();
    fs::remove_file(house.folder.path("game.toml")).expect("removed");
    assert_eq!(ear.changed(), None);
    watcher.get("/api/games/game/table").is(404);
    watcher.get("/api/games/game/events").is(404);
    phone.record("", "a", &["Ada: draw"]).is(404);
    house.folder.write("game.toml", NEW);
    assert_eq!(ear.changed(), version);
    // A slip by hand: who had the log open sees what is wrong, and where; not in which folder.
    house.folder.write("game.toml", NEW.replace("players", "player"));
    assert_eq!(ear.changed(), None);
    let wrong = phone.get("/api/games/game/show").is(422);
    assert_eq!(wrong.json()["answer"]["error"]["line"], 3);
    let told = |reply: &super::client::Reply| {
        let error = &reply.json()["answer"]["errors"][0];
        (error["column"].clone(), error["text"].clone(), error["wrong"].clone())
    };
    assert_eq!(told(&wrong), (json!(1), json!("player = [\"Ada\", \"Bo\"]"), json!("player")));
    // Who watches is reminded of no line.
    assert_eq!(told(&watcher.get("/api/games/game/table").is(422)).1, Value::Null);
    assert!(!wrong.body.contains(&*house.folder.root().to_string_lossy()), "{wrong:?}");
    assert_eq!(phone.record("", "b", &["Ada: draw"]).is(422).json()["exit"], 2);
    assert_eq!(watcher.listen("game").changed(), None);
    assert_eq!(watcher.get("/api/games").answer(), json!([]));
    house.folder.write("game.toml", NEW);
    assert_eq!(ear.changed(), version);
    assert_eq!(Some(watcher.version()), version);
    // Replaced by another log.
    house.folder.write("new.txt", NEW.replace("Bo", "Cy"));
    fs::rename(house.folder.path("new.txt"), house.folder.path("game.toml")).expect("moved");
    assert_eq!(ear.changed(), Some(watcher.version()));
    assert_eq!(watcher.get("/api/games/game/table").answer()["players"], json!(["Ada", "Cy"]));
}

#[test]
fn every_phone_hears_what_was_changed_and_only_where() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let mut version = phone.record(&phone.version(), "a", &["Ada: hatch 7SK; draw", "Bo: hatch 9WY; draw"]).version();
    let ears = [server.watcher().listen("game"), phone.listen("game")];
    for (what, asked, at) in [
        ("amend", json!({"edits": ["1.1 Ada: hatch 8MS; draw"]}), "1.1"),
        ("rule", json!({"rules": {"years": 1}}), "rules.years"),
    ] {
        let mut body = asked.clone();
        body["version"] = json!(version);
        body["key"] = json!(what);
        body["preview"] = json!(true);
        phone.post(&format!("/api/games/game/{what}"), &body).is(200);
        body["preview"] = json!(false);
        version = phone.post(&format!("/api/games/game/{what}?by=Ada"), &body).is(200).version();
        for ear in &ears {
            let told = loop {
                let (kind, told) = ear.next();
                if kind == "mended" {
                    break told;
                }
            };
            assert_eq!(told, json!({"what": what, "version": version, "lines": [], "at": [at], "by": "Ada"}));
        }
    }
    assert!(ears.iter().all(|ear| ear.heard().iter().all(|(kind, _)| kind != "mended")), "a preview changes nothing");
}
