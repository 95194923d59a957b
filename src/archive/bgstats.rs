//! Plays for [BG Stats](https://www.bgstatsapp.com), an app in which players keep what they have played.
//!
//! It takes them in two ways. A **link** opens the app with one play: its form is
//! [documented](https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/), and all of it that a log
//! tells is in [`pushed`]. A **play file** (`.bgsplay`) holds any number of them, with tables of games, players and locations beside
//! them that they refer to by number; [`play_file`] has what stands in files that the app wrote, and in those of other programs that it reads.
//!
//! The app can't be asked here, so what no document and no such file settles is left out: numbers of Board Game Geek (the app finds a
//! game by its name, and asks), teams, seats, ratings, photos, and which player the app's owner is, unless that is said. A number that
//! has to stand there is 0 then, which the app takes for nothing.

use super::Summary;
use crate::{
    log::{Played, Quoted},
    table::PlayerSheet,
};
use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, DateTime},
    tz::Offset,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::{collections::BTreeMap, fmt::Write as _, path::Path};

/// Who made the play, for the app.
const SOURCE: &str = "fowlplay";

/// What the app's own files begin with, for people who open one.
const ABOUT: &str = "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, export or \
                     open-in function to open it with Board Game Stats.";

/// Where a link leads.
const PAGE: &str = "https://app.bgstatsapp.com/createPlay.html?data=";

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The game's name: `emu-ranchers`.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// What its log is called; together with the rest it tells plays of the same day apart.
    pub file: String,
    /// The variant.
    pub variant: Option<String>,
    /// The day.
    pub date: Option<Date>,
    /// When it was played, as far as the log says.
    pub played: Played,
    /// Where.
    pub place: Option<String>,
    /// What else is to be said of it.
    pub comments: Option<String>,
    /// How many rounds it had.
    pub rounds: usize,
    /// Who played, clockwise.
    pub players: Vec<Player>,
}

/// A player of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The points; none where they aren't certain.
    pub total: Option<i32>,
    /// The place, counted from 1.
    pub rank: Option<u32>,
    /// Whether it is one of those who won.
    pub winner: bool,
    /// Whether this player began to play in the first round.
    pub first: bool,
}

impl Play {
    /// The play of a log, which is kept in a file of that name; none as long as its game goes on.
    pub fn of(game: &Summary, file: &str) -> Option<Self> {
        if !game.is_complete() {
            return None;
        }
        let said: Vec<&str> = [game.log().title(), game.log().notes()].into_iter().flatten().map(Quoted::as_str).collect();
        let first = game.log().rounds().first().and_then(|round| {
            let at = game.names().position(|name| name == game.name(&round.first))?;
            game.names().cycle().nth(at + usize::from(game.book().left_begins))
        });
        let player = |(player, rank): (&PlayerSheet, Option<u32>)| Player {
            name: player.name.clone(),
            total: player.total.exactly(),
            rank,
            winner: player.winner,
            first: first == Some(&*player.name),
        };
        Some(Self {
            game: game.book().game.to_owned(),
            title: game.book().title.to_owned(),
            file: Path::new(file).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            variant: game.variant().map(str::to_owned),
            date: game.date(),
            played: game.played(),
            place: game.log().place().map(ToString::to_string),
            comments: (!said.is_empty()).then(|| said.join("\n")),
            rounds: game.rounds(),
            players: game.sheet().players.iter().zip(game.ranks()).map(player).collect(),
        })
    }

    /// Whether it is known when it was: the app takes no other.
    pub fn has_day(&self) -> bool {
        self.ended().is_some()
    }

    /// When it ended: on a clock there, and where a clock shows UTC. Of a game that only tells its day it is noon.
    fn ended(&self) -> Option<(DateTime, Timestamp)> {
        if let Some(ended) = self.played.ended.or(self.played.began) {
            return Some((ended.on_the_wall(), ended.timestamp()));
        }
        let noon = self.date?.at(12, 0, 0, 0);
        Some((noon, Offset::UTC.to_timestamp(noon).ok()?))
    }

    /// How many minutes it was played.
    fn minutes(&self) -> Option<i64> {
        let playing = self.played.playing()? + SignedDuration::from_secs(30);
        Some(playing.as_mins()).filter(|minutes| *minutes > 0)
    }

    /// Its unique id, which stays the same when the log is amended: by it the app recognises plays that it has already.
    fn uuid(&self) -> String {
        let when = match (self.played.began, self.date) {
            (Some(began), _) => began.timestamp().to_string(),
            (None, Some(date)) => format!("{date} {}", self.file),
            (None, None) => self.file.clone(),
        };
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        uuid("play", &format!("{} {when} {}", self.game, names.join("; ")))
    }

    /// Whether others won than those with the most points.
    fn is_won_otherwise(&self) -> bool {
        let most = self.players.iter().filter_map(|player| player.total).max();
        self.players.iter().any(|player| player.winner != (player.total.is_some() && player.total == most))
    }
}

/// One play as a link to the app has it; none where no day is known.
pub fn pushed(play: &Play) -> Option<Value> {
    let (_, ended) = play.ended()?;
    let player = |player: &Player| {
        without_nulls(json!({
            "name": player.name,
            "sourcePlayerId": player.name.to_lowercase(),
            "startPlayer": player.first,
            "rank": player.rank,
            "score": player.total,
            "winner": player.winner,
        }))
    };
    Some(without_nulls(json!({
        "sourceName": SOURCE,
        "sourcePlayId": play.uuid(),
        "playDate": Offset::UTC.to_datetime(ended).strftime("%Y-%m-%d %H:%M:%S").to_string(),
        "durationMin": play.minutes(),
        "board": play.variant,
        "location": play.place,
        "comments": play.comments,
        "game": {
            "name": play.title,
            "sourceGameId": play.game,
            "highestWins": true,
            "noPoints": false,
        },
        "players": play.players.iter().map(player).collect::<Vec<_>>(),
    })))
}

/// The link that opens the app with one play; none where no day is known.
pub fn link(play: &Play) -> Option<String> {
    let mut link = PAGE.to_owned();
    for byte in pushed(play)?.to_string().bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            link.push(char::from(byte));
        } else {
            let _ = write!(link, "%{byte:02X}");
        }
    }
    Some(link)
}

/// A play file with all plays whose day is known; `me` is the app's owner among the players.
pub fn play_file(plays: &[Play], me: Option<&str>) -> Value {
    let (mut games, mut players, mut locations) = (Table::new("game"), Table::new("player"), Table::new("location"));
    let mut written = Vec::new();
    for play in plays {
        let Some((ended, _)) = play.ended() else { continue };
        let game = games.number(&play.game, &play.title);
        let location = play.place.as_deref().map(|place| locations.number(place, place));
        let scores: Vec<Value> =
            play.players.iter().map(|player| score(player, players.number(&player.name, &player.name))).collect();
        written.push(without_nulls(json!({
            "uuid": play.uuid(),
            "playDate": ended.strftime("%Y-%m-%d %H:%M:%S").to_string(),
            "durationMin": play.minutes().unwrap_or_default(),
            "gameRefId": game,
            "locationRefId": location,
            "board": play.variant,
            "comments": play.comments,
            "rounds": play.rounds,
            "manualWinner": play.is_won_otherwise(),
            "ignored": false,
            "usesTeams": false,
            "rating": 0,
            "scoringSetting": 0,
            "playImages": "[]",
            "playerScores": scores,
        })));
    }
    let me = me.and_then(|me| players.rows.get(&me.to_lowercase())).map_or(0, |(number, _)| *number);
    json!({
        "about": ABOUT,
        "games": games.written(&json!({
            "bggId": 0, "bggYear": 0, "highestWins": true, "noPoints": false, "cooperative": false, "usesTeams": false,
        })),
        "players": players.written(&json!({"isAnonymous": false})),
        "locations": locations.written(&json!({})),
        "plays": written,
        "userInfo": {"meRefId": me},
    })
}

/// What a player has of a play.
fn score(player: &Player, number: usize) -> Value {
    json!({
        "playerRefId": number,
        "score": player.total.map(|total| total.to_string()).unwrap_or_default(),
        "rank": player.rank.unwrap_or_default(),
        "winner": player.winner,
        "startPlayer": player.first,
        "newPlayer": false,
        "seatOrder": 0,
    })
}

/// A table of a play file: its rows are referred to by their numbers.
struct Table {
    kind: &'static str,
    /// By what tells them apart, whatever the letter case: the number, and the name.
    rows: BTreeMap<String, (usize, String)>,
}

impl Table {
    fn new(kind: &'static str) -> Self {
        Self { kind, rows: BTreeMap::new() }
    }

    /// The number of a row, which comes in if it isn't there.
    fn number(&mut self, key: &str, name: &str) -> usize {
        let next = self.rows.len() + 1;
        self.rows.entry(key.to_lowercase()).or_insert_with(|| (next, name.to_owned())).0
    }

    /// The rows in the order of their numbers, each with what all of them have.
    fn written(&self, all: &Value) -> Vec<Value> {
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by_key(|(_, (number, _))| *number);
        let row = |(key, (number, name)): (&String, &(usize, String))| {
            let mut row = all.clone();
            row["id"] = json!(number);
            row["uuid"] = json!(uuid(self.kind, key));
            row["name"] = json!(name);
            row
        };
        rows.into_iter().map(row).collect()
    }
}

/// A UUID (version 8) of something: the same whenever it is asked for.
fn uuid(kind: &str, key: &str) -> String {
    let digest = Sha256::digest(format!("{SOURCE} {kind} {key}").as_bytes());
    let mut bytes: Vec<u8> = digest[..16].to_vec();
    bytes[6] = (bytes[6] & 0x0f) | 0x80;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let mut text = String::with_capacity(36);
    for (index, byte) in bytes.iter().enumerate() {
        if [4, 6, 8, 10].contains(&index) {
            text.push('-');
        }
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// An object without what isn't known.
fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(entries) = &mut object {
        entries.retain(|_, value| !value.is_null());
    }
    object
}

#[cfg(test)]
mod tests;
