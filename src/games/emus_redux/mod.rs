//! Emus Redux (RX): three or four ranchers, two decks in one, a market of Pawns and Courts, and one big year.

mod book;
#[cfg(test)]
mod tests;

use crate::{
    decktet::Cards,
    emu::{Emu, EmuBook, Setup},
    table::prelude::*,
};

pub use crate::emu::Step;
pub use book::{BOOK, Excuses, MarketDraw, NewPile, Rules, Verb};

/// A game of Emus Redux as the table has seen it.
pub type EmusRedux = Emu<Redux>;

/// The game with a second deck, a market, Excuses and a second discard pile, as an [`EmuBook`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Redux;

impl EmuBook for Redux {
    type Verb = Verb;
    const BOOK: &'static Book = &BOOK;
    const ID: [u8; 2] = *b"RX";
    const COPIES: u8 = 2;
    const MARKET_EACH: usize = 2; // RX-1.3
    const PILES: usize = 2; // RX-4.1
    const HAS_YEARS: bool = false;

    fn setup(rules: &RuleSettings) -> Setup {
        let Rules { market_draw, excuses, new_pile, upkeep } = Rules::typed(rules);
        Setup {
            cards: Cards::EXTENDED, // RX-1.1, RX-1.3
            years: 1,
            upkeep,
            market_after_play: market_draw == MarketDraw::AfterPlay,
            only_claimed: excuses == Excuses::Claimed,
            new_pile_optional: new_pile == NewPile::Optional,
        }
    }
}
