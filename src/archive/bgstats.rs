//! Export to [BG Stats](https://www.bgstatsapp.com), an app that records plays of board games. A play file (`.bgsplay`) refers by
//! number to tables of games, players and locations, as the app's own files do.
//!
//! Untested with the app: what no such file settles is left out (Board Game Geek numbers, teams, seats, ratings, photos, and the
//! app's owner unless one is given). A required number is 0 then, which the app treats as missing.

use super::GameSummary;
use crate::{
    log::{LogString, OffsetTime, PlayPeriod},
    table::{PlayerSheet, comparison_key},
};
use jiff::{
    SignedDuration,
    civil::{Date, DateTime},
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::{collections::BTreeMap, fmt::Write as _, path::Path};

const SOURCE: &str = "fowlplay";

/// The first line of the app's own files, for a person who opens one.
const ABOUT: &str = "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, export or \
                     open-in function to open it with Board Game Stats.";

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The game's name: `emu-ranchers`.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The file name of the log. With the other values the name tells plays of the same day apart.
    pub file: String,
    /// The variant.
    pub variant: Option<String>,
    /// The day.
    pub date: Option<Date>,
    /// The times of play that the log has.
    pub played: PlayPeriod,
    /// The place of play.
    pub place: Option<String>,
    /// Further comments.
    pub comments: Option<String>,
    /// The number of rounds.
    pub rounds: usize,
    /// The players, clockwise.
    pub players: Vec<Player>,
}

/// A player of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The points. `None` if they aren't certain.
    pub total: Option<i32>,
    /// The place, counted from 1.
    pub rank: Option<u32>,
    /// Whether this player won or shares the win.
    pub winner: bool,
    /// Whether this player was first in the first round.
    pub first: bool,
}

impl Play {
    /// The play of a finished log; `None` while the game goes on. `file` is the name of the log.
    pub fn of(game: &GameSummary, file: &str) -> Option<Self> {
        if !game.is_complete() {
            return None;
        }
        let said: Vec<&str> = [game.log().title(), game.log().notes()].into_iter().flatten().map(LogString::as_str).collect();
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
            variant: game.log().variant().map(ToString::to_string),
            date: game.log().date(),
            played: game.log().play_period(),
            place: game.log().place().map(ToString::to_string),
            comments: (!said.is_empty()).then(|| said.join("\n")),
            rounds: game.rounds(),
            players: game.sheet().players.iter().zip(game.ranks()).map(player).collect(),
        })
    }

    /// Whether the play's day is known. The app accepts no play without a day.
    pub fn has_day(&self) -> bool {
        self.ended().is_some()
    }

    /// The local time at which the game ended. Noon if the log has only a date.
    fn ended(&self) -> Option<DateTime> {
        let ended = self.played.ended.or(self.played.began).map(OffsetTime::local);
        ended.or_else(|| Some(self.date?.at(12, 0, 0, 0)))
    }

    fn minutes(&self) -> Option<i64> {
        let playing = self.played.play_time()? + SignedDuration::from_secs(30);
        Some(playing.as_mins()).filter(|minutes| *minutes > 0)
    }

    /// The unique ID, by which the app recognises plays that it already has. An amended log keeps its ID.
    fn uuid(&self) -> String {
        let when = match (self.played.began, self.date) {
            (Some(began), _) => began.timestamp().to_string(),
            (None, Some(date)) => format!("{date} {}", self.file),
            (None, None) => self.file.clone(),
        };
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        uuid("play", &format!("{} {when} {}", self.game, names.join("; ")))
    }

    fn is_not_won_by_points(&self) -> bool {
        let most = self.players.iter().filter_map(|player| player.total).max();
        self.players.iter().any(|player| player.winner != (player.total.is_some() && player.total == most))
    }
}

/// A play file with all plays whose day is known. `me` is the player who owns the app.
pub fn play_file(plays: &[Play], me: Option<&str>) -> Value {
    let (mut games, mut players, mut locations) = (IdTable::new("game"), IdTable::new("player"), IdTable::new("location"));
    let mut written = Vec::new();
    for play in plays {
        let Some(ended) = play.ended() else { continue };
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
            "manualWinner": play.is_not_won_by_points(),
            "ignored": false,
            "usesTeams": false,
            "rating": 0,
            "scoringSetting": 0,
            "playImages": "[]",
            "playerScores": scores,
        })));
    }
    let me = me.and_then(|me| players.rows.get(&comparison_key(me))).map_or(0, |(number, _)| *number);
    json!({
        "about": ABOUT,
        "games": games.to_records(&json!({
            "bggId": 0, "bggYear": 0, "highestWins": true, "noPoints": false, "cooperative": false, "usesTeams": false,
        })),
        "players": players.to_records(&json!({"isAnonymous": false})),
        "locations": locations.to_records(&json!({})),
        "plays": written,
        "userInfo": {"meRefId": me},
    })
}

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

/// A table in a play file. Other tables refer to its rows by number.
struct IdTable {
    kind: &'static str,
    /// The number and name of each row, by the key that compares names.
    rows: BTreeMap<String, (usize, String)>,
}

impl IdTable {
    fn new(kind: &'static str) -> Self {
        Self { kind, rows: BTreeMap::new() }
    }

    /// The number of a row; a new row is added.
    fn number(&mut self, key: &str, name: &str) -> usize {
        let next = self.rows.len() + 1;
        self.rows.entry(comparison_key(key)).or_insert_with(|| (next, name.to_owned())).0
    }

    fn to_records(&self, all: &Value) -> Vec<Value> {
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

/// A UUID (version 8) that is always the same for the same key.
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

fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(entries) = &mut object {
        entries.retain(|_, value| !value.is_null());
    }
    object
}
