//! The single values of a log: strings, lists of strings, days and moments; and what is said of a wrong one.

use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;
use toml::de::DeValue;

use super::error::{ReadError, quoted};
use super::read::{Found, Key, Reader};
use super::text::Text;

impl Reader<'_> {
    pub fn date(self, value: &Found) -> Result<Date, ReadError> {
        let expected = "`date` is a day, as in date = 2026-11-20, without quotes and without a time";
        if let DeValue::Datetime(moment) = value.get_ref()
            && let (Some(date), None) = (moment.date, moment.time)
            && let Some(date) = civil(date)
        {
            return Ok(date);
        }
        Err(self.wrong(value, "a day", expected))
    }

    pub fn moment(self, value: &Found) -> Result<Timestamp, ReadError> {
        let expected = "`when` is a moment with its offset, as in when = 2026-11-20T19:42:11.123456Z, without quotes";
        let read = || {
            let DeValue::Datetime(moment) = value.get_ref() else {
                return None;
            };
            let (time, offset) = (moment.time?, moment.offset?);
            let part = |number: u8| i8::try_from(number).ok();
            let time = jiff::civil::Time::new(
                part(time.hour)?,
                part(time.minute)?,
                // A leap second is a moment, too.
                part(time.second.unwrap_or(0).min(59))?,
                i32::try_from(time.nanosecond.unwrap_or(0)).ok()?,
            );
            let minutes = match offset {
                toml::value::Offset::Z => 0,
                toml::value::Offset::Custom { minutes } => minutes,
            };
            let offset = Offset::from_seconds(i32::from(minutes) * 60).ok()?;
            offset.to_timestamp(DateTime::from_parts(civil(moment.date?)?, time.ok()?)).ok()
        };
        read().ok_or_else(|| self.wrong(value, "a moment", expected))
    }

    pub fn text(self, value: Found, what: &str) -> Result<Text, ReadError> {
        let span = value.span();
        match value.get_ref() {
            DeValue::String(_) => {}
            _ => {
                return Err(self.wrong(&value, "a string", &format!("{what} is a string, in quotes")));
            }
        }
        match value.into_inner() {
            DeValue::String(decoded) => Ok(Text::new(self.source, decoded, span)),
            _ => Err(self.error(span, "expected a string", "")),
        }
    }

    /// A list of strings, each read on by `each`.
    pub fn strings<T>(
        self,
        value: Found,
        what: &str,
        each: impl Fn(Self, Text) -> Result<T, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        let expected = || format!("{what} is a list of strings, as in [\"…\", \"…\"]");
        let list = self.source.as_bytes().get(value.span().start) == Some(&b'[');
        if !matches!(value.get_ref(), DeValue::Array(_)) || !list {
            return Err(self.wrong(&value, "a list of strings", &expected()));
        }
        let DeValue::Array(mut array) = value.into_inner() else {
            return Ok(Vec::new());
        };
        let mut read = Vec::with_capacity(array.len());
        for item in array.iter_mut() {
            let place = item.span();
            match item.get_mut() {
                DeValue::String(decoded) => {
                    let text = Text::new(self.source, std::mem::take(decoded), place);
                    read.push(each(self, text)?);
                }
                _ => return Err(self.wrong(item, "a string", &expected())),
            }
        }
        Ok(read)
    }

    pub fn error(self, span: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> ReadError {
        ReadError::at(self.source, span, message, expected)
    }

    /// A value of the wrong type.
    pub fn wrong(self, value: &Found, wanted: &str, expected: &str) -> ReadError {
        let found = match value.get_ref() {
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
            DeValue::Array(array) if array.iter().any(|item| self.has_header(item)) => "a list of tables",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error(value.span(), format!("expected {wanted}, found {found}"), expected)
    }

    pub fn unknown(self, key: &Key, place: &str, known: &[&str]) -> ReadError {
        let name = key.get_ref().as_ref();
        let message = format!("{place} has no key `{}`", quoted(name));
        // Long keys are no misspellings, and comparing them would take long.
        let near = known.iter().filter(|_| name.len() <= 40).map(|known| (strsim::osa_distance(name, known), known));
        let expected = match near.min_by_key(|(distance, _)| *distance) {
            Some((distance, near)) if distance <= 1 + near.len() / 4 => {
                format!("did you mean `{near}`?")
            }
            _ => format!("expected one of `{}`", known.join("`, `")),
        };
        self.error(key.span(), message, expected)
    }

    pub fn missing(self, span: Range<usize>, place: &str, key: &str) -> ReadError {
        let example = match key {
            "game" => "game = \"emu-ranchers\"",
            "players" => "players = [\"Ada\", \"Bo\"]",
            "first" => "first = \"Ada\"",
            "at" => "at = \"1.4\"",
            _ => "when = 2026-11-20T19:42:11.123456Z",
        };
        self.error(span, format!("{place} has no `{key}`"), format!("expected a line like: {example}"))
    }
}

/// The whole number of a value: none for another type, none within for one beyond `i64`.
#[allow(clippy::option_option)]
pub(super) fn whole(value: &DeValue) -> Option<Option<i64>> {
    let DeValue::Integer(number) = value else {
        return None;
    };
    Some(i64::from_str_radix(number.as_str(), number.radix()).ok())
}

fn civil(date: toml::value::Date) -> Option<Date> {
    Date::new(i16::try_from(date.year).ok()?, i8::try_from(date.month).ok()?, i8::try_from(date.day).ok()?).ok()
}
