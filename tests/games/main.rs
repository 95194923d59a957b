//! The tests of the games: clause by clause, log by log, and what is said of them; and what the requests of the live page mean.

mod api;
mod archive;
mod asked;
mod blulu;
mod by_place;
mod clauses;
mod decktet;
mod defaults;
mod disputes;
mod eggs_and_empires;
mod emu_ranchers;
mod emus_redux;
mod head;
mod judged;
mod layout;
mod log;
mod logs;
mod missing;
mod occurs;
mod parts;
mod piepmatz;
mod positions;
mod referee;
mod slips;
mod tables;
mod totals;
mod units;

use fowlplay::{log::Log, referee::Referee};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A test for each heading of the files of cases.
mod cases {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The game of a log.
fn open(text: &str) -> Box<dyn Referee> {
    let log = Log::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    fowlplay::referee::open(log).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Every log of the tests and the examples, and where it stands.
fn recorded_logs() -> impl Iterator<Item = (PathBuf, String)> {
    let list = |folder: PathBuf| fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let folders = list(Path::new(ROOT).join("tests/logs")).chain([Path::new(ROOT).join("examples")]);
    let paths = folders.flat_map(list).filter(|path| path.extension().is_some_and(|end| end == "toml"));
    paths.map(|path| (path.clone(), fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))))
}
