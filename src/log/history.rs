//! What was changed in a log after it was recorded, kept in corrections; taking back the last lines, and bringing them back.
//!
//! What can be brought back is worked out from the corrections and the log alone. The corrections are walked in order with a
//! stack of undone places. An undo (`was` alone) pushes its place; if that is not the one just before the place on top,
//! something was recorded in between, and the stack is cleared first. A redo (`now` alone, of the place and text on top) pops.
//! Everything else (an amended or inserted line, a tally, a table rule) clears. What is on top can be redone if the log ends
//! just before it. A deletion by `amend` looks like an undo: at the end of the log it is one, and anywhere else the log's end
//! tells that it isn't.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;

use jiff::Timestamp;

use super::change::{ChangeError, newline};
use super::ending::{Ending, follows, holds_round};
use super::parsed::{Log, count};
use super::place::{Place, Spot};
use super::value::{Quoted, string_toml};

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

    fn write(&self, to: &mut String, nl: &str) {
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

/// A text with corrections written at its end.
fn corrected(mut text: String, corrections: &[Correction]) -> String {
    let nl = newline(&text);
    if !text.ends_with('\n') {
        text.push_str(nl);
    }
    for (index, correction) in corrections.iter().enumerate() {
        if index > 0 || !(text.ends_with("\n\n") || text.ends_with("\n\r\n")) {
            text.push_str(nl);
        }
        correction.write(&mut text, nl);
    }
    text
}

impl Log {
    /// Writes corrections at the end of the file.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the result could not be read.
    pub fn add_corrections(&self, corrections: &[Correction]) -> Result<Self, ChangeError> {
        Ok(Self::parse(corrected(self.text.to_string(), corrections))?)
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

    /// Takes back the last `n` lines, the last one first, and keeps each as a correction.
    ///
    /// Line 1 of a second or later round takes its `[[round]]` with it; a last round without lines counts as a
    /// line (line 0). Round 1 stays, with no moves. All of it or nothing. The corrections share one moment:
    /// `when`, or the next microsecond that no correction has.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there are fewer lines, or a round ends in a tally.
    pub fn take_back(&self, n: u32, when: Timestamp) -> Result<(Self, Vec<PlacedLine>), ChangeError> {
        self.has_to_take_back(n)?;
        if n == 0 {
            return Ok((self.clone(), Vec::new()));
        }
        let when = self.free_moment(when);
        let mut ending = Ending::of(self);
        let (mut lines, mut corrections) = (Vec::new(), Vec::new());
        for _ in 0..n {
            let place = ending.end();
            let first = self.round(place.round).map(|round| &round.first);
            let was = ending.last_line().or(first.map(Quoted::as_str)).unwrap_or_default().to_owned();
            let taken = if holds_round(place) { ending.cut_round(self) } else { ending.cut_line(self) };
            let mut correction = Correction::new(Spot::Line(place), Some(was.clone()), None, when);
            correction.after = holds_round(place).then(|| ending.end());
            correction.source = taken.filter(|taken| !taken.is_plain).map(|taken| taken.source);
            corrections.push(correction);
            lines.push(PlacedLine { place, text: was });
        }
        Ok((Self::parse(corrected(ending.text(), &corrections))?, lines))
    }

    /// Refuses more lines than there are to take back: a tally is in the way, or the log has no more.
    fn has_to_take_back(&self, n: u32) -> Result<(), ChangeError> {
        let mut there = 0u32;
        for number in (1..=count(self.rounds().len())).rev() {
            let Some(round) = self.round(number).filter(|_| there < n) else { break };
            if round.tally.is_some() {
                return Err(ChangeError::EndsInTally(number));
            }
            // A round without lines is taken back as one, but for the first, which stays.
            there = there.saturating_add(count(round.lines.len()).max(u32::from(number > 1)));
        }
        if there >= n { Ok(()) } else { Err(ChangeError::FewLines { asked: n, lines: there }) }
    }

    /// Brings back the lines of the latest undo, if nothing was recorded or changed since, and keeps each as a
    /// correction. Called again, it brings back the undo before.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if nothing was undone, or the log was changed since.
    pub fn bring_back(&self, when: Timestamp) -> Result<(Self, Vec<PlacedLine>), ChangeError> {
        let undone = self.undone();
        let latest = undone.last().ok_or(ChangeError::NothingTakenBack)?.correction.when;
        let when = self.free_moment(when);
        let mut ending = Ending::of(self);
        let (mut lines, mut corrections) = (Vec::new(), Vec::new());
        for &Undone { place, was, correction } in undone.iter().rev().take_while(|line| line.correction.when == latest) {
            if !ending.is_followed_by(place, correction.after) {
                return Err(if lines.is_empty() { ChangeError::NothingTakenBack } else { ChangeError::Superseded(place) });
            }
            if !ending.put(place, was, correction.source.as_deref())? {
                return Err(ChangeError::Superseded(place));
            }
            corrections.push(Correction::new(Spot::Line(place), None, Some(was.to_owned()), when));
            lines.push(PlacedLine { place, text: was.to_owned() });
        }
        let log = Self::parse(corrected(ending.text(), &corrections))?;
        let is_there = |line: &&PlacedLine| match (log.line(line.place), log.round(line.place.round)) {
            (Some(found), _) => *found.text == *line.text,
            (None, round) => line.place.line == 0 && round.is_some_and(|round| *round.first == *line.text),
        };
        match lines.iter().find(|line| !is_there(line)) {
            Some(line) => Err(ChangeError::Superseded(line.place)),
            None => Ok((log, lines)),
        }
    }

    /// What was taken back last and not brought back: where it stood, and behind what a round stood that went with it.
    pub(super) fn latest_undone(&self) -> Option<(Place, Option<Place>)> {
        self.undone().last().map(|line| (line.place, line.correction.after))
    }

    /// Whether a line stands ready to be brought back: nothing was recorded since it was taken back, and nothing changed.
    pub fn can_bring_back(&self) -> bool {
        Ending::of(self).can_bring_back()
    }

    /// The lines that were taken back and not brought back, the latest last.
    fn undone(&self) -> Vec<Undone<'_>> {
        let mut stack: Vec<Undone> = Vec::new();
        for correction in self.corrections() {
            match (&correction.at, &correction.was, &correction.now) {
                (&Spot::Line(place), Some(was), None) => {
                    if stack.last().is_some_and(|top| !follows(top.place, top.correction.after, place)) {
                        stack.clear();
                    }
                    stack.push(Undone { place, was, correction });
                }
                (Spot::Line(place), None, Some(now)) if stack.last().is_some_and(|top| top.place == *place && top.was == now) => {
                    stack.pop();
                }
                _ => stack.clear(),
            }
        }
        stack
    }
}

/// A line that was taken back, and the correction that tells of it.
struct Undone<'a> {
    place: Place,
    was: &'a str,
    correction: &'a Correction,
}
