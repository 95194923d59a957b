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

/// A test for each heading of the files of cases.
mod cases {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
