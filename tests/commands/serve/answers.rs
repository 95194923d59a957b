//! Every request is answered by what its command prints with `--json`.

use super::client::{House, Phone};
use crate::{
    disputes::rows,
    program::{NEW, examples},
};
use serde_json::{Value, json};

/// A log that phones change, and its twin that commands change.
struct Twins {
    house: House,
    twin: House,
    phone: Phone,
    _server: super::client::Server,
    keys: usize,
}

impl Twins {
    fn of(log: &str) -> Self {
        let (house, twin) = (House::with(log), House::with(log));
        let server = house.serve();
        Self { house, twin, phone: server.recorder(), _server: server, keys: 0 }
    }

    /// What a command prints, and its exit status.
    fn said(&self, arguments: &[&str]) -> (Value, i32) {
        let done = self.twin.folder.run(&[arguments, &["--json"]].concat());
        (done.json(), done.status.expect("a status"))
    }

    /// Asked and typed it is the same.
    #[track_caller]
    fn asks(&self, path: &str, arguments: &[&str]) -> Value {
        self.same(&self.phone.get(&format!("/api/games/game/{path}")), arguments)
    }

    #[track_caller]
    fn same(&self, reply: &super::client::Reply, arguments: &[&str]) -> Value {
        let (said, status) = self.said(arguments);
        let mut envelope = reply.json();
        assert_eq!(envelope["answer"], said, "{arguments:?}");
        assert_eq!(envelope["exit"], status, "{arguments:?}");
        assert_eq!(reply.status, if status == 2 { 400 } else { 200 }, "{reply:?}");
        assert_eq!(reply.header("content-type"), Some("application/json"));
        let keys: Vec<&String> = envelope.as_object().expect("an envelope").keys().collect();
        assert_eq!(keys, ["answer", "exit", "version", "words"]);
        envelope["answer"].take()
    }

    /// Changed by a phone and by a command it is the same, and so are the logs.
    #[track_caller]
    fn changes(&mut self, path: &str, mut body: Value, arguments: &[&str]) -> Value {
        self.keys += 1;
        body["key"] = json!(format!("key {}", self.keys));
        body["version"] = json!(self.phone.version());
        let reply = self.phone.post(&format!("/api/games/game/{path}"), &body);
        let answer = self.same(&reply, arguments);
        assert_eq!(Self::text(&self.house), Self::text(&self.twin), "{arguments:?}");
        if reply.json()["exit"] == 0 {
            assert_eq!(reply.version(), self.phone.version(), "the version that there is now");
        }
        answer
    }

    /// A log's text without the moments of its corrections and of the evening, which commands know nothing of.
    fn text(house: &House) -> String {
        house
            .folder
            .text("game.toml")
            .lines()
            .filter(|line| !["when = ", "began = ", "ended = "].iter().any(|key| line.starts_with(key)))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

#[test]
fn what_is_recorded_mended_and_asked_is_what_the_commands_say() {
    let mut game = Twins::of(NEW);
    let record = |game: &mut Twins, lines: &[&str]| {
        game.changes("record", json!({ "lines": lines }), &[&["record", "game.toml"], lines].concat())
    };
    let done = record(&mut game, &["h 7s .", "b: h 9wy ."]);
    assert_eq!((&done["entered"][0]["step"], &done["file"]), (&json!("hatch 7SK"), &json!("game.toml")));
    // A foul, something impossible, something that can't be read, and something that may mean several cards.
    let foul = record(&mut game, &["Ada: grow 1 AM"]);
    assert_eq!((&foul["error"]["verdict"], &foul["error"]["clause"]), (&json!("illegal"), &json!("ER-3.3")));
    assert_eq!(record(&mut game, &["Ada: hatch 9WY"])["error"]["verdict"], "impossible");
    assert!(record(&mut game, &["Ada: hatch a plum"])["error"]["expected"].is_string());
    record(&mut game, &["note with <b>markup</b> & \u{202e}marks"]);
    record(&mut game, &["Ada: grow 1 9LK; draw", "Bo: d 2mk ."]);
    record(&mut game, &["Ada: h 3l . ! just so"]);

    game.asks("show", &["show", "game.toml"]);
    game.asks("show?at=1.2", &["show", "game.toml", "--at", "1.2"]);
    game.asks("moves", &["moves", "game.toml"]);
    game.asks("score", &["score", "game.toml"]);
    game.asks("why", &["why", "game.toml"]);
    game.asks("why?at=1.4", &["why", "game.toml", "1.4"]);
    game.asks("why?at=7.4", &["why", "game.toml", "7.4"]);
    game.asks("check", &["check", "game.toml"]);
    assert_eq!(game.phone.get("/api/rules/emu-ranchers").answer(), game.said(&["rules", "emu-ranchers"]).0);
    let tried = |game: &Twins, body: Value, arguments: &[&str]| {
        game.same(&game.phone.post("/api/games/game/try", &body), &[&["check", "game.toml"], arguments].concat())
    };
    assert_eq!(tried(&game, json!({"line": "Bo: h 5s ."}), &["--try", "Bo: h 5s ."])["verdict"], "legal");
    assert_eq!(tried(&game, json!({"line": "Bo: g 1 2mk"}), &["--try", "Bo: g 1 2mk"])["verdict"], "impossible");
    let at = tried(&game, json!({"line": "Ada: g 1 AM", "at": "1.4"}), &["--try", "Ada: g 1 AM", "--at", "1.4"]);
    assert_eq!(at["verdict"], "illegal");
    tried(&game, json!({"line": "Ada: g 1 5yk", "at": "9.9"}), &["--try", "Ada: g 1 5yk", "--at", "9.9"]);

    game.changes("undo", json!({}), &["undo", "game.toml"]);
    game.changes("undo", json!({"count": 2}), &["undo", "game.toml", "2"]);
    game.changes("undo", json!({"count": 99}), &["undo", "game.toml", "99"]);
    game.changes("redo", json!({}), &["redo", "game.toml"]);
    game.changes("redo", json!({}), &["redo", "game.toml"]);
    game.changes("redo", json!({}), &["redo", "game.toml"]);

    let head = |game: &mut Twins, changes: Value, arguments: &[&str]| {
        game.changes("head", json!({ "changes": changes }), &[&["head", "game.toml"], arguments].concat())
    };
    head(&mut game, json!({"title": "Friday", "player.Bo": "Bob"}), &["player.Bo=Bob", "title=Friday"]);
    head(&mut game, json!({"closed": "too late"}), &["closed=too late"]);
    assert!(head(&mut game, json!({"years": "2"}), &["years=2"])["error"]["message"].is_string());
    head(&mut game, json!({"closed": "", "player.Bob": "Bo"}), &["closed=", "player.Bob=Bo"]);
    let told = game.phone.get("/api/games/game/head").answer();
    assert_eq!((&told["title"], &told["players"], &told["closed"]), (&json!("Friday"), &json!(["Ada", "Bo"]), &Value::Null));

    let amend = |game: &mut Twins, edits: &[&str], more: Value, arguments: &[&str]| {
        let mut body = more;
        body["edits"] = json!(edits);
        game.changes("amend", body, &[&["amend", "game.toml"], arguments].concat())
    };
    let amended = amend(&mut game, &["1.1 Ada: hatch 5YK; draw"], json!({}), &["1.1", "Ada: hatch 5YK; draw"]);
    assert!(amended["effects"].as_array().is_some_and(|effects| !effects.is_empty()), "{amended}");
    amend(&mut game, &["1.1 Ada: hatch 2MK; draw"], json!({}), &["1.1", "Ada: hatch 2MK; draw"]);
    let illegal = amend(&mut game, &["1.1 Ada: hatch AM; draw"], json!({}), &["1.1", "Ada: hatch AM; draw"]);
    assert!(illegal["error"]["findings"].is_array() && !illegal.to_string().contains("--overrule"), "{illegal}");
    amend(
        &mut game,
        &["1.1 Ada: hatch AM; draw"],
        json!({"overrule": "agreed"}),
        &["1.1", "Ada: hatch AM; draw", "--overrule", "agreed"],
    );
    game.changes("rule", json!({"rules": {"upkeep": 20}}), &["rule", "game.toml", "upkeep=20"]);
    game.changes("rule", json!({"rules": {"years": "1"}}), &["rule", "game.toml", "years=1"]);
    game.changes("rule", json!({"rules": {"upkeep": "many"}}), &["rule", "game.toml", "upkeep=many"]);
    let players = ["Ada: AM 9LK | 3LY ! agreed", "Bo: 9WY"];
    let tally = [&["tally", "emu-ranchers"], &players[..], &["--into", "game.toml"]].concat();
    let sheet = game.changes("tally", json!({ "players": players }), &tally);
    assert_eq!(sheet["complete"], true, "{sheet}");
    game.changes("record", json!({"lines": ["Ada: draw"]}), &["record", "game.toml", "Ada: draw"]);
}

#[test]
fn a_line_that_may_mean_several_things_comes_back_with_its_options() {
    let log = NEW.replace("emu-ranchers", "blulu").replace("moves = [", "moves = [\n  \"deal 4MS CM 9LK AY\",");
    let mut game = Twins::of(&log);
    let asked = game.changes("record", json!({"lines": ["Bo: 7s 3m"]}), &["record", "game.toml", "Bo: 7s 3m"]);
    assert_eq!(asked["error"]["options"], json!(["Bo: capture 4 with 3MW 7SK", "Bo: capture C with 3MW 7SK"]));
}

#[test]
fn every_example_is_told_as_the_commands_tell_it() {
    for (name, log) in examples() {
        let game = Twins::of(&log);
        for what in ["show", "moves", "score", "why", "check"] {
            println!("{name} {what}");
            game.asks(what, &[what, "game.toml"]);
        }
        let table = game.phone.get("/api/games/game/table").answer();
        let outcome = table["outcome"].as_str().unwrap_or_default();
        for winner in game.said(&["score", "game.toml"]).0["winners"].as_array().expect("winners") {
            assert!(outcome.contains(winner.as_str().expect("a name")), "{name}: {outcome}");
        }
        let lines = game.phone.get("/api/games/game/log").answer()["lines"].take();
        let lines = lines.as_array().expect("lines");
        let last: Vec<Value> =
            lines[lines.len().saturating_sub(5)..].iter().map(|line| json!({"at": line["at"], "text": line["text"]})).collect();
        assert_eq!(table["lines"], json!(last), "{name}");
    }
}

#[test]
fn a_new_game_is_begun_as_new_begins_it() {
    let (house, twin) = (House::new(), House::new());
    let server = house.serve();
    let phone = server.recorder();
    let mut body = json!({"key": "n", "name": "friday", "game": "blulu", "players": ["Ada", " Bo ", "Cy"], "first": "Bo",
        "rules": {"target": 30}});
    let begun = phone.post("/api/games", &body);
    let new = ["new", "blulu", "--players", "Ada, Bo ,Cy", "--first", "Bo", "--rule", "target=30", "-o", "friday.toml", "--json"];
    let said = twin.folder.run(&new).json();
    assert_eq!(begun.json()["answer"], said, "{begun:?}");
    assert_eq!(house.folder.text("friday.toml"), twin.folder.text("friday.toml"));
    body["key"] = json!("other");
    assert!(phone.post("/api/games", &body).is(409).message().starts_with("friday.toml is there already"));
    // What nobody said and the deck has to say is told.
    let birds = json!({"key": "p", "name": "birds", "game": "piepmatz", "players": ["Ada", "Bo"]});
    let begun = phone.post("/api/games", &birds).is(200).answer();
    let told = |chosen: &str| {
        chosen.contains("Blackbirds (BL)") && chosen.ends_with("set `removed` to SP, BU, CH, GR or YE among the table rules.")
    };
    assert!(begun["chosen"][0].as_str().is_some_and(told), "{begun}");
    assert_eq!(begun, twin.folder.run(&["new", "piepmatz", "--players", "Ada,Bo", "-o", "birds.toml", "--json"]).json());
}

#[test]
fn a_log_that_is_not_judged_to_its_end_says_where_it_stops() {
    let log = NEW.replace("moves = [", "moves = [\n  \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 7SK; draw\",");
    let mut game = Twins::of(&log);
    for what in ["show", "moves", "score", "why", "check"] {
        game.asks(what, &[what, "game.toml"]);
    }
    assert_eq!(game.phone.get("/api/games/game/table").answer()["halted"], "1.2");
    assert_eq!(game.phone.get("/api/games/game/log").answer()["halted"], "1.2");
    game.changes("record", json!({"lines": ["Ada: draw"]}), &["record", "game.toml", "Ada: draw"]);
    game.changes("undo", json!({}), &["undo", "game.toml"]);
    let back = game.changes("redo", json!({}), &["redo", "game.toml"]);
    assert_eq!(back["halted"], "1.2");
    let line = "Bo: hatch 9WY; draw";
    let mended = game.changes("amend", json!({"edits": [format!("1.2 {line}")]}), &["amend", "game.toml", "1.2", line]);
    assert_eq!(mended["halted"], Value::Null);
}

#[test]
fn every_dispute_has_the_verdict_of_the_command() {
    let house = House::with(NEW);
    let server = house.serve();
    for row in rows() {
        let (mut body, mut texts) = (json!({"game": row.words[0]}), Vec::new());
        let mut words = row.words[1..].iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().expect("a value");
            let pair = |text: &str| text.split_once('=').map(|(key, value)| json!({key: value})).expect("KEY=VALUE");
            match *word {
                "--first" => body["first"] = json!(value()),
                "--rule" => body["rules"] = pair(value()),
                "--deck" => body["deck"] = pair(value()),
                text => texts.push(text),
            }
        }
        body["parts"] = json!(texts);
        let answer = server.recorder().post("/api/judge", &body).answer();
        assert_eq!((&answer["verdict"], &answer["clause"]), (&json!(row.verdict), &json!(row.clause)), "{body}");
    }
}
