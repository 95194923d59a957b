//! A table that is built by taps: the position of a log, a dispute without one, a round counted by hand. Every place and card is tapped,
//! and nothing typed.

use crate::{PLAYED, begun, phone::Phone, phone::Room, with_browser};
use fowlplay::{
    log::Log,
    referee::{self, BuildInput, BuildTarget, Referee},
};
use serde_json::Value;

/// So many lines of each example are played before the table is built as it lies then.
const LINES: [i32; 5] = [9, 8, 5, 3, 12];

fn table(text: &str) -> Box<dyn Referee> {
    referee::open(Log::parse(text.to_owned()).expect("a log")).expect("it can be read")
}

/// Taps that say what a table says, where something else was said before: each the `data-does` of a button.
fn taps(laid: &Value, before: &Value, built: BuildTarget) -> Vec<String> {
    let mut taps = Vec::new();
    for (part, before) in laid["laid"].as_array().expect("parts").iter().zip(before["laid"].as_array().expect("as many")) {
        let owner = part["of"].as_str().unwrap_or("the table");
        let places = &laid["places"][if part["of"].is_null() { "table" } else { "player" }];
        let each = part["said"].as_array().expect("as many").iter().zip(before["said"].as_array().expect("as many"));
        for (place, (said, before)) in places.as_array().expect("places").iter().zip(each) {
            let what = place["what"].as_str().expect("words");
            if said == before {
                continue;
            }
            if let Value::Number(number) = before {
                taps.extend([format!("place: {owner}, {what}: {number}"), "place: not said".to_owned()]);
            }
            let is_drawn = place["always"] == true || place["holds"] == "name";
            if !said.is_null() && !is_drawn {
                taps.push(format!("place: more, {owner}"));
            }
            match said {
                Value::Number(number) => {
                    taps.push(format!("place: {owner}, {what}: {}", if is_drawn { "?" } else { what }));
                    taps.extend(number.to_string().chars().map(|digit| format!("pad: {digit}")));
                    taps.push("place: done".to_owned());
                }
                Value::Bool(true) => taps.push(format!("place: {owner}, {what}: {what}")),
                Value::String(name) => taps.push(format!("place: {owner}, {what}: {name}")),
                Value::Array(groups) => {
                    for (nth, group) in groups.iter().enumerate() {
                        let each = place["each"].as_str().unwrap_or_default();
                        let label = match (each, &place["groups"]) {
                            ("", groups) if *groups == 1 => what.to_owned(),
                            ("", _) => format!("{what} {}", nth + 1),
                            (each, _) => format!("{each} {}", nth + 1),
                        };
                        let is_next = place["groups"].is_null() && nth > 0;
                        let opened = if is_next { format!("another {each}") } else { label };
                        let cards = group["cards"].as_array().expect("cards");
                        if cards.is_empty() && group["gone"] == false && group["more"].is_null() {
                            continue;
                        }
                        let is_new = is_drawn || nth > 0;
                        taps.push(if is_new {
                            format!("place: {owner}, {opened}")
                        } else {
                            format!("place: {owner}, {what}: {what}")
                        });
                        if group["gone"] == true {
                            taps.push(format!("place: {}", place["gone"].as_str().expect("words")));
                        }
                        for code in cards.iter().filter_map(Value::as_str) {
                            let (card, number) = code.split_once('=').unwrap_or((code, ""));
                            taps.push(card.to_owned());
                            taps.extend(Some(format!("stands: {number}")).filter(|_| !number.is_empty()));
                        }
                        if !group["more"].is_null() {
                            taps.push("place: more, covered".to_owned());
                            taps.extend(group["more"].to_string().chars().map(|digit| format!("pad: {digit}")));
                        }
                        taps.push("place: done".to_owned());
                    }
                }
                _ => {}
            }
            if !said.is_null() && !is_drawn {
                taps.push(format!("place: more, {owner}"));
            }
        }
        assert_eq!(part["also"], "", "{built:?}: every piece has its place");
    }
    taps
}

async fn build(phone: &Phone, laid: &Value, before: &Value, built: BuildTarget) {
    phone.wait_for("Boolean(document.querySelector('.building .zone'))").await;
    for tap in taps(laid, before, built) {
        // Where nothing else is left to say there is nothing to close.
        let button = format!("dialog[open] .builder [data-does=\"{tap}\"]");
        if tap.starts_with("place: more, ") && !phone.has(&button).await {
            continue;
        }
        phone.touch(&button).await;
    }
}

/// The log of an example's beginning, and its head with the same round begun.
fn example(nth: usize) -> (String, String) {
    let played = begun(PLAYED[nth], LINES[nth]);
    let head = played.split("moves = [").next().unwrap_or_default().to_owned();
    (played, head)
}

async fn is_taken_up_and_played_on(nth: usize) {
    let (played, head) = example(nth);
    let before = table(&played);
    let standing = before.position(false).expect("a position can stand there");
    let laid = referee::build_document(&*before, BuildTarget::Position, &BuildInput::Texts(standing.parts.clone()))
        .expect("it can be read");
    assert_eq!(laid["parts"], serde_json::json!(standing.parts));
    let room = Room::open(&[("game.toml", &head)]);
    let phone = room.phone("game").await;
    phone.play_for("").await;
    phone.open("The table as it lies").await;
    let empty = referee::build_document(&*table(&head), BuildTarget::Position, &BuildInput::Nothing).expect("it can be read");
    build(&phone, &laid, &empty, BuildTarget::Position).await;
    phone.press("What would be recorded?").await;
    if PLAYED[nth].starts_with("eggs") {
        // Eggs that were revealed are all that is missing.
        phone.wait_for_text("dialog[open] form > .told", "Was it played so?").await;
        phone.press("No, take the table as it lies").await;
    }
    phone.wait_for_text("dialog[open] form > .told", "as it would stand in the log").await;
    phone.press("Go on from here").await;
    phone.wait_for("game.table.lines.length === 1 && !document.querySelector('dialog[open]')").await;
    let taken_up = table(&room.text("game"));
    assert_eq!(taken_up.position(false).expect("it stands").parts, standing.parts, "{}", room.text("game"));
    // And on it goes.
    let step = taken_up.visible_legal_steps().into_iter().next().expect("somebody can move");
    phone.type_line(&format!("{}: {}", step.actor, step.step)).await;
    phone.wait_for("game.table.lines.length === 2").await;
    phone.close().await;
}

#[test]
fn emu_ranchers_is_taken_up_as_it_lies_by_taps() {
    with_browser(async || is_taken_up_and_played_on(0).await);
}

#[test]
fn emus_redux_is_taken_up_as_it_lies_by_taps() {
    with_browser(async || is_taken_up_and_played_on(1).await);
}

#[test]
fn blulu_is_taken_up_as_it_lies_by_taps() {
    with_browser(async || is_taken_up_and_played_on(2).await);
}

#[test]
fn eggs_and_empires_is_taken_up_as_it_lies_by_taps() {
    with_browser(async || is_taken_up_and_played_on(3).await);
}

#[test]
fn piepmatz_is_taken_up_as_it_lies_by_taps() {
    with_browser(async || is_taken_up_and_played_on(4).await);
}

/// What is tapped to have something judged without a log: the game, its table, then the move.
type Disputed = (&'static str, &'static str, &'static [&'static str], &'static [&'static str], &'static str);

const DISPUTES: [Disputed; 5] = [
    (
        "Emu Ranchers",
        "Ada, Bo",
        &["place: Ada, bird 1", "7SK", "place: done", "place: Bo, bird 1", "place: nothing lies here"],
        &["Ada: grow", "2WL"],
        "ER-3.3",
    ),
    ("Emus Redux", "Ada, Bo, Cy", &["place: Ada, bird 1", "7SK"], &["Ada: grow", "AW"], "RX-3.3"),
    ("Blulu", "Ada, Bo", &["place: the table, face up in the middle", "4MS", "CM"], &["Ada: trail", "5ML", "6SY"], "trail"),
    (
        "Eggs and Empires",
        "Ada, Bo, Cy",
        &[
            "place: more, the table",
            "place: the table, eggs on offer: eggs on offer",
            "10",
            "-6",
            "place: done",
            "place: the table, turn: ?",
            "pad: 1",
        ],
        &["3"],
        "play 3",
    ),
    (
        "Piepmatz",
        "Ada, Bo, Cy",
        &["place: the table, perch 1", "BL3", "SP1", "place: done", "place: the table, perch 2", "GR4"],
        &["Ada: play", "1", "CH2"],
        "plays",
    ),
];

#[test]
fn a_dispute_of_each_game_is_built_by_taps_and_judged() {
    with_browser(async || {
        for (game, players, table, the_move, says) in DISPUTES {
            let room = Room::open(&[]);
            let phone = dispute(&room, game, players, table).await;
            phone.press("Done").await;
            phone.press("Pick the move").await;
            for tap in the_move {
                phone.touch(&format!("dialog[open] .apart [data-does='{tap}']")).await;
            }
            phone.wait_for_text("dialog[open] .told", "Nothing was recorded.").await;
            let told = phone.text("dialog[open] form .told:not(:empty)").await;
            assert!(told.contains(says), "{game}: {told}");
            phone.close().await;
        }
    });
}

/// Opens the form for a dispute without a log, of this game between these players, and taps what lies there.
async fn dispute(room: &Room, game: &str, players: &str, taps: &[&str]) -> Phone {
    let phone = Phone::at(room.link(), (390, 844), &[]).await;
    phone.touch("[data-does=settle]").await;
    phone.press(game).await;
    phone.write(phone.field("Players, clockwise").await, players).await;
    phone.wait_for("Boolean(document.querySelector('.building .zone'))").await;
    for tap in taps {
        phone.touch(&format!("dialog[open] .builder [data-does='{tap}']")).await;
    }
    phone
}

/// One card is tapped and no count: how many are left in the draw pile follows.
#[test]
fn the_one_card_that_is_missing_in_the_log_is_tapped_and_no_count() {
    with_browser(async || {
        let (log, _) = example(0);
        let room = Room::open(&[("game.toml", &log)]);
        let phone = room.phone("game").await;
        let stood = table(&log).position(false).expect("it stands").parts.join(" ");
        assert!(stood.contains("draw "), "{stood}");
        phone.open("The table as it lies").await;
        phone.wait_for("Boolean(document.querySelector('.building .zone'))").await;
        let actor = table(&log).expects()[0].actor.clone().expect("a player");
        let bird =
            table(&log).legal_steps().into_iter().find(|offer| offer.step.starts_with("hatch")).expect("a card").parts.cards[0]
                .clone();
        let next = table(&log).players().names().iter().find(|name| **name != actor).expect("two play").clone();
        let turn = format!("place: the table, whose turn: {next}");
        for tap in [&*format!("place: {actor}, another bird"), &*bird, "place: done", &*turn] {
            phone.touch(&format!("dialog[open] .builder [data-does=\"{tap}\"]")).await;
        }
        phone.press("What would be recorded?").await;
        phone.wait_for_text("dialog[open] form > .told", "Was it played so?").await;
        phone.press("Yes, record that").await;
        phone.wait_for("!document.querySelector('dialog[open]')").await;
        assert!(room.text("game").contains(&format!("{actor}: hatch {bird}; draw")), "{}", room.text("game"));
        phone.close().await;
    });
}
