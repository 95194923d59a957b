//! What was changed in a log after it was recorded, kept in corrections; taking back the last lines, and bringing them back.
//!
//! What can be brought back is worked out from the corrections and the log alone. The corrections are walked in order with a
//! stack of undone places. An undo (`was` alone) pushes its place; if that is not the one just before the place on top,
//! something was recorded in between, and the stack is cleared first. A redo (`now` alone, of the place and text on top) pops.
//! Everything else (an amended or inserted line, a tally, a table rule) clears. What is on top can be redone if the log ends
//! just before it. A deletion by `amend` looks like an undo: at the end of the log it is one, and anywhere else the log's end
//! tells that it isn't.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::ops::Range;

use jiff::Timestamp;
use toml::de::{DeTable, DeValue};

use super::change::{ChangeError, blank_end, blank_to_newline, line_end, newline, past_comma};
use super::parse::Parser;
use super::parsed::{Log, count};
use super::place::{Place, Spot};
use super::value::string_toml;

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

impl Log {
    /// Writes corrections at the end of the file.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the result could not be read.
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
        self.inserted(self.text.len(), &written)
    }

    /// A moment for the next corrections: `when` to the microsecond, moved on past every moment that is taken.
    pub fn free_moment(&self, when: Timestamp) -> Timestamp {
        let mut when = when.as_microsecond();
        while self.corrections().iter().any(|correction| correction.when.as_microsecond() == when) {
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
        let when = self.free_moment(when);
        let mut log = self.clone();
        let (mut taken, mut corrections) = (Vec::new(), Vec::new());
        for _ in 0..n {
            let place = log.end();
            let (next, correction) = log.step_back(place, when)?;
            taken.push(PlacedLine { place, text: correction.was.clone().unwrap_or_default() });
            corrections.push(correction);
            log = next;
        }
        if n == 0 {
            return Ok((log, taken));
        }
        Ok((log.add_corrections(&corrections)?, taken))
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

    /// Cuts the last line, and its round with it if nothing is left of that.
    fn step_back(&self, place: Place, when: Timestamp) -> Result<(Self, Correction), ChangeError> {
        let line = self.line(place).map(|line| line.text.to_string());
        if holds_round(place) {
            return self.round_back(place, line, when);
        }
        let cut = self.line_cut(place)?;
        let log = self.spliced(cut.clone(), "")?;
        let mut correction = Correction::new(Spot::Line(place), line, None, when);
        let plain = log.add_line(place.round, correction.was.as_deref().unwrap_or_default())?;
        if plain.text != self.text {
            let close = self.round(place.round).and_then(|round| round.moves.clone()).map_or(cut.end, |moves| moves.end - 1);
            correction.source = Some(self.text[cut.start..close].to_owned());
        }
        Ok((log, correction))
    }

    /// Cuts the last round. The blank lines before it go with it, the comments around it stay.
    fn round_back(&self, place: Place, line: Option<String>, when: Timestamp) -> Result<(Self, Correction), ChangeError> {
        let round = self.known_round(place.round)?;
        let start = blank_end(&self.text[..round.header.start]);
        let end = line_end(&self.text, round.span.end);
        let log = self.spliced(start..end, "")?;
        let was = line.unwrap_or_else(|| round.first.to_string());
        let mut correction = Correction::new(Spot::Line(place), Some(was), None, when);
        correction.after = Some(log.end());
        correction.source = Some(self.text[start..self.body_end().max(end)].to_owned());
        Ok((log, correction))
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
        let mut log = self.clone();
        let (mut brought, mut corrections) = (Vec::new(), Vec::new());
        for line in undone.iter().rev().take_while(|line| line.correction.when == latest) {
            let place = line.place;
            if !line.is_next(&log) {
                return Err(if brought.is_empty() { ChangeError::NothingTakenBack } else { ChangeError::Superseded(place) });
            }
            log = log.step_forward(line).ok_or(ChangeError::Superseded(place))?;
            corrections.push(Correction::new(Spot::Line(place), None, Some(line.was.to_owned()), when));
            brought.push(PlacedLine { place, text: line.was.to_owned() });
        }
        Ok((log.add_corrections(&corrections)?, brought))
    }

    /// Whether a line stands ready to be brought back: nothing was recorded since it was taken back, and nothing changed.
    pub fn can_bring_back(&self) -> bool {
        self.undone().last().is_some_and(|line| line.is_next(self))
    }

    /// Writes a line again at the end: its raw text if it was kept and still fits, else the line itself.
    fn step_forward(&self, line: &Undone) -> Option<Self> {
        let Undone { place, was, correction } = *line;
        let written = correction.source.as_deref().and_then(|source| self.source_again(place, source));
        let is_right = |log: &Self| match log.line(place) {
            _ if log.end() != place => false,
            Some(line) => &*line.text == was,
            None => log.rounds().last().is_some_and(|round| &*round.first == was),
        };
        let plain = || if place.line == 0 { self.begin_round(was) } else { self.add_line(place.round, was) };
        written.filter(is_right).or_else(|| plain().ok().filter(is_right))
    }

    /// Puts the raw text of a line or a round back, before what followed it.
    fn source_again(&self, place: Place, source: &str) -> Option<Self> {
        let (extent, end) = if holds_round(place) {
            (round_extent(source)?, self.body_end())
        } else {
            (line_extent(source)?, self.round(place.round)?.moves.as_ref()?.end - 1)
        };
        let (cut, context) = source.split_at_checked(extent)?;
        let at = self.text[..end].strip_suffix(context).map_or(end, str::len);
        self.inserted(at, cut).ok()
    }

    /// The lines that were taken back and not brought back, the latest last.
    fn undone(&self) -> Vec<Undone<'_>> {
        let mut stack: Vec<Undone> = Vec::new();
        for correction in self.corrections() {
            match (&correction.at, &correction.was, &correction.now) {
                (&Spot::Line(place), Some(was), None) => {
                    if stack.last().is_some_and(|top| !top.follows(place)) {
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

/// Whether a round is taken back with the line at this place, its first: round 1 stays.
fn holds_round(place: Place) -> bool {
    place.line <= 1 && place.round > 1
}

/// A line that was taken back, and the correction that tells of it.
struct Undone<'a> {
    place: Place,
    was: &'a str,
    correction: &'a Correction,
}

impl Undone<'_> {
    /// Whether it stood just behind `place`.
    fn follows(&self, place: Place) -> bool {
        let Place { round, line } = self.place;
        if !holds_round(self.place) {
            return place == Place::new(round, line.wrapping_sub(1));
        }
        self.correction.after.map_or(place.round + 1 == round, |after| after == place)
    }

    /// Whether the log ends just before it, and its round can go on: it has no tally.
    fn is_next(&self, log: &Log) -> bool {
        self.follows(log.end()) && log.round(self.place.round).is_none_or(|round| round.tally.is_none())
    }
}

/// How much of a line's `source` was cut; the rest followed it. What begins with a line break goes up to the next
/// one, anything else to the comma.
fn line_extent(source: &str) -> Option<usize> {
    let item = source.trim_start_matches([' ', '\t', '\r', '\n', ',']);
    let lead = source.len() - item.len();
    let mut end = lead + first_item_end(item)?;
    // A comma before the line goes with it instead of one behind it.
    if !source[..lead].contains(',') {
        end = past_comma(source, end);
    }
    if source.starts_with(['\r', '\n']) { Some(blank_to_newline(source, end).unwrap_or(source.len())) } else { Some(end) }
}

/// Where the first item ends of a list without its brackets.
fn first_item_end(items: &str) -> Option<usize> {
    let list = format!("[{items}]");
    let value = DeValue::parse(&list).ok()?;
    Some(value.get_ref().as_array()?.first()?.span().end - 1)
}

/// How much of a round's `source` was cut: up to the end of the line of its last value.
fn round_extent(source: &str) -> Option<usize> {
    let table = DeTable::parse(source).ok()?.into_inner();
    let round = table.get("round")?.get_ref().as_array()?.first()?;
    let parser = Parser { source: &source.into(), slips: &RefCell::default() };
    let round = parser.round(round.get_ref().as_table()?, round.span());
    Some(line_end(source, round.span.end))
}
