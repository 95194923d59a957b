//! The points of Piepmatz (PM-6).

use super::{
    Piepmatz,
    state::Collection,
    step::{SPECIES, eggs, species},
};
use crate::model::Score;

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

/// PM-6.2: the eggs that a species brings a player; none where others have more of it.
pub fn majority(collections: &[Collection], seat: usize, of: &str) -> Option<i32> {
    let most = collections.iter().map(|collection| count(collection, of)).max().unwrap_or_default();
    let mine = collections[seat].birds.iter().filter(|bird| species(bird) == of);
    (most > 0 && count(&collections[seat], of) == most).then(|| mine.map(|bird| eggs(bird)).sum())
}

/// PM-6.3
fn seeds(collection: &Collection) -> i32 {
    collection.seeds.iter().map(|seed| seed.parse::<i32>().expect("a seed")).sum()
}

/// Cards in one order, whatever order they are told in.
pub fn sorted(cards: &str) -> String {
    let mut cards: Vec<&str> = cards.split(' ').filter(|card| *card != "-").collect();
    cards.sort_unstable();
    cards.join(" ")
}

/// What scored, an item each: a species only where somebody has a bird of it.
fn items(collections: &[Collection], seat: usize) -> Vec<String> {
    let mine = &collections[seat];
    let line = |label: &str, points: i32, clause: &str, cards: &[String]| {
        format!("{label}: {points} PM-{clause} {}", sorted(&cards.join(" ")))
    };
    let mut twice = mine.birds.clone();
    twice.sort_unstable();
    twice.dedup();
    twice.retain(|bird| mine.birds.iter().filter(|other| *other == bird).count() == 2);
    let mut items = vec![line("pairs", 5 * pairs(mine), "6.1", &twice)];
    let names = ["Blackbirds", "Sparrows", "Bullfinches", "Chaffinches", "Greenfinches", "Yellowhammers"];
    for (of, name) in SPECIES.iter().zip(names) {
        if collections.iter().any(|collection| count(collection, of) > 0) {
            let birds: Vec<String> = mine.birds.iter().filter(|bird| species(bird) == *of).cloned().collect();
            items.push(line(name, majority(collections, seat, of).unwrap_or_default(), "6.2", &birds));
        }
    }
    items.push(line("seeds", seeds(mine), "6.3", &mine.seeds));
    items
}

/// A round's points.
pub fn points(collections: &[Collection], seat: usize) -> i32 {
    let majorities: i32 = SPECIES.iter().filter_map(|of| majority(collections, seat, of)).sum();
    5 * pairs(&collections[seat]) + majorities + seeds(&collections[seat])
}

/// Those of these seats that have the most.
fn most(seats: &[usize], of: &[i32]) -> Vec<usize> {
    let most = seats.iter().map(|&seat| of[seat]).max();
    seats.iter().copied().filter(|&seat| Some(of[seat]) == most).collect()
}

impl Piepmatz {
    /// The score sheet of all rounds that were begun: one, where all is right. PM-6.4
    pub(super) fn sheet(&self) -> Score {
        let mut played = self.past.clone();
        if self.table.is_some() {
            played.push(self.collections());
        }
        let seats: Vec<usize> = (0..self.players).collect();
        let each = |count: &dyn Fn(&[Collection], usize) -> i32| {
            let sum = |seat: usize| played.iter().map(|collections| count(collections, seat)).sum();
            seats.iter().map(|&seat| sum(seat)).collect::<Vec<i32>>()
        };
        let totals: Vec<i32> =
            each(&points).iter().zip(&seats).map(|(points, &seat)| points + self.decided.in_all(seat)).collect();
        let with_most_points = most(&seats, &totals);
        let winners = most(&with_most_points, &each(&|collections, seat| pairs(&collections[seat])));
        let round = |collections: &[Collection], seat: usize| {
            let points = points(collections, seat);
            (items(collections, seat), (points, points))
        };
        let is_over = self.is_over();
        let mut rounds: Vec<Vec<_>> =
            seats.iter().map(|&seat| played.iter().map(|collections| round(collections, seat)).collect()).collect();
        self.decided.enter::<Self>(&mut rounds);
        Score {
            complete: is_over,
            tiebreak: is_over && winners.len() < with_most_points.len(),
            winners: if is_over { winners } else { Vec::new() },
            rounds,
            totals: totals.into_iter().map(|total| (total, total)).collect(),
        }
    }
}
