//! Sets with one bit for each item: the common part of sets of suits and sets of cards.

/// Implements the set operations for `$Set`, a number in which the bit at the index of an `$Item` means that the set contains the
/// item. `$Iter` is the iterator over a set.
macro_rules! bit_set {
    ($Set:ident of $Item:ident, iterated by $Iter:ident) => {
        impl $Set {
            /// The empty set.
            pub const EMPTY: $Set = $Set(0);

            /// This set with `item`.
            #[must_use]
            pub const fn with(self, item: $Item) -> $Set {
                $Set(self.0 | 1 << item.index())
            }

            /// This set without `item`.
            #[must_use]
            pub const fn without(self, item: $Item) -> $Set {
                $Set(self.0 & !(1 << item.index()))
            }

            /// The items in either set.
            #[must_use]
            pub const fn union(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// The items in both sets.
            #[must_use]
            pub const fn intersection(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// Whether `item` is in the set.
            pub const fn contains(self, item: $Item) -> bool {
                self.0 & 1 << item.index() != 0
            }

            /// The number of items.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The first item in canonical order.
            pub const fn first(self) -> Option<$Item> {
                $Item::from_index(self.0.trailing_zeros() as usize)
            }

            /// All items, in canonical order.
            pub const fn iter(self) -> $Iter {
                $Iter(self)
            }
        }

        impl std::ops::BitAnd for $Set {
            type Output = $Set;
            fn bitand(self, other: $Set) -> $Set {
                self.intersection(other)
            }
        }

        impl std::ops::BitOr for $Set {
            type Output = $Set;
            fn bitor(self, other: $Set) -> $Set {
                self.union(other)
            }
        }

        impl From<$Item> for $Set {
            fn from(item: $Item) -> $Set {
                $Set::EMPTY.with(item)
            }
        }

        impl FromIterator<$Item> for $Set {
            fn from_iter<I: IntoIterator<Item = $Item>>(items: I) -> $Set {
                items.into_iter().fold($Set::EMPTY, $Set::with)
            }
        }

        impl IntoIterator for $Set {
            type Item = $Item;
            type IntoIter = $Iter;
            fn into_iter(self) -> $Iter {
                self.iter()
            }
        }

        impl std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($Set), "({})"), self)
            }
        }

        /// An iterator over a set, in canonical order.
        #[derive(Debug, Clone)]
        pub struct $Iter($Set);

        impl Iterator for $Iter {
            type Item = $Item;

            fn next(&mut self) -> Option<$Item> {
                let first = self.0.first()?;
                self.0 = self.0.without(first);
                Some(first)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl ExactSizeIterator for $Iter {}
        impl std::iter::FusedIterator for $Iter {}
    };
}

pub(super) use bit_set;
