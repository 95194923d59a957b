//! Eggs: on offer, in piles, and (where the table lists them) in the deck.

use super::MOST;
use crate::table::Seat;
use smallvec::SmallVec;

/// The value of an egg; below 0 it explodes (EE-1.4).
pub type Value = i16;

/// What is known of an egg in a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Its value.
    Worth(Value),
    /// That a Scout laid it face down, and nothing more (EE-3.6).
    Down {
        /// Whose Scout.
        scout: Seat,
        /// In which turn.
        laid: u8,
    },
}

impl What {
    /// The value, if it is known.
    #[inline]
    pub const fn value(self) -> Option<Value> {
        match self {
            Self::Worth(value) => Some(value),
            Self::Down { .. } => None,
        }
    }

    /// Whose Scout laid it, if that is all that is known.
    #[inline]
    pub const fn scout(self) -> Option<Seat> {
        match self {
            Self::Worth(_) => None,
            Self::Down { scout, .. } => Some(scout),
        }
    }
}

/// An egg in a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Egg {
    /// What is known of it.
    pub what: What,
    /// Whether the Courier that collected it may still give it away (EE-4.2).
    pub gift: bool,
}

/// A player's eggs of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pile {
    eggs: SmallVec<[Egg; 14]>,
}

impl Pile {
    /// Its eggs, in the order in which they came.
    #[inline]
    pub fn eggs(&self) -> &[Egg] {
        &self.eggs
    }

    /// Whether it holds none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.eggs.is_empty()
    }

    #[inline]
    pub(super) fn push(&mut self, egg: Egg) {
        self.eggs.push(egg);
    }

    pub(super) fn remove(&mut self, index: usize) -> Egg {
        self.eggs.remove(index)
    }

    /// The values that are known, highest first.
    pub fn values(&self) -> Vec<Value> {
        let mut values: Vec<Value> = self.eggs.iter().filter_map(|egg| egg.what.value()).collect();
        values.sort_unstable_by(|one, other| other.cmp(one));
        values
    }

    /// The Scouts whose eggs nobody has named yet, once for each egg, in seat order.
    pub fn unnamed(&self) -> Vec<Seat> {
        let mut scouts: Vec<Seat> = self.eggs.iter().filter_map(|egg| egg.what.scout()).collect();
        scouts.sort_unstable();
        scouts
    }

    /// What the known eggs are worth together.
    #[inline]
    pub fn worth(&self) -> i32 {
        self.eggs.iter().filter_map(|egg| egg.what.value()).map(i32::from).sum()
    }

    /// Whether there is an egg of this value.
    #[inline]
    pub(super) fn has(&self, value: Value) -> bool {
        self.eggs.iter().any(|egg| egg.what == What::Worth(value))
    }

    /// Whether there is an unnamed egg of this Scout.
    #[inline]
    pub(super) fn has_down(&self, scout: Seat) -> bool {
        self.eggs.iter().any(|egg| egg.what.scout() == Some(scout))
    }

    /// Whether there is an egg without a name.
    #[inline]
    pub(super) fn has_unnamed(&self) -> bool {
        self.eggs.iter().any(|egg| egg.what.scout().is_some())
    }

    /// The eggs that a Courier may still give away.
    #[inline]
    pub(super) fn gifts(&self) -> impl Iterator<Item = &Egg> {
        self.eggs.iter().filter(|egg| egg.gift)
    }

    /// Where the egg of this value lies: a Courier's first or last (EE-4.2, EE-4.4).
    pub(super) fn find(&self, value: Value, gift_first: bool) -> Option<usize> {
        self.first(|egg| egg.what == What::Worth(value), gift_first)
    }

    /// Where the unnamed egg of this Scout lies, or of any: a Courier's first or last, then the older.
    pub(super) fn find_down(&self, scout: Option<Seat>, gift_first: bool) -> Option<usize> {
        self.first(|egg| egg.what.scout().is_some_and(|of| scout.is_none_or(|scout| scout == of)), gift_first)
    }

    fn first(&self, fits: impl Fn(&Egg) -> bool, gift_first: bool) -> Option<usize> {
        let age = |egg: &Egg| if let What::Down { laid, .. } = egg.what { laid } else { 0 };
        let fitting = self.eggs.iter().enumerate().filter(|(_, egg)| fits(egg));
        fitting.min_by_key(|(_, egg)| (egg.gift != gift_first, age(egg))).map(|(index, _)| index)
    }

    /// An egg of this Scout gets its value: the older of several (EE-3.6).
    pub(super) fn open(&mut self, scout: Seat, value: Value) {
        let age = |egg: &Egg| match egg.what {
            What::Down { scout: of, laid } if of == scout => Some(laid),
            _ => None,
        };
        let oldest = self.eggs.iter_mut().filter_map(|egg| Some((age(egg)?, egg))).min_by_key(|(laid, _)| *laid);
        if let Some((_, egg)) = oldest {
            egg.what = What::Worth(value);
        }
    }

    /// No Courier may give any of these away any more.
    pub(super) fn keep_all(&mut self) {
        self.eggs.iter_mut().for_each(|egg| egg.gift = false);
    }
}

/// The eggs that lie in the middle (EE-1.4, EE-4.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Face up, highest first.
    pub up: SmallVec<[Value; 8]>,
    /// Face down: how many of each player's Scout.
    pub down: [u8; MOST],
    /// The turn in which those were laid.
    pub laid: u8,
}

impl Offer {
    /// Whether nothing lies there.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.up.is_empty() && !self.has_down()
    }

    /// Whether an egg lies there face down.
    #[inline]
    pub fn has_down(&self) -> bool {
        self.down != [0; MOST]
    }

    /// How many lie there face down.
    pub fn count_down(&self) -> usize {
        self.down.iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether a face-up egg lies there that does not explode.
    #[inline]
    pub fn has_good(&self) -> bool {
        self.up.iter().any(|&value| value >= 0)
    }

    /// The Scouts that laid what lies face down, each once.
    pub fn scouts(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(MOST).filter(|seat| self.down[seat.index()] > 0)
    }

    /// The values that lie face up, each once, highest first.
    pub fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.up.iter().enumerate().filter(|(nth, value)| *nth == 0 || self.up[nth - 1] != **value).map(|(_, value)| *value)
    }

    /// Takes a face-up egg away. False if there is none of this value.
    pub(super) fn take(&mut self, value: Value) -> bool {
        let at = self.up.iter().position(|&up| up == value);
        at.map(|at| self.up.remove(at)).is_some()
    }

    /// Takes a Scout's egg away. False if there is none.
    pub(super) fn take_down(&mut self, scout: Seat) -> bool {
        let count = &mut self.down[scout.index()];
        let there = *count > 0;
        *count -= u8::from(there);
        there
    }

    pub(super) fn clear(&mut self) {
        self.up.clear();
        self.down = [0; MOST];
    }
}
