//! Changing the text of a log in the layout that is there: lines, rounds, tallies, table rules. Everything outside the place
//! that is changed stays, byte for byte.

use std::ops::Range;

use super::error::ReadError;
use super::parsed::{Form, KeyTable, Log, Round, count, index};
use super::place::Place;
use super::value::{Quoted, Value, key_toml, string_toml};

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
    /// There aren't as many lines to take back.
    #[error("{}", few(*.asked, *.lines))]
    FewLines {
        /// How many lines were to be taken back.
        asked: u32,
        /// How many there are.
        lines: u32,
    },
    /// A tally is no line that can be taken back.
    #[error("round {0} ends in a tally, which `undo` leaves alone: take it out with `amend FILE -{0}.tally` first")]
    EndsInTally(u32),
    /// Nothing was taken back, or all of it was brought back.
    #[error("there is nothing to bring back: nothing was taken back, or something was recorded or changed since")]
    NothingTakenBack,
    /// The log was changed where the line was taken back.
    #[error("line {0} can't be brought back: something was recorded or changed there since it was taken back")]
    Superseded(Place),
    /// The changed log could not be read: a new line, name or key is not one.
    #[error(transparent)]
    ParseError(#[from] ReadError),
}

fn few(asked: u32, lines: u32) -> String {
    match lines {
        0 => "there is nothing to take back: the log has no lines".to_owned(),
        1 => format!("there are not {asked} lines to take back: the log has one"),
        _ => format!("there are not {asked} lines to take back: the log has {lines}"),
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
        let (nl, line) = (newline(&self.text), string_toml(line));
        let Some(moves) = found.moves.clone() else {
            let at = line_end(&self.text, found.first.token().end);
            return self.inserted(at, &format!("{nl}moves = [{nl}  {line},{nl}]"));
        };
        let close = moves.end - 1;
        let Some(last) = found.lines.last().map(|line| line.text.token()) else {
            let inner = moves.start + 1..close;
            return match self.text[inner.clone()].rfind('\n') {
                Some(newline) => self.inserted(inner.start + newline + 1, &format!("  {line},{nl}")),
                None => self.spliced(inner, &format!("{nl}  {line},{nl}")),
            };
        };
        let behind = past_comma(&self.text, last.end);
        let has_comma = behind > last.end;
        match self.text[behind..close].rfind('\n') {
            Some(newline) => {
                let at = behind + newline + 1;
                let comma = if has_comma { "" } else { "," };
                let between = &self.text[last.end..at];
                let lead = &self.text[line_start(&self.text, last.start)..last.start];
                let indent = if lead.trim_start_matches([' ', '\t']).is_empty() { lead } else { "  " };
                self.spliced(last.end..at, &format!("{comma}{between}{indent}{line},{nl}"))
            }
            // The list ends on the line of its last item, and stays without a comma behind that if it was.
            None if has_comma => self.inserted(behind, &format!(" {line},")),
            None => self.inserted(behind, &format!(", {line}")),
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
        let line = string_toml(line);
        let start = line_start(&self.text, before);
        let indent = &self.text[start..before];
        if indent.trim().is_empty() {
            self.inserted(start, &format!("{indent}{line},{}", newline(&self.text)))
        } else {
            self.inserted(before, &format!("{line}, "))
        }
    }

    /// Writes another line in the place of one.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if there is no such place, or the line is not one.
    pub fn replace_line(&self, place: Place, line: &str) -> Result<Self, ChangeError> {
        self.spliced(self.token(place)?, &string_toml(line))
    }

    /// Writes other strings in the place of some, which stand in the order of the log.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if what comes of it is no log.
    pub fn replace_texts(&self, texts: &[(&Quoted, String)]) -> Result<Self, ChangeError> {
        let (mut text, mut end) = (String::with_capacity(self.text.len()), 0);
        for (stands, written) in texts {
            let token = stands.token();
            text.push_str(&self.text[end..token.start]);
            text.push_str(&string_toml(written));
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
        self.spliced(self.line_cut(place)?, "")
    }

    /// Begins a round after the last one, before the corrections at the file's end.
    ///
    /// # Errors
    ///
    /// [`ChangeError::ParseError`] if the result could not be read.
    pub fn begin_round(&self, first: &str) -> Result<Self, ChangeError> {
        let nl = newline(&self.text);
        let at = self.body_end();
        let end = if self.text[at..].contains('\n') { "" } else { nl };
        let first = string_toml(first);
        let moves = if self.is_kept_by_scores() { String::new() } else { format!("{nl}moves = [{nl}]") };
        self.inserted(at, &format!("{nl}{nl}[[round]]{nl}first = {first}{moves}{end}"))
    }

    /// Gives a round, counted from 1, the tally it ends in, in the place of the one it has.
    ///
    /// # Errors
    ///
    /// [`ChangeError::NoRound`].
    pub fn set_tally<S: AsRef<str>>(&self, round: u32, tally: &[S]) -> Result<Self, ChangeError> {
        let found = self.known_round(round)?;
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
                return match last {
                    Some(end) => self.inserted(end, &format!(", {pair}")),
                    None => self.spliced(span.clone(), &format!("{{ {pair} }}")),
                };
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
        let entry = &entries[index];
        let start = entry.key.token().start;
        let range = if let Form::Inline(_) = form {
            match (index.checked_sub(1), entries.get(index + 1)) {
                (_, Some(next)) => start..next.key.token().start,
                (Some(before), None) => entries[before].span.end..entry.span.end,
                (None, None) => start..past_comma(&self.text, entry.span.end),
            }
        } else {
            self.whole_lines(start..entry.span.end)
        };
        self.spliced(range, "")
    }

    /// The bytes of a line with its quotes.
    fn token(&self, place: Place) -> Result<Range<usize>, ChangeError> {
        let round = self.known_round(place.round)?;
        let line = self.line(place).ok_or(ChangeError::NoLine { place, lines: count(round.lines.len()) })?;
        Ok(line.text.token())
    }

    /// The bytes that go when an item of `moves` is taken out: its line or lines with the comment on them, if it has them to
    /// itself, from the line break before to the one after; else the item with one comma.
    pub(super) fn line_cut(&self, place: Place) -> Result<Range<usize>, ChangeError> {
        let text = &*self.text;
        let item = self.token(place)?;
        let neighbour = |line| self.line(Place { line, ..place }).map(|line| line.text.token());
        let line_start = line_start(text, item.start);
        let lead = &text[line_start..item.start];
        let alone = lead.bytes().all(|byte| b" \t,".contains(&byte));
        let end = past_comma(text, item.end);
        // Where commas begin the lines, the comma on this line is the one that goes.
        let own_end = if alone && lead.contains(',') { item.end } else { end };
        if alone && let Some(newline) = blank_to_newline(text, own_end) {
            return Ok(newline_before(text, line_start)..newline);
        }

        let blank = |range: Range<usize>| text[range].bytes().all(|byte| byte == b' ' || byte == b'\t');
        let comma_before = neighbour(place.line - 1).and_then(|before| comma_after(text, before.end));
        let next = neighbour(place.line + 1).map_or(end, |next| next.start);
        Ok(match comma_before {
            Some(comma) if blank(comma + 1..item.start) => comma + usize::from(end > item.end)..end,
            None if blank(end..next) => item.start..next,
            _ => item.start..end,
        })
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
    fn whole_lines(&self, range: Range<usize>) -> Range<usize> {
        let end = self.text[range.end..].find('\n').map_or(self.text.len(), |newline| range.end + newline + 1);
        line_start(&self.text, range.start)..end
    }
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
