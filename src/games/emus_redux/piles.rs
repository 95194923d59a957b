//! The discard piles: none, one or two, each with its number (RX-4.1).

use crate::{decktet::Card, emu::Pile};
use std::{fmt, str::FromStr};

/// The number of a discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileNumber {
    /// 1.
    One,
    /// 2.
    Two,
}

impl PileNumber {
    /// Both.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];
}

impl fmt::Display for PileNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "1",
            Self::Two => "2",
        })
    }
}

/// It is neither `1` nor `2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchPile;

impl FromStr for PileNumber {
    type Err = NoSuchPile;
    fn from_str(text: &str) -> Result<Self, NoSuchPile> {
        match text {
            "1" => Ok(Self::One),
            "2" => Ok(Self::Two),
            _ => Err(NoSuchPile),
        }
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
    pub const ALL: [Self; 3] = [Self::Pile(PileNumber::One), Self::Pile(PileNumber::Two), Self::Market];
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pile(number) => number.fmt(f),
            Self::Market => f.write_str("market"),
        }
    }
}

impl FromStr for Source {
    type Err = NoSuchPile;
    fn from_str(text: &str) -> Result<Self, NoSuchPile> {
        if text.eq_ignore_ascii_case("market") { Ok(Self::Market) } else { text.parse().map(Self::Pile) }
    }
}

/// Both piles; one without a card is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piles([Pile; 2]);

impl Piles {
    /// The pile of a number.
    #[inline]
    pub fn get(&self, number: PileNumber) -> &Pile {
        &self.0[number as usize]
    }

    /// The pile of a number, to put on it or to take from it.
    #[inline]
    pub fn get_mut(&mut self, number: PileNumber) -> &mut Pile {
        &mut self.0[number as usize]
    }

    /// The piles that are there, with their numbers.
    #[inline]
    pub fn there(&self) -> impl Iterator<Item = (PileNumber, &Pile)> {
        PileNumber::ALL.into_iter().zip(&self.0).filter(|(_, pile)| !pile.is_empty())
    }

    /// The number that a new pile takes: the lowest that is free (RX-4.1).
    #[inline]
    pub fn free(&self) -> Option<PileNumber> {
        PileNumber::ALL.into_iter().find(|&number| self.get(number).is_empty())
    }

    /// Whether a card lies on top of a pile.
    #[inline]
    pub fn is_on_top(&self, number: PileNumber, card: Card) -> bool {
        self.get(number).top() == Some(card)
    }

    /// Takes all cards away.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(Pile::clear);
    }

    /// The cards of both piles.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.0.iter().flat_map(|pile| pile.cards().iter().copied())
    }
}
