//! The market: the Pawns and Courts of this game, and those of them that nobody has taken (RX-1.3).

use super::WILDS;
use crate::decktet::{Card, Cards};

/// How many different Pawns and Courts there are.
const KINDS: usize = 8;
/// How many copies of each the two decks have.
const COPIES: u8 = 2;

/// What was laid out, and what still lies there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Market {
    laid_out: [u8; KINDS],
    open: [u8; KINDS],
}

/// The place of a Pawn or Court among them.
fn place(card: Card) -> Option<usize> {
    let first = Cards::PAWNS.first()?;
    if WILDS.contains(card) { card.index().checked_sub(first.index()) } else { None }
}

impl Market {
    /// Lays out a card.
    pub fn lay_out(&mut self, card: Card) {
        if let Some(at) = place(card) {
            self.laid_out[at] = self.laid_out[at].saturating_add(1);
            self.open[at] = self.open[at].saturating_add(1);
        }
    }

    /// Takes a card away, if it is there.
    #[inline]
    pub fn take(&mut self, card: Card) {
        if let Some(at) = place(card) {
            self.open[at] = self.open[at].saturating_sub(1);
        }
    }

    /// Whether a card lies there.
    #[inline]
    pub fn has(&self, card: Card) -> bool {
        self.copies_open(card) > 0
    }

    /// How many copies of a card lie there.
    #[inline]
    pub fn copies_open(&self, card: Card) -> u8 {
        place(card).map_or(0, |at| self.open[at])
    }

    /// How many copies of a card this game has.
    pub fn copies(&self, card: Card) -> u8 {
        place(card).map_or(0, |at| self.laid_out[at])
    }

    /// How many copies of a card a table can have, given what was laid out at this one.
    pub fn copies_at_most(&self, card: Card) -> u8 {
        if self.laid_out == [0; KINDS] { COPIES } else { self.copies(card) }
    }

    /// The first of these cards of which the decks have no further copy.
    pub fn too_many(&self, cards: &[Card]) -> Option<Card> {
        let more = |nth: usize, card: Card| cards[..nth].iter().filter(|&&other| other == card).count();
        let none_left = |&(nth, &card): &(usize, &Card)| usize::from(self.copies(card)) + more(nth, card) >= usize::from(COPIES);
        cards.iter().enumerate().find(none_left).map(|(_, &card)| card)
    }

    /// The cards that lie there, in canonical order, each as often as it does.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        WILDS.iter().flat_map(|card| std::iter::repeat_n(card, self.copies_open(card).into()))
    }
}
