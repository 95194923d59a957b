//! Export to [BG Stats](https://www.bgstatsapp.com), an app that records plays of board games. A play file (`.bgsplay`) refers by
//! number to lists of games, players and locations, as the app's own files do.
//!
//! Not tested with the app. Fields whose use isn't clear from the app's own files are left out (Board Game Geek numbers, teams,
//! seats, ratings, photos, and the app's owner unless one is given). A required number is 0 instead, which the app treats as
//! missing.

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
    /// The file name of the log. If the log has no `began`, the play's ID depends on the file name.
    pub file: String,
    /// The variant.
    pub variant: Option<String>,
    /// The day.
    pub date: Option<Date>,
    /// The times when play began and ended, as far as the log has them.
    pub played: PlayPeriod,
    /// The place of play.
    pub place: Option<String>,
    /// The title and the notes of the log.
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
    /// The rank in the result, counted from 1.
    pub rank: Option<u32>,
    /// Whether this player won or shares the win.
    pub winner: bool,
    /// Whether this player began the first round.
    pub first: bool,
}

impl Play {
    /// The play of a finished log; `None` while the game goes on. `file` is the name of the log.
    pub fn of(game: &GameSummary, file: &str) -> Option<Self> {
        if !game.is_complete() {
            return None;
        }
        let comments: Vec<&str> = [game.log().title(), game.log().notes()].into_iter().flatten().map(LogString::as_str).collect();
        let first = game.log().rounds().first().and_then(|round| {
            let seat = game.names().position(|name| name == game.name(&round.first))?;
            game.names().cycle().nth(seat + usize::from(game.book().left_begins))
        });
        let to_player = |(player, rank): (&PlayerSheet, Option<u32>)| Player {
            name: player.name.clone(),
            total: player.total.if_exact(),
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
            comments: (!comments.is_empty()).then(|| comments.join("\n")),
            rounds: game.rounds(),
            players: game.sheet().players.iter().zip(game.sheet().ranks()).map(to_player).collect(),
        })
    }

    /// Whether the play's day is known. The app accepts no play without a day.
    pub fn has_day(&self) -> bool {
        self.local_end().is_some()
    }

    /// The local time at which the game ended, otherwise began. Noon if the log has only a date.
    fn local_end(&self) -> Option<DateTime> {
        let ended = self.played.ended.or(self.played.began).map(OffsetTime::local);
        ended.or_else(|| Some(self.date?.at(12, 0, 0, 0)))
    }

    fn minutes(&self) -> Option<i64> {
        // Half a minute more rounds to the nearest minute.
        let time = self.played.play_time()? + SignedDuration::from_secs(30);
        Some(time.as_mins()).filter(|minutes| *minutes > 0)
    }

    /// The unique ID, by which the app recognises plays that it already has. An amended log keeps its ID.
    fn uuid(&self) -> String {
        let occasion = match (self.played.began, self.date) {
            (Some(began), _) => began.timestamp().to_string(),
            (None, Some(date)) => format!("{date} {}", self.file),
            (None, None) => self.file.clone(),
        };
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        uuid("play", &format!("{} {occasion} {}", self.game, names.join("; ")))
    }

    /// Whether the winners are not exactly the players with the most points.
    fn has_manual_winner(&self) -> bool {
        let highest_total = self.players.iter().filter_map(|player| player.total).max();
        self.players.iter().any(|player| player.winner != (player.total.is_some() && player.total == highest_total))
    }
}

/// A play file with all plays whose day is known. `me` is the player who owns the app.
pub fn play_file(plays: &[Play], me: Option<&str>) -> Value {
    let (mut games, mut players, mut locations) =
        (NumberedList::new("game"), NumberedList::new("player"), NumberedList::new("location"));
    let mut records = Vec::new();
    for play in plays {
        let Some(ended) = play.local_end() else { continue };
        let game = games.number_of(&play.game, &play.title);
        let location = play.place.as_deref().map(|place| locations.number_of(place, place));
        let scores: Vec<Value> =
            play.players.iter().map(|player| score(player, players.number_of(&player.name, &player.name))).collect();
        records.push(without_nulls(json!({
            "uuid": play.uuid(),
            "playDate": ended.strftime("%Y-%m-%d %H:%M:%S").to_string(),
            "durationMin": play.minutes().unwrap_or_default(),
            "gameRefId": game,
            "locationRefId": location,
            "board": play.variant,
            "comments": play.comments,
            "rounds": play.rounds,
            "manualWinner": play.has_manual_winner(),
            "ignored": false,
            "usesTeams": false,
            "rating": 0,
            "scoringSetting": 0,
            "playImages": "[]",
            "playerScores": scores,
        })));
    }
    let me = me.and_then(|me| players.entries.get(&comparison_key(me))).map_or(0, |(number, _)| *number);
    json!({
        "about": ABOUT,
        "games": games.to_records(&json!({
            "bggId": 0, "bggYear": 0, "highestWins": true, "noPoints": false, "cooperative": false, "usesTeams": false,
        })),
        "players": players.to_records(&json!({"isAnonymous": false})),
        "locations": locations.to_records(&json!({})),
        "plays": records,
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

/// The games, players or locations of a play file. Plays refer to them by number.
struct NumberedList {
    kind: &'static str,
    /// The number and name of each entry, by its comparison key.
    entries: BTreeMap<String, (usize, String)>,
}

impl NumberedList {
    fn new(kind: &'static str) -> Self {
        Self { kind, entries: BTreeMap::new() }
    }

    /// The number of an entry. A new entry is added.
    fn number_of(&mut self, key: &str, name: &str) -> usize {
        let next = self.entries.len() + 1;
        self.entries.entry(comparison_key(key)).or_insert_with(|| (next, name.to_owned())).0
    }

    /// All entries with these common fields, in the order of their numbers.
    fn to_records(&self, common: &Value) -> Vec<Value> {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(|(_, (number, _))| *number);
        let to_record = |(key, (number, name)): (&String, &(usize, String))| {
            let mut record = common.clone();
            record["id"] = json!(number);
            record["uuid"] = json!(uuid(self.kind, key));
            record["name"] = json!(name);
            record
        };
        entries.into_iter().map(to_record).collect()
    }
}

/// A UUID (version 8) that is always the same for the same kind and key.
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
