//! Bringing back what was taken back last.

use std::ops::Range;

use jiff::Timestamp;
use toml::de::{DeArray, DeTable, DeValue};

use super::correction::Correction;
use super::history::NothingToRedo;
use super::item::{blank_to_newline, comma_after};
use super::parsed::Log;
use super::place::{Place, Spot};
use super::read::Reader;
use super::splice::{ChangeError, Edit, blank_end, line_end};

/// A line that was brought back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroughtBack {
    /// Where it stands again. Line 0 is a round that was begun and has no line yet.
    pub place: Place,
    /// The line; for line 0 the name in `first`.
    pub text: String,
}

impl Log {
    /// Brings back the lines of the latest undo, if nothing was recorded or changed since, and keeps each as a
    /// correction. Called again, it brings back the undo before.
    ///
    /// # Errors
    ///
    /// [`NothingToRedo`] if nothing was undone, or the log was changed since.
    pub fn bring_back(&self, when: Timestamp) -> Result<(Self, Vec<BroughtBack>), NothingToRedo> {
        let undone = self.undone();
        let moment = |index: &usize| self.corrections()[*index].when;
        let latest = undone.last().map(moment).ok_or(NothingToRedo::Nothing)?;
        let when = self.free_moment(when);
        let mut log = self.clone();
        let (mut brought, mut corrections) = (Vec::new(), Vec::new());
        for index in undone.into_iter().rev().take_while(|index| moment(index) == latest) {
            let correction = &self.corrections()[index];
            let (Spot::Line(place), Some(text)) = (&correction.at, &correction.was) else {
                return Err(NothingToRedo::Nothing);
            };
            let place = *place;
            if !self.precedes(log.end(), index) || !log.is_open(place.round) {
                return Err(if brought.is_empty() { NothingToRedo::Nothing } else { NothingToRedo::Changed { place } });
            }
            log = log.step_forward(place, correction).ok_or(NothingToRedo::Changed { place })?;
            corrections.push(Correction::new(Spot::Line(place), None, Some(text.clone()), when));
            brought.push(BroughtBack { place, text: text.clone() });
        }
        Ok((log.add_corrections(&corrections)?, brought))
    }

    /// Writes a line again at the end: its raw text if it was kept and still fits, else the line itself.
    fn step_forward(&self, place: Place, correction: &Correction) -> Option<Self> {
        let was = correction.was.as_deref()?;
        let source = correction.source.as_deref();
        let written = if place.line <= 1 && place.round > 1 {
            source.and_then(|source| self.round_again(source))
        } else {
            source.and_then(|source| self.line_again(place, source))
        };
        let right = |log: &Self| match log.line(place) {
            _ if log.end() != place => false,
            Some(line) => line.text.as_str() == was,
            None => log.rounds().last().is_some_and(|round| round.first.as_str() == was),
        };
        let plain = || -> Result<Self, ChangeError> {
            if place.line == 0 { self.begin_round(was) } else { self.add_line(place.round, was) }
        };
        written.filter(right).or_else(|| plain().ok()).filter(right)
    }

    /// Puts the raw text of a line back, before what followed it.
    fn line_again(&self, place: Place, source: &str) -> Option<Self> {
        let close = self.round(place.round)?.moves.clone()?.end - 1;
        let (cut, context) = source.split_at_checked(line_extent(source)?)?;
        let at = if self.text[..close].ends_with(context) { close - context.len() } else { close };
        self.edited(&[Edit::insert(at, cut.to_owned())]).ok()
    }

    /// Puts the raw text of a round back, before what followed it.
    fn round_again(&self, source: &str) -> Option<Self> {
        let (cut, context) = source.split_at_checked(round_extent(source)?)?;
        let end = blank_end(&self.text[..self.tail_start()]);
        let at = if self.text[..end].ends_with(context) { end - context.len() } else { end };
        self.edited(&[Edit::insert(at, cut.to_owned())]).ok()
    }
}

/// How much of a line's `source` was cut; the rest followed it. What begins with a line break goes up to the next
/// one, anything else to the comma.
fn line_extent(source: &str) -> Option<usize> {
    let item = source.trim_start_matches([' ', '\t', '\r', '\n', ',']);
    let lead = source.len() - item.len();
    // A comma before the line goes with it instead of one behind it.
    let own = if source[..lead].contains(',') { None } else { Some(()) };
    let end = lead + first_item(item)?.end;
    let end = own.and_then(|()| comma_after(source, end)).map_or(end, |comma| comma + 1);
    if source.starts_with(['\r', '\n']) { Some(blank_to_newline(source, end).unwrap_or(source.len())) } else { Some(end) }
}

/// The bytes of the first item of a list without its brackets.
fn first_item(items: &str) -> Option<Range<usize>> {
    let list = format!("[{items}]");
    let value = DeValue::parse(&list).ok()?;
    let items: &DeArray = value.get_ref().as_array()?;
    let span = items.first()?.span();
    Some(span.start - 1..span.end - 1)
}

/// How much of a round's `source` was cut: up to the end of the line of its last value.
fn round_extent(source: &str) -> Option<usize> {
    let mut table = DeTable::parse(source).ok()?.into_inner();
    let mut rounds = table.remove("round")?;
    let DeValue::Array(rounds) = rounds.get_mut() else {
        return None;
    };
    let round = rounds.first_mut()?;
    let header = round.span();
    let DeValue::Table(round) = std::mem::replace(round.get_mut(), DeValue::Boolean(false)) else {
        return None;
    };
    let round = Reader { source }.round(round, header).ok()?;
    Some(line_end(source, round.span.end))
}
