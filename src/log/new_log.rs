//! The text of a new log.

use jiff::civil::Date;

use super::model::{HeadItem, KeyTable, Log, Model};
use super::parse::HEAD_KEYS;
use super::value::{KeyValue, LogValue};

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
    /// The place where the game is played.
    pub place: Option<String>,
    /// The table rules that differ from their defaults.
    pub rules: Vec<(String, LogValue)>,
    /// The entries about the cards.
    pub deck: Vec<(String, LogValue)>,
    /// The name in `first` of the first round.
    pub first: String,
}

impl Log {
    /// The text of a new log: its first round has begun, and has no moves yet.
    pub fn new_text(new: &NewLog) -> String {
        let log_string = |text: &Option<String>| text.as_deref().map(Into::into);
        let key_table = |entries: &[(String, LogValue)]| {
            let entry =
                |(key, value): &(String, LogValue)| KeyValue { key: key.as_str().into(), value: value.clone(), span: 0..0 };
            KeyTable { entries: entries.iter().map(entry).collect(), header: None }
        };
        let mut model = Model {
            game: new.game.as_str().into(),
            players: new.players.iter().map(|name| name.as_str().into()).collect(),
            variant: log_string(&new.variant),
            is_scores_only: new.by_scores,
            date: new.date,
            title: log_string(&new.title),
            place: log_string(&new.place),
            rules: key_table(&new.rules),
            deck: key_table(&new.deck),
            ..Model::default()
        };
        let has_value = |key: &&str| match *key {
            "fowlplay" | "game" | "players" => true,
            "variant" => new.variant.is_some(),
            "kept" => new.by_scores,
            "date" => new.date.is_some(),
            "title" => new.title.is_some(),
            "place" => new.place.is_some(),
            _ => false,
        };
        model.head = HEAD_KEYS.into_iter().filter(has_value).map(|key| (key, HeadItem::default())).collect();
        model.begin_round(&new.first);
        model.to_text()
    }
}
