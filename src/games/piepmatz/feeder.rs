//! The feeder: seed cards, crows and squirrels, the four slots of the seed column (PM-1.3, PM-4).

use std::fmt;

/// How many slots the seed column has.
pub const SLOTS: usize = 4;

/// A feeder card (PM-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FeederCard {
    /// A seed card with 1, 2 or 3 eggs.
    Seed(Seed),
    /// A crow or a squirrel.
    Pest(Pest),
}

/// A seed card, by its eggs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seed {
    /// `1`
    One,
    /// `2`
    Two,
    /// `3`
    Three,
}

/// What takes from a collection (PM-3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pest {
    /// It takes a bird.
    Crow,
    /// It takes seeds.
    Squirrel,
}

impl Seed {
    /// All kinds, lowest first.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// Its place among the kinds, lowest first.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The eggs on it.
    #[inline]
    pub const fn eggs(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.eggs())
    }
}

impl Pest {
    /// Its word in the notation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crow => "crow",
            Self::Squirrel => "squirrel",
        }
    }
}

impl fmt::Display for Pest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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

    /// Its place among the kinds.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::Seed(seed) => seed.index(),
            Self::Pest(Pest::Crow) => 3,
            Self::Pest(Pest::Squirrel) => 4,
        }
    }

    /// Whether it is a seed card.
    #[inline]
    pub const fn is_seed(self) -> bool {
        matches!(self, Self::Seed(_))
    }
}

impl fmt::Display for FeederCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seed(seed) => seed.fmt(f),
            Self::Pest(pest) => pest.fmt(f),
        }
    }
}

/// Pests in the order in which they were laid, at most 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pests {
    count: u8,
    /// A bit for each, the first at the lowest: set for a squirrel.
    squirrels: u64,
}

impl Pests {
    /// None.
    pub const NONE: Self = Self { count: 0, squirrels: 0 };

    /// Just this one.
    pub const fn only(pest: Pest) -> Self {
        Self { count: 1, squirrels: pest as u64 }
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.count as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// Lays one behind the others.
    #[inline]
    pub const fn push(&mut self, pest: Pest) {
        if (self.count as u32) < u64::BITS {
            self.squirrels |= (pest as u64) << self.count;
            self.count += 1;
        }
    }

    /// Takes the one that was laid first.
    #[inline]
    pub const fn pop(&mut self) -> Option<Pest> {
        if self.count == 0 {
            return None;
        }
        let first = if self.squirrels & 1 == 1 { Pest::Squirrel } else { Pest::Crow };
        self.count -= 1;
        self.squirrels >>= 1;
        Some(first)
    }

    /// All of them, in the order in which they were laid.
    pub fn iter(self) -> impl Iterator<Item = Pest> {
        let mut left = self;
        std::iter::from_fn(move || left.pop())
    }
}

/// A slot of the seed column, with what lies beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The seed card in it.
    pub seed: Option<Seed>,
    /// The pests beside it.
    pub pests: Pests,
}

/// The seed cards of a collection, by their kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seeds([u8; 3]);

impl Seeds {
    /// Puts one in.
    #[inline]
    pub const fn insert(&mut self, seed: Seed) {
        self.0[seed.index()] = self.0[seed.index()].saturating_add(1);
    }

    /// Takes one out. False if it isn't there.
    #[inline]
    pub const fn remove(&mut self, seed: Seed) -> bool {
        let count = &mut self.0[seed.index()];
        let was = *count > 0;
        *count = count.saturating_sub(1);
        was
    }

    /// How many of a kind there are.
    #[inline]
    pub const fn count(&self, seed: Seed) -> usize {
        self.0[seed.index()] as usize
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().copied().map(usize::from).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 3]
    }

    /// The eggs on all of them (PM-6.3).
    pub fn eggs(&self) -> i32 {
        self.iter().map(|seed| i32::from(seed.eggs())).sum()
    }

    /// All of them, highest first: the canonical order.
    pub fn iter(&self) -> impl Iterator<Item = Seed> + use<> {
        let counts = self.0;
        Seed::ALL.into_iter().rev().flat_map(move |seed| std::iter::repeat_n(seed, counts[seed.index()].into()))
    }
}

impl FromIterator<Seed> for Seeds {
    fn from_iter<I: IntoIterator<Item = Seed>>(seeds: I) -> Self {
        let mut all = Self::default();
        seeds.into_iter().for_each(|seed| all.insert(seed));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pests_act_in_the_order_in_which_they_were_laid() {
        let mut pests = Pests::only(Pest::Squirrel);
        pests.push(Pest::Crow);
        pests.push(Pest::Squirrel);
        assert_eq!(pests.iter().collect::<Vec<_>>(), [Pest::Squirrel, Pest::Crow, Pest::Squirrel]);
        assert_eq!((pests.pop(), pests.len()), (Some(Pest::Squirrel), 2));
    }

    #[test]
    fn seeds_stand_highest_first() {
        let mut seeds: Seeds = [Seed::One, Seed::Three, Seed::One].into_iter().collect();
        assert_eq!(seeds.iter().collect::<Vec<_>>(), [Seed::Three, Seed::One, Seed::One]);
        assert_eq!((seeds.len(), seeds.eggs()), (3, 5));
        assert!(seeds.remove(Seed::Three) && !seeds.remove(Seed::Three));
    }
}
