//! Evenings: the games of one day with the same people.

use crate::{
    log::{Log, OffsetTime},
    table::comparison_key,
};
use jiff::{Timestamp, civil::Date};

/// A game as a part of an evening. The order is that of playing: by day, then by `began`, then by file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EveningGame {
    day: Date,
    began: Option<Timestamp>,
    file: String,
    people: Vec<String>,
}

/// The keys of the players' names, which don't depend on seats, letter case or Unicode form.
pub fn people(log: &Log) -> Vec<String> {
    let mut people: Vec<String> = log.players().iter().map(|name| comparison_key(name)).collect();
    people.sort_unstable();
    people
}

impl EveningGame {
    /// The game of a log. `None` if the log doesn't say on which day it was played.
    pub fn of(file: &str, log: &Log) -> Option<Self> {
        let began = log.play_period().began.map(OffsetTime::timestamp);
        Some(Self { day: log.day()?, began, file: file.to_owned(), people: people(log) })
    }

    /// The files of this game's evening among these games, in the order in which they were played.
    pub fn evening(&self, games: impl IntoIterator<Item = Self>) -> Vec<String> {
        let is_same_evening = |game: &Self| (game.day, &game.people) == (self.day, &self.people);
        let mut evening: Vec<Self> = games.into_iter().filter(is_same_evening).collect();
        evening.sort_unstable();
        evening.into_iter().map(|game| game.file).collect()
    }
}
