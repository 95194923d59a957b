//! The feeder: seed cards, crows and squirrels, the deck of them, and the four slots of the seed column (PM-1.3, PM-4).

use crate::table::prelude::*;
use std::fmt;

/// A seed card, by its eggs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seed {
    One,
    Two,
    Three,
}

/// A card that takes something from a collection (PM-3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pest {
    /// A crow, which takes a bird.
    Crow,
    /// A squirrel, which takes seeds.
    Squirrel,
}

/// A feeder card (PM-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FeederCard {
    Seed(Seed),
    Pest(Pest),
}

impl Seed {
    /// All kinds, highest first: the canonical order.
    pub const ALL: [Self; 3] = [Self::Three, Self::Two, Self::One];

    pub const fn eggs(self) -> u8 {
        self as u8 + 1
    }
}

/// The card as it lies in a slot: `2`, `crow`. The title selects the picture of a crow, a squirrel or seeds.
impl From<FeederCard> for Face {
    fn from(card: FeederCard) -> Self {
        let title = match card {
            FeederCard::Seed(_) => "Seed",
            FeederCard::Pest(Pest::Crow) => "Crow",
            FeederCard::Pest(Pest::Squirrel) => "Squirrel",
        };
        Self::from(vec![(Ink::Strong, card.name().to_owned())]).titled(title)
    }
}

impl FeederCard {
    /// All kinds: seeds lowest first, then crow and squirrel.
    pub const ALL: [Self; 5] = [
        Self::Seed(Seed::One),
        Self::Seed(Seed::Two),
        Self::Seed(Seed::Three),
        Self::Pest(Pest::Crow),
        Self::Pest(Pest::Squirrel),
    ];

    pub const fn index(self) -> usize {
        match self {
            Self::Seed(seed) => seed as usize,
            Self::Pest(pest) => 3 + pest as usize,
        }
    }

    pub const fn name(self) -> &'static str {
        ["1", "2", "3", "crow", "squirrel"][self.index()]
    }

    /// Parses a card: its name, or the beginning of its name (`cr`, `sq`).
    pub(super) fn from_word(word: &str) -> Option<Self> {
        let word = word.trim_end_matches(',').to_ascii_lowercase();
        Self::ALL.into_iter().find(|card| !word.is_empty() && card.name().starts_with(&word))
    }

    pub const fn seed(self) -> Option<Seed> {
        match self {
            Self::Seed(seed) => Some(seed),
            Self::Pest(_) => None,
        }
    }
}

impl fmt::Display for FeederCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FeederCard::Seed(*self).fmt(f)
    }
}

impl fmt::Display for Pest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FeederCard::Pest(*self).fmt(f)
    }
}

/// Pests in the order in which they were laid, at most as many as there are feeder cards (PM-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pests([Option<Pest>; 36]);

impl Pests {
    pub const NONE: Self = Self([None; 36]);

    /// Lays a pest after the others.
    pub fn push(&mut self, pest: Pest) {
        if let Some(free) = self.0.iter_mut().find(|place| place.is_none()) {
            *free = Some(pest);
        }
    }

    /// Removes and returns the pest that was laid first.
    pub fn pop(&mut self) -> Option<Pest> {
        let first = self.0[0].take();
        self.0.rotate_left(1);
        first
    }

    pub fn iter(self) -> impl Iterator<Item = Pest> {
        self.0.into_iter().flatten()
    }
}

impl FromIterator<Pest> for Pests {
    fn from_iter<I: IntoIterator<Item = Pest>>(pests: I) -> Self {
        let mut laid = Self::NONE;
        pests.into_iter().for_each(|pest| laid.push(pest));
        laid
    }
}

impl Default for Pests {
    fn default() -> Self {
        Self::NONE
    }
}

/// A slot of the seed column, with its seed card and the pests beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Slot {
    pub seed: Option<Seed>,
    pub pests: Pests,
}

/// The seed cards of a collection, as a number of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Seeds([u8; 3]);

impl Seeds {
    pub(crate) const fn insert(&mut self, seed: Seed) {
        self.0[seed as usize] = self.0[seed as usize].saturating_add(1);
    }

    pub(crate) const fn remove(&mut self, seed: Seed) -> bool {
        let count = &mut self.0[seed as usize];
        let was_there = *count > 0;
        *count = count.saturating_sub(1);
        was_there
    }

    pub(crate) const fn count(self, seed: Seed) -> usize {
        self.0[seed as usize] as usize
    }

    pub(crate) fn len(self) -> usize {
        self.0.iter().copied().map(usize::from).sum()
    }

    /// The eggs on all seed cards (PM-6.3).
    pub(crate) fn eggs(self) -> i32 {
        self.iter().map(|seed| i32::from(seed.eggs())).sum()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Seed> {
        Seed::ALL.into_iter().flat_map(move |seed| std::iter::repeat_n(seed, self.count(seed)))
    }
}

/// The number of each feeder card, in the order of [`FeederCard::ALL`].
pub(crate) type FeederCounts = [u8; FeederCard::ALL.len()];

/// The feeder deck: the number of cards left, and the possible cards if the log lists them (PM-1.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct FeederDeck {
    pub left: u8,
    /// The number of each unseen card: in the deck, or discarded before a position that doesn't name the card.
    pub listed: Option<FeederCounts>,
}

impl FeederDeck {
    pub(crate) const fn len(self) -> usize {
        self.left as usize
    }

    /// The highest number of copies of a card that can be left, if the log lists the deck's cards.
    pub(crate) fn left_of(self, card: FeederCard) -> Option<usize> {
        self.listed.map(|listed| listed[card.index()].min(self.left).into())
    }

    /// The number of listed unseen cards that are not in the deck, but discarded.
    pub(crate) fn elsewhere(self) -> usize {
        let unseen = |listed: FeederCounts| listed.into_iter().map(usize::from).sum::<usize>();
        self.listed.map_or(0, |listed| unseen(listed).saturating_sub(self.len()))
    }

    /// Turns up a card. Returns false and changes nothing if it can't be in the deck.
    pub(crate) fn turn_up(&mut self, card: FeederCard) -> bool {
        if self.left_of(card).unwrap_or(self.len()) == 0 {
            return false;
        }
        self.left -= 1;
        if let Some(listed) = &mut self.listed {
            listed[card.index()] -= 1;
        }
        true
    }
}
