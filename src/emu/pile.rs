//! The discard piles, each a stack of face-up cards of which only the top one is visible (ER-4.1, RX-4.1). Where a table was taken up in
//! the middle of a game, there may be cards below that nobody has named.

use crate::decktet::Card;
use smallvec::SmallVec;
use std::fmt;

/// A face-up pile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Pile {
    /// The cards that were named, bottom to top.
    cards: SmallVec<[Card; 24]>,
    /// How many lie below them that nobody has named.
    unnamed: u16,
}

impl Pile {
    /// A pile of these cards, bottom to top, on top of some that nobody has named.
    pub(crate) fn of(cards: impl IntoIterator<Item = Card>, unnamed: u16) -> Self {
        Self { cards: cards.into_iter().collect(), unnamed }
    }

    /// A card goes on top.
    pub(crate) fn put(&mut self, card: Card) {
        self.cards.push(card);
    }

    /// The card on top, if it was named.
    pub(crate) fn top(&self) -> Option<Card> {
        self.cards.last().copied()
    }

    /// Whether the card on top is one that nobody has named.
    pub(crate) fn has_unnamed_top(&self) -> bool {
        self.cards.is_empty() && self.unnamed > 0
    }

    /// How many of its cards nobody has named.
    pub(crate) const fn unnamed(&self) -> u16 {
        self.unnamed
    }

    /// How many cards it has.
    pub(crate) fn len(&self) -> usize {
        self.cards.len() + usize::from(self.unnamed)
    }

    /// One of the cards that nobody had named is taken out of it.
    pub(crate) fn take_unnamed(&mut self) {
        self.unnamed = self.unnamed.saturating_sub(1);
    }

    /// Whether a card lies in it.
    pub(crate) fn contains(&self, card: Card) -> bool {
        self.cards.contains(&card)
    }

    /// Takes a card out, the uppermost of its kind. False if it isn't there.
    pub(crate) fn take(&mut self, card: Card) -> bool {
        let at = self.cards.iter().rposition(|&other| other == card);
        at.map(|at| self.cards.remove(at)).is_some()
    }

    /// The cards that were named, bottom to top.
    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The named cards below the top one, by their place in the canonical order.
    pub(crate) fn covered(&self) -> impl Iterator<Item = usize> {
        self.cards.split_last().into_iter().flat_map(|(_, below)| below).map(|card| card.index())
    }

    /// Whether there is no card.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

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
    Pile(PileNumber),
    Market,
}

impl Source {
    pub const ALL: [Self; 4] =
        [Self::Pile(PileNumber::One), Self::Pile(PileNumber::Two), Self::Pile(PileNumber::Three), Self::Market];

    /// Reads the number of a pile or `market`.
    pub fn parse(text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("market") { Some(Self::Market) } else { PileNumber::parse(text).map(Self::Pile) }
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

/// The piles; an empty one does not exist.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Piles([Pile; PileNumber::ALL.len()]);

impl Piles {
    pub(crate) fn get(&self, number: PileNumber) -> &Pile {
        &self.0[number as usize]
    }

    /// The pile of a number, mutable.
    pub(crate) fn get_mut(&mut self, number: PileNumber) -> &mut Pile {
        &mut self.0[number as usize]
    }

    /// The piles that have cards, with their numbers.
    pub(crate) fn there(&self) -> impl Iterator<Item = (PileNumber, &Pile)> {
        PileNumber::ALL.into_iter().zip(&self.0).filter(|(_, pile)| !pile.is_empty())
    }

    /// So many piles, even if they are empty, and a further one if it has cards.
    pub(crate) fn placed(&self, most: usize) -> impl Iterator<Item = (PileNumber, &Pile)> {
        PileNumber::ALL.into_iter().zip(&self.0).filter(move |(number, pile)| (*number as usize) < most || !pile.is_empty())
    }

    /// The number of a new pile, if one may be started where so many may be: the lowest free one (RX-4.1).
    pub(crate) fn free(&self, most: usize) -> Option<PileNumber> {
        let may_start = self.there().count() < most;
        PileNumber::ALL.into_iter().find(|&number| may_start && self.get(number).is_empty())
    }
}
