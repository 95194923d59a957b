//! The market: the Pawns and Courts that were laid out, and those that still lie in the market (RX-1.3).

use super::WILDS;
use crate::decktet::Card;

/// The number of copies of each card that were laid out, and of those still in the market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Market {
    laid_out: [u8; Card::COUNT],
    open: [u8; Card::COUNT],
}

impl Market {
    /// The number of copies of each Pawn and Court in the two decks.
    pub(crate) const COPIES: u8 = 2;

    pub(crate) const NONE: Self = Self { laid_out: [0; Card::COUNT], open: [0; Card::COUNT] };

    /// The market of a stated position: `open` lie in the market, and `outside` were seen in other places. With `some_unseen`
    /// every card may have been laid out as often as there are copies.
    pub(crate) fn with_open(open: &[Card], outside: impl Iterator<Item = Card>, some_unseen: bool) -> Self {
        let mut market = Self::NONE;
        for &card in open {
            market.lay_out(card);
        }
        for card in outside.filter(|&card| WILDS.contains(card)) {
            market.lay_out(card);
            market.take(card);
        }
        if some_unseen {
            for card in WILDS {
                market.laid_out[card.index()] = Self::COPIES;
            }
        }
        market
    }

    pub(crate) fn lay_out(&mut self, card: Card) {
        for copies in [&mut self.laid_out[card.index()], &mut self.open[card.index()]] {
            *copies = copies.saturating_add(1);
        }
    }

    pub(crate) fn take(&mut self, card: Card) {
        let open = &mut self.open[card.index()];
        *open = open.saturating_sub(1);
    }

    pub(crate) const fn has(&self, card: Card) -> bool {
        self.copies_open(card) > 0
    }

    pub(crate) const fn copies_open(&self, card: Card) -> u8 {
        self.open[card.index()]
    }

    pub(crate) const fn copies(&self, card: Card) -> u8 {
        self.laid_out[card.index()]
    }

    /// The most copies of a card that the game can have: those laid out, or before the market is laid out, those of two decks.
    pub(crate) fn copies_at_most(&self, card: Card) -> u8 {
        if self.laid_out == Self::NONE.laid_out { Self::COPIES } else { self.copies(card) }
    }

    /// The first of these cards that occurs more often than in the two decks.
    pub(crate) fn too_many(&self, cards: &[Card]) -> Option<Card> {
        let copies_before = |nth: usize, card: Card| cards[..nth].iter().filter(|&&other| other == card).count();
        let none_left = |&(nth, &card): &(usize, &Card)| {
            usize::from(self.copies(card)) + copies_before(nth, card) >= usize::from(Self::COPIES)
        };
        cards.iter().enumerate().find(none_left).map(|(_, &card)| card)
    }

    pub(crate) fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        WILDS.iter().flat_map(|card| std::iter::repeat_n(card, self.copies_open(card).into()))
    }
}
