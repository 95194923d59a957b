//! Changes the text of a log in its own layout: lines, rounds, tallies, table rules, the head. Everything outside the changed
//! place stays, byte for byte.

use std::cell::RefCell;
use std::ops::Range;

use jiff::{Timestamp, civil::Date};

use super::correction::Correction;
use super::ending::Ending;
use super::error::ChangeError;
use super::items::{Insertion, append_item, delete_item};
use super::moment::Moment;
use super::parse::Parser;
use super::parsed::{Form, KeyTable, Log, Round};
use super::place::{HeadKey, Place, Spot};
use super::text::{blank_end, count, line_end, line_start, newline};
use super::value::{KeyValue, Quoted, Value, key_toml, line_toml, string_toml};
use crate::table::is_same_name;

impl Log {
    /// Appends a line to a round, counted from 1.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such round, or the line is not valid.
    pub fn add_line(&self, round: u32, line: &str) -> Result<Self, ChangeError> {
        let lines = count(self.known_round(round)?.lines.len());
        self.insert_line(Place::new(round, lines + 1), line)
    }

    /// Inserts a line before the one at `place`. One past the last line appends it.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place, or the line is not valid.
    pub fn insert_line(&self, place: Place, line: &str) -> Result<Self, ChangeError> {
        self.with_line(place, None, Some(line))
    }

    /// Replaces a line.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place, or the line is not valid.
    pub fn replace_line(&self, place: Place, line: &str) -> Result<Self, ChangeError> {
        self.with_line(place, Some(line), Some(line))
    }

    /// Deletes a line with the comment on it. The round stays, even without lines.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place.
    pub fn delete_line(&self, place: Place) -> Result<Self, ChangeError> {
        self.with_line(place, None, None)
    }

    fn with_line(&self, place: Place, was: Option<&str>, now: Option<&str>) -> Result<Self, ChangeError> {
        self.edited(&mut Correction::new(Spot::Line(place), was.map(Into::into), now.map(Into::into), Timestamp::UNIX_EPOCH))
    }

    /// The first line of a round that has no list of moves yet.
    pub(super) fn with_first_line(&self, round: u32, line: &str) -> Result<Self, ChangeError> {
        let (at, nl) = (line_end(&self.text, self.known_round(round)?.first.token().end), newline(&self.text));
        self.inserted(at, &format!("{nl}moves = [{nl}  {},{nl}]", line_toml(line)))
    }

    /// Replaces several strings.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the result is not a log.
    pub fn replace_texts(&self, mut texts: Vec<(&Quoted, String)>) -> Result<Self, ChangeError> {
        texts.sort_by_key(|(stands, _)| stands.token().start);
        let (mut text, mut end) = (String::with_capacity(self.text.len()), 0);
        for (token, written) in texts.iter().flat_map(|(stands, written)| stands.replaced_with(written)) {
            text.push_str(&self.text[end..token.start]);
            text.push_str(&written);
            end = token.end;
        }
        text.push_str(&self.text[end..]);
        Ok(Self::parse(text)?)
    }

    /// Appends a round, before the corrections at the end of the file.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the result fails to parse.
    pub fn begin_round(&self, first: &str) -> Result<Self, ChangeError> {
        let mut ending = Ending::of(self);
        ending.begin_round(first);
        ending.log()
    }

    /// Sets the tally of a round, counted from 1. A tally that is there is replaced.
    ///
    /// # Errors
    ///
    /// [`ChangeError::NoRound`] if there is no such round.
    pub fn set_tally<S: AsRef<str>>(&self, round: u32, tally: &[S]) -> Result<Self, ChangeError> {
        let found = self.known_round(round)?;
        if let Some(texts) = found.tally.as_ref().filter(|texts| texts.len() == tally.len()) {
            // Each part is replaced in its place and keeps its comment.
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

    /// Deletes the tally of a round. Its text belongs in a correction at [`Spot::Tally`](super::Spot::Tally).
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such round, or it has no tally.
    pub fn delete_tally(&self, round: u32) -> Result<Self, ChangeError> {
        let found = self.known_round(round)?;
        let span = found.tally_span.clone().ok_or(ChangeError::NoTally(round))?;
        self.spliced(self.whole_lines(span), "")
    }

    /// Sets a table rule: in its place if it is there, otherwise after the others.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the result fails to parse.
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
                let Insertion { range, with, .. } =
                    append_item(&self.text, inner, Some(last.whole()), (&pair, String::push_str), None, nl);
                return self.spliced(range, &with);
            }
        };
        self.inserted(line_end(&self.text, above), &format!("{nl}{lines}"))
    }

    /// Removes a table rule, which then has its default again. Its line goes with the comment on it.
    ///
    /// # Errors
    ///
    /// [`ChangeError::NoRule`] if the log doesn't set it.
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
            // The header of the emptied table goes, too, and a blank line above it, unless the line above isn't blank.
            let nl = newline(&self.text);
            let above = self.text[..header.start].strip_suffix(nl).filter(|above| above.ends_with(nl)).map(str::len);
            if let Some(above) = above.filter(|_| &self.text[header.end..entry.start] == nl) {
                lines.start = above;
            }
        }
        self.spliced(lines, "")
    }

    /// Sets a key of the head: in its place if it is there, otherwise after the others. Without a value, removes the key with the
    /// comment on it.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the key can't have that value.
    pub fn set_head(&self, key: HeadKey, value: Option<&str>) -> Result<Self, ChangeError> {
        let written = value.map(|value| {
            let bare = match key {
                HeadKey::Date => value.parse().ok().map(|day: Date| day.to_string()),
                HeadKey::Began | HeadKey::Ended => value.parse().ok().map(|moment: Moment| moment.to_string()),
                _ => None,
            };
            // An invalid date or time is refused when the result is parsed.
            bare.unwrap_or_else(|| string_toml(value))
        });
        self.set_entry(key.name(), written)
    }

    /// Sets the last round that counts for a player, or without one takes the player back in.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the log can't say so.
    pub fn set_left(&self, name: &str, round: Option<&str>) -> Result<Self, ChangeError> {
        let mut pairs: Vec<(String, String)> =
            self.left().iter().map(|left| (left.name.to_string(), left.round.to_string())).collect();
        match (pairs.iter().position(|(known, _)| is_same_name(known, name)), round) {
            (Some(at), Some(round)) => round.clone_into(&mut pairs[at].1),
            (Some(at), None) => drop(pairs.remove(at)),
            (None, Some(round)) => pairs.push((name.to_owned(), round.to_owned())),
            (None, None) => {}
        }
        let pairs: Vec<String> = pairs.iter().map(|(name, round)| format!("{} = {round}", key_toml(name))).collect();
        self.set_entry("left", (!pairs.is_empty()).then(|| format!("{{ {} }}", pairs.join(", "))))
    }

    /// A key of the head: the byte ranges from the key to the end of its value, and of the value.
    pub(super) fn entry(&self, key: &'static str) -> Option<(Range<usize>, Range<usize>)> {
        Parser { source: &self.text, errors: &RefCell::default() }.head_entries([key]).pop().flatten()
    }

    /// Sets a key of the head to a value as TOML, or removes it.
    fn set_entry(&self, key: &'static str, written: Option<String>) -> Result<Self, ChangeError> {
        match (self.entry(key), written) {
            (Some((_, there)), Some(written)) => self.spliced(there, &written),
            (Some((whole, _)), None) => self.spliced(self.whole_lines(whole), ""),
            (None, Some(written)) => {
                let pair = format!("{}{key} = {written}", newline(&self.text));
                self.inserted(line_end(&self.text, self.content.head_end), &pair)
            }
            (None, None) => Ok(self.clone()),
        }
    }

    /// Seats the same players in another order; `names` has all of them.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if these names are not valid together.
    pub fn set_seats<S: AsRef<str>>(&self, names: &[S]) -> Result<Self, ChangeError> {
        let seats = self.players().iter().zip(names);
        let texts: Vec<_> = seats.map(|(stands, name)| (stands, name.as_ref().to_owned())).collect();
        self.replace_texts(texts)
    }

    /// The log without one item of a bracketed list or table.
    fn without_item(
        &self,
        before: Option<Range<usize>>,
        item: Range<usize>,
        after: Option<Range<usize>>,
    ) -> Result<Self, ChangeError> {
        let (cut, kept, _) = delete_item(&self.text, before, item, after);
        self.spliced(cut, &kept)
    }

    /// The log with a byte range replaced.
    pub(super) fn spliced(&self, range: Range<usize>, with: &str) -> Result<Self, ChangeError> {
        Ok(Self::parse([&self.text[..range.start], with, &self.text[range.end..]].concat())?)
    }

    /// The log with a text inserted.
    pub(super) fn inserted(&self, at: usize, text: &str) -> Result<Self, ChangeError> {
        self.spliced(at..at, text)
    }

    pub(super) fn known_round(&self, round: u32) -> Result<&Round, ChangeError> {
        self.round(round).ok_or(ChangeError::NoRound { round, rounds: count(self.rounds().len()) })
    }

    /// The whole lines of a key and its value, line break included.
    pub(super) fn whole_lines(&self, range: Range<usize>) -> Range<usize> {
        let end = self.text[range.end..].find('\n').map_or(self.text.len(), |newline| range.end + newline + 1);
        line_start(&self.text, range.start)..end
    }
}
