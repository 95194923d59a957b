//! The figures: of one game or of all games, and of each player.

use super::{Course, Rating};
use crate::table::{Book, count_of};
use serde::Serialize;
use std::{collections::BTreeMap, fmt};

/// What is to be said of one game, or of all together.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The game; none for all together.
    pub game: Option<&'static str>,
    /// Its rule book.
    #[serde(skip)]
    pub book: Option<&'static Book>,
    /// Games that were played to their end. All other figures are of these, unless they say otherwise.
    #[serde(rename = "games")]
    pub finished: u32,
    /// Games that may go on.
    pub unfinished: u32,
    /// Games that nobody will finish.
    pub closed: u32,
    /// Games in which something was found that the table didn't let stand.
    pub with_findings: u32,
    /// Games that nobody won.
    pub nobody_won: u32,
    /// How long they took.
    pub time: PlayTime,
    /// Those who play, the best first, as far as it is sure who that is.
    pub players: Vec<PlayerFigures>,
    /// Those who played against each other, those who did most often first.
    pub head_to_head: Vec<HeadToHead>,
    /// The best item of each kind on all score sheets.
    pub best: Vec<Best>,
    /// The results over time, game by game.
    #[serde(skip)]
    pub course: Course,
}

impl Figures {
    /// How many games there were and of what sort, on which `days` (the first and the last), and how long they took.
    pub fn summary(&self, days: Option<&[String; 2]>) -> String {
        let mut said = vec![count_of(self.finished as usize, "finished game", "finished games")];
        let apart = [
            (self.unfinished, "unfinished"),
            (self.closed, "closed"),
            (self.with_findings, "with findings"),
            (self.nobody_won, "that nobody won"),
        ];
        said.extend(apart.into_iter().filter(|(games, _)| *games > 0).map(|(games, what)| format!("{games} {what}")));
        match days {
            Some([first, last]) if first == last => said.push(first.clone()),
            Some([first, last]) => said.push(format!("{first} to {last}")),
            None => {}
        }
        match self.time.games {
            0 => {}
            all if all == self.finished => said.push(format!("{} played", self.time)),
            1 => said.push(format!("{} played in the 1 that tells", self.time)),
            some => said.push(format!("{} played in the {some} that tell", self.time)),
        }
        said.join(" · ")
    }
}

/// Time that was spent, without pauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayTime {
    /// Games that say.
    pub games: u32,
    /// What these took, in seconds.
    pub seconds: u64,
}

impl fmt::Display for PlayTime {
    /// `41 h 5 min`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hours, minutes) = (self.seconds / 3600, self.seconds / 60 % 60);
        match (hours, minutes) {
            (0, minutes) => write!(f, "{minutes} min"),
            (hours, 0) => write!(f, "{hours} h"),
            _ => write!(f, "{hours} h {minutes} min"),
        }
    }
}

/// What is to be said of a player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerFigures {
    /// The name, as the latest game spells it, or the alias.
    pub name: String,
    /// Games that were played to their end.
    pub games: u32,
    /// How many of them this player won, alone or with others.
    pub wins: u32,
    /// How many of these wins are shared.
    pub shared: u32,
    /// Wins by games; none without a game.
    pub win_rate: Option<f64>,
    /// What was reached, for each thing that is counted.
    pub totals: Vec<Totals>,
    /// How often this player broke a rule, and the table didn't let it stand.
    pub fouls: u32,
    /// In how many games anybody did.
    pub with_findings: u32,
    /// How long this player played.
    pub time: PlayTime,
    /// Games that may go on.
    pub unfinished: u32,
    /// Games that nobody will finish.
    pub closed: u32,
    /// How well this player plays; none without a game whose places are known.
    pub rating: Option<Rating>,
}

impl PlayerFigures {
    /// What was reached where points are counted.
    pub fn points(&self) -> Option<&Totals> {
        self.totals.iter().find(|totals| totals.unit == super::outcome::POINTS)
    }
}

/// The totals of a player, of what is counted in all.
#[derive(Clone, Debug, Serialize)]
pub struct Totals {
    /// What is counted: `points`, or `tokens`.
    pub unit: &'static str,
    /// Games of which the total is known.
    pub games: u32,
    /// Their mean.
    pub average: f64,
    /// The highest.
    pub best: i32,
    /// The lowest.
    pub worst: i32,
    /// How often each was reached.
    #[serde(skip)]
    pub counts: BTreeMap<i32, u32>,
}

impl Totals {
    /// Of totals that were reached so often; none if there are none.
    pub(super) fn of(unit: &'static str, counts: BTreeMap<i32, u32>) -> Option<Self> {
        let (worst, best) = (*counts.first_key_value()?.0, *counts.last_key_value()?.0);
        let games: u32 = counts.values().sum();
        let sum: f64 = counts.iter().map(|(total, times)| f64::from(*total) * f64::from(*times)).sum();
        Some(Self { unit, games, average: sum / f64::from(games), best, worst, counts })
    }

    /// The total that so large a part of all are at most: 0.5 gives the median. Between two it is the lower.
    pub fn quantile(&self, part: f64) -> i32 {
        let mut left = (f64::from(self.games) * part).ceil().max(1.0);
        for (total, times) in &self.counts {
            left -= f64::from(*times);
            if left <= 0.0 {
                return *total;
            }
        }
        self.best
    }
}

/// How two players did against each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeadToHead {
    /// Their names.
    pub players: [String; 2],
    /// Games that both played, and whose places are known.
    pub games: u32,
    /// In how many of them each had the better place.
    pub ahead: [u32; 2],
    /// In how many they shared one.
    pub level: u32,
}

/// The best that was on a score sheet, of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Best {
    /// What sort of item: `bird`, `majority`.
    pub kind: &'static str,
    /// What it brought.
    pub points: i32,
    /// What it is, as on the sheet.
    pub label: String,
    /// Its explanation.
    pub why: String,
    /// Who had it.
    pub player: String,
    /// The game.
    pub game: &'static str,
    /// Its day.
    pub date: Option<String>,
    /// Its log.
    pub file: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_as_counted_by_hand() {
        let totals = Totals::of("points", [(-3, 1), (4, 2), (10, 1)].into()).expect("some");
        assert_eq!((totals.games, totals.best, totals.worst), (4, 10, -3));
        assert!((totals.average - 3.75).abs() < 1e-12);
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(|part| totals.quantile(part)), [-3, -3, 4, 4, 10]);
        assert!(Totals::of("points", BTreeMap::new()).is_none());
    }
}
