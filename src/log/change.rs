//! Changing the text of a log in the layout that is there: lines, rounds, tallies, table rules. Everything outside the place
//! that is changed stays, byte for byte.

use std::cell::RefCell;
use std::ops::Range;

use jiff::civil::Date;

use super::ending::Ending;
use super::error::ReadError;
use super::parse::Parser;
use super::parsed::{Form, KeyTable, Log, Round, count, index};
use super::place::{HeadKey, Place, Spot};
use super::played::Moment;
use super::value::{KeyValue, Quoted, Value, key_toml, push_string_toml, string_toml};

/// Why a log can't be changed as it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// There is no such round.
    #[error("there is no round {round}: the log has {rounds}")]
    NoRound {
        /// The round asked for.
        round: u32,
        /// How many there are.
        rounds: u32,
    },
    /// There is no such line.
    #[error("there is no line {place}: round {} has {lines}", place.round)]
    NoLine {
        /// The place asked for.
        place: Place,
        /// How many lines its round has.
        lines: u32,
    },
    /// The round has no tally.
    #[error("round {0} has no tally")]
    NoTally(u32),
    /// The table rule isn't in the log.
    #[error("the log doesn't set the table rule `{0}`")]
    NoRule(String),
    /// There aren't as many changes to take back.
    #[error("{}", few(*.asked, *.there))]
    TooFew {
        /// How many changes were to be taken back.
        asked: u32,
        /// How many there are.
        there: u32,
    },
    /// Nothing was taken back, or all of it was brought back.
    #[error("there is nothing to bring back: nothing was taken back, or something was recorded or changed since")]
    NothingTakenBack,
    /// The log was changed where something is to be taken back or brought back.
    #[error("{} can't be taken back or brought back: something else was recorded or changed there since", spot_in_words(.0))]
    Superseded(Spot),
    /// The changed log could not be read: a new line, name or key is not one.
    #[error("the log could not be read then: {}{}", .0.message, also(&.0.expected))]
    ParseError(#[from] ReadError),
}

fn also(expected: &str) -> String {
    if expected.is_empty() { String::new() } else { format!("; {expected}") }
}

fn few(asked: u32, there: u32) -> String {
    match there {
        0 => "there is nothing to take back: the log has no lines".to_owned(),
        1 => format!("there are not {asked} changes to take back: the log has one"),
        _ => format!("there are not {asked} changes to take back: the log has {there}"),
    }
}

pub(super) fn spot_in_words(spot: &Spot) -> String {
    match spot {
        Spot::Line(place) => format!("line {place}"),
        Spot::Tally(round) => format!("the tally of round {round}"),
        Spot::Rule(key) => format!("the table rule {key}"),
        Spot::Head(key) => format!("{} of the head", key.name()),
        Spot::Seats => "the order of the seats".to_owned(),
        Spot::Player(name) => format!("the name of {name}"),
    }
}

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
        let mut entries = Parser { source: &self.text, slips: &RefCell::default() }.head_entries([key.name()]);
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

/// How an item is added to a list or a table in brackets.
pub(super) struct Added {
    /// What is replaced.
    pub range: Range<usize>,
    /// By what.
    pub with: String,
    /// Where the item stands in that.
    pub item: Range<usize>,
}

/// Adds an item, with comments on it, behind the `last` one of those between two brackets, in the layout that is there. It is
/// written as `write` does.
pub(super) fn added(
    text: &str,
    inner: Range<usize>,
    last: Option<Range<usize>>,
    (item, write): (&str, fn(&mut String, &str)),
    comments: &[&str],
    nl: &str,
) -> Added {
    let at = |range, before: &[&str], after: &[&str]| {
        let mut with = String::with_capacity(item.len() + 16);
        with.extend(before.iter().copied());
        let start = with.len();
        write(&mut with, item);
        let item = start..with.len();
        with.extend(after.iter().copied());
        Added { range, with, item }
    };
    let comments = if comments.is_empty() { String::new() } else { format!(" {}", comments.join(&format!("{nl}  "))) };
    let end = [",", &comments, nl];
    let Some(last) = last else {
        return match text[inner.clone()].rfind('\n') {
            Some(newline) => at(inner.start + newline + 1..inner.start + newline + 1, &["  "], &end),
            None => at(inner, &[nl, "  "], &end),
        };
    };
    let behind = past_comma(&text[..inner.end], last.end);
    let has_comma = behind > last.end;
    match text[behind..inner.end].rfind('\n') {
        Some(newline) => {
            let start = behind + newline + 1;
            let lead = &text[line_start(text, last.start)..last.start];
            let indent = if lead.trim_start_matches([' ', '\t']).is_empty() { lead } else { "  " };
            if has_comma {
                at(start..start, &[indent], &end)
            } else {
                at(last.end..start, &[",", &text[last.end..start], indent], &end)
            }
        }
        // The list ends on the line of its last item, and stays without a comma behind that if it was.
        None if !comments.is_empty() => at(behind..behind, if has_comma { &[" "] } else { &[", "] }, &end),
        None if has_comma => at(behind..behind, &[" "], &[","]),
        None => at(behind..behind, &[", "], &[]),
    }
}

/// How a line is written before the one that begins at `before`, where `above` is behind what stands before that in its list.
pub(super) fn insertion(text: &str, nl: &str, above: usize, before: usize, line: &str) -> Added {
    let written = string_toml(line);
    let start = line_start(text, before);
    let indent = &text[start..before];
    let (at, lead, behind) = if indent.trim().is_empty() {
        // The comments right over a line stay over it.
        (comments_above(text, start, above), indent, [",", nl].concat())
    } else {
        (before, "", ", ".to_owned())
    };
    Added { range: at..at, item: lead.len()..lead.len() + written.len(), with: [lead, &written, &behind].concat() }
}

/// What goes when an item of a list or a table in brackets does, and what stands there then. The comment on it goes with it; others,
/// between it and its comma, stay.
pub(super) fn deletion(
    text: &str,
    before: Option<Range<usize>>,
    item: Range<usize>,
    after: Option<Range<usize>>,
) -> (Range<usize>, String) {
    let start = item.end;
    let cut = item_cut(text, before, item, after);
    let below = &text[line_end(text, start).min(cut.end)..cut.end];
    let comments: Vec<&str> = comments(below).collect();
    if comments.is_empty() {
        return (cut, String::new());
    }
    let nl = newline(text);
    let indent = format!("{nl}  ");
    let kept = comments.join(&indent);
    let kept = if text[cut.clone()].starts_with(['\r', '\n']) { format!("{indent}{kept}") } else { format!("{kept}{indent}") };
    (cut, kept)
}

/// The bytes that go when an item between brackets is taken out: its line or lines with the comment on them, if it has them to
/// itself, from the line break before to the one after; else the item with one comma. The text need not go on behind the items.
pub(super) fn item_cut(
    text: &str,
    before: Option<Range<usize>>,
    item: Range<usize>,
    after: Option<Range<usize>>,
) -> Range<usize> {
    let line_start = line_start(text, item.start);
    let lead = &text[line_start..item.start];
    let alone = lead.bytes().all(|byte| b" \t,".contains(&byte));
    let end = past_comma(text, item.end);
    // Where commas begin the lines, the comma on this line is the one that goes.
    let own_end = if alone && lead.contains(',') { item.end } else { end };
    if alone && let Some(newline) = blank_to_newline(text, own_end) {
        return newline_before(text, line_start)..newline;
    }

    let blank = |range: Range<usize>| text[range].bytes().all(|byte| byte == b' ' || byte == b'\t');
    let comma_before = before.and_then(|before| comma_after(text, before.end));
    let next = after.map_or(end, |next| next.start);
    match comma_before {
        Some(comma) if blank(comma + 1..item.start) => comma + usize::from(end > item.end)..end,
        None if blank(end..next) => item.start..next,
        _ => item.start..end,
    }
}

/// The comments in a text of white space, commas and comments.
pub(super) fn comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| Some(line[line.find('#')?..].trim_end()))
}

/// Where the lines begin that hold nothing but a comment, right over the line that begins at `start`; not before `least`.
fn comments_above(text: &str, start: usize, least: usize) -> usize {
    let mut at = start;
    while at > least {
        let above = line_start(text, newline_before(text, at));
        if above < least || !text[above..at].trim_start().starts_with('#') {
            break;
        }
        at = above;
    }
    at
}

/// The line ending of a text: that of its first line.
pub(super) fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(newline) if text[..newline].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Where the line of `at` ends, before its line break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| newline_before(text, at + newline + 1))
}

/// Where the line break begins that ends right before `at`.
pub(super) fn newline_before(text: &str, at: usize) -> usize {
    let before = &text[..at];
    let before = before.strip_suffix('\n').unwrap_or(before);
    before.strip_suffix('\r').unwrap_or(before).len()
}

/// Where the white space at the end of a text begins.
pub(super) fn blank_end(text: &str) -> usize {
    text.trim_end_matches([' ', '\t', '\r', '\n']).len()
}

/// The comma that follows the value ending at `from`, past white space, line breaks and comments.
pub(super) fn comma_after(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => at += text[at..].find('\n')?,
            b',' => return Some(at),
            _ => return None,
        }
    }
}

/// Behind the comma that follows the value ending at `from`, or `from` if none does.
pub(super) fn past_comma(text: &str, from: usize) -> usize {
    comma_after(text, from).map_or(from, |comma| comma + 1)
}

/// Where the line of `from` ends (before its line break), if only white space and a comment follow there.
pub(super) fn blank_to_newline(text: &str, from: usize) -> Option<usize> {
    let end = line_end(text, from);
    let rest = text[from..end].trim_start();
    (end < text.len() && (rest.is_empty() || rest.starts_with('#'))).then_some(end)
}
