//! References to lines of a log (`1.4`), and the targets of corrections.

use std::fmt;
use std::str::FromStr;

use super::text::quoted;

/// A reference to a line of a log: round and line, both counted from 1. Line 0 is the beginning of the round (`first`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct LineRef {
    /// The round, counted from 1.
    pub round: u32,
    /// The line in the round's `moves`, counted from 1; 0 is the beginning of the round.
    pub line: u32,
}

impl LineRef {
    /// The reference to a line of a round.
    pub fn new(round: u32, line: u32) -> Self {
        Self { round, line }
    }
}

impl fmt::Display for LineRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.round, self.line)
    }
}

/// The error for a text that is not a line reference, or not the target of a correction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a line number: write round and line, counted from 1, as in `2.14`")]
pub struct LineRefError {
    /// The text.
    pub text: String,
}

impl FromStr for LineRef {
    type Err = LineRefError;

    /// Parses `2.14`: two whole numbers from 1 up with a point between them.
    fn from_str(text: &str) -> Result<Self, LineRefError> {
        parse_line_ref(text).filter(|line_ref| line_ref.line > 0).ok_or_else(|| LineRefError { text: quoted(text) })
    }
}

/// A key of the head on which no rule depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadKey {
    /// The day of the game.
    Date,
    /// The time when the first step was recorded.
    Began,
    /// The time of the last save.
    Ended,
    /// The sum of all pauses.
    Paused,
    /// The place where the game was played.
    Place,
    /// The title of the log.
    Title,
    /// Notes about the game.
    Notes,
    /// The reason why nobody will finish the game.
    Closed,
}

impl HeadKey {
    /// All keys, in the order in which they are shown.
    pub const ALL: [Self; 8] =
        [Self::Date, Self::Began, Self::Ended, Self::Paused, Self::Place, Self::Title, Self::Notes, Self::Closed];

    /// The key as written in a log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::Began => "began",
            Self::Ended => "ended",
            Self::Paused => "paused",
            Self::Place => "place",
            Self::Title => "title",
            Self::Notes => "notes",
            Self::Closed => "closed",
        }
    }

    /// Whether the key is a time of play. A session writes these keys when it saves, and no correction keeps their old values.
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Began | Self::Ended | Self::Paused)
    }

    /// The key with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }
}

/// Since when, or until when, a player is at the table of an evening of scores: a key of the head, with a round for each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresenceKey {
    /// The first round that counts for a player who joined late.
    Joined,
    /// The last round that counts for a player who left.
    Left,
}

impl PresenceKey {
    /// Both keys, in the order in which they are shown.
    pub const ALL: [Self; 2] = [Self::Joined, Self::Left];

    /// The key as written in a log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Joined => "joined",
            Self::Left => "left",
        }
    }

    /// Splits `left.Tom` into the key and the name.
    pub fn split(text: &str) -> Option<(Self, &str)> {
        let (key, name) = text.split_once('.')?;
        Some((Self::ALL.into_iter().find(|known| known.name() == key)?, name))
    }

    /// When it was, in words: `in round 3`, `after round 3`.
    pub fn when(self, round_noun: &str, round: impl fmt::Display) -> String {
        let preposition = match self {
            Self::Joined => "in",
            Self::Left => "after",
        };
        format!("{preposition} {round_noun} {round}")
    }

    /// What happened, in words: `joined in round 3`, `left after round 3`.
    pub fn in_words(self, round_noun: &str, round: impl fmt::Display) -> String {
        format!("{} {}", self.name(), self.when(round_noun, round))
    }
}

/// The target of a correction: its key `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorrectionTarget {
    /// A line (`1.4`); with line 0, the beginning of a round (`2.0`).
    Line(LineRef),
    /// The tally of a round (`2.tally`).
    Tally(u32),
    /// The `first` of a round (`2.first`).
    First(u32),
    /// A table rule (`rules.bonuses`).
    Rule(String),
    /// What `[deck]` says of the cards (`deck.removed`).
    Deck(String),
    /// A key of the head (`head.place`).
    Head(HeadKey),
    /// The name of a player; the target contains the old name (`head.player.Bo`).
    Player(String),
    /// The first round that counts for a player who joined (`head.joined.Dot`), or the last one for a player who left
    /// (`head.left.Tom`).
    Presence(PresenceKey, String),
    /// The order of the seats (`head.seats`): the names, separated by `; `.
    Seats,
}

impl fmt::Display for CorrectionTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line_ref) => line_ref.fmt(f),
            Self::Tally(round) => write!(f, "{round}.tally"),
            Self::First(round) => write!(f, "{round}.first"),
            Self::Rule(key) => write!(f, "rules.{key}"),
            Self::Deck(key) => write!(f, "deck.{key}"),
            Self::Head(key) => write!(f, "head.{}", key.name()),
            Self::Player(name) => write!(f, "head.player.{name}"),
            Self::Presence(key, name) => write!(f, "head.{}.{name}", key.name()),
            Self::Seats => f.write_str("head.seats"),
        }
    }
}

impl FromStr for CorrectionTarget {
    type Err = LineRefError;

    fn from_str(text: &str) -> Result<Self, LineRefError> {
        let target = if let Some(key) = text.strip_prefix("rules.") {
            (!key.is_empty()).then(|| Self::Rule(key.to_owned()))
        } else if let Some(key) = text.strip_prefix("deck.") {
            (!key.is_empty()).then(|| Self::Deck(key.to_owned()))
        } else if let Some(name) = text.strip_prefix("head.player.") {
            (!name.is_empty()).then(|| Self::Player(name.to_owned()))
        } else if let Some((key, name)) = text.strip_prefix("head.").and_then(PresenceKey::split) {
            (!name.is_empty()).then(|| Self::Presence(key, name.to_owned()))
        } else if let Some(key) = text.strip_prefix("head.") {
            HeadKey::from_name(key)
                .filter(|key| !key.is_time())
                .map(Self::Head)
                .or_else(|| (key == "seats").then_some(Self::Seats))
        } else if let Some(round) = text.strip_suffix(".tally") {
            parse_number(round).filter(|round| *round > 0).map(Self::Tally)
        } else if let Some(round) = text.strip_suffix(".first") {
            parse_number(round).filter(|round| *round > 0).map(Self::First)
        } else {
            parse_line_ref(text).map(Self::Line)
        };
        target.ok_or_else(|| LineRefError { text: quoted(text) })
    }
}

/// Parses a line reference, also with line 0.
fn parse_line_ref(text: &str) -> Option<LineRef> {
    let (round, line) = text.split_once('.')?;
    let line_ref = LineRef { round: parse_number(round)?, line: parse_number(line)? };
    (line_ref.round > 0).then_some(line_ref)
}

/// Parses a number of digits, without sign and white space.
fn parse_number(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
