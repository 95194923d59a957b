//! Scoring: mated pairs, majorities, seeds, and who has won (PM-6).

use super::{Flock, MOST, Piepmatz, Seeds, Species};
use crate::table::Seat;

/// What a mated pair scores (PM-6.1).
pub const PAIR: i32 = 5;

/// What lies open before a player (PM-6.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// The birds.
    pub birds: Flock,
    /// The seed cards.
    pub seeds: Seeds,
}

/// The collections of a table, to be compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Collections<'a>(pub &'a [Collection]);

impl Collections<'_> {
    /// How many cards of a species the player has who has most (PM-6.2).
    pub fn most(&self, species: Species) -> usize {
        self.0.iter().map(|collection| collection.birds.count(species)).max().unwrap_or(0)
    }

    /// Whether a player has most cards of a species, alone or tied; with no card there is no majority (PM-6.2).
    pub fn has_most(&self, index: usize, species: Species) -> bool {
        let count = self.0.get(index).map_or(0, |collection| collection.birds.count(species));
        count > 0 && count == self.most(species)
    }

    /// What a player scores for a species (PM-6.2).
    pub fn majority(&self, index: usize, species: Species) -> i32 {
        if self.has_most(index, species) { self.0[index].birds.only(species).eggs() } else { 0 }
    }

    /// What a player scores in all (PM-6.1 to PM-6.3).
    pub fn total(&self, index: usize) -> i32 {
        let Some(mine) = self.0.get(index) else { return 0 };
        let majorities: i32 = Species::ALL.into_iter().map(|species| self.majority(index, species)).sum();
        pairs(mine) + majorities + mine.seeds.eggs()
    }
}

/// What the mated pairs of a collection score (PM-6.1).
pub(super) fn pairs(collection: &Collection) -> i32 {
    PAIR * i32::try_from(collection.birds.pair_count()).unwrap_or_default()
}

impl Piepmatz {
    /// The collections of this round.
    pub(super) fn now(&self) -> Collections<'_> {
        Collections(&self.collections[..self.players])
    }

    /// The collections of each round that has begun.
    pub(super) fn rounds(&self) -> impl Iterator<Item = Collections<'_>> {
        let begun = self.phase != super::Phase::Ready;
        self.past.iter().chain(begun.then_some(&self.collections)).map(|all| Collections(&all[..self.players]))
    }

    /// What each player has so far.
    pub(super) fn totals(&self) -> [i32; MOST] {
        let mut totals = [0; MOST];
        for round in self.rounds() {
            for (index, total) in totals.iter_mut().enumerate() {
                *total += round.total(index);
            }
        }
        totals
    }

    /// How many mated pairs a player has.
    pub(super) fn pairs_of(&self, seat: Seat) -> usize {
        self.rounds().filter_map(|round| round.0.get(seat.index())).map(|mine| mine.birds.pair_count()).sum()
    }

    /// Those with the highest sum, and those of them who win (PM-6.4).
    pub(super) fn best(&self) -> (Vec<Seat>, Vec<Seat>) {
        let totals = self.totals();
        let most = self.seats().map(|seat| totals[seat.index()]).max();
        let tied: Vec<Seat> = self.seats().filter(|seat| Some(totals[seat.index()]) == most).collect();
        let pairs = tied.iter().map(|&seat| self.pairs_of(seat)).max();
        let winners = tied.iter().copied().filter(|&seat| Some(self.pairs_of(seat)) == pairs).collect();
        (tied, winners)
    }
}
