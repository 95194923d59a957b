//! Blulu (BL): pairs of cards fish for the ranks on the table, by sum and difference.

mod apply;
mod arithmetic;
mod book;
mod judge;
mod position;
mod score;
mod setup;
pub(crate) mod step;
mod tally;
mod view;
mod words;

use crate::{
    decktet::{Card, Cards},
    table::prelude::*,
};
use smallvec::SmallVec;

pub use setup::{Dealing, Setup};
pub use {apply::Event, book::BOOK};

pub(crate) use arithmetic::{Capture, Pairing, Ranks, ranks_of};
pub(crate) use book::{Bonuses, MustCapture, Verb};
pub(crate) use position::Position;
pub(crate) use score::{Bonus, Catch, Round, Won};
pub(crate) use {judge::Fault, step::Step, tally::Tally};

/// The most that play (BL-1.1).
pub(crate) const MOST: usize = 4;

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// No round has begun.
    Ready,
    /// The table cards are dealt (BL-1.2).
    Deal,
    /// A player's turn (BL-1.4).
    Turn(Seat),
    /// The round is over (BL-4.1).
    Over,
    GameOver {
        /// Whose bonus ended it in the middle of a round, if one did (BL-3.3).
        by: Option<Seat>,
    },
}

/// What was seen of a hand in this deal. Nothing is drawn within a deal, so whatever is seen was in it from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Held {
    /// The cards that were seen to be or to have been in it: played, shown, worked out.
    seen: Cards,
    /// Those of them that were played.
    played: Cards,
}

/// A trail of this deal, as the table lay then: an open question, for what the hand hid may prove it to have been a revoke (BL-2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Trail {
    /// Its number among the acts.
    act: usize,
    seat: Seat,
    /// What lay on the table.
    table: Cards,
    /// The cards that had left the hand before.
    gone: Cards,
}

/// A game of Blulu as the table has seen it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Blulu {
    pub(crate) setup: Setup,
    pub(crate) players: usize,
    pub(crate) phase: Phase,
    /// How many acts were applied: what a conviction counts by.
    acts: usize,
    pub(crate) dealer: Seat,
    /// Which deal of the round this is, counted from 1.
    deal: usize,
    /// Whether the table cards of this round were dealt.
    table_dealt: bool,
    pub(crate) account: Account<{ Card::COUNT }>,
    /// The cards that lie face up.
    pub(crate) table: Cards,
    /// What each player captured in this round.
    pub(crate) piles: [Cards; MOST],
    /// How many more cards lie in each player's pile that nobody named: only after a position.
    covered: [u16; MOST],
    /// Who captured last in this round (BL-4.1).
    captor: Option<Seat>,
    /// What was seen of each hand in this deal.
    held: [Held; MOST],
    /// The trails of this deal that may yet prove to have been revokes (BL-2.7).
    trails: SmallVec<[Trail; 12]>,
    /// The captures and bonuses of each round.
    pub(crate) rounds: Rounds<Round, MOST>,
}

impl Blulu {
    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players)
    }

    /// Who deals the next round (BL-1.1).
    pub(crate) fn next_dealer(&self) -> Seat {
        next_at_table(self.dealer, self.players, self.rounds.departed)
    }

    /// Whether a round is being played.
    const fn is_underway(&self) -> bool {
        matches!(self.phase, Phase::Deal | Phase::Turn(_))
    }

    const fn is_game_over(&self) -> bool {
        matches!(self.phase, Phase::GameOver { .. })
    }
}
