//! Makes any single change that a correction describes, and reverts it to the same bytes.
//!
//! A change is reverted by writing back what `was` there. If that would not give the same bytes, the correction keeps the raw
//! text in its `source`: the value, or everything between two neighbours that the change leaves alone. The raw text is used only
//! if making the change again would then give the present log, so nothing that was added there since is lost.

use std::ops::Range;

use super::correction::Correction;
use super::error::ChangeError;
use super::parsed::{Content, Form, KeyTable, Log};
use super::place::{Place, Spot};
use super::text::blank_end;
use super::value::{Quoted, Value, line_toml};

/// The separator between the players' parts of a tally in a correction.
pub const BETWEEN_PARTS: &str = "\n";

/// The separator between the names in a correction of the seats. No name contains it.
pub const BETWEEN_SEATS: &str = "; ";

impl Log {
    /// Makes the change that a correction describes. Stores in the correction what reverting it needs.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place, or the result is not a log.
    pub fn edited(&self, correction: &mut Correction) -> Result<Self, ChangeError> {
        let log = self.with_change(&correction.at, correction.was.as_deref(), correction.now.as_deref())?;
        correction.source = self.raw_source(correction, &log);
        Ok(log)
    }

    /// Reverts a change if what it wrote is still there. Also returns the correction that describes this.
    pub(super) fn reverted(&self, change: &Correction) -> Result<(Self, Correction), ChangeError> {
        let superseded = || ChangeError::Superseded(change.at.clone());
        let is_there = match (&change.at, &change.now) {
            // After a deletion, another line may be at its place.
            (Spot::Line(_), None) => true,
            (at, now) => self.text_at(at) == *now,
        };
        if !is_there {
            return Err(superseded());
        }
        let mut correction = Correction::new(change.at.clone(), change.now.clone(), change.was.clone(), change.when);
        let exact = change.source.as_deref().and_then(|source| {
            let region = self.region(&change.at, change.now.is_some(), change.was.is_some())?;
            // The times of play are written automatically, and are never reverted.
            let log = self.spliced(region, source).ok()?.with_played(&self.played()).ok()?;
            let again = log.with_change(&change.at, change.was.as_deref(), change.now.as_deref()).ok()?;
            (again.text == self.text).then_some(log)
        });
        let log = match exact {
            Some(log) => log,
            None => self.with_change(&change.at, change.now.as_deref(), change.was.as_deref()).map_err(|_| superseded())?,
        };
        correction.source = self.raw_source(&correction, &log);
        Ok((log, correction))
    }

    /// The text at a spot, as corrections write it: the value, or the players' parts of a tally.
    pub fn text_at(&self, at: &Spot) -> Option<String> {
        match at {
            Spot::Line(place) => self.line(*place).map(|line| line.text.to_string()),
            Spot::Tally(round) => {
                let tally = self.round(*round)?.tally.as_ref()?;
                Some(tally.iter().map(Quoted::as_str).collect::<Vec<_>>().join(BETWEEN_PARTS))
            }
            Spot::First(round) => Some(self.round(*round)?.first.to_string()),
            Spot::Rule(key) => {
                let entry = self.rules().iter().find(|entry| &*entry.key == key)?;
                Some(if let Value::Word(word) = &entry.value { word.clone() } else { entry.value.to_toml() })
            }
            Spot::Head(key) => self.head(*key),
            Spot::Left(name) => self.left_after(name).map(|round| round.to_string()),
            Spot::Seats => Some(self.players().iter().map(Quoted::as_str).collect::<Vec<_>>().join(BETWEEN_SEATS)),
            Spot::Player(_) => None,
        }
    }

    /// The log with a spot changed from `was` to `now`.
    fn with_change(&self, at: &Spot, was: Option<&str>, now: Option<&str>) -> Result<Self, ChangeError> {
        match (at, now) {
            (Spot::Line(place), Some(line)) if was.is_some() => self.replace_line(*place, line),
            (Spot::Line(place), Some(line)) => self.insert_line(*place, line),
            (Spot::Line(place), None) => self.delete_line(*place),
            (Spot::Tally(round), Some(tally)) => self.set_tally(*round, &self.tally_parts(tally)),
            (Spot::Tally(round), None) => self.delete_tally(*round),
            (Spot::First(round), Some(name)) => self.replace_texts(vec![(&self.known_round(*round)?.first, name.to_owned())]),
            (Spot::Rule(key), Some(value)) => self.set_rule(key, &Value::from_text(value)),
            (Spot::Rule(key), None) => self.remove_rule(key),
            (Spot::Head(key), value) => self.set_head(*key, value),
            (Spot::Left(name), round) => self.set_left(name, round),
            (Spot::Seats, names) => {
                let names: Vec<&str> = names.unwrap_or_default().split(BETWEEN_SEATS).collect();
                self.set_seats(&names)
            }
            // Every round has a `first`; and only the notation of the game knows where names occur.
            (Spot::First(_), None) | (Spot::Player(_), _) => Err(ChangeError::Superseded(at.clone())),
        }
    }

    /// The raw text that a correction must keep: none if writing `was` gives the same bytes back.
    fn raw_source(&self, correction: &Correction, log: &Self) -> Option<String> {
        let Correction { at, was, now, .. } = correction;
        let region = self.region(at, was.is_some(), now.is_some())?;
        let is_plain = match (at, was, now) {
            (Spot::Line(_), Some(was), Some(_)) => self.text[region.clone()] == line_toml(was),
            _ => log.with_change(at, now.as_deref(), was.as_deref()).is_ok_and(|again| again.text == self.text),
        };
        (!is_plain).then(|| self.text[region].to_owned())
    }

    /// The byte range that a change of a spot can affect. It is found in the log before the change and in the log after it:
    /// `is_there` says whether the spot has a value in this log, `is_other` whether it has one in the other.
    fn region(&self, at: &Spot, is_there: bool, is_other: bool) -> Option<Range<usize>> {
        match at {
            Spot::Line(place) => {
                let token = |line| self.line(Place { line, ..*place }).map(|line| line.text.token());
                if is_there && is_other {
                    return token(place.line);
                }
                let moves = self.round(place.round)?.moves.clone()?;
                let before = token(place.line.checked_sub(1)?).map_or(moves.start + 1, |token| token.end);
                let after = token(place.line + u32::from(is_there)).map_or(moves.end - 1, |token| token.start);
                Some(before..after)
            }
            Spot::Tally(round) => {
                let start = self.round(*round)?.header.end;
                Some(start..self.next_header(start).max(start))
            }
            Spot::First(round) => Some(self.round(*round)?.first.token()),
            Spot::Player(_) | Spot::Seats => None,
            Spot::Head(_) | Spot::Left(_) | Spot::Rule(_) => {
                if let (Spot::Rule(key), true, true) = (at, is_there, is_other) {
                    return self.rules().iter().find(|entry| &*entry.key == key).map(|entry| entry.span.clone());
                }
                let end = self.next_header(0);
                let is_above = self.rules().last().is_none_or(|entry| entry.span.end <= end);
                is_above.then_some(0..end)
            }
        }
    }

    /// Where the text before the next table header ends, without blank lines; `[rules]` doesn't count as a header.
    fn next_header(&self, from: usize) -> usize {
        let Content { deck, rounds, corrections, .. } = &*self.content;
        let deck = if let KeyTable { form: Form::Header(header), .. } = deck { Some(header.start) } else { None };
        let corrections = corrections.iter().map(|correction| correction.span.start);
        let starts = rounds.iter().map(|round| round.header.start).chain(deck).chain(corrections);
        blank_end(&self.text[..starts.filter(|start| *start >= from).min().unwrap_or(self.text.len())])
    }

    /// Splits the tally in a correction into the players' parts. Each part begins with a name.
    fn tally_parts<'t>(&self, tally: &'t str) -> Vec<&'t str> {
        let names: Vec<String> = self.players().iter().map(|name| name.to_lowercase()).collect();
        let begins = |text: &str| text.split_once(':').is_some_and(|(name, _)| names.contains(&name.trim().to_lowercase()));
        let marks = tally.match_indices(BETWEEN_PARTS).map(|(mark, between)| (mark, mark + between.len()));
        let mut parts = Vec::new();
        let mut start = 0;
        for (end, next) in marks.filter(|(_, next)| begins(&tally[*next..])) {
            parts.push(&tally[start..end]);
            start = next;
        }
        parts.push(&tally[start..]);
        parts
    }
}
