//! What is answered to lines that are typed: those of the log where they stand and elsewhere, those of others, and broken ones.

use crate::said::places;
use fowlplay::{
    log::Log,
    referee::{self, Referee},
};
use jiff::Timestamp;
use std::{collections::BTreeSet, fmt::Write as _};

/// How many lines of other logs are tried at a place.
const OTHERS: usize = 4;

fn lines(log: &Log) -> impl Iterator<Item = &str> {
    log.rounds().iter().flat_map(|round| &round.lines).map(|line| &*line.text)
}

/// The steps of a log, without who did them.
fn steps(log: &Log) -> BTreeSet<String> {
    let step = |line: &str| line.split_once(": ").map_or(line, |(_, steps)| steps).to_owned();
    lines(log).map(step).collect()
}

/// The steps of all logs of a game.
pub fn vocabulary(logs: &[(String, Log)]) -> Vec<String> {
    let all: BTreeSet<String> = logs.iter().flat_map(|(_, log)| steps(log)).collect();
    all.into_iter().collect()
}

/// The answers at every place, `nth` being the log's number: it says which of the others' lines are tried first.
pub fn answered(referee: &dyn Referee, vocabulary: &[String], nth: usize) -> String {
    let own: Vec<String> = steps(referee.log()).into_iter().collect();
    let own = || own.iter().step_by(own.len().div_ceil(OTHERS).max(1));
    let mut text = String::new();
    let mut next = nth * 7;
    for (then, line) in moments(referee) {
        let _ = writeln!(text, "== before {line:?}");
        let others = (0..OTHERS).map(|_| {
            next += 11;
            &vocabulary[next % vocabulary.len()]
        });
        let tried: Vec<&String> = own().chain(others).collect();
        for ((step, other), number) in tried.iter().zip(tried.iter().rev()).zip(next..) {
            text += &step_answered(&*then, step, other, number);
        }
        if let Some(line) = line {
            text += &line_answered(&*then, &line);
        }
    }
    text
}

/// The log as it stood at its places, of a long one at every third, with the line that follows; and its end, also with a line taken
/// back.
fn moments(referee: &dyn Referee) -> Vec<(Box<dyn Referee>, Option<String>)> {
    let log = referee.log();
    let at = |place| Some((referee.before(place).ok()?, log.line(place).map(|line| line.text.to_string())));
    let undone = log.take_back(1, Timestamp::UNIX_EPOCH).map(|(log, _)| log).ok();
    let ends = [Some(log.clone()), undone].into_iter().flatten().filter_map(|log| Some((referee::open(log).ok()?, None)));
    let places = places(log);
    let every = if places.len() > 6 { 3 } else { 1 };
    places.into_iter().step_by(every).filter_map(at).chain(ends).collect()
}

/// The answers to a step, written in several ways and together with another.
fn step_answered(then: &dyn Referee, step: &str, other: &str, number: usize) -> String {
    let players = then.players().names();
    let player = &players[number % players.len()];
    let lines = [
        step.to_owned(),
        format!("{player}: {step}"),
        short(step, player, number),
        broken(step, number),
        joined(step, other, player, number),
    ];
    let mut text = String::new();
    for line in lines {
        let _ = writeln!(text, "{line}\n  {:?}", then.try_line(&line));
    }
    for line in [format!("{player}: {step} ! agreed"), joined(other, step, player, number + 1)] {
        let _ = writeln!(text, "{line}\n  {}", recorded(then, &[&line]));
    }
    text
}

/// The answers to a line, twice, and as far as it is typed.
fn line_answered(then: &dyn Referee, line: &str) -> String {
    let mut text = recorded(then, &[line, "note so far", line]) + "\n";
    for (at, _) in line.char_indices().step_by(3) {
        let begun = &line[..at];
        let _ = writeln!(text, "{:?}\n{:?}", then.complete(begun), then.try_line(&format!("{begun} ,")));
    }
    text
}

/// A step in fewer letters: with the first of its verb, or without the verb, small, after the first letter of a name.
fn short(step: &str, player: &str, number: usize) -> String {
    let first = |text: &str| text.chars().next().map(String::from).unwrap_or_default();
    let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
    match number % 4 {
        0 => format!("{} {rest}", first(verb)),
        1 => rest.to_owned(),
        2 => format!("{}: {} {}", first(player), first(verb), rest.to_lowercase()),
        _ => rest.replace(" with", "").replace(" at", "").to_lowercase(),
    }
}

/// A line with a word lost, doubled or exchanged.
fn broken(step: &str, number: usize) -> String {
    let mut words: Vec<&str> = step.split(' ').collect();
    let at = number / 3 % words.len();
    match number % 6 {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[at]),
        2 => words[at] = "99",
        3 => words.push("to"),
        4 => words.push("7XX"),
        _ => words.swap(0, at),
    }
    words.join(" ")
}

/// Two steps as people run them together.
fn joined(step: &str, other: &str, player: &str, number: usize) -> String {
    match number % 8 {
        0 => format!("{step}; {other}"),
        1 => format!("{step} {other}"),
        2 => format!("{player} {step}"),
        3 => format!("{player}: {step}; {other}"),
        4 => format!("{player}: {step}; note well; {other} ! agreed"),
        5 => format!("{step}; {player}: {other}"),
        6 => format!("note first; {step}"),
        _ => format!("{step}; {other} ! agreed"),
    }
}

/// What recording lines says.
fn recorded(referee: &dyn Referee, lines: &[&str]) -> String {
    match referee.record(lines, None) {
        Ok(recorded) => {
            format!("{:?} {:?}\n{}", recorded.entered().collect::<Vec<_>>(), recorded.proved, recorded.log.text().len())
        }
        Err(refusal) => format!("{refusal:?}"),
    }
}
