//! Tables as the tests build them.

use crate::judged::{self, Table};
use serde_json::Value;

pub const NAMES: [&str; 6] = ["Ada", "Bo", "Cy", "Di", "Eve", "Flo"];

/// A log of so many players under these table rules, Ada holding the marker.
pub fn log_of<L: AsRef<str>>(players: usize, rules: &str, lines: &[L]) -> String {
    judged::log("eggs-and-empires", &NAMES[..players], rules, &[("Ada", lines)])
}

/// So many players under these table rules after these lines, which may break rules.
pub fn loose<L: AsRef<str>>(players: usize, rules: &str, lines: &[L]) -> Table {
    Table::of(&log_of(players, rules, lines))
}

/// So many players under these table rules after these lines; each of them is legal.
#[track_caller]
pub fn under<L: AsRef<str>>(players: usize, rules: &str, lines: &[L]) -> Table {
    let table = loose(players, rules, lines);
    assert_eq!(table.findings(), [""; 0], "the lines before are legal");
    table
}

/// Three players by the default rules after these lines; each of them is legal.
#[track_caller]
pub fn after<L: AsRef<str>>(lines: &[L]) -> Table {
    under(3, "", lines)
}

/// Everybody's cards of a turn, a line each, in seat order: `10 9 7`, with two players `8 10 / 3 8`.
pub fn plays(cards: &str) -> Vec<String> {
    let parts: Vec<&str> = if cards.contains('/') { cards.split('/').collect() } else { cards.split_whitespace().collect() };
    NAMES.iter().zip(parts).map(|(name, cards)| format!("{name}: play {}", cards.trim())).collect()
}

/// A turn as far as its cards: the eggs, and everybody's cards.
pub fn turn(eggs: &str, cards: &str) -> Vec<String> {
    std::iter::once(format!("reveal {eggs}").trim_end().to_owned()).chain(plays(cards)).collect()
}

/// These lines one after another.
pub fn lines(parts: &[&[String]], then: &[&str]) -> Vec<String> {
    parts.iter().copied().flatten().cloned().chain(then.iter().map(|&line| line.to_owned())).collect()
}

/// A turn of so many players after these lines: its eggs, and the cards.
#[track_caller]
pub fn played(rules: &str, eggs: &str, cards: &str) -> Table {
    let players = if cards.contains('/') { 2 } else { cards.split_whitespace().count() };
    under(players, rules, &turn(eggs, cards))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().map(|all| all.iter().filter_map(|one| one.as_str()?.parse().ok()).collect()).unwrap_or_default()
}

/// What somebody could do next, the dullest there is: eggs of this value, the lowest cards, nobody uses an ability.
fn next_line(state: &Value, egg: &str) -> Option<String> {
    let players = state["players"].as_array()?;
    let per_turn = match players.len() {
        0..=4 => 2,
        5 => 3,
        _ => 4,
    };
    match state["phase"].as_str()? {
        "reveal" => {
            let left = state["deck"]["more"].as_u64().and_then(|left| usize::try_from(left).ok()).unwrap_or(per_turn);
            Some(format!("reveal {}", vec![egg; per_turn.min(left)].join(" ")).trim_end().to_owned())
        }
        "play" => {
            let order = state["order"].as_array()?;
            let yet = players.iter().find(|player| order.iter().all(|played| played["player"] != player["name"]))?;
            let (each, copies) = if players.len() == 2 { (2, 2) } else { (1, 1) };
            let played = numbers(&yet["row_of_played_cards"]["cards"]);
            let left = |card: &i64| played.iter().filter(|other| *other == card).count() < copies;
            let known = numbers(&yet["hand"]["cards"]);
            let fits = |card: &i64| left(card) && (known.is_empty() || known.contains(card));
            let cards: Vec<String> = (1..=10).filter(fits).take(each).map(|card: i64| card.to_string()).collect();
            Some(format!("{}: play {}", text(&yet["name"]), cards.join(" ")))
        }
        "take" => {
            let next = text(&state["collecting"]["player"]);
            let is_mage = state["collecting"]["card"] == 7;
            let up = numbers(&state["offer"]["cards"]);
            Some(match (up.iter().find(|egg| !is_mage || **egg >= 0), state["down"][0].as_str()) {
                (Some(egg), _) => format!("{next}: take {egg}"),
                (None, Some(scout)) => format!("{next}: take down {scout} = {egg}"),
                (None, None) => return None,
            })
        }
        "end" => Some("end".to_owned()),
        _ => None,
    }
}

/// The table once so many turns are over, played in the dullest way there is, with eggs of this value.
#[track_caller]
pub fn until_turn(table: Table, turn: u64, egg: &str) -> Table {
    let mut table = table;
    loop {
        let state = table.state();
        let reached = state["turn"].as_u64() == Some(turn) && state["phase"] != "play" && state["phase"] != "take";
        match next_line(&state, egg).filter(|_| !reached) {
            Some(line) => table = table.records(&[&line]),
            None => return table,
        }
    }
}

/// The table once its round is over, the rest of it played in the dullest way there is.
#[track_caller]
pub fn until_over(table: Table, egg: &str) -> Table {
    until_turn(table, 99, egg)
}

/// A whole round of so many players: dull turns with eggs of this value after these lines.
#[track_caller]
pub fn round<L: AsRef<str>>(players: usize, rules: &str, lines: &[L], egg: &str) -> Table {
    until_over(under(players, rules, lines), egg)
}

/// A player's part of the state.
pub fn of(table: &Table, player: usize) -> Value {
    table.state()["players"][player].clone()
}

/// The eggs that are known to be in a player's pile.
pub fn pile(table: &Table, player: usize) -> Vec<i64> {
    numbers(&of(table, player)["pile"]["cards"])
}

/// Each player's points of the last round.
pub fn points(table: &Table) -> Vec<i32> {
    let last = |player: &fowlplay::table::PlayerSheet| player.rounds.last().expect("a round").points().if_exact();
    table.sheet().players.iter().map(|player| last(player).expect("nothing is hidden")).collect()
}

/// The order of collecting: who, with which card.
pub fn order(table: &Table) -> String {
    let state = table.state();
    let all = state["order"].as_array().expect("an order").iter();
    all.map(|played| format!("{} {}", text(&played["player"]), played["card"])).collect::<Vec<_>>().join(", ")
}
