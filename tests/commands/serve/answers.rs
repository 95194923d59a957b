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
fn a_table_that_is_taken_up_tells_what_differs_and_which_turn_is_missing() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    assert_eq!(house.folder.run(&["record", "game.toml", "Ada: h 7s .", "Bo: h 9l ."]).status, Some(0));
    let lies = |parts: [&str; 3]| phone.post("/api/games/game/position", &json!({ "parts": parts }));
    let one = lies(["Ada: 7s 8yk", "Bo: 9lk", "table: discards -; draw 21; turn Bo"]).answer();
    assert_eq!(one["position"][0], "Ada: 7SK 8YK");
    assert_eq!(one["differs"][0], json!({"part": "Ada: 7SK 8YK", "was": "Ada: 7SK"}));
    assert_eq!(one["missing"]["line"], "Ada: grow 1 8YK; draw");
    assert_eq!(one["only"], "By what lies open, only this can have been played:");
    // A count that follows is told as the log tells its own.
    let counted = lies(["Ada: 7s 8yk", "Bo: 9lk", "table: discards -; turn Bo"]).answer();
    assert_eq!(counted["differs"][1]["part"], "table: discards -; draw 21; turn Bo");
    let several = lies(["Ada: 7SK", "Bo: 9LK", "table: discards 2SY +1; draw 20; turn Ada"]).answer();
    assert_eq!((&several["missing"], &several["only"]), (&Value::Null, &Value::Null));
    assert_eq!(several["differs"].as_array().map(Vec::len), Some(1));
    let wrong = lies(["Ada: 7SK", "Bo: 9LK", "table: discards -; draw 30; turn Ada"]);
    assert_eq!(
        (wrong.json()["exit"].as_i64(), wrong.json()["answer"]["error"]["verdict"].as_str()),
        (Some(1), Some("impossible"))
    );
    assert_eq!(house.folder.text("game.toml").matches("position").count(), 0, "nothing is written");
}

/// The row of a request in the documentation.
fn described(request: &str) -> &'static str {
    let mut rows = include_str!("../../../src/page_api.md").lines().filter(|line| line.starts_with("| `/api"));
    let name = format!("`{request}`");
    let is_it = |row: &&str| row.split('|').nth(1).is_some_and(|requests| requests.contains(&name));
    rows.find(is_it).unwrap_or_else(|| panic!("{request} isn't described"))
}

#[test]
fn the_documentation_names_each_field_of_an_answer_that_no_command_prints() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let parts = json!(["Ada: 7SK", "Bo: -", "table: discards -; turn Bo"]);
    let of_log = |what: &str| format!("/api/games/game/{what}");
    let posts = [
        ("/api/games/NAME/position", of_log("position"), json!({"parts": parts})),
        ("/api/games/NAME/places", of_log("places"), json!({"of": "position"})),
        ("/api/setup", "/api/setup".to_owned(), json!({"game": "blulu", "players": ["Ada", "Bo"]})),
    ];
    let gets = ["links", "games", "games/NAME/table", "games/NAME/log", "games/NAME/report", "stats/page"];
    let gets = gets.map(|what| format!("/api/{what}")).map(|of| (phone.get(&of.replace("NAME", "game")).answer(), of));
    let posts = posts.map(|(of, path, body)| (phone.post(&path, &body).answer(), of.to_owned()));
    for (answer, of) in gets.into_iter().chain(posts) {
        // A list of chapters says more of some.
        let chapters = include_str!("../../../src/page_api.md").split("\n\n").filter(|chapter| chapter.starts_with("- **"));
        let says = chapters.fold(described(&of).to_owned(), |says, chapter| says + chapter);
        let answer = answer.get(0).unwrap_or(&answer);
        let undescribed: Vec<&String> = answer
            .as_object()
            .expect("an object")
            .keys()
            .filter(|key| *key != "halted") // as every document of a log
            .filter(|key| !says.contains(&format!("`{key}`")) && !says.contains(&format!("\"{key}\"")))
            .collect();
        assert!(undescribed.is_empty(), "{of}: {undescribed:?}");
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
    let asked = game.changes("record", json!({"lines": ["Ada: 7s 3m"]}), &["record", "game.toml", "Ada: 7s 3m"]);
    assert_eq!(asked["error"]["options"], json!(["Ada: capture 4 with 3MW 7SK", "Ada: capture C with 3MW 7SK"]));
}

#[test]
fn every_example_is_told_as_the_commands_tell_it() {
    for (name, log) in examples() {
        let game = Twins::of(&log);
        for what in ["show", "moves", "score", "why", "check"] {
            let reply = game.phone.get(&format!("/api/games/game/{what}"));
            let (said, status) = game.said(&[what, "game.toml"]);
            assert_eq!((&reply.json()["answer"], &reply.json()["exit"]), (&said, &json!(status)), "{name} {what}");
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
fn the_log_is_told_with_what_was_found_and_corrected() {
    let game = Twins::of(NEW);
    let version = game.phone.version();
    let version = game.phone.record(&version, "a", &["Ada: hatch 7SK; draw", "Bo: hatch 9WY ! we let it pass"]).version();
    let version = game.phone.record(&version, "b", &["Bo: draw"]).version();
    assert_eq!(game.phone.get("/api/games/game/log").answer()["rounds"], json!([{"first": "Ada", "tally": null}]));
    game.phone.post("/api/games/game/undo", &json!({"version": version, "key": "c"})).is(200);
    let log = game.phone.get("/api/games/game/log").answer();
    let line = |at: &str, text: &str| json!({"at": at, "text": text, "kind": null});
    assert_eq!(log["lines"], json!([line("1.1", "Ada: hatch 7SK; draw"), line("1.2", "Bo: hatch 9WY ! we let it pass")]));
    assert_eq!(log["corrections"][0]["was"], "Bo: draw");
    assert_eq!(log["halted"], Value::Null);
}

#[test]
fn a_preview_shows_what_would_change_and_writes_nothing_whatever_its_key() {
    let game = Twins::of(NEW);
    let version = game.phone.record(&game.phone.version(), "a", &["Ada: hatch 7SK; draw"]).version();
    let before = game.house.folder.text("game.toml");
    for (path, mut body) in
        [("amend", json!({"edits": ["1.1 Ada: hatch 5YK; draw"]})), ("rule", json!({"rules": {"upkeep": 20}}))]
    {
        body["version"] = json!(game.phone.version());
        body["key"] = json!(path);
        body["preview"] = json!(true);
        let path = format!("/api/games/game/{path}");
        let preview = game.phone.post(&path, &body).is(200);
        assert_eq!(preview.version(), game.phone.version());
        if path.ends_with("amend") {
            assert_eq!((game.house.folder.text("game.toml"), preview.version()), (before.clone(), version.clone()));
        }
        body["preview"] = json!(false);
        let mut written = game.phone.post(&path, &body).is(200).json();
        assert_ne!(written["version"], preview.version());
        written["version"] = json!(preview.version());
        assert_eq!(written, preview.json());
    }
}

#[test]
fn a_new_game_is_begun_as_new_begins_it() {
    let (house, twin) = (House::new(), House::new());
    let server = house.serve();
    let phone = server.recorder();
    let body = json!({"key": "n", "name": "friday", "game": "blulu", "players": ["Ada", " Bo ", "Cy"], "first": "Bo",
        "rules": {"target": 30}});
    let begun = phone.post("/api/games", &body);
    let new = ["new", "blulu", "--players", "Ada, Bo ,Cy", "--first", "Bo", "--rule", "target=30", "-o", "friday.toml", "--json"];
    let said = twin.folder.run(&new).json();
    assert_eq!(begun.json()["answer"], said, "{begun:?}");
    assert_eq!(house.folder.text("friday.toml"), twin.folder.text("friday.toml"));
    assert_eq!(begun.version(), phone.get("/api/games/friday/table").is(200).version());
    // Asked again it is the same; under another key it is there already, and nothing is overwritten.
    assert_eq!(phone.post("/api/games", &body).is(200).json(), begun.json());
    let mut again = body.clone();
    again["key"] = json!("other");
    let taken = phone.post("/api/games", &again).is(409).message();
    assert!(taken.starts_with("friday.toml is there already"), "{taken}");
    let short = json!({"key": "ä".repeat(60), "name": "Ж".repeat(60), "game": "blu", "players": ["Ada", "Bo"]});
    assert_eq!(phone.post("/api/games", &short).is(200).json()["answer"]["game"], "blulu");
    // What nobody said and the deck has to say is told.
    let birds = json!({"key": "p", "name": "birds", "game": "piepmatz", "players": ["Ada", "Bo"]});
    let begun = phone.post("/api/games", &birds).is(200).answer();
    let told =
        |chosen: &str| chosen.contains("Blackbirds (BL)") && chosen.ends_with("start again with removed=SP, BU, CH, GR or YE.");
    assert!(begun["chosen"][0].as_str().is_some_and(told), "{begun}");
    assert_eq!(begun, twin.folder.run(&["new", "piepmatz", "--players", "Ada,Bo", "-o", "birds.toml", "--json"]).json());
    // What can't be begun.
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut body = json!({"key": "x", "name": "x", "game": "blulu", "players": ["Ada", "Bo"]});
        change(&mut body);
        phone.post("/api/games", &body).is(400).message()
    };
    assert!(refused(&|body| body["players"] = json!(["Ada"])).contains("players"));
    assert!(refused(&|body| body["game"] = json!("chess")).contains("chess"));
    assert!(refused(&|body| body["date"] = json!("tomorrow")).contains("2026-11-20"));
    assert!(refused(&|body| body["rules"] = json!({"no": 1})).contains("no"));
    for name in
        ["", "aliases", "-x", "--force", ".x", "../x", "a/b", "a\\b", "a\0b", "a\nb", "a:b", "a\u{202e}b", &"x".repeat(101)]
    {
        assert!(refused(&|body| body["name"] = json!(name)).contains("file"), "{name:?}");
    }
    assert_eq!(
        Vec::from_iter(house.folder.names()),
        ["birds.toml".to_owned(), "friday.toml".to_owned(), format!("{}.toml", "Ж".repeat(60))]
    );
}

/// What a page shows of a score and of a change is added where it is asked for.
#[test]
fn a_score_and_a_preview_are_also_told_as_they_are_shown() {
    let house = House::with(
        "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \"Ada: hatch 7SK; draw\",\n]\n",
    );
    let server = house.serve();
    let phone = server.recorder();
    let score = phone.get("/api/games/game/score?shown=true").answer();
    let shown = &score["shown"];
    assert_eq!(
        (&shown["headline"], &shown["sums"]["rows"][0]),
        (&json!("Bo leads by 11 points"), &json!(["Year 1", "\u{2212}11", "0"]))
    );
    let bird = &shown["rounds"][0]["tallies"][0]["items"][0];
    assert_eq!(
        (&bird["label"], &bird["points"], &bird["cards"][0]["pays"]),
        (&json!("bird 1"), &json!("\u{2212}11"), &json!(false))
    );
    let body = json!({"version": phone.version(), "key": "k", "preview": true, "edits": ["1.1 Ada: hatch 5YK; draw"]});
    let preview = phone.post("/api/games/game/amend?shown=true", &body).answer();
    assert_eq!(preview["shown"], json!([{"title": "The score", "rows": ["Ada: would be \u{2212}13, is \u{2212}11"]}]));
}

#[test]
fn setting_up_asks_by_what_is_known_and_writes_nothing() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let asks = |body: Value| phone.post("/api/setup", &body).answer();
    let pie = asks(json!({"game": "piep", "players": ["a", "b"]}));
    assert_eq!(pie["game"], "piepmatz");
    let keys = |asked: &Value| -> Vec<Value> {
        asked["deck"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|key| json!([key["key"], key["one_of"].as_array().map(Vec::len)]))
            .collect()
    };
    assert_eq!(keys(&pie), [json!(["removed", 6]), json!(["seeds", 0]), json!(["crows", 0]), json!(["squirrels", 0])]);
    assert_eq!(keys(&asks(json!({"game": "piep", "players": ["a", "b"], "scores": true}))), [json!(["removed", 6])]);
    assert_eq!(keys(&asks(json!({"game": "piep", "players": ["a", "b", "c"]}))).len(), 3, "no species is out");
    let rule = |asked: &Value, key: &str| {
        asked["rules"].as_array().into_iter().flatten().find(|rule| rule["key"] == key).cloned().unwrap_or_default()
    };
    let blulu = asks(json!({"game": "blulu", "players": ["a", "b", "c"]}));
    assert_eq!((&blulu["first"], &rule(&blulu, "table")["now"]), (&json!("Who deals?"), &json!("0")));
    assert_eq!(rule(&blulu, "table")["values"], json!(["0"]));
    assert_eq!(rule(&blulu, "bonuses")["values"], json!(["tally", "round-end"]), "an exchange is between two");
    assert_eq!(
        blulu["chosen"],
        json!([
            "With 3 players `table = 0` instead of 4: the cards that are dealt face up to the table at the start of a round."
        ])
    );
    let has = |variant: &str| blulu["variants"].as_array().expect("a list").contains(&json!(variant));
    assert!(has("difference") && !has("brulu"), "{}", blulu["variants"]);
    let pawns = asks(json!({"game": "blulu", "players": ["a", "b", "c"], "rules": {"deck": "pawns"}}));
    assert_eq!((&rule(&pawns, "table")["now"], &pawns["chosen"]), (&json!("4"), &json!([])));
    // The same questions one by one, as a form shows them.
    let field = |asked: &Value, key: &str| {
        asked["fields"].as_array().into_iter().flatten().find(|field| field["key"] == key).cloned().unwrap_or_default()
    };
    let species = field(&pie, "removed");
    assert_eq!([&species["group"], &species["of"], &species["needed"]], [&json!("needed"), &json!("deck"), &json!(true)]);
    assert_eq!(species["values"][2], json!({"value": "SP", "text": "Sparrows"}));
    assert!(!species["label"].as_str().expect("a question").contains('('), "{species}");
    assert_eq!(field(&blulu, "table")["values"], json!([{"value": "0", "text": "0"}]));
    assert!(field(&blulu, "target")["least"].is_number());
    assert_eq!(field(&blulu, "variant")["values"][0], json!({"value": "", "text": "as the rules say"}));
    let wrong = phone.post("/api/setup", &json!({"game": "blulu", "players": ["a", "b", "c"], "rules": {"table": 4}})).is(400);
    assert!(wrong.message().contains("not dealt out exactly"), "{wrong:?}");
    phone.post("/api/setup", &json!({"game": "chess", "players": ["a", "b"]})).is(404);
    server.watcher().post("/api/setup", &json!({"game": "blulu", "players": ["a", "b"]})).is(403);
    assert_eq!(Vec::from_iter(house.folder.names()), ["game.toml"]);
}

#[test]
fn the_games_are_listed_the_latest_first_and_a_rule_book_is_read_out() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.watcher();
    house.folder.write("notes.toml", "this = \"is no log\"");
    house.folder.write("broken.toml", "fowlplay = 1\n");
    std::thread::sleep(std::time::Duration::from_millis(20));
    house.folder.write("later.toml", NEW.replace("players", "title = \"Friday\"\ndate = 2026-11-20\nclosed = \"late\"\nplayers"));
    let listed = phone.get("/api/games").is(200);
    assert_eq!((&listed.json()["version"], &listed.json()["exit"]), (&Value::Null, &json!(0)));
    let listed = listed.answer();
    let names: Vec<&Value> = listed.as_array().expect("games").iter().map(|game| &game["name"]).collect();
    assert_eq!(names, ["later", "game"]);
    let mut first = listed[0].clone();
    assert_eq!(first["version"].take(), json!(phone.get("/api/games/later/table").version()));
    let known = json!({"name": "later", "game": "emu-ranchers", "title": "Friday", "players": ["Ada", "Bo"], "date": "2026-11-20",
        "complete": false, "closed": "late", "totals": ["0", "0"], "acting": ["Ada"], "winners": [], "last": null, "words": null, "version": null});
    assert_eq!(first, known);
    let covers = phone.get("/api/rules").answer();
    let all = covers["games"].as_array().expect("games");
    assert!(all.iter().all(|game| game["cover"].as_array().is_some_and(|cards| cards.len() == 3)), "{covers}");
    let book = phone.get("/api/rules/emu-ranchers").answer();
    assert_eq!(book, house.folder.run(&["rules", "emu-ranchers", "--json"]).json());
    let eggs = house.folder.run(&["rules", "eggs-and-empires", "--json"]).json();
    let together = eggs["steps"].as_array().expect("kinds of step").iter().filter(|kind| kind["at_once"] == true);
    assert_eq!(together.map(|kind| kind["name"].clone()).collect::<Vec<_>>(), [json!("play")]);
    phone.get("/api/rules/chess").is(404);
    // For a number of players they are those of a table, with its cards.
    let mut table = phone.get("/api/games/game/rules").answer();
    table["in_force"].take();
    let mut usual = phone.get("/api/rules/emu-ranchers?players=2").answer();
    usual["in_force"].take();
    assert_eq!(usual, table);
    // Of which species two players remove nothing is said: there are the cards of all.
    let birds = phone.get("/api/rules/piepmatz?players=2").answer();
    assert_eq!(birds["stocks"][0]["cards"].as_array().map(Vec::len), Some(36));
    for (players, status) in [("3", 400), ("0", 400), ("255", 400), ("two", 400), ("-1", 400), ("300", 400)] {
        phone.get(&format!("/api/rules/emu-ranchers?players={players}")).is(status);
    }
}

#[test]
fn what_is_no_request_is_answered_in_json() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let record = "/api/games/game/record";
    for body in
        ["", "{", "[]", "null", "{\"lines\": 3}", "\u{1}", "{\"version\":\"\",\"key\":\"k\",\"lines\":[],\"preveiw\":true}"]
    {
        let refused = phone.raw(phone.posted(record, body, &[])).is(400);
        assert_eq!(refused.json()["exit"], 2);
        assert!(refused.message().starts_with("the body can't be read"), "{refused:?}");
    }
    let deep = format!(r#"{{"version": "", "key": "k", "rules": {{"a": {}"#, "[".repeat(60_000));
    assert!(phone.raw(phone.posted("/api/games/game/rule", &deep, &[])).is(400).message().contains("recursion"));
    phone
        .raw(
            [
                phone.head("POST", record, &[("Content-Type", "application/json"), ("Content-Length", "2")]).as_bytes(),
                b"\xff\xff",
            ]
            .concat(),
        )
        .is(400);
    for key in [String::new(), "x".repeat(101)] {
        assert!(phone.record(&phone.version(), &key, &["Ada: draw"]).is(400).message().contains("key"));
    }
    assert!(phone.record(&phone.version(), "k", &[]).is(400).message().contains("no lines"));
    assert!(phone.get("/api/games/game/show?at=x").is(400).message().contains('x'));
    phone.get("/api/games/game/show?before=1.1").is(400);
    phone.get("/api/games/%ff/show").is(400).message();
    phone.post("/api/games/game/undo", &json!({"version": "", "key": "k", "count": 0})).is(400).message();
    phone.get("/api/games/none/show").is(404).message();
    phone.get("/api/nothing").is(404).message();
    phone.get("/api/games/game/record").is(405).message();
    phone.raw(phone.head("DELETE", "/api/games/game/table", &[])).is(405).message();
    assert_eq!(house.folder.text("game.toml"), NEW);
}

#[test]
fn a_log_that_is_not_judged_to_its_end_says_where_it_stops() {
    let log = NEW.replace("moves = [", "moves = [\n  \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 7SK; draw\",");
    let mut game = Twins::of(&log);
    for what in ["show", "moves", "score", "why", "check"] {
        let answer = game.phone.get(&format!("/api/games/game/{what}"));
        let (said, status) = game.said(&[what, "game.toml"]);
        assert_eq!((&answer.json()["answer"], &answer.json()["exit"]), (&said, &json!(status)), "{what}");
    }
    assert_eq!(game.phone.get("/api/games/game/table").answer()["halted"], "1.2");
    assert_eq!(game.phone.get("/api/games/game/log").answer()["halted"], "1.2");
    game.changes("record", json!({"lines": ["Ada: draw"]}), &["record", "game.toml", "Ada: draw"]);
    game.changes("undo", json!({}), &["undo", "game.toml"]);
    let back = game.changes("redo", json!({}), &["redo", "game.toml"]);
    assert_eq!(back["halted"], "1.2");
    let mended = game.changes(
        "amend",
        json!({"edits": ["1.2 Bo: hatch 9WY; draw"]}),
        &["amend", "game.toml", "1.2", "Bo: hatch 9WY; draw"],
    );
    assert_eq!(mended["halted"], Value::Null);
}

#[test]
fn of_a_line_made_by_several_inputs_the_last_is_undone_alone() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let ask = |what: &str, key: &str, body: Value| {
        let mut whole = json!({"version": phone.version(), "key": key});
        whole.as_object_mut().expect("an object").extend(body.as_object().expect("an object").clone());
        phone.post(&format!("/api/games/game/{what}"), &whole).is(200);
        house.folder.text("game.toml").split("[[correction]]").next().unwrap_or_default().to_owned()
    };
    ask("record", "1", json!({"lines": ["Ada: hatch 7SK"]}));
    assert!(ask("record", "2", json!({"lines": ["Ada: draw"]})).contains("\"Ada: hatch 7SK; draw\""));
    assert!(ask("undo", "3", json!({"input": true})).contains("\"Ada: hatch 7SK\""));
    assert!(ask("redo", "4", json!({})).contains("\"Ada: hatch 7SK; draw\""));
    // A command takes back the line.
    assert!(!ask("undo", "5", json!({})).contains("hatch"));
}

#[test]
fn a_dispute_without_a_log_is_judged_as_the_command_does() {
    let house = House::with(NEW);
    let server = house.serve();
    let judged = |lines: Value| {
        let parts = json!(["Ada: 9; last", "Bo: 3", "table: 4MS CM 7WY 9LK"]);
        server.recorder().post("/api/judge", &json!({"game": "blulu", "parts": parts, "lines": lines, "first": "Bo"})).answer()
    };
    assert_eq!(judged(json!(["Ada: capture 4 with 7s 3m"]))["verdict"], "legal");
    assert_eq!(judged(json!(["Ada: trail 7s 3m"]))["clause"], "BL-2.7");
    assert!(judged(json!([]))["expects"].is_array());
    let unsaid = json!({"game": "blulu", "parts": ["Ada:", "Bo:"], "lines": ["Ada: trail 7s 3m"]});
    let usual = server.recorder().post("/api/judge", &unsaid);
    assert_eq!((&usual.json()["exit"], &usual.answer()["verdict"]), (&json!(0), &json!("legal")));
    server.watcher().post("/api/judge", &unsaid).is(403);
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

#[test]
fn a_listed_game_that_goes_on_says_which_cards_its_last_line_names_and_no_more_than_may_be_seen() {
    let house = House::with(NEW);
    let server = house.serve();
    let (phone, watcher) = (server.recorder(), server.watcher());
    phone.record(&phone.version(), "a", &["Ada: hatch 7SK; draw 3MW"]).is(200);
    let parts = |of: &super::client::Phone| {
        let mut listed = of.get("/api/games").answer()[0].take();
        let last = listed["last"].as_str().expect("a line").to_owned();
        assert_eq!(listed["words"]["texts"].as_object().map(serde_json::Map::len), Some(1));
        let cards = listed["words"]["cards"].as_array().map(Vec::len);
        (listed["words"]["texts"][&last].take(), cards)
    };
    let hatched = [json!({"name": "Ada"}), json!(": hatch "), json!({"word": "7SK", "card": 0, "stands": null})];
    let drawn = [json!("; draw "), json!({"word": "3MW", "card": 1, "stands": null})];
    assert_eq!(parts(&phone), (json!([&hatched[..], &drawn].concat()), Some(2)));
    assert_eq!(parts(&watcher), (json!([&hatched[..], &[json!("; draw")]].concat()), Some(1)), "the drawn card is in a hand");
}

#[test]
fn a_rematch_is_begun_once_whoever_asks_with_the_cards_of_the_game_before() {
    let log = "fowlplay = 1\ngame = \"piepmatz\"\nplayers = [\"Ada\", \"Bo\"]\n\n[deck]\nremoved = \"SP\"\nseeds = { 1 = 10, 2 = 9, 3 = 12 }\ncrows = 0\nsquirrels = 0\n\n\
               [[round]]\nfirst = \"Ada\"\ntally = [\"Ada: BL1 BL2\", \"Bo: CH1\"]\n";
    let house = House::with(log);
    let server = house.serve();
    let (phone, ear) = (server.recorder(), server.watcher().listen("game"));
    ear.changed();
    let ended = || phone.get("/api/games/game/table").answer()["ended"].take();
    let before = ended();
    assert_eq!(before["rematch"], Value::Null);
    let asked = |key: &str, name: &str| {
        let mut body = before["again"].clone();
        for (field, value) in [("key", key), ("name", name), ("after", "game")] {
            body[field] = json!(value);
        }
        phone.post("/api/games", &body).is(200).answer()
    };
    let begun = asked("a", "again");
    assert_eq!(begun["file"], "again.toml");
    assert_eq!(ear.next(), ("rematch".to_owned(), json!({"name": "again"})));
    assert_eq!(asked("b", "again 2"), begun, "from another phone");
    assert_eq!(Vec::from_iter(house.folder.names()), ["again.toml", "game.toml"]);
    assert_eq!(ended()["rematch"], "again");
    let written = house.folder.text("again.toml");
    let kept = ["removed = \"SP\"", "1 = 10, 2 = 9, 3 = 12", "crows = 0", "first = \"Bo\""];
    assert!(kept.iter().all(|part| written.contains(part)), "{written}");
    // One that was begun by mistake and put away is none.
    let closed =
        json!({"version": phone.get("/api/games/again/table").version(), "key": "c", "changes": {"closed": "by mistake"}});
    phone.post("/api/games/again/head", &closed).is(200);
    assert_eq!(ended()["rematch"], Value::Null);
    assert_eq!(asked("d", "again 2")["file"], "again 2.toml");
}
