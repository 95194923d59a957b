//! The market: the Pawns and Courts that were laid out, and those that still lie in the market (RX-1.3).

use super::WILDS;
use crate::decktet::Card;

/// The number of copies of each card that were laid out, and that still lie in the market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Market {
    laid_out: [u8; Card::COUNT],
    in_market: [u8; Card::COUNT],
}

impl Default for Market {
    fn default() -> Self {
        Self { laid_out: [0; Card::COUNT], in_market: [0; Card::COUNT] }
    }
}

impl Market {
    /// The number of copies of each Pawn and Court in the two decks.
    pub(crate) const COPIES: u8 = 2;

    /// The market of a stated position: the cards `in_market`, and the cards `outside` that were seen in other places. If market
    /// cards are unseen, every copy may have been laid out.
    pub(crate) fn of_position(in_market: &[Card], outside: impl Iterator<Item = Card>, are_some_unseen: bool) -> Self {
        let mut market = Self::default();
        for &card in in_market {
            market.lay_out(card);
        }
        for card in outside.filter(|&card| WILDS.contains(card)) {
            market.lay_out(card);
            market.take(card);
        }
        if are_some_unseen {
            for card in WILDS {
                market.laid_out[card.index()] = Self::COPIES;
            }
        }
        market
    }

    pub(crate) fn lay_out(&mut self, card: Card) {
        for copies in [&mut self.laid_out[card.index()], &mut self.in_market[card.index()]] {
            *copies = copies.saturating_add(1);
        }
    }

    pub(crate) fn take(&mut self, card: Card) {
        let copies = &mut self.in_market[card.index()];
        *copies = copies.saturating_sub(1);
    }

    pub(crate) const fn has(&self, card: Card) -> bool {
        self.copies_in_market(card) > 0
    }

    pub(crate) const fn copies_in_market(&self, card: Card) -> u8 {
        self.in_market[card.index()]
    }

    /// The number of copies that were laid out.
    pub(crate) const fn copies(&self, card: Card) -> u8 {
        self.laid_out[card.index()]
    }

    /// The highest possible number of copies of a card: those laid out, or before the market is laid out, those of two decks.
    pub(crate) fn copies_at_most(&self, card: Card) -> u8 {
        if self.laid_out == [0; Card::COUNT] { Self::COPIES } else { self.copies(card) }
    }

    /// The first of these cards, counted after the laid-out ones, of which the two decks have fewer copies.
    pub(crate) fn first_surplus(&self, cards: &[Card]) -> Option<Card> {
        let copies_before = |nth: usize, card: Card| cards[..nth].iter().filter(|&&other| other == card).count();
        let is_surplus = |&(nth, &card): &(usize, &Card)| {
            usize::from(self.copies(card)) + copies_before(nth, card) >= usize::from(Self::COPIES)
        };
        cards.iter().enumerate().find(is_surplus).map(|(_, &card)| card)
    }

    /// The cards in the market, in canonical order, with repeats.
    pub(crate) fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        WILDS.iter().flat_map(|card| std::iter::repeat_n(card, self.copies_in_market(card).into()))
    }
}
