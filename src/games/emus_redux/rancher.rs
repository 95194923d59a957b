//! What is one player's own: birds, the Excuses spent on them, what was taken from the market.

use crate::emu::{Bird, BirdNumber, Ranch, Reckoning, reckon};
use smallvec::SmallVec;

/// One player's year.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rancher {
    /// The birds by number; those that were discarded with an Excuse keep theirs.
    pub birds: Ranch,
    /// The birds that an Excuse was spent on (RX-5.4).
    pub excused: SmallVec<[BirdNumber; 2]>,
    /// How many Excuses are known, at the year's end, to have stayed in hand (RX-6.7).
    pub excuses: u8,
    /// How many cards were taken from the market (RX-4.5).
    pub market_draws: u8,
}

/// What becomes of a player's birds (RX-6).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// What each bird brings if it is scored.
    pub birds: Vec<Reckoning>,
    /// The birds that are discarded with an Excuse instead, in the order of the Excuses.
    pub excused: Vec<BirdNumber>,
    /// The birds that Excuses left in hand would have been best used on.
    pub missed: Vec<BirdNumber>,
}

impl Rancher {
    /// A bird that lies on the table.
    #[inline]
    pub fn bird(&self, number: BirdNumber) -> Option<&Bird> {
        if self.excused.contains(&number) { None } else { self.birds.get(number.index()) }
    }

    /// The birds that lie on the table.
    pub fn on_table(&self) -> impl Iterator<Item = (BirdNumber, &Bird)> {
        crate::emu::by_number(&self.birds).filter(|(number, _)| !self.excused.contains(number))
    }

    /// The nth bird on the table, counted from 0.
    pub fn nth_bird(&self, nth: usize) -> BirdNumber {
        if self.excused.is_empty() {
            return BirdNumber::from_index(nth);
        }
        self.on_table().nth(nth).map_or(BirdNumber::from_index(nth), |(number, _)| number)
    }

    /// What becomes of the birds: where no Excuse was recorded, those in hand are spent on the birds that lose most (RX-6.7).
    pub fn outcome(&self, upkeep: u16) -> Outcome {
        let birds: Vec<Reckoning> = self.birds.iter().map(|bird| reckon(bird, upkeep)).collect();
        let mut losing: Vec<BirdNumber> = (0..birds.len())
            .filter(|&index| !birds[index].covers())
            .map(BirdNumber::from_index)
            .filter(|number| !self.excused.contains(number))
            .collect();
        losing.sort_by_key(|number| birds[number.index()].points);
        losing.truncate(self.excuses.into());
        let (excused, missed) = if self.excused.is_empty() { (losing, Vec::new()) } else { (self.excused.to_vec(), losing) };
        Outcome { birds, excused, missed }
    }
}

impl Outcome {
    /// What a bird brings: nothing if it is discarded with an Excuse.
    pub fn points(&self, index: usize) -> i32 {
        if self.is_excused(index) { 0 } else { self.birds[index].points }
    }

    /// Whether a bird is discarded with an Excuse.
    pub fn is_excused(&self, index: usize) -> bool {
        self.excused.contains(&BirdNumber::from_index(index))
    }

    /// What all birds bring (RX-6.5).
    pub fn total(&self) -> i32 {
        (0..self.birds.len()).map(|index| self.points(index)).sum()
    }

    /// How many birds lost money: those discarded with an Excuse are not among them (RX-6.6).
    pub fn lost(&self) -> usize {
        (0..self.birds.len()).filter(|&index| !self.is_excused(index) && !self.birds[index].covers()).count()
    }

    /// What a losing bird costs.
    pub fn loss(&self, number: BirdNumber) -> i32 {
        self.birds.get(number.index()).map_or(0, |reckoning| -reckoning.points)
    }
}
