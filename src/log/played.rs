//! When a game was played: `began`, `ended` and `paused` of the head, which a session writes as it saves.
//!
//! They tell of the evening and not of the game: no correction keeps what they were, and what is taken back or brought back leaves
//! them as they are. `head` mends them.

use std::cell::RefCell;
use std::fmt;
use std::str::FromStr;
use std::time::SystemTime;

use jiff::civil::{DateTime, Time};
use jiff::fmt::temporal::Pieces;
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};
use toml::de::DeTable;

use super::change::{ChangeError, line_end, newline};
use super::error::{ReadError, quoted};
use super::parse::{Parser, TomlKey, TomlValue};
use super::parsed::Log;
use super::place::HeadKey;
use super::value::string_toml;

/// Whoever records nothing for longer than this has paused.
const LONGEST_STEP: SignedDuration = SignedDuration::from_mins(30);

/// The same where rounds are counted, and their moves not recorded.
const LONGEST_ROUND: SignedDuration = SignedDuration::from_hours(2);

/// The keys, in the order in which they are written.
const TIMES: [HeadKey; 3] = [HeadKey::Began, HeadKey::Ended, HeadKey::Paused];

/// A moment, and the offset from UTC that clocks had there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    at: Timestamp,
    offset: Offset,
}

impl Moment {
    /// This second, by the clock of this machine.
    pub fn now() -> Self {
        let now = now();
        let second = Timestamp::from_second(now.as_second()).unwrap_or(now);
        Self { at: second, offset: TimeZone::system().to_offset(now) }
    }

    /// The moment, wherever it was.
    pub const fn timestamp(self) -> Timestamp {
        self.at
    }

    /// What a clock on the wall showed.
    pub fn on_the_wall(self) -> DateTime {
        self.offset.to_datetime(self.at)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.display_with_offset(self.offset).fmt(f)
    }
}

/// This moment, by the clock of this machine.
pub fn now() -> Timestamp {
    moment_of(SystemTime::now())
}

/// The moment that a clock shows. Of one that is set past the year 9999 it is the last that can be written.
fn moment_of(clock: SystemTime) -> Timestamp {
    let is_before = clock < SystemTime::UNIX_EPOCH;
    Timestamp::try_from(clock).unwrap_or(if is_before { Timestamp::MIN } else { Timestamp::MAX })
}

/// A text that tells no moment or no span of time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no {what}: write it as {example}")]
pub struct BadTime {
    /// What was written.
    pub text: String,
    what: &'static str,
    example: &'static str,
}

impl FromStr for Moment {
    type Err = BadTime;

    /// Reads `2026-11-20T19:42:11+01:00`.
    ///
    /// # Errors
    ///
    /// [`BadTime`] unless the text is a day and a time with an offset.
    fn from_str(text: &str) -> Result<Self, BadTime> {
        let read = || {
            let pieces = Pieces::parse(text).ok()?;
            let (time, offset): (Time, Offset) = (pieces.time()?, pieces.to_numeric_offset()?);
            Some(Self { at: offset.to_timestamp(pieces.date().to_datetime(time)).ok()?, offset })
        };
        read().ok_or_else(|| BadTime {
            text: quoted(text),
            what: "moment with its offset from UTC",
            example: "2026-11-20T19:42:11+01:00",
        })
    }
}

/// When a game was played, as far as its log tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// When its first step was recorded.
    pub began: Option<Moment>,
    /// When a session saved it last.
    pub ended: Option<Moment>,
    /// How long nobody played in between, in all.
    pub paused: SignedDuration,
}

impl Played {
    /// How long it was played: from beginning to end, without the pauses.
    pub fn playing(&self) -> Option<SignedDuration> {
        Some(self.lasted()?.saturating_sub(self.paused))
    }

    /// From beginning to end.
    fn lasted(&self) -> Option<SignedDuration> {
        Some(self.ended?.at.duration_since(self.began?.at))
    }

    /// What a log has under a key; none where it has nothing.
    pub(super) fn text(&self, key: HeadKey) -> Option<String> {
        match key {
            HeadKey::Began => self.began.map(|moment| moment.to_string()),
            HeadKey::Ended => self.ended.map(|moment| moment.to_string()),
            HeadKey::Paused => (!self.paused.is_zero()).then(|| format!("{:#}", self.paused)),
            _ => None,
        }
    }

    /// Gives one of the keys another value; none takes it out.
    ///
    /// # Errors
    ///
    /// [`BadTime`] if it can't have that value.
    pub fn set(&mut self, key: HeadKey, value: Option<&str>) -> Result<(), BadTime> {
        match key {
            HeadKey::Began => self.began = value.map(str::parse).transpose()?,
            HeadKey::Ended => self.ended = value.map(str::parse).transpose()?,
            HeadKey::Paused => self.paused = value.map(span).transpose()?.unwrap_or_default(),
            _ => {}
        }
        Ok(())
    }

    /// The same, saved once more at a moment. What it took since the last time was a pause if it is longer than `longest`.
    fn saved(mut self, now: Moment, longest: SignedDuration) -> Self {
        let since = self.ended.or(self.began).map(|last| now.at.duration_since(last.at)).unwrap_or_default();
        if since.is_negative() {
            // A clock was put back.
            return self;
        }
        if since > longest {
            self.paused = self.paused.saturating_add(SignedDuration::from_mins(since.as_mins()));
        }
        self.ended = Some(now);
        self
    }
}

/// Reads a span of time, as `1h 35m`.
fn span(text: &str) -> Result<SignedDuration, BadTime> {
    let read = text.parse().ok().filter(|span: &SignedDuration| !span.is_negative());
    read.ok_or_else(|| BadTime { text: quoted(text), what: "span of time", example: "1h 35m" })
}

impl Log {
    /// When the game was played.
    pub fn played(&self) -> Played {
        self.content.played
    }

    /// The log as a session saves it `now` that was opened `since` and found it as it was `before`: with the moment at which its
    /// first step was recorded, and that of this save. A log that was begun elsewhere doesn't tell when, and gets neither.
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
        let parser = Parser { source: &self.text, slips: &RefCell::default() };
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

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::offset;
    use std::time::Duration;

    #[test]
    fn a_clock_past_the_last_year_shows_the_last_moment() {
        let year = Duration::from_secs(366 * 24 * 60 * 60);
        let past = SystemTime::UNIX_EPOCH + year * 9000;
        assert_eq!(moment_of(past), Timestamp::MAX);
        assert_eq!(moment_of(SystemTime::UNIX_EPOCH + Duration::from_secs(1)).as_second(), 1);
        let written = Moment { at: Timestamp::MAX, offset: offset(14) }.to_string();
        assert_eq!(written.parse::<Moment>().map(|moment| moment.to_string()), Ok(written));
    }

    #[test]
    fn a_pause_longer_than_can_be_counted_is_no_reason_to_end() {
        let moment = |text: &str| text.parse::<Moment>().expect("a moment");
        let mut played = Played { began: Some(moment("2026-11-20T19:00:00Z")), ended: None, paused: SignedDuration::MAX };
        played = played.saved(moment("9999-12-30T22:00:00Z"), LONGEST_STEP);
        assert_eq!(played.paused, SignedDuration::MAX);
        assert!(played.playing().is_some_and(|playing| playing.is_negative()));
    }
}
