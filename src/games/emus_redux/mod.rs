//! Emus Redux (RX): three or four ranchers, two decks in one, a market of Pawns and Courts, and one big year.

mod apply;
mod book;
mod judge;
mod market;
mod piles;
mod position;
mod score;
mod setup;
mod step;
mod tally;
mod view;
mod words;

use crate::{
    decktet::{Card, Cards, Rank},
    emu::{self, Bird, BirdNumber, Ranch, WILDS, Year},
};
use market::Market;
use piles::Piles;
use smallvec::SmallVec;

pub use apply::Event;
pub use book::{BOOK, Setup, Verb};
pub use judge::Fault;
pub use piles::{PileNumber, Source};
pub use position::Position;
pub use step::Step;
pub use tally::Tally;

/// The cards of this game: all 45 kinds.
const DECK: Cards = Cards::EXTENDED;
/// How many may play at most (RX-1.1).
pub(crate) const SEATS: usize = 4;
/// How many market cards are laid out for each player (RX-1.3).
pub(crate) const MARKET_EACH: usize = 2;
/// How many market cards each may take (RX-4.5).
const MARKET_DRAWS: u8 = 2;

/// One player's state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Rancher {
    /// The birds by number; those that were discarded with an Excuse keep theirs.
    birds: Ranch,
    /// The birds that an Excuse was spent on (RX-5.4).
    pub(crate) excused: SmallVec<[BirdNumber; 2]>,
    /// How many such birds a tally leaves out: they are gone, but count as hatched (RX-6.7).
    gone: usize,
    /// How many Excuses were seen in the hand before the player was done, and are still in it (RX-6.7).
    excuses_seen: u8,
    /// How many Excuses are spent automatically for the player at the end.
    excuses: u8,
    /// How many more are known to be in the hand at the end, but were not shown in time.
    unclaimed: u8,
    /// How many cards were taken from the market (RX-4.5).
    market_draws: u8,
}

impl emu::Rancher for Rancher {
    fn birds(&self) -> &Ranch {
        &self.birds
    }

    fn birds_mut(&mut self) -> &mut Ranch {
        &mut self.birds
    }

    fn points(&self, upkeep: u16) -> i32 {
        self.outcome(upkeep).total()
    }

    fn bird(&self, number: BirdNumber) -> Option<&Bird> {
        if self.excused.contains(&number) { None } else { self.birds.get(number.index()) }
    }
}

/// A game of Emus Redux as the table has seen it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EmusRedux {
    setup: Setup,
    /// Its account has all cards of the game except the Pawns and Courts, whose places are always known.
    pub(crate) year: Year<Rancher, SEATS>,
    pub(crate) market: Market,
    /// Whether the market is still to be laid out.
    pub(crate) market_due: bool,
    pub(crate) discards: Piles,
}

impl EmusRedux {
    /// How many copies of a card the game deck has (RX-1.1).
    pub(crate) fn copies(card: Card) -> u8 {
        match card.rank() {
            Rank::Ace | Rank::Crown => 1,
            Rank::Pawn | Rank::Court => 0,
            _ => 2,
        }
    }

    /// The 62 cards of the game deck (RX-1.1).
    pub(crate) fn deck() -> [u8; Card::COUNT] {
        std::array::from_fn(|index| Card::from_index(index).map_or(0, Self::copies))
    }

    /// How many Excuses the year's steps spent (RX-5.4).
    fn excuses_spent(&self) -> usize {
        self.year.seats().map(|seat| self.year.rancher(seat).excused.len()).sum()
    }

    /// How many cards the market has at this table (RX-1.3).
    const fn market_size(&self) -> usize {
        MARKET_EACH * self.year.players
    }
}
