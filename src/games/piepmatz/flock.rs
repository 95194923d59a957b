//! A flock: bird cards that lie open together, in a collection or the display.

use super::bird::{Bird, Species, VALUES};

/// Bird cards, each as often as it is there: at most twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flock {
    /// A bit for each card of which there is one at least.
    once: u64,
    /// A bit for each card of which there are two.
    twice: u64,
}

const fn bit(bird: Bird) -> u64 {
    1 << bird.index()
}

const fn of(species: Species) -> u64 {
    ((1 << VALUES) - 1) << (species.index() * VALUES)
}

impl Flock {
    /// No card.
    pub const EMPTY: Self = Self { once: 0, twice: 0 };

    /// Puts a card in. A third copy is none that exists, and makes no difference.
    #[inline]
    pub const fn insert(&mut self, bird: Bird) {
        self.twice |= self.once & bit(bird);
        self.once |= bit(bird);
    }

    /// Takes a card out. False if it isn't there.
    #[inline]
    pub const fn remove(&mut self, bird: Bird) -> bool {
        let was = self.copies(bird) > 0;
        self.once &= !bit(bird) | self.twice;
        self.twice &= !bit(bird);
        was
    }

    /// How many copies of a card there are.
    #[inline]
    pub const fn copies(&self, bird: Bird) -> usize {
        (self.once >> bird.index() & 1) as usize + (self.twice >> bird.index() & 1) as usize
    }

    /// Whether a card is there.
    #[inline]
    pub const fn has(&self, bird: Bird) -> bool {
        self.once & bit(bird) != 0
    }

    /// How many cards there are.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.once.count_ones() + self.twice.count_ones()) as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.once == 0
    }

    /// How many cards of a species there are.
    #[inline]
    pub const fn count(&self, species: Species) -> usize {
        ((self.once & of(species)).count_ones() + (self.twice & of(species)).count_ones()) as usize
    }

    /// The cards of which both copies are there: the mated pairs (PM-6.1).
    pub fn pairs(&self) -> impl Iterator<Item = Bird> + use<> {
        let twice = self.twice;
        Bird::all().filter(move |bird| twice & bit(*bird) != 0)
    }

    /// How many mated pairs there are.
    #[inline]
    pub const fn pair_count(&self) -> usize {
        self.twice.count_ones() as usize
    }

    /// The different cards, in canonical order.
    pub fn kinds(&self) -> impl Iterator<Item = Bird> + use<> {
        let mut left = self.once;
        std::iter::from_fn(move || {
            let next = Bird::from_index(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(next)
        })
    }

    /// The cards, in canonical order, each as often as it is there.
    pub fn birds(&self) -> impl Iterator<Item = Bird> + use<> {
        let flock = *self;
        self.kinds().flat_map(move |bird| std::iter::repeat_n(bird, flock.copies(bird)))
    }

    /// The cards of a species.
    #[must_use]
    pub const fn only(&self, species: Species) -> Self {
        Self { once: self.once & of(species), twice: self.twice & of(species) }
    }

    /// The eggs that all cards show (PM-1.2).
    pub fn eggs(&self) -> i32 {
        self.birds().map(|bird| i32::from(bird.eggs())).sum()
    }

    /// How many cards the species has of which there are most (PM-3.3).
    #[inline]
    pub fn largest(&self) -> usize {
        Species::ALL.into_iter().map(|species| self.count(species)).max().unwrap_or(0)
    }
}

impl FromIterator<Bird> for Flock {
    fn from_iter<I: IntoIterator<Item = Bird>>(birds: I) -> Self {
        let mut flock = Self::EMPTY;
        birds.into_iter().for_each(|bird| flock.insert(bird));
        flock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flock_holds_what_was_put_in() {
        let bird = |index| Bird::from_index(index).expect("a card");
        let mut flock: Flock = [0, 0, 5, 6, 35].into_iter().map(bird).collect();
        assert_eq!((flock.len(), flock.pair_count(), flock.largest()), (5, 1, 3));
        assert_eq!(flock.birds().map(Bird::index).collect::<Vec<_>>(), [0, 0, 5, 6, 35]);
        assert_eq!((flock.count(Species::Blackbird), flock.only(Species::Blackbird).eggs()), (3, 1 + 1 + 3));
        assert!(flock.remove(bird(0)) && flock.has(bird(0)) && flock.remove(bird(0)) && !flock.remove(bird(0)));
        assert_eq!((flock.len(), flock.pairs().count(), flock.copies(bird(0))), (3, 0, 0));
    }
}
