//! Changing the text of a log in the layout that is there: lines, rounds, tallies, table rules. Everything outside the place
//! that is changed stays, byte for byte.

use std::cell::RefCell;
use std::ops::Range;

use jiff::civil::Date;

use super::ending::Ending;
use super::error::ChangeError;
use super::items::{Added, added, deletion, insertion};
use super::moment::Moment;
use super::parse::Parser;
use super::parsed::{Form, KeyTable, Log, Round};
use super::place::{HeadKey, Place};
use super::text::{blank_end, count, index, line_end, line_start, newline};
use super::value::{KeyValue, Quoted, Value, key_toml, push_string_toml, string_toml};

impl Log {
    /// Writes a line at the end of a round, counted from 1.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such round, or the line is not one.
    pub fn add_line(&self, round: u32, line: &str) -> Result<Self, ChangeError> {
        let found = self.known_round(round)?;
        let nl = newline(&self.text);
        let Some(moves) = found.moves.clone() else {
            let at = line_end(&self.text, found.first.token().end);
            return self.inserted(at, &format!("{nl}moves = [{nl}  {},{nl}]", string_toml(line)));
        };
        let last = found.lines.last().map(|line| line.text.token());
        let Added { range, with, .. } =
            added(&self.text, moves.start + 1..moves.end - 1, last, (line, push_string_toml), &[], nl);
        self.spliced(range, &with)
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
        let above = self.line(Place { line: place.line - 1, ..place }).map(|line| line.text.token().end);
        let above = above.or(found.moves.as_ref().map(|moves| moves.start + 1)).unwrap_or(before);
        let Added { range, with, .. } = insertion(&self.text, newline(&self.text), above, before, line);
        self.spliced(range, &with)
    }

    /// Writes another line in the place of one.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place, or the line is not one.
    pub fn replace_line(&self, place: Place, line: &str) -> Result<Self, ChangeError> {
        self.spliced(self.token(place)?, &string_toml(line))
    }

    /// Writes other strings in the place of some.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if what comes of it is no log.
    pub fn replace_texts(&self, mut texts: Vec<(&Quoted, String)>) -> Result<Self, ChangeError> {
        texts.sort_by_key(|(stands, _)| stands.token().start);
        let (mut text, mut end) = (String::with_capacity(self.text.len()), 0);
        for (stands, written) in texts {
            let token = stands.token();
            text.push_str(&self.text[end..token.start]);
            text.push_str(&string_toml(&written));
            end = token.end;
        }
        text.push_str(&self.text[end..]);
        Ok(Self::parse(text)?)
    }

    /// Takes a line out, with the comment on it. The round stays, also without lines.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place.
    pub fn delete_line(&self, place: Place) -> Result<Self, ChangeError> {
        let token = |line| self.line(Place { line, ..place }).map(|line| line.text.token());
        let (before, item, after) = (token(place.line.wrapping_sub(1)), self.token(place)?, token(place.line + 1));
        self.without_item(before, item, after)
    }

    /// Begins a round after the last one, before the corrections at the file's end.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the result could not be read.
    pub fn begin_round(&self, first: &str) -> Result<Self, ChangeError> {
        let mut ending = Ending::of(self);
        ending.begin_round(first);
        ending.log()
    }

    /// Gives a round, counted from 1, the tally it ends in, in the place of the one it has.
    ///
    /// # Errors
    ///
    /// [`ChangeError::NoRound`].
    pub fn set_tally<S: AsRef<str>>(&self, round: u32, tally: &[S]) -> Result<Self, ChangeError> {
        let found = self.known_round(round)?;
        if let Some(texts) = found.tally.as_ref().filter(|texts| texts.len() == tally.len()) {
            // Each in its place, with the comments on it.
            let mut text = self.text.to_string();
            let changed = texts.iter().zip(tally).rev().filter(|(was, now)| was.as_str() != now.as_ref());
            changed.for_each(|(was, now)| text.replace_range(was.token(), &string_toml(now.as_ref())));
            return Ok(Self::parse(text)?);
        }
        let nl = newline(&self.text);
        let mut written = format!("tally = [{nl}");
        for player in tally {
            written.extend(["  ", &string_toml(player.as_ref()), ",", nl]);
        }
        written.push(']');
        match &found.tally_span {
            Some(span) => self.spliced(span.clone(), &written),
            None => self.inserted(line_end(&self.text, found.span.end), &format!("{nl}{written}")),
        }
    }

    /// Takes a round's tally out. What it was belongs into a correction at [`Spot::Tally`](super::Spot::Tally).
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such round, or it has no tally.
    pub fn delete_tally(&self, round: u32) -> Result<Self, ChangeError> {
        let found = self.known_round(round)?;
        let span = found.tally_span.clone().ok_or(ChangeError::NoTally(round))?;
        self.spliced(self.whole_lines(span), "")
    }

    /// Gives a table rule a value: in its place if it is there, else after the others.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the result could not be read.
    pub fn set_rule(&self, key: &str, value: &Value) -> Result<Self, ChangeError> {
        let KeyTable { entries, form } = &self.content.rules;
        let nl = newline(&self.text);
        let value = value.to_toml();
        if let Some(entry) = entries.iter().find(|entry| &*entry.key == key) {
            return self.spliced(entry.span.clone(), &value);
        }
        let pair = format!("{} = {value}", key_toml(key));
        let last = entries.last().map(|entry| entry.span.end);
        let (above, lines) = match form {
            Form::Header(header) => (last.unwrap_or(header.end), pair),
            Form::Dotted => (last.unwrap_or(self.content.head_end), format!("rules.{pair}")),
            Form::Absent => (self.content.head_end, format!("{nl}[rules]{nl}{pair}")),
            Form::Inline(span) => {
                let inner = span.start + 1..span.end - 1;
                let Some(last) = entries.last() else {
                    let comments = &self.text[inner.clone()];
                    let at = blank_end(comments);
                    let gap = if at > 0 { nl } else { " " };
                    return self.spliced(inner.start + at..inner.end, &format!("{gap}{pair} "));
                };
                let Added { range, with, .. } = added(&self.text, inner, Some(last.whole()), (&pair, String::push_str), &[], nl);
                return self.spliced(range, &with);
            }
        };
        self.inserted(line_end(&self.text, above), &format!("{nl}{lines}"))
    }

    /// Takes a table rule out, so that it has its default again. Its line goes with the comment on it.
    ///
    /// # Errors
    ///
    /// [`ChangeError::NoRule`] if the log doesn't hold it.
    pub fn remove_rule(&self, key: &str) -> Result<Self, ChangeError> {
        let KeyTable { entries, form } = &self.content.rules;
        let Some(index) = entries.iter().position(|entry| &*entry.key == key) else {
            return Err(ChangeError::NoRule(key.to_owned()));
        };
        let whole = |index: usize| entries.get(index).map(KeyValue::whole);
        let entry = entries[index].whole();
        if let Form::Inline(_) = form {
            return self.without_item(index.checked_sub(1).and_then(whole), entry, whole(index + 1));
        }
        let mut lines = self.whole_lines(entry.clone());
        if let (Form::Header(header), [_]) = (form, &entries[..]) {
            // An empty table with nothing else to it goes as it came.
            let nl = newline(&self.text);
            let above = self.text[..header.start].strip_suffix(nl).filter(|above| above.ends_with(nl)).map(str::len);
            if let Some(above) = above.filter(|_| &self.text[header.end..entry.start] == nl) {
                lines.start = above;
            }
        }
        self.spliced(lines, "")
    }

    /// Gives a key of the head a value, in its place if it is there, else after the others; or takes it out, with the comment on it.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if it can't have that value.
    pub fn set_head(&self, key: HeadKey, value: Option<&str>) -> Result<Self, ChangeError> {
        let mut entries = Parser { source: &self.text, errors: &RefCell::default() }.head_entries([key.name()]);
        let entry = entries.pop().flatten();
        let written = value.map(|value| {
            let bare = match key {
                HeadKey::Date => value.parse().ok().map(|day: Date| day.to_string()),
                HeadKey::Began | HeadKey::Ended => value.parse().ok().map(|moment: Moment| moment.to_string()),
                _ => None,
            };
            // What is no day or moment is refused where it is read.
            bare.unwrap_or_else(|| string_toml(value))
        });
        match (entry, written) {
            (Some((_, there)), Some(written)) => self.spliced(there, &written),
            (Some((whole, _)), None) => self.spliced(self.whole_lines(whole), ""),
            (None, Some(written)) => {
                let pair = format!("{}{} = {written}", newline(&self.text), key.name());
                self.inserted(line_end(&self.text, self.content.head_end), &pair)
            }
            (None, None) => Ok(self.clone()),
        }
    }

    /// Gives the seats to the players in another order: all of them, by their names.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if they can't be called so together.
    pub fn set_seats<S: AsRef<str>>(&self, names: &[S]) -> Result<Self, ChangeError> {
        let seats = self.players().iter().zip(names);
        let texts: Vec<_> = seats.map(|(stands, name)| (stands, name.as_ref().to_owned())).collect();
        self.replace_texts(texts)
    }

    /// The bytes of a line with its quotes.
    fn token(&self, place: Place) -> Result<Range<usize>, ChangeError> {
        let round = self.known_round(place.round)?;
        let line = self.line(place).ok_or(ChangeError::NoLine { place, lines: count(round.lines.len()) })?;
        Ok(line.text.token())
    }

    /// The log without an item of a list or a table in brackets.
    fn without_item(
        &self,
        before: Option<Range<usize>>,
        item: Range<usize>,
        after: Option<Range<usize>>,
    ) -> Result<Self, ChangeError> {
        let (cut, kept) = deletion(&self.text, before, item, after);
        self.spliced(cut, &kept)
    }

    /// The log with another text in the place of some bytes.
    pub(super) fn spliced(&self, range: Range<usize>, with: &str) -> Result<Self, ChangeError> {
        Ok(Self::parse([&self.text[..range.start], with, &self.text[range.end..]].concat())?)
    }

    /// The log with a text more.
    pub(super) fn inserted(&self, at: usize, text: &str) -> Result<Self, ChangeError> {
        self.spliced(at..at, text)
    }

    pub(super) fn known_round(&self, round: u32) -> Result<&Round, ChangeError> {
        self.round(round).ok_or(ChangeError::NoRound { round, rounds: count(self.rounds().len()) })
    }

    /// The lines of a key and its value, with the line break at their end.
    pub(super) fn whole_lines(&self, range: Range<usize>) -> Range<usize> {
        let end = self.text[range.end..].find('\n').map_or(self.text.len(), |newline| range.end + newline + 1);
        line_start(&self.text, range.start)..end
    }
}
