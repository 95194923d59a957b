//! The Empire cards (EE-1.1).

use crate::table::prelude::*;
use std::fmt;

/// An Empire card: a number and a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Card {
    /// 1: no ability.
    Bard = 1,
    /// 2: lays an egg face down for the next turn (EE-4.1).
    Scout,
    /// 3: collects before the Blacksmith (EE-3.2).
    Shepherd,
    /// 4: may give its egg away (EE-4.2).
    Courier,
    /// 5: scores 6 points if it collects no egg (EE-4.3).
    Merchant,
    /// 6: may discard an egg (EE-4.4).
    Priest,
    /// 7: takes no exploding egg that lies face up (EE-3.4).
    Mage,
    /// 8: costs 4 points if it collects no egg (EE-4.5).
    Blacksmith,
    /// 9: two of them cancel each other out (EE-3.3).
    DarkPriestess,
    /// 10: collects first.
    Hero,
}

impl Card {
    pub const COUNT: usize = 10;

    /// All cards, lowest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Bard,
        Self::Scout,
        Self::Shepherd,
        Self::Courier,
        Self::Merchant,
        Self::Priest,
        Self::Mage,
        Self::Blacksmith,
        Self::DarkPriestess,
        Self::Hero,
    ];

    const NAMES: [&str; Self::COUNT] =
        ["Bard", "Scout", "Shepherd", "Courier", "Merchant", "Priest", "Mage", "Blacksmith", "Dark Priestess", "Hero"];

    pub const fn number(self) -> u8 {
        self as u8
    }

    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize - 1]
    }

    pub(super) fn plural(self) -> String {
        let ending = if matches!(self, Self::DarkPriestess | Self::Hero) { "es" } else { "s" };
        format!("{}{ending}", self.name())
    }

    /// The name with the number: `Hero (10)`.
    pub(super) fn full_name(self) -> String {
        format!("{} ({})", self.name(), self.number())
    }
}

impl IndexedCard for Card {
    fn index(self) -> usize {
        usize::from(self.number()) - 1
    }

    fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }
}

impl fmt::Display for Card {
    /// Writes the card as part of a sentence: `the Hero (10)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} ({})", self.name(), self.number())
    }
}

impl From<Card> for Face {
    fn from(card: Card) -> Self {
        Self::plain(card.number()).titled(card.name())
    }
}
