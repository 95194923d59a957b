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

    /// Makes the change that a correction describes. Stores in the correction what reverting it needs, as [`Log::edited`] does.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place.
    pub fn edit(&mut self, correction: &mut Correction) -> Result<(), ChangeError> {
        let Spot::Line(place) = correction.at else { return self.edit_whole(correction) };
        let known = ChangeError::NoRound { round: place.round, rounds: count(self.rounds.len()) };
        let number = index(place.round).ok_or(known.clone())?;
        let Moves { list, lines } = self.rounds.get(number).ok_or(known)?;
        let Some(list) = list.clone() else { return self.edit_whole(correction) };
        let nothing = ChangeError::NoLine { place, lines: count(lines.len()) };
        let at = index(place.line).ok_or(nothing.clone())?;
        let item = lines.get(at).cloned();
        let is_there = correction.was.is_some() || correction.now.is_none();
        if item.is_none() && (is_there || at > lines.len()) {
            return Err(nothing);
        }
        let before = at.checked_sub(1).and_then(|at| lines.get(at).cloned());
        let after = lines.get(at + usize::from(is_there)).cloned();
        let between =
            before.as_ref().map_or(list.start + 1, |line| line.end)..after.as_ref().map_or(list.end - 1, |line| line.start);
        match (item, correction.now.as_deref()) {
            (Some(item), Some(line)) if is_there => {
                let was = &self.text[item.clone()];
                let is_plain = correction.was.as_deref().is_some_and(|text| *was == line_toml(text));
                correction.source = (!is_plain).then(|| was.to_owned());
                let with = line_toml(line);
                self.rounds[number].lines[at] = item.start..item.start + with.len();
                self.splice(item, &with);
            }
            (Some(item), None) => {
                let source = self.text[between].to_owned();
                let (cut, with) = delete_item(&self.text, before, item, after);
                let was = self.text[cut.clone()].to_owned();
                self.rounds[number].lines.remove(at);
                self.splice(cut.clone(), &with);
                let again = correction.was.as_deref().map(|line| {
                    let Insertion { range, with, .. } = self.insertion(place, line);
                    (range, with)
                });
                let is_plain = again.is_some_and(|again| self.is_same((cut.start..cut.start + with.len(), was), again));
                correction.source = (!is_plain).then_some(source);
            }
            (_, line) => {
                let source = self.text[between].to_owned();
                let Insertion { range, with, item: token } = self.insertion(place, line.unwrap_or_default());
                let was = self.text[range.clone()].to_owned();
                self.splice(range.clone(), &with);
                let token = range.start + token.start..range.start + token.end;
                let lines = &mut self.rounds[number].lines;
                lines.insert(at, token.clone());
                let after = lines.get(at + 1).cloned();
                let again = delete_item(&self.text, before, token, after);
                let is_plain = self.is_same((range.start..range.start + with.len(), was), again);
                correction.source = (!is_plain).then_some(source);
            }
        }
        Ok(())
    }

    /// Any other change is made to the whole log, which is parsed for it.
    fn edit_whole(&mut self, correction: &mut Correction) -> Result<(), ChangeError> {
        let log = Log::parse(self.text.as_str())?;
        *self = Self::of(&log.edited(correction)?);
        Ok(())
    }

    /// How a line is inserted before the one at `place`, or appended if there is none.
    fn insertion(&self, place: Place, line: &str) -> Insertion {
        let round = index(place.round).and_then(|number| self.rounds.get(number));
        let list = round.and_then(|round| round.list.clone()).unwrap_or_default();
        let lines = round.map(|round| &*round.lines).unwrap_or_default();
        let token = |at: Option<usize>| at.and_then(|at| lines.get(at)).cloned();
        let at = index(place.line);
        match token(at) {
            Some(here) => {
                let above = token(at.and_then(|at| at.checked_sub(1))).map_or(list.start + 1, |line| line.end);
                insert_line(&self.text, self.nl, above, here.start, line)
            }
            None => {
                append_item(&self.text, list.start + 1..list.end - 1, lines.last().cloned(), (line, push_line_toml), &[], self.nl)
            }
        }
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

    /// Whether two splices give the same text.
    fn is_same(&self, (one, with): (Range<usize>, String), (other, instead): (Range<usize>, String)) -> bool {
        let zone = one.start.min(other.start)..one.end.max(other.end);
        let text = &self.text;
        [&text[zone.start..one.start], &with, &text[one.end..zone.end]].concat()
            == [&text[zone.start..other.start], &instead, &text[other.end..zone.end]].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Lists in the layouts that people use.
    const LISTS: [&str; 7] = [
        "moves = [\n  \"a\",\n  \"b\", # on b\n  # over c\n  'c',\n  \"d\", \"e\",\n]\n",
        "moves = [\"a\", \"b\", \"c\"]\n",
        "moves = [ \"a\" , # on a\n \"b\"\n , \"c\" # on c\n ]\ntally = [\"Ada: x\", \"Bo: y\"]\n",
        "moves = [\n]\n",
        "moves = []\n",
        "",
        "moves = [\n\t\"a\"\n\t,\"b\"\n\t,\"c\"\n]\n",
    ];

    proptest! {
        #[test]
        fn lines_change_as_they_do_one_after_another(
            lists in prop::collection::vec(0..LISTS.len(), 1..4),
            is_dos in any::<bool>(),
            edits in prop::collection::vec((0u32..5, 0u32..8, 0..3), 1..9),
            is_sorted in any::<bool>(),
        ) {
            let rounds = lists.iter().map(|list| format!("\n[[round]]\nfirst = \"Ada\"\n{}", LISTS[*list])).collect::<Vec<_>>().concat();
            let text = format!("fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n{rounds}");
            let text = if is_dos { text.replace('\n', "\r\n") } else { text };
            let mut log = Log::parse(text).expect("a log");
            let mut lines = Lines::of(&log);
            let mut edits = edits;
            if is_sorted {
                edits.sort_by(|one, other| other.cmp(one));
            }
            for (round, line, kind) in edits {
                let place = Place::new(round, line);
                let was = log.line(place).map_or("x", |line| line.text.as_str()).to_owned();
                let (was, now) = match kind {
                    0 => (None, Some("new \"line\"".to_owned())),
                    1 => (Some(was), Some("another".to_owned())),
                    _ => (Some(was), None),
                };
                let mut one = Correction::new(Spot::Line(place), was, now, jiff::Timestamp::UNIX_EPOCH);
                let mut other = one.clone();
                let expected = log.edited(&mut one);
                let done = lines.edit(&mut other);
                prop_assert_eq!(expected.as_ref().err(), done.as_ref().err());
                prop_assert_eq!(&one.source, &other.source);
                let Ok(changed) = expected else { continue };
                prop_assert_eq!(changed.text(), &lines.text);
                log = changed;
            }
            let whole = lines.into_log().expect("a log");
            prop_assert_eq!(whole.text(), log.text());
        }
    }
}
