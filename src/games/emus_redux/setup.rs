//! The valid setups (players, rules), and the game before its first round.

use super::{BOOK, EmusRedux, Event, Fault, Market, Piles, Position, Setup, Step, Tally, book::rx};
use crate::{
    emu::Year,
    table::{Book, DeckEntry, Game, RuleValues, SetupError},
};

impl Game for EmusRedux {
    type Setup = Setup;
    type Step = Step;
    type Tally = Tally;
    type Position = Position;
    type Fault = Fault;
    type Event = Event;

    fn book() -> &'static Book {
        &BOOK
    }

    fn setup(players: usize, rules: &RuleValues, _deck: &[(String, DeckEntry)]) -> Result<Setup, SetupError> {
        BOOK.check_players(players, rx(1, 1))?; // RX-1.1
        Ok(Setup::typed(rules))
    }

    fn new(players: usize, setup: &Setup) -> Self {
        Self {
            setup: *setup,
            year: Year::new(players, 1, setup.upkeep, Self::deck()),
            market: Market::NONE,
            market_due: false,
            discards: Piles::default(),
        }
    }
}
