//! Eggs: on offer, in piles, and (if listed) in the deck.

use super::MOST;
use crate::table::Seat;
use smallvec::SmallVec;

/// The value of an egg; below 0 it explodes (EE-1.4).
pub(crate) type EggValue = i16;

/// The number of eggs in the box (EE-1.5).
pub(crate) const BOX: usize = 42;

/// The lowest and the highest assumed value of an egg if the table lists none (EE-1.5).
pub(crate) const UNLISTED: (i32, i32) = (-20, 20);

/// The knowledge about an egg in a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EggKnowledge {
    Worth(EggValue),
    /// A face-down egg of unknown value, with its Scout and the turn in which it was laid (EE-3.6).
    Down {
        scout: Seat,
        laid: u8,
    },
    /// An egg of a position, without a stated value.
    Unstated,
}

impl EggKnowledge {
    pub const fn value(self) -> Option<EggValue> {
        match self {
            Self::Worth(value) => Some(value),
            Self::Down { .. } | Self::Unstated => None,
        }
    }

    /// The player whose Scout laid a face-down egg of unknown value.
    pub const fn scout(self) -> Option<Seat> {
        match self {
            Self::Worth(_) | Self::Unstated => None,
            Self::Down { scout, .. } => Some(scout),
        }
    }

    /// Whether a step that names this value means this egg. A step names `None` for an egg that lies face down.
    pub fn is_called(self, value: Option<EggValue>) -> bool {
        match self {
            Self::Worth(known) => value == Some(known),
            Self::Down { .. } => value.is_none(),
            Self::Unstated => false,
        }
    }

    /// The turn in which a face-down egg was laid; 0 for all other eggs, which sort first.
    pub(crate) const fn laid(self) -> u8 {
        match self {
            Self::Worth(_) | Self::Unstated => 0,
            Self::Down { laid, .. } => laid,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Egg {
    pub known: EggKnowledge,
    /// Whether the Courier that collected the egg may still give it away (EE-4.2).
    pub is_gift: bool,
}

/// A player's eggs of one round, in order of arrival.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct EggPile {
    pub eggs: SmallVec<[Egg; 14]>,
}

impl EggPile {
    /// The known values, highest first.
    pub(crate) fn values(&self) -> Vec<EggValue> {
        let mut values: Vec<EggValue> = self.eggs.iter().filter_map(|egg| egg.known.value()).collect();
        values.sort_unstable_by(|first, second| second.cmp(first));
        values
    }

    /// The Scouts of unnamed eggs, once for each egg, in seat order.
    pub(crate) fn unnamed(&self) -> Vec<Seat> {
        let mut scouts: Vec<Seat> = self.eggs.iter().filter_map(|egg| egg.known.scout()).collect();
        scouts.sort_unstable();
        scouts
    }

    /// The number of eggs of unstated value.
    pub(crate) fn unstated_count(&self) -> usize {
        self.eggs.iter().filter(|egg| egg.known == EggKnowledge::Unstated).count()
    }

    /// The sum of the known values.
    pub(crate) fn worth(&self) -> i32 {
        self.eggs.iter().filter_map(|egg| egg.known.value()).map(i32::from).sum()
    }

    pub(crate) fn has(&self, fits: impl Fn(EggKnowledge) -> bool) -> bool {
        self.eggs.iter().any(|egg| fits(egg.known))
    }

    /// The eggs that a Courier may still give away (EE-4.2).
    pub(crate) fn gifts(&self) -> impl Iterator<Item = EggKnowledge> {
        self.eggs.iter().filter(|egg| egg.is_gift).map(|egg| egg.known)
    }

    /// The index of the oldest egg that `fits`. By `prefers_gift`, a Courier's gift is the first or the last choice (EE-4.2,
    /// EE-4.4).
    pub(crate) fn find(&self, prefers_gift: bool, fits: impl Fn(EggKnowledge) -> bool) -> Option<usize> {
        let fitting = self.eggs.iter().enumerate().filter(|(_, egg)| fits(egg.known));
        fitting.min_by_key(|(_, egg)| (egg.is_gift != prefers_gift, egg.known.laid())).map(|(index, _)| index)
    }

    /// Whether the pile has a known egg of this value. `is_gift` chooses between eggs that a Courier may give and others.
    pub(crate) fn is_known(&self, value: EggValue, is_gift: bool) -> bool {
        self.eggs.iter().any(|egg| egg.known == EggKnowledge::Worth(value) && egg.is_gift == is_gift)
    }

    /// Sets the value of an egg of unstated value; `is_gift` chooses as in `is_known`. Returns false if the pile has no such egg.
    pub(crate) fn name_value(&mut self, value: EggValue, is_gift: bool) -> bool {
        let egg = self.eggs.iter_mut().find(|egg| egg.known == EggKnowledge::Unstated && egg.is_gift == is_gift);
        egg.map(|egg| egg.known = EggKnowledge::Worth(value)).is_some()
    }

    /// Sets the value of a face-down egg of this Scout; of several, the oldest (EE-3.6).
    pub(crate) fn open(&mut self, scout: Seat, value: EggValue) {
        let of_scout = self.eggs.iter_mut().filter(|egg| egg.known.scout() == Some(scout));
        if let Some(egg) = of_scout.min_by_key(|egg| egg.known.laid()) {
            egg.known = EggKnowledge::Worth(value);
        }
    }
}

/// The eggs on offer (EE-1.4, EE-4.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct EggsOnOffer {
    /// The face-up eggs, highest first.
    pub up: SmallVec<[EggValue; 8]>,
    /// The number of face-down eggs from each player's Scouts.
    pub down: [u8; MOST],
    /// The turn in which the face-down eggs were laid.
    pub laid: u8,
}

impl EggsOnOffer {
    pub(crate) fn has_down(&self) -> bool {
        self.down != [0; MOST]
    }

    /// Whether a face-up egg that does not explode is on offer.
    pub(crate) fn has_good(&self) -> bool {
        self.up.iter().any(|&value| value >= 0)
    }

    /// The Scouts of the face-down eggs, each once.
    pub(crate) fn scouts(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(MOST).filter(|seat| self.down[seat.index()] > 0)
    }

    /// The Scouts of the face-down eggs, once for each egg.
    pub(crate) fn down_eggs(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(MOST).flat_map(|seat| std::iter::repeat_n(seat, self.down[seat.index()].into()))
    }

    /// The values of the face-up eggs, each once, highest first.
    pub(crate) fn values(&self) -> impl Iterator<Item = EggValue> + '_ {
        self.up.iter().enumerate().filter(|(nth, value)| *nth == 0 || self.up[nth - 1] != **value).map(|(_, value)| *value)
    }
}

/// The listed eggs of a round that are not seen yet (`[deck] eggs`, EE-1.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ListedEggs {
    /// The eggs not named in the log, highest first: in the deck, face down, or discarded face down.
    pub unseen: SmallVec<[EggValue; 64]>,
    /// The number of eggs in the deck.
    pub left: usize,
}

impl ListedEggs {
    pub(crate) fn new(listed: &[EggValue]) -> Self {
        Self { unseen: listed.into(), left: listed.len() }
    }

    fn position(&self, value: EggValue) -> Option<usize> {
        self.unseen.binary_search_by(|unseen| value.cmp(unseen)).ok()
    }

    pub(crate) fn holds(&self, value: EggValue) -> bool {
        self.position(value).is_some()
    }

    /// Removes a value that was seen from the unseen ones.
    pub(crate) fn add_seen(&mut self, value: EggValue) {
        if let Some(index) = self.position(value) {
            self.unseen.remove(index);
        }
    }

    /// Draws an egg unseen. Returns false if the deck is empty.
    pub(crate) fn draw(&mut self) -> bool {
        let has_egg = self.left > 0;
        self.left -= usize::from(has_egg);
        has_egg
    }

    /// The first of these values that can't turn up if all are revealed at once (EE-1.5).
    pub(crate) fn missing(&self, values: &[EggValue]) -> Option<EggValue> {
        let count = |values: &[EggValue], value: EggValue| values.iter().filter(|&&counted| counted == value).count();
        let missing = values.iter().enumerate().find(|&(nth, &value)| count(&values[..nth], value) >= count(&self.unseen, value));
        missing.map(|(_, &value)| value)
    }

    /// The lowest and the highest sum of `count` unseen eggs.
    pub(crate) fn range(&self, count: usize) -> (i32, i32) {
        let sum = |eggs: &[EggValue]| eggs.iter().copied().map(i32::from).sum();
        let count = count.min(self.unseen.len());
        (sum(&self.unseen[self.unseen.len() - count..]), sum(&self.unseen[..count]))
    }
}
