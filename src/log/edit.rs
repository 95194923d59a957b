//! Makes any single change that a correction describes, and reverts it: what `was` there is written back, with its comment.

use super::correction::Correction;
use super::error::ChangeError;
use super::lines::Lines;
use super::parsed::Log;
use super::place::Spot;
use super::text::{line_end, newline};
use super::value::{Quoted, Value};
use crate::table::comparison_key;

/// The separator between the players' parts of a tally in a correction.
pub const BETWEEN_PARTS: &str = "\n";

/// The separator between the names in a correction of the seats. No name contains it.
pub const BETWEEN_SEATS: &str = "; ";

impl Log {
    /// Makes the change that a correction describes; what comes in gets the correction's comment. The correction keeps the comment that
    /// stood on what goes.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place, or the result is not a log.
    pub fn edited(&self, correction: &mut Correction) -> Result<Self, ChangeError> {
        if let Spot::Line(_) = correction.at {
            let mut lines = Lines::of(self);
            lines.edit(correction)?;
            return lines.into_log();
        }
        let log = self.with_change(&correction.at, correction.now.as_deref())?;
        let [before, after] = [self, &log].map(|log| log.value_end(&correction.at));
        match (before, after, correction.comment.take()) {
            (Some(end), None, _) => {
                let line = &self.text[end..line_end(&self.text, end)];
                correction.comment = line.find('#').map(|at| line[at..].trim_end().to_owned());
            }
            (None, Some(end), Some(comment)) => {
                // Something may follow on the line: the bracket of a table in braces.
                let nl = if log.text[end..line_end(&log.text, end)].trim().is_empty() { "" } else { newline(&log.text) };
                return log.inserted(end, &format!(" {comment}{nl}"));
            }
            _ => {}
        }
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
        correction.comment.clone_from(&change.comment);
        let log = self.edited(&mut correction).map_err(|_| superseded())?;
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

    /// The log with a spot changed, which is no line.
    fn with_change(&self, at: &Spot, now: Option<&str>) -> Result<Self, ChangeError> {
        match (at, now) {
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
            (Spot::Line(_) | Spot::Player(_), _) | (Spot::First(_), None) => Err(ChangeError::Superseded(at.clone())),
        }
    }

    /// Where the value of a spot ends that is a key of its own.
    fn value_end(&self, at: &Spot) -> Option<usize> {
        match at {
            Spot::Tally(round) => self.round(*round)?.tally_span.as_ref().map(|span| span.end),
            Spot::Rule(key) => self.rules().iter().find(|entry| &*entry.key == key).map(|entry| entry.span.end),
            Spot::Head(key) => self.entry(key.name()).map(|(whole, _)| whole.end),
            Spot::Left(_) => self.entry("left").map(|(whole, _)| whole.end),
            Spot::Line(_) | Spot::First(_) | Spot::Player(_) | Spot::Seats => None,
        }
    }

    /// Splits the tally in a correction into the players' parts. Each part begins with a name.
    fn tally_parts<'t>(&self, tally: &'t str) -> Vec<&'t str> {
        let names: Vec<String> = self.players().iter().map(|name| comparison_key(name)).collect();
        let begins = |text: &str| text.split_once(':').is_some_and(|(name, _)| names.contains(&comparison_key(name.trim())));
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
