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

pub use setup::{DealPlan, Setup};
pub use {apply::Event, book::BOOK};

pub(crate) use arithmetic::{Capture, PairRules, Ranks, ranks_of};
pub(crate) use book::{Bonuses, MustCapture, Verb};
pub(crate) use position::Position;
pub(crate) use score::{Bonus, EarnedBonus, PlayerCaptures, RoundResult};
pub(crate) use {judge::Fault, step::Step, tally::TallyPart};

/// The highest number of players (BL-1.1).
pub(crate) const MOST: usize = 4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    #[default]
    Ready,
    /// The table cards are to be dealt (BL-1.2).
    Deal,
    /// A player's turn (BL-1.4).
    Turn(Seat),
    /// The round is over (BL-4.1).
    Over,
    GameOver {
        /// The player whose bonus ended the game in the middle of a round, if one did (BL-3.3).
        by: Option<Seat>,
    },
}

/// The seen cards of a hand in this deal. No card is drawn within a deal, so every seen card was in the hand from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct SeenHand {
    /// All seen cards of the hand, still held or not: played, shown or deduced.
    seen: Cards,
    played: Cards,
}

/// A trail of this deal that cards seen later may prove to have been a revoke (BL-2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct OpenTrail {
    /// The number of the trail among the acts.
    act: usize,
    seat: Seat,
    /// The cards on the table before the trail.
    table: Cards,
    /// The cards of the hand that were played before the trail.
    played_before: Cards,
}

/// A game of Blulu as the table has seen it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blulu {
    pub(crate) setup: Setup,
    pub(crate) players: usize,
    pub(crate) phase: Phase,
    /// The number of acts applied. A revoke refers to its trail by this number.
    acts: usize,
    pub(crate) dealer: Seat,
    /// The number of the deal in this round, counted from 1.
    deal: usize,
    is_table_dealt: bool,
    pub(crate) account: Account<{ Card::COUNT }>,
    pub(crate) table: Cards,
    pub(crate) piles: [Cards; MOST],
    /// The number of unnamed cards in each player's pile. More than 0 only after a position.
    covered: [u16; MOST],
    /// The player who captured last in this round (BL-4.1).
    captor: Option<Seat>,
    seen_hands: [SeenHand; MOST],
    /// The trails of this deal that may yet prove to have been revokes (BL-2.7).
    open_trails: SmallVec<[OpenTrail; 12]>,
    pub(crate) rounds: Rounds<RoundResult, MOST>,
}

impl Blulu {
    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players)
    }

    /// The dealer of the next round (BL-1.1).
    pub(crate) fn next_dealer(&self) -> Seat {
        next_at_table(self.dealer, self.players, self.rounds.absent)
    }

    const fn is_underway(&self) -> bool {
        matches!(self.phase, Phase::Deal | Phase::Turn(_))
    }

    const fn is_game_over(&self) -> bool {
        matches!(self.phase, Phase::GameOver { .. })
    }
}
