//! Zones: the visible table as values, with cards and counts. Renderers lay zones out: `cli` as text, `page` as HTML.

use super::{Account, Hand, IndexedCard, Players, Seat, Suit, ThingAccount, count_of, known_cards, signed};
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use std::fmt::Display;

/// The emphasis or colour of a fragment of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ink {
    /// Without emphasis.
    Plain,
    /// Emphasised.
    Strong,
    /// De-emphasised.
    Faint,
    /// Emphasised as due now. A page shows the text in its banner instead.
    Due,
    /// The colour of a suit, for the suit itself or for a card with only that suit.
    #[serde(untagged)]
    Of(&'static Suit),
}

/// The visible side of a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Face {
    /// The printed texts: rank or value, and suits.
    #[serde(rename = "card", serialize_with = "serialize_printed")]
    pub printed: Vec<(Ink, String)>,
    /// The name of the card's picture, unless `printed` includes it: `Greenfinch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
    /// The rank that a screen reader reads out, if it differs from the first printed text: `Ace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<&'static str>,
}

impl Face {
    /// A card with a single printed code.
    #[allow(clippy::needless_pass_by_value)] // so that it can be passed to `map`
    pub fn plain(code: impl ToString) -> Self {
        Self::from(vec![(Ink::Plain, code.to_string())])
    }

    /// The code of the card: all printed texts together.
    pub fn code(&self) -> String {
        self.printed.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// This card with a title.
    #[must_use]
    pub fn titled(self, title: &'static str) -> Self {
        Self { title: Some(title), ..self }
    }

    /// This card with a rank for reading out.
    #[must_use]
    pub fn ranked(self, rank: &'static str) -> Self {
        Self { rank: Some(rank), ..self }
    }
}

impl From<Vec<(Ink, String)>> for Face {
    fn from(printed: Vec<(Ink, String)>) -> Self {
        Self { printed, title: None, rank: None }
    }
}

/// A text as JSON: `text`, and `ink` unless the ink is plain.
#[derive(Serialize)]
struct InkedText<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Ink::is_plain")]
    ink: Ink,
}

fn serialize_printed<S: Serializer>(printed: &[(Ink, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(printed.iter().map(|(ink, text)| InkedText { text, ink: *ink }))
}

impl Ink {
    #[allow(clippy::trivially_copy_pass_by_ref)] // serde requires this signature
    fn is_plain(&self) -> bool {
        *self == Self::Plain
    }
}

/// A fragment of a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fragment {
    /// Words.
    Words(Ink, String),
    /// A visible card.
    Card(Face),
    /// A count with its noun: `3 cards`.
    Count {
        /// The count.
        count: usize,
        /// The singular noun.
        one: &'static str,
        /// The plural noun.
        many: &'static str,
        /// The verbs that take from a face-down pile. Empty if the count is not of such a pile.
        taken_by: &'static [&'static str],
    },
    /// The points of each player.
    Scores {
        /// The meaning of the points, if they are not simply the totals: `points of 22`.
        about: String,
        /// Whether the points are those that would count if the game ended now.
        now: bool,
        /// The players' names and points, by seat.
        all: Vec<(String, String)>,
    },
}

#[derive(Serialize)]
struct Score<'a> {
    name: &'a str,
    points: &'a str,
}

/// Renders each player's points as words: `if it ended now: Ada −2 · Bo +11`.
fn scores_in_words(about: &str, all: &[(String, String)]) -> String {
    let colon = if about.is_empty() { "" } else { ": " };
    let scores = all.iter().map(|(name, points)| format!("{name} {points}"));
    format!("{about}{colon}{}", scores.collect::<Vec<_>>().join(" · "))
}

impl Serialize for Fragment {
    /// Serialises words as `InkedText`, a card as [`Face`], a count as `text` (and `taken_by` for a pile), and points as `text`,
    /// `about`, `now` and `scores`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Words(ink, text) => InkedText { text, ink: *ink }.serialize(serializer),
            Self::Count { count, one, many, taken_by } => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("text", &count_of(*count, one, many))?;
                // An empty pile can't be drawn from.
                if *count > 0 && !taken_by.is_empty() {
                    map.serialize_entry("taken_by", taken_by)?;
                }
                map.end()
            }
            Self::Scores { about, now, all } => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("text", &scores_in_words(about, all))?;
                map.serialize_entry("about", about)?;
                map.serialize_entry("now", now)?;
                let scores = all.iter().map(|(name, points)| Score { name, points });
                map.serialize_entry("scores", &scores.collect::<Vec<_>>())?;
                map.end()
            }
            Self::Card(face) => face.serialize(serializer),
        }
    }
}

/// A line of words, cards, counts and points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Text(pub Vec<Fragment>);

impl Text {
    /// An empty line.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Plain text.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new().and(Ink::Plain, text)
    }

    /// Strong text: a heading.
    pub fn strong(text: impl Into<String>) -> Self {
        Self::new().and(Ink::Strong, text)
    }

    /// Adds words.
    #[must_use]
    pub fn and(mut self, ink: Ink, text: impl Into<String>) -> Self {
        self.0.push(Fragment::Words(ink, text.into()));
        self
    }

    /// Adds plain words.
    #[must_use]
    pub fn then(self, text: impl Into<String>) -> Self {
        self.and(Ink::Plain, text)
    }

    /// Adds a count with its noun: `3 cards`, `no cards`.
    #[must_use]
    pub fn count(self, count: usize, one: &'static str, many: &'static str) -> Self {
        self.pile(count, one, many, &[])
    }

    /// Adds the count of a face-down pile. `taken_by` are the verbs that take from the pile.
    #[must_use]
    pub fn pile(mut self, count: usize, one: &'static str, many: &'static str, taken_by: &'static [&'static str]) -> Self {
        self.0.push(Fragment::Count { count, one, many, taken_by });
        self
    }

    /// Adds a card.
    #[must_use]
    pub fn card(mut self, card: impl Into<Face>) -> Self {
        self.0.push(Fragment::Card(card.into()));
        self
    }

    /// Adds cards with spaces between.
    #[must_use]
    pub fn cards(self, cards: impl IntoIterator<Item = impl Into<Face>>) -> Self {
        cards.into_iter().enumerate().fold(self, |text, (index, card)| {
            let text = if index > 0 { text.then(" ") } else { text };
            text.card(card)
        })
    }

    /// Adds cards with spaces between, or `none`.
    #[must_use]
    pub fn cards_or_none(self, cards: impl IntoIterator<Item = impl Into<Face>>) -> Self {
        let mut cards = cards.into_iter().peekable();
        if cards.peek().is_none() { self.then("none") } else { self.cards(cards) }
    }

    /// Adds each player's points: `Ada −2 · Bo +11`.
    #[must_use]
    pub fn points<P: Display>(self, players: &Players, points: impl IntoIterator<Item = P>) -> Self {
        self.points_of("", players, points)
    }

    /// Adds each player's points with their meaning: `points of 22: Ada 8 · Bo 4`.
    #[must_use]
    pub fn points_of<P: Display>(self, about: impl Into<String>, players: &Players, points: impl IntoIterator<Item = P>) -> Self {
        self.scores(about.into(), false, players, points)
    }

    /// Adds the points that each player would have if the game ended now.
    #[must_use]
    pub fn points_now<P: Display>(self, players: &Players, points: impl IntoIterator<Item = P>) -> Self {
        self.scores("if it ended now".to_owned(), true, players, points)
    }

    fn scores<P: Display>(mut self, about: String, now: bool, players: &Players, points: impl IntoIterator<Item = P>) -> Self {
        let score = |(seat, points): (Seat, P)| (players.name(seat).to_owned(), signed(points));
        self.0.push(Fragment::Scores { about, now, all: players.seats().zip(points).map(score).collect() });
        self
    }

    /// Adds the known cards of a hand, and the number of unseen ones: `7SK 9LK and 2 unseen`.
    #[must_use]
    pub fn hand<C: IndexedCard + Into<Face>, const KINDS: usize>(self, hand: &Hand<KINDS>) -> Self {
        let known: Vec<C> = known_cards(hand);
        match (known.len(), hand.unseen()) {
            (0, 0) => self.then("empty"),
            (0, unseen) => self.then(format!("{unseen} unseen")),
            (_, 0) => self.cards(known),
            (_, unseen) => self.cards(known).then(format!(" and {unseen} unseen")),
        }
    }

    /// The words with their inks. Cards, counts and points are rendered as words.
    pub fn styled(&self) -> impl Iterator<Item = (Ink, String)> {
        self.0.iter().flat_map(|fragment| match fragment {
            Fragment::Words(ink, words) => vec![(*ink, words.clone())],
            Fragment::Card(face) => face.printed.clone(),
            Fragment::Count { count, one, many, .. } => vec![(Ink::Plain, count_of(*count, one, many))],
            Fragment::Scores { about, all, .. } => vec![(Ink::Plain, scores_in_words(about, all))],
        })
    }

    /// The line as text, without inks.
    pub fn to_plain(&self) -> String {
        self.styled().map(|(_, text)| text).collect()
    }
}

impl<S: Into<String>> From<S> for Text {
    fn from(text: S) -> Self {
        Self::plain(text)
    }
}

/// The role of a zone. If there isn't room for all zones, a renderer chooses them by their roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ZoneRole {
    /// The state of the game: the round, the scores.
    #[serde(rename = "standing")]
    Status,
    /// The cards in the middle, for all players to choose from.
    Shared,
    /// The cards before one player.
    Player(Seat),
    /// A remark.
    Note,
}

/// Rows of texts, with a heading for each column.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Grid {
    /// The headings.
    pub head: Vec<Text>,
    /// The rows.
    pub rows: Vec<Vec<Text>>,
    /// The number of optional columns at the end. A renderer omits these if there is no room.
    #[serde(rename = "asides")]
    pub optional_columns: usize,
    /// The players of the columns after the first. Empty if the columns don't belong to players.
    pub players: Vec<Seat>,
}

impl Grid {
    fn new<T: Into<Text>>(head: impl IntoIterator<Item = T>, rows: Vec<Vec<Text>>) -> Self {
        Self { head: head.into_iter().map(Into::into).collect(), rows, optional_columns: 0, players: Vec::new() }
    }

    /// The number of columns that are not optional.
    pub fn columns(&self) -> usize {
        self.head.len().saturating_sub(self.optional_columns)
    }
}

/// One zone of the table: a line of text, rows below the line, or both.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Zone {
    /// The role of the zone.
    pub priority: ZoneRole,
    /// The line, if there is one.
    pub line: Option<Text>,
    /// The rows, if there are any.
    pub grid: Option<Grid>,
}

impl Zone {
    /// A zone with a line alone.
    pub fn line(priority: ZoneRole, line: impl Into<Text>) -> Self {
        Self { priority, line: Some(line.into()), grid: None }
    }

    /// A zone with rows alone.
    pub fn rows<T: Into<Text>>(priority: ZoneRole, head: impl IntoIterator<Item = T>, rows: Vec<Vec<Text>>) -> Self {
        Self { priority, line: None, grid: Some(Grid::new(head, rows)) }
    }

    /// A zone with a column for each player, after a first column that labels the rows. `label_heading` is the heading of the first
    /// column.
    pub fn by_player(priority: ZoneRole, label_heading: &'static str, players: &Players, rows: Vec<Vec<Text>>) -> Self {
        let head = std::iter::once(label_heading).chain(players.seats().map(|seat| players.name(seat)));
        let grid = Grid { players: players.seats().collect(), ..Grid::new(head, rows) };
        Self { priority, line: None, grid: Some(grid) }
    }

    /// A zone with the known cards of a player's hand: `Ada's hand: 7SK 9LK and 2 unseen`.
    pub fn hand<C: IndexedCard + Into<Face>, const KINDS: usize>(players: &Players, seat: Seat, hand: &Hand<KINDS>) -> Self {
        let line = Text::strong(format!("{}'s hand: ", players.name(seat)));
        Self::line(ZoneRole::Player(seat), line.hand::<C, KINDS>(hand))
    }

    /// A zone with the unaccounted cards of a stock: `Unaccounted for, 2: 7SK 9LK`.
    pub fn unaccounted<C: IndexedCard + Into<Face>, const KINDS: usize>(priority: ZoneRole, account: &Account<KINDS>) -> Self {
        let cards: Vec<C> = account.unaccounted_things();
        Self::line(priority, Text::strong(format!("Unaccounted for, {}: ", cards.len())).cards_or_none(cards))
    }

    /// Makes the last column optional.
    #[must_use]
    pub fn with_optional_column(mut self) -> Self {
        if let Some(grid) = &mut self.grid {
            grid.optional_columns = 1;
        }
        self
    }
}

/// The visible zones of a table, and the zones that need memory, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zones {
    /// The open cards, and counts.
    pub open: Vec<Zone>,
    /// Cards that were seen and are covered now, deductions, and unaccounted cards. Shown on request only.
    pub memory: Vec<Zone>,
}
