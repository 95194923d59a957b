//! Changing the lines of a log in its text, in the layout that is there.

use std::ops::Range;

use super::item::{comma_after, cut};
use super::parsed::{Log, count, index};
use super::place::Place;
use super::splice::{ChangeError, Edit, line_end, line_start, newline};
use super::text::basic_string;

impl Log {
    /// Writes a line at the end of a round, counted from 1.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such round, or the line is not one.
    pub fn add_line(&self, round: u32, line: &str) -> Result<Self, ChangeError> {
        let found = self.known_round(round)?;
        let (nl, line) = (newline(&self.text), basic_string(line));
        let Some(moves) = found.moves.clone() else {
            let at = line_end(&self.text, found.first.token().end);
            return self.edited(&[Edit::insert(at, format!("{nl}moves = [{nl}  {line},{nl}]"))]);
        };
        let close = moves.end - 1;
        let Some(last) = found.lines.last().map(|line| line.text.token()) else {
            let inner = moves.start + 1..close;
            return self.edited(&[match self.text[inner.clone()].rfind('\n') {
                Some(newline) => Edit::insert(inner.start + newline + 1, format!("  {line},{nl}")),
                None => Edit::replace(inner, format!("{nl}  {line},{nl}")),
            }]);
        };
        let comma = comma_after(&self.text, last.end);
        let behind = comma.unwrap_or(last.end);
        let Some(newline) = self.text[behind..close].rfind('\n') else {
            // The list ends on the line of its last item.
            return self.edited(&[match comma {
                Some(comma) => Edit::insert(comma + 1, format!(" {line},")),
                None => Edit::insert(last.end, format!(", {line}")),
            }]);
        };
        let new = Edit::insert(behind + newline + 1, format!("{}{line},{nl}", self.indent(last.start)));
        match comma {
            Some(_) => self.edited(&[new]),
            None => self.edited(&[Edit::insert(last.end, ",".into()), new]),
        }
    }

    /// Writes a line before the one at `place`; one past the last is at the end.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place, or the line is not one.
    pub fn insert_line(&self, place: Place, line: &str) -> Result<Self, ChangeError> {
        let found = self.known_round(place.round)?;
        if index(place.line) == Some(found.lines.len()) {
            return self.add_line(place.round, line);
        }
        let before = self.token(place)?.start;
        let line = basic_string(line);
        let start = line_start(&self.text, before);
        let indent = &self.text[start..before];
        self.edited(&[if indent.trim().is_empty() {
            Edit::insert(start, format!("{indent}{line},{}", newline(&self.text)))
        } else {
            Edit::insert(before, format!("{line}, "))
        }])
    }

    /// Writes another line in the place of one.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place, or the line is not one.
    pub fn replace_line(&self, place: Place, line: &str) -> Result<Self, ChangeError> {
        self.edited(&[Edit::replace(self.token(place)?, basic_string(line))])
    }

    /// Takes a line out, with the comment on it. The round stays, also without lines.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place.
    pub fn delete_line(&self, place: Place) -> Result<Self, ChangeError> {
        self.edited(&[Edit::cut(self.line_cut(place)?)])
    }

    /// The bytes of a line with its quotes.
    fn token(&self, place: Place) -> Result<Range<usize>, ChangeError> {
        let round = self.known_round(place.round)?;
        let line = self.line(place).ok_or(ChangeError::NoLine { place, lines: count(round.lines.len()) })?;
        Ok(line.text.token())
    }

    /// The bytes that go when a line is taken out.
    pub(super) fn line_cut(&self, place: Place) -> Result<Range<usize>, ChangeError> {
        let token = self.token(place)?;
        let round = self.known_round(place.round)?;
        let Some(index) = index(place.line) else { return Ok(token) };
        let items: Vec<Range<usize>> = round.lines.iter().map(|line| line.text.token()).collect();
        Ok(cut(&self.text, &items, index))
    }

    /// The white space before an item, if it is the first on its line.
    fn indent(&self, item: usize) -> &str {
        let lead = &self.text[line_start(&self.text, item)..item];
        if lead.bytes().all(|byte| byte == b' ' || byte == b'\t') { lead } else { "  " }
    }
}
