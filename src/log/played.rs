//! When a game was played: `began`, `ended` and `paused` in the head. A session writes them each time it saves.
//!
//! They are about the evening and not about the game. No correction keeps their old values, and undo and redo leave them alone.
//! The command `head` can change them.

use std::cell::RefCell;

use jiff::SignedDuration;
use toml::de::DeTable;

use super::error::{ChangeError, ReadError};
use super::moment::{Moment, Played, span};
use super::parse::{Parser, TomlKey, TomlValue};
use super::parsed::Log;
use super::place::HeadKey;
use super::text::{line_end, newline, quoted};
use super::value::string_toml;

/// A longer time between two recorded steps counts as a pause.
const MAX_STEP_GAP: SignedDuration = SignedDuration::from_mins(30);

/// The same for a game in which only the rounds are counted.
const MAX_ROUND_GAP: SignedDuration = SignedDuration::from_hours(2);

/// The keys, in the order in which they are written.
const TIMES: [HeadKey; 3] = [HeadKey::Began, HeadKey::Ended, HeadKey::Paused];

impl Log {
    /// When the game was played.
    pub fn played(&self) -> Played {
        self.content.played
    }

    /// The log that a session saves: with the times at which its first step was recorded, and of this save. `since` is when the
    /// session opened the log, `before` the log that it opened. A log begun without these times gets none.
    #[must_use]
    pub fn played_on(&self, before: &Self, since: Moment, now: Moment) -> Self {
        let mut played = self.played();
        if !self.has_records() || (played.began.is_none() && before.has_records()) {
            return self.clone();
        }
        let by_scores = self.is_kept_by_scores();
        if played.began.is_none() {
            // The round was played before it is counted.
            played = Played { began: Some(if by_scores { since } else { now }), ..Played::default() };
        }
        let played = played.saved(now, if by_scores { MAX_ROUND_GAP } else { MAX_STEP_GAP });
        // The times may contradict a date in the head. A step must not be lost for that.
        self.with_played(&played).unwrap_or_else(|_| self.clone())
    }

    /// The log with other times. Each key is replaced in its place, or added after the date.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the times contradict each other.
    pub fn with_played(&self, played: &Played) -> Result<Self, ChangeError> {
        let parser = Parser { source: &self.text, errors: &RefCell::default() };
        let names = ["players", "date"].into_iter().chain(TIMES.map(HeadKey::name));
        let mut entries = parser.head_entries(names).into_iter();
        let [players, date] = [entries.next().flatten(), entries.next().flatten()];
        let mut above = date.or(players).map_or(self.content.head_end, |(whole, _)| whole.end);
        let mut edits = Vec::new();
        for (key, entry) in TIMES.into_iter().zip(entries) {
            let value = played.text(key).map(|text| if key == HeadKey::Paused { string_toml(&text) } else { text });
            match (entry, value) {
                (Some((whole, there)), Some(value)) => {
                    above = whole.end;
                    // An unchanged value keeps its form.
                    if self.played().text(key) != played.text(key) {
                        edits.push((there, value));
                    }
                }
                (Some((whole, _)), None) => edits.push((self.whole_lines(whole), String::new())),
                (None, Some(value)) => {
                    let at = line_end(&self.text, above);
                    edits.push((at..at, format!("{}{} = {value}", newline(&self.text), key.name())));
                }
                (None, None) => {}
            }
        }
        edits.sort_by_key(|(range, _)| range.start);
        let mut text = self.text.to_string();
        edits.into_iter().rev().for_each(|(range, with)| text.replace_range(range, &with));
        Ok(Self::parse(text)?)
    }

    /// Whether anything is recorded.
    fn has_records(&self) -> bool {
        self.rounds().iter().any(|round| !round.lines.is_empty() || round.tally.is_some())
    }
}

impl Parser<'_> {
    /// Parses a moment; `example` is shown in the error.
    pub(super) fn moment(self, key: &TomlKey, value: &TomlValue, example: &str) -> Result<Moment, ReadError> {
        let moment = value.get_ref().as_datetime().and_then(|moment| moment.to_string().parse().ok());
        let key = key.get_ref();
        let expected = || format!("`{key}` is a moment with its offset, as in {key} = {example}, without quotes");
        moment.ok_or_else(|| self.wrong_type(value, "a moment", &expected()))
    }

    /// Parses one of the times in the head.
    pub(super) fn time(self, played: &mut Played, key: &TomlKey, value: &TomlValue) -> Result<(), ReadError> {
        let example = "2026-11-20T19:42:11+01:00";
        match key.get_ref().as_ref() {
            "began" => played.began = Some(self.moment(key, value, example)?),
            "ended" => played.ended = Some(self.moment(key, value, example)?),
            _ => {
                let expected = "expected hours and minutes, in quotes, as in paused = \"1h 35m\"";
                let text = value.get_ref().as_str().ok_or_else(|| self.wrong_type(value, "a span of time", expected))?;
                let span = span(text)
                    .map_err(|_| self.error(value.span(), format!("`{}` is no span of time", quoted(text)), expected))?;
                played.paused = span;
            }
        }
        Ok(())
    }

    /// Checks that the times fit together.
    pub(super) fn times_fit(self, played: &Played, table: &DeTable) -> Result<(), ReadError> {
        let at = |key| table.get(key).map(toml::Spanned::span).unwrap_or_default();
        let (Some(began), Some(lasted)) = (played.began, played.lasted()) else { return Ok(()) };
        if lasted.is_negative() {
            let expected = format!("expected no moment before began = {began}");
            return Err(self.error(at("ended"), "the game can't have ended before it began", expected));
        }
        if played.paused > lasted {
            let expected = format!("from `began` to `ended` it is {lasted:#}: expected no more than that");
            return Err(self.error(at("paused"), "the game can't have paused for longer than it took", expected));
        }
        Ok(())
    }
}
