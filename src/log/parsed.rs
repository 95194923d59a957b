//! A parsed log: its text, its values, and their byte ranges.

use std::ops::Range;
use std::sync::Arc;

use jiff::civil::Date;

use super::correction::Correction;
use super::error::ReadError;
use super::line::Line;
use super::moment::Played;
use super::place::{HeadKey, Place};
use super::text::{count, index};
use super::value::{KeyValue, Quoted};
use crate::table::is_same_name;

/// A log: the text of the file, and its values with their places. A clone shares both.
#[derive(Clone, Debug)]
pub struct Log {
    pub(super) text: Arc<str>,
    pub(super) content: Arc<Content>,
}

/// The values of a log.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    pub game: Quoted,
    pub players: Vec<Quoted>,
    pub variant: Option<Quoted>,
    pub by_scores: bool,
    pub left: Vec<Left>,
    pub date: Option<Date>,
    pub place: Option<Quoted>,
    pub title: Option<Quoted>,
    pub notes: Option<Quoted>,
    pub closed: Option<Quoted>,
    pub played: Played,
    pub rules: KeyTable,
    pub deck: KeyTable,
    pub rounds: Vec<Round>,
    pub corrections: Vec<Correction>,
    /// Where the last value of the head ends.
    pub head_end: usize,
}

/// `[rules]` or `[deck]`.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyTable {
    pub entries: Vec<KeyValue>,
    pub form: Form,
}

/// The form of a table.
#[derive(Clone, Debug, Default)]
pub(super) enum Form {
    /// The table is absent.
    #[default]
    Absent,
    /// Under a `[header]` with this byte range.
    Header(Range<usize>),
    /// As `{ … }` with this byte range.
    Inline(Range<usize>),
    /// As dotted keys: `rules.key = …`.
    Dotted,
}

impl KeyTable {
    /// Where the block of a table with a header ends: with its last value, or with the header.
    pub(super) fn block_end(&self) -> Option<usize> {
        let Form::Header(header) = &self.form else { return None };
        Some(self.entries.last().map_or(header.end, |entry| entry.span.end))
    }
}

/// A player who left an evening of scores.
#[derive(Clone, Debug)]
pub struct Left {
    /// The player's name.
    pub name: Quoted,
    /// The last round that counts for the player, counted from 1.
    pub round: u32,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Who starts, deals or holds the marker.
    pub first: Quoted,
    /// The lines of the round, in order.
    pub lines: Vec<Line>,
    /// The result of the round as it was counted on the table.
    pub tally: Option<Vec<Quoted>>,
    /// The byte range from `[[round]]` to the end of its last value.
    pub span: Range<usize>,
    /// The byte range of `[[round]]`.
    pub header: Range<usize>,
    /// The byte range of the list of moves, brackets included.
    pub(super) moves: Option<Range<usize>>,
    /// The byte range from the key `tally` to the end of its list.
    pub(super) tally_span: Option<Range<usize>>,
}

impl Log {
    /// The file's text, byte for byte.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name of the game.
    pub fn game(&self) -> &Quoted {
        &self.content.game
    }

    /// The players in seat order, at least one. Their names are valid.
    pub fn players(&self) -> &[Quoted] {
        &self.content.players
    }

    /// The variant of the game.
    pub fn variant(&self) -> Option<&Quoted> {
        self.content.variant.as_ref()
    }

    /// Whether only scores are kept: each round is a tally, and needs no moves.
    pub fn is_kept_by_scores(&self) -> bool {
        self.content.by_scores
    }

    /// The players who left, in file order; only where scores are kept.
    pub fn left(&self) -> &[Left] {
        &self.content.left
    }

    /// The last round that counts for a player who left.
    pub fn left_after(&self, name: &str) -> Option<u32> {
        self.left().iter().find(|left| is_same_name(&left.name, name)).map(|left| left.round)
    }

    /// The players who are at the table in a round, counted from 1.
    pub fn at_table(&self, round: u32) -> impl Iterator<Item = &Quoted> {
        self.players().iter().filter(move |name| self.left_after(name).is_none_or(|last| last >= round))
    }

    /// The day of the game.
    pub fn date(&self) -> Option<Date> {
        self.content.date
    }

    /// Where it was played.
    pub fn place(&self) -> Option<&Quoted> {
        self.content.place.as_ref()
    }

    /// The title of the log.
    pub fn title(&self) -> Option<&Quoted> {
        self.content.title.as_ref()
    }

    /// Notes about the game.
    pub fn notes(&self) -> Option<&Quoted> {
        self.content.notes.as_ref()
    }

    /// Why nobody will finish the game, if it is closed: then nothing more is recorded.
    pub fn closed(&self) -> Option<&Quoted> {
        self.content.closed.as_ref()
    }

    /// The value of a key of the head.
    pub fn head(&self, key: HeadKey) -> Option<String> {
        let text = match key {
            HeadKey::Date => return self.date().map(|date| date.to_string()),
            HeadKey::Place => self.place(),
            HeadKey::Title => self.title(),
            HeadKey::Notes => self.notes(),
            HeadKey::Closed => self.closed(),
            HeadKey::Began | HeadKey::Ended | HeadKey::Paused => return self.played().text(key),
        };
        text.map(ToString::to_string)
    }

    /// The table rules in file order, as parsed.
    pub fn rules(&self) -> &[KeyValue] {
        &self.content.rules.entries
    }

    /// What the log says about the cards, in file order, as parsed.
    pub fn deck(&self) -> &[KeyValue] {
        &self.content.deck.entries
    }

    /// The rounds in order; there may be none.
    pub fn rounds(&self) -> &[Round] {
        &self.content.rounds
    }

    /// The corrections in the order in which they were made.
    pub fn corrections(&self) -> &[Correction] {
        &self.content.corrections
    }

    /// The line at a place.
    pub fn line(&self, place: Place) -> Option<&Line> {
        self.round(place.round)?.lines.get(index(place.line)?)
    }

    /// A round, counted from 1.
    pub fn round(&self, round: u32) -> Option<&Round> {
        self.content.rounds.get(index(round)?)
    }

    /// The place of the last line; line 0 if the last round has none.
    pub fn end(&self) -> Place {
        Place::new(count(self.content.rounds.len()), self.content.rounds.last().map_or(0, |round| count(round.lines.len())))
    }

    /// The byte range in the file of the bytes `range` of a string's value.
    pub fn span_in(&self, text: &Quoted, range: Range<usize>) -> Range<usize> {
        let start = text.file_offset(&self.text, range.start);
        start..if range.is_empty() { start } else { text.file_offset(&self.text, range.end) }
    }

    /// An error about a byte range, for mistakes that only the rules of a game can find: an unknown name, a step that fails to
    /// parse. `message` says what is wrong and is self-contained; `expected` says what would be right, or what to do.
    pub fn error_at(&self, span: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> ReadError {
        ReadError::at(&self.text, span, message, expected)
    }

    /// The same for the bytes `range` of a string's value.
    pub fn error_in(
        &self,
        text: &Quoted,
        range: Range<usize>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReadError {
        self.error_at(self.span_in(text, range), message, expected)
    }

    /// Where the corrections at the file's end begin.
    pub(super) fn tail(&self) -> usize {
        let Content { rules, deck, rounds, corrections, head_end, .. } = &*self.content;
        let tables = [rules, deck].into_iter().filter_map(KeyTable::block_end);
        let last = tables.chain(rounds.iter().map(|round| round.span.end)).max().unwrap_or(*head_end);
        let starts = corrections.iter().map(|correction| correction.span.start);
        starts.filter(|start| *start >= last).min().unwrap_or(self.text.len())
    }
}
