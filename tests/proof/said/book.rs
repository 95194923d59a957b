//! What is said of a game before it is played, and of counts without a log.

use crate::said::changes::values;
use fowlplay::{
    log::{Log, Quoted},
    referee::{self, NewGame},
    table::{Book, TableRule},
};
use std::fmt::Write as _;

/// The book, and the answer to every beginning of a game: each number of players, each variant, each value of each table rule, what
/// the table says of its cards.
pub fn said(game: &str, logs: &[(String, Log)]) -> String {
    let book = referee::Games::default().book(game).expect("a game");
    let mut text = format!("{book:#?}\n{}\n", book.how_many());
    let names: Vec<String> = ["Ada", "Bo", "Cy", "Dee", "Elif", "Flo", "Gus", "Hal"].map(str::to_owned).to_vec();
    let mut said = |new: &NewGame| text.push_str(&started(game, new));
    for players in 0..=names.len() {
        let plain = NewGame { players: names[..players].to_vec(), first: names.get(1).cloned(), ..NewGame::default() };
        said(&plain);
        for variant in book.variants.iter().map(|variant| variant.name).chain(["none"]) {
            said(&NewGame { variant: Some(variant.to_owned()), ..plain.clone() });
        }
        for key in book.deck {
            for value in key.one_of.iter().copied().chain([key.form, "1 2", "1,2 3", "1 x", "x", "[1, 1]", ""]) {
                said(&NewGame { deck: vec![(key.name.to_owned(), value.to_owned())], ..plain.clone() });
            }
        }
    }
    for rule in book.rules {
        for value in values(rule).into_iter().chain(["-1".to_owned(), "0".to_owned(), "many".to_owned(), "99999".to_owned()]) {
            for players in book.players.clone() {
                let rules = vec![(rule.key.to_owned(), value.clone())];
                said(&NewGame { players: names[..players].to_vec(), rules, ..NewGame::default() });
            }
        }
    }
    text + &opened(book, &names) + &counted(game, logs)
}

/// What is said of the head of a log: tables of any size with every value of every table rule, alone and behind others, and with
/// what could be said of their cards.
fn opened(book: &Book, names: &[String]) -> String {
    let mut text = String::new();
    let written = |value: &String| {
        let is_word = value.parse::<i64>().is_err() && value.parse::<bool>().is_err();
        if is_word { format!("\"{value}\"") } else { value.clone() }
    };
    let default = |rule: &TableRule| format!("{} = {}", rule.key, written(&rule.values.default().to_string()));
    for players in 1..=names.len() {
        let mut said = |head: String| {
            let log = format!("fowlplay = 1\ngame = \"{}\"\nplayers = {:?}\n{head}\n", book.game, &names[..players]);
            let answer = Log::parse(log).and_then(referee::open);
            text += &answer.map_or_else(|error| format!("{head}: {error} {error:?}\n"), |_| format!("{head}: fine\n"));
        };
        for (rule, other) in book.rules.iter().zip(book.rules.iter().rev()) {
            for value in values(rule).iter().chain([&"7".to_owned(), &"true".to_owned(), &"so".to_owned()]) {
                said(format!("[rules]\n{} = {}", rule.key, written(value)));
                if rule.key != other.key {
                    said(format!("[rules]\n{}\n{} = {}", default(other), rule.key, written(value)));
                }
            }
        }
        for variant in book.variants {
            said(format!("variant = {:?}", variant.name));
        }
        for key in book.deck.iter().map(|key| key.name).chain(["colour"]) {
            for value in ["1", "\"GR\"", "[1, 2, 3]", "[]", "true", "{ 1 = 2 }", "{ 1 = 200, 7 = 1 }"] {
                said(format!("[deck]\n{key} = {value}"));
            }
        }
    }
    text
}

fn started(game: &str, new: &NewGame) -> String {
    let answer = referee::start(game, new).unwrap_or_else(|refusal| format!("{refusal:?}"));
    format!("{new:?}\n{answer}\n")
}

/// What the tallies of all logs count where there is no log, with every value of the table rules in turn.
fn counted(game: &str, logs: &[(String, Log)]) -> String {
    let book = referee::Games::default().book(game).expect("a game");
    let rules: Vec<(String, String)> =
        book.rules.iter().flat_map(|rule| values(rule).into_iter().map(|value| (rule.key.to_owned(), value))).collect();
    let mut text = String::new();
    for ((_, log), nth) in logs.iter().zip(0..) {
        for round in log.rounds() {
            let tally: Vec<&str> = round.tally.iter().flatten().map(Quoted::as_str).collect();
            let new = NewGame { rules: vec![rules[nth % rules.len()].clone()], ..NewGame::default() };
            let _ = writeln!(text, "{tally:?} {:?} {:?}", new.rules, referee::count(game, &new, &tally));
        }
    }
    let _ = writeln!(text, "{:?}", referee::count(game, &NewGame::default(), &[book.tally]));
    text
}
