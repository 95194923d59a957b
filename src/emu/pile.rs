//! A discard pile: a stack of face-up cards. Only the top one is visible.

use crate::decktet::Card;
use smallvec::SmallVec;

/// A face-up pile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pile(SmallVec<[Card; 24]>);

impl Pile {
    /// A card goes on top.
    pub fn put(&mut self, card: Card) {
        self.0.push(card);
    }

    /// The card on top.
    pub fn top(&self) -> Option<Card> {
        self.0.last().copied()
    }

    /// Whether a card lies in it.
    pub fn contains(&self, card: Card) -> bool {
        self.0.contains(&card)
    }

    /// Takes a card out, the uppermost of its kind. False if it isn't there.
    pub fn take(&mut self, card: Card) -> bool {
        let at = self.0.iter().rposition(|&other| other == card);
        at.map(|at| self.0.remove(at)).is_some()
    }

    /// The cards, bottom to top.
    pub fn cards(&self) -> &[Card] {
        &self.0
    }

    /// The cards below the top one, by their place in the canonical order.
    pub fn covered(&self) -> impl Iterator<Item = usize> {
        self.0.split_last().into_iter().flat_map(|(_, below)| below).map(|card| card.index())
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
