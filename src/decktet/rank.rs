//! The ranks from Ace to Excuse, in the canonical order of cards.

use std::fmt;

/// A rank of the Decktet. Ranks are ordered canonically, not as in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// Ace, `A`: one suit.
    Ace,
    /// 2; like all numbers, two suits.
    Two,
    /// 3.
    Three,
    /// 4.
    Four,
    /// 5.
    Five,
    /// 6.
    Six,
    /// 7.
    Seven,
    /// 8.
    Eight,
    /// 9.
    Nine,
    /// Crown, `C`: one suit.
    Crown,
    /// Pawn, `P`: three suits; extended deck.
    Pawn,
    /// Court, `T`: three suits; extended deck.
    Court,
    /// The Excuse, `EX`, which has neither rank nor suit in play; extended deck.
    Excuse,
}

impl Rank {
    /// All ranks, in canonical order.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Crown,
        Rank::Pawn,
        Rank::Court,
        Rank::Excuse,
    ];

    /// The text of the rank in a code: `A`, `2` … `9`, `C`, `P`, `T`, `EX`.
    pub const fn code(self) -> &'static str {
        const CODES: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "C", "P", "T", "EX"];
        CODES[self as usize]
    }

    /// The rank's name, for people: `Ace`, `2` … `9`, `Crown`, `Pawn`, `Court`, `Excuse`.
    pub const fn name(self) -> &'static str {
        match self {
            Rank::Ace => "Ace",
            Rank::Crown => "Crown",
            Rank::Pawn => "Pawn",
            Rank::Court => "Court",
            Rank::Excuse => "Excuse",
            _ => self.code(),
        }
    }

    /// The plural of the name.
    pub const fn plural(self) -> &'static str {
        const PLURALS: [&str; 13] =
            ["Aces", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Crowns", "Pawns", "Courts", "Excuses"];
        PLURALS[self as usize]
    }

    /// The number of a number card, 2 to 9. Returns `None` for other ranks.
    pub const fn number(self) -> Option<u8> {
        match self as u8 {
            n @ 1..=8 => Some(n + 1),
            _ => None,
        }
    }

    /// The rank of a number. Returns `None` unless the number is 2 to 9.
    pub const fn from_number(number: u8) -> Option<Rank> {
        match number {
            2..=9 => Some(Rank::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// The rank with this code, in either letter case.
    pub const fn from_code(code: &str) -> Option<Rank> {
        match code.as_bytes() {
            [b'E' | b'e', b'X' | b'x'] => Some(Rank::Excuse),
            [byte] => Rank::from_byte(byte.to_ascii_uppercase()),
            _ => None,
        }
    }

    /// The rank of a code that begins with this byte, except the Excuse's.
    pub(super) const fn from_byte(byte: u8) -> Option<Rank> {
        match byte {
            b'A' => Some(Rank::Ace),
            b'2'..=b'9' => Rank::from_number(byte - b'0'),
            b'C' => Some(Rank::Crown),
            b'P' => Some(Rank::Pawn),
            b'T' => Some(Rank::Court),
            _ => None,
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}
