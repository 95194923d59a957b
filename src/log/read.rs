//! Reading a log: every value checked where it stands, and kept with its place.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::correction::Correction;
use super::error::{ReadError, quoted};
use super::header::{NameError, check_names};
use super::line::{Line, split};
use super::parsed::{Log, Parts, Round};
use super::place::Spot;
use super::scalar::whole;
use super::text::Text;

/// The format that this program reads and writes.
const FORMAT: i64 = 1;

pub(super) type Key<'i> = Spanned<Cow<'i, str>>;
pub(super) type Found<'i> = Spanned<DeValue<'i>>;

impl Log {
    /// Reads a log. A byte order mark and either kind of line ending are fine.
    ///
    /// # Errors
    ///
    /// [`ReadError`] at the first place that is not TOML, not a log, or not of a format this program reads.
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, ReadError> {
        Self::read(text.into())
    }

    fn read(text: Arc<str>) -> Result<Self, ReadError> {
        let parts = Arc::new(Reader { source: &text }.log()?);
        Ok(Self { text, parts })
    }
}

/// What is read from.
#[derive(Clone, Copy)]
pub(super) struct Reader<'s> {
    pub source: &'s str,
}

impl<'s> Reader<'s> {
    fn log(self) -> Result<Parts, ReadError> {
        let table = self.toml()?;
        self.format(&table)?;
        let mut parts = Parts::default();
        for (key, value) in in_order(table) {
            parts.head_end = parts.head_end.max(self.end_in_head(&value));
            match key.get_ref().as_ref() {
                "fowlplay" => {}
                "game" => parts.game = Some(self.text(value, "`game`")?),
                "players" => parts.players = self.players(value)?,
                "variant" => parts.variant = Some(self.text(value, "`variant`")?),
                "date" => parts.date = Some(self.date(&value)?),
                "place" => parts.place = Some(self.text(value, "`place`")?),
                "title" => parts.title = Some(self.text(value, "`title`")?),
                "notes" => parts.notes = Some(self.text(value, "`notes`")?),
                "rules" => parts.rules = self.table(value, "rules")?,
                "deck" => parts.deck = self.table(value, "deck")?,
                "round" => parts.rounds = self.tables(value, "round", Self::round)?,
                "correction" => {
                    parts.corrections = self.tables(value, "correction", Self::correction)?;
                }
                _ => return Err(self.unknown(&key, "a log", KEYS)),
            }
        }
        for (key, there) in [("game", parts.game.is_some()), ("players", !parts.players.is_empty())] {
            if !there {
                return Err(self.missing(0..0, "the log", key));
            }
        }
        Ok(parts)
    }

    /// The text as TOML.
    pub fn toml(self) -> Result<DeTable<'s>, ReadError> {
        match DeTable::parse(self.source) {
            Ok(table) => Ok(table.into_inner()),
            Err(error) => {
                let span = error.span().unwrap_or(0..0);
                let (message, expected) = match error.message().split_once(", expected ") {
                    Some((message, expected)) => (message, format!("expected {expected}")),
                    None => (error.message(), String::new()),
                };
                if message == "duplicate key" {
                    let key = self.source.get(span.clone()).unwrap_or_default();
                    let message = format!("`{}` is given a second time", quoted(key));
                    return Err(self.error(span, message, "take one of the two out, or rename it"));
                }
                if message.starts_with("missing comma") {
                    return Err(self.error(span, "a comma is missing before this", "put a `,` behind what stands before it"));
                }
                let expected = if expected.is_empty() { "a log is a TOML file: see https://toml.io".into() } else { expected };
                Err(self.error(span, format!("this is not TOML: {message}"), expected))
            }
        }
    }

    /// A log of another format may differ in anything, so this is looked at first.
    fn format(self, table: &DeTable) -> Result<(), ReadError> {
        let what = "`fowlplay = 1` is the first line of a log: it tells the format";
        let Some(value) = table.get("fowlplay") else {
            return Err(self.error(0..0, "this is no log of fowlplay: `fowlplay` is missing", what));
        };
        let Some(found) = whole(value.get_ref()) else {
            return Err(self.wrong(value, "a whole number", what));
        };
        if found != Some(FORMAT) {
            let number = &self.source[value.span()];
            let message = format!("this log is of format {}; this program reads format 1", quoted(number));
            return Err(self.error(value.span(), message, "use a version of fowlplay that reads this format"));
        }
        Ok(())
    }

    fn players(self, value: Found) -> Result<Vec<Text>, ReadError> {
        let span = value.span();
        let players = self.strings(value, "`players`", |_, text| Ok(text))?;
        if players.is_empty() {
            return Err(self.error(span, "a log needs players", "expected names, as in players = [\"Ada\", \"Bo\"]"));
        }
        check_names(&players)
            .map_err(|(index, error)| self.error(players[index].token(), error.to_string(), NameError::EXPECTED))?;
        Ok(players)
    }

    /// The elements of an array of tables, each under its own `[[header]]`.
    fn tables<T>(
        self,
        value: Found,
        name: &str,
        read: fn(Self, DeTable, Range<usize>) -> Result<T, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        let expected = format!("write each of them as a table under `[[{name}]]`");
        let DeValue::Array(array) = value.get_ref() else {
            return Err(self.wrong(&value, &format!("`[[{name}]]` tables"), &expected));
        };
        if let Some(inline) = array.iter().find(|item| !self.has_header(item)) {
            return Err(self.wrong(inline, &format!("a table under `[[{name}]]`"), &expected));
        }
        if array.is_empty() {
            return Err(self.wrong(&value, &format!("`[[{name}]]` tables"), "take this line out"));
        }
        let DeValue::Array(mut array) = value.into_inner() else {
            return Ok(Vec::new());
        };
        let take = |item: &mut Found| {
            let header = item.span();
            match std::mem::replace(item.get_mut(), DeValue::Boolean(false)) {
                DeValue::Table(table) => read(self, table, header),
                _ => Err(self.error(header, format!("expected a `[[{name}]]` table"), "")),
            }
        };
        array.iter_mut().map(take).collect()
    }

    pub fn round(self, table: DeTable, header: Range<usize>) -> Result<Round, ReadError> {
        let (mut first, mut lines, mut moves, mut tally, mut tally_span) = (None, Vec::new(), None, None, None);
        let mut end = header.end;
        for (key, value) in in_order(table) {
            end = end.max(value.span().end);
            match key.get_ref().as_ref() {
                "first" => first = Some(self.text(value, "`first`")?),
                "moves" => {
                    moves = Some(value.span());
                    lines = self.strings(value, "`moves`", Self::line)?;
                }
                "tally" => {
                    tally_span = Some(key.span().start..value.span().end);
                    tally = Some(self.strings(value, "`tally`", |_, text| Ok(text))?);
                }
                _ => return Err(self.unknown(&key, "a `[[round]]`", &["first", "moves", "tally"])),
            }
        }
        let first = first.ok_or_else(|| self.missing(header.clone(), "this `[[round]]`", "first"))?;
        Ok(Round { first, lines, tally, span: header.start..end, header, moves, tally_span })
    }

    fn line(self, text: Text) -> Result<Line, ReadError> {
        match split(&text) {
            Ok(split) => Ok(Line { text, split }),
            Err(error) => {
                let place = |offset| text.file_offset(self.source, offset);
                let span = if text.is_empty() { text.token() } else { place(error.range.start)..place(error.range.end) };
                Err(self.error(span, error.message(), error.expected()))
            }
        }
    }

    fn correction(self, table: DeTable, header: Range<usize>) -> Result<Correction, ReadError> {
        let (mut at, mut was, mut now, mut when, mut after, mut source) = (None, None, None, None, None, None);
        let mut end = header.end;
        for (key, value) in in_order(table) {
            let span = value.span();
            end = end.max(span.end);
            let name = key.get_ref().as_ref();
            let text = || self.text(value.clone(), &format!("`{name}`"));
            match name {
                "at" => at = Some(text()?),
                "was" => was = Some(text()?.to_string()),
                "now" => now = Some(text()?.to_string()),
                "source" => source = Some(text()?.to_string()),
                "after" => {
                    let text = text()?;
                    match text.parse() {
                        Ok(Spot::Line(place)) => after = Some(place),
                        _ => {
                            return Err(self.error(span, "`after` is no line", "expected round and line, as in `1.12`"));
                        }
                    }
                }
                "when" => when = Some(self.moment(&value)?),
                _ => {
                    return Err(self.unknown(&key, "a `[[correction]]`", &["at", "was", "now", "when", "after", "source"]));
                }
            }
        }
        let missing = |key| self.missing(header.clone(), "this `[[correction]]`", key);
        let at = at.ok_or_else(|| missing("at"))?;
        let when = when.ok_or_else(|| missing("when"))?;
        let Ok(spot) = at.parse() else {
            let message = format!("`{}` is nothing that can be corrected", quoted(&at));
            let expected = "expected round and line (`1.4`), a round's tally (`2.tally`) or a table rule (`rules.KEY`)";
            return Err(self.error(at.token(), message, expected));
        };
        Ok(Correction { at: spot, was, now, when, after, source, span: header.start..end })
    }

    /// Whether a table stands under a header of its own.
    pub fn has_header(self, value: &Found) -> bool {
        matches!(value.get_ref(), DeValue::Table(_)) && self.source.as_bytes().get(value.span().start) == Some(&b'[')
    }

    /// Where a top-level value ends that stands before every header; 0 for what stands under one.
    fn end_in_head(self, value: &Found) -> usize {
        let starts_with = |byte| self.source.as_bytes().get(value.span().start) == Some(&byte);
        match value.get_ref() {
            DeValue::Table(_) if starts_with(b'[') => 0,
            DeValue::Table(table) if !starts_with(b'{') => table.values().map(|value| self.end_in_head(value)).max().unwrap_or(0),
            DeValue::Array(array) if array.iter().any(|item| self.has_header(item)) => 0,
            _ => value.span().end,
        }
    }
}

/// The entries of a table in the order of the file, so that the first mistake is the one that is named.
pub(super) fn in_order(table: DeTable<'_>) -> Vec<(Key<'_>, Found<'_>)> {
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_unstable_by_key(|(key, _)| key.span().start);
    entries
}

const KEYS: &[&str] =
    &["fowlplay", "game", "players", "variant", "date", "place", "title", "notes", "rules", "deck", "round", "correction"];
