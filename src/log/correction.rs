//! A correction: what was changed in a log, as the log keeps it; and a change, the corrections that were made together.

use std::fmt::Write as _;
use std::ops::Range;

use jiff::Timestamp;

use super::place::{Place, Spot};
use super::value::string_toml;

/// What walks through the history of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// What was done is taken back.
    Undo,
    /// What was taken back is brought back.
    Redo,
}

impl By {
    /// As a log has it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }
}

/// What was changed, and when. A line that came in has `now` alone, one that went `was` alone, an amended one both; so has a table
/// rule, which stands in the log unless it is the usual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// What it is about.
    pub at: Spot,
    /// What stood there before.
    pub was: Option<String>,
    /// What stands there since.
    pub now: Option<String>,
    /// Whether it was an undo or a redo that did it.
    pub by: Option<By>,
    /// Where the log ended once all was done that the command did: at a line, or at a round's tally. A log in which nothing is
    /// recorded ends at 1.0. None before it is written, and in older logs.
    pub end: Option<Spot>,
    /// When: written to the microsecond. What one command did shares its moment.
    pub when: Timestamp,
    /// The line after which a round stood that went with its only line: the last of the round before.
    pub after: Option<Place>,
    /// The raw text that was there; only if writing `was` would not give the same bytes. Of a recorded line or round that an undo
    /// cut, with what followed it (to the end of the list of moves; for a round, the comments after it). Of anything else all
    /// between what stands before and after it: of a tally what stands in its round, of a rule that went or came what stands
    /// before the first round.
    pub source: Option<String>,
    /// The bytes of the file from the header to the end of the last value; empty before it is written.
    pub span: Range<usize>,
}

impl Correction {
    /// A correction of what was there, what is there now, or both.
    pub fn new(at: Spot, was: Option<String>, now: Option<String>, when: Timestamp) -> Self {
        Self { at, was, now, by: None, end: None, when, after: None, source: None, span: 0..0 }
    }

    pub(super) fn write(&self, to: &mut String, nl: &str) {
        let _ = write!(to, "[[correction]]{nl}at = {}{nl}", string_toml(&self.at.to_string()));
        let mut pair = |key: &str, value: Option<&str>| {
            if let Some(value) = value {
                let _ = write!(to, "{key} = {}{nl}", string_toml(value));
            }
        };
        pair("was", self.was.as_deref());
        pair("now", self.now.as_deref());
        pair("after", self.after.map(|place| place.to_string()).as_deref());
        pair("source", self.source.as_deref());
        pair("by", self.by.map(By::word));
        pair("end", self.end.as_ref().map(Spot::to_string).as_deref());
        let _ = write!(to, "when = {:.6}{nl}", self.when);
    }
}

/// A line that was taken back or brought back.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct PlacedLine {
    /// Where it stood, or stands again. Line 0 is a round that was begun and has no line yet.
    #[serde(flatten)]
    pub place: Place,
    /// The line; for line 0 the name in `first`.
    pub text: String,
}

/// A change that was taken back or brought back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What that did, in this order.
    pub corrections: Vec<Correction>,
    /// Whether it is something recorded (a line, the last input of one, a tally), and not a change of what was recorded.
    pub is_recorded: bool,
}

impl Change {
    /// The line, where that is what was recorded.
    pub fn line(&self) -> Option<PlacedLine> {
        let [Correction { at: Spot::Line(place), was, now, .. }] = &self.corrections[..] else { return None };
        let text = was.as_ref().xor(now.as_ref()).filter(|_| self.is_recorded)?;
        Some(PlacedLine { place: *place, text: text.clone() })
    }
}
