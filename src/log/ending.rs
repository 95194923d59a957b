//! Edits at the end of a log: lines are appended, cut and restored, and the text is parsed once, when all edits are done.
//!
//! The cost of an edit depends on the text near it, not on the length of the log.

use std::ops::Range;

use super::correction::Correction;
use super::error::ChangeError;
use super::items::{Insertion, append_item, delete_item};
use super::parsed::{Log, Round};
use super::place::Place;
use super::text::{blank_end, count, line_end, newline};
use super::value::{Quoted, line_toml, push_line_toml, string_toml};

/// A log that is edited at its end.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The text up to the closing bracket of the last round's moves; for a round without moves, up to the end of its last value.
    head: String,
    /// The text between `head` and the corrections.
    behind: String,
    /// The corrections at the end of the file, and everything between them.
    tail: String,
    nl: &'static str,
    end: Place,
    /// The position just after the opening bracket of the last round's moves.
    open: Option<usize>,
    /// The last line of the last round.
    last: Option<Last>,
    has_tally: bool,
    /// Whether rounds have tallies and no moves.
    by_scores: bool,
    /// Whether a correction describes the latest change.
    is_corrected: bool,
}

/// A line: its byte range with the quotes, and its value.
#[derive(Clone, Debug)]
struct Last {
    token: Range<usize>,
    text: String,
}

impl Ending {
    /// The end of a log.
    pub fn of(log: &Log) -> Self {
        let (body, tail) = log.text.split_at(log.tail());
        let mut ending = Self {
            head: body.to_owned(),
            behind: String::new(),
            tail: tail.to_owned(),
            nl: newline(&log.text),
            end: Place::new(0, 0),
            open: None,
            last: None,
            has_tally: false,
            by_scores: log.is_kept_by_scores(),
            is_corrected: log.is_corrected(),
        };
        ending.make_last(log, count(log.rounds().len()));
        ending
    }

    /// Makes a round of the log the last one. Nothing before the end of that round may have changed, and nothing may be left of
    /// the rounds after it.
    fn make_last(&mut self, log: &Log, number: u32) {
        let round = log.round(number);
        let edge = round.map_or_else(|| blank_end(&self.head), edge);
        self.behind.insert_str(0, &self.head[edge..]);
        self.head.truncate(edge);
        let line = round.and_then(|round| round.lines.last());
        self.end = Place::new(number, round.map_or(0, |round| count(round.lines.len())));
        self.open = round.and_then(|round| Some(round.moves.as_ref()?.start + 1));
        self.last = line.map(|line| Last { token: line.text.token(), text: line.text.to_string() });
        self.has_tally = round.is_some_and(|round| round.tally.is_some());
    }

    /// The place of the last line; line 0 if the last round has none.
    pub fn end(&self) -> Place {
        self.end
    }

    /// The last line of the last round.
    pub fn last_line(&self) -> Option<&str> {
        self.last.as_ref().map(|last| last.text.as_str())
    }

    /// Whether the last round ends in a tally.
    pub fn has_tally(&self) -> bool {
        self.has_tally
    }

    /// Whether a correction describes the latest change: something was changed, or can be redone. If so, the next recorded step
    /// gets a line of its own, so that its place shows that it came later.
    pub fn is_corrected(&self) -> bool {
        self.is_corrected
    }

    /// Begins a round.
    pub fn begin_round(&mut self, first: &str) {
        let nl = self.nl;
        let at = blank_end(&self.behind);
        let ends = self.behind[at..].contains('\n') || self.tail.contains('\n');
        self.head.push_str(&self.behind[..at]);
        self.head.extend([nl, nl, "[[round]]", nl, "first = ", &string_toml(first)]);
        let bracket = if self.by_scores { "" } else { "]" };
        if !self.by_scores {
            self.head.extend([nl, "moves = [", nl]);
        }
        self.behind.replace_range(..at, &[bracket, if ends { "" } else { nl }].concat());
        self.open = (!self.by_scores).then(|| self.head.len() - nl.len());
        (self.end, self.last, self.has_tally) = (Place::new(self.end.round + 1, 0), None, false);
        self.is_corrected = false;
    }

    /// Appends a line.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if no round has begun.
    pub fn add_line(&mut self, line: String) -> Result<(), ChangeError> {
        if self.open.is_none() {
            // The round has no list of moves yet.
            *self = Self::of(&self.log()?.add_line(self.end.round, &line)?);
        } else {
            self.write(line, None);
        }
        Ok(())
    }

    /// Appends text to the last line.
    pub fn extend_last(&mut self, more: &str) {
        let Some(Last { token, text }) = &mut self.last else { return };
        text.push_str(more);
        let quoted = &self.head[token.clone()];
        if quoted.starts_with('"') && !quoted.starts_with("\"\"\"") {
            let mut written = string_toml(more);
            written.pop();
            self.head.insert_str(token.end - 1, &written[1..]);
            token.end += written.len() - 1;
        } else {
            // A string in other quotes is rewritten in double quotes.
            let written = line_toml(text);
            self.head.replace_range(token.clone(), &written);
            token.end = token.start + written.len();
        }
    }

    /// Replaces the last line.
    pub fn replace_last(&mut self, line: String) {
        let Some(last) = &mut self.last else { return };
        let written = line_toml(&line);
        self.head.replace_range(last.token.clone(), &written);
        *last = Last { token: last.token.start..last.token.start + written.len(), text: line };
    }

    /// Appends a line with its comment to the moves of the last round.
    fn write(&mut self, line: String, comment: Option<&str>) {
        let Some(open) = self.open else { return };
        let last = self.last.as_ref().map(|last| last.token.clone());
        let item: (&str, fn(&mut String, &str)) = (&line, push_line_toml);
        let Insertion { range, with, item } = append_item(&self.head, open..self.head.len(), last, item, comment, self.nl);
        self.head.replace_range(range.clone(), &with);
        self.last = Some(Last { token: range.start + item.start..range.start + item.end, text: line });
        self.end.line += 1;
        self.is_corrected = false;
    }

    /// Parses the log with all edits made so far.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if a line or a name is not valid.
    pub fn log(&self) -> Result<Log, ChangeError> {
        Ok(Log::parse([self.head.as_str(), &self.behind, &self.tail].concat())?)
    }

    /// Parses the log with all edits, and ends the editing.
    ///
    /// # Errors
    ///
    /// As [`Ending::log`].
    pub fn into_log(self) -> Result<Log, ChangeError> {
        Ok(Log::parse(self.into_text())?)
    }

    /// The text with all edits.
    pub(super) fn into_text(self) -> String {
        let Self { mut head, behind, tail, .. } = self;
        head.reserve_exact(behind.len() + tail.len());
        head.push_str(&behind);
        head.push_str(&tail);
        head
    }

    /// Cuts the last line of a round, with the comment on it, which is returned. Nothing may have been appended since this was made from
    /// `log`.
    pub(super) fn cut_line(&mut self, log: &Log) -> Option<String> {
        let last = self.last.take()?;
        self.end.line -= 1;
        let before = log.line(self.end).map(|line| &line.text);
        let (cut, with, comment) = delete_item(&self.head, before.map(Quoted::token), last.token, None);
        self.head.replace_range(cut, &with);
        self.last = before.map(|before| Last { token: before.token(), text: before.to_string() });
        comment
    }

    /// Cuts the last round with the blank lines before it. The comments around it stay.
    pub(super) fn cut_round(&mut self, log: &Log) {
        let Some(round) = log.round(self.end.round) else { return };
        self.head.truncate(blank_end(&self.head[..round.header.start]));
        let end = line_end(&self.behind, round.span.end - edge(round));
        self.behind.replace_range(..end, "");
        self.make_last(log, self.end.round - 1);
    }

    /// Puts back a line that was cut, with its comment, and the round that went with it. False if it doesn't come next.
    pub(super) fn restore(&mut self, place: Place, was: &str, cut: &Correction) -> Result<bool, ChangeError> {
        let is_next = if removes_round(place) {
            place.round == self.end.round + 1 && (place.line == 0 || cut.first.is_some())
        } else {
            place == Place::new(self.end.round, self.end.line + 1) && !self.has_tally
        };
        if !is_next {
            return Ok(false);
        }
        if removes_round(place) {
            self.begin_round(cut.first.as_deref().unwrap_or(was));
        }
        if place.line == 0 {
            return Ok(true);
        }
        if self.open.is_none() {
            self.add_line(was.to_owned())?;
        } else {
            self.write(was.to_owned(), cut.comment.as_deref());
        }
        Ok(true)
    }
}

/// Where the text behind the lines of a round begins: at the bracket that ends their list, or, if it has none, behind the round.
fn edge(round: &Round) -> usize {
    round.moves.as_ref().map_or(round.span.end, |moves| moves.end - 1)
}

/// Whether cutting the line at this place cuts its round, too: it is the first line, and not of round 1, which stays.
pub(super) fn removes_round(place: Place) -> bool {
    place.line <= 1 && place.round > 1
}
