//! Emu Ranchers (ER): two ranchers, two years, and the year's birds as stacks of cards.

mod apply;
mod book;
mod deal;
mod fault;
mod game;
mod judge;
mod picture;
mod score;
mod shorthand;
mod step;
mod tally;
mod tellings;
mod words;

use crate::{
    decktet::{Card, Cards},
    emu::{Bird, BirdNumber, Pile, Ranch, Stock},
    table::{Account, Seat, Seats},
};

pub use apply::Event;
pub use book::{BOOK, Setup};
pub use deal::Truth;
pub use fault::Fault;
pub use step::Step;
pub use tally::Tally;

/// How many play (ER-1.1).
const PLAYERS: usize = 2;
/// How many cards each is dealt (ER-1.1).
const HAND: usize = 6;

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No year has begun.
    Ready,
    /// A turn's action (ER-2.1).
    Action(Seat),
    /// A turn's draw (ER-2.1).
    Draw {
        /// Whose.
        seat: Seat,
        /// Whether the action was a discard (ER-4.2).
        discarded: bool,
    },
    /// The year has ended, and players lay down (ER-5.1).
    Laying,
    /// The year is over (ER-5.3).
    Over,
}

/// A game of Emu Ranchers as the table has seen it.
#[derive(Clone, Debug, PartialEq)]
pub struct EmuRanchers {
    setup: Setup,
    phase: Phase,
    /// How many years have begun.
    year: u16,
    first: Seat,
    account: Stock,
    ranches: [Ranch; PLAYERS],
    discards: Pile,
    done: Seats,
    /// Whose draw was the last thing done.
    drew: Option<Seat>,
    /// Who is laying down just now.
    laying: Option<Seat>,
    /// The ranches of the years before this one.
    past: Vec<[Ranch; PLAYERS]>,
}

impl EmuRanchers {
    fn stock() -> [u8; Card::COUNT] {
        let mut stock = [0; Card::COUNT];
        for card in Cards::BASIC {
            stock[card.index()] = 1;
        }
        stock
    }

    /// The game before its first year.
    fn before(setup: Setup) -> Self {
        Self {
            setup,
            phase: Phase::Ready,
            year: 0,
            first: Seat::new(0),
            account: Account::new(Self::stock()),
            ranches: [Ranch::new(), Ranch::new()],
            discards: Pile::default(),
            done: Seats::NONE,
            drew: None,
            laying: None,
            past: Vec::new(),
        }
    }

    fn bird(&self, seat: Seat, number: BirdNumber) -> Option<&Bird> {
        self.ranches[seat.index()].get(number.index())
    }

    /// The seat across the table.
    const fn other(seat: Seat) -> Seat {
        seat.left(PLAYERS)
    }

    const fn is_game_over(&self) -> bool {
        matches!(self.phase, Phase::Over) && self.year >= self.setup.years
    }
}
