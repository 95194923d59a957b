//! The valid setups (players, rules), and the game before its first year.

use super::{BookFault, Emu, EmuBook, Event, Position, SEATS, Step, TallyPart};
use crate::{
    decktet::{Card, Cards},
    table::prelude::*,
};

/// The table rules, each with its own type. Rules that only Emus Redux has don't matter in Emu Ranchers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// All cards that can be at the table (ER-1.1, ER-1.4, RX-1.1).
    pub cards: Cards,
    /// The number of years in a game (ER-6.5).
    pub years: u16,
    /// The cost that a bird must cover, in points (ER-6.2, RX-6.2).
    pub upkeep: u16,
    /// Whether a market card may be taken only after hatching or growing (RX-4.5).
    pub market_after_play: bool,
    /// Whether only `excuse` steps spend an Excuse (ER-6.7, RX-6.7).
    pub only_claimed: bool,
    /// Whether a discard may go on the only pile there is (RX-4.1).
    pub new_pile_optional: bool,
}

impl Setup {
    /// Whether the table has Excuses (ER-1.4, RX-1.1).
    pub(crate) const fn has_excuses(&self) -> bool {
        self.cards.contains(Card::EXCUSE)
    }
}

impl<B: EmuBook> Game for Emu<B> {
    type Setup = Setup;
    type Step = Step;
    type TallyPart = TallyPart;
    type Position = Position<B>;
    type Fault = BookFault<B>;
    type Event = Event;
    const BOOK: &'static Book = B::BOOK;

    fn setup(players: usize, rules: &RuleSettings, _deck: &[(String, DeckValue)]) -> Result<Setup, SetupError> {
        B::BOOK.check_players(players, Self::clause(1, 1))?; // ER-1.1, RX-1.1
        Ok(B::setup(rules))
    }

    fn single_round_rule(setup: &Setup) -> Option<&'static str> {
        (setup.years > 1).then_some("years=1")
    }

    fn new(players: usize, setup: &Setup) -> Self {
        Self { setup: *setup, players: players.min(SEATS), account: Account::new(Self::deck(setup.cards)), ..Self::default() }
    }
}
