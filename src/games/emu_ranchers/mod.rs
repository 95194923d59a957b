//! Emu Ranchers (ER): two ranchers, two years, and the year's birds as stacks of cards.

mod apply;
mod book;
mod judge;
mod score;
mod step;
mod tally;
mod view;
mod words;

use crate::{
    decktet::{Card, Cards},
    emu::{Pile, Ranch, Year},
    table::{Book, DeckEntry, Game, RuleValues, SetupError},
};

pub use apply::Event;
pub use book::{BOOK, Setup, Verb};
pub use judge::Fault;
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

impl Game for EmuRanchers {
    type Setup = Setup;
    type Step = Step;
    type Tally = Tally;
    type Fault = Fault;
    type Event = Event;

    fn book() -> &'static Book {
        &BOOK
    }

    fn setup(players: usize, rules: &RuleValues, _deck: &[(String, DeckEntry)]) -> Result<Setup, SetupError> {
        Setup::of(players, rules)
    }

    fn game_of_one_round(setup: &Setup) -> Option<&'static str> {
        (setup.years > 1).then_some("years=1")
    }

    fn new(_players: usize, setup: &Setup) -> Self {
        Self { year: Year::new(PLAYERS, setup.years, setup.upkeep, Self::deck()), discards: Pile::default() }
    }
}
