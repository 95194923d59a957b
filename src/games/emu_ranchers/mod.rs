//! Emu Ranchers (ER): two ranchers, two years, and birds as stacks of cards.

mod book;
#[cfg(test)]
mod tests;

use crate::{
    decktet::Cards,
    emu::{Emu, EmuBook, Setup},
    table::prelude::*,
};

pub use book::{BOOK, Rules, Verb};

/// A game of Emu Ranchers as the table has seen it.
pub type EmuRanchers = Emu<Ranchers>;

/// The plain game, as an [`EmuBook`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ranchers;

impl EmuBook for Ranchers {
    type Verb = Verb;
    const BOOK: &'static Book = &BOOK;
    const ID: [u8; 2] = *b"ER";
    const CARDS: Cards = Cards::BASIC; // ER-1.1
    const COPIES: u8 = 1;
    const EXCUSES: u8 = 0;
    const MARKET_EACH: usize = 0;
    const PILES: usize = 1; // ER-4.1
    const HAS_YEARS: bool = true;

    fn setup(rules: &RuleSettings) -> Setup {
        let Rules { years, upkeep } = Rules::typed(rules);
        Setup { years, upkeep, market_after_play: false, only_claimed: false, new_pile_optional: false }
    }
}
