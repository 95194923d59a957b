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
    /// 3: by the rules there is none, but a table may let one stand.
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

/// The piles; one without a card is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Piles([Pile; PileNumber::ALL.len()]);

impl Piles {
    /// The pile of a number.
    pub fn get(&self, number: PileNumber) -> &Pile {
        &self.0[number as usize]
    }

    /// The pile of a number, to put on it or to take from it.
    pub fn get_mut(&mut self, number: PileNumber) -> &mut Pile {
        &mut self.0[number as usize]
    }

    /// The piles that are there, with their numbers.
    pub fn there(&self) -> impl Iterator<Item = (PileNumber, &Pile)> {
        PileNumber::ALL.into_iter().zip(&self.0).filter(|(_, pile)| !pile.is_empty())
    }

    /// The two piles of the rules, there or not, and the third, if it is there.
    pub fn placed(&self) -> impl Iterator<Item = (PileNumber, &Pile)> {
        PileNumber::ALL.into_iter().zip(&self.0).filter(|(number, pile)| *number != PileNumber::Three || !pile.is_empty())
    }

    /// The number that a new pile takes, where one may be started: the lowest that is free (RX-4.1).
    pub fn free(&self) -> Option<PileNumber> {
        let may_start = self.there().count() < MOST;
        PileNumber::ALL.into_iter().find(|&number| may_start && self.get(number).is_empty())
    }
}
