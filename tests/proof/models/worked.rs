//! Games that are written down, played by the engine and the model alike: those of `tests/logs` and `examples`, and the worked cases of
//! the rule books with what is easily got wrong (`models/worked`).
//!
//! A worked case is headed by what it shows, the players and the rules that aren't the defaults; its lines are those of a log:
//!
//! ```text
//! == two players: 2 players; priest = own
//! round Ada
//! Ada: play 8 10
//! ? illegal EE-3.2: Ada: take -6
//! Ada: take 13 ! let stand
//! = 9 -10..-8; won by Ada
//! ```
//!
//! What is asked (`?`) is not done. A line is legal, unless it is let stand. The score is that of the players in their order, at
//! least and at most.

use fowlplay::{
    log::{LogFile, is_note, is_position},
    table::{DeckEntry, Game as _, RuleValue, RuleValues},
};
use std::{fs, path::Path};

use crate::{
    driver::NAMES,
    model::{Act, Model, Verdict},
    models::{blulu::Blulu, compared::Both, eggs_and_empires::Eggs, emu, perft, piepmatz::Piepmatz},
};

/// The acts of a line of a case: `Ada: play 3; …`, `reveal 13 -6`, `round Ada`, `tally 13 -6; merchant 1 / 10`.
fn acts(line: &str, names: &[String]) -> Vec<Act> {
    let seat = |name: &str| names.iter().position(|known| known == name).unwrap_or_else(|| panic!("who is {name}?"));
    if let Some(first) = line.strip_prefix("round ") {
        return vec![Act::Round(seat(first))];
    }
    if let Some(counted) = line.strip_prefix("tally ") {
        return vec![Act::Tally(counted.split('/').map(|part| part.trim().to_owned()).collect())];
    }
    let (actor, steps) = match line.split_once(": ") {
        Some((name, steps)) => (Some(seat(name)), steps),
        None => (None, line),
    };
    steps.split("; ").map(|step| Act::Step(actor, step.to_owned())).collect()
}

/// A value of `[deck]`, from words.
fn deck_entry(value: &str) -> DeckEntry {
    let numbers: Result<Vec<i64>, _> = value.split(' ').map(str::parse).collect();
    numbers.map_or_else(|_| DeckEntry::Word(value.to_owned()), DeckEntry::List)
}

/// The table of a case's head: `two players: 2 players; priest = own`.
fn seated<M: Model>(head: &str) -> Both<M> {
    let (_, table) = head.split_once(": ").unwrap_or_else(|| panic!("{head}: without a table"));
    let mut parts = table.split("; ");
    let players = parts.next().and_then(|part| part.strip_suffix(" players")?.parse().ok()).expect("2 players");
    let (mut rules, mut deck) = (RuleValues::defaults(M::Game::book()), Vec::new());
    for (key, value) in parts.map(|part| part.split_once(" = ").expect("KEY = VALUE")) {
        match key.strip_prefix("deck.") {
            Some(key) => deck.push((key.to_owned(), deck_entry(value))),
            None => rules.set(M::Game::book(), key, &RuleValue::from_text(value)).expect("a value of a rule"),
        }
    }
    Both::seated(NAMES[..players].iter().map(ToString::to_string).collect(), rules, &deck)
}

/// The score as a case says it.
fn score<M: Model>(model: &M) -> String {
    let score = model.score();
    let points = |&(least, most): &(i32, i32)| if least == most { least.to_string() } else { format!("{least}..{most}") };
    let totals: Vec<String> = score.totals.iter().map(points).collect();
    let winners: Vec<&str> = score.winners.iter().map(|&seat| NAMES[seat]).collect();
    let won = match &winners[..] {
        _ if !score.complete => String::new(),
        [] => "; won by nobody".to_owned(),
        winners => format!("; won by {}", winners.join(" ")),
    };
    format!("= {}{won}", totals.join(" "))
}

/// Plays the worked cases of a game.
fn work<M: Model>(cases: &str) {
    let names: Vec<String> = NAMES.iter().map(ToString::to_string).collect();
    for case in cases.split("== ").filter(|case| !case.trim().is_empty()) {
        let (head, lines) = case.split_once('\n').expect("lines");
        let mut both = seated::<M>(head);
        for line in lines.lines().filter(|line| !line.is_empty()) {
            let of = |act: &str| acts(act, &names);
            if line.starts_with('=') {
                both.compare_scores();
                assert_eq!(score(both.model()), line, "{head}");
            } else if let Some(asked) = line.strip_prefix("? ") {
                let (verdict, act) = asked.split_once(": ").expect("a verdict");
                let verdict = match verdict.split_once(' ').expect("a clause") {
                    ("illegal", clause) => Verdict::Illegal(clause.to_owned()),
                    ("impossible", clause) => Verdict::Impossible(clause.to_owned()),
                    other => panic!("{head}: {other:?}"),
                };
                assert_eq!(both.judged(&of(act)[0]), verdict, "{head}: {line}");
            } else {
                let (line, stands) = line.strip_suffix(" ! let stand").map_or((line, false), |line| (line, true));
                for act in of(line) {
                    let verdict = both.judged(&act);
                    assert_eq!(matches!(verdict, Verdict::Illegal(_)), stands, "{head}: {line}: {verdict:?}");
                    both.play(&act);
                }
            }
        }
    }
}

/// Plays every log of a game that begins with its deal, as far as it is possible, whatever was let stand in it.
fn replay<M: Model>() {
    let game = M::Game::book().game;
    let root = Path::new(crate::ROOT);
    let folders = [root.join("tests/logs").join(game), root.join("examples")];
    let paths =
        folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder")).map(|entry| entry.expect("an entry").path());
    let mut played = 0;
    for path in paths.filter(|path| path.extension().is_some_and(|end| end == "toml")) {
        let log = LogFile::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = log.rounds().iter().flat_map(|round| &round.lines);
        if log.game().as_str() != game || lines.clone().any(|line| line.steps().any(is_position)) {
            continue;
        }
        // The models know who sits where by name.
        let referee = fowlplay::referee::open(log).expect("a log");
        let renamed = referee.players().names().iter().cloned().zip(NAMES).filter(|(old, new)| old != new);
        let renamed: Vec<_> = renamed.map(|(old, new)| (old, new.to_owned())).collect();
        let log = if renamed.is_empty() { referee.log().clone() } else { referee.renamed(&renamed).expect("other names") };
        let rules = *referee.rules();
        let text: toml::Table = log.text().parse().expect("TOML");
        let deck = text.get("deck").and_then(toml::Value::as_table).into_iter().flatten();
        let deck: Vec<_> = deck.map(|(key, value)| (key.clone(), perft::deck_entry(value))).collect();
        let names: Vec<String> = log.players().iter().map(ToString::to_string).collect();
        let mut both = Both::<M>::seated(names.clone(), rules, &deck);
        let seat = |name: &str| names.iter().position(|known| known == name).expect("a player");
        let of_round = |round: &fowlplay::log::Round| {
            let of_line = |line: &fowlplay::log::Line| {
                let steps = line.steps().filter(|step| !is_note(step)).map(str::to_owned);
                steps.map(|step| Act::Step(line.actor().map(seat), step)).collect::<Vec<_>>()
            };
            let part = |name: &String| {
                let mut parts = round.tally.iter().flatten().filter_map(|part| part.strip_prefix(name.as_str()));
                let part = parts.find_map(|part| part.strip_prefix(':')).unwrap_or_default();
                part.split(" ! ").next().unwrap_or_default().trim().to_owned()
            };
            let tally = round.tally.as_ref().map(|_| Act::Tally(names.iter().map(part).collect()));
            let lines = round.lines.iter().flat_map(of_line);
            [Act::Round(seat(&round.first))].into_iter().chain(lines).chain(tally).collect::<Vec<_>>()
        };
        let acts: Vec<Act> = log.rounds().iter().flat_map(of_round).collect();
        for act in acts {
            if matches!(both.judged(&act), Verdict::Impossible(_)) || !both.can_be(&act) {
                break;
            }
            both.play(&act);
        }
        played += 1;
    }
    assert!(played >= 20, "{game}: only {played} logs");
}

macro_rules! worked {
    ($($name:ident: $model:ty, $cases:literal;)+) => { $(
        mod $name {
            use super::*;

            #[test]
            fn the_worked_cases_are_judged_and_scored_so() {
                work::<$model>(include_str!(concat!("worked/", $cases, ".txt")));
            }

            #[test]
            fn the_recorded_games_are_judged_alike() {
                replay::<$model>();
            }
        }
    )+ };
}

worked! {
    blulu: Blulu, "blulu";
    eggs: Eggs, "eggs-and-empires";
    ranchers: emu::Ranchers, "emu-ranchers";
    redux: emu::Redux, "emus-redux";
    piepmatz: Piepmatz, "piepmatz";
}
