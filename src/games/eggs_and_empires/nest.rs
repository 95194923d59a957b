//! The listed eggs of a table (`[deck] eggs`, EE-1.5): which there are, which nobody has seen, how many are in the deck.

use super::egg::Value;

/// The most eggs that the box has (EE-1.5).
pub(super) const BOX: usize = 42;

/// The eggs that a table lists: each value once, highest first, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    values: [Value; BOX],
    counts: [u8; BOX],
    kinds: u8,
    total: u8,
}

impl Listed {
    /// The list of these eggs, of which there are no more than the box has.
    pub(super) fn of(eggs: &[Value]) -> Self {
        let mut sorted = eggs.to_vec();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        sorted.truncate(BOX);
        let mut listed = Self { values: [0; BOX], counts: [0; BOX], kinds: 0, total: 0 };
        for value in sorted {
            let kinds = usize::from(listed.kinds);
            if kinds == 0 || listed.values[kinds - 1] != value {
                listed.values[kinds] = value;
                listed.kinds += 1;
            }
            listed.counts[usize::from(listed.kinds) - 1] += 1;
            listed.total += 1;
        }
        listed
    }

    /// How many eggs it lists.
    pub const fn len(&self) -> usize {
        self.total as usize
    }

    /// Whether it lists none.
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Every egg, highest first.
    pub fn eggs(&self) -> impl Iterator<Item = Value> + '_ {
        self.repeated(&self.counts)
    }

    fn repeated<'a>(&'a self, counts: &'a [u8; BOX]) -> impl Iterator<Item = Value> + 'a {
        let kinds = usize::from(self.kinds);
        self.values[..kinds].iter().zip(counts).flat_map(|(&value, &count)| std::iter::repeat_n(value, count.into()))
    }

    #[inline]
    fn index(&self, value: Value) -> Option<usize> {
        self.values[..usize::from(self.kinds)].binary_search_by(|other| value.cmp(other)).ok()
    }
}

/// Where the listed eggs of a round are, as far as the table knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nest {
    listed: Listed,
    /// Of each value, how many nobody has seen.
    unseen: [u8; BOX],
    /// How many lie in the deck.
    left: u8,
}

impl Nest {
    /// All are in the deck.
    pub(super) const fn new(listed: Listed) -> Self {
        Self { unseen: listed.counts, left: listed.total, listed }
    }

    /// How many lie in the deck.
    #[inline]
    pub const fn left(&self) -> usize {
        self.left as usize
    }

    /// How many of this value nobody has seen.
    #[inline]
    pub fn unseen(&self, value: Value) -> usize {
        self.listed.index(value).map_or(0, |index| self.unseen[index].into())
    }

    /// How many of this value there are in all.
    pub fn listed(&self, value: Value) -> usize {
        self.listed.index(value).map_or(0, |index| self.listed.counts[index].into())
    }

    /// Every egg that nobody has seen, highest first: in the deck, face down, or discarded so.
    pub fn unseen_eggs(&self) -> impl Iterator<Item = Value> + '_ {
        self.listed.repeated(&self.unseen)
    }

    /// An egg turns out to be of this value.
    #[inline]
    pub(super) fn see(&mut self, value: Value) {
        if let Some(index) = self.listed.index(value) {
            self.unseen[index] = self.unseen[index].saturating_sub(1);
        }
    }

    /// An egg leaves the deck. False if none is there.
    #[inline]
    pub(super) fn draw(&mut self) -> bool {
        let any = self.left > 0;
        self.left -= u8::from(any);
        any
    }

    /// The first of these values that can't turn up, all of them being seen at once (EE-1.5).
    pub(super) fn missing(&self, values: &[Value]) -> Option<Value> {
        let nth = |at: usize| values[..at].iter().filter(|&&other| other == values[at]).count();
        (0..values.len()).find(|&at| nth(at) >= self.unseen(values[at])).map(|at| values[at])
    }

    /// What `count` eggs that nobody has seen are worth together: at least, and at most.
    pub(super) fn range(&self, count: usize) -> (i32, i32) {
        let sum = |eggs: &mut dyn Iterator<Item = Value>| eggs.take(count).map(i32::from).sum();
        let mut upwards: Vec<Value> = self.unseen_eggs().collect();
        upwards.reverse();
        (sum(&mut upwards.into_iter()), sum(&mut self.unseen_eggs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_eggs_are_counted_by_value() {
        assert!(Listed::of(&[]).is_empty() && !Listed::of(&[3]).is_empty());
        let mut nest = Nest::new(Listed::of(&[5, 13, -6, 5, -6, -6]));
        assert_eq!(nest.unseen_eggs().collect::<Vec<_>>(), [13, 5, 5, -6, -6, -6]);
        assert_eq!((nest.unseen(5), nest.unseen(-6), nest.unseen(4), nest.left()), (2, 3, 0, 6));
        assert_eq!(nest.range(2), (-12, 18));
        assert_eq!(nest.missing(&[5, -6, 5]), None);
        assert_eq!(nest.missing(&[5, -6, 5, 5]), Some(5));
        assert_eq!(nest.missing(&[4]), Some(4));
        nest.see(13);
        assert!(nest.draw());
        assert_eq!((nest.unseen(13), nest.listed(13), nest.left()), (0, 1, 5));
    }

    #[test]
    fn an_empty_deck_gives_nothing() {
        let mut nest = Nest::new(Listed::of(&[3]));
        assert!(nest.draw() && !nest.draw());
        assert_eq!((nest.left(), nest.unseen(3)), (0, 1), "it was drawn, and nobody saw it");
    }
}
