//! A discard pile: a stack of face-up cards. Only the top one is visible. Where it was taken up in the middle of a game, there may be
//! cards below that nobody has named.

use crate::decktet::Card;
use smallvec::SmallVec;

/// A face-up pile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pile {
    /// The cards that were named, bottom to top.
    cards: SmallVec<[Card; 24]>,
    /// How many lie below them that nobody has named.
    unnamed: u16,
}

impl Pile {
    /// A pile of these cards, bottom to top, on top of some that nobody has named.
    pub fn of(cards: impl IntoIterator<Item = Card>, unnamed: u16) -> Self {
        Self { cards: cards.into_iter().collect(), unnamed }
    }

    /// A card goes on top.
    pub fn put(&mut self, card: Card) {
        self.cards.push(card);
    }

    /// The card on top, if it was named.
    pub fn top(&self) -> Option<Card> {
        self.cards.last().copied()
    }

    /// Whether the card on top is one that nobody has named.
    pub fn has_unnamed_top(&self) -> bool {
        self.cards.is_empty() && self.unnamed > 0
    }

    /// How many of its cards nobody has named.
    pub const fn unnamed(&self) -> u16 {
        self.unnamed
    }

    /// How many cards it has.
    pub fn len(&self) -> usize {
        self.cards.len() + usize::from(self.unnamed)
    }

    /// One of the cards that nobody had named is taken out of it.
    pub fn take_unnamed(&mut self) {
        self.unnamed = self.unnamed.saturating_sub(1);
    }

    /// Whether a card lies in it.
    pub fn contains(&self, card: Card) -> bool {
        self.cards.contains(&card)
    }

    /// Takes a card out, the uppermost of its kind. False if it isn't there.
    pub fn take(&mut self, card: Card) -> bool {
        let at = self.cards.iter().rposition(|&other| other == card);
        at.map(|at| self.cards.remove(at)).is_some()
    }

    /// The cards that were named, bottom to top.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The named cards below the top one, by their place in the canonical order.
    pub fn covered(&self) -> impl Iterator<Item = usize> {
        self.cards.split_last().into_iter().flat_map(|(_, below)| below).map(|card| card.index())
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
