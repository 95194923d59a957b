//! Emu Ranchers (ER): two ranchers, two years, and birds as stacks of cards.

mod book;
#[cfg(test)]
mod tests;

use crate::{
    decktet::{Card, Cards},
    emu::{Emu, EmuBook, Setup},
    table::prelude::*,
};

pub use book::{BOOK, Excuses, Rules, Verb, Wilds};

/// A game of Emu Ranchers as the table has seen it.
pub type EmuRanchers = Emu<Ranchers>;

/// The game for two, as an [`EmuBook`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ranchers;

impl EmuBook for Ranchers {
    type Verb = Verb;
    const BOOK: &'static Book = &BOOK;
    const ID: [u8; 2] = *b"ER";
    const COPIES: u8 = 1;
    const MARKET_EACH: usize = 0;
    const PILES: usize = 1; // ER-4.1
    const HAS_YEARS: bool = true;

    fn setup(rules: &RuleSettings) -> Setup {
        let Rules { years, upkeep, excuse, wilds, excuses } = Rules::typed(rules);
        // ER-1.4
        let wilds = match wilds {
            Wilds::None => Cards::EMPTY,
            Wilds::Pawns => Cards::PAWNS,
            Wilds::Courts => Cards::COURTS,
            Wilds::Both => Cards::PAWNS | Cards::COURTS,
        };
        let excuse = if excuse { Card::EXCUSE.into() } else { Cards::EMPTY };
        Setup {
            cards: Cards::BASIC | wilds | excuse, // ER-1.1
            years,
            upkeep,
            market_after_play: false,
            only_claimed: excuses == Excuses::Claimed,
            new_pile_optional: false,
        }
    }
}
