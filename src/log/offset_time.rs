//! Points in time and durations as a log writes them, and the times of a game.

use std::fmt;
use std::str::FromStr;
#[cfg(not(feature = "files"))]
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use jiff::civil::{DateTime, Time};
use jiff::fmt::temporal::Pieces;
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};

use super::line_ref::HeadKey;
use super::text::quoted;

/// A point in time, with the local offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetTime {
    at: Timestamp,
    offset: Offset,
}

impl OffsetTime {
    /// The present second, by the system clock.
    pub fn now() -> Self {
        let now = now();
        let second = Timestamp::from_second(now.as_second()).unwrap_or(now);
        #[cfg(not(feature = "files"))]
        if let Some(clock) = clock() {
            return Self { at: second, offset: clock.offset };
        }
        Self { at: second, offset: TimeZone::system().to_offset(now) }
    }

    /// The point in time without its offset.
    pub const fn timestamp(self) -> Timestamp {
        self.at
    }

    /// The local date and time.
    pub fn local(self) -> DateTime {
        self.offset.to_datetime(self.at)
    }
}

impl fmt::Display for OffsetTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.display_with_offset(self.offset).fmt(f)
    }
}

/// The present moment, by the system clock.
pub fn now() -> Timestamp {
    #[cfg(feature = "files")]
    let time = super::disk::now();
    #[cfg(not(feature = "files"))]
    if let Some(clock) = clock() {
        return clock.at;
    }
    #[cfg(not(feature = "files"))]
    let time = SystemTime::now();
    timestamp_of(time)
}

/// The time that was set.
#[cfg(not(feature = "files"))]
static CLOCK: Mutex<Option<OffsetTime>> = Mutex::new(None);

#[cfg(not(feature = "files"))]
fn clock() -> Option<OffsetTime> {
    *CLOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the clock, on a system that has none: in a browser.
#[cfg(not(feature = "files"))]
pub fn set_clock(time: OffsetTime) {
    *CLOCK.lock().unwrap_or_else(PoisonError::into_inner) = Some(time);
}

/// The system time as a timestamp. A clock out of range gives the first or the last possible timestamp.
fn timestamp_of(time: SystemTime) -> Timestamp {
    let is_before_epoch = time < SystemTime::UNIX_EPOCH;
    Timestamp::try_from(time).unwrap_or(if is_before_epoch { Timestamp::MIN } else { Timestamp::MAX })
}

/// A text that is not a time, or not a duration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a {what}; write it as {example}")]
pub struct TimeError {
    /// The text.
    pub text: String,
    what: &'static str,
    example: &'static str,
}

impl FromStr for OffsetTime {
    type Err = TimeError;

    /// Parses `2026-11-20T19:42:11+01:00`: a date and a time with an offset.
    fn from_str(text: &str) -> Result<Self, TimeError> {
        let parse = || {
            let pieces = Pieces::parse(text).ok()?;
            let (time, offset): (Time, Offset) = (pieces.time()?, pieces.to_numeric_offset()?);
            Some(Self { at: offset.to_timestamp(pieces.date().to_datetime(time)).ok()?, offset })
        };
        parse().ok_or_else(|| TimeError {
            text: quoted(text),
            what: "moment with its offset from UTC",
            example: "2026-11-20T19:42:11+01:00",
        })
    }
}

/// The times of a game, as far as its log has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayPeriod {
    /// The time when the first step was recorded.
    pub began: Option<OffsetTime>,
    /// The time of the last save by a session.
    pub ended: Option<OffsetTime>,
    /// The sum of all pauses.
    pub paused: SignedDuration,
}

impl PlayPeriod {
    /// The time from beginning to end, without pauses.
    pub fn play_time(&self) -> Option<SignedDuration> {
        Some(self.total_time()?.saturating_sub(self.paused))
    }

    pub(super) fn total_time(&self) -> Option<SignedDuration> {
        Some(self.ended?.at.duration_since(self.began?.at))
    }

    /// The value of a key as a log writes it.
    pub(super) fn text(&self, key: HeadKey) -> Option<String> {
        match key {
            HeadKey::Began => self.began.map(|moment| moment.to_string()),
            HeadKey::Ended => self.ended.map(|moment| moment.to_string()),
            HeadKey::Paused => (!self.paused.is_zero()).then(|| format!("{:#}", self.paused)),
            _ => None,
        }
    }

    /// Sets a key, or removes it if there is no value.
    pub fn set(&mut self, key: HeadKey, value: Option<&str>) -> Result<(), TimeError> {
        match key {
            HeadKey::Began => self.began = value.map(str::parse).transpose()?,
            HeadKey::Ended => self.ended = value.map(str::parse).transpose()?,
            HeadKey::Paused => self.paused = value.map(parse_duration).transpose()?.unwrap_or_default(),
            _ => {}
        }
        Ok(())
    }

    /// The times after another save. A gap since the last save longer than `max_gap` counts as a pause.
    pub(super) fn saved(mut self, now: OffsetTime, max_gap: SignedDuration) -> Self {
        let gap = self.ended.or(self.began).map(|last| now.at.duration_since(last.at)).unwrap_or_default();
        if gap.is_negative() {
            // The clock was set back.
            return self;
        }
        if gap > max_gap {
            self.paused = self.paused.saturating_add(SignedDuration::from_mins(gap.as_mins()));
        }
        self.ended = Some(now);
        self
    }
}

/// Parses a duration such as `1h 35m`.
pub(super) fn parse_duration(text: &str) -> Result<SignedDuration, TimeError> {
    let duration = text.parse().ok().filter(|duration: &SignedDuration| !duration.is_negative());
    duration.ok_or_else(|| TimeError { text: quoted(text), what: "span of time", example: "1h 35m" })
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
        assert_eq!(timestamp_of(past), Timestamp::MAX);
        assert_eq!(timestamp_of(SystemTime::UNIX_EPOCH + Duration::from_secs(1)).as_second(), 1);
        let written = OffsetTime { at: Timestamp::MAX, offset: offset(14) }.to_string();
        assert_eq!(written.parse::<OffsetTime>().map(|moment| moment.to_string()), Ok(written));
    }

    #[test]
    fn a_pause_longer_than_can_be_counted_is_no_reason_to_end() {
        let moment = |text: &str| text.parse::<OffsetTime>().expect("a moment");
        let mut played = PlayPeriod { began: Some(moment("2026-11-20T19:00:00Z")), ended: None, paused: SignedDuration::MAX };
        played = played.saved(moment("9999-12-30T22:00:00Z"), SignedDuration::from_mins(30));
        assert_eq!(played.paused, SignedDuration::MAX);
        assert!(played.play_time().is_some_and(|time| time.is_negative()));
    }
}
