//! What is kept of one selected log: figures, and hardly any text.

use super::super::{
    Entry, Found, Summary,
    names::{Aliases, key},
};
use crate::{
    log::Moment,
    table::{Book, Item, and_list},
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use std::cmp::Ordering;

/// What is counted where a sheet names nothing else.
pub const POINTS: &str = "points";

/// Which games are meant, and who is who in them: all, and nobody another, unless something is said.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Games of one of these names; of any if there are none.
    pub games: Vec<&'static str>,
    /// Games that all of these played.
    pub players: Vec<String>,
    /// Games of this day or later.
    pub since: Option<Date>,
    /// Games of this day or earlier.
    pub until: Option<Date>,
    /// Names that are another's.
    pub aliases: Aliases,
}

/// What was made of a log.
#[derive(Debug)]
pub enum Taken {
    /// A game that counts.
    Game(Box<Outcome>),
    /// A game that is not meant; `undated` if only because it doesn't say when it was.
    LeftOut {
        /// Whether it would be meant if it said so.
        undated: bool,
    },
    /// The same bytes as in a file before: it counts there.
    Copy {
        /// The file.
        file: String,
        /// The one that was first.
        of: String,
    },
    /// It can't be counted: the file, and why.
    Unread {
        /// The file.
        file: String,
        /// Why, in a line.
        why: String,
    },
}

/// When a game was played, as games are ordered, and where its log is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct When {
    pub moment: Option<Timestamp>,
    pub file: Box<str>,
}

/// How far a game came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Finished,
    Unfinished,
    Closed,
}

/// What is kept of a game.
#[derive(Debug)]
pub struct Outcome {
    pub(super) when: When,
    pub(super) day: Option<Date>,
    pub(super) book: &'static Book,
    pub(super) state: State,
    /// What is counted in all.
    pub(super) unit: &'static str,
    pub(super) fouls: u32,
    /// How long it was played.
    pub(super) seconds: Option<u64>,
    /// Whether it is known who has which place.
    pub(super) is_ranked: bool,
    pub(super) seats: Vec<Seat>,
    /// The best of each kind of item.
    pub(super) best: Vec<BestItem>,
}

/// What a player has of a game.
#[derive(Debug)]
pub(super) struct Seat {
    /// As it is shown.
    pub name: String,
    /// Whether an alias says that it is shown so.
    pub is_said: bool,
    /// Known exactly.
    pub total: Option<i32>,
    pub rank: u32,
    pub is_winner: bool,
    pub fouls: u32,
}

/// The best item of a kind, the seat that has it, and how it came about.
#[derive(Clone, Debug)]
pub(super) struct BestItem {
    pub kind: &'static str,
    pub points: i32,
    pub label: String,
    pub why: String,
    pub seat: usize,
}

impl Selection {
    /// What counts of an entry of the archive.
    pub fn outcome(&self, entry: &Entry) -> Taken {
        let file = || entry.file.clone();
        let log = match &entry.found {
            Found::Log(log) => log,
            Found::Copy { of, .. } => return Taken::Copy { file: file(), of: of.clone() },
            Found::Unread(unread) => return Taken::Unread { file: file(), why: unread.in_a_line() },
        };
        let played = log.played();
        let day = log.date().or(played.began.or(played.ended).map(|moment| moment.on_the_wall().date()));
        if !self.is_meant(log) {
            return Taken::LeftOut { undated: false };
        }
        let is_within = |day: Date| self.since.is_none_or(|since| since <= day) && self.until.is_none_or(|until| day <= until);
        if (self.since.is_some() || self.until.is_some()) && !day.is_some_and(is_within) {
            return Taken::LeftOut { undated: day.is_none() };
        }
        if let Some(twice) = self.twice(log) {
            let why = format!("by the aliases {} are one player, and both play here: mend the aliases", and_list(&twice));
            return Taken::Unread { file: file(), why };
        }
        let moment = played.began.map(Moment::timestamp);
        let moment = moment.or_else(|| Some(day?.to_zoned(TimeZone::UTC).ok()?.timestamp()));
        Taken::Game(Box::new(self.counted(log, When { moment, file: entry.file.as_str().into() }, day)))
    }

    /// A name as it is compared, once it is clear whose it is.
    fn who(&self, name: &str) -> String {
        key(self.aliases.of(name).unwrap_or(name))
    }

    /// Whether it is a game that is meant, whenever it was.
    fn is_meant(&self, log: &Summary) -> bool {
        let plays = |name: &String| log.names().any(|player| self.who(player) == self.who(name));
        (self.games.is_empty() || self.games.contains(&log.book().game)) && self.players.iter().all(plays)
    }

    /// Those at the table who would be the same.
    fn twice<'l>(&self, log: &'l Summary) -> Option<[&'l str; 2]> {
        log.names().enumerate().find_map(|(nth, one)| {
            let same = log.names().take(nth).find(|other| self.who(other) == self.who(one))?;
            Some([same, one])
        })
    }

    fn counted(&self, log: &Summary, when: When, day: Option<Date>) -> Outcome {
        let sheet = log.sheet();
        let fouls = |name: &str| {
            let is_own = |actor: &String| key(actor) == key(name);
            count(log.findings().iter().filter(|finding| finding.is_foul() && finding.actor.as_ref().is_some_and(is_own)).count())
        };
        let seats = sheet.players.iter().zip(log.ranks()).map(|(player, rank)| {
            let said = self.aliases.of(&player.name);
            Seat {
                name: said.unwrap_or(&player.name).to_owned(),
                is_said: said.is_some(),
                total: player.total.exactly(),
                rank: rank.unwrap_or(1),
                is_winner: player.winner,
                fouls: fouls(&player.name),
            }
        });
        Outcome {
            when,
            day,
            book: log.book(),
            state: match log.closed() {
                _ if log.is_complete() => State::Finished,
                Some(_) => State::Closed,
                None => State::Unfinished,
            },
            unit: sheet.unit.unwrap_or(POINTS),
            fouls: count(log.fouls()),
            seconds: log.played().playing().and_then(|time| u64::try_from(time.as_secs()).ok()),
            // Where something is hidden for good, nobody may be known to have won.
            is_ranked: !sheet.winners.is_empty() || sheet.players.iter().all(|player| player.total.exactly().is_some()),
            seats: seats.collect(),
            best: best(log),
        }
    }
}

fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}

/// The best item of each kind that tells how it came about and brought anything; of equals the first.
fn best(log: &Summary) -> Vec<BestItem> {
    let mut best: Vec<(i32, usize, &Item)> = Vec::new();
    for (seat, player) in log.sheet().players.iter().enumerate() {
        for item in player.rounds.iter().flat_map(|round| &round.items).filter(|item| !item.details.is_empty()) {
            let Some(points) = item.points.exactly().filter(|points| *points > 0) else { continue };
            match best.iter_mut().find(|(_, _, known)| known.kind == item.kind) {
                Some(known) if known.0 < points => *known = (points, seat, item),
                Some(_) => {}
                None => best.push((points, seat, item)),
            }
        }
    }
    let kept = |(points, seat, item): (i32, usize, &Item)| {
        let Item { kind, label, why, .. } = item;
        BestItem { kind, points, label: label.clone(), why: why.clone(), seat }
    };
    best.into_iter().map(kept).collect()
}

impl Outcome {
    /// How the players of two seats stand to each other.
    pub(super) fn between(&self, one: usize, other: usize) -> Ordering {
        self.seats[other].rank.cmp(&self.seats[one].rank)
    }
}
