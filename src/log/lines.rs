//! Edits of lines anywhere in a log. Many edits are made, and the text is parsed once, when all are done.
//!
//! The cost of an edit depends on the text near it, not on the length of the log.

use std::ops::Range;

use super::correction::Correction;
use super::error::ChangeError;
use super::items::{Insertion, append_item, delete_item, insert_line};
use super::parsed::{Log, Round};
use super::place::{Place, Spot};
use super::text::{count, index, newline};
use super::value::{line_toml, push_line_toml};

/// A log whose lines are edited.
#[derive(Clone, Debug)]
pub struct Lines {
    text: String,
    rounds: Vec<Moves>,
    nl: &'static str,
}

/// The lines of a round, as byte ranges.
#[derive(Clone, Debug)]
struct Moves {
    /// The list of moves, brackets included; `None` if the round has no list.
    list: Option<Range<usize>>,
    /// Each line, with its quotes.
    lines: Vec<Range<usize>>,
}

impl Moves {
    fn of(round: &Round) -> Self {
        Self { list: round.moves.clone(), lines: round.lines.iter().map(|line| line.text.token()).collect() }
    }
}

impl Lines {
    /// Starts to edit the lines of a log.
    pub fn of(log: &Log) -> Self {
        Self { text: log.text.to_string(), rounds: log.rounds().iter().map(Moves::of).collect(), nl: newline(&log.text) }
    }

    /// Parses the edited log.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if a line is not valid.
    pub fn into_log(self) -> Result<Log, ChangeError> {
        Ok(Log::parse(self.text)?)
    }

    /// Makes the change that a correction describes; an inserted line gets the correction's comment. The correction keeps the comment that
    /// went with a deleted one.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place.
    pub fn edit(&mut self, correction: &mut Correction) -> Result<(), ChangeError> {
        let Spot::Line(place) = correction.at else {
            *self = Self::of(&Log::parse(self.text.as_str())?.edited(correction)?);
            return Ok(());
        };
        let comment = correction.comment.take();
        let known = ChangeError::NoRound { round: place.round, rounds: count(self.rounds.len()) };
        let number = index(place.round).ok_or(known.clone())?;
        let Moves { list, lines } = self.rounds.get(number).ok_or(known)?;
        let nothing = ChangeError::NoLine { place, lines: count(lines.len()) };
        let at = index(place.line).ok_or(nothing.clone())?;
        let item = lines.get(at).cloned();
        let is_there = correction.was.is_some() || correction.now.is_none();
        if item.is_none() && (is_there || at > lines.len()) {
            return Err(nothing);
        }
        match (item, correction.now.as_deref()) {
            (_, Some(line)) if list.is_none() => {
                let log = Log::parse(self.text.as_str())?;
                *self = Self::of(&log.with_first_line(place.round, line)?);
            }
            (Some(item), Some(line)) if is_there => {
                let with = line_toml(line);
                self.rounds[number].lines[at] = item.start..item.start + with.len();
                self.splice(item, &with);
            }
            (Some(item), None) => {
                let before = at.checked_sub(1).and_then(|at| lines.get(at).cloned());
                let (cut, with, comment) = delete_item(&self.text, before, item, lines.get(at + 1).cloned());
                self.rounds[number].lines.remove(at);
                self.splice(cut, &with);
                correction.comment = comment;
            }
            (_, line) => {
                let Insertion { range, with, item } = self.insertion(place, line.unwrap_or_default(), comment.as_deref());
                self.splice(range.clone(), &with);
                self.rounds[number].lines.insert(at, range.start + item.start..range.start + item.end);
            }
        }
        Ok(())
    }

    /// How a line is inserted before the one at `place`, or appended if there is none.
    fn insertion(&self, place: Place, line: &str, comment: Option<&str>) -> Insertion {
        let round = index(place.round).and_then(|number| self.rounds.get(number));
        let list = round.and_then(|round| round.list.clone()).unwrap_or_default();
        let lines = round.map(|round| &*round.lines).unwrap_or_default();
        let token = |at: Option<usize>| at.and_then(|at| lines.get(at)).cloned();
        let at = index(place.line);
        if let Some(here) = token(at) {
            let above = token(at.and_then(|at| at.checked_sub(1))).map_or(list.start + 1, |line| line.end);
            return insert_line(&self.text, self.nl, above, here.start, line, comment);
        }
        let inner = list.start + 1..list.end - 1;
        append_item(&self.text, inner, lines.last().cloned(), (line, push_line_toml), comment, self.nl)
    }

    /// Replaces a byte range, and moves all places after it.
    fn splice(&mut self, range: Range<usize>, with: &str) {
        self.text.replace_range(range.clone(), with);
        let moved = |at: &mut usize| {
            if *at >= range.end {
                *at = *at - range.len() + with.len();
            }
        };
        for Moves { list, lines } in self.rounds.iter_mut().rev() {
            if let Some(list) = list {
                moved(&mut list.end);
                moved(&mut list.start);
            }
            let behind = lines.partition_point(|line| line.start < range.end);
            for line in &mut lines[behind..] {
                moved(&mut line.start);
                moved(&mut line.end);
            }
        }
    }
}
