//! The targets themselves. Names of the drivers are looked up at the root of the crate that includes this.

mod archive;
mod asked;
mod choices;
mod counted;
pub mod games;
mod listed;
pub mod logs;
pub mod positions;
mod typed;

pub use archive::lines;
pub use asked::requests;
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
