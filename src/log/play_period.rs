//! The times of a game: `began`, `ended` and `paused` in the head. A session writes them each time it saves.
//!
//! A change of the times leaves no correction in the log. Undo and redo don't change the times; the command `head` does.

use jiff::{SignedDuration, civil::Date};
use toml::de::DeTable;

use super::error::{ChangeError, LogParseError};
use super::line_ref::HeadKey;
use super::model::{Log, Model};
use super::offset_time::{OffsetTime, PlayPeriod, parse_duration};
use super::parse::{Parser, TomlKey, TomlValue};
use super::text::quoted;

/// The longest time between two recorded steps that doesn't count as a pause.
const MAX_STEP_GAP: SignedDuration = SignedDuration::from_mins(30);

/// The longest time between two tallies that doesn't count as a pause, in a log that keeps scores only.
const MAX_ROUND_GAP: SignedDuration = SignedDuration::from_hours(2);

const TIMES: [HeadKey; 3] = [HeadKey::Began, HeadKey::Ended, HeadKey::Paused];

impl Model {
    /// The times of the game.
    pub fn play_period(&self) -> PlayPeriod {
        self.play_period
    }

    /// Sets the times.
    pub fn set_play_period(&mut self, play_period: &PlayPeriod) {
        let old = std::mem::replace(&mut self.play_period, *play_period);
        for key in TIMES.into_iter().filter(|key| old.text(*key) != play_period.text(*key)) {
            self.touch_head(key.name(), play_period.text(key).is_some());
        }
    }
}

impl Log {
    /// The day of the game: its date, otherwise the local day of its beginning or end.
    pub fn day(&self) -> Option<Date> {
        let PlayPeriod { began, ended, .. } = self.play_period();
        self.date().or(began.or(ended).map(|moment| moment.local().date()))
    }

    /// Sets the times of the first recorded step and of this save, for a session that began at `since`. If the log `before` the
    /// change has records but no times, the times stay unset.
    #[must_use]
    pub fn with_session_times(&self, before: &Self, since: OffsetTime, now: OffsetTime) -> Self {
        let mut play_period = self.play_period();
        if !self.has_records() || (play_period.began.is_none() && before.has_records()) {
            return self.clone();
        }
        let is_scores_only = self.is_scores_only();
        if play_period.began.is_none() {
            // If only scores are kept, the first round was played in this session, before its tally was recorded.
            play_period = PlayPeriod { began: Some(if is_scores_only { since } else { now }), ..PlayPeriod::default() };
        }
        let play_period = play_period.saved(now, if is_scores_only { MAX_ROUND_GAP } else { MAX_STEP_GAP });
        // The times may contradict a date in the head. Then the log is saved without them, so that no step is lost.
        self.with_play_period(&play_period).unwrap_or_else(|_| self.clone())
    }

    /// The log with other times.
    pub fn with_play_period(&self, play_period: &PlayPeriod) -> Result<Self, ChangeError> {
        self.changed(|model| {
            model.set_play_period(play_period);
            Ok(())
        })
    }

    fn has_records(&self) -> bool {
        self.rounds().iter().any(|round| !round.lines.is_empty() || round.tally.is_some())
    }
}

impl Parser<'_> {
    /// Parses a moment. The error shows `example`.
    pub(super) fn moment(self, key: &TomlKey, value: &TomlValue, example: &str) -> Result<OffsetTime, LogParseError> {
        let moment = value.get_ref().as_datetime().and_then(|moment| moment.to_string().parse().ok());
        let key = key.get_ref();
        let expected = || format!("`{key}` is a moment with its offset, as in {key} = {example}, without quotes");
        moment.ok_or_else(|| self.wrong_type(value, "a moment", &expected()))
    }

    pub(super) fn time(self, play_period: &mut PlayPeriod, key: &TomlKey, value: &TomlValue) -> Result<(), LogParseError> {
        let example = "2026-11-20T19:42:11+01:00";
        match key.get_ref().as_ref() {
            "began" => play_period.began = Some(self.moment(key, value, example)?),
            "ended" => play_period.ended = Some(self.moment(key, value, example)?),
            _ => {
                let expected = "expected hours and minutes, in quotes, as in paused = \"1h 35m\"";
                let text = value.get_ref().as_str().ok_or_else(|| self.wrong_type(value, "a span of time", expected))?;
                let duration = parse_duration(text)
                    .map_err(|_| self.error(value.span(), format!("`{}` is not a span of time", quoted(text)), expected))?;
                play_period.paused = duration;
            }
        }
        Ok(())
    }

    pub(super) fn check_times(self, play_period: &PlayPeriod, table: &DeTable) -> Result<(), LogParseError> {
        let span = |key| table.get(key).map(toml::Spanned::span).unwrap_or_default();
        let (Some(began), Some(total)) = (play_period.began, play_period.total_time()) else { return Ok(()) };
        if total.is_negative() {
            let expected = format!("expected no moment before began = {began}");
            return Err(self.error(span("ended"), "the game can't have ended before it began", expected));
        }
        if play_period.paused > total {
            let expected = format!("from `began` to `ended` it is {total:#}: expected no more than that");
            return Err(self.error(span("paused"), "the game can't have paused for longer than it took", expected));
        }
        Ok(())
    }
}
