//! Score sheets: the points of each player, item by item.

use super::{
    Adjustment, Book, ClauseId, Game, Players, Seat, Seats, and_list, capitalized,
    escape::{clean, clean_all},
    signed,
};
use serde::{Serialize, Serializer, ser::SerializeMap};

/// A number of points, or the range of possible points while something is still hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Points {
    /// A known number.
    Exactly(i32),
    /// A range from the first number to the second, inclusive.
    Between(i32, i32),
}

impl Points {
    /// Zero points.
    pub const ZERO: Self = Self::Exactly(0);

    /// The least and the largest possible number.
    pub const fn range(self) -> (i32, i32) {
        match self {
            Self::Exactly(n) => (n, n),
            Self::Between(least, most) => (least, most),
        }
    }

    /// The number of points. Returns `None` if only a range is known.
    pub const fn if_exact(self) -> Option<i32> {
        match self {
            Self::Exactly(n) => Some(n),
            Self::Between(..) => None,
        }
    }

    /// The range from `least` to `most`, or the number if they are equal.
    pub const fn between(least: i32, most: i32) -> Self {
        if least == most { Self::Exactly(least) } else { Self::Between(least, most) }
    }
}

impl From<i32> for Points {
    fn from(points: i32) -> Self {
        Self::Exactly(points)
    }
}

impl std::ops::Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let ((least, most), (other_least, other_most)) = (self.range(), other.range());
        Self::between(least + other_least, most + other_most)
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, |a, b| a + b)
    }
}

impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exactly(n) => f.write_str(&signed(n)),
            Self::Between(least, most) => write!(f, "{} to {}", signed(least), signed(most)),
        }
    }
}

/// Further information on an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Detail {
    /// A number.
    Number(i64),
    /// A word or a sentence.
    Text(String),
    /// A list of cards. The first one of an item has its cards. If there are several, the last one has those that earn points.
    List(Vec<String>),
}

impl std::fmt::Display for Detail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(n) => f.write_str(&signed(n)),
            Self::Text(text) => f.write_str(text),
            Self::List(list) if list.is_empty() => f.write_str("-"),
            Self::List(list) => f.write_str(&list.join(" ")),
        }
    }
}

/// One thing that scored: a bird, a majority, a bonus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The kind, the same word in every round: `bird`, `majority`. Also used as a name in the archive's tables.
    pub kind: &'static str,
    /// The item in words.
    pub label: String,
    /// The points.
    pub points: Points,
    /// The clause that awards the points.
    pub clause: ClauseId,
    /// The figures that determine the points. Every item of a game uses the same names, in column order.
    pub details: Vec<(&'static str, Detail)>,
    /// The figures as a sentence.
    pub why: String,
}

impl Item {
    /// The codes of the item's cards. The flag of a card means that it earns points, and that others of the item don't.
    pub fn codes(&self) -> Vec<(&str, bool)> {
        let details = self.details.iter().map(|(_, detail)| detail);
        let mut lists = details.filter_map(|detail| if let Detail::List(list) = detail { Some(list) } else { None });
        let (codes, earning) = (lists.next().into_iter().flatten(), lists.next_back());
        codes.map(|code| (code.as_str(), earning.is_some_and(|earning| earning.contains(code)))).collect()
    }
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("label", &self.label)?;
        serialize_points(&mut map, "points", self.points)?;
        map.serialize_entry("clause", &self.clause.to_string())?;
        for (key, detail) in &self.details {
            map.serialize_entry(key, detail)?;
        }
        map.serialize_entry("why", &self.why)?;
        map.end()
    }
}

/// One player's score of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundSheet {
    /// The items that scored.
    pub items: Vec<Item>,
    /// The total, if it is not just the sum of the items.
    pub total: Option<Points>,
    /// The number of unrecorded rounds before a position that this is the sum of. 0 for a recorded round.
    pub unrecorded: u16,
}

impl RoundSheet {
    /// A round with a total but no items.
    pub const fn of(points: Points) -> Self {
        Self { items: Vec::new(), total: Some(points), unrecorded: 0 }
    }

    /// The round with the points that the table gave or took in it as items (TB-9).
    pub(super) fn adjusted<'a>(mut self, adjustments: impl Iterator<Item = &'a Adjustment>) -> Self {
        let mut adjustments = adjustments.peekable();
        // Beside the table's decisions, a bare total is an item, too.
        if adjustments.peek().is_some()
            && let Some(points) = self.total.take_if(|_| self.items.is_empty())
        {
            let (kind, label, why) = ("total", "total".to_owned(), "counted on the table".to_owned());
            self.items.push(Item { kind, label, points, clause: ClauseId::table(8), details: Vec::new(), why });
        }
        self.items.extend(adjustments.map(Adjustment::item));
        self
    }

    /// The points of the round: `total`, or the sum of the items.
    pub fn points(&self) -> Points {
        self.total.unwrap_or_else(|| self.items.iter().map(|item| item.points).sum())
    }
}

impl Serialize for RoundSheet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        serialize_points(&mut map, "total", self.points())?;
        map.serialize_entry("items", &self.items)?;
        if self.unrecorded > 0 {
            map.serialize_entry("unrecorded", &self.unrecorded)?;
        }
        map.end()
    }
}

/// One player's score of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerSheet {
    /// The player's name.
    pub name: String,
    /// The points that count for winning.
    #[serde(flatten, serialize_with = "serialize_total")]
    pub total: Points,
    /// All rounds that were begun and count for the player, in order. Unrecorded rounds are one sum.
    pub rounds: Vec<RoundSheet>,
    /// Whether the game is over and this player won or shared the win.
    pub winner: bool,
    /// The first round that counts for the player, counted from 1, if the player joined late.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joined: Option<u32>,
    /// The last round that counts for the player, counted from 1, if the player left before the game's end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// The number of rounds of the sheet before those of a player who joined late.
    #[serde(skip)]
    pub rounds_missed: usize,
}

impl PlayerSheet {
    /// The player's round with this index on the sheet. Returns `None` before the player joined, and after the player left.
    pub fn round(&self, index: usize) -> Option<&RoundSheet> {
        self.rounds.get(index.checked_sub(self.rounds_missed)?)
    }

    /// Whether all rounds count for the player.
    pub const fn is_whole(&self) -> bool {
        self.joined.is_none() && self.left.is_none()
    }
}

/// Serialises a total, with a `range` if the total is uncertain.
fn serialize_total<S: Serializer>(total: &Points, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    serialize_points(&mut map, "total", *total)?;
    map.end()
}

fn serialize_points<M: SerializeMap>(map: &mut M, key: &'static str, points: Points) -> Result<(), M::Error> {
    map.serialize_entry(key, &points.if_exact())?;
    if let Points::Between(..) = points { map.serialize_entry("range", &points) } else { Ok(()) }
}

#[expect(clippy::ref_option, reason = "serde passes a reference")]
fn serialize_unit<S: Serializer>(unit: &Option<[&str; 2]>, serializer: S) -> Result<S::Ok, S::Error> {
    unit.map(|[_, many]| many).serialize(serializer)
}

/// The whole score, itemised.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// The game's name.
    pub game: &'static str,
    /// Whether the game is over, or (for a tally) counted completely.
    pub complete: bool,
    /// The unit of the totals, in singular and plural (`token`, `tokens`). `None` for points.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_unit")]
    pub unit: Option<[&'static str; 2]>,
    /// The players' sheets, in seat order.
    pub players: Vec<PlayerSheet>,
    /// The winners' names. Empty while the game goes on, and if nobody wins.
    pub winners: Vec<String>,
    /// The players with the most points, if the game is over and no tie-break was recorded. Then nobody is a winner.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
    /// The reason that broke a tie between equal totals, or the reason why the tie isn't broken. `None` without a tie.
    pub tiebreak: Option<String>,
    /// Further remarks: the points that an unused card would have saved, hidden cards, the next dealer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Sheet {
    /// The sheet of a game in which the most points win. `rounds` returns a player's rounds.
    pub fn of(game: &'static str, players: &Players, is_over: bool, rounds: impl Fn(Seat) -> Vec<RoundSheet>) -> Self {
        let player = |seat| {
            let rounds = rounds(seat);
            let total = rounds.iter().map(RoundSheet::points).sum();
            let (name, winner, joined, left) = (players.name(seat).to_owned(), false, None, None);
            PlayerSheet { name, rounds, total, winner, joined, left, rounds_missed: 0 }
        };
        let sheets: Vec<PlayerSheet> = players.seats().map(player).collect();
        let winners = Seats::all(sheets.len()).with_most(|seat| sheets[seat.index()].total.range().1);
        let mut sheet = Self { game, players: sheets, ..Self::default() };
        if is_over {
            sheet.set_winners(winners);
        }
        sheet
    }

    /// The unit of the totals, in singular and plural.
    pub fn units(&self) -> [&'static str; 2] {
        self.unit.unwrap_or(["point", "points"])
    }

    /// The final rank of each player by seat, 1 for the best. Equal players share a rank. If the rules leave no winner, all
    /// have rank 1. `None` while the game goes on, and for a player who joined late or left.
    pub fn ranks(&self) -> Vec<Option<u32>> {
        let Self { players, winners, undecided, complete, .. } = self;
        let is_ranked = !winners.is_empty() || !undecided.is_empty();
        if !complete {
            return vec![None; players.len()];
        }
        // A tie-break may put a winner ahead of others with the same total.
        let strength = |player: &PlayerSheet| (player.winner, player.total.range().1);
        let remaining = || players.iter().filter(|player| player.is_whole());
        let better_players =
            |player: &PlayerSheet| remaining().filter(|rival| is_ranked && strength(rival) > strength(player)).count();
        let rank = |player: &PlayerSheet| player.is_whole().then(|| u32::try_from(better_players(player) + 1).ok())?;
        players.iter().map(rank).collect()
    }

    /// The number of rounds on the sheet, where unrecorded rounds count as one.
    pub fn rounds(&self) -> usize {
        self.players.iter().map(|player| player.rounds_missed + player.rounds.len()).max().unwrap_or_default()
    }

    /// The number of unrecorded rounds.
    pub fn unrecorded(&self) -> usize {
        self.players.iter().filter_map(|player| player.round(0)).map(|round| round.unrecorded.into()).max().unwrap_or_default()
    }

    /// The number of the round with this index, counted from 1. Returns `None` for unrecorded rounds.
    pub fn round_number(&self, index: usize) -> Option<usize> {
        match self.unrecorded() {
            0 => Some(index + 1),
            unrecorded => (index > 0).then_some(unrecorded + index),
        }
    }

    /// The name of the round with this index, or of all unrecorded rounds.
    pub fn round_name(&self, book: &Book, index: usize) -> String {
        match (self.round_number(index), self.unrecorded()) {
            (Some(number), _) => book.round_name(number - 1),
            (None, 1) => format!("{}, not recorded", book.round_name(0)),
            (None, last) => format!("{} 1 to {last}, not recorded", capitalized(book.rounds_noun)),
        }
    }

    /// The players at the table with the most points so far.
    pub fn leaders(&self) -> Vec<&PlayerSheet> {
        let playing = || self.players.iter().filter(|player| player.left.is_none());
        let most = playing().map(|player| player.total.range().1).max();
        playing().filter(|player| Some(player.total.range().1) == most).collect()
    }

    /// The result of the game in words.
    pub fn outcome(&self) -> String {
        match (&self.winners[..], self.complete) {
            ([], true) if !self.undecided.is_empty() => format!("{} are level", and_list(clean_all(&self.undecided))),
            ([], true) => "Nobody wins".to_owned(),
            ([], false) => "Not over yet".to_owned(),
            ([winner], _) => format!("{} wins", clean(winner)),
            (several, _) => format!("{} share the win", and_list(clean_all(several))),
        }
    }

    /// Ends the game, and marks the winners.
    pub fn set_winners(&mut self, winners: Seats) {
        self.complete = true;
        for (index, player) in self.players.iter_mut().enumerate() {
            player.winner = winners.contains(Seat::new(index));
        }
        self.winners = self.players.iter().filter(|player| player.winner).map(|player| player.name.clone()).collect();
    }
}

/// A game whose score can be counted at any moment.
pub trait Scoring: Game {
    /// The score in the current state of the game.
    fn score(&self, players: &Players) -> Sheet;

    /// The score that players can see while scoring cards lie face down.
    fn visible_score(&self, players: &Players) -> Sheet {
        self.score(players)
    }

    /// The totals of [`visible_score`](Self::visible_score), by seat. Called after every line, so it should be fast.
    fn visible_totals(&self, players: &Players) -> Vec<Points> {
        self.visible_score(players).players.iter().map(|player| player.total).collect()
    }
}
