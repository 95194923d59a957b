//! Games that are set up, begun, and played again.

use super::phone::{NEW, Phone, Reply};
use fowlplay::log::Log;
use serde_json::{Map, Value, json};

/// Begins a game of Blulu, with some fields of the request changed.
fn begin(phone: &Phone, changed: &Value) -> Reply {
    let mut body = json!({"key": "x", "name": "x", "game": "blulu", "players": ["Ada", "Bo"]});
    body.as_object_mut().expect("an object").extend(changed.as_object().expect("an object").clone());
    phone.post("/api/games", &body)
}

#[test]
fn a_new_game_is_begun_once_under_a_name_that_is_free() {
    let phone = Phone::with(NEW);
    let friday = json!({"key": "n", "name": "friday", "game": "blu"});
    let begun = begin(&phone, &friday).is(200);
    assert_eq!(begun.json["answer"]["game"], "blulu");
    assert_eq!(begun.version(), phone.get("/api/games/friday/table").version());
    // Asked again it is the same; under another key it is there already, and nothing is overwritten.
    assert_eq!(begin(&phone, &friday).is(200).json, begun.json);
    let text = phone.shelf.get("friday");
    assert!(begin(&phone, &json!({"name": "friday"})).is(409).message().starts_with("friday.toml is there already"));
    begin(&phone, &json!({"key": "ä".repeat(60), "name": "Ж".repeat(60)})).is(200);
    let refused = |changed: &Value, message: &str| {
        let refused = begin(&phone, changed).is(400);
        assert!(refused.message().contains(message), "{changed}: {refused:?}");
    };
    refused(&json!({"players": ["Ada"]}), "players");
    refused(&json!({"game": "chess"}), "chess");
    refused(&json!({"date": "tomorrow"}), "2026-11-20");
    refused(&json!({"rules": {"no": 1}}), "no");
    for name in
        ["", "aliases", "-x", "--force", ".x", "../x", "a/b", "a\\b", "a\0b", "a\nb", "a:b", "a\u{202e}b", &"x".repeat(101)]
    {
        refused(&json!({ "name": name }), "file");
    }
    assert_eq!(phone.shelf.names(), ["friday", "game", &"Ж".repeat(60)]);
    assert_eq!(phone.shelf.get("friday"), text);
}

#[test]
fn phones_write_when_they_played() {
    let phone = Phone::with(NEW);
    let played = || Log::parse(phone.text()).expect("a log").play_period();
    phone.record(&["h 7s ."]).is(200);
    let first = played();
    assert!(first.began.is_some() && first.ended.is_some());
    phone.change("undo", json!({})).is(200);
    assert_eq!(played().began, first.began, "it was begun all the same");
}

#[test]
fn setting_up_asks_by_what_is_known_and_writes_nothing() {
    let phone = Phone::with(NEW);
    let asks = |body: Value| phone.post("/api/setup", &body).answer();
    let pie = asks(json!({"game": "piep", "players": ["a", "b"]}));
    assert_eq!(pie["game"], "piepmatz");
    let keys = |asked: &Value| -> Vec<Value> {
        let keys = asked["deck"].as_array().into_iter().flatten();
        keys.map(|key| json!([key["key"], key["one_of"].as_array().map(Vec::len)])).collect()
    };
    assert_eq!(keys(&pie), [json!(["removed", 6]), json!(["seeds", 0]), json!(["crows", 0]), json!(["squirrels", 0])]);
    assert_eq!(keys(&asks(json!({"game": "piep", "players": ["a", "b"], "scores": true}))), [json!(["removed", 6])]);
    assert_eq!(keys(&asks(json!({"game": "piep", "players": ["a", "b", "c"]}))).len(), 3, "no species is out");
    // One of the rules or fields, by its key.
    let one = |asked: &Value, list: &str, key: &str| {
        asked[list].as_array().into_iter().flatten().find(|one| one["key"] == key).cloned().unwrap_or_default()
    };
    let blulu = asks(json!({"game": "blulu", "players": ["a", "b", "c"]}));
    let table = one(&blulu, "rules", "table");
    assert_eq!((&blulu["first"], &table["now"], &table["values"]), (&json!("Who deals?"), &json!("0"), &json!(["0"])));
    let bonuses = one(&blulu, "rules", "bonuses");
    assert_eq!(bonuses["values"], json!(["tally", "round-end"]), "an exchange is between two");
    let chosen = "The cards that are dealt face up to the table at the start of a round: 0 with 3 players, usually 4 (table rule `table`).";
    assert_eq!(blulu["chosen"], json!([chosen]));
    let has = |variant: &str| blulu["variants"].as_array().expect("a list").contains(&json!(variant));
    assert!(has("difference") && !has("brulu"), "{}", blulu["variants"]);
    let pawns = asks(json!({"game": "blulu", "players": ["a", "b", "c"], "rules": {"deck": "pawns"}}));
    assert_eq!((&one(&pawns, "rules", "table")["now"], &pawns["chosen"]), (&json!("4"), &json!([])));
    // The same questions one by one, as a form shows them.
    let species = one(&pie, "fields", "removed");
    assert_eq!([&species["group"], &species["of"], &species["needed"]], [&json!("needed"), &json!("deck"), &json!(true)]);
    assert_eq!(species["values"][2], json!({"value": "SP", "text": "Sparrows"}));
    assert!(!species["label"].as_str().expect("a question").contains('('), "{species}");
    assert_eq!(one(&blulu, "fields", "table")["values"], json!([{"value": "0", "text": "0"}]));
    assert!(one(&blulu, "fields", "target")["least"].is_number());
    assert_eq!(one(&blulu, "fields", "variant")["values"][0], json!({"value": "", "text": "as the rules say"}));
    let wrong = phone.post("/api/setup", &json!({"game": "blulu", "players": ["a", "b", "c"], "rules": {"table": 4}})).is(400);
    assert!(wrong.message().contains("not dealt out exactly"), "{wrong:?}");
    phone.post("/api/setup", &json!({"game": "chess", "players": ["a", "b"]})).is(404);
    phone.watcher().post("/api/setup", &json!({"game": "blulu", "players": ["a", "b"]})).is(403);
    assert_eq!(phone.shelf.names(), ["game"]);
}

#[test]
fn a_rematch_is_begun_once_whoever_asks_with_the_cards_of_the_game_before() {
    let phone = Phone::with(
        "fowlplay = 1\ngame = \"piepmatz\"\nplayers = [\"Ada\", \"Bo\"]\n\n[deck]\nremoved = \"SP\"\nseeds = { 1 = 10, 2 = 9, 3 = 12 }\n\
         crows = 0\nsquirrels = 0\n\n[[round]]\nfirst = \"Ada\"\ntally = [\"Ada: BL1 BL2\", \"Bo: CH1\"]\n",
    );
    let ended = || phone.table()["ended"].take();
    let before = ended();
    assert_eq!(before["rematch"], Value::Null);
    let mut watcher = phone.watcher();
    let asked = |key: &str, name: &str| {
        let own = json!({"key": key, "name": name, "after": "game"});
        let fields = [&before["again"], &own].into_iter().flat_map(|part| part.as_object().expect("an object").clone());
        begin(&phone, &fields.collect::<Map<_, _>>().into()).answer()
    };
    let begun = asked("a", "again");
    assert_eq!(begun["file"], "again.toml");
    assert_eq!(asked("b", "again 2"), begun, "from another phone");
    let heard = watcher.heard();
    assert_eq!((heard.len(), &heard[1]), (2, &("rematch", json!({"name": "again"}))));
    assert_eq!(phone.shelf.names(), ["again", "game"]);
    assert_eq!(ended()["rematch"], "again");
    let written = phone.shelf.get("again");
    let kept = ["removed = \"SP\"", "1 = 10, 2 = 9, 3 = 12", "crows = 0", "first = \"Bo\""];
    assert!(kept.iter().all(|part| written.contains(part)), "{written}");
    // One that was begun by mistake and put away is none.
    let version = phone.get("/api/games/again/table").version();
    phone.post("/api/games/again/head", &json!({"version": version, "key": "c", "changes": {"closed": "by mistake"}})).is(200);
    assert_eq!(ended()["rematch"], Value::Null);
    assert_eq!(asked("d", "again 2")["file"], "again 2.toml");
}
