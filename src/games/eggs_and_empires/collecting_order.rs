//! The cards of a turn in the order of collecting (EE-3.1, EE-3.2). `apply` decides later which cards are passed over.

use super::{Card, book::ShepherdRule, egg::EggKnowledge};
use crate::table::prelude::*;
use smallvec::SmallVec;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardFate {
    Waiting,
    Took(EggKnowledge),
    /// A Mage that declined the face-down eggs (EE-3.4).
    Declined,
    /// One of several Dark Priestesses (EE-3.3).
    Cancelled,
    /// A Mage when only exploding eggs were left (EE-3.4).
    NothingForMage,
    /// No egg was left (EE-3.5).
    NothingLeft,
    /// The turn went on without this card, which was let stand.
    Lapsed,
    /// The turn was cut short before all players had played, which was let stand: nobody collected.
    Unreached,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayedCard {
    pub seat: Seat,
    pub card: Card,
    pub fate: CardFate,
}

impl PlayedCard {
    pub const fn new(seat: Seat, card: Card) -> Self {
        Self { seat, card, fate: CardFate::Waiting }
    }

    pub fn is_waiting(self) -> bool {
        self.fate == CardFate::Waiting
    }

    pub const fn has_collected(self) -> bool {
        matches!(self.fate, CardFate::Took(_))
    }
}

/// The cards of a turn: in the order of play, or, once collecting has begun, in the order of collecting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct CollectingOrder {
    pub cards: SmallVec<[PlayedCard; 8]>,
}

impl CollectingOrder {
    pub(super) fn cards_of(&self, seat: Seat) -> impl Iterator<Item = &PlayedCard> {
        self.cards.iter().filter(move |played| played.seat == seat)
    }

    pub(super) fn count(&self, card: Card) -> usize {
        self.cards.iter().filter(|played| played.card == card).count()
    }

    /// Whether a copy of this card collected an egg (EE-5.1).
    pub(super) fn has_collected(&self, card: Card) -> bool {
        self.cards.iter().any(|played| played.card == card && played.has_collected())
    }

    /// The index of a player's next card to collect; otherwise of the player's first card that did not collect.
    pub(super) fn next_card(&self, seat: Seat) -> Option<usize> {
        let waiting = self.cards.iter().position(|played| played.seat == seat && played.is_waiting());
        waiting.or_else(|| self.cards.iter().position(|played| played.seat == seat && !played.has_collected()))
    }

    /// Marks the waiting cards before the index `end` as lapsed.
    pub(super) fn lapse(&mut self, end: usize) {
        self.cards.iter_mut().take(end).filter(|played| played.is_waiting()).for_each(|played| played.fate = CardFate::Lapsed);
    }

    /// Ends the turn before all players have played: nobody collects.
    pub(super) fn cut_short(&mut self) {
        self.cards.iter_mut().filter(|played| played.is_waiting()).for_each(|played| played.fate = CardFate::Unreached);
    }

    /// Sorts the cards into the order of collecting, breaking ties from the holder of the marker (EE-3.1, EE-3.2), and cancels
    /// several Dark Priestesses (EE-3.3).
    pub(super) fn sort_for_collecting(&mut self, marker: Seat, shepherd: ShepherdRule) {
        let shepherd = self.has_exception().then_some(shepherd);
        self.cards.sort_by_key(|played| sort_key(*played, shepherd, marker));
        if self.count(Card::DarkPriestess) > 1 {
            let cancelled = self.cards.iter_mut().filter(|played| played.is_waiting() && played.card == Card::DarkPriestess);
            cancelled.for_each(|played| played.fate = CardFate::Cancelled);
        }
    }

    /// Whether both a Shepherd and a Blacksmith were played, so that one of them collects out of numeric order.
    pub(super) fn has_exception(&self) -> bool {
        self.count(Card::Shepherd) > 0 && self.count(Card::Blacksmith) > 0
    }

    /// Whether `earlier` comes before `later` only because a card collects out of numeric order (EE-3.2).
    pub(super) fn is_out_of_order(&self, earlier: PlayedCard, later: PlayedCard, marker: Seat) -> bool {
        self.has_exception() && sort_key(earlier, None, marker) > sort_key(later, None, marker)
    }

    /// The ties (EE-5.1): cards that several players have played, each once, highest first. Dark Priestesses never tie.
    pub(super) fn ties(&self) -> impl Iterator<Item = Card> + '_ {
        let mut seats = [Seats::NONE; Card::COUNT];
        for played in &self.cards {
            let seats = &mut seats[played.card.index()];
            *seats = seats.with(played.seat);
        }
        let is_tied = move |card: &Card| *card != Card::DarkPriestess && seats[card.index()].len() > 1;
        Card::ALL.into_iter().rev().filter(is_tied)
    }
}

/// The sort key of a card: lower keys collect sooner. `shepherd` is `None` if all cards collect in numeric order.
fn sort_key(played: PlayedCard, shepherd: Option<ShepherdRule>, marker: Seat) -> (u8, usize) {
    let rank = match (played.card, shepherd) {
        (Card::Shepherd, Some(ShepherdRule::JumpsAhead)) => 2 * Card::Blacksmith.number() + 1,
        (Card::Blacksmith, Some(ShepherdRule::BlacksmithWaits)) => 2 * Card::Shepherd.number() - 1,
        (card, _) => 2 * card.number(),
    };
    (u8::MAX - rank, played.seat.index().wrapping_sub(marker.index()))
}
