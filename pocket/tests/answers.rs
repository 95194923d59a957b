//! The module, asked as its worker asks it.

use fowlplay_pocket::Pocket;
use serde_json::{Value, json};

/// The module, and what its worker has saved.
struct Phone {
    module: Pocket,
    logs: Vec<Value>,
    served: Vec<Value>,
}

impl Phone {
    fn new() -> Self {
        Self { module: Pocket::default(), logs: Vec::new(), served: Vec::new() }
    }

    fn ask(&mut self, question: &Value) -> Value {
        serde_json::from_str(&self.module.answer(question.to_string().as_bytes())).expect("an answer")
    }

    fn handle(&mut self, address: &str, body: Option<&Value>) -> Value {
        let body = body.map(Value::to_string);
        self.ask(&json!({ "ask": "handle", "address": address, "body": body, "clock": clock() }))
    }

    /// Saves what an answer has changed.
    fn save(&mut self, answer: &Value) {
        for log in answer["changes"].as_array().expect("changes") {
            self.logs.retain(|saved| saved["name"] != log["name"]);
            self.logs.push(log.clone());
        }
        self.served.extend(Some(&answer["served"]).filter(|served| !served.is_null()).cloned());
    }

    /// Begins with what is saved.
    fn begin(&mut self) {
        let (logs, served) = (self.logs.clone(), self.served.clone());
        assert_eq!(self.ask(&json!({ "ask": "begin", "version_key": "key", "logs": logs, "served": served }))["status"], 200);
    }

    /// A phone with a game that has begun, and the version of its log.
    fn with_game() -> (Self, Value) {
        let mut phone = Self::new();
        phone.begin();
        let new = json!({ "key": "new", "name": "game", "game": "emu-ranchers", "players": ["Ada", "Bo"], "first": "Ada" });
        let begun = phone.handle("/api/games", Some(&new));
        phone.save(&begun);
        let version = body(&begun)["version"].clone();
        (phone, version)
    }

    fn text(&self) -> &str {
        self.logs[0]["text"].as_str().expect("a text")
    }
}

fn clock() -> Value {
    json!({ "milliseconds": 1_764_000_000_000_u64, "local": "2026-11-20T19:42:11.250+01:00" })
}

fn body(answer: &Value) -> Value {
    serde_json::from_str(answer["body"].as_str().expect("a body")).expect("JSON")
}

#[test]
fn a_response_comes_with_the_log_that_it_changed_and_an_event() {
    let (mut phone, version) = Phone::with_game();
    let line = json!({ "key": "one", "version": version, "lines": ["Ada: hatch 7SK; draw"] });
    let answer = phone.handle("/api/games/game/record?by=Ada", Some(&line));
    assert_eq!(
        (&answer["status"], &answer["changes"][0]["name"], &answer["served"]["key"]),
        (&json!(200), &json!("game"), &json!("one"))
    );
    let event = json!({ "log": "game", "name": "changed", "data": { "version": body(&answer)["version"], "by": "Ada" } });
    assert_eq!(answer["events"], json!([event]));
    phone.save(&answer);
    assert!(phone.text().contains("\"Ada: hatch 7SK; draw\""), "{}", phone.text());
    assert!(phone.text().contains("began = 2026-11-20T19:42:11+01:00"), "{}", phone.text());
    // What only asks changes nothing.
    for address in ["/api/games", "/api/games/game/table", "/api/games/game/moves", "/api/stats?shown=true", "/api/rules"] {
        let answer = phone.handle(address, None);
        assert_eq!(
            (&answer["status"], &answer["changes"], &answer["served"]),
            (&json!(200), &json!([]), &Value::Null),
            "{address}"
        );
    }
}

#[test]
fn a_request_that_is_repeated_after_a_new_beginning_gets_the_same_response_and_is_done_once() {
    let (mut phone, version) = Phone::with_game();
    for (address, key, what) in [("record", "one", json!(["Ada: hatch 7SK; draw"])), ("undo", "two", Value::Null)] {
        let mut request = json!({ "key": key, "version": body(&phone.handle("/api/games/game/table", None))["version"] });
        assert!(key != "one" || request["version"] == version);
        if !what.is_null() {
            request["lines"] = what;
        }
        let address = format!("/api/games/game/{address}");
        let answer = phone.handle(&address, Some(&request));
        assert_eq!((&answer["status"], answer["changes"].as_array().map(Vec::len)), (&json!(200), Some(1)), "{answer}");
        phone.save(&answer);
        phone.begin();
        let again = phone.handle(&address, Some(&request));
        assert_eq!((&again["status"], &again["body"], &again["changes"]), (&answer["status"], &answer["body"], &json!([])));
        // With the key of another request nothing is done.
        request["version"] = json!("another");
        let refused = phone.handle(&address, Some(&request));
        assert!(refused["status"] == 409 && refused["body"].to_string().contains("this key was used"), "{refused}");
    }
}

#[test]
fn what_was_not_saved_is_as_if_it_had_not_been_asked_for() {
    let (mut phone, version) = Phone::with_game();
    let line = json!({ "key": "one", "version": version, "lines": ["Ada: hatch 7SK; draw"] });
    let lost = phone.handle("/api/games/game/record", Some(&line));
    phone.begin();
    assert_eq!(body(&phone.handle("/api/games/game/table", None))["version"], version);
    let answer = phone.handle("/api/games/game/record", Some(&line));
    assert_eq!((&answer["body"], answer["changes"].as_array().map(Vec::len)), (&lost["body"], Some(1)));
}

#[test]
fn a_log_from_a_file_is_added_if_its_game_can_read_it_and_replaces_none_unasked() {
    let (mut phone, _) = Phone::with_game();
    let text = include_str!("../../examples/blulu-revoke.toml");
    let add = |name: &str, text: &str, replaces: Option<&str>| json!({ "ask": "add", "name": name, "text": text, "replaces": replaces, "clock": clock() });
    let added = phone.ask(&add("blulu", text, None));
    assert_eq!((&added["status"], &added["changes"][0]["text"]), (&json!(200), &json!(text)));
    assert_eq!(phone.handle("/api/games/blulu/table", None)["status"], 200);
    assert_eq!(phone.ask(&add("game", text, None))["status"], 409);
    let present = phone.text().to_owned();
    let replaced = phone.ask(&add("game", text, Some(&present)));
    assert_eq!((&replaced["status"], &replaced["events"][0]["name"]), (&json!(200), &json!("changed")));
    let wrong = phone.ask(&add("wrong", &text.replace("blulu", "bridge"), None));
    assert_eq!((&wrong["status"], &wrong["changes"]), (&json!(422), &json!([])));
    assert!(wrong["body"].as_str().is_some_and(|body| body.contains("bridge")), "{wrong}");
    for name in ["", "../x", ".x", "a/b", "aliases"] {
        assert_eq!(phone.ask(&add(name, text, None))["status"], 400, "{name}");
    }
}

#[test]
fn a_stream_begins_with_the_present_version() {
    let (mut phone, version) = Phone::with_game();
    assert_eq!(phone.ask(&json!({ "ask": "listen", "name": "game" }))["events"][0]["data"]["version"], version);
    assert_eq!(phone.ask(&json!({ "ask": "listen", "name": "none" }))["status"], 404);
}
