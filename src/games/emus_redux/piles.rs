//! The discard piles: none, one or two, each with its number (RX-4.1).

use crate::emu::Pile;
use std::fmt;

/// The number of a discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileNumber {
    /// 1.
    One,
    /// 2.
    Two,
    /// 3: not allowed by the rules, but a table may let it stand.
    Three,
}

impl PileNumber {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// Reads `1`, `2` or `3`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "1" => Some(Self::One),
            "2" => Some(Self::Two),
            "3" => Some(Self::Three),
            _ => None,
        }
    }
}

impl fmt::Display for PileNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "1",
            Self::Two => "2",
            Self::Three => "3",
        })
    }
}

/// Where a card that lies open can be taken from (RX-4.3, RX-4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A discard pile.
    Pile(PileNumber),
    /// The market.
    Market,
}

impl Source {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::Pile(PileNumber::One), Self::Pile(PileNumber::Two), Self::Pile(PileNumber::Three), Self::Market];

    /// Reads the number of a pile or `market`.
    pub fn parse(text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("market") { Some(Self::Market) } else { PileNumber::parse(text).map(Self::Pile) }
    }

    /// The place in words.
    pub(super) fn place(self) -> String {
        match self {
            Self::Pile(number) => format!("discard pile {number}"),
            Self::Market => "the market".to_owned(),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pile(number) => number.fmt(f),
            Self::Market => f.write_str("market"),
        }
    }
}

/// How many piles there may be (RX-4.1).
const MOST: usize = 2;

/// The piles; an empty one does not exist.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Piles([Pile; PileNumber::ALL.len()]);

impl Piles {
    /// The pile of a number.
    pub fn get(&self, number: PileNumber) -> &Pile {
        &self.0[number as usize]
    }

    /// The pile of a number, mutable.
    pub fn get_mut(&mut self, number: PileNumber) -> &mut Pile {
        &mut self.0[number as usize]
    }

    /// The piles that have cards, with their numbers.
    pub fn there(&self) -> impl Iterator<Item = (PileNumber, &Pile)> {
        PileNumber::ALL.into_iter().zip(&self.0).filter(|(_, pile)| !pile.is_empty())
    }

    /// The two piles of the rules, even if empty, and the third if it has cards.
    pub fn placed(&self) -> impl Iterator<Item = (PileNumber, &Pile)> {
        PileNumber::ALL.into_iter().zip(&self.0).filter(|(number, pile)| *number != PileNumber::Three || !pile.is_empty())
    }

    /// The number of a new pile, if one may be started: the lowest free one (RX-4.1).
    pub fn free(&self) -> Option<PileNumber> {
        let may_start = self.there().count() < MOST;
        PileNumber::ALL.into_iter().find(|&number| may_start && self.get(number).is_empty())
    }
}
