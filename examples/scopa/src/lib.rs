//! Scopa for two: a game of your own in a package of its own. Scopa has what `examples/your_own_game.rs` lacks: steps of the table,
//! several rounds, cards that are shown, table rules, a tally in numbers, a pack of its own. The chapter *Adding a game* of the
//! crate's documentation explains each trait.

mod apply;
mod book;
mod judge;
mod step;
mod tally;
mod words;

use book::{BOOK, Card, Forty, Rules, Verb, sc};
use fowlplay::{faults, rules, sections, table::*, verbs};
use std::{collections::BTreeSet, fmt::Display};
use {apply::Event, judge::Fault, step::Step};

/// The state of a game, as far as the table has seen it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scopa {
    rules: Rules,
    phase: Phase,
    dealer: Seat,
    account: Account<40>,
    /// The cards that lie face up.
    table: BTreeSet<Card>,
    piles: [BTreeSet<Card>; 2],
    took_last: Option<Seat>,
    /// What scored in each round, by seat.
    rounds: Rounds<[RoundSheet; 2], 2>,
}

/// The phase of a game: a round, its cards or a turn is due, or the game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Phase {
    #[default]
    Between,
    Deal,
    Turn(Seat),
    Over,
}

impl Game for Scopa {
    type Setup = Rules;
    type Step = Step;
    type TallyPart = Option<u8>;
    type Position = NoPosition;
    type Fault = Fault;
    type Event = Event;
    const BOOK: &'static Book = &BOOK;

    fn setup(players: usize, rules: &RuleSettings, _deck: &[(String, DeckValue)]) -> Result<Rules, SetupError> {
        BOOK.check_players(players, sc(1, 1)).map(|()| Rules::typed(rules))
    }

    fn new(_players: usize, &rules: &Rules) -> Self {
        Self { rules, account: Account::new([1; 40]), ..Self::default() }
    }
}
