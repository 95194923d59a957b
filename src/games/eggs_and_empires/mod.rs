//! Eggs and Empires (EE): adventurers are sent out at the same time, the highest takes an egg first, and some eggs explode.

mod apply;
pub(crate) mod book;
mod card;
mod collecting_order;
pub(crate) mod egg;
mod judge;
mod position;
pub(crate) mod score;
pub(crate) mod setup;
pub(crate) mod step;
mod tally;
mod view;
mod words;

use crate::table::prelude::*;
use book::{FaceDown, Mulligan, PriestRule};
use collecting_order::{CollectingOrder, PlayedCard};
use egg::{EggKnowledge, EggPile, EggValue, EggsOnOffer, ListedEggs};
use score::{RoundGain, RoundResult};
use setup::eggs_each_turn;
use smallvec::SmallVec;

pub use {book::BOOK, setup::Setup};

pub(crate) use position::Position;
pub(crate) use {apply::Event, card::Card, judge::Fault, step::Step, tally::TallyPart};

/// The maximum number of players (EE-1.1).
pub(crate) const MOST: usize = Seat::MOST;

/// The number of turns in a round (EE-2.7).
const TURNS: u8 = 9;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    #[default]
    Ready,
    /// The next turn's eggs are to be revealed (EE-2.1).
    Reveal,
    /// Cards are to be played (EE-2.2).
    Play,
    /// The next card of the order is to collect (EE-2.4).
    Collect,
    /// All turns are played, and abilities are open (EE-4.6).
    Closing,
    /// All turns are played, but some eggs in the piles are still unnamed (EE-3.6).
    Naming,
    Over,
    GameOver,
}

/// The optional abilities at the end of a turn (EE-4.6). A Courier's right is stored with its egg.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct AbilityRights {
    /// Whether any right exists: open now, or to be opened at the end of this turn.
    has_any: bool,
    /// Whether the abilities may be used now.
    pub open: bool,
    /// The number of eggs that each player's Priests may still discard (EE-4.4).
    priests: [u8; MOST],
    /// The players whose right lapsed unused.
    late_couriers: Seats,
    late_priests: Seats,
    /// The players who have used their right.
    spent_couriers: Seats,
    spent_priests: Seats,
}

/// A game of Eggs and Empires as the table has seen it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct EggsAndEmpires {
    pub(crate) setup: Setup,
    pub(crate) players: usize,
    pub(crate) phase: Phase,
    /// The turn under way, or the last; 0 before the first.
    pub(crate) turn: u8,
    /// The player who held the marker when the round began.
    pub(crate) first: Seat,
    pub(crate) marker: Seat,
    mulliganed: Seats,
    /// The Empire cards of each player, each a closed stock of its own.
    pub(crate) decks: [Account<{ Card::COUNT }>; MOST],
    /// The number of times that each player's cards were played in this round.
    pub(crate) spent: [[u8; Card::COUNT]; MOST],
    /// The listed eggs that are not seen yet, if the table lists eggs (EE-1.5).
    pub(crate) nest: Option<ListedEggs>,
    pub(crate) offer: EggsOnOffer,
    order: CollectingOrder,
    pub(crate) rights: AbilityRights,
    /// The eggs that were seen when discarded in this round.
    pub(crate) gone: SmallVec<[EggValue; 32]>,
    /// The number of eggs discarded unseen in this round.
    pub(crate) gone_unseen: u8,
    pub(crate) rounds: Rounds<RoundResult, MOST, RoundGain>,
}

impl EggsAndEmpires {
    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players)
    }

    pub(crate) fn pile(&self, seat: Seat) -> &EggPile {
        &self.rounds.current.piles[seat.index()]
    }

    pub(crate) fn hand(&self, seat: Seat) -> &Hand<{ Card::COUNT }> {
        self.decks[seat.index()].hand(seat)
    }

    /// The number of copies of each card that a player has (EE-1.1); also the number of cards played each turn (EE-2.2).
    pub(crate) const fn copies_each(&self) -> usize {
        stock(self.players)[0] as usize
    }

    /// The number of cards to which a hand is filled up (EE-1.2).
    pub(crate) const fn hand_size(&self) -> usize {
        if self.players == 2 { 4 } else { 3 }
    }

    /// The number of eggs to be revealed (EE-1.4, EE-2.1).
    pub(crate) fn eggs_due(&self) -> usize {
        let due = eggs_each_turn(self.players);
        self.nest.as_ref().map_or(due, |nest| due.min(nest.left))
    }

    /// The turn that is under way, or about to begin.
    const fn turn_now(&self) -> u8 {
        if matches!(self.phase, Phase::Reveal) { self.turn + 1 } else { self.turn }
    }

    /// The players who have yet to play, and have a card (EE-2.2).
    pub(crate) fn yet_to_play(&self) -> Seats {
        let played: Seats = self.order.cards.iter().map(|played| played.seat).collect();
        self.seats().filter(|&seat| !played.contains(seat) && !self.hand(seat).is_empty()).collect()
    }

    pub(crate) fn collecting(&self) -> Option<&PlayedCard> {
        self.order.cards.iter().find(|played| self.phase == Phase::Collect && played.is_waiting())
    }

    /// Whether players may take a new hand in this round, before its first eggs (EE-1.3, table rule `mulligan`).
    fn may_begin_anew(&self) -> bool {
        self.rounds.number <= 1 || self.setup.rules.mulligan != Mulligan::FirstRound
    }

    /// Whether the card that is to collect has to take a face-down egg, because there is one for each card that still has to
    /// collect. A Mage never has to (EE-2.4, table rule `face_down`).
    pub(crate) fn must_take_down(&self) -> bool {
        self.setup.rules.face_down == FaceDown::Must
            && self.offer.has_down()
            && self.collecting().is_some_and(|played| played.card != Card::Mage)
            && self.offer.down_eggs().count() >= self.obliged_collectors()
    }

    /// The number of cards that have yet to collect and can't decline.
    pub(crate) fn obliged_collectors(&self) -> usize {
        self.order.cards.iter().filter(|played| played.is_waiting() && played.card != Card::Mage).count()
    }

    fn is_collecting(&self, seat: Seat) -> bool {
        self.collecting().is_some_and(|played| played.seat == seat)
    }

    pub(crate) const fn is_underway(&self) -> bool {
        !matches!(self.phase, Phase::Ready | Phase::Over | Phase::GameOver)
    }

    /// The players whose piles hold face-down eggs without a name (EE-3.6).
    pub(crate) fn holders(&self) -> Seats {
        self.seats().filter(|&seat| self.pile(seat).has(|known| known.scout().is_some())).collect()
    }

    /// Whether a player's Courier may give its egg away now (EE-4.2).
    pub(crate) fn may_give(&self, seat: Seat) -> bool {
        self.rights.open && self.pile(seat).gifts().next().is_some()
    }

    /// Whether a player's Priest may discard an egg now (EE-4.4).
    pub(crate) fn may_discard(&self, seat: Seat) -> bool {
        let has_eggs = |holder| !self.pile(holder).eggs.is_empty();
        self.rights.open && self.rights.priests[seat.index()] > 0 && self.within_reach(seat).any(has_eggs)
    }

    /// The players from whose piles a player's Priest may discard (EE-4.4), that player first.
    pub(crate) fn within_reach(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        seat.clockwise(self.players).take(if self.setup.rules.priest == PriestRule::Any { self.players } else { 1 })
    }

    fn givers(&self) -> Seats {
        self.seats().filter(|&seat| self.may_give(seat)).collect()
    }

    fn discarders(&self) -> Seats {
        self.seats().filter(|&seat| self.may_discard(seat)).collect()
    }

    /// The players who may use an ability now (EE-4.6).
    pub(crate) fn ability_holders(&self) -> Seats {
        self.seats().filter(|&seat| self.may_give(seat) || self.may_discard(seat)).collect()
    }
}

/// A player's Empire cards as the stock of an account: each copy is played at most once a round (EE-1.1, EE-2.3).
pub(crate) const fn stock(players: usize) -> [u8; Card::COUNT] {
    [if players == 2 { 2 } else { 1 }; Card::COUNT]
}
