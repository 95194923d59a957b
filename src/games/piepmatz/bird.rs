//! Birds: their cards (PM-1.1, PM-1.2; `judge` counts the copies), flocks of open birds, and perches with their queues (PM-1.5).

use crate::table::prelude::*;
use smallvec::SmallVec;
use std::fmt;

/// The number of different bird cards.
pub(super) const KINDS: usize = 36;
/// The number of copies of each bird card: a male and a female.
pub(super) const COPIES: u8 = 2;
/// The number of different cards of a species.
pub(super) const VALUES: usize = 6;

/// One of the six species (PM-1.1), in the order of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Species {
    Blackbird,
    Sparrow,
    Bullfinch,
    Chaffinch,
    Greenfinch,
    Yellowhammer,
}

impl Species {
    pub const ALL: [Self; 6] =
        [Self::Blackbird, Self::Sparrow, Self::Bullfinch, Self::Chaffinch, Self::Greenfinch, Self::Yellowhammer];
    /// The codes of all species.
    pub const CODES: [&'static str; 6] = ["BL", "SP", "BU", "CH", "GR", "YE"];
    /// The plurals of all names.
    pub const PLURALS: [&'static str; 6] =
        ["Blackbirds", "Sparrows", "Bullfinches", "Chaffinches", "Greenfinches", "Yellowhammers"];

    pub const fn code(self) -> &'static str {
        Self::CODES[self as usize]
    }

    pub const fn name(self) -> &'static str {
        ["Blackbird", "Sparrow", "Bullfinch", "Chaffinch", "Greenfinch", "Yellowhammer"][self as usize]
    }

    /// The plural of the name.
    pub const fn plural(self) -> &'static str {
        Self::PLURALS[self as usize]
    }

    /// Parses a species: its code, its name or plural, or at least two letters of either.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        let matches = |name: &str| name.to_lowercase().starts_with(&word);
        Self::ALL.into_iter().find(|species| word.len() > 1 && (matches(species.name()) || matches(species.plural())))
    }
}

/// A bird card: a species and a value. Male and female are two copies of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bird(u8);

impl Bird {
    /// The card of a species with a value from 1 to 6.
    pub const fn new(species: Species, value: u8) -> Option<Self> {
        if value == 0 || value as usize > VALUES { None } else { Some(Self(species as u8 * 6 + value - 1)) }
    }

    /// Parses a card: its code, or the name of its species directly followed by the value (`blackbird6`).
    pub(super) fn from_word(word: &str) -> Option<Self> {
        if let &[first, second, value @ b'1'..=b'6'] = word.as_bytes() {
            let code = [first, second].map(|letter| letter & !0x20); // in capitals
            if let Some(index) = Species::CODES.iter().position(|species_code| species_code.as_bytes() == code) {
                return Self::new(Species::ALL[index], value - b'0');
            }
        }
        let letters = word.trim_end_matches(|char: char| char.is_ascii_digit());
        Self::new(Species::from_word(letters)?, word[letters.len()..].parse().ok()?)
    }

    pub const fn species(self) -> Species {
        Species::ALL[self.0 as usize / VALUES]
    }

    pub const fn value(self) -> u8 {
        self.0 % 6 + 1
    }

    /// The number of eggs on the card (PM-1.2).
    pub const fn eggs(self) -> u8 {
        self.value().div_ceil(2)
    }
}

impl IndexedCard for Bird {
    fn index(self) -> usize {
        self.0.into()
    }

    fn from_index(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < KINDS).map(Self)
    }
}

impl fmt::Display for Bird {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.species().code(), self.value())
    }
}

impl From<Bird> for Face {
    fn from(bird: Bird) -> Self {
        let printed = vec![(Ink::Plain, bird.species().code().to_owned()), (Ink::Strong, bird.value().to_string())];
        Self::from(printed).titled(bird.species().name())
    }
}

/// A multiset of bird cards, each at most twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Flock {
    /// A bit for each card with at least one copy.
    once: u64,
    /// A bit for each card with two copies.
    twice: u64,
    /// The number of cards. It is stored because it is read more often than it changes.
    len: u32,
}

const fn bit(bird: Bird) -> u64 {
    1 << bird.0
}

/// The bits of all cards of a species.
const fn bits(species: Species) -> u64 {
    ((1 << VALUES) - 1) << (species as usize * VALUES)
}

impl Flock {
    const fn from_bits(once: u64, twice: u64) -> Self {
        Self { once, twice, len: once.count_ones() + twice.count_ones() }
    }

    /// Adds a card. A third copy, which doesn't exist, is ignored.
    pub(crate) const fn insert(&mut self, bird: Bird) {
        if self.twice & bit(bird) == 0 {
            self.len += 1;
        }
        self.twice |= self.once & bit(bird);
        self.once |= bit(bird);
    }

    pub(crate) const fn remove(&mut self, bird: Bird) -> bool {
        let was_there = self.once & bit(bird) != 0;
        if was_there {
            self.len -= 1;
        }
        self.once &= !bit(bird) | self.twice;
        self.twice &= !bit(bird);
        was_there
    }

    pub(crate) const fn copies(&self, bird: Bird) -> usize {
        (self.once >> bird.0 & 1) as usize + (self.twice >> bird.0 & 1) as usize
    }

    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.once == 0
    }

    pub(crate) const fn count(&self, species: Species) -> usize {
        self.only(species).len()
    }

    /// The cards with both copies: the mated pairs (PM-6.1).
    pub(crate) fn pairs(&self) -> impl Iterator<Item = Bird> + use<> {
        Self::from_bits(self.twice, 0).kinds()
    }

    /// The different cards, each once.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = Bird> + use<> {
        let mut remaining = self.once;
        std::iter::from_fn(move || {
            let next = Bird::from_index(remaining.trailing_zeros() as usize)?;
            remaining &= remaining - 1;
            Some(next)
        })
    }

    pub(crate) fn birds(&self) -> impl Iterator<Item = Bird> + use<> {
        let flock = *self;
        self.kinds().flat_map(move |bird| std::iter::repeat_n(bird, flock.copies(bird)))
    }

    #[must_use]
    pub(crate) const fn only(&self, species: Species) -> Self {
        Self::from_bits(self.once & bits(species), self.twice & bits(species))
    }

    /// The number of eggs on all cards (PM-1.2).
    pub(crate) fn eggs(&self) -> i32 {
        self.birds().map(|bird| i32::from(bird.eggs())).sum()
    }

    /// The number of cards of the most frequent species (PM-3.3).
    pub(crate) fn largest(&self) -> usize {
        Species::ALL.into_iter().map(|species| self.count(species)).max().unwrap_or(0)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Perch {
    /// The bird on the perch. `None` before the setup, or if the setup left it out.
    pub bird: Option<Bird>,
    /// The birds behind the perch, the nearest first.
    pub queue: SmallVec<[Bird; 16]>,
}

impl Perch {
    pub(crate) fn sum(&self) -> u16 {
        self.queue.iter().map(|bird| u16::from(bird.value())).sum()
    }

    /// The excess of the queue's sum over the bird; `None` if the queue doesn't exceed it (PM-2.2).
    pub(crate) fn excess(&self) -> Option<u16> {
        let bird = self.bird?;
        self.sum().checked_sub(bird.value().into()).filter(|&excess| excess > 0)
    }

    /// Moves the highest bird of the queue up to the empty perch; among equal ones the nearest (PM-3.5).
    pub(crate) fn move_up(&mut self) {
        let highest = self.queue.iter().enumerate().rev().max_by_key(|(_, bird)| bird.value());
        self.bird = highest.map(|(index, _)| index).map(|index| self.queue.remove(index));
    }
}
