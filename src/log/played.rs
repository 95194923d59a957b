//! When a game was played: `began`, `ended` and `paused` of the head, which a session writes as it saves.
//!
//! They tell of the evening and not of the game: no correction keeps what they were, and what is taken back or brought back leaves
//! them as they are. `head` mends them.

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

/// A longer time without a recorded step counts as a pause.
const LONGEST_STEP: SignedDuration = SignedDuration::from_mins(30);

/// The same where rounds are counted, and their moves not recorded.
const LONGEST_ROUND: SignedDuration = SignedDuration::from_hours(2);

/// The keys, in the order in which they are written.
const TIMES: [HeadKey; 3] = [HeadKey::Began, HeadKey::Ended, HeadKey::Paused];

impl Log {
    /// When the game was played.
    pub fn played(&self) -> Played {
        self.content.played
    }

    /// The log as a session saves it `now` that was opened `since` and found it as it was `before`: with the moment at which its
    /// first step was recorded, and that of this save. A log that was begun elsewhere has no such moment, and gets neither.
    #[must_use]
    pub fn played_on(&self, before: &Self, since: Moment, now: Moment) -> Self {
        let mut played = self.played();
        if !self.holds_anything() || (played.began.is_none() && before.holds_anything()) {
            return self.clone();
        }
        let by_scores = self.is_kept_by_scores();
        if played.began.is_none() {
            // A round was played before it is counted.
            played = Played { began: Some(if by_scores { since } else { now }), ..Played::default() };
        }
        let played = played.saved(now, if by_scores { LONGEST_ROUND } else { LONGEST_STEP });
        // A key beside it may say what doesn't fit: that is no reason to lose a step.
        self.with_played(&played).unwrap_or_else(|_| self.clone())
    }

    /// The log with other times: each in its place, else behind the date.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if they don't fit together.
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
                    // As it was written, it stays.
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

    /// Whether anything is recorded in it.
    fn holds_anything(&self) -> bool {
        self.rounds().iter().any(|round| !round.lines.is_empty() || round.tally.is_some())
    }
}

impl Parser<'_> {
    /// Reads a moment; `example` is one.
    pub(super) fn moment(self, key: &TomlKey, value: &TomlValue, example: &str) -> Result<Moment, ReadError> {
        let moment = value.get_ref().as_datetime().and_then(|moment| moment.to_string().parse().ok());
        let key = key.get_ref();
        let expected = || format!("`{key}` is a moment with its offset, as in {key} = {example}, without quotes");
        moment.ok_or_else(|| self.wrong(value, "a moment", &expected()))
    }

    /// Reads one of the times of the head.
    pub(super) fn time(self, played: &mut Played, key: &TomlKey, value: &TomlValue) -> Result<(), ReadError> {
        let example = "2026-11-20T19:42:11+01:00";
        match key.get_ref().as_ref() {
            "began" => played.began = Some(self.moment(key, value, example)?),
            "ended" => played.ended = Some(self.moment(key, value, example)?),
            _ => {
                let expected = "expected hours and minutes, in quotes, as in paused = \"1h 35m\"";
                let text = value.get_ref().as_str().ok_or_else(|| self.wrong(value, "a span of time", expected))?;
                let span = span(text)
                    .map_err(|_| self.error(value.span(), format!("`{}` is no span of time", quoted(text)), expected))?;
                played.paused = span;
            }
        }
        Ok(())
    }

    /// Whether the times fit together.
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
