//! The figures for one game or all games, and for each player.

use super::{Rating, Timeline, game_result::POINTS};
use crate::table::{Book, count_of};
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// The figures for one game, or for all games together.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GameStats {
    /// The game. `None` for all games.
    pub game: Option<&'static str>,
    /// The rule book of the game.
    #[serde(skip)]
    pub book: Option<&'static Book>,
    /// The number of finished games. All other figures are about these games, unless their description says otherwise.
    #[serde(rename = "games")]
    pub finished: u32,
    /// The number of games that are still open.
    pub unfinished: u32,
    /// The number of games that were closed before their end.
    pub closed: u32,
    /// The number of games with findings that the table didn't overrule.
    pub with_findings: u32,
    /// The number of games that were taken up in the middle: a position stands for some of their moves.
    pub taken_up: u32,
    /// The number of games that nobody won.
    pub nobody_won: u32,
    /// The number of games without a winner, because their tie-break isn't recorded.
    pub undecided: u32,
    /// The duration of the games.
    pub time: PlayTime,
    /// The duration of a turn. Zero for several games together, whose turns can't be compared.
    pub turn_time: TurnTime,
    /// The players, best first, as far as the ratings are certain.
    pub players: Vec<PlayerStats>,
    /// Pairs of players, those with the most games together first.
    pub head_to_head: Vec<HeadToHead>,
    /// The best item of each kind on all score sheets.
    pub best: Vec<BestRecord>,
    /// The figures of the player that the statistics are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnStats>,
    /// The results over time.
    #[serde(skip)]
    pub timeline: Timeline,
}

/// The player that statistics are about.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerFocus {
    /// The name.
    pub name: String,
    /// The latest games, the last one first.
    pub latest: Vec<PlayedGame>,
}

/// The figures of the player that statistics are about.
#[derive(Clone, Debug, Serialize)]
pub struct OwnStats {
    /// The best item of each kind.
    pub best: Vec<BestRecord>,
    /// The games with the highest totals, the best first. Empty for several games together, whose totals can't be compared.
    pub best_games: Vec<PlayedGame>,
    /// The results for each number of players, as in [`PlayerStats`].
    pub by_players: Vec<PlayerCountStats>,
}

/// A player's results in games of so many players.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerCountStats {
    /// The number of players.
    pub players: usize,
    /// The number of games.
    pub games: u32,
    /// The number of wins, alone or shared.
    pub wins: u32,
    /// The mean of the ranks, where these are known.
    pub average_rank: Option<f64>,
    /// The totals, for each unit. Empty for several games together, whose totals can't be compared.
    pub totals: Vec<TotalStats>,
}

/// A game of the player that statistics are about.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedGame {
    /// The day of the game.
    pub date: Option<String>,
    /// The game.
    pub game: Option<&'static str>,
    /// The rule book of the game.
    #[serde(skip)]
    pub book: Option<&'static Book>,
    /// The players in the order of their ranks.
    pub players: Vec<PlayerRank>,
}

/// A player's rank in a game.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerRank {
    /// The name.
    pub name: String,
    /// The rank, from 1; equal players share one.
    pub rank: u32,
    /// Whether the player won, or shared the win.
    #[serde(rename = "winner")]
    pub is_winner: bool,
    /// The total, if it is known.
    pub total: Option<i32>,
}

impl GameStats {
    /// The numbers of players for which totals are shown apart: totals of different numbers can't be compared. `None` alone if all
    /// games had the same number.
    pub fn player_counts(&self) -> Vec<Option<usize>> {
        let counts = self.players.iter().flat_map(|player| &player.by_players).map(|results| Some(results.players));
        let counts: BTreeSet<Option<usize>> = counts.collect();
        if counts.len() > 1 { counts.into_iter().collect() } else { vec![None] }
    }

    /// The units of the totals, points first.
    pub fn units(&self) -> Vec<&'static str> {
        let units = self.players.iter().flat_map(|player| &player.totals).map(|totals| (totals.unit != POINTS, totals.unit));
        let units: BTreeSet<(bool, &str)> = units.collect();
        units.into_iter().map(|(_, unit)| unit).collect()
    }

    /// A summary on one line: the numbers of games, their first and last day if `days` is given, and the time played.
    pub fn summary(&self, days: Option<&[String; 2]>) -> String {
        let mut parts = vec![count_of(self.finished as usize, "finished game", "finished games")];
        let exceptions = [
            (self.unfinished, "unfinished"),
            (self.closed, "closed"),
            (self.with_findings, "with findings"),
            (self.taken_up, "taken up in the middle"),
            (self.nobody_won, "that nobody won"),
            (self.undecided, "without a recorded tie-break"),
        ];
        parts.extend(exceptions.into_iter().filter(|(games, _)| *games > 0).map(|(games, kind)| format!("{games} {kind}")));
        match days {
            Some([first, last]) if first == last => parts.push(first.clone()),
            Some([first, last]) => parts.push(format!("{first} to {last}")),
            None => {}
        }
        match self.time.games {
            0 => {}
            games if games == self.finished => parts.push(format!("{} played", self.time)),
            1 => parts.push(format!("{} played in the one game with recorded times", self.time)),
            timed_games => parts.push(format!("{} played in the {timed_games} that tell", self.time)),
        }
        parts.extend(self.turn_time.average.map(|_| format!("{} a turn", self.turn_time)));
        parts.join(" · ")
    }
}

/// Time played, without pauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayTime {
    /// The number of games with known times.
    pub games: u32,
    /// The sum of the durations, in seconds.
    pub seconds: u64,
}

impl fmt::Display for PlayTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hours, minutes) = (self.seconds / 3600, self.seconds / 60 % 60);
        match (hours, minutes) {
            (0, minutes) => write!(f, "{minutes} min"),
            (hours, 0) => write!(f, "{hours} h"),
            _ => write!(f, "{hours} h {minutes} min"),
        }
    }
}

/// Time played in games of which every turn is recorded, without pauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TurnTime {
    /// The number of turns in these games.
    pub turns: u32,
    /// The sum of their durations, in seconds.
    pub seconds: u64,
    /// The mean duration of a turn, in seconds. `None` without a turn.
    pub average: Option<u64>,
}

impl fmt::Display for TurnTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.average.unwrap_or_default();
        match (seconds / 60, seconds % 60) {
            (0, seconds) => write!(f, "{seconds} s"),
            (minutes, 0) => write!(f, "{minutes} min"),
            (minutes, seconds) => write!(f, "{minutes} min {seconds} s"),
        }
    }
}

/// The figures for a player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerStats {
    /// The name as in the alias file, otherwise as in the latest game.
    pub name: String,
    /// The number of finished games.
    pub games: u32,
    /// The number of wins, alone or shared.
    pub wins: u32,
    /// The number of wins that are shared.
    pub shared: u32,
    /// Wins per game. `None` without a game.
    pub win_rate: Option<f64>,
    /// The totals, for each unit. Empty for several games together, whose totals can't be compared.
    pub totals: Vec<TotalStats>,
    /// The results for each number of players.
    pub by_players: Vec<PlayerCountStats>,
    /// The number of this player's findings that the table didn't overrule.
    pub fouls: u32,
    /// The number of games with a finding, of any player, that the table didn't overrule.
    pub with_findings: u32,
    /// The number of games that were taken up in the middle.
    pub taken_up: u32,
    /// The duration of this player's games.
    pub time: PlayTime,
    /// The number of games that are still open.
    pub unfinished: u32,
    /// The number of games that were closed before their end.
    pub closed: u32,
    /// The rating. `None` without a game whose ranks are known.
    pub rating: Option<Rating>,
}

impl PlayerStats {
    /// The totals in points.
    pub fn points(&self) -> Option<&TotalStats> {
        self.totals(POINTS, None)
    }

    /// The totals in a unit, only those of games with so many players if `players` is given.
    pub fn totals(&self, unit: &str, players: Option<usize>) -> Option<&TotalStats> {
        let totals = match players {
            None => &self.totals,
            Some(players) => &self.by_players.iter().find(|results| results.players == players)?.totals,
        };
        totals.iter().find(|totals| totals.unit == unit)
    }
}

/// A player's totals in one unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TotalStats {
    /// The unit: `points` or `tokens`.
    pub unit: &'static str,
    /// The number of games with a known total.
    pub games: u32,
    /// The mean of the totals.
    pub average: f64,
    /// The highest total.
    pub best: i32,
    /// The lowest total.
    pub worst: i32,
    /// The number of times that each total was reached.
    #[serde(skip)]
    pub counts: BTreeMap<i32, u32>,
}

impl TotalStats {
    pub(super) fn of(unit: &'static str, counts: BTreeMap<i32, u32>) -> Option<Self> {
        let (worst, best) = (*counts.first_key_value()?.0, *counts.last_key_value()?.0);
        let games: u32 = counts.values().sum();
        let sum: f64 = counts.iter().map(|(total, times)| f64::from(*total) * f64::from(*times)).sum();
        Some(Self { unit, games, average: sum / f64::from(games), best, worst, counts })
    }

    /// The total that this `fraction` of all totals doesn't exceed: 0.5 for the median. Between two totals, the lower one.
    pub fn quantile(&self, fraction: f64) -> i32 {
        let mut remaining = (f64::from(self.games) * fraction).ceil().max(1.0);
        for (total, times) in &self.counts {
            remaining -= f64::from(*times);
            if remaining <= 0.0 {
                return *total;
            }
        }
        self.best
    }
}

/// The comparison of two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeadToHead {
    /// The names of the two players.
    pub players: [String; 2],
    /// The number of games that both played, and whose ranks are known.
    pub games: u32,
    /// The number of games in which each of the two had the better rank.
    pub ahead: [u32; 2],
    /// The number of games in which the two shared a rank.
    pub level: u32,
}

/// The best item of a kind on all score sheets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestRecord {
    /// The kind of item: `bird`, `majority`.
    pub kind: &'static str,
    /// The points.
    pub points: i32,
    /// The label on the sheet.
    pub label: String,
    /// The explanation of the points.
    pub why: String,
    /// The player.
    pub player: String,
    /// The game.
    pub game: &'static str,
    /// The day of the game.
    pub date: Option<String>,
    /// The log of the game.
    pub file: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_as_counted_by_hand() {
        let totals = TotalStats::of("points", [(-3, 1), (4, 2), (10, 1)].into()).expect("some");
        assert_eq!((totals.games, totals.best, totals.worst), (4, 10, -3));
        assert!((totals.average - 3.75).abs() < 1e-12);
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(|fraction| totals.quantile(fraction)), [-3, -3, 4, 4, 10]);
        assert!(TotalStats::of("points", BTreeMap::new()).is_none());
    }
}
