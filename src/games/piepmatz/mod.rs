//! Piepmatz – Little Songbirds (PM): birds queue at a feeder, fight for the perches, and win seeds and each other.

mod apply;
mod bird;
pub(crate) mod book;
pub(crate) mod feeder;
mod judge;
mod position;
mod score;
pub(crate) mod setup;
pub(crate) mod step;
mod tally;
mod view;
mod words;

use crate::table::prelude::*;

pub use {book::BOOK, setup::Setup};

pub(crate) use bird::{Bird, Species};
pub(crate) use book::{RefillOrder, Verb};
pub(crate) use feeder::{FeederCard, Pest, Seed};
pub(crate) use position::Position;
pub(crate) use step::{Birds, SeedCards, Step};
pub(crate) use {apply::Event, judge::Fault, tally::TallyPart};

use apply::Fight;
use bird::{Flock, Perch};
use feeder::{FeederDeck, Pests, Seeds, Slot};

/// The maximum number of players (PM-1.5).
pub(crate) const MOST: usize = 4;
/// The highest number of perches (PM-1.5).
const PERCHES: usize = 3;
/// The number of slots in the seed column (PM-1.5).
pub(crate) const SLOTS: usize = 4;
/// The number of birds to which a hand is dealt and filled up (PM-1.5, PM-2.3).
pub(crate) const HAND: usize = 4;
/// The number of birds in the display (PM-1.5).
pub(crate) const DISPLAY: usize = 3;
/// The number of birds of the hand that are added at the end (PM-5.2).
pub(crate) const ADDED: usize = 2;

/// The parts that the table lays out before the first turn, in any order (PM-1.5).
pub(crate) const LAYOUT: VerbSet = Verb::Perches.only().and(Verb::Display.only()).and(Verb::Seeds.only());

/// The progress of a player's turn after the play: the filling of the hand (PM-2.3) and of the slots (PM-2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TurnProgress {
    pub seat: Seat,
    pub hand: HandProgress,
    pub has_refilled: bool,
    pub keeping: KeepRight,
}

/// The state of the right to keep a bird in a turn (PM-2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum KeepRight {
    /// A bird may be kept until another step is done.
    Open,
    /// The right was lost because of a fight.
    Fought,
    Kept,
}

impl TurnProgress {
    /// The progress of a turn in which nothing is filled yet.
    const fn new(seat: Seat) -> Self {
        Self { seat, hand: HandProgress::NotYet, has_refilled: false, keeping: KeepRight::Open }
    }
}

/// The progress of filling up the hand, together with the display (PM-2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum HandProgress {
    NotYet,
    Partly,
    Wholly,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    #[default]
    Ready,
    /// The table is laid out; these verbs are still to come (PM-1.5).
    Setup(VerbSet),
    /// A player plays a bird (PM-2.1).
    Turn(Seat),
    /// A fight takes the top card of the feeder deck (PM-3.1).
    Feeder(Fight),
    /// A pest takes something from the player's collection (PM-3.3).
    Lose(Fight, Pest),
    /// The player's hand is filled up (PM-2.3).
    Draw(TurnProgress),
    /// The display is filled up, in that player's turn (PM-2.3).
    Display(TurnProgress),
    /// Empty slots are refilled, in that player's turn (PM-2.4).
    Refill(TurnProgress),
    /// Players choose two birds of the hand (PM-5.2).
    Adding,
    Over,
}

/// The open cards before a player (PM-6.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Collection {
    pub birds: Flock,
    pub seeds: Seeds,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Collections {
    pub each: [Collection; MOST],
    pub totals: BareTotals,
}

/// A game of Piepmatz as the table has seen it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Piepmatz {
    pub(crate) setup: Setup,
    pub(crate) players: usize,
    pub(crate) phase: Phase,
    pub(crate) first: Seat,
    /// The player who acted last, or is to act. Steps of the table without an actor belong to this player's turn.
    turn: Seat,
    /// The player in turn who has played a bird, and that bird (PM-2.1).
    played: Option<(Seat, Bird)>,
    /// The player who may keep a bird of the hand until another step is done, and the bird just played (PM-2.2).
    pub(crate) may_keep: Option<(Seat, Bird)>,
    /// The player in whose fight a crow just found no bird, and the bird of that fight, which the crow can't take (PM-3.4).
    spared: Option<(Seat, Bird)>,
    pub(crate) account: Account<{ bird::KINDS }>,
    /// The number of birds laid down unseen at the end (PM-5.2); no deck holds them.
    pub(crate) laid_down: u8,
    /// The seen birds that are out of the game: lost to crows, or laid down at the end.
    pub(crate) gone: Flock,
    pub(crate) perches: [Perch; PERCHES],
    pub(crate) display: Flock,
    slots: [Slot; SLOTS],
    pub(crate) deck: FeederDeck,
    /// The collections of each round. The game has only one round, but a log may have more.
    pub(crate) rounds: Rounds<Collections, MOST>,
    /// Whether the end was triggered (PM-5.1).
    is_ending: bool,
}

impl Piepmatz {
    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players)
    }

    /// The players who hold a bird.
    pub(crate) fn holders(&self) -> Seats {
        self.seats().filter(|&seat| !self.account.hand(seat).is_empty()).collect()
    }

    /// The number of birds in the deck.
    pub(crate) const fn bird_deck(&self) -> usize {
        self.account.pile_len().saturating_sub(self.laid_down as usize)
    }

    /// The number of birds due in the display (PM-2.3).
    pub(crate) fn due_in_display(&self) -> usize {
        DISPLAY.saturating_sub(self.display.len()).min(self.bird_deck())
    }

    pub(crate) fn collection(&self, seat: Seat) -> &Collection {
        // No player has a seat beyond the fourth.
        &self.rounds.current.each[seat.index().min(MOST - 1)]
    }

    fn collection_mut(&mut self, seat: Seat) -> &mut Collection {
        &mut self.rounds.current.each[seat.index().min(MOST - 1)]
    }

    /// The perches with their numbers, counted from 1 (PM-1.5).
    fn perches(&self) -> impl Iterator<Item = (&Perch, u8)> {
        self.perches.iter().zip(1..=self.setup.perches)
    }

    fn perch(&self, number: u8) -> Option<&Perch> {
        self.perches[..self.setup.perches.into()].get(usize::from(number).checked_sub(1)?)
    }

    fn perch_mut(&mut self, number: u8) -> Option<&mut Perch> {
        self.perches[..self.setup.perches.into()].get_mut(usize::from(number).checked_sub(1)?)
    }

    pub(crate) fn empty_slots(&self) -> usize {
        self.slots.iter().filter(|slot| slot.seed.is_none()).count()
    }

    fn has_empty_slot(&self) -> bool {
        self.slots.iter().any(|slot| slot.seed.is_none())
    }

    /// Whether the slots may be refilled (PM-2.4): they are due, or the order is free and no bird was drawn, or birds were drawn
    /// too early.
    pub(crate) fn may_refill(&self) -> bool {
        let (progress, is_open) = match (self.phase, self.setup.rules.refill_order) {
            (Phase::Refill(_), _) => return true,
            (Phase::Draw(progress) | Phase::Display(progress), RefillOrder::Either) => {
                (progress, progress.hand == HandProgress::NotYet)
            }
            (Phase::Draw(progress), RefillOrder::SeedsFirst) => (progress, true),
            _ => return false,
        };
        is_open && !progress.has_refilled && self.has_empty_slot() && self.deck.left > 0
    }

    /// Whether the round is being played: steps after its end don't affect the round.
    const fn is_played(&self) -> bool {
        !matches!(self.phase, Phase::Ready | Phase::Over)
    }

    pub(crate) const fn turn_of(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn(seat) => Some(seat),
            Phase::Draw(progress) | Phase::Display(progress) | Phase::Refill(progress) => Some(progress.seat),
            Phase::Feeder(fight) | Phase::Lose(fight, _) => Some(fight.turn.seat),
            Phase::Ready | Phase::Setup(_) | Phase::Adding | Phase::Over => None,
        }
    }

    /// The actor of a step. For a step without one, the player to whose turn the step belongs.
    pub(crate) fn acting_seat(&self, actor: Option<Seat>) -> Seat {
        actor.unwrap_or(self.turn)
    }

    /// The number of seeds that a squirrel takes (PM-3.3).
    fn squirrel_takes(&self, seat: Seat) -> usize {
        self.collection(seat).seeds.len().min(2)
    }

    /// The player who has the last turn once the end was triggered: the one before the first player (PM-5.1).
    fn last_player(&self) -> Seat {
        Seat::new((self.first.index() + self.players - 1) % self.players)
    }

    /// The players whose last play is still to come, once the end was triggered (PM-5.1).
    fn still_to_play(&self) -> Vec<Seat> {
        let Some(turn) = self.turn_of() else { return Vec::new() };
        let seats = std::iter::successors(Some(turn), |&seat| (seat != self.last_player()).then(|| seat.left(self.players)));
        let skipped = usize::from(!matches!(self.phase, Phase::Turn(_)));
        seats.skip(skipped).filter(|&seat| !self.account.hand(seat).is_empty()).collect()
    }
}
