//! The cards of an emu game and the hands that hold them.

use crate::{
    decktet::Card,
    table::{Account, Seat},
};

/// Where the cards of the game are known to be, by their place in the canonical order.
pub type Stock = Account<{ Card::COUNT }>;

/// The first of these cards that a hand can't show together with those before it (TB-3, TB-5).
#[inline]
pub fn unshowable(stock: &Stock, seat: Seat, cards: &[Card]) -> Option<Card> {
    let fits = |upto: usize| stock.can_show(seat, &cards[..upto].iter().map(|card| card.index()));
    if fits(cards.len()) {
        return None;
    }
    let first = (1..=cards.len()).find(|&upto| !fits(upto))?;
    cards.get(first - 1).copied()
}

/// The first of these cards of which there are more than a deck has.
pub fn surplus(mut deck: [u8; Card::COUNT], cards: impl IntoIterator<Item = Card>) -> Option<Card> {
    cards.into_iter().find(|card| match deck[card.index()].checked_sub(1) {
        Some(fewer) => {
            deck[card.index()] = fewer;
            false
        }
        None => true,
    })
}
