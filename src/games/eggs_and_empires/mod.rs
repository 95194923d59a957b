//! Eggs and Empires (EE): adventurers are sent out at once, the highest takes an egg first, and some eggs explode.

mod abilities;
mod apply;
mod back;
mod book;
mod card;
mod clauses;
mod deal;
mod egg;
mod event;
mod fault;
mod game;
mod judge;
mod nest;
mod order;
mod picture;
mod places;
mod possible;
mod prospects;
mod score;
mod setup;
mod sheet;
mod shorthand;
mod state;
mod step;
mod tally;
mod tellings;
mod truth;
mod turn_end;
mod words;

use crate::table::{Account, Seat, Seats};
use smallvec::SmallVec;

pub use book::BOOK;
pub use card::Card;
pub use egg::{Egg, Offer, Pile, Value, What};
pub use event::Event;
pub use fault::{Fault, Thing};
pub use nest::{Listed, Nest};
pub use order::{Fate, Order, Played};
pub use score::{Past, Round};
pub use setup::{MarkerRule, Scoring, Setup, ShepherdRule, TurnEnd};
pub use step::{Cards, Step, Values};
pub use tally::Tally;
pub use truth::Truth;

/// The most that play (EE-1.1).
const MOST: usize = Seat::MOST;

/// How many turns a round has (EE-2.7).
const TURNS: u8 = 9;

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No round has begun.
    Ready,
    /// The next turn's eggs are to be revealed (EE-2.1).
    Reveal,
    /// Cards are to be played (EE-2.2).
    Play,
    /// This card of the order is to collect (EE-2.4).
    Collect(u8),
    /// All turns are played, and abilities are open (EE-4.6).
    Closing,
    /// All is played, and eggs in the piles have no name yet (EE-3.6).
    Naming,
    /// The round is over.
    Over,
    /// The game is over.
    GameOver,
}

/// The abilities of the turn's end that are a choice (EE-4.6). A Courier's right lies on its egg.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rights {
    /// Whether a Courier or a Priest has collected in the last turn.
    any: bool,
    /// Whether they may be used now.
    open: bool,
    /// How many eggs each player's Priests may still discard (EE-4.4).
    priests: [u8; MOST],
    /// Whose Courier may not give any more, for the time is over.
    late_couriers: Seats,
    /// Whose Priest may not discard any more, for the time is over.
    late_priests: Seats,
}

/// A game of Eggs and Empires as the table has seen it.
#[derive(Clone, Debug, PartialEq)]
pub struct EggsAndEmpires {
    setup: Setup,
    players: usize,
    phase: Phase,
    /// How many rounds have begun.
    number: u16,
    /// The turn under way, or the last; 0 before the first.
    turn: u8,
    /// Who held the marker when the round began.
    first: Seat,
    marker: Seat,
    /// Who held it when the cards of this turn were put in their order.
    held: Seat,
    mulliganed: Seats,
    /// Who has played in this turn.
    played: Seats,
    /// The Empire cards of each player, which nobody else has: a closed stock each.
    decks: [Account<{ Card::COUNT }>; MOST],
    /// How often each card was played in this round.
    spent: [[u8; Card::COUNT]; MOST],
    /// The listed eggs.
    nest: Option<Nest>,
    offer: Offer,
    /// The cards of this turn.
    order: Order,
    /// The card of the order that collected or declined last.
    latest: u8,
    rights: Rights,
    /// What was discarded in this round, and seen.
    gone: SmallVec<[Value; 32]>,
    /// How many eggs were discarded unseen.
    gone_unseen: u8,
    /// This round's piles.
    round: Round,
    /// The rounds before this one.
    past: Vec<Past>,
}

impl EggsAndEmpires {
    /// The game before its first round.
    fn before_all(players: usize, setup: Setup) -> Self {
        Self {
            players,
            phase: Phase::Ready,
            number: 0,
            turn: 0,
            first: Seat::new(0),
            marker: Seat::new(0),
            held: Seat::new(0),
            mulliganed: Seats::NONE,
            played: Seats::NONE,
            decks: [Account::new(stock(players)); MOST],
            spent: [[0; Card::COUNT]; MOST],
            nest: setup.eggs.map(Nest::new),
            offer: Offer::default(),
            order: Order::default(),
            latest: 0,
            rights: Rights::default(),
            gone: SmallVec::new(),
            gone_unseen: 0,
            round: Round::default(),
            past: Vec::new(),
            setup,
        }
    }

    fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players)
    }

    /// The seats in player order: clockwise from the holder of the marker.
    fn in_player_order(&self) -> impl Iterator<Item = Seat> + use<> {
        let (marker, players) = (self.marker.index(), self.players);
        (0..players).map(move |nth| Seat::new((marker + nth) % players))
    }

    #[inline]
    fn pile(&self, seat: Seat) -> &Pile {
        &self.round.piles[seat.index()]
    }

    /// What is known of a hand.
    #[inline]
    fn hand(&self, seat: Seat) -> &crate::table::Hand<{ Card::COUNT }> {
        self.decks[seat.index()].hand(seat)
    }

    /// How many copies of each card a player has (EE-1.1), and how many cards go out each turn (EE-2.2).
    #[inline]
    const fn each(&self) -> usize {
        each(self.players)
    }

    /// How many cards a hand is filled up to (EE-1.2).
    #[inline]
    const fn hand_size(&self) -> usize {
        if self.players == 2 { 4 } else { 3 }
    }

    /// How many eggs are to be revealed (EE-1.4, EE-2.1).
    #[inline]
    fn eggs_due(&self) -> usize {
        let due = setup::eggs_each_turn(self.players);
        self.nest.as_ref().map_or(due, |nest| due.min(nest.left()))
    }

    /// Who has yet to play: whoever has a card to play (EE-2.2).
    #[inline]
    fn yet_to_play(&self) -> Seats {
        self.seats().filter(|&seat| !self.played.contains(seat) && !self.hand(seat).is_empty()).collect()
    }

    /// The card that is to collect.
    #[inline]
    fn collecting(&self) -> Option<&Played> {
        match self.phase {
            Phase::Collect(at) => self.order.at(at.into()),
            _ => None,
        }
    }

    /// Whether a round is being played.
    const fn is_underway(&self) -> bool {
        !matches!(self.phase, Phase::Ready | Phase::Over | Phase::GameOver)
    }

    /// Whether eggs in the piles have no name yet (EE-3.6).
    fn has_unnamed(&self) -> bool {
        self.round.piles.iter().any(Pile::has_unnamed)
    }
}

const fn each(players: usize) -> usize {
    if players == 2 { 2 } else { 1 }
}

/// A player's Empire cards as an account counts them.
fn stock(players: usize) -> [u8; Card::COUNT] {
    [if players == 2 { 2 } else { 1 }; Card::COUNT]
}
