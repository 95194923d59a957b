//! Seats at the table, clockwise in the order of the log's `players` (TB-1).

/// A player's seat at the table, counted from 0 in the order of the log's `players`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Seat(u8);

impl Seat {
    /// The largest number of seats of any game.
    pub const MOST: usize = 6;

    /// The seat at `index`, counted from 0. An index of 6 or more is a bug in the caller and gives the last seat.
    pub const fn new(index: usize) -> Self {
        let last = Self::MOST - 1;
        #[allow(clippy::cast_possible_truncation)] // at most 5
        Self(if index > last { last } else { index } as u8)
    }

    /// The index of the seat, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise, to the left of this one (TB-1), at a table of `seats`.
    #[must_use]
    pub const fn left(self, seats: usize) -> Self {
        let next = self.index() + 1;
        Self::new(if next >= seats { 0 } else { next })
    }

    /// This seat and all others of a table of `seats`, clockwise.
    pub fn clockwise(self, seats: usize) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), move |seat| Some(seat.left(seats))).take(seats)
    }

    /// All seats of a table, clockwise from the first.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats).map(Self::new)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Self = Self(0);

    /// Every seat of a table of `seats`.
    pub const fn all(seats: usize) -> Self {
        #[allow(clippy::cast_possible_truncation)] // at most six bits
        Self(((1u16 << seats) - 1) as u8)
    }

    /// The set of this seat alone.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// This set with `seat` added.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// This set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Whether the set contains `seat`.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of seats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats of the set with the highest `count`.
    #[must_use]
    pub fn with_most<T: Ord>(self, count: impl Fn(Seat) -> T) -> Self {
        let most = self.iter().map(&count).max();
        self.iter().filter(|&seat| Some(count(seat)) == most).collect()
    }

    /// The seats of the set, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| Seat::new(rest.trailing_zeros() as usize));
            rest &= rest.wrapping_sub(1);
            next
        })
    }

    /// The only seat of the set. Returns `None` if the set doesn't have exactly one.
    pub fn single(self) -> Option<Seat> {
        if self.len() == 1 { self.iter().next() } else { None }
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}
