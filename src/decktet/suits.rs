//! A set of suits: those of a card, or those a bird still needs.

use std::fmt::{self, Write as _};
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr};

use super::Suit;

/// A set of suits. It is written as letters in canonical order (`SK`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Suits(u8);

impl Suits {
    /// No suit.
    pub const EMPTY: Suits = Suits(0);
    /// All six suits.
    pub const ALL: Suits = Suits(0b11_1111);

    /// The set of these suits.
    pub const fn of(suits: &[Suit]) -> Suits {
        let mut set = Suits::EMPTY;
        let mut i = 0;
        while i < suits.len() {
            set = set.with(suits[i]);
            i += 1;
        }
        set
    }

    /// This set and `suit`.
    #[inline]
    #[must_use]
    pub const fn with(self, suit: Suit) -> Suits {
        Suits(self.0 | 1 << suit as u8)
    }

    /// Whether `suit` is one of them.
    #[inline]
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 & 1 << suit as u8 != 0
    }

    /// Whether all suits of `other` are among these.
    #[inline]
    pub const fn contains_all(self, other: Suits) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether a suit is in both sets.
    #[inline]
    pub const fn meets(self, other: Suits) -> bool {
        self.0 & other.0 != 0
    }

    /// The suits in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Suits) -> Suits {
        Suits(self.0 | other.0)
    }

    /// The suits in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Suits) -> Suits {
        Suits(self.0 & other.0)
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The suits, in canonical order.
    #[inline]
    pub const fn iter(self) -> SuitsIter {
        SuitsIter(self)
    }

    /// The names, for people: `Suns, Knots`.
    #[inline]
    pub const fn names(self) -> SuitNames {
        SuitNames(self)
    }

    /// The set as a number below 64, one bit a suit: the place in a table.
    #[inline]
    pub(super) const fn bits(self) -> usize {
        self.0 as usize
    }
}

impl BitAnd for Suits {
    type Output = Suits;
    #[inline]
    fn bitand(self, other: Suits) -> Suits {
        self.intersection(other)
    }
}

impl BitOr for Suits {
    type Output = Suits;
    #[inline]
    fn bitor(self, other: Suits) -> Suits {
        self.union(other)
    }
}

impl FromIterator<Suit> for Suits {
    fn from_iter<I: IntoIterator<Item = Suit>>(suits: I) -> Suits {
        suits.into_iter().fold(Suits::EMPTY, Suits::with)
    }
}

impl From<Suit> for Suits {
    #[inline]
    fn from(suit: Suit) -> Suits {
        Suits::EMPTY.with(suit)
    }
}

impl IntoIterator for Suits {
    type Item = Suit;
    type IntoIter = SuitsIter;
    #[inline]
    fn into_iter(self) -> SuitsIter {
        self.iter()
    }
}

impl fmt::Display for Suits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|suit| f.write_char(suit.letter()))
    }
}

impl fmt::Debug for Suits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Suits({self})")
    }
}

/// The suits of a set, in canonical order.
#[derive(Debug, Clone)]
pub struct SuitsIter(Suits);

impl Iterator for SuitsIter {
    type Item = Suit;

    #[inline]
    fn next(&mut self) -> Option<Suit> {
        let suit = *Suit::ALL.get(self.0.0.trailing_zeros() as usize)?;
        self.0.0 &= self.0.0 - 1;
        Some(suit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for SuitsIter {}
impl FusedIterator for SuitsIter {}

/// Writes the names of a set of suits with commas between: `Suns, Knots`.
#[derive(Debug, Clone, Copy)]
pub struct SuitNames(Suits);

impl fmt::Display for SuitNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, suit) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            f.write_str(suit.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_written_in_canonical_order() {
        let suits = Suits::of(&[Suit::Knots, Suit::Suns]);
        assert_eq!(suits.to_string(), "SK");
        assert_eq!((suits.names().to_string(), format!("{suits:?}")), ("Suns, Knots".to_owned(), "Suits(SK)".to_owned()));
        assert_eq!(suits.len(), 2);
        assert!(suits.contains(Suit::Suns) && !suits.contains(Suit::Moons));
        assert_eq!(Suits::EMPTY.to_string(), "");
        assert_eq!(Suits::ALL.to_string(), "MSWLYK");
    }

    #[test]
    fn sets_combine() {
        let (sk, sm) = (Suits::of(&[Suit::Suns, Suit::Knots]), Suits::of(&[Suit::Suns, Suit::Moons]));
        assert_eq!(sk & sm, Suit::Suns.into());
        assert_eq!((sk | sm).to_string(), "MSK");
        assert!(sk.meets(sm) && !sk.contains_all(sm));
        assert_eq!(Suit::ALL.into_iter().collect::<Suits>(), Suits::ALL);
        assert_eq!(Suits::ALL.iter().collect::<Vec<_>>(), Suit::ALL);
        assert_eq!((sk.iter().len(), Suits::EMPTY.iter().len()), (2, 0));
    }
}
