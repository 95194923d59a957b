//! Piepmatz – Little Songbirds (PM): birds queue at a feeder, fight for the perches, and win seeds and each other.

mod apply;
mod bird;
mod book;
mod clauses;
mod deal;
mod deck;
mod fault;
mod feeder;
mod fight;
mod flock;
mod game;
mod judge;
mod lawful;
mod outlook;
mod perch;
mod picture;
mod places;
mod reading;
mod score;
mod setup;
mod sheet;
mod shorthand;
mod state;
mod step;
mod tally;
mod tellings;
mod turn;
mod verdict;
mod words;

use crate::table::{Account, Seat};

pub use apply::Event;
pub use bird::{Bird, Species};
pub use book::BOOK;
pub use deal::Truth;
pub use fault::Fault;
pub use feeder::{FeederCard, Pest, Pests, Seed, Seeds, Slot};
pub use flock::Flock;
pub use perch::Perch;
pub use score::Collection;
pub use setup::{Listed, Setup};
pub use step::{Birds, Drawn, Step};
pub use tally::Tally;

use deck::FeederDeck;
use feeder::SLOTS;
use fight::Fight;

/// The most that play (PM-1.5).
const MOST: usize = 4;
/// The most perches there are (PM-1.5).
const PERCHES: usize = 3;
/// How many birds a hand is dealt and filled up to (PM-1.5, PM-2.3).
const HAND: usize = 4;
/// How many birds lie in the display (PM-1.5).
const DISPLAY: usize = 3;
/// How many birds of the hand are added at the end (PM-5.2).
const ADDED: usize = 2;

/// What the table lays out before the first turn, in this order (PM-1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A bird on each perch.
    Perches,
    /// Three birds beside the deck.
    Display,
    /// Four seed cards.
    Seeds,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No round has begun.
    Ready,
    /// The table is laid out (PM-1.5).
    Setup(Layout),
    /// A player plays a bird (PM-2.1).
    Turn(Seat),
    /// A fight takes the top card of the feeder deck (PM-3.1).
    Feeder(Fight),
    /// A pest takes something from the player's collection (PM-3.3).
    Lose(Fight, Pest),
    /// The player's hand is filled up (PM-2.3).
    Draw(Seat),
    /// The display is filled up, in that player's turn (PM-2.3).
    Display(Seat),
    /// Empty slots are refilled, in that player's turn (PM-2.4).
    Refill(Seat),
    /// Players choose two birds of the hand (PM-5.2).
    Adding,
    /// The game is over.
    Over,
}

/// What a bird may be kept by, until something else is done (PM-2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MayKeep {
    seat: Seat,
    /// The bird that was just played.
    played: Bird,
}

/// A game of Piepmatz as the table has seen it.
#[derive(Clone, Debug, PartialEq)]
pub struct Piepmatz {
    setup: Setup,
    players: usize,
    phase: Phase,
    first: Seat,
    /// Who acted last, or is to act: what the table does without being told for whom is done in that player's turn.
    turn: Seat,
    may_keep: Option<MayKeep>,
    /// The bird cards: hands, deck, and what nobody has seen.
    account: Account<{ bird::KINDS }>,
    /// How many birds nobody has seen were laid down at the end (PM-5.2): they are in no deck.
    laid_down: u8,
    /// Birds that are out of the game, and were seen: lost to crows, laid down at the end.
    gone: Flock,
    perches: [Perch; PERCHES],
    display: Flock,
    slots: [Slot; SLOTS],
    deck: FeederDeck,
    collections: [Collection; MOST],
    /// Whether the end was triggered (PM-5.1).
    ending: bool,
    /// Collections of rounds that were begun before this one: there is one round, but a record may say otherwise.
    past: Vec<[Collection; MOST]>,
}

impl Piepmatz {
    /// The game before its round.
    fn before(players: usize, setup: Setup) -> Self {
        Self {
            setup,
            players: players.min(MOST),
            phase: Phase::Ready,
            first: Seat::new(0),
            turn: Seat::new(0),
            may_keep: None,
            account: Account::new(setup.stock()),
            laid_down: 0,
            gone: Flock::EMPTY,
            perches: Default::default(),
            display: Flock::EMPTY,
            slots: Default::default(),
            deck: FeederDeck::new(setup.feeder, setup.listed),
            collections: Default::default(),
            ending: false,
            past: Vec::new(),
        }
    }

    fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players)
    }

    /// How many birds are left in the deck.
    #[inline]
    const fn bird_deck(&self) -> usize {
        self.account.hidden().saturating_sub(self.laid_down as usize)
    }

    fn collection(&self, seat: Seat) -> &Collection {
        // A seat beyond the fourth is nobody's at this table.
        &self.collections[seat.index().min(MOST - 1)]
    }

    fn collection_mut(&mut self, seat: Seat) -> &mut Collection {
        &mut self.collections[seat.index().min(MOST - 1)]
    }

    /// The perch of a number, counted from 1, if there is one.
    #[inline]
    fn perch(&self, number: u8) -> Option<&Perch> {
        if number > self.setup.perches { None } else { self.perches.get(usize::from(number).checked_sub(1)?) }
    }

    fn perch_mut(&mut self, number: u8) -> Option<&mut Perch> {
        if number > self.setup.perches { None } else { self.perches.get_mut(usize::from(number).checked_sub(1)?) }
    }

    /// How many slots are empty.
    #[inline]
    fn empty_slots(&self) -> usize {
        self.slots.iter().filter(|slot| slot.seed.is_none()).count()
    }

    /// Whose turn it is, from its first step to its last.
    #[inline]
    const fn turn_of(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn(seat) | Phase::Draw(seat) | Phase::Display(seat) | Phase::Refill(seat) => Some(seat),
            Phase::Feeder(fight) | Phase::Lose(fight, _) => Some(fight.seat),
            Phase::Ready | Phase::Setup(_) | Phase::Adding | Phase::Over => None,
        }
    }

    /// Whose turn a step belongs to that names nobody.
    #[inline]
    fn doer(&self, actor: Option<Seat>) -> Seat {
        actor.unwrap_or(self.turn)
    }

    /// Who has the last turn once the end was triggered: the player before the first (PM-5.1).
    fn last(&self) -> Seat {
        Seat::new((self.first.index() + self.players - 1) % self.players)
    }

    /// Who plays the last turns after the one that is being played (PM-5.1).
    fn still_to_play(&self) -> Vec<Seat> {
        let Some(turn) = self.turn_of() else { return Vec::new() };
        let is_next = matches!(self.phase, Phase::Turn(_));
        let mut seats = if is_next { vec![turn] } else { Vec::new() };
        let mut seat = turn;
        while seat != self.last() && seats.len() < self.players {
            seat = seat.left(self.players);
            seats.push(seat);
        }
        seats.retain(|&seat| !self.account.hand(seat).is_empty());
        seats
    }
}
