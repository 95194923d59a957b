//! The log is judged as it should be, a step is listed exactly if it is legal, and every command knows the game.

use fowlplay::{log::Log, referee};
use std::{fs, process::Command};

const LOG: &str = include_str!("../game.toml");

fn open(text: &str) -> Box<dyn referee::Referee> {
    referee::open_as::<scopa::Scopa>(Log::parse(text).expect("a log")).expect("a log of Scopa")
}

#[test]
fn the_log_is_judged() {
    let (game, found) = (open(LOG), |found: &referee::Finding| format!("{} {}", found.place(), found.verdict.message));
    assert_eq!(game.findings().iter().map(found).collect::<Vec<_>>(), ["1.8 AH can take AD"]);
    assert_eq!(game.sheet().winners, ["Ada"]);
    assert!(open(&LOG.replace("\"Bo: 2\"", "\"Bo: 23\"")).halted().is_some());
}

#[test]
fn a_step_is_listed_exactly_if_it_is_legal() {
    let game = open(&format!("{}]", LOG.split("  \"Bo: take 2H 7S").next().unwrap_or_default()));
    let listed: Vec<String> = game.legal_steps().into_iter().map(|offer| offer.step).collect();
    let cards = || "A234567JQK".chars().flat_map(|rank| "CDHS".chars().map(move |suit| format!("{rank}{suit}")));
    let takes = ["4C", "4D", "2H", "7S", "4C 2H", "2H 7S", "4C 2H 7S", "7S 7S"].map(|taken| format!("take {taken} with"));
    for step in takes.into_iter().chain(["lay".into()]).flat_map(|step| cards().map(move |card| format!("{step} {card}"))) {
        let legal = game.try_line(&step).is_ok_and(|tried| tried[0].1.kind.is_none());
        assert_eq!(listed.contains(&step), legal, "{step}");
    }
}

#[test]
fn every_command_knows_the_game() {
    let run = |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_scopa")).args(arguments).output().expect("it runs").stdout;
    let log = concat!(env!("CARGO_TARGET_TMPDIR"), "/game.toml");
    fs::write(log, LOG.split("\n[[round]]\nfirst = \"Bo\"").next().unwrap_or_default()).expect("room");
    assert!(String::from_utf8_lossy(&run(&["check", log])).contains("SC-2.3"));
    run(&["record", log, "deal 3C 4D 7D QD", "--first", "Bo"]);
    assert!(String::from_utf8_lossy(&run(&["show", log])).contains("Table: 3C 4D 7D QD"));
}
