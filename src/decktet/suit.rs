//! The six suits, and sets of suits.

use std::fmt::{self, Write as _};

use super::bit_set::bit_set;

/// A suit of the Decktet. Suits are ordered canonically, as their letters in a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Moons, `M`.
    Moons,
    /// Suns, `S`.
    Suns,
    /// Waves, `W`.
    Waves,
    /// Leaves, `L`.
    Leaves,
    /// Wyrms, `Y`.
    Wyrms,
    /// Knots, `K`.
    Knots,
}

impl Suit {
    /// All suits, in canonical order.
    pub const ALL: [Suit; 6] = [Suit::Moons, Suit::Suns, Suit::Waves, Suit::Leaves, Suit::Wyrms, Suit::Knots];

    /// The letter of the suit in a code.
    pub const fn letter(self) -> char {
        self.table_suit().letter
    }

    /// The name of the suit, as on the cards.
    pub const fn name(self) -> &'static str {
        self.table_suit().name
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }

    pub(super) const fn from_index(index: usize) -> Option<Suit> {
        if index < Suit::ALL.len() { Some(Suit::ALL[index]) } else { None }
    }

    /// The suit with this printed sign.
    pub(super) fn from_sign(sign: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.table_suit().sign == sign)
    }

    /// The suit with this letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Suit> {
        match letter {
            'M' | 'm' => Some(Suit::Moons),
            'S' | 's' => Some(Suit::Suns),
            'W' | 'w' => Some(Suit::Waves),
            'L' | 'l' => Some(Suit::Leaves),
            'Y' | 'y' => Some(Suit::Wyrms),
            'K' | 'k' => Some(Suit::Knots),
            _ => None,
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of suits, displayed as letters in canonical order (`SK`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Suits(u8);

bit_set!(Suits of Suit, iterated by SuitsIter);

impl Suits {
    /// All six suits.
    pub const ALL: Suits = Suits(0b11_1111);

    /// Whether this set contains all suits of `other`.
    pub const fn contains_all(self, other: Suits) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether a suit is in both sets.
    pub const fn meets(self, other: Suits) -> bool {
        self.0 & other.0 != 0
    }

    /// The names of the suits, for people: `Suns, Knots`.
    pub fn names(self) -> String {
        let names: Vec<&str> = self.iter().map(Suit::name).collect();
        names.join(", ")
    }
}

impl fmt::Display for Suits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|suit| f.write_char(suit.letter()))
    }
}
