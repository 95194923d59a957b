//! One year: whose action or draw is due, who lays down and who is done, and what the table has seen of hands and birds.

use super::{Bird, BirdNumber, Laid, YearStep};
use crate::{
    decktet::Card,
    table::{Account, Progress, Seat, Seats},
};
use smallvec::SmallVec;
use std::fmt::Debug;

/// How many cards each is dealt (ER-1.1, RX-1.1).
pub const HAND: usize = 6;

/// The birds of one player, by number.
pub type Ranch = SmallVec<[Bird; 8]>;

/// What is one player's own in a year: birds, and whatever a game adds to them.
pub trait Rancher: Clone + Debug + Default {
    /// All birds that were hatched, by number.
    fn birds(&self) -> &Ranch;

    /// All birds that were hatched, to change them.
    fn birds_mut(&mut self) -> &mut Ranch;

    /// A bird that lies on the table.
    #[inline]
    fn bird(&self, number: BirdNumber) -> Option<&Bird> {
        self.birds().get(number.index())
    }

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
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
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

/// What can follow from an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YearEvent {
    /// A year began.
    Begins,
    /// The last card was drawn (ER-2.2).
    Ends,
    /// What a hand holds was worked out (TB-6).
    Deduced(Seat),
    /// All are done, or the year was counted by hand (ER-5.3).
    Over,
    /// The last year is over (ER-6.6).
    GameOver,
}

/// The year that is played, and the ranchers of those before it; a table has up to `SEATS` players.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Year<R, const SEATS: usize> {
    /// How many play.
    pub players: usize,
    /// How many years make a game.
    years: u16,
    /// The cost that a bird must cover.
    pub upkeep: u16,
    /// What is to be done next.
    pub phase: Phase,
    /// Who takes the first turn.
    pub first: Seat,
    /// Where the cards are known to be, by their place in the canonical order.
    pub account: Account<{ Card::COUNT }>,
    ranchers: [R; SEATS],
    /// Who has said `done`.
    pub done: Seats,
    /// Whose draw was the last thing done.
    pub(super) drew: Option<Seat>,
    /// Who is laying down just now.
    laying: Option<Seat>,
    past: Vec<[R; SEATS]>,
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
            drew: None,
            laying: None,
            past: Vec::new(),
        }
    }

    /// The seats of the table.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<R, SEATS> {
        Seat::all(self.players)
    }

    /// What is a player's own. A seat that the game does not have is nobody's, and counts as the last.
    #[inline]
    pub fn rancher(&self, seat: Seat) -> &R {
        &self.ranchers[seat.index().min(SEATS - 1)]
    }

    /// What is a player's own, to change it.
    #[inline]
    pub fn rancher_mut(&mut self, seat: Seat) -> &mut R {
        &mut self.ranchers[seat.index().min(SEATS - 1)]
    }

    /// A bird that lies on the table.
    #[inline]
    pub fn bird(&self, seat: Seat, number: BirdNumber) -> Option<&Bird> {
        self.rancher(seat).bird(number)
    }

    /// The number of the year that is played, counted from 1; 0 before the first.
    pub fn number(&self) -> usize {
        self.past.len() + usize::from(self.phase != Phase::Ready)
    }

    /// The ranchers of every year that has begun.
    pub fn begun(&self) -> impl Iterator<Item = &[R; SEATS]> {
        self.past.iter().chain((self.phase != Phase::Ready).then_some(&self.ranchers))
    }

    /// Whether the last year is over.
    pub fn is_game_over(&self) -> bool {
        self.phase == Phase::Over && self.past.len() + 1 >= self.years.into()
    }

    /// Where the game stands between its years. Who went first goes second in the next (ER-1.3).
    pub fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(self.players)),
            Phase::Over if self.is_game_over() => Progress::GameOver,
            Phase::Over => Progress::RoundOver(Seats::only(self.first.left(self.players))),
            Phase::Action(_) | Phase::Draw { .. } | Phase::Laying => Progress::Underway,
        }
    }

    /// Who has not said `done`.
    pub fn not_done(&self) -> Seats {
        self.seats().filter(|&seat| !self.done.contains(seat)).collect()
    }

    /// Who is in the middle of a turn, or laying down.
    pub const fn in_turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Draw { seat, .. } => Some(seat),
            Phase::Laying => self.laying,
            _ => None,
        }
    }

    /// A year begins: the deck is shuffled, and each is dealt a hand (ER-1.1, ER-1.2).
    pub fn begin<E: From<YearEvent>>(&mut self, first: Seat, deck: [u8; Card::COUNT], events: &mut Vec<E>) {
        let before = std::mem::replace(&mut self.ranchers, std::array::from_fn(|_| R::default()));
        if self.phase != Phase::Ready {
            self.past.push(before);
        }
        self.phase = Phase::Action(first);
        self.first = first;
        self.account = Account::new(deck);
        for seat in self.seats() {
            self.account.deal(seat, HAND);
        }
        self.done = Seats::NONE;
        self.drew = None;
        self.laying = None;
        events.push(YearEvent::Begins.into());
    }

    /// A step is done, legal or not.
    #[inline]
    pub fn play<E: From<YearEvent>>(&mut self, seat: Seat, step: &YearStep, events: &mut Vec<E>) {
        match step {
            YearStep::Hatch(laid) => {
                self.account.leave_hand(seat, laid.card.index());
                self.rancher_mut(seat).birds_mut().push(Bird::hatched(*laid));
                self.acted(seat, false);
            }
            YearStep::Grow(number, laid) => {
                self.put_on_bird(seat, *number, *laid);
                self.acted(seat, false);
            }
            YearStep::Draw(card) => {
                // ER-4.4. After the year's end there is nothing to draw, and nothing happens.
                match card {
                    Some(card) => self.account.draw_seen(seat, card.index()),
                    None => self.account.draw_unseen(seat),
                };
                self.drawn(seat, events);
            }
            YearStep::Lay(number, laid) => {
                self.put_on_bird(seat, *number, *laid);
                self.laid(seat);
            }
            YearStep::Done => {
                self.done = self.done.with(seat);
                self.laying = None;
                // Too early, and let stand: the next player goes on.
                if self.has_turns() {
                    self.drew = None;
                    self.phase = Phase::Action(seat.left(self.players));
                }
            }
            YearStep::Shows(cards) => self.account.show(seat, cards),
        }
    }

    fn put_on_bird(&mut self, seat: Seat, number: BirdNumber, laid: Laid) {
        self.account.leave_hand(seat, laid.card.index());
        if let Some(bird) = self.rancher_mut(seat).birds_mut().get_mut(number.index()) {
            bird.grow(laid);
        }
    }

    /// Whether the year has not ended: turns are taken (ER-2.2).
    pub const fn has_turns(&self) -> bool {
        matches!(self.phase, Phase::Action(_) | Phase::Draw { .. })
    }

    /// An action is done; the turn goes on as if it had been in turn.
    #[inline]
    pub fn acted(&mut self, seat: Seat, discarded: bool) {
        if self.has_turns() {
            self.drew = None;
            self.phase = Phase::Draw { seat, discarded };
        }
    }

    /// A draw is done, and with it the turn (ER-1.2, ER-2.2).
    #[inline]
    pub fn drawn<E: From<YearEvent>>(&mut self, seat: Seat, events: &mut Vec<E>) {
        if self.has_turns() {
            self.drew = Some(seat);
            if self.account.hidden() > 0 {
                self.phase = Phase::Action(seat.left(self.players));
            } else {
                self.phase = Phase::Laying;
                events.push(YearEvent::Ends.into());
            }
        }
    }

    /// Something was done that belongs behind the year's end.
    pub fn laid(&mut self, seat: Seat) {
        if self.phase == Phase::Laying {
            self.laying = Some(seat);
        } else {
            // Too early, and let stand: it was the turn's action.
            self.acted(seat, false);
        }
    }

    /// What a hand holds is worked out, where that can be (TB-6): the last thing that a step does, but for the year's being over.
    #[inline]
    pub fn deduce<E: From<YearEvent>>(&mut self, events: &mut Vec<E>) {
        if let Some(seat) = self.account.deduce() {
            events.push(YearEvent::Deduced(seat).into());
        }
    }

    /// Whether all are done, so that the year is over (ER-5.3).
    #[inline]
    pub fn all_are_done(&self) -> bool {
        self.phase == Phase::Laying && self.done == Seats::all(self.players)
    }

    /// The year is over.
    pub fn end<E: From<YearEvent>>(&mut self, events: &mut Vec<E>) {
        self.phase = Phase::Over;
        self.laying = None;
        events.push(YearEvent::Over.into());
        if self.is_game_over() {
            events.push(YearEvent::GameOver.into());
        }
    }
}
