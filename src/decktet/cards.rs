//! A set of cards, for decks and for what is known of where cards lie.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub, SubAssign};

use super::{Card, CardsIter, Rank, Suit};

/// A set of cards, each at most once. It is written as codes in canonical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards(u64);

impl Cards {
    /// No card.
    pub const EMPTY: Cards = Cards(0);
    /// The basic deck of 36, from Ace to Crown.
    pub const BASIC: Cards = Cards((1 << 36) - 1);
    /// The extended deck of 45.
    pub const EXTENDED: Cards = Cards((1 << Card::COUNT) - 1);
    /// The four Pawns.
    pub const PAWNS: Cards = Cards::of_rank(Rank::Pawn);
    /// The four Courts.
    pub const COURTS: Cards = Cards::of_rank(Rank::Court);

    /// All cards of a rank.
    #[inline]
    pub const fn of_rank(rank: Rank) -> Cards {
        Cards(match rank {
            Rank::Ace => 0b11_1111,
            Rank::Crown => 0b11_1111 << 30,
            Rank::Pawn => 0b1111 << 36,
            Rank::Court => 0b1111 << 40,
            Rank::Excuse => 1 << 44,
            // Three cards each, after the six Aces.
            _ => 0b111 << (3 + 3 * rank as u8),
        })
    }

    /// All cards that bear a suit.
    pub const fn of_suit(suit: Suit) -> Cards {
        let mut set = Cards::EMPTY;
        let mut index = 0;
        while let Some(card) = Card::from_index(index) {
            if card.suits().contains(suit) {
                set = set.with(card);
            }
            index += 1;
        }
        set
    }

    /// This set and `card`.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.index())
    }

    /// This set but for `card`.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> Cards {
        Cards(self.0 & !(1 << card.index()))
    }

    /// The cards in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }

    /// The cards in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// The cards that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn difference(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & 1 << card.index() != 0
    }

    /// Puts a card in, and says whether it was new.
    #[inline]
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        *self = self.with(card);
        new
    }

    /// Takes a card out, and says whether it was there.
    #[inline]
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        *self = self.without(card);
        there
    }

    /// How many cards there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first card in canonical order.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        Card::from_index(self.0.trailing_zeros() as usize)
    }

    /// The last card in canonical order.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        match self.0.checked_ilog2() {
            Some(index) => Card::from_index(index as usize),
            None => None,
        }
    }

    /// The card, if there is exactly one.
    #[inline]
    pub const fn only(self) -> Option<Card> {
        if self.len() == 1 { self.first() } else { None }
    }

    /// The cards, in canonical order.
    #[inline]
    pub const fn iter(self) -> CardsIter {
        CardsIter::new(self)
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        self.intersection(other)
    }
}

impl BitOr for Cards {
    type Output = Cards;
    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        self.union(other)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Cards) {
        *self = *self | other;
    }
}

impl Sub for Cards {
    type Output = Cards;
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        self.difference(other)
    }
}

impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        *self = *self - other;
    }
}

/// The other cards of the extended deck.
impl Not for Cards {
    type Output = Cards;
    #[inline]
    fn not(self) -> Cards {
        Cards::EXTENDED.difference(self)
    }
}

impl From<Card> for Cards {
    #[inline]
    fn from(card: Card) -> Cards {
        Cards::EMPTY.with(card)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::EMPTY, Cards::with)
    }
}

impl Extend<Card> for Cards {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        *self |= cards.into_iter().collect();
    }
}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = CardsIter;
    #[inline]
    fn into_iter(self) -> CardsIter {
        self.iter()
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { " " })?;
            f.write_str(card.code())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cards({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_are_what_the_rules_say() {
        let lengths = [Cards::BASIC, Cards::PAWNS, Cards::COURTS, Cards::EXTENDED].map(Cards::len);
        assert_eq!(lengths, [36, 4, 4, 45]);
        assert_eq!(Cards::PAWNS.to_string(), "PWLY PMSL PSWK PMYK");
        assert_eq!(!Cards::BASIC, (Cards::PAWNS | Cards::COURTS).with(Card::EXCUSE));
        for rank in Rank::ALL {
            let by_hand = Card::all().filter(|c| c.rank() == rank).collect();
            assert_eq!(Cards::of_rank(rank), by_hand);
        }
        assert_eq!((Cards::of_suit(Suit::Moons) & Cards::BASIC).len(), 10);
    }

    #[test]
    fn cards_go_in_and_out() {
        let mut set = Cards::EMPTY;
        assert!(set.insert(Card::EXCUSE) && !set.insert(Card::EXCUSE));
        assert_eq!(set.only(), Some(Card::EXCUSE));
        assert!(set.remove(Card::EXCUSE) && !set.remove(Card::EXCUSE));
        assert!(set.is_empty() && set.first().is_none() && set.last().is_none());
        let mut backwards: Vec<Card> = Cards::EXTENDED.iter().rev().collect();
        backwards.reverse();
        assert!(backwards.into_iter().eq(Card::all()));
        assert_eq!(Cards::BASIC - Cards::BASIC, Cards::EMPTY);
        let mut counted = Cards::COURTS.iter();
        counted.next();
        assert_eq!((counted.len(), counted.count()), (3, 3));
    }
}
