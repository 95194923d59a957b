//! A set of ranks: those that lie on the table, or those that a pair reaches.

use crate::decktet::{Cards, Rank};
use std::fmt;

/// A set of ranks, from Ace to Court. It is written as codes in canonical order (`4 C`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranks(u16);

/// The cards of each rank.
const BY_RANK: [Cards; Rank::Excuse as usize] = {
    let mut cards = [Cards::EMPTY; Rank::Excuse as usize];
    let mut nth = 0;
    while nth < cards.len() {
        cards[nth] = Cards::of_rank(Rank::ALL[nth]);
        nth += 1;
    }
    cards
};

impl Ranks {
    /// No rank.
    pub const NONE: Self = Self(0);

    /// Just this rank.
    #[inline]
    pub const fn only(rank: Rank) -> Self {
        Self(1 << rank as u8)
    }

    /// The ranks of this value: two of value 0, Pawn and Court (BL-2.2, BL-2.8).
    pub(super) const fn of_value(value: u8) -> Self {
        match value {
            0 => Self::only(Rank::Pawn).and(Self::only(Rank::Court)),
            1..=10 => Self(1 << (value - 1)),
            _ => Self::NONE,
        }
    }

    /// The ranks of these cards.
    #[inline]
    pub fn of(cards: Cards) -> Self {
        let lies = |(nth, rank): (usize, &Cards)| u16::from(!cards.intersection(*rank).is_empty()) << nth;
        Self(BY_RANK.iter().enumerate().map(lies).fold(0, |ranks, rank| ranks | rank))
    }

    /// The ranks in either set.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The ranks in both sets.
    #[inline]
    #[must_use]
    pub const fn among(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The ranks that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn but(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether it holds none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first of them in canonical order.
    #[inline]
    pub fn first(self) -> Option<Rank> {
        Rank::ALL.get(self.0.trailing_zeros() as usize).copied()
    }

    /// The ranks, in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Rank> + Clone {
        Rank::ALL.into_iter().filter(move |&rank| self.0 & Self::only(rank).0 != 0)
    }

    /// All cards of these ranks.
    #[inline]
    pub fn cards(self) -> Cards {
        let (mut left, mut cards) = (self.0, Cards::EMPTY);
        while let Some(rank) = BY_RANK.get(left.trailing_zeros() as usize) {
            cards |= *rank;
            left &= left - 1;
        }
        cards
    }
}

impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, rank) in self.iter().enumerate() {
            if nth > 0 {
                f.write_str(" ")?;
            }
            f.write_str(rank.code())?;
        }
        Ok(())
    }
}

/// What a card of this rank counts (BL-2.2).
pub const fn value(rank: Rank) -> u8 {
    match rank {
        Rank::Ace => 1,
        Rank::Crown => 10,
        _ => match rank.number() {
            Some(number) => number,
            None => 0,
        },
    }
}

/// Several cards of a rank: `Aces`, `7s`.
pub fn plural(rank: Rank) -> String {
    format!("{}s", rank.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bl_2_2_the_values_of_the_ranks() {
        let values: Vec<u8> = Rank::ALL[..12].iter().map(|&rank| value(rank)).collect();
        assert_eq!(values, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0]);
        for rank in &Rank::ALL[..12] {
            assert!(Ranks::of_value(value(*rank)).iter().any(|other| other == *rank));
        }
        assert_eq!(Ranks::of_value(0).to_string(), "P T", "two ranks of value 0");
        assert!(Ranks::of_value(11).is_empty());
    }

    #[test]
    fn a_set_of_ranks_is_written_in_canonical_order() {
        let ranks = Ranks::only(Rank::Crown).and(Ranks::only(Rank::Four));
        assert_eq!(ranks.to_string(), "4 C");
        assert_eq!((ranks.len(), ranks.first()), (2, Some(Rank::Four)));
        assert_eq!(ranks.cards().len(), 9);
        assert_eq!(Ranks::of(ranks.cards()), ranks);
        assert_eq!((Ranks::NONE.first(), Ranks::NONE.cards()), (None, Cards::EMPTY));
    }
}
