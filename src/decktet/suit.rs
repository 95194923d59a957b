//! The six suits, in the order in which a card's code writes them.

use std::fmt;

/// A suit of the Decktet. The order is the canonical order of suit letters in a code.
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

    /// The letter that stands for the suit in a code.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Suit::Moons => 'M',
            Suit::Suns => 'S',
            Suit::Waves => 'W',
            Suit::Leaves => 'L',
            Suit::Wyrms => 'Y',
            Suit::Knots => 'K',
        }
    }

    /// The suit's name, as on the cards.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Moons => "Moons",
            Suit::Suns => "Suns",
            Suit::Waves => "Waves",
            Suit::Leaves => "Leaves",
            Suit::Wyrms => "Wyrms",
            Suit::Knots => "Knots",
        }
    }

    /// The suit of a letter, in either case.
    #[inline]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lead_back_to_their_suits() {
        let letters: String = Suit::ALL.into_iter().map(Suit::letter).collect();
        assert_eq!(letters, "MSWLYK");
        for suit in Suit::ALL {
            assert_eq!(Suit::from_letter(suit.letter()), Some(suit));
            let small = suit.letter().to_ascii_lowercase();
            assert_eq!(Suit::from_letter(small), Some(suit));
        }
        assert_eq!(Suit::from_letter('C'), None);
        assert_eq!(Suit::Wyrms.to_string(), "Wyrms");
    }
}
