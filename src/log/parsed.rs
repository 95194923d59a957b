//! A log as it was read: its text, and what stands where in it.

use std::ops::Range;
use std::sync::Arc;

use jiff::civil::Date;

use super::correction::Correction;
use super::error::{ReadError, place_of};
use super::line::Line;
use super::place::Place;
use super::text::Text;
use super::value::Entry;

/// A log: the text of the file and its parts, which know their places in the text. A clone shares both.
#[derive(Clone, Debug)]
pub struct Log {
    pub(super) text: Arc<str>,
    pub(super) parts: Arc<Parts>,
}

/// What a log says, and where.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub game: Option<Text>,
    pub players: Vec<Text>,
    pub variant: Option<Text>,
    pub date: Option<Date>,
    pub place: Option<Text>,
    pub title: Option<Text>,
    pub notes: Option<Text>,
    pub rules: Table,
    pub deck: Table,
    pub rounds: Vec<Round>,
    pub corrections: Vec<Correction>,
    /// Where the last value before the first table header ends.
    pub head_end: usize,
}

/// `[rules]` or `[deck]`.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub entries: Vec<Entry>,
    pub form: Form,
}

/// How a table is written.
#[derive(Clone, Debug, Default)]
pub(super) enum Form {
    /// Not at all.
    #[default]
    Absent,
    /// Under a `[header]`, which stands here.
    Header(Range<usize>),
    /// As `{ … }`, which stands here.
    Inline(Range<usize>),
    /// As `rules.key = …`.
    Dotted,
}

impl Table {
    /// The bytes from the header to the end of the last value; only for a table with a header.
    pub fn block(&self) -> Option<Range<usize>> {
        let Form::Header(header) = &self.form else {
            return None;
        };
        Some(header.start..self.entries.iter().map(|entry| entry.span.end).fold(header.end, usize::max))
    }
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Who starts, deals or holds the marker.
    pub first: Text,
    /// What happened, in order.
    pub lines: Vec<Line>,
    /// The result of the round as it was counted on the table.
    pub tally: Option<Vec<Text>>,
    /// The bytes of the file from the `[[round]]` to the end of its last value.
    pub span: Range<usize>,
    /// The bytes of `[[round]]`.
    pub header: Range<usize>,
    /// The bytes of the list of moves, brackets included.
    pub(super) moves: Option<Range<usize>>,
    /// The bytes of the key `tally` to the end of its list.
    pub(super) tally_span: Option<Range<usize>>,
}

impl Log {
    /// The file's text, byte for byte.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name of the game.
    ///
    /// # Panics
    ///
    /// Never: a log is not read without it.
    pub fn game(&self) -> &Text {
        self.parts.game.as_ref().expect("reading refuses a log without `game`")
    }

    /// The players in the order of their seats, at least one; their names are checked.
    pub fn players(&self) -> &[Text] {
        &self.parts.players
    }

    /// The variant of the game.
    pub fn variant(&self) -> Option<&Text> {
        self.parts.variant.as_ref()
    }

    /// The day of the game.
    pub fn date(&self) -> Option<Date> {
        self.parts.date
    }

    /// Where it was played.
    pub fn place(&self) -> Option<&Text> {
        self.parts.place.as_ref()
    }

    /// The title of the log.
    pub fn title(&self) -> Option<&Text> {
        self.parts.title.as_ref()
    }

    /// Whatever else somebody wrote about the game.
    pub fn notes(&self) -> Option<&Text> {
        self.parts.notes.as_ref()
    }

    /// The table rules, in the order of the file, as they were read.
    pub fn rules(&self) -> &[Entry] {
        &self.parts.rules.entries
    }

    /// What the table says of its cards, in the order of the file, as it was read.
    pub fn deck(&self) -> &[Entry] {
        &self.parts.deck.entries
    }

    /// The rounds in their order; there may be none yet.
    pub fn rounds(&self) -> &[Round] {
        &self.parts.rounds
    }

    /// The corrections in the order in which they were made.
    pub fn corrections(&self) -> &[Correction] {
        &self.parts.corrections
    }

    /// The line at a place.
    pub fn line(&self, place: Place) -> Option<&Line> {
        self.round(place.round)?.lines.get(index(place.line)?)
    }

    /// A round, counted from 1.
    pub fn round(&self, round: u32) -> Option<&Round> {
        self.parts.rounds.get(index(round)?)
    }

    /// The place of the last line; line 0 where the last round has none.
    pub fn end(&self) -> Place {
        Place::new(count(self.parts.rounds.len()), self.parts.rounds.last().map_or(0, |round| count(round.lines.len())))
    }

    /// Line and column (in characters) of a byte of the file, counted from 1.
    pub fn place_of(&self, offset: usize) -> (u32, u32) {
        place_of(&self.text, offset)
    }

    /// The bytes of the file that the bytes `range` of a string's value were read from.
    pub fn span_in(&self, text: &Text, range: Range<usize>) -> Range<usize> {
        let start = text.file_offset(&self.text, range.start);
        start..if range.is_empty() { start } else { text.file_offset(&self.text, range.end) }
    }

    /// An error about bytes of the file, for what only a game can judge: an unknown name, an unreadable step.
    /// `message` says what is wrong and stands on its own; `expected` says what would be right, or what to do.
    pub fn error_at(&self, span: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> ReadError {
        ReadError::at(&self.text, span, message, expected)
    }

    /// An error about the bytes `range` of a string's value, as [`Log::error_at`].
    pub fn error_in(
        &self,
        text: &Text,
        range: Range<usize>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReadError {
        self.error_at(self.span_in(text, range), message, expected)
    }

    /// The tables of the file, as bytes from header to the end of the last value, and whether it is a correction.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (Range<usize>, bool)> {
        let tables = [&self.parts.rules, &self.parts.deck].into_iter().filter_map(Table::block);
        let rounds = self.parts.rounds.iter().map(|round| round.span.clone());
        let corrections = self.parts.corrections.iter().map(|correction| (correction.span.clone(), true));
        tables.chain(rounds).map(|span| (span, false)).chain(corrections)
    }

    /// Where the corrections at the file's end begin, or where the file ends.
    pub(super) fn tail_start(&self) -> usize {
        let last = self.blocks().filter(|(_, correction)| !correction).map(|(span, _)| span.end).max();
        let last = last.unwrap_or(self.parts.head_end);
        let starts = self.parts.corrections.iter().map(|correction| correction.span.start);
        starts.filter(|start| *start >= last).min().unwrap_or(self.text.len())
    }
}

/// The index of what is counted from 1.
pub(super) fn index(number: u32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

/// A number of things; a log never holds more than `u32` can count.
pub(super) fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}
