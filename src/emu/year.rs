//! One year as the table has seen it: whose action or draw is due, who lays down and who is done, hands and birds.

use super::{Bird, BirdNumber, reckon};
use crate::{
    decktet::Card,
    table::{Account, Seat, Seats, Totals},
};
use smallvec::SmallVec;
use std::fmt::Debug;

/// The birds of one player, by number.
pub type Ranch = SmallVec<[Bird; 8]>;

/// One player's state in a year: birds, and whatever a game adds.
pub trait Rancher: Clone + Debug + Default {
    /// All birds that were hatched, by number.
    fn birds(&self) -> &Ranch;

    /// All birds that were hatched, mutable.
    fn birds_mut(&mut self) -> &mut Ranch;

    /// A bird that lies on the table.
    fn bird(&self, number: BirdNumber) -> Option<&Bird> {
        self.birds().get(number.index())
    }

    /// The points of all birds (ER-6.5, RX-6.5); each must cover the `upkeep`.
    fn points(&self, upkeep: u16) -> i32;

    /// The birds that lie on the table.
    fn on_table(&self) -> impl Iterator<Item = (BirdNumber, &Bird)> {
        (0..self.birds().len()).map(BirdNumber::from_index).filter_map(|number| Some((number, self.bird(number)?)))
    }
}

impl Rancher for Ranch {
    fn birds(&self) -> &Ranch {
        self
    }

    fn birds_mut(&mut self) -> &mut Ranch {
        self
    }

    fn points(&self, upkeep: u16) -> i32 {
        self.iter().map(|bird| reckon(bird, upkeep).points).sum()
    }
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)] // the discriminant in its own byte: it is read for every step
pub enum Phase {
    /// No year has begun.
    Ready,
    /// A turn's action (ER-2.1, RX-2.1).
    Action(Seat),
    /// A turn's draw (ER-2.1, RX-2.1).
    Draw {
        /// Whose.
        seat: Seat,
        /// Whether the action was a discard (ER-4.2).
        discarded: bool,
    },
    /// The year has ended, and players lay down (ER-5.1, RX-5.1).
    Laying,
    /// The year is over (ER-5.3, RX-5.3).
    Over,
}

/// What a turn's action was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A bird was hatched with this card (ER-3.1, RX-3.1).
    Hatched(Card),
    /// This card was put on a bird (ER-3.2, RX-3.2).
    Grew(BirdNumber, Card),
    /// This card was discarded (ER-4.1).
    Discarded(Card),
    /// A step that belongs after the year's end, but was let stand.
    LaidDown,
}

/// The year that is played, and the ranchers of those before it; a table has up to `SEATS` players.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Year<R, const SEATS: usize> {
    /// How many play.
    pub players: usize,
    /// How many years make a game (ER-6.5).
    pub(super) years: u16,
    /// The cost that a bird must cover (ER-6.2, RX-6.2).
    pub upkeep: u16,
    /// What is to be done next.
    pub phase: Phase,
    /// Who takes the first turn.
    pub first: Seat,
    /// Where the cards are known to be, by their place in the canonical order.
    pub account: Account<{ Card::COUNT }>,
    pub(super) ranchers: [R; SEATS],
    /// Who has said `done`.
    pub done: Seats,
    /// The latest action.
    pub(super) action: Option<Action>,
    /// The player whose draw was the last step, if it was one.
    pub(super) drew: Option<Seat>,
    /// Who is laying down just now.
    pub(super) laying: Option<Seat>,
    pub(super) past: Vec<[R; SEATS]>,
    /// What the tally of this year said beside the birds.
    pub totals: Totals,
    /// The same of the years before.
    pub(super) past_totals: Vec<Totals>,
    /// Who has left the table.
    pub(super) departed: Seats,
    /// How many years were played before the first that is recorded: only after a position.
    pub(super) earlier: u16,
    /// What each player had before the first year that is recorded: only after a position.
    pub(super) carried: [i32; SEATS],
}

impl<R: Rancher, const SEATS: usize> Year<R, SEATS> {
    /// The table before its first year.
    pub fn new(players: usize, years: u16, upkeep: u16, deck: [u8; Card::COUNT]) -> Self {
        Self {
            players: players.min(SEATS),
            years,
            upkeep,
            phase: Phase::Ready,
            first: Seat::new(0),
            account: Account::new(deck),
            ranchers: std::array::from_fn(|_| R::default()),
            done: Seats::NONE,
            action: None,
            drew: None,
            laying: None,
            past: Vec::new(),
            totals: Totals::default(),
            past_totals: Vec::new(),
            departed: Seats::NONE,
            earlier: 0,
            carried: [0; SEATS],
        }
    }

    /// The seats of the table.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<R, SEATS> {
        Seat::all(self.players)
    }

    /// A player's state. A seat that the game does not have counts as the last.
    pub fn rancher(&self, seat: Seat) -> &R {
        &self.ranchers[seat.index().min(SEATS - 1)]
    }

    /// A player's state, mutable.
    pub fn rancher_mut(&mut self, seat: Seat) -> &mut R {
        &mut self.ranchers[seat.index().min(SEATS - 1)]
    }

    /// A bird that lies on the table.
    pub fn bird(&self, seat: Seat, number: BirdNumber) -> Option<&Bird> {
        self.rancher(seat).bird(number)
    }

    /// The number of the year that is played, counted from 1; 0 before the first.
    pub fn number(&self) -> usize {
        usize::from(self.earlier) + self.past.len() + usize::from(self.phase != Phase::Ready)
    }

    /// The ranchers of every year that has begun.
    pub fn begun(&self) -> impl Iterator<Item = &[R; SEATS]> {
        self.past.iter().chain((self.phase != Phase::Ready).then_some(&self.ranchers))
    }

    /// The same with what the tally of each said beside the birds.
    pub fn counted(&self) -> impl Iterator<Item = (&[R; SEATS], &Totals)> {
        self.begun().zip(self.past_totals.iter().chain([&self.totals]))
    }

    /// Whether no year was counted by bare totals: then all birds are known.
    pub fn knows_birds(&self) -> bool {
        self.counted().all(|(_, totals)| totals.points.is_empty())
    }

    /// The players at the table.
    pub fn at_table(&self) -> Seats {
        self.departed.iter().fold(Seats::all(self.players), Seats::without)
    }

    /// Whether the last year is over.
    pub fn is_game_over(&self) -> bool {
        self.phase == Phase::Over && self.number() >= self.years.into()
    }

    /// Who has not said `done`.
    pub fn not_done(&self) -> Seats {
        self.done.iter().fold(Seats::all(self.players), Seats::without)
    }

    /// Whether the year has not ended: turns are taken (ER-2.2, RX-2.2).
    pub const fn has_turns(&self) -> bool {
        matches!(self.phase, Phase::Action(_) | Phase::Draw { .. })
    }

    /// Whether all are done, so that the year is over (ER-5.3, RX-5.3).
    pub fn all_are_done(&self) -> bool {
        self.phase == Phase::Laying && self.done == Seats::all(self.players)
    }
}
