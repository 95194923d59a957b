//! Choices that are made at once: each phone holds its player's, all see who has chosen, and the last one has them written.

use super::client::{House, Phone, Reply};
use serde_json::{Value, json};
use std::ops::Add as _;

/// Six at the table, and the eggs of the first turn.
const SIX: &str = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\", \"Dot\", \"Elif\", \"Finn\"]\n\n[[round]]\nfirst = \
                   \"Cy\"\nmoves = [\n  \"reveal 10 8 5 -6\",\n]\n";

const ALL: [&str; 6] = ["Ada", "Bo", "Cy", "Dot", "Elif", "Finn"];

fn seal(phone: &Phone, player: &str, step: Option<&str>) -> Reply {
    let body = json!({"version": phone.version(), "key": format!("{player} {step:?} {}", phone.version()), "player": player, "step": step});
    phone.post("/api/games/game/seal", &body)
}

fn chosen(phone: &Phone) -> Value {
    phone.get("/api/games/game/table").answer()["chosen"].take()
}

#[test]
fn six_choices_are_written_together_in_the_order_of_the_seats() {
    let house = House::with(SIX);
    let server = house.serve();
    let (phone, watcher) = (server.recorder(), server.watcher());
    let ear = watcher.listen("game");
    ear.changed();
    let order = ["Finn", "Cy", "Ada", "Elif", "Bo"];
    for (nth, player) in order.iter().enumerate() {
        let sealed = seal(&phone, player, Some(&format!("play {}", nth + 2))).answer();
        assert_eq!(sealed["chosen"], json!(order[..=nth]));
        assert_eq!(ear.next(), ("chosen".to_owned(), json!({"players": order[..=nth]})));
        assert_eq!(chosen(&watcher), json!(order[..=nth]));
        assert_eq!(house.folder.text("game.toml"), SIX, "nothing is written, and nobody is shown what");
        assert!(!watcher.get("/api/games/game/table").body.contains("play 2"));
    }
    // Bo thinks again, and chooses another.
    assert_eq!(seal(&phone, "Bo", None).answer()["chosen"], json!(["Finn", "Cy", "Ada", "Elif"]));
    assert_eq!(ear.next().1, json!({"players": ["Finn", "Cy", "Ada", "Elif"]}));
    seal(&phone, "Bo", Some("p 9")).is(200);
    ear.next();
    // A slip is found at once, by who made it, and holds nobody up.
    let foul = seal(&phone, "Dot", Some("play 11"));
    assert!(foul.status == 400 && chosen(&phone).as_array().is_some_and(|chosen| chosen.len() == 5), "{foul:?}");
    assert!(seal(&phone, "Dot", Some("play 1; play 2")).json()["exit"] != 0);
    assert!(seal(&phone, "Dot", Some("")).json()["exit"] != 0);
    assert!(seal(&phone, "Dot", Some("play 1\nBo: play 2")).json()["exit"] != 0);
    seal(&phone, "Zoe", Some("play 1")).is(400);
    let last = seal(&phone, "Dot", Some("play 10"));
    let entered = last.json()["answer"]["entered"].take();
    assert_eq!(entered.as_array().map(Vec::len), Some(6), "{last:?}");
    assert_eq!(chosen(&phone), json!([]));
    let written = [("Ada", 4), ("Bo", 9), ("Cy", 3), ("Dot", 10), ("Elif", 5), ("Finn", 2)];
    let written = written.map(|(player, card)| format!("  \"{player}: play {card}\",\n")).concat();
    assert!(house.folder.text("game.toml").ends_with(&format!("-6\",\n{written}]\n")), "{}", house.folder.text("game.toml"));
    let (heard, version) = ((ear.next().0, ear.next().0), last.version());
    assert!([("chosen", "changed"), ("changed", "chosen")].contains(&(&heard.0, &heard.1)), "{heard:?}");
    assert_eq!(phone.version(), version);
    seal(&phone, "Ada", Some("play 5")).is(400);
}

#[test]
fn who_is_recorded_by_a_terminal_meanwhile_has_chosen_too() {
    let house = House::with(SIX);
    let server = house.serve();
    let phone = server.recorder();
    for (player, step) in [("Ada", "play 3"), ("Bo", "play 4"), ("Cy", "play 5")] {
        seal(&phone, player, Some(step)).is(200);
    }
    assert_eq!(house.folder.run(&["record", "game.toml", "Dot: play 8", "Ada: play 7"]).status, Some(0));
    assert_eq!(chosen(&phone), json!(["Bo", "Cy"]), "what Ada chose is not asked any more");
    seal(&phone, "Ada", Some("play 3")).is(400);
    seal(&phone, "Elif", Some("play 8")).is(200);
    seal(&phone, "Finn", Some("play 9")).is(200);
    let text = house.folder.text("game.toml");
    let lines = ["Dot: play 8", "Ada: play 7", "Bo: play 4", "Cy: play 5", "Elif: play 8", "Finn: play 9"];
    assert!(text.ends_with(&lines.map(|line| format!("  \"{line}\",\n")).concat().add("]\n")), "{text}");
}

#[test]
fn a_choice_for_another_turn_or_other_eggs_is_forgotten() {
    let house = House::with(SIX);
    let server = house.serve();
    let phone = server.recorder();
    seal(&phone, "Ada", Some("play 3")).is(200);
    // The eggs were others.
    let version = phone.version();
    phone.post("/api/games/game/amend", &json!({"version": version, "key": "x", "edits": ["1.1 reveal 9 1 -1 -2"]})).is(200);
    assert_eq!(chosen(&phone), json!([]));
    // Who chose for the eggs of before is asked again.
    let late = json!({"version": version, "key": "late", "player": "Bo", "step": "play 4"});
    phone.post("/api/games/game/seal", &late).is(409);
    seal(&phone, "Ada", Some("play 3")).is(200);
    // The table went on without the phones, to the next turn.
    let plays: Vec<String> = ALL.iter().zip(3..).map(|(player, card)| format!("{player}: play {card}")).collect();
    let plays: Vec<&str> = plays.iter().map(String::as_str).collect();
    let done = house.folder.run(&[&["record", "game.toml"], &plays[..]].concat());
    assert_eq!(done.status, Some(0), "{}", done.told());
    assert_eq!(chosen(&phone), json!([]));
    // With an undo of that the choice would be what it was.
    phone.post("/api/games/game/undo", &json!({"version": phone.version(), "key": "y", "count": 6})).is(200);
    assert_eq!(chosen(&phone), json!(["Ada"]));
}

/// Eggs lie there, Ada's Priest may still discard, and Cy holds an egg that lies face down.
const BESIDES: &str = include_str!("sealed.toml");

#[test]
fn what_is_open_besides_is_done_while_the_choices_stay_sealed() {
    let house = House::with(BESIDES);
    let server = house.serve();
    let (phone, watcher) = (server.recorder(), server.watcher());
    let kinds = phone.get("/api/games/game/moves").answer()["expects"].take();
    assert_eq!(kinds[0]["kinds"], json!(["play", "discard"]), "{kinds}");
    assert_eq!(kinds[2]["kinds"], json!(["play", "opens"]), "{kinds}");
    assert_eq!(seal(&phone, "Bo", Some("play 6")).answer()["chosen"], json!(["Bo"]));
    assert_eq!(seal(&phone, "Ada", Some("play 1")).answer()["chosen"], json!(["Bo", "Ada"]));
    assert_eq!(house.folder.text("game.toml"), BESIDES);
    // Who comes later hears it at once.
    let ear = watcher.listen("game");
    ear.changed();
    assert_eq!(ear.next(), ("chosen".to_owned(), json!({"players": ["Bo", "Ada"]})));
    // An ability is no choice that all make at once.
    assert!(seal(&phone, "Ada", Some("discard 3")).is(400).message().contains("is not a simultaneous step"));
    phone.record(&phone.version(), "besides", &["Ada: discard 3"]).is(200);
    phone.record(&phone.version(), "opened", &["Cy: opens Cy = -5"]).is(200);
    assert_eq!(chosen(&watcher), json!(["Bo", "Ada"]));
    seal(&phone, "Cy", Some("play 4")).is(200);
    let lines = ["Ada: discard 3", "Cy: opens Cy = -5", "Ada: play 1", "Bo: play 6", "Cy: play 4"];
    let text = house.folder.text("game.toml");
    assert!(text.ends_with(&lines.map(|line| format!("  \"{line}\",\n")).concat().add("]\n")), "{text}");
}

#[test]
fn choices_end_with_the_server_and_are_made_again() {
    let house = House::with(SIX);
    let server = house.serve();
    for (player, card) in ALL.iter().zip(3..).take(4) {
        seal(&server.recorder(), player, Some(&format!("p {card}"))).is(200);
    }
    server.end();
    let server = house.serve();
    let phone = server.recorder();
    assert_eq!((chosen(&phone), house.folder.text("game.toml")), (json!([]), SIX.to_owned()));
    for (player, card) in ALL.iter().zip(4..) {
        seal(&phone, player, Some(&format!("p {card}"))).is(200);
    }
    let lines: Vec<String> = ALL.iter().zip(4..).map(|(player, card)| format!("  \"{player}: play {card}\",\n")).collect();
    let text = house.folder.text("game.toml");
    assert!(text.ends_with(&lines.concat().add("]\n")), "{text}");
}

/// Somebody who records that Ada has shown three other cards, all that she can hold, learns nothing of the card that she has sealed.
#[test]
fn a_choice_that_something_recorded_since_makes_illegal_is_told_to_its_player_alone() {
    let house = House::with(SIX);
    let server = house.serve();
    let (phone, watcher) = (server.recorder(), server.watcher());
    let choose = |player: &str, key: &str, step: &str| {
        let body = json!({"version": phone.version(), "key": key, "player": player, "step": step});
        phone.post("/api/games/game/seal", &body)
    };
    let told = |key: &str| watcher.get(&format!("/api/games/game/table?seal={key}")).answer()["choose_again"].take();
    choose("Ada", "ada", "play 3").is(200);
    assert_eq!(told("ada"), Value::Null);
    assert_eq!(house.folder.run(&["record", "game.toml", "Ada: shows 1 2 4"]).status, Some(0));
    let shown = house.folder.text("game.toml");
    let why = told("ada");
    assert!(why.as_str().is_some_and(|why| why.contains("Ada's hand is known to be")), "{why}");
    assert_eq!(chosen(&watcher), json!(["Ada"]), "the others see no difference");
    for (player, card) in ALL.iter().zip(3..).skip(1) {
        let reply = choose(player, player, &format!("play {card}")).is(200);
        assert!(!reply.body.contains("Ada: ") && !reply.body.contains("play 3"), "{reply:?}");
    }
    assert_eq!(house.folder.text("game.toml"), shown, "nothing is recorded before she has chosen again");
    assert_eq!((told("Bo"), told("nobody"), told("ada")), (Value::Null, Value::Null, why));
    assert_eq!(choose("Ada", "ada 3", "play 3").json()["exit"], 1, "it is judged alone");
    choose("Ada", "ada 4", "play 4").is(200);
    assert!(house.folder.text("game.toml").ends_with("  \"Ada: play 4\",\n  \"Bo: play 4\",\n  \"Cy: play 5\",\n  \"Dot: play 6\",\n  \"Elif: play 7\",\n  \"Finn: play 8\",\n]\n"));
}

#[test]
fn a_choice_in_whose_place_another_was_recorded_is_told() {
    let house = House::with(SIX);
    let server = house.serve();
    let (phone, watcher) = (server.recorder(), server.watcher());
    let replaced = || watcher.get("/api/games/game/table").answer()["replaced"].take();
    for (player, step) in [("Ada", "p 3"), ("Bo", "play 4"), ("Cy", "play 5")] {
        seal(&phone, player, Some(step)).is(200);
    }
    assert_eq!(replaced(), json!([]));
    assert_eq!(house.folder.run(&["record", "game.toml", "Ada: play 7", "Bo: play 4"]).status, Some(0));
    let told = json!([{"player": "Ada", "at": "1.2", "text": "Ada: play 7"}]);
    assert_eq!(replaced(), told, "Bo played what he chose");
    // Also to a phone that was away, while others choose.
    seal(&phone, "Dot", Some("play 6")).is(200);
    assert_eq!((replaced(), chosen(&watcher)), (told, json!(["Cy", "Dot"])));
    // Ada's choice is what it was; Dot chose when more was recorded.
    let version = phone.version();
    phone.post("/api/games/game/undo", &json!({"version": version, "key": "u", "count": 2})).is(200);
    assert_eq!((replaced(), chosen(&watcher)), (json!([]), json!(["Ada", "Cy"])));
}
