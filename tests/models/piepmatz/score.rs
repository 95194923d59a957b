//! The points of Piepmatz (PM-6).

use super::{
    Piepmatz,
    state::Collection,
    step::{SPECIES, eggs, species},
};

fn number(count: usize) -> i32 {
    i32::try_from(count).expect("a small number")
}

/// How many birds of a species lie in a collection.
pub fn count(collection: &Collection, of: &str) -> usize {
    collection.birds.iter().filter(|bird| species(bird) == of).count()
}

/// PM-6.1
pub fn pairs(collection: &Collection) -> i32 {
    let mut pairs = 0;
    for of in SPECIES {
        for value in 1..=6 {
            let bird = format!("{of}{value}");
            pairs += number(collection.birds.iter().filter(|other| **other == bird).count() / 2);
        }
    }
    pairs
}

impl Piepmatz {
    /// PM-6.2: the eggs that a species brings a player; none where others have more of it.
    pub fn majority(&self, seat: usize, of: &str) -> Option<i32> {
        let collections = self.collections();
        let most = collections.iter().map(|collection| count(collection, of)).max().unwrap_or_default();
        let mine = collections[seat].birds.iter().filter(|bird| species(bird) == of);
        (most > 0 && count(&collections[seat], of) == most).then(|| mine.map(|bird| eggs(bird)).sum())
    }

    /// PM-6.3
    pub fn seeds(&self, seat: usize) -> i32 {
        self.collections()[seat].seeds.iter().map(|seed| seed.parse::<i32>().expect("a seed")).sum()
    }

    /// What scored, an item each.
    pub fn items(&self, seat: usize) -> Vec<String> {
        let collection = &self.collections()[seat];
        let species = SPECIES.iter().map(|of| format!("{of} {}: {:?}", count(collection, of), self.majority(seat, of)));
        let pairs = format!("pairs {}", pairs(collection));
        [pairs].into_iter().chain(species).chain([format!("seeds {}", self.seeds(seat))]).collect()
    }

    pub fn total(&self, seat: usize) -> i32 {
        let majorities: i32 = SPECIES.iter().filter_map(|of| self.majority(seat, of)).sum();
        5 * pairs(&self.collections()[seat]) + majorities + self.seeds(seat)
    }

    /// PM-6.4: who won, and whether pairs decided between equal sums.
    pub fn winners(&self) -> (Vec<usize>, bool) {
        let collections = self.collections();
        let most = (0..self.players).map(|seat| self.total(seat)).max();
        let best: Vec<usize> = (0..self.players).filter(|&seat| Some(self.total(seat)) == most).collect();
        let most_pairs = best.iter().map(|&seat| pairs(&collections[seat])).max();
        let winners: Vec<usize> = best.iter().copied().filter(|&seat| Some(pairs(&collections[seat])) == most_pairs).collect();
        let decided = winners.len() < best.len();
        (winners, decided)
    }
}
