//! The discard piles, stacks of face-up cards (ER-4.1, RX-4.1). In a stated position, unnamed cards can lie at the bottom.

use crate::decktet::Card;
use smallvec::SmallVec;
use std::fmt;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct DiscardPile {
    /// The named cards, bottom to top.
    cards: SmallVec<[Card; 24]>,
    /// The number of cards below, which nobody has named.
    unnamed: u16,
}

impl DiscardPile {
    /// A pile of these cards, bottom to top, on top of `unnamed` others.
    pub(crate) fn of(cards: impl IntoIterator<Item = Card>, unnamed: u16) -> Self {
        Self { cards: cards.into_iter().collect(), unnamed }
    }

    pub(crate) fn put(&mut self, card: Card) {
        self.cards.push(card);
    }

    /// The card on top, if it is named.
    pub(crate) fn top(&self) -> Option<Card> {
        self.cards.last().copied()
    }

    pub(crate) fn has_unnamed_top(&self) -> bool {
        self.cards.is_empty() && self.unnamed > 0
    }

    pub(crate) const fn unnamed(&self) -> u16 {
        self.unnamed
    }

    /// The number of cards, unnamed ones included.
    pub(crate) fn len(&self) -> usize {
        self.cards.len() + usize::from(self.unnamed)
    }

    pub(crate) fn take_unnamed(&mut self) {
        self.unnamed = self.unnamed.saturating_sub(1);
    }

    pub(crate) fn contains(&self, card: Card) -> bool {
        self.cards.contains(&card)
    }

    /// Takes out a card: the uppermost copy. Returns false if no copy is in the pile.
    pub(crate) fn take(&mut self, card: Card) -> bool {
        let at = self.cards.iter().rposition(|&other| other == card);
        at.map(|at| self.cards.remove(at)).is_some()
    }

    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The named cards below the top card.
    pub(crate) fn covered(&self) -> impl Iterator<Item = Card> {
        self.cards.split_last().into_iter().flat_map(|(_, below)| below).copied()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileNumber {
    One,
    Two,
    /// A third pile, which is against the rules, but can be let stand.
    Three,
}

impl PileNumber {
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

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

/// The place from which an open card can be taken (RX-4.3, RX-4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeSource {
    Pile(PileNumber),
    Market,
}

impl TakeSource {
    pub const ALL: [Self; 4] =
        [Self::Pile(PileNumber::One), Self::Pile(PileNumber::Two), Self::Pile(PileNumber::Three), Self::Market];

    /// Parses the number of a pile, or `market`.
    pub fn parse(text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("market") { Some(Self::Market) } else { PileNumber::parse(text).map(Self::Pile) }
    }
}

impl fmt::Display for TakeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pile(number) => number.fmt(f),
            Self::Market => f.write_str("market"),
        }
    }
}

/// The discard piles by number. In the rules, an empty pile doesn't exist.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct DiscardPiles([DiscardPile; PileNumber::ALL.len()]);

impl DiscardPiles {
    pub(crate) fn get(&self, number: PileNumber) -> &DiscardPile {
        &self.0[number as usize]
    }

    pub(crate) fn get_mut(&mut self, number: PileNumber) -> &mut DiscardPile {
        &mut self.0[number as usize]
    }

    pub(crate) fn piles(&self) -> impl Iterator<Item = (PileNumber, &DiscardPile)> {
        PileNumber::ALL.into_iter().zip(&self.0).filter(|(_, pile)| !pile.is_empty())
    }

    /// The first `least` piles, even if they are empty, and each further pile with cards.
    pub(crate) fn piles_with_empty(&self, least: usize) -> impl Iterator<Item = (PileNumber, &DiscardPile)> {
        PileNumber::ALL.into_iter().zip(&self.0).filter(move |(number, pile)| (*number as usize) < least || !pile.is_empty())
    }

    /// The number of a new pile: the lowest free number (RX-4.1). Returns `None` if there are `most` piles already.
    pub(crate) fn free_number(&self, most: usize) -> Option<PileNumber> {
        let may_start = self.piles().count() < most;
        PileNumber::ALL.into_iter().find(|&number| may_start && self.get(number).is_empty())
    }
}
