//! What is fuzzed, for `cargo fuzz` and for `tests/fuzzed.rs`: each target takes any bytes and panics if the referee erred.
//!
//! Names in other files are looked up at the root of the crate that includes this, so it has to import what is public here.

#[path = "../../properties/amending.rs"]
#[allow(dead_code, reason = "the targets use some of it")]
pub mod amending;
#[path = "../../properties/driver.rs"]
#[allow(dead_code, reason = "the targets use some of it")]
pub mod driver;
#[path = "../../properties/judging.rs"]
#[allow(dead_code, reason = "the targets use some of it")]
pub mod judging;
#[path = "../../properties/notation.rs"]
#[allow(dead_code, reason = "the targets use some of it")]
pub mod notation;
#[path = "../../properties/recording.rs"]
#[allow(dead_code, reason = "the targets use some of it")]
pub mod recording;
#[path = "../../properties/scoring.rs"]
#[allow(dead_code, reason = "the targets use some of it")]
pub mod scoring;
#[path = "../../properties/written.rs"]
#[allow(dead_code, reason = "the targets use some of it")]
pub mod written;

mod choices;
mod counted;
pub mod games;
mod listed;
pub mod logs;
pub mod positions;

mod typed;

pub use logs::logs;

/// Lines typed at a table of one of the games.
pub fn steps(data: &[u8]) {
    games::with_its_game(data, |game| game.steps);
}

/// Cards counted on a table of one of the games.
pub fn tallies(data: &[u8]) {
    games::with_its_game(data, |game| game.tallies);
}

/// A game of one of the kinds, bytes for dice.
pub fn listing(data: &[u8]) {
    games::with_its_game(data, |game| game.listing);
}
