//! The valid setups (players, rules), and the game before its first round.

use super::{BOOK, EmuRanchers, Event, Fault, PLAYERS, Position, Setup, Step, Tally, book::er};
use crate::{
    emu::{Pile, Year},
    table::{Book, DeckEntry, Game, RuleValues, SetupError},
};

impl Game for EmuRanchers {
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
        BOOK.check_players(players, er(1, 1))?; // ER-1.1
        Ok(Setup::typed(rules))
    }

    fn game_of_one_round(setup: &Setup) -> Option<&'static str> {
        (setup.years > 1).then_some("years=1")
    }

    fn new(_players: usize, setup: &Setup) -> Self {
        Self { year: Year::new(PLAYERS, setup.years, setup.upkeep, Self::deck()), discards: Pile::default() }
    }
}
