//! The model of a log: every value with its byte range, and every comment with its item.

use std::collections::BTreeMap;
use std::ops::{Deref, Range};
use std::sync::Arc;

use jiff::civil::Date;

use super::comments::{Comments, ListComments};
use super::correction::Correction;
use super::error::{ChangeError, LogParseError};
use super::line::Line;
use super::line_ref::{HeadKey, LineRef, PresenceKey};
use super::offset_time::PlayPeriod;
use super::text::{count, index};
use super::value::{KeyValue, LogString};
use crate::table::is_same_name;

/// A parsed log. A clone shares the text and the values.
#[derive(Clone, Debug)]
pub struct Log(pub(super) Arc<Model>);

impl Deref for Log {
    type Target = Model;

    fn deref(&self) -> &Model {
        &self.0
    }
}

/// The values of a log, which can be changed and written as a new text.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The text that the values were parsed from.
    pub(super) source: Arc<str>,
    pub(super) game: LogString,
    pub(super) players: Vec<LogString>,
    pub(super) variant: Option<LogString>,
    pub(super) is_scores_only: bool,
    pub(super) presences: Vec<Presence>,
    pub(super) date: Option<Date>,
    pub(super) place: Option<LogString>,
    pub(super) title: Option<LogString>,
    pub(super) notes: Option<LogString>,
    pub(super) closed: Option<LogString>,
    pub(super) play_period: PlayPeriod,
    /// The byte ranges of the values of the head keys, and the comments on the keys.
    pub(super) head: BTreeMap<&'static str, HeadItem>,
    pub(super) rules: KeyTable,
    pub(super) deck: KeyTable,
    pub(super) rounds: Vec<Round>,
    pub(super) corrections: Vec<Correction>,
    /// The comments before the first item.
    pub(super) opening: Comments,
    /// The comments of a round that an undo removed.
    pub(super) orphans: Comments,
    /// The comments at the end of the file.
    pub(super) closing: Comments,
}

/// The byte range of a head key's value (empty for a new value), and the comments on the key.
#[derive(Clone, Debug, Default)]
pub(super) struct HeadItem {
    pub token: Range<usize>,
    pub comments: Comments,
}

/// The table `[rules]` or `[deck]`.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyTable {
    pub entries: Vec<KeyValue>,
    pub header: Option<HeadItem>,
}

/// A player who joined an evening of scores late, or who left it.
#[derive(Clone, Debug)]
pub struct Presence {
    /// Whether the player joined or left.
    pub key: PresenceKey,
    /// The player's name.
    pub name: LogString,
    /// The first or the last round that counts for the player, counted from 1.
    pub round: u32,
}

/// A round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The player who starts, deals or holds the marker.
    pub first: LogString,
    /// The lines of the round, in order.
    pub lines: Vec<Line>,
    /// The players' parts of the tally, if the round was counted on the table.
    pub tally: Option<Vec<LogString>>,
    /// The byte range of `[[round]]`.
    pub header: Range<usize>,
    pub(super) comments: Comments,
    /// The comments of the list of moves. `None` if the round has no such list.
    pub(super) moves: Option<ListComments>,
    /// The comments of the list of the tally's parts.
    pub(super) parts: ListComments,
}

impl Log {
    /// Changes a copy of the log, writes the copy and parses the text.
    pub fn changed(&self, change: impl FnOnce(&mut Model) -> Result<(), ChangeError>) -> Result<Self, ChangeError> {
        let mut model = Model::of(self);
        change(&mut model)?;
        model.log()
    }
}

impl Model {
    /// The text that the log was parsed from, byte for byte.
    pub fn text(&self) -> &str {
        &self.source
    }

    /// The name of the game.
    pub fn game(&self) -> &LogString {
        &self.game
    }

    /// The players in seat order, at least one. Their names are valid.
    pub fn players(&self) -> &[LogString] {
        &self.players
    }

    /// The variant of the game.
    pub fn variant(&self) -> Option<&LogString> {
        self.variant.as_ref()
    }

    /// Whether only scores are kept: each round is a tally, and needs no moves.
    pub fn is_scores_only(&self) -> bool {
        self.is_scores_only
    }

    /// The players who joined late or left, in file order. Only a log that keeps scores only has any.
    pub fn presences(&self) -> &[Presence] {
        &self.presences
    }

    /// The first round that counts for a player who joined late, or the last one for a player who left.
    pub fn presence_of(&self, key: PresenceKey, name: &str) -> Option<u32> {
        let is_of_player = |presence: &&Presence| presence.key == key && is_same_name(&presence.name, name);
        self.presences().iter().find(is_of_player).map(|presence| presence.round)
    }

    /// Whether a player is at the table in a round, counted from 1.
    pub fn is_present(&self, name: &str, round: u32) -> bool {
        self.presence_of(PresenceKey::Joined, name).is_none_or(|first| first <= round)
            && self.presence_of(PresenceKey::Left, name).is_none_or(|last| last >= round)
    }

    /// The players who are at the table in a round, counted from 1.
    pub fn players_in(&self, round: u32) -> impl Iterator<Item = &LogString> {
        self.players().iter().filter(move |name| self.is_present(name, round))
    }

    /// The number of players in the round in which the fewest are at the table.
    pub(crate) fn fewest_players(&self) -> usize {
        let changes = self.presences().iter().map(|presence| match presence.key {
            PresenceKey::Joined => presence.round,
            PresenceKey::Left => presence.round.saturating_add(1),
        });
        std::iter::once(1).chain(changes).map(|round| self.players_in(round).count()).min().unwrap_or_default()
    }

    /// The day of the game.
    pub fn date(&self) -> Option<Date> {
        self.date
    }

    /// The place where the game was played.
    pub fn place(&self) -> Option<&LogString> {
        self.place.as_ref()
    }

    /// The title of the log.
    pub fn title(&self) -> Option<&LogString> {
        self.title.as_ref()
    }

    /// Notes about the game.
    pub fn notes(&self) -> Option<&LogString> {
        self.notes.as_ref()
    }

    /// The reason why nobody will finish the game. A closed game records nothing more.
    pub fn closed(&self) -> Option<&LogString> {
        self.closed.as_ref()
    }

    /// The value of a key of the head.
    pub fn head(&self, key: HeadKey) -> Option<String> {
        let text = match key {
            HeadKey::Date => return self.date().map(|date| date.to_string()),
            HeadKey::Place => self.place(),
            HeadKey::Title => self.title(),
            HeadKey::Notes => self.notes(),
            HeadKey::Closed => self.closed(),
            HeadKey::Began | HeadKey::Ended | HeadKey::Paused => return self.play_period().text(key),
        };
        text.map(ToString::to_string)
    }

    /// The table rules in file order, as parsed.
    pub fn rules(&self) -> &[KeyValue] {
        &self.rules.entries
    }

    /// The entries about the cards in file order, as parsed.
    pub fn deck(&self) -> &[KeyValue] {
        &self.deck.entries
    }

    /// The rounds in order; there may be none.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The corrections in the order in which they were made.
    pub fn corrections(&self) -> &[Correction] {
        &self.corrections
    }

    /// The line with this line reference.
    pub fn line(&self, line_ref: LineRef) -> Option<&Line> {
        self.round(line_ref.round)?.lines.get(index(line_ref.line)?)
    }

    /// A round, counted from 1.
    pub fn round(&self, round: u32) -> Option<&Round> {
        self.rounds.get(index(round)?)
    }

    /// The reference of the last line, or of line 0 if the last round has no lines.
    pub fn end(&self) -> LineRef {
        LineRef::new(count(self.rounds.len()), self.rounds.last().map_or(0, |round| count(round.lines.len())))
    }

    /// The byte range in the file for the byte range `range` in a string's value.
    pub fn span_in(&self, text: &LogString, range: Range<usize>) -> Range<usize> {
        let start = text.file_offset(&self.source, range.start);
        start..if range.is_empty() { start } else { text.file_offset(&self.source, range.end) }
    }

    /// An error that the rules of a game find. `message` states the problem in full; `expected` gives the right form, or advice.
    pub fn error_at(&self, span: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> LogParseError {
        LogParseError::at(&self.source, span, message, expected)
    }

    /// An error about the byte range `range` in a string's value, as [`Self::error_at`].
    pub fn error_in(
        &self,
        text: &LogString,
        range: Range<usize>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> LogParseError {
        self.error_at(self.span_in(text, range), message, expected)
    }
}
