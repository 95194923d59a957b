//! Parses a log. Every value is checked, and keeps its byte range in the file.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use jiff::civil::Date;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::comments::{Comments, ListComments};
use super::correction::{Correction, UndoRedo};
use super::error::LogParseError;
use super::line::{Line, split};
use super::line_ref::CorrectionTarget;
use super::line_ref::PresenceKey;
use super::model::{HeadItem, KeyTable, Log, Model, Presence, Round};
use super::player_name::{NameError, check_names};
use super::position_text::POSITION;
use super::text::quoted;
use super::value::{KeyValue, ListItem, LogString, LogValue};
use crate::table::is_same_name;

/// The number of errors after which parsing stops, because the text is probably not a log.
pub const MAX_PARSE_ERRORS: usize = 100;

const FORMAT: i64 = 1;

/// The value of `kept` in a log in which each round is only a tally.
pub(super) const BY_SCORES: &str = "scores";

/// The keys of the head, in the order in which they are written.
pub(super) const HEAD_KEYS: [&str; 15] = [
    "fowlplay", "game", "players", "kept", "joined", "left", "date", "began", "ended", "paused", "variant", "place", "title",
    "notes", "closed",
];

/// The keys of a correction, in the order in which they are written.
pub(super) const CORRECTION_KEYS: [&str; 9] = ["at", "was", "now", "first", "above", "comment", "by", "end", "when"];

pub(super) type TomlKey<'i> = Spanned<Cow<'i, str>>;
pub(super) type TomlValue<'i> = Spanned<DeValue<'i>>;

impl Log {
    /// Parses a log, with or without a byte order mark, with any line ending. Returns the first error in the text.
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, LogParseError> {
        let (log, errors) = Self::parse_all(text);
        match errors.into_iter().min_by_key(|error| (error.line, error.column)) {
            Some(first) if log.is_ok() => Err(first),
            _ => log,
        }
    }

    /// Parses a log and collects all errors, up to [`MAX_PARSE_ERRORS`]. The log lacks the parts that fail to parse.
    pub fn parse_all(text: impl Into<Arc<str>>) -> (Result<Self, LogParseError>, Vec<LogParseError>) {
        let text = text.into();
        if u32::try_from(text.len()).is_err() {
            // Byte positions are stored as `u32`.
            let error = LogParseError::at(&text, 0..0, "this is far larger than any log", "check whether it is one");
            return (Err(error), Vec::new());
        }
        let errors = RefCell::default();
        let model = Parser { source: &text, errors: &errors }.log();
        (model.map(|model| Self(Arc::new(model))), errors.into_inner())
    }
}

/// The parser of one text, with its errors so far.
#[derive(Clone, Copy)]
pub(super) struct Parser<'s> {
    pub source: &'s Arc<str>,
    /// The errors in parts of the log. The other parts are parsed nevertheless.
    pub errors: &'s RefCell<Vec<LogParseError>>,
}

impl<'s> Parser<'s> {
    fn log(self) -> Result<Model, LogParseError> {
        let table = self.parse_toml()?;
        self.check_format(&table)?;
        let mut model = Model { source: Arc::clone(self.source), ..Model::default() };
        for (key, value) in in_file_order(&table).into_iter().take_while(|_| !self.is_at_limit()) {
            if let Some(head_key) = HEAD_KEYS.into_iter().find(|head_key| head_key == key.get_ref()) {
                model.head.insert(head_key, HeadItem { token: value.span(), comments: Comments::default() });
            }
            let string = || self.ok_or_report(self.string(key, value));
            match key.get_ref().as_ref() {
                "fowlplay" => {}
                "game" => model.game = string().unwrap_or_default(),
                "players" => model.players = self.ok_or_report(self.players(key, value)).unwrap_or_default(),
                "variant" => model.variant = string(),
                "kept" => model.is_scores_only = self.ok_or_report(self.check_kept(key, value)).is_some(),
                "joined" => model.presences.extend(self.presences(PresenceKey::Joined, key, value)),
                "left" => model.presences.extend(self.presences(PresenceKey::Left, key, value)),
                "date" => model.date = self.ok_or_report(self.date(value)),
                "place" => model.place = string(),
                "title" => model.title = string(),
                "notes" => model.notes = string(),
                "closed" => model.closed = string(),
                "began" | "ended" | "paused" => {
                    self.ok_or_report(self.time(&mut model.play_period, key, value));
                }
                "rules" => model.rules = self.ok_or_report(self.key_table(value, "rules")).unwrap_or_default(),
                "deck" => model.deck = self.ok_or_report(self.key_table(value, "deck")).unwrap_or_default(),
                "round" => {
                    model.rounds = self
                        .ok_or_report(self.tables(value, "round", |parser, table, header| Ok(parser.round(table, header))))
                        .unwrap_or_default();
                }
                "correction" => {
                    model.corrections = self.ok_or_report(self.tables(value, "correction", Self::correction)).unwrap_or_default();
                }
                _ => {
                    let keys = HEAD_KEYS.into_iter().chain(["rules", "deck", "round", "correction"]).collect::<Vec<_>>();
                    self.report(self.unknown_key(key, "a log", &keys.join(" ")));
                }
            }
        }
        self.ok_or_report(self.check_times(&model.play_period, &table));
        for value in PresenceKey::ALL.iter().filter_map(|key| table.get(key.name())) {
            self.ok_or_report(self.check_presences(&model, value));
        }
        for key in ["game", "players"].into_iter().filter(|key| !table.contains_key(*key)) {
            // A key is not reported as missing after other errors, because its misspelt name may be one of them.
            if self.errors.borrow().is_empty() {
                self.report(self.missing_key(0..0, "the log", key));
            }
        }
        Ok(model)
    }

    fn report(self, error: LogParseError) {
        self.errors.borrow_mut().push(error);
    }

    fn is_at_limit(self) -> bool {
        self.errors.borrow().len() >= MAX_PARSE_ERRORS
    }

    fn ok_or_report<T>(self, result: Result<T, LogParseError>) -> Option<T> {
        result.map_err(|error| self.report(error)).ok()
    }

    fn parse_toml(self) -> Result<DeTable<'s>, LogParseError> {
        let error = match DeTable::parse(self.source) {
            Ok(table) => return Ok(table.into_inner()),
            Err(error) => error,
        };
        let span = error.span().unwrap_or(0..0);
        let (message, expected) = match error.message().split_once(", expected ") {
            Some((message, expected)) => (message, format!("expected {expected}")),
            None => (error.message(), "a log is a TOML file: see https://toml.io".to_owned()),
        };
        if message == "duplicate key" {
            let key = self.source.get(span.clone()).unwrap_or_default();
            let message = format!("`{}` is given a second time", quoted(key));
            return Err(self.error(span, message, "take one of the two out, or rename it"));
        }
        if message.starts_with("missing comma") {
            return Err(self.error(span, "a comma is missing before this", "put a `,` after the value before it"));
        }
        Err(self.error(span, format!("this is not TOML: {message}"), expected))
    }

    /// Checks the format number. This is the first check, because another format may differ in every respect.
    fn check_format(self, table: &DeTable) -> Result<(), LogParseError> {
        let expected = "`fowlplay = 1` is the first line of a log: it gives the format";
        let Some(value) = table.get("fowlplay") else {
            return Err(self.error(0..0, "not a fowlplay log: the key `fowlplay` is missing", expected));
        };
        if !matches!(value.get_ref(), DeValue::Integer(_)) {
            return Err(self.wrong_type(value, "a whole number", expected));
        }
        if integer(value.get_ref()) != Some(FORMAT) {
            let number = &self.source[value.span()];
            let message = format!("this log is of format {}; this program reads format 1", quoted(number));
            return Err(self.error(value.span(), message, "use a version of fowlplay that reads this format"));
        }
        Ok(())
    }

    fn players(self, key: &TomlKey, value: &TomlValue) -> Result<Vec<LogString>, LogParseError> {
        let players = self.strings(key, value)?;
        if players.is_empty() {
            return Err(self.error(value.span(), "a log needs players", "expected names, as in players = [\"Ada\", \"Bo\"]"));
        }
        check_names(&players)
            .map_err(|(index, error)| self.error(players[index].token(), error.to_string(), NameError::EXPECTED))?;
        Ok(players)
    }

    /// Parses the elements of an array of tables, each under its own `[[header]]`.
    fn tables<T>(
        self,
        value: &TomlValue,
        name: &str,
        parse: fn(Self, &DeTable, Range<usize>) -> Result<T, LogParseError>,
    ) -> Result<Vec<T>, LogParseError> {
        let expected = format!("write each of them as a table under `[[{name}]]`");
        let Some(array) = value.get_ref().as_array().filter(|array| !array.is_empty()) else {
            let expected = if value.get_ref().is_array() { "take this line out" } else { &expected };
            return Err(self.wrong_type(value, &format!("`[[{name}]]` tables"), expected));
        };
        let element = |item: &TomlValue| match self.table_under_header(item) {
            Some(table) => parse(self, table, item.span()),
            None => Err(self.wrong_type(item, &format!("a table under `[[{name}]]`"), &expected)),
        };
        Ok(array.iter().take_while(|_| !self.is_at_limit()).filter_map(|item| self.ok_or_report(element(item))).collect())
    }

    pub(super) fn round(self, table: &DeTable, header: Range<usize>) -> Round {
        let (mut first, mut lines, mut moves, mut tally, mut parts) = (None, Vec::new(), None, None, ListComments::default());
        for (key, value) in in_file_order(table).into_iter().take_while(|_| !self.is_at_limit()) {
            match key.get_ref().as_ref() {
                "first" => first = self.ok_or_report(self.string(key, value)),
                "moves" => {
                    moves = Some(ListComments { span: value.span(), ..ListComments::default() });
                    lines = self.ok_or_report(self.lines(key, value)).unwrap_or_default();
                }
                "tally" => {
                    parts.span = value.span();
                    tally = self.ok_or_report(self.strings(key, value));
                }
                _ => self.report(self.unknown_key(key, "a `[[round]]`", "first moves tally")),
            }
        }
        if !table.contains_key("first") {
            self.report(self.missing_key(header.clone(), "this `[[round]]`", "first"));
        }
        let first = first.unwrap_or_default();
        Round { first, lines, tally, header, comments: Comments::default(), moves, parts }
    }

    fn lines(self, key: &TomlKey, value: &TomlValue) -> Result<Vec<Line>, LogParseError> {
        let list = self.list(key, value)?;
        let mut lines = Vec::with_capacity(list.len());
        for item in list.iter().take_while(|_| !self.is_at_limit()) {
            let Some(text) = self.ok_or_report(self.line(key, item)) else { continue };
            match split(&text) {
                Ok(split) => lines.push(Line { text, split }),
                Err(error) => {
                    let file_offset = |offset| text.file_offset(self.source, offset);
                    let span =
                        if text.is_empty() { text.token() } else { file_offset(error.range.start)..file_offset(error.range.end) };
                    self.report(self.error(span, error.message(), format!("expected {}", error.expected())));
                }
            }
        }
        Ok(lines)
    }

    /// Parses a line of `moves`: a string, or a position as a table.
    fn line(self, key: &TomlKey, item: &TomlValue) -> Result<LogString, LogParseError> {
        let Some(table) = item.get_ref().as_table() else { return self.log_string(item, || list_of_strings(key)) };
        let mut parts = None;
        for (key, value) in in_file_order(table) {
            if key.get_ref() != POSITION {
                return Err(self.unknown_key(key, "a line that is a table", POSITION));
            }
            parts = Some(self.list(key, value)?.iter().map(|part| self.log_string(part, || list_of_strings(key))).collect());
        }
        match parts {
            Some(parts) => self.position(parts, item.span()),
            None => Err(self.missing_key(item.span(), "this line", POSITION)),
        }
    }

    fn position(self, parts: Result<Vec<LogString>, LogParseError>, span: Range<usize>) -> Result<LogString, LogParseError> {
        let parts = parts?;
        if parts.is_empty() {
            return Err(self.error(span, "this position is empty", "expected a part for each player, and one of the table"));
        }
        Ok(LogString::position(self.source, parts, span))
    }

    /// Parses a text of a correction: a string, or the parts of a position as a list.
    fn correction_text(self, key: &TomlKey, value: &TomlValue) -> Result<String, LogParseError> {
        if value.get_ref().is_array() {
            let parts = self.list(key, value)?.iter().map(|part| self.log_string(part, || list_of_strings(key))).collect();
            return Ok(self.position(parts, value.span())?.to_string());
        }
        Ok(self.string(key, value)?.to_string())
    }

    fn correction(self, table: &DeTable, header: Range<usize>) -> Result<Correction, LogParseError> {
        let (mut at, mut was, mut now, mut when, mut first, mut comment) = (None, None, None, None, None, None);
        let (mut by, mut end, mut above) = (None, None, Vec::new());
        let mut tokens = Vec::new();
        for (key, value) in in_file_order(table) {
            let name = CORRECTION_KEYS.into_iter().find(|name| name == key.get_ref());
            let name = name.ok_or_else(|| self.unknown_key(key, "a `[[correction]]`", &CORRECTION_KEYS.join(" ")))?;
            tokens.push((name, value.span()));
            let string = || self.string(key, value);
            match name {
                "at" => at = Some(string()?),
                "was" => was = Some(self.correction_text(key, value)?),
                "now" => now = Some(self.correction_text(key, value)?),
                "first" => first = Some(string()?.to_string()),
                "above" => {
                    above = self.strings(key, value)?.iter().map(|text| self.comment(name, text)).collect::<Result<_, _>>()?;
                }
                "comment" => comment = Some(self.comment(name, &string()?)?),
                "by" => {
                    by = [UndoRedo::Undo, UndoRedo::Redo].into_iter().find(|by| value.get_ref().as_str() == Some(by.word()));
                    if by.is_none() {
                        return Err(self.error(value.span(), "`by` has an unknown value", "expected `undo` or `redo`"));
                    }
                }
                "end" => {
                    let target = value.get_ref().as_str().and_then(|text| text.parse().ok());
                    end = target.filter(|target| matches!(target, CorrectionTarget::Line(_) | CorrectionTarget::Tally(_)));
                    if end.is_none() {
                        let expected = "expected round and line (`1.12`), or a round's tally (`2.tally`)";
                        return Err(self.error(value.span(), "`end` is not where a log can end", expected));
                    }
                }
                _ => when = Some(self.moment(key, value, "2026-11-20T19:42:11.123456Z")?.timestamp()),
            }
        }
        let missing = |key| self.missing_key(header.clone(), "this `[[correction]]`", key);
        let at = at.ok_or_else(|| missing("at"))?;
        let when = when.ok_or_else(|| missing("when"))?;
        let Ok(target) = at.parse() else {
            let message = format!("`{}` is nothing that can be corrected", quoted(&at));
            let expected = "expected round and line (`1.4`), a round's tally (`2.tally`), a table rule (`rules.KEY`) or a key of the \
                            head (`head.KEY`, `head.player.NAME`, `head.joined.NAME`, `head.left.NAME`, `head.seats`)";
            return Err(self.error(at.token(), message, expected));
        };
        let span = header.start..tokens.last().map_or(header.end, |(_, token)| token.end);
        Ok(Correction { at: target, was, now, by, end, when, first, above, comment, span, tokens, comments: Comments::default() })
    }

    /// Checks a comment that a correction keeps, because it stood on removed text.
    fn comment(self, key: &str, text: &LogString) -> Result<String, LogParseError> {
        if text.starts_with('#') && !text.contains(|char: char| char.is_control() && char != '\t') {
            return Ok(text.to_string());
        }
        Err(self.error(text.token(), format!("`{key}` is not a comment"), "expected a line that begins with `#`"))
    }

    /// Parses `[rules]` or `[deck]`, in any form that TOML has for a table.
    fn key_table(self, value: &TomlValue, name: &str) -> Result<KeyTable, LogParseError> {
        let DeValue::Table(table) = value.get_ref() else {
            let expected = format!("write `[{name}]` on a line of its own, and below it lines like: key = value");
            return Err(self.wrong_type(value, "a table", &expected));
        };
        let has_header = self.first_byte(value) == Some(b'[');
        let header = has_header.then(|| HeadItem { token: value.span(), comments: Comments::default() });
        Ok(KeyTable { entries: self.entries(table)?, header })
    }

    fn entries(self, table: &DeTable) -> Result<Vec<KeyValue>, LogParseError> {
        let entry = |(key, value): (&TomlKey, &TomlValue)| {
            Ok(KeyValue {
                key: LogString::new(self.source, key.get_ref(), key.span()),
                value: self.value(value)?,
                span: value.span(),
            })
        };
        in_file_order(table).into_iter().map(entry).collect()
    }

    fn value(self, value: &TomlValue) -> Result<LogValue, LogParseError> {
        Ok(match value.get_ref() {
            DeValue::String(word) => LogValue::Word(word.to_string()),
            DeValue::Boolean(flag) => LogValue::Flag(*flag),
            DeValue::Array(array) => {
                let element = |item: &TomlValue| Ok(ListItem { value: self.value(item)?, span: item.span() });
                LogValue::List(array.iter().map(element).collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) if self.first_byte(value) == Some(b'{') => LogValue::Map(self.entries(table)?),
            DeValue::Table(_) => {
                let expected = "write the inner table in braces, as in key = { crow = 2, squirrel = 2 }";
                return Err(self.error(value.span(), "a table of its own can't stand here", expected));
            }
            DeValue::Float(_) | DeValue::Datetime(_) => {
                let types = "a string, a whole number, true, false, a list or a table in braces";
                return Err(self.wrong_type(value, types, "numbers are whole; dates and times are not allowed here"));
            }
            DeValue::Integer(_) => match integer(value.get_ref()) {
                Some(number) => LogValue::Whole(number),
                None => return Err(self.error(value.span(), "this number is too large", "expected a smaller whole number")),
            },
        })
    }

    fn date(self, value: &TomlValue) -> Result<Date, LogParseError> {
        let day = value.get_ref().as_datetime().filter(|day| day.time.is_none()).and_then(|day| day.date);
        let day =
            day.and_then(|day| Date::new(day.year.try_into().ok()?, day.month.try_into().ok()?, day.day.try_into().ok()?).ok());
        let expected = "`date` is a day, as in date = 2026-11-20, without quotes and without a time";
        day.ok_or_else(|| self.wrong_type(value, "a day", expected))
    }

    fn check_kept(self, key: &TomlKey, value: &TomlValue) -> Result<(), LogParseError> {
        let kept = self.string(key, value)?;
        if &*kept == BY_SCORES {
            return Ok(());
        }
        let message = format!("a game can't be kept by `{}`", quoted(&kept));
        let expected = format!("expected kept = \"{BY_SCORES}\"; a game whose moves are recorded has no such line");
        Err(self.error(value.span(), message, expected))
    }

    /// Parses `{ Tom = 3 }`: the players who joined or left, each with the first or the last round that counts for them. An error
    /// is reported.
    fn presences(self, presence_key: PresenceKey, key: &TomlKey, value: &TomlValue) -> Vec<Presence> {
        self.ok_or_report(self.parse_presences(presence_key, key, value)).unwrap_or_default()
    }

    fn parse_presences(
        self,
        presence_key: PresenceKey,
        key: &TomlKey,
        value: &TomlValue,
    ) -> Result<Vec<Presence>, LogParseError> {
        let (least, expected) = match presence_key {
            PresenceKey::Joined => (
                2,
                "write it on one line, as in joined = { Dot = 3 }: a player, and the first round that counts for that player, from 2",
            ),
            PresenceKey::Left => {
                (1, "write it on one line, as in left = { Tom = 3 }: a player, and the last round that counts for that player")
            }
        };
        let DeValue::Table(table) = value.get_ref() else { return Err(self.wrong_type(value, "a table in braces", expected)) };
        if self.first_byte(value) != Some(b'{') {
            return Err(self.error(key.span(), "a table of its own can't stand here", expected));
        }
        let presence = |(name, value): (&TomlKey, &TomlValue)| {
            let number = integer(value.get_ref()).and_then(|number| u32::try_from(number).ok()).filter(|round| *round >= least);
            let round = number.ok_or_else(|| self.error(value.span(), "this is not the number of a round", expected))?;
            Ok(Presence { key: presence_key, name: LogString::new(self.source, name.get_ref(), name.span()), round })
        };
        in_file_order(table).into_iter().map(presence).collect()
    }

    /// Checks that the log keeps scores only, that those who joined or left are players and named once, that nobody leaves before
    /// joining, and that at least two players are always at the table.
    fn check_presences(self, model: &Model, value: &TomlValue) -> Result<(), LogParseError> {
        if !model.is_scores_only {
            let message = "only in a log that keeps scores only does a player join or leave, and the others go on";
            let expected = "take this out; `closed = \"…\"` says that nobody finishes a game whose moves are recorded";
            return Err(self.error(value.span(), message, expected));
        }
        let has_name = |other: &LogString, name: &LogString| is_same_name(other, name);
        let is_here = |presence: &Presence| value.span().contains(&presence.name.token().start);
        for (nth, presence) in model.presences.iter().enumerate().filter(|(_, presence)| is_here(presence)) {
            let (name, earlier) = (&presence.name, &model.presences[..nth]);
            if !model.players.iter().any(|player| has_name(player, name)) {
                let message = format!("there is no player `{}`", quoted(name));
                let names = model.players.iter().map(LogString::as_str).collect::<Vec<_>>().join("`, `");
                return Err(self.error(name.token(), message, format!("expected one of `{names}`")));
            }
            if earlier.iter().any(|other| other.key == presence.key && has_name(&other.name, name)) {
                return Err(self.error(name.token(), "this player is named twice", "take one of the two out"));
            }
            if model.presence_of(PresenceKey::Joined, name) > model.presence_of(PresenceKey::Left, name).or(Some(u32::MAX)) {
                return Err(self.error(name.token(), "this player leaves before joining", "mend one of the two rounds"));
            }
        }
        if !model.presences.is_empty() && model.fewest_players() < 2 {
            let expected = "at least two players go on; `closed = \"…\"` says that nobody finishes the game";
            return Err(self.error(value.span(), "too few players are left", expected));
        }
        Ok(())
    }

    fn string(self, key: &TomlKey, value: &TomlValue) -> Result<LogString, LogParseError> {
        self.log_string(value, || format!("`{}` is a string, in quotes", key.get_ref()))
    }

    fn log_string(self, value: &TomlValue, expected: impl FnOnce() -> String) -> Result<LogString, LogParseError> {
        let decoded = value.get_ref().as_str().ok_or_else(|| self.wrong_type(value, "a string", &expected()))?;
        Ok(LogString::new(self.source, decoded, value.span()))
    }

    fn strings(self, key: &TomlKey, value: &TomlValue) -> Result<Vec<LogString>, LogParseError> {
        let parse = |item| self.ok_or_report(self.log_string(item, || list_of_strings(key)));
        Ok(self.list(key, value)?.iter().take_while(|_| !self.is_at_limit()).filter_map(parse).collect())
    }

    /// Parses a list that should hold strings, without checking its items.
    fn list<'v, 'i>(self, key: &TomlKey, value: &'v TomlValue<'i>) -> Result<&'v DeArray<'i>, LogParseError> {
        let array = value.get_ref().as_array().filter(|_| self.first_byte(value) == Some(b'['));
        array.ok_or_else(|| self.wrong_type(value, "a list of strings", &list_of_strings(key)))
    }

    /// The first byte of a value, which shows how the value is written.
    fn first_byte(self, value: &TomlValue) -> Option<u8> {
        self.source.as_bytes().get(value.span().start).copied()
    }

    /// The table of a value, if it stands under a `[[header]]` of its own.
    fn table_under_header<'v, 'i>(self, value: &'v TomlValue<'i>) -> Option<&'v DeTable<'i>> {
        value.get_ref().as_table().filter(|_| self.first_byte(value) == Some(b'['))
    }

    pub(super) fn error(self, span: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> LogParseError {
        LogParseError::at(self.source, span, message, expected)
    }

    pub(super) fn wrong_type(self, value: &TomlValue, expected_type: &str, expected: &str) -> LogParseError {
        let found_type = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number that isn't whole",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(moment) => match (moment.date, moment.time, moment.offset) {
                (Some(_), None, _) => "a day",
                (None, ..) => "a time of day",
                (.., Some(_)) => "a moment",
                _ => "a day and time without an offset",
            },
            DeValue::Array(array) if array.iter().any(|item| self.table_under_header(item).is_some()) => "a list of tables",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let message = match found_type {
            "a day" | "a moment" if found_type == expected_type => {
                format!("this is {found_type} that no calendar has: years are counted to 9999, in UTC")
            }
            _ => format!("expected {expected_type}, found {found_type}"),
        };
        self.error(value.span(), message, expected)
    }

    /// The error for an unknown key. The `known_keys` are separated by blanks.
    fn unknown_key(self, key: &TomlKey, owner: &str, known_keys: &str) -> LogParseError {
        let name = key.get_ref().as_ref();
        let message = format!("{owner} has no key `{}`", quoted(name));
        // A long key is not a misspelling, and comparing it would be slow.
        let candidates = known_keys
            .split(' ')
            .filter(|_| name.len() <= 40)
            .map(|known_key| (strsim::osa_distance(name, known_key), known_key));
        let expected = match candidates.min_by_key(|(distance, _)| *distance) {
            Some((distance, similar)) if distance <= 1 + similar.len() / 4 => format!("did you mean `{similar}`?"),
            _ => format!("expected one of `{}`", known_keys.replace(' ', "`, `")),
        };
        self.error(key.span(), message, expected)
    }

    fn missing_key(self, span: Range<usize>, owner: &str, key: &str) -> LogParseError {
        let example = match key {
            "game" => "game = \"emu-ranchers\"",
            "players" => "players = [\"Ada\", \"Bo\"]",
            "first" => "first = \"Ada\"",
            "at" => "at = \"1.4\"",
            _ => "when = 2026-11-20T19:42:11.123456Z",
        };
        self.error(span, format!("{owner} has no `{key}`"), format!("expected a line like: {example}"))
    }
}

fn list_of_strings(key: &TomlKey) -> String {
    format!("`{}` is a list of strings, as in [\"…\", \"…\"]", key.get_ref())
}

/// The entries of a table in file order, so that the first error in the text is reported.
fn in_file_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<(&'t TomlKey<'i>, &'t TomlValue<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_unstable_by_key(|(key, _)| key.span().start);
    entries
}

fn integer(value: &DeValue) -> Option<i64> {
    let DeValue::Integer(number) = value else { return None };
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}
