//! Changes a log: lines, rounds, tallies, table rules and the head. Also makes the change that a correction describes.

use std::collections::HashMap;

use super::comments::{Comment, Comments, ListComments};
use super::correction::Correction;
use super::error::{ChangeError, LogParseError};
use super::line::Line;
use super::line_ref::{CorrectionTarget, HeadKey, LineRef, PresenceKey};
use super::model::{KeyTable, Log, Model, Presence, Round};
use super::text::{count, index};
use super::value::{KeyValue, LogString, LogValue};
use crate::table::{comparison_key, is_same_name};

/// The separator between the players' parts of a tally in a correction.
pub const BETWEEN_PARTS: &str = "\n";

/// The separator between the names in a correction of the seats. No name contains it.
pub const BETWEEN_SEATS: &str = "; ";

impl Model {
    /// Writes the log and parses it. Fails if a new line, name or key is not valid.
    pub fn log(&self) -> Result<Log, ChangeError> {
        Ok(Log::parse(self.to_text())?)
    }

    fn known_round(&mut self, round: u32) -> Result<&mut Round, ChangeError> {
        let rounds = count(self.rounds.len());
        index(round).and_then(|round_index| self.rounds.get_mut(round_index)).ok_or(ChangeError::NoRound { round, rounds })
    }

    /// The round of a line, and the index of the line in the round.
    fn known_line(&mut self, line_ref: LineRef) -> Result<(&mut Round, usize), ChangeError> {
        let round = self.known_round(line_ref.round)?;
        let line_count = round.lines.len();
        match index(line_ref.line).filter(|line_index| *line_index < line_count) {
            Some(line_index) => Ok((round, line_index)),
            None => Err(ChangeError::NoLine { place: line_ref, lines: count(line_count) }),
        }
    }

    /// Appends a line to a round, counted from 1.
    pub fn add_line(&mut self, round: u32, line: &str) -> Result<(), ChangeError> {
        let line_count = count(self.known_round(round)?.lines.len());
        self.insert_line(LineRef::new(round, line_count + 1), line)
    }

    /// Inserts a line before the line `line_ref`, or appends it if `line_ref` is one past the last line.
    pub fn insert_line(&mut self, line_ref: LineRef, line: &str) -> Result<(), ChangeError> {
        let round = self.known_round(line_ref.round)?;
        let line_count = round.lines.len();
        let line_index = index(line_ref.line)
            .filter(|line_index| *line_index <= line_count)
            .ok_or(ChangeError::NoLine { place: line_ref, lines: count(line_count) })?;
        round.lines.insert(line_index, Line::new(line));
        round.moves.get_or_insert_default();
        Ok(())
    }

    /// Replaces a line. Its comments stay.
    pub fn replace_line(&mut self, line_ref: LineRef, line: &str) -> Result<(), ChangeError> {
        let (round, line_index) = self.known_line(line_ref)?;
        round.lines[line_index].set(line);
        Ok(())
    }

    /// Deletes a line and returns its comments. The round stays, even without lines.
    pub(super) fn delete_line(&mut self, line_ref: LineRef) -> Result<Comments, ChangeError> {
        let (round, line_index) = self.known_line(line_ref)?;
        Ok(round.lines.remove(line_index).text.comments)
    }

    /// Replaces strings of the parsed log, each with a new text.
    pub fn replace_texts(&mut self, replacements: &[(&LogString, String)]) {
        let new_texts: HashMap<usize, &str> =
            replacements.iter().map(|(text, new_text)| (text.token().start, new_text.as_str())).collect();
        let new_text_of = |text: &LogString| new_texts.get(&text.token().start).copied();
        let rounds = self.rounds.iter_mut();
        let (texts, lines): (Vec<_>, Vec<_>) =
            rounds.map(|round| (round.tally.iter_mut().flatten().chain([&mut round.first]), &mut round.lines)).unzip();
        let names = self.players.iter_mut().chain(self.presences.iter_mut().map(|presence| &mut presence.name));
        for text in names.chain(texts.into_iter().flatten()) {
            if let Some(new_text) = new_text_of(text) {
                text.set(new_text);
            }
        }
        for line in lines.into_iter().flatten() {
            if let Some(new_text) = new_text_of(&line.text) {
                line.set(new_text);
            }
        }
    }

    /// Appends a round.
    pub fn begin_round(&mut self, first: &str) {
        let moves = (!self.is_scores_only).then(ListComments::default);
        self.rounds.push(Round { first: first.into(), moves, ..Round::default() });
    }

    /// Removes the last round. Its comments stay in the log.
    pub(super) fn delete_last_round(&mut self) {
        let Some(round) = self.rounds.pop() else { return };
        let mut orphans = comments_of(round);
        if let Some(first) = orphans.first_mut() {
            first.is_apart = true;
        }
        orphans.append(&mut self.orphans.above);
        self.orphans.above = orphans;
    }

    /// Inserts a round before the round `number`, counted from 1.
    fn insert_round(&mut self, number: u32, first: &str, comments: Comments) -> Result<(), ChangeError> {
        self.known_round(number)?;
        self.begin_round(first);
        let at = index(number).unwrap_or_default();
        self.rounds[at..].rotate_right(1);
        self.rounds[at].comments = comments;
        Ok(())
    }

    /// Removes a round without lines and tally, counted from 1, and returns its comments.
    fn delete_round(&mut self, number: u32) -> Result<Comments, ChangeError> {
        let round = self.known_round(number)?;
        if !round.lines.is_empty() || round.tally.is_some() {
            return Err(ChangeError::NoLine { place: LineRef::new(number, 0), lines: count(round.lines.len()) });
        }
        let round = self.rounds.remove(index(number).unwrap_or_default());
        Ok(Comments { above: comments_of(round), ..Comments::default() })
    }

    /// Sets the tally of a round, counted from 1. The comments on the parts of an old tally stay.
    pub fn set_tally<S: AsRef<str>>(&mut self, round: u32, tally: &[S]) -> Result<(), ChangeError> {
        let round = self.known_round(round)?;
        let mut old_parts = round.tally.take().unwrap_or_default().into_iter();
        let part = |text: &S| {
            let mut part = old_parts.next().unwrap_or_default();
            part.set(text.as_ref());
            part
        };
        round.tally = Some(tally.iter().map(part).collect());
        round.parts.close.above.extend(old_parts.flat_map(|mut part| part.comments.take()));
        Ok(())
    }

    /// Deletes the tally of a round and returns its comments.
    fn delete_tally(&mut self, number: u32) -> Result<Comments, ChangeError> {
        let round = self.known_round(number)?;
        let parts = round.tally.take().ok_or(ChangeError::NoTally(number))?;
        let ListComments { mut open, mut close, .. } = std::mem::take(&mut round.parts);
        let behind = close.behind.take();
        let above =
            open.take().into_iter().chain(parts.into_iter().flat_map(|mut part| part.comments.take())).chain(close.take());
        Ok(Comments { above: above.collect(), behind, is_apart: false })
    }

    /// Sets a key of the head, or removes it if there is no value. Returns the comments of a removed key.
    fn set_head(&mut self, key: HeadKey, value: Option<&str>) -> Result<Comments, ChangeError> {
        let invalid_day =
            |value| LogParseError::at(value, 0..value.len(), "this is not a day", "expected a day, as in 2026-11-20");
        let text = value.map(LogString::from);
        match key {
            HeadKey::Date => self.date = value.map(|day| day.parse().map_err(|_| invalid_day(day))).transpose()?,
            HeadKey::Began | HeadKey::Ended | HeadKey::Paused => self.play_period.set(key, value).map_err(|error| {
                let value = value.unwrap_or_default();
                LogParseError::at(value, 0..value.len(), error.to_string(), "")
            })?,
            HeadKey::Place => self.place = text,
            HeadKey::Title => self.title = text,
            HeadKey::Notes => self.notes = text,
            HeadKey::Closed => self.closed = text,
        }
        Ok(self.touch_head(key.name(), self.head(key).is_some()))
    }

    /// Marks the value of a head key as new or removed. Returns the comments of a removed key.
    pub(super) fn touch_head(&mut self, key: &'static str, has_value: bool) -> Comments {
        if has_value {
            self.head.entry(key).or_default().token = 0..0;
            return Comments::default();
        }
        self.head.remove(key).unwrap_or_default().comments
    }

    /// Sets the first or last round that counts for a player. `None` removes the entry. A player who joins is a new last seat, and
    /// is no player of the log any more if the entry is removed.
    fn set_presence(&mut self, key: PresenceKey, name: &str, round: Option<u32>) -> Comments {
        let is_of_player = |presence: &Presence| presence.key == key && is_same_name(&presence.name, name);
        match (self.presences.iter().position(is_of_player), round) {
            (Some(at), Some(round)) => self.presences[at].round = round,
            (Some(at), None) => {
                self.presences.remove(at);
                self.players.retain(|player| key != PresenceKey::Joined || !is_same_name(player, name));
            }
            (None, Some(round)) => {
                self.presences.push(Presence { key, name: name.into(), round });
                self.players.extend((key == PresenceKey::Joined).then(|| LogString::from(name)));
            }
            (None, None) => {}
        }
        self.touch_head(key.name(), self.presences.iter().any(|presence| presence.key == key))
    }

    /// Makes the change that a correction describes. The comments of removed text move into the correction. The comments that a
    /// correction keeps return with the restored text.
    pub fn apply(&mut self, correction: &mut Correction) -> Result<(), ChangeError> {
        let comments = correction.kept_comments();
        let has_old_text = correction.was.is_some();
        let removed_comments = match (&correction.at, correction.now.as_deref()) {
            (CorrectionTarget::Line(LineRef { round, line: 0 }), Some(first)) => {
                self.insert_round(*round, first, comments)?;
                Comments::default()
            }
            (CorrectionTarget::Line(LineRef { round, line: 0 }), None) => self.delete_round(*round)?,
            (CorrectionTarget::Line(line_ref), Some(line)) if has_old_text => {
                self.replace_line(*line_ref, line)?;
                Comments::default()
            }
            (CorrectionTarget::Line(line_ref), Some(line)) => {
                self.insert_line(*line_ref, line)?;
                let (round, line_index) = self.known_line(*line_ref)?;
                round.lines[line_index].text.comments = comments;
                Comments::default()
            }
            (CorrectionTarget::Line(line_ref), None) => self.delete_line(*line_ref)?,
            (CorrectionTarget::Tally(round), Some(tally)) => {
                let parts: Vec<String> = self.tally_parts(tally).map(ToOwned::to_owned).collect();
                self.set_tally(*round, &parts)?;
                if !has_old_text {
                    let list_comments = &mut self.known_round(*round)?.parts;
                    list_comments.open.above = comments.above;
                    list_comments.close.behind = comments.behind;
                }
                Comments::default()
            }
            (CorrectionTarget::Tally(round), None) => self.delete_tally(*round)?,
            (CorrectionTarget::First(round), Some(name)) => {
                self.known_round(*round)?.first.set(name);
                Comments::default()
            }
            (CorrectionTarget::Rule(key) | CorrectionTarget::Deck(key), value) => {
                let is_rule = matches!(correction.at, CorrectionTarget::Rule(_));
                let table = if is_rule { &mut self.rules } else { &mut self.deck };
                match value {
                    Some(value) => {
                        table.set(key, LogValue::from_text(value));
                        if let (false, Some(entry)) = (has_old_text, table.entries.last_mut()) {
                            entry.key.comments = comments;
                        }
                        Comments::default()
                    }
                    None => table.remove(key).ok_or_else(|| ChangeError::NoRule(key.to_owned()))?,
                }
            }
            (CorrectionTarget::Head(key), value) => {
                let removed_comments = self.set_head(*key, value)?;
                if let (false, Some(item)) = (has_old_text, self.head.get_mut(key.name())) {
                    item.comments = comments;
                }
                removed_comments
            }
            (CorrectionTarget::Presence(key, name), round) => {
                let number = round.map(str::parse).transpose().map_err(|_| ChangeError::Superseded(correction.at.clone()))?;
                let had_key = self.head.contains_key(key.name());
                let removed_comments = self.set_presence(*key, name, number);
                if let (false, Some(item)) = (had_key, self.head.get_mut(key.name())) {
                    item.comments = comments;
                }
                removed_comments
            }
            (CorrectionTarget::Seats, names) => {
                let names = names.unwrap_or_default().split(BETWEEN_SEATS);
                self.players.iter_mut().zip(names).for_each(|(player, name)| player.set(name));
                Comments::default()
            }
            // A round can't be without a `first`. A player is renamed by the game, whose notation shows where names occur.
            (CorrectionTarget::Player(_), _) | (CorrectionTarget::First(_), None) => {
                return Err(ChangeError::Superseded(correction.at.clone()));
            }
        };
        correction.keep_comments(removed_comments);
        Ok(())
    }

    /// Reverts a change, unless its text was changed since then. Returns the correction that describes the reversal.
    pub(super) fn revert(&mut self, change: &Correction) -> Result<Correction, ChangeError> {
        let superseded = || ChangeError::Superseded(change.at.clone());
        let is_unchanged = match (&change.at, &change.now) {
            // After a deletion, another line may have this line reference.
            (CorrectionTarget::Line(_), None) => true,
            (target, now) => self.text_at(target) == *now,
        };
        if !is_unchanged {
            return Err(superseded());
        }
        let mut correction = Correction::new(change.at.clone(), change.now.clone(), change.was.clone(), change.when);
        correction.above.clone_from(&change.above);
        correction.comment.clone_from(&change.comment);
        self.apply(&mut correction).map_err(|_| superseded())?;
        Ok(correction)
    }

    /// The present text of a target: a value, or the players' parts of a tally.
    pub fn text_at(&self, target: &CorrectionTarget) -> Option<String> {
        match target {
            CorrectionTarget::First(round) | CorrectionTarget::Line(LineRef { round, line: 0 }) => {
                Some(self.round(*round)?.first.to_string())
            }
            CorrectionTarget::Line(line_ref) => self.line(*line_ref).map(|line| line.text.to_string()),
            CorrectionTarget::Tally(round) => {
                let tally = self.round(*round)?.tally.as_ref()?;
                Some(tally.iter().map(LogString::as_str).collect::<Vec<_>>().join(BETWEEN_PARTS))
            }
            CorrectionTarget::Rule(key) => value_text(self.rules(), key),
            CorrectionTarget::Deck(key) => value_text(self.deck(), key),
            CorrectionTarget::Head(key) => self.head(*key),
            CorrectionTarget::Presence(key, name) => self.presence_of(*key, name).map(|round| round.to_string()),
            CorrectionTarget::Seats => Some(self.players().iter().map(LogString::as_str).collect::<Vec<_>>().join(BETWEEN_SEATS)),
            CorrectionTarget::Player(_) => None,
        }
    }

    /// Splits the tally in a correction into the players' parts. Each part begins with a name.
    fn tally_parts<'t>(&self, tally: &'t str) -> impl Iterator<Item = &'t str> {
        let names: Vec<String> = self.players().iter().map(|name| comparison_key(name)).collect();
        let begins_part = |text: &str| text.split_once(':').is_some_and(|(name, _)| names.contains(&comparison_key(name.trim())));
        let separators = tally.match_indices(BETWEEN_PARTS).map(|(at, separator)| (at, at + separator.len()));
        let mut parts = Vec::new();
        let mut start = 0;
        for (end, next_start) in separators.filter(|(_, next_start)| begins_part(&tally[*next_start..])) {
            parts.push(&tally[start..end]);
            start = next_start;
        }
        parts.push(&tally[start..]);
        parts.into_iter()
    }
}

impl KeyTable {
    /// Sets the value of a key. A new key is added after the others.
    fn set(&mut self, key: &str, value: LogValue) {
        match self.entries.iter_mut().find(|entry| &*entry.key == key) {
            Some(entry) => (entry.value, entry.span) = (value, 0..0),
            None => self.entries.push(KeyValue { key: key.into(), value, span: 0..0 }),
        }
    }

    /// Removes a key and returns its comments. Returns `None` if the table doesn't have the key.
    fn remove(&mut self, key: &str) -> Option<Comments> {
        let entry = self.entries.remove(self.entries.iter().position(|entry| &*entry.key == key)?);
        if self.entries.is_empty() && self.header.as_ref().is_some_and(|header| header.comments.is_empty()) {
            self.header = None;
        }
        Some(entry.key.comments)
    }
}

/// All comments of a round without a tally.
fn comments_of(mut round: Round) -> Vec<Comment> {
    let of_lines = round.lines.iter_mut().map(|line| &mut line.text.comments);
    let of_brackets = round.moves.iter_mut().flat_map(|moves| [&mut moves.open, &mut moves.close]);
    let of_items = [&mut round.comments, &mut round.first.comments].into_iter().chain(of_brackets).chain(of_lines);
    of_items.flat_map(Comments::take).collect()
}

/// The value of a key as corrections write it.
fn value_text(entries: &[KeyValue], key: &str) -> Option<String> {
    entries.iter().find(|entry| &*entry.key == key).map(|entry| entry.value.to_text())
}
