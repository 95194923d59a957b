//! Simultaneous choices: each phone has that of its player, all see who has chosen, and with the last one all are recorded.

use super::phone::Phone;
use fowlplay::page::api::Event;
use serde_json::{Value, json};

/// A log with six players, and the eggs of the first turn.
const SIX: &str = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\", \"Dot\", \"Elif\", \"Finn\"]\n\n[[round]]\nfirst = \
                   \"Cy\"\nmoves = [\n  \"reveal 10 8 5 -6\",\n]\n";

const ALL: [&str; 6] = ["Ada", "Bo", "Cy", "Dot", "Elif", "Finn"];

fn chosen(phone: &Phone) -> Value {
    phone.table()["chosen"].take()
}

/// The plays of all players, the first of them with this card, the next with one more.
fn plays(first: usize) -> [String; 6] {
    std::array::from_fn(|nth| format!("{}: play {}", ALL[nth], nth + first))
}

/// Checks the last lines of the log.
#[track_caller]
fn ends_with(phone: &Phone, lines: &[impl AsRef<str>]) {
    let end = lines.iter().map(|line| format!("  \"{}\",\n", line.as_ref())).collect::<Vec<_>>().concat() + "]\n";
    assert!(phone.text().ends_with(&end), "{}", phone.text());
}

#[test]
fn six_choices_are_written_together_in_the_order_of_the_seats() {
    let phone = Phone::with(SIX);
    phone.version();
    let mut watcher = phone.watcher();
    let order = ["Finn", "Cy", "Ada", "Elif", "Bo"];
    for (nth, player) in order.iter().enumerate() {
        let so_far = json!(order[..=nth]);
        assert_eq!(phone.seal(player, &format!("play {}", nth + 2)).answer()["chosen"], so_far);
        assert_eq!(watcher.heard(), [("chosen", json!({ "players": so_far }))]);
        assert_eq!((chosen(&watcher), phone.text()), (so_far, SIX.to_owned()), "nothing is written, and nobody is shown what");
        assert!(!watcher.get("table").json.to_string().contains("play 2"));
    }
    // Bo thinks again, and chooses another.
    let without = json!(["Finn", "Cy", "Ada", "Elif"]);
    assert_eq!(phone.change("seal", json!({"player": "Bo", "step": null})).answer()["chosen"], without);
    assert_eq!(watcher.heard(), [("chosen", json!({ "players": without }))]);
    phone.seal("Bo", "p 9").is(200);
    watcher.heard();
    // A slip is found at once, by who made it, and holds nobody up.
    phone.seal("Dot", "play 11").is(400);
    assert_eq!(chosen(&phone).as_array().map(Vec::len), Some(5));
    for slip in ["play 1; play 2", "", "play 1\nBo: play 2"] {
        assert_ne!(phone.seal("Dot", slip).json["exit"], 0, "{slip}");
    }
    phone.seal("Zoe", "play 1").is(400);
    assert_eq!(watcher.heard(), []);
    let last = phone.seal("Dot", "play 10").is(200);
    assert_eq!(last.json["answer"]["entered"].as_array().map(Vec::len), Some(6), "{last:?}");
    let all = ["Ada: play 4", "Bo: play 9", "Cy: play 3", "Dot: play 10", "Elif: play 5", "Finn: play 2"];
    ends_with(&phone, &[&["reveal 10 8 5 -6"][..], &all].concat());
    let changed = json!({"version": last.version(), "by": null});
    assert_eq!(watcher.heard(), [("changed", changed), ("chosen", json!({"players": []}))]);
    assert_eq!((chosen(&phone), phone.version()), (json!([]), last.version()));
    phone.seal("Ada", "play 5").is(400);
}

#[test]
fn who_is_recorded_by_a_terminal_meanwhile_has_chosen_too() {
    let phone = Phone::with(SIX);
    for (player, step) in [("Ada", "play 3"), ("Bo", "play 4"), ("Cy", "play 5")] {
        phone.seal(player, step).is(200);
    }
    phone.terminal_records(&["Dot: play 8", "Ada: play 7"]);
    assert_eq!(chosen(&phone), json!(["Bo", "Cy"]), "what Ada chose is not asked any more");
    phone.seal("Ada", "play 3").is(400);
    phone.seal("Elif", "play 8").is(200);
    phone.seal("Finn", "play 9").is(200);
    ends_with(&phone, &["Dot: play 8", "Ada: play 7", "Bo: play 4", "Cy: play 5", "Elif: play 8", "Finn: play 9"]);
}

#[test]
fn a_choice_for_another_turn_or_other_eggs_is_forgotten() {
    let phone = Phone::with(SIX);
    phone.seal("Ada", "play 3").is(200);
    // The eggs were others.
    let version = phone.version();
    phone.change("amend", json!({"edits": ["1.1 reveal 9 1 -1 -2"]})).is(200);
    assert_eq!(chosen(&phone), json!([]));
    // Who chose for the eggs of before is asked again.
    phone.change("seal", json!({"version": version, "player": "Bo", "step": "play 4"})).is(409);
    phone.seal("Ada", "play 3").is(200);
    // The table went on without the phones, to the next turn.
    phone.terminal_records(&plays(3).each_ref().map(String::as_str));
    assert_eq!(chosen(&phone), json!([]));
    // With an undo of that the choice would be what it was.
    phone.change("undo", json!({"count": 6})).is(200);
    assert_eq!(chosen(&phone), json!(["Ada"]));
}

/// A log in which eggs lie there, Ada's Priest may still discard, and Cy holds an egg that lies face down.
const BESIDES: &str = include_str!("sealed.toml");

#[test]
fn what_is_open_besides_is_done_while_the_choices_stay_sealed() {
    let phone = Phone::with(BESIDES);
    let expects = phone.get("moves").answer()["expects"].take();
    assert_eq!(expects[0]["kinds"], json!(["play", "discard"]), "{expects}");
    assert_eq!(expects[2]["kinds"], json!(["play", "opens"]), "{expects}");
    assert_eq!(phone.seal("Bo", "play 6").answer()["chosen"], json!(["Bo"]));
    assert_eq!(phone.seal("Ada", "play 1").answer()["chosen"], json!(["Bo", "Ada"]));
    assert_eq!(phone.text(), BESIDES);
    // Who comes later hears it at once.
    let both = Event::Chosen(vec!["Bo".to_owned(), "Ada".to_owned()]);
    assert_eq!(phone.api.opening_events("game"), Some((vec![Event::Changed, both], None)));
    // An ability is no choice that all make at once.
    assert!(phone.seal("Ada", "discard 3").is(400).message().contains("is not a simultaneous step"));
    phone.record(&["Ada: discard 3"]).is(200);
    phone.record(&["Cy: opens Cy = -5"]).is(200);
    assert_eq!(chosen(&phone.watcher()), json!(["Bo", "Ada"]));
    phone.seal("Cy", "play 4").is(200);
    ends_with(&phone, &["Ada: discard 3", "Cy: opens Cy = -5", "Ada: play 1", "Bo: play 6", "Cy: play 4"]);
}

#[test]
fn choices_end_with_the_server_and_are_made_again() {
    let first = Phone::with(SIX);
    for (player, card) in ALL.iter().zip(3..).take(4) {
        first.seal(player, &format!("p {card}")).is(200);
    }
    let phone = first.restarted();
    assert_eq!((chosen(&phone), phone.text()), (json!([]), SIX.to_owned()));
    for (player, card) in ALL.iter().zip(4..) {
        phone.seal(player, &format!("p {card}")).is(200);
    }
    ends_with(&phone, &plays(4));
}

/// Somebody who records that Ada has shown three other cards, all that she can hold, learns nothing of the card that she has sealed.
#[test]
fn a_choice_that_something_recorded_since_makes_illegal_is_told_to_its_player_alone() {
    let phone = Phone::with(SIX);
    let watcher = phone.watcher();
    let choose = |player: &str, key: &str, step: &str| phone.change("seal", json!({"key": key, "player": player, "step": step}));
    let told = |key: &str| watcher.get(&format!("table?seal={key}")).answer()["choose_again"].take();
    choose("Ada", "ada", "play 3").is(200);
    assert_eq!(told("ada"), Value::Null);
    phone.terminal_records(&["Ada: shows 1 2 4"]);
    let (shown, why) = (phone.text(), told("ada"));
    assert!(why.as_str().is_some_and(|why| why.contains("Ada's hand is known to be")), "{why}");
    assert_eq!(chosen(&watcher), json!(["Ada"]), "the others see no difference");
    for (player, card) in ALL.iter().zip(3..).skip(1) {
        let told = choose(player, player, &format!("play {card}")).is(200).json.to_string();
        assert!(!told.contains("Ada: ") && !told.contains("play 3"), "{told}");
    }
    assert_eq!(phone.text(), shown, "nothing is recorded before she has chosen again");
    assert_eq!((told("Bo"), told("nobody"), told("ada")), (Value::Null, Value::Null, why));
    assert_eq!(choose("Ada", "ada 3", "play 3").json["exit"], 1, "it is judged alone");
    choose("Ada", "ada 4", "play 4").is(200);
    ends_with(&phone, &[&["Ada: play 4".to_owned()], &plays(3)[1..]].concat());
}

#[test]
fn a_choice_in_whose_place_another_was_recorded_is_told() {
    let phone = Phone::with(SIX);
    let told = || (phone.watcher().table()["replaced"].take(), chosen(&phone.watcher()));
    for (player, step) in [("Ada", "p 3"), ("Bo", "play 4"), ("Cy", "play 5")] {
        phone.seal(player, step).is(200);
    }
    assert_eq!(told().0, json!([]));
    phone.terminal_records(&["Ada: play 7", "Bo: play 4"]);
    let replaced = json!([{"player": "Ada", "at": "1.2", "text": "Ada: play 7"}]);
    assert_eq!(told().0, replaced, "Bo played what he chose");
    // Also to a phone that was away, while others choose.
    phone.seal("Dot", "play 6").is(200);
    assert_eq!(told(), (replaced, json!(["Cy", "Dot"])));
    // Ada's choice is what it was; Dot chose when more was recorded.
    phone.change("undo", json!({"count": 2})).is(200);
    assert_eq!(told(), (json!([]), json!(["Ada", "Cy"])));
}

#[test]
fn a_log_that_is_away_for_a_moment_keeps_its_sealed_choices() {
    let phone = Phone::with(SIX);
    phone.seal("Ada", "play 3").is(200);
    phone.shelf.remove("game");
    assert!(phone.api.reread("game", false).expect("gone").is_some());
    phone.shelf.put("game", SIX);
    assert_eq!(chosen(&phone), json!(["Ada"]));
}

/// With the last choice all are recorded; if the host ends before it responds, the retry learns that.
#[test]
fn the_last_choice_is_recorded_already_where_its_response_was_lost() {
    let phone = Phone::with(SIX);
    let seen = phone.version();
    for (player, card) in ALL.iter().zip(3..) {
        phone.seal(player, &format!("play {card}")).is(200);
    }
    let (text, again) = (phone.text(), phone.restarted());
    let seal = |step: &str| again.change("seal", json!({"version": seen, "key": step, "player": "Finn", "step": step}));
    assert_eq!(seal("play 8").is(409).message(), "already recorded");
    assert_eq!(seal("play 9").is(400).message(), "it is not Finn's turn to choose");
    let undo = again.change("undo", json!({"version": seen, "key": "undo"})).is(409);
    assert!(undo.message().starts_with("it may be done already"));
    assert_eq!(again.text(), text);
}
