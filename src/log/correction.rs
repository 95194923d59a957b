//! A correction: what was changed in a log, kept as a `[[correction]]` table at the file's end.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;

use jiff::Timestamp;

use super::parsed::Log;
use super::place::{Place, Spot};
use super::splice::{ChangeError, Edit, newline};
use super::text::basic_string;

/// What was changed, and when. An undo has `was` alone, a redo `now` alone, an amended line both; an inserted
/// line is written as a redo is, a deleted one as an undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// What it is about.
    pub at: Spot,
    /// What stood there before.
    pub was: Option<String>,
    /// What stands there since.
    pub now: Option<String>,
    /// When: written to the microsecond. What one command did shares its moment.
    pub when: Timestamp,
    /// The line after which a round stood that went with its only line: the last of the round before.
    pub after: Option<Place>,
    /// The raw text that an undo cut, and what followed it there (to the end of the list of moves; for a round,
    /// the comments after it). Only there if writing `was` at the end would not give the same bytes.
    pub source: Option<String>,
    /// The bytes of the file from the header to the end of the last value; empty before it is written.
    pub span: Range<usize>,
}

impl Correction {
    /// A correction of what was there, what is there now, or both.
    pub fn new(at: Spot, was: Option<String>, now: Option<String>, when: Timestamp) -> Self {
        Self { at, was, now, when, after: None, source: None, span: 0..0 }
    }
}

impl Log {
    /// Writes a correction at the end of the file.
    ///
    /// # Errors
    ///
    /// [`ChangeError::Unreadable`] if the result could not be read.
    pub fn add_correction(&self, correction: &Correction) -> Result<Self, ChangeError> {
        self.add_corrections(std::slice::from_ref(correction))
    }

    /// Writes corrections at the end of the file.
    ///
    /// # Errors
    ///
    /// [`ChangeError::Unreadable`] if the result could not be read.
    pub fn add_corrections(&self, corrections: &[Correction]) -> Result<Self, ChangeError> {
        let nl = newline(&self.text);
        let mut written = String::new();
        if !self.text.ends_with('\n') {
            written.push_str(nl);
        }
        let blank = self.text.ends_with("\n\n") || self.text.ends_with("\n\r\n");
        for (index, correction) in corrections.iter().enumerate() {
            if index > 0 || !blank {
                written.push_str(nl);
            }
            correction.write(&mut written, nl);
        }
        self.edited(&[Edit::insert(self.text.len(), written)])
    }

    /// A moment for the next corrections: `when` to the microsecond, moved on past every moment that is taken.
    pub fn free_moment(&self, when: Timestamp) -> Timestamp {
        let taken: HashSet<i64> = self.corrections().iter().map(|correction| correction.when.as_microsecond()).collect();
        let mut when = when.as_microsecond();
        while taken.contains(&when) {
            when += 1;
        }
        Timestamp::from_microsecond(when).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

impl Correction {
    fn write(&self, to: &mut String, nl: &str) {
        let _ = write!(to, "[[correction]]{nl}at = {}{nl}", basic_string(&self.at.to_string()));
        let mut pair = |key: &str, value: Option<&str>| {
            if let Some(value) = value {
                let _ = write!(to, "{key} = {}{nl}", basic_string(value));
            }
        };
        pair("was", self.was.as_deref());
        pair("now", self.now.as_deref());
        pair("after", self.after.map(|place| place.to_string()).as_deref());
        pair("source", self.source.as_deref());
        let _ = write!(to, "when = {:.6}{nl}", self.when);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n";

    #[test]
    fn a_correction_is_written_and_read_back() {
        let when: Timestamp = "2026-11-20T19:42:11.1234567Z".parse().expect("a moment");
        let mut log = Log::parse(LOG.to_owned()).expect("a log");
        let correction = Correction {
            after: Some(Place::new(1, 6)),
            source: Some("\n'x'".into()),
            ..Correction::new(Spot::Line(Place::new(2, 1)), Some("a\"b".into()), None, when)
        };
        log = log.add_correction(&correction).expect("written");
        assert_eq!(
            &log.text()[LOG.len()..],
            "\n[[correction]]\nat = \"2.1\"\nwas = \"a\\\"b\"\nafter = \"1.6\"\nsource = \"\\n'x'\"\nwhen = 2026-11-20T19:42:11.123456Z\n"
        );
        let read = &log.corrections()[0];
        assert_eq!(
            (&read.at, &read.was, &read.source, read.after),
            (&correction.at, &correction.was, &correction.source, correction.after)
        );
        assert_eq!(log.free_moment(when).as_microsecond(), when.as_microsecond() + 1);
    }

    #[test]
    fn moments_are_read_with_any_offset() {
        let text = format!("{LOG}[[correction]]\nat = \"rules.x\"\nwhen = 2026-11-20 21:42:11+02:00\n");
        let log = Log::parse(text).expect("a log");
        assert_eq!(log.corrections()[0].when, "2026-11-20T19:42:11Z".parse().expect("a moment"));
        assert!(Log::parse(format!("{LOG}[[correction]]\nat = \"1.1\"\nwhen = 2026-11-20\n")).is_err());
    }
}
