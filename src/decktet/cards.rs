//! A set of cards: a deck, or the cards known to be in a place.

use std::fmt;
use std::ops::{BitOrAssign, Not, Sub, SubAssign};

use super::bit_set::bit_set;
use super::{Card, Rank};

/// A set of cards, displayed as codes in canonical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards(u64);

bit_set!(Cards of Card, iterated by CardsIter);

impl Cards {
    /// The basic deck of 36, from Ace to Crown.
    pub const BASIC: Cards = Cards((1 << 36) - 1);
    /// The extended deck of 45.
    pub const EXTENDED: Cards = Cards((1 << Card::COUNT) - 1);
    /// The four Pawns.
    pub const PAWNS: Cards = Cards::of_rank(Rank::Pawn);
    /// The four Courts.
    pub const COURTS: Cards = Cards::of_rank(Rank::Court);

    /// All cards of a rank.
    pub const fn of_rank(rank: Rank) -> Cards {
        Cards(match rank {
            Rank::Ace => 0b11_1111,
            Rank::Crown => 0b11_1111 << 30,
            Rank::Pawn => 0b1111 << 36,
            Rank::Court => 0b1111 << 40,
            Rank::Excuse => 1 << 44,
            // Three cards of each rank, after the six Aces.
            _ => 0b111 << (3 + 3 * rank as u8),
        })
    }

    /// The cards that are not in `other`.
    #[must_use]
    pub const fn difference(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// Adds a card. Returns whether the card was new.
    pub const fn insert(&mut self, card: Card) -> bool {
        let is_new = !self.contains(card);
        *self = self.with(card);
        is_new
    }

    /// Removes a card. Returns whether the card was in the set.
    pub const fn remove(&mut self, card: Card) -> bool {
        let was_in_set = self.contains(card);
        *self = self.without(card);
        was_in_set
    }

    /// The last card in canonical order.
    pub const fn last(self) -> Option<Card> {
        match self.0.checked_ilog2() {
            Some(index) => Card::from_index(index as usize),
            None => None,
        }
    }

    /// The only card of the set. Returns `None` if the set doesn't have exactly one.
    pub const fn only(self) -> Option<Card> {
        if self.len() == 1 { self.first() } else { None }
    }
}

impl BitOrAssign for Cards {
    fn bitor_assign(&mut self, other: Cards) {
        *self = *self | other;
    }
}

impl Sub for Cards {
    type Output = Cards;
    fn sub(self, other: Cards) -> Cards {
        self.difference(other)
    }
}

impl SubAssign for Cards {
    fn sub_assign(&mut self, other: Cards) {
        *self = *self - other;
    }
}

impl Not for Cards {
    type Output = Cards;
    fn not(self) -> Cards {
        Cards::EXTENDED.difference(self)
    }
}

impl Extend<Card> for Cards {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        *self |= cards.into_iter().collect();
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let codes: Vec<&str> = self.iter().map(Card::code).collect();
        f.write_str(&codes.join(" "))
    }
}

impl DoubleEndedIterator for CardsIter {
    fn next_back(&mut self) -> Option<Card> {
        let card = self.0.last()?;
        self.0.remove(card);
        Some(card)
    }
}
