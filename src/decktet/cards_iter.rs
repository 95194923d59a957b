//! Going through a set of cards from either end.

use std::iter::FusedIterator;

use super::{Card, Cards};

/// The cards of a set, in canonical order.
#[derive(Debug, Clone)]
pub struct CardsIter(Cards);

impl CardsIter {
    #[inline]
    pub(super) const fn new(cards: Cards) -> CardsIter {
        CardsIter(cards)
    }
}

impl Iterator for CardsIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.remove(card);
        Some(card)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for CardsIter {
    #[inline]
    fn next_back(&mut self) -> Option<Card> {
        let card = self.0.last()?;
        self.0.remove(card);
        Some(card)
    }
}

impl ExactSizeIterator for CardsIter {}
impl FusedIterator for CardsIter {}
