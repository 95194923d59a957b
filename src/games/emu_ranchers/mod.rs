//! Emu Ranchers (ER): two ranchers, two years, and birds as stacks of cards.

mod apply;
mod book;
mod judge;
mod position;
mod score;
mod setup;
mod step;
mod tally;
mod view;
mod words;

use crate::{
    decktet::{Card, Cards},
    emu::{Pile, Ranch, Year},
};

pub use apply::Event;
pub use book::{BOOK, Setup, Verb};
pub use judge::Fault;
pub use position::Position;
pub use step::Step;
pub use tally::Tally;

/// How many play (ER-1.1).
pub(crate) const PLAYERS: usize = 2;

/// A game of Emu Ranchers as the table has seen it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EmuRanchers {
    pub(crate) year: Year<Ranch, PLAYERS>,
    pub(crate) discards: Pile,
}

impl EmuRanchers {
    /// One copy of each card of the basic deck (ER-1.1).
    pub(crate) fn deck() -> [u8; Card::COUNT] {
        std::array::from_fn(|index| Card::from_index(index).is_some_and(|card| Cards::BASIC.contains(card)).into())
    }
}
