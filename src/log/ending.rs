//! Edits at the end of a log: lines are appended, cut and restored, and the text is parsed once, when all edits are done.
//!
//! The cost of an edit depends on the text near it, not on the length of the log.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::error::ChangeError;
use super::items::{Insertion, append_item, item_cut};
use super::parse::Parser;
use super::parsed::{Log, Round};
use super::place::Place;
use super::position::{POSITION, write_position};
use super::text::{blank_end, blank_to_newline, comments, count, line_end, newline, past_comma};
use super::value::{Quoted, line_toml, push_line_toml, string_toml};

/// How many bytes of context all cut lines together may keep. Without a limit, each of thousands of cut lines would keep the
/// comments between them all.
const MAX_CONTEXT_BYTES: usize = 1 << 20;

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
    /// How many more bytes of context may be kept.
    context: usize,
}

/// A line: its byte range with the quotes, and its value.
#[derive(Clone, Debug)]
struct Last {
    token: Range<usize>,
    text: String,
}

/// The raw text of a line or round that was cut.
pub(super) struct Cut {
    /// The text that was cut, and the context after it.
    pub source: String,
    /// Whether writing the line again would give the same bytes: then its raw text needn't be kept.
    pub is_plain: bool,
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
            context: MAX_CONTEXT_BYTES,
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

    /// Whether a line that was cut at `place` would come next; `after` is the last line before its round, if that is known.
    pub(super) fn is_followed_by(&self, place: Place, after: Option<Place>) -> bool {
        follows(place, after, self.end) && !(self.has_tally && place.round == self.end.round)
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
            self.write(line, &[]);
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

    /// Replaces the last line. Returns its raw text, unless writing the line again would give the same bytes.
    pub fn replace_last(&mut self, line: String) -> Option<String> {
        let last = self.last.as_mut()?;
        let written = line_toml(&line);
        let source = Some(self.head[last.token.clone()].to_owned()).filter(|source| *source != line_toml(&last.text));
        self.head.replace_range(last.token.clone(), &written);
        *last = Last { token: last.token.start..last.token.start + written.len(), text: line };
        source
    }

    /// Appends a line with its comments to the moves of the last round.
    fn write(&mut self, line: String, comments: &[&str]) {
        let Some(open) = self.open else { return };
        let last = self.last.as_ref().map(|last| last.token.clone());
        let item: (&str, fn(&mut String, &str)) = (&line, push_line_toml);
        let Insertion { range, with, item } = append_item(&self.head, open..self.head.len(), last, item, comments, self.nl);
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

    /// Cuts the last line of a round and keeps the round. Nothing may have been appended since this was made from `log`.
    pub(super) fn cut_line(&mut self, log: &Log) -> Option<Cut> {
        let (open, last) = (self.open?, self.last.take()?);
        self.end.line -= 1;
        let before = log.line(self.end).map(|line| &line.text);
        let cut = item_cut(&self.head, before.map(Quoted::token), last.token, None);
        let source = self.source(self.head[cut.start..].to_owned(), cut.len());
        let was = self.head.split_off(cut.start);
        self.head.push_str(&was[cut.len()..]);
        self.last = before.map(|before| Last { token: before.token(), text: before.to_string() });

        let token = self.last.as_ref().map(|last| last.token.clone());
        let item: (&str, fn(&mut String, &str)) = (&last.text, push_line_toml);
        let Insertion { range, with, .. } = append_item(&self.head, open..self.head.len(), token, item, &[], self.nl);
        // Both texts are compared from the place where they may begin to differ.
        let from = range.start.min(cut.start);
        let again = [&self.head[from..range.start], &with, &self.head[range.end..]];
        let is_plain = self.head.len() - range.len() + with.len() == cut.start + was.len()
            && again.concat() == [&self.head[from..cut.start], &was].concat();
        Some(Cut { source, is_plain })
    }

    /// Cuts the last round with the blank lines before it. The comments around it stay.
    pub(super) fn cut_round(&mut self, log: &Log) -> Option<Cut> {
        let round = log.round(self.end.round)?;
        let start = blank_end(&self.head[..round.header.start]);
        let end = line_end(&self.behind, round.span.end - edge(round));
        let behind = &self.behind[..blank_end(&self.behind).max(end)];
        let cut = self.head.len() - start + end;
        let source = self.source([&self.head[start..], behind].concat(), cut);
        self.head.truncate(start);
        self.behind.replace_range(..end, "");
        self.make_last(log, self.end.round - 1);
        Some(Cut { source, is_plain: false })
    }

    /// The raw text that was cut; with the context after it, unless the limit is reached.
    fn source(&mut self, mut source: String, cut: usize) -> String {
        match self.context.checked_sub(source.len() - cut) {
            Some(left) => self.context = left,
            None => source.truncate(cut),
        }
        source
    }

    /// Restores a line that was cut at `place`: from its raw text if that was kept and still fits, otherwise from its value and
    /// the comments that were on it. Returns whether the log ends there now.
    pub(super) fn restore(&mut self, place: Place, was: &str, source: Option<&str>) -> Result<bool, ChangeError> {
        if removes_round(place) {
            let put = source.is_some_and(|source| self.restore_round(place, was, source).is_some());
            if !put && place.line == 0 {
                self.begin_round(was);
            }
            return Ok(self.end == place);
        }
        if self.end.round != place.round {
            return Ok(false);
        }
        if self.open.is_none() {
            self.add_line(was.to_owned())?;
        } else if source.is_none_or(|source| self.restore_line(was, source).is_none()) {
            let kept = source.and_then(|source| Some((source, cut_line_of(source)?)));
            let kept = kept.map_or("", |(source, extent)| &source[extent.item.end..extent.end]);
            self.write(was.to_owned(), &comments(kept).collect::<Vec<_>>());
        }
        Ok(self.end == place)
    }

    /// Restores the raw text of a line, before the context that followed it.
    fn restore_line(&mut self, was: &str, source: &str) -> Option<()> {
        let open = self.open?;
        let (cut, context) = source.split_at(cut_line_of(source)?.end);
        let from = self.last.as_ref().map_or(open, |last| last.token.end);
        let list = &self.head[from..];
        let exact = list.strip_suffix(context).map(str::len);
        let places = exact.into_iter().chain([context_start(list, context)]);
        // After a comment, the text needs a line break.
        let lines = [("", ""), ("", self.nl), (self.nl, ""), (self.nl, self.nl)];
        let lines = lines.map(|(before, after)| [before, cut, after].concat());
        let (at, cut, token) = places.flat_map(|at| lines.iter().map(move |cut| (at, cut))).find_map(|(at, cut)| {
            let start = self.last.as_ref().map_or(open, |last| last.token.start);
            let list = ["[", &self.head[start..from + at], cut, &self.head[from + at..], "]"].concat();
            let list = DeValue::parse(&list).ok()?;
            let items = list.get_ref().as_array().filter(|items| items.len() == 1 + usize::from(self.last.is_some()))?;
            let item = items.last().filter(|item| is_line(item.get_ref(), was))?;
            Some((from + at, cut, item.span().start - 1 + start..item.span().end - 1 + start))
        })?;
        self.head.insert_str(at, cut);
        self.last = Some(Last { token, text: was.to_owned() });
        self.end.line += 1;
        Some(())
    }

    /// Restores the raw text of a round, before the context that followed it.
    fn restore_round(&mut self, place: Place, was: &str, source: &str) -> Option<()> {
        let (cut, context) = source.split_at(cut_round_end(source)?);
        let round = only_round(cut).filter(|_| cut.starts_with(['\r', '\n']))?;
        let line = round.lines.first().map(|line| line.text.as_str());
        let is_it = round.lines.len() == place.line as usize && line.unwrap_or(&round.first) == was;
        if !is_it || round.tally.is_some() {
            return None;
        }
        let edge = edge(&round);

        let body = &self.behind[..blank_end(&self.behind)];
        let is_line_end = |at: &usize| self.behind[*at..].trim_start_matches([' ', '\t']).starts_with(['\r', '\n']);
        let exact = body.strip_suffix(context).map(str::len);
        let at = exact.into_iter().chain([context_start(body, context)]).find(is_line_end).unwrap_or(body.len());
        self.head.extend([&self.behind[..at], &cut[..edge]]);
        self.behind.replace_range(..at, &cut[edge..]);
        let put = self.head.len() - edge;
        self.open = round.moves.as_ref().map(|moves| put + moves.start + 1);
        self.last = round.lines.first().map(|line| {
            let token = line.text.token();
            Last { token: put + token.start..put + token.end, text: line.text.to_string() }
        });
        (self.end, self.has_tally) = (place, false);
        Some(())
    }
}

/// Where the text behind the lines of a round begins: at the bracket that ends their list, or, if it has none, behind the round.
fn edge(round: &Round) -> usize {
    round.moves.as_ref().map_or(round.span.end, |moves| moves.end - 1)
}

/// Where `context` begins if the text ends with it, white space aside; otherwise the end of the text without trailing white
/// space.
fn context_start(text: &str, context: &str) -> usize {
    let mut at = text.len();
    let mut there = text.char_indices().rev().filter(|(_, char)| !char.is_whitespace());
    for wanted in context.chars().rev().filter(|char| !char.is_whitespace()) {
        match there.next() {
            Some((index, char)) if char == wanted => at = index,
            _ => return blank_end(text),
        }
    }
    blank_end(&text[..at])
}

/// Whether cutting the line at this place cuts its round, too: it is the first line, and not of round 1, which stays.
pub(super) fn removes_round(place: Place) -> bool {
    place.line <= 1 && place.round > 1
}

/// Whether the line cut at `place` came right after `end`; `after` is the last line before its round, if that is known.
fn follows(place: Place, after: Option<Place>, end: Place) -> bool {
    let Place { round, line } = place;
    if !removes_round(place) {
        return end == Place::new(round, line.wrapping_sub(1));
    }
    after.map_or(end.round + 1 == round, |after| after == end)
}

/// The parts of the `source` of a line.
struct CutLine {
    /// The line with its quotes.
    item: Range<usize>,
    /// Where the cut text ends and the context begins.
    end: usize,
}

/// Finds the cut text in the `source` of a line. If it begins with a line break, it ends before the next one; otherwise it ends
/// with the comma.
fn cut_line_of(source: &str) -> Option<CutLine> {
    let item = source.trim_start_matches([' ', '\t', '\r', '\n', ',']);
    let lead = source.len() - item.len();
    let item = lead..lead + first_item_end(item)?;
    // If the comma before the line was cut, the one after it was not.
    let mut end = item.end;
    if !source[..lead].contains(',') {
        end = past_comma(source, end);
    }
    if source.starts_with(['\r', '\n']) {
        end = blank_to_newline(source, end).unwrap_or(source.len());
    }
    Some(CutLine { item, end })
}

/// Whether an item of `moves` is this line: a string, or the parts of a position as a table.
fn is_line(item: &DeValue<'_>, line: &str) -> bool {
    let parts = || {
        let parts = item.as_table()?.get(POSITION)?.get_ref().as_array()?;
        parts.iter().map(|part| part.get_ref().as_str()).collect::<Option<Vec<_>>>()
    };
    item.as_str() == Some(line) || parts().is_some_and(|parts| write_position(parts) == line)
}

/// Where the first item ends in the inside of a list.
fn first_item_end(items: &str) -> Option<usize> {
    let list = format!("[{items}\n]");
    let value = DeValue::parse(&list).ok()?;
    Some(value.get_ref().as_array()?.first()?.span().end - 1)
}

/// The length of the cut text in the `source` of a round: it ends with the line of the round's last value.
fn cut_round_end(source: &str) -> Option<usize> {
    let round = first_round(source)?;
    Some(line_end(source, round.span.end))
}

/// The first round of a text that holds no other key.
fn only_round(text: &str) -> Option<Round> {
    let alone = DeTable::parse(text).ok()?.get_ref().keys().len() == 1;
    first_round(text).filter(|_| alone)
}

fn first_round(source: &str) -> Option<Round> {
    let source: Arc<str> = source.into();
    let table = DeTable::parse(&source).ok()?.into_inner();
    let round = table.get("round")?.get_ref().as_array()?.first()?;
    let errors = RefCell::default();
    let round = Parser { source: &source, errors: &errors }.round(round.get_ref().as_table()?, round.span());
    errors.into_inner().is_empty().then_some(round)
}
