//! The text of a new log.

use std::fmt::Write as _;

use jiff::civil::Date;

use super::parse::BY_SCORES;
use super::parsed::Log;
use super::value::{Value, key_toml, string_toml};

/// The values of a new log.
#[derive(Clone, Debug, Default)]
pub struct NewLog {
    /// The game.
    pub game: String,
    /// The players in the order of their seats.
    pub players: Vec<String>,
    /// The variant, if it is not the base game.
    pub variant: Option<String>,
    /// Whether only scores are kept.
    pub by_scores: bool,
    /// The day.
    pub date: Option<Date>,
    /// A title.
    pub title: Option<String>,
    /// Where it is played.
    pub place: Option<String>,
    /// The table rules that differ from their defaults.
    pub rules: Vec<(String, Value)>,
    /// What the log says about the cards.
    pub deck: Vec<(String, Value)>,
    /// `first` of the first round.
    pub first: String,
}

impl Log {
    /// The text of a new log: its first round has begun, and has no moves yet.
    pub fn new_text(new: &NewLog) -> String {
        let mut text = String::from("fowlplay = 1\n");
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "{key} = {value}");
        };
        line("game", &string_toml(&new.game));
        let players: Vec<String> = new.players.iter().map(|name| string_toml(name)).collect();
        line("players", &format!("[{}]", players.join(", ")));
        if new.by_scores {
            line("kept", &string_toml(BY_SCORES));
        }
        if let Some(date) = new.date {
            line("date", &date.to_string());
        }
        for (key, value) in [("variant", &new.variant), ("title", &new.title), ("place", &new.place)] {
            if let Some(value) = value {
                line(key, &string_toml(value));
            }
        }
        for (name, entries) in [("rules", &new.rules), ("deck", &new.deck)] {
            if !entries.is_empty() {
                let _ = writeln!(text, "\n[{name}]");
            }
            for (key, value) in entries {
                let _ = writeln!(text, "{} = {}", key_toml(key), value.to_toml());
            }
        }
        let _ = write!(text, "\n[[round]]\nfirst = {}\n", string_toml(&new.first));
        if !new.by_scores {
            text.push_str("moves = [\n]\n");
        }
        text
    }
}
