//! Reduces one log to the figures that the statistics need.

use super::super::{ArchiveEntry, EntryContent, GameSummary, aliases::Aliases};
use crate::{
    log::{OffsetTime, Round, is_note},
    referee::Finding,
    table::{Book, Item, and_list, comparison_key, is_same_name},
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use std::cmp::Ordering;

pub(super) const POINTS: &str = "points";

/// Selects games, and resolves the names of players. By default all games are selected, and there are no aliases.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The names of the selected games. If empty, all games are selected.
    pub games: Vec<&'static str>,
    /// The players who all took part in each selected game.
    pub players: Vec<String>,
    /// The earliest day of a selected game.
    pub since: Option<Date>,
    /// The latest day of a selected game.
    pub until: Option<Date>,
    /// Aliases of players.
    pub aliases: Aliases,
}

/// The contribution of a log to the statistics.
#[derive(Debug)]
pub enum StatsInput {
    /// A game that counts.
    Game(Box<GameResult>),
    /// A game outside the selection.
    LeftOut {
        /// Whether the game is left out only because `since` or `until` is set, and the game has no date.
        undated: bool,
    },
    /// A copy of another log, which counts instead.
    Copy {
        /// The file.
        file: String,
        /// The file that counts.
        of: String,
    },
    /// A log that can't be counted.
    Unread {
        /// The file.
        file: String,
        /// The reason, on one line.
        why: String,
    },
}

/// The order of games: by the time they were played, then by the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GameOrder {
    pub moment: Option<Timestamp>,
    pub file: Box<str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completion {
    Finished,
    Unfinished,
    Closed,
}

/// Whether a game has a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Somebody won, perhaps a player who joined late and isn't counted.
    Won,
    /// The players with the most points are tied, and their tie-break isn't recorded.
    Undecided,
    Nobody,
}

/// The figures of one game.
#[derive(Debug)]
pub struct GameResult {
    pub(super) order: GameOrder,
    pub(super) day: Option<Date>,
    pub(super) book: &'static Book,
    pub(super) state: Completion,
    pub(super) unit: &'static str,
    pub(super) fouls: u32,
    /// Whether the game was taken up in the middle.
    pub(super) is_taken_up: bool,
    /// The duration, if it is known.
    pub(super) seconds: Option<u64>,
    /// The number of turns. `None` unless every turn is recorded.
    pub(super) turns: Option<u32>,
    pub(super) decision: Decision,
    /// Whether the ranks are known: somebody won, or every total is exact.
    pub(super) is_ranked: bool,
    /// The players who were there from the beginning to the end.
    pub(super) seats: Vec<SeatResult>,
    pub(super) best: Vec<BestItem>,
}

#[derive(Debug)]
pub(super) struct SeatResult {
    /// The name as displayed.
    pub name: String,
    /// Whether the spelling of the name comes from an alias.
    pub is_alias: bool,
    /// The total, if it is known exactly.
    pub total: Option<i32>,
    pub rank: u32,
    pub is_winner: bool,
    pub fouls: u32,
}

#[derive(Clone, Debug)]
pub(super) struct BestItem {
    pub kind: &'static str,
    pub points: i32,
    pub label: String,
    pub why: String,
    pub seat: usize,
}

impl Selection {
    /// The contribution of an archive entry to the statistics.
    pub fn outcome(&self, entry: &ArchiveEntry) -> StatsInput {
        let file = || entry.file.clone();
        let summary = match &entry.content {
            EntryContent::Log(summary) => summary,
            EntryContent::Copy { of, .. } => return StatsInput::Copy { file: file(), of: of.clone() },
            EntryContent::Unreadable(error) => return StatsInput::Unread { file: file(), why: error.in_a_line() },
        };
        let day = summary.log().day();
        if !self.is_selected(summary) {
            return StatsInput::LeftOut { undated: false };
        }
        let is_in_period = |day: Date| self.since.is_none_or(|since| since <= day) && self.until.is_none_or(|until| day <= until);
        if (self.since.is_some() || self.until.is_some()) && !day.is_some_and(is_in_period) {
            return StatsInput::LeftOut { undated: day.is_none() };
        }
        if let Some(names) = self.doubled_player(summary) {
            let why = format!("the aliases make {} one player, but both play in this game: fix the aliases", and_list(&names));
            return StatsInput::Unread { file: file(), why };
        }
        let moment = summary.log().play_period().began.map(OffsetTime::timestamp);
        let moment = moment.or_else(|| Some(day?.to_zoned(TimeZone::UTC).ok()?.timestamp()));
        StatsInput::Game(Box::new(self.result(summary, GameOrder { moment, file: entry.file.as_str().into() }, day)))
    }

    /// The one player whose games are selected.
    pub fn only_player(&self) -> Option<&str> {
        match &self.players[..] {
            [only] => Some(self.aliases.of(only).unwrap_or(only)),
            _ => None,
        }
    }

    /// The key of a player's name after aliases are resolved.
    fn player_key(&self, name: &str) -> String {
        comparison_key(self.aliases.of(name).unwrap_or(name))
    }

    /// Whether the selection includes the game, apart from its date.
    fn is_selected(&self, summary: &GameSummary) -> bool {
        let takes_part = |name: &String| summary.names().any(|player| self.player_key(player) == self.player_key(name));
        (self.games.is_empty() || self.games.contains(&summary.book().game)) && self.players.iter().all(takes_part)
    }

    /// Two names in the log that the aliases make one player.
    fn doubled_player<'l>(&self, summary: &'l GameSummary) -> Option<[&'l str; 2]> {
        summary.names().enumerate().find_map(|(nth, name)| {
            let earlier = summary.names().take(nth).find(|earlier| self.player_key(earlier) == self.player_key(name))?;
            Some([earlier, name])
        })
    }

    fn result(&self, summary: &GameSummary, order: GameOrder, day: Option<Date>) -> GameResult {
        let sheet = summary.sheet();
        let fouls_of = |name: &str| {
            let is_by_player = |actor: &String| is_same_name(actor, name);
            let is_counted = |finding: &&Finding| finding.is_foul() && finding.actor.as_ref().is_some_and(is_by_player);
            to_u32(summary.findings().iter().filter(is_counted).count())
        };
        let remaining_players = sheet.players.iter().zip(sheet.ranks()).filter(|(player, _)| player.is_whole());
        let seats = remaining_players.map(|(player, rank)| {
            let alias = self.aliases.of(&player.name);
            SeatResult {
                name: alias.unwrap_or(&player.name).to_owned(),
                is_alias: alias.is_some(),
                total: player.total.if_exact(),
                rank: rank.unwrap_or(1),
                is_winner: player.winner,
                fouls: fouls_of(&player.name),
            }
        });
        GameResult {
            is_taken_up: summary.is_taken_up(),
            order,
            day,
            book: summary.book(),
            state: match summary.closed() {
                _ if summary.is_complete() => Completion::Finished,
                Some(_) => Completion::Closed,
                None => Completion::Unfinished,
            },
            unit: sheet.units()[1],
            fouls: to_u32(summary.fouls()),
            seconds: summary.log().play_period().play_time().and_then(|time| u64::try_from(time.as_secs()).ok()),
            turns: turns(summary),
            decision: match (&sheet.winners[..], &sheet.undecided[..]) {
                ([], []) => Decision::Nobody,
                ([], _) => Decision::Undecided,
                _ => Decision::Won,
            },
            // With a hidden total, the winner may be unknown.
            is_ranked: !sheet.winners.is_empty() || sheet.players.iter().all(|player| player.total.if_exact().is_some()),
            seats: seats.collect(),
            best: best_items(summary),
        }
    }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The number of turns: consecutive lines of one player are one, and notes are none. `None` if the game was taken up in the middle, or
/// a tally may stand for turns that nobody recorded.
fn turns(summary: &GameSummary) -> Option<u32> {
    let rounds = summary.log().rounds();
    if summary.is_taken_up() || rounds.iter().any(|round| round.tally.is_some()) {
        return None;
    }
    let turns_of = |round: &Round| {
        let lines = round.lines.iter().filter(|line| !line.steps().all(is_note));
        let mut actors: Vec<&str> = lines.filter_map(|line| Some(summary.name(line.actor()?))).collect();
        actors.dedup();
        actors.len()
    };
    Some(to_u32(rounds.iter().map(turns_of).sum()))
}

/// Each player's best item of each kind, among items with details and a positive score. Among equals, the first.
fn best_items(summary: &GameSummary) -> Vec<BestItem> {
    let mut best: Vec<(i32, usize, &Item)> = Vec::new();
    for (seat, player) in summary.sheet().players.iter().filter(|player| player.is_whole()).enumerate() {
        for item in player.rounds.iter().flat_map(|round| &round.items).filter(|item| !item.details.is_empty()) {
            let Some(points) = item.points.if_exact().filter(|points| *points > 0) else { continue };
            match best.iter_mut().find(|(_, best_seat, best_item)| *best_seat == seat && best_item.kind == item.kind) {
                Some(best_item) if best_item.0 < points => *best_item = (points, seat, item),
                Some(_) => {}
                None => best.push((points, seat, item)),
            }
        }
    }
    let to_best_item = |(points, seat, item): (i32, usize, &Item)| {
        let Item { kind, label, why, .. } = item;
        BestItem { kind, points, label: label.clone(), why: why.clone(), seat }
    };
    best.into_iter().map(to_best_item).collect()
}

impl GameResult {
    /// Compares the results of two seats: `Greater` if `seat` has the better rank.
    pub(super) fn compare_seats(&self, seat: usize, other_seat: usize) -> Ordering {
        self.seats[other_seat].rank.cmp(&self.seats[seat].rank)
    }
}
