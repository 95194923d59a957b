//! The words of a step with their byte ranges, the arguments of verbs, and the errors of text that can't be parsed.

use super::{Book, CardNotation, Players, Seat, comparison_key, or_list};
use std::{
    fmt,
    ops::{Deref, Range},
};

/// The error of a text that could not be parsed: the range, the problem, and the expected input. Boxed, so that a `Result` stays
/// small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Box<ParseErrorParts>);

/// The parts of a [`ParseError`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseErrorParts {
    /// The byte range of the wrong part, within the given text.
    pub range: Range<usize>,
    /// The problem in words.
    pub problem: String,
    /// The accepted input in words.
    pub expected: String,
    /// The meanings of an ambiguous text: each in notation, and in words.
    pub options: Vec<(String, String)>,
}

impl ParseError {
    /// An error at `range` with its `problem`. `expected` describes accepted input.
    #[cold]
    pub fn new(range: Range<usize>, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self(Box::new(ParseErrorParts { range, problem: problem.into(), expected: expected.into(), options: Vec::new() }))
    }

    /// Moves the range by `by`, the offset of the parsed text within a longer one.
    #[must_use]
    pub fn offset_by(mut self, by: usize) -> Self {
        self.0.range = self.range.start + by..self.range.end + by;
        self
    }

    /// Replaces the range.
    #[must_use]
    pub fn at(mut self, range: Range<usize>) -> Self {
        self.0.range = range;
        self
    }

    /// Replaces the description of accepted input.
    #[must_use]
    pub fn expecting(mut self, expected: impl Into<String>) -> Self {
        self.0.expected = expected.into();
        self
    }

    /// Adds the meanings of an ambiguous text: each in notation, and in words.
    #[must_use]
    pub fn with_options(mut self, options: Vec<(String, String)>) -> Self {
        self.0.options = options;
        self
    }

    /// Keeps only the meanings of `text` whose notation `is_possible` accepts. Without effect if none or all are accepted.
    #[must_use]
    pub fn with_only(mut self, text: &str, is_possible: impl Fn(&str) -> bool) -> Self {
        let options: Vec<_> = self.options.iter().filter(|(notation, _)| is_possible(notation)).cloned().collect();
        if !options.is_empty() && options.len() < self.options.len() {
            self.0.problem = match &options[..] {
                [(_, words)] => format!("`{text}` could only be {words} here"),
                _ => format!("`{text}` could be {}", or_list(options.iter().map(|(_, words)| words))),
            };
            self.0.options = options;
        }
        self
    }

    /// Adds another problem to the first.
    #[must_use]
    pub fn with_problem(mut self, problem: &str) -> Self {
        self.0.problem = format!("{}; {problem}", self.0.problem);
        self
    }

    /// The parts of the error.
    pub fn into_parts(self) -> ParseErrorParts {
        *self.0
    }
}

impl Deref for ParseError {
    type Target = ParseErrorParts;

    fn deref(&self) -> &ParseErrorParts {
        &self.0
    }
}

/// Joins the problem and the expected input in one sentence, or in two if the problem is a question.
pub(crate) fn join_expected(problem: &str, expected: &str) -> String {
    match () {
        () if expected.is_empty() => problem.to_owned(),
        () if problem.ends_with('?') => format!("{problem} Expected {expected}"),
        () => format!("{problem}; expected {expected}"),
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join_expected(&self.problem, &self.expected))
    }
}

impl std::error::Error for ParseError {}

/// The noun and notation of a kind of argument, for errors.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentTerm {
    /// The singular noun: `bird`.
    pub noun: &'static str,
    /// The notation of the argument, for [`ParseErrorParts::expected`]: `a bird and its value, as BL6`.
    pub form: &'static str,
}

impl ArgumentTerm {
    /// The error for a `word` that is not such an argument.
    #[cold]
    pub fn unknown(self, word: &str, range: Range<usize>) -> ParseError {
        ParseError::new(range, format!("`{word}` is not {} {}", article(self.noun), self.noun), self.form)
    }
}

/// The part of a range of `text` without the white space at its ends. Fast for the usual case: at most one space, before the text.
pub(crate) fn trim_range(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text.as_bytes()[range.clone()];
    let spaces = usize::from(part.first() == Some(&b' '));
    match (part.get(spaces), part.last()) {
        (Some(first), Some(last)) if first.is_ascii_graphic() && last.is_ascii_graphic() => range.start + spaces..range.end,
        _ => trim_range_slow(text, range),
    }
}

/// The slow path of [`trim_range`], for any white space, including Unicode's.
#[cold]
fn trim_range_slow(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = text[range.clone()].trim_start();
    let start = range.end - inner.len();
    start..start + inner.trim_end().len()
}

/// The words of a step, each with its range: first the verb, then its arguments.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    /// The end of `text`, after the words already taken.
    remaining: &'a str,
    verb: &'a str,
    is_typed: bool,
}

impl<'a> Tokens<'a> {
    /// The words of `text`.
    pub fn of(text: &'a str) -> Self {
        Self::after(text, 0, "")
    }

    /// The words of `text` from `at` on, as the arguments of `verb`, which errors quote.
    pub fn after(text: &'a str, at: usize, verb: &'a str) -> Self {
        Self { text, remaining: &text[at..], verb, is_typed: false }
    }

    /// The words of `text` from `at` on, typed at the table as the arguments of `verb`. Typed arguments may be worded as the
    /// program prints them: with `the`, with `and`, and with a noun before a number (`bird 2`).
    pub fn typed(text: &'a str, at: usize, verb: &'a str) -> Self {
        Self { is_typed: true, ..Self::after(text, at, verb) }
    }

    /// These words, limited to a range of the text.
    #[must_use]
    pub fn within(&self, range: Range<usize>) -> Self {
        let text = &self.text[..range.end];
        Self { text, remaining: &text[range.start..], ..*self }
    }

    /// Whether the words were typed at the table. The words of a log are parsed more strictly.
    pub const fn is_typed(&self) -> bool {
        self.is_typed
    }

    /// Takes `noun` and `the`, which may stand before a typed number: `bird 2`.
    pub fn take_noun(&mut self, noun: &str) {
        while self.is_typed && (self.take_word("the") || self.take_word(noun)) {}
    }

    /// Takes the next word. Among typed words, skips `the` and `and`.
    fn next_argument(&mut self) -> Option<(&'a str, Range<usize>)> {
        while self.is_typed && (self.take_word("the") || self.take_word("and")) {}
        self.next()
    }

    /// The words of each part of `text` between separators, with their byte ranges in the whole text.
    pub fn split(text: &'a str, separator: char) -> impl Iterator<Item = Self> {
        let mut start = 0;
        text.split(separator).map(move |part| {
            let (at, end) = (start, start + part.len());
            start = end + separator.len_utf8();
            Self::after(&text[..end], at, "")
        })
    }

    /// Takes the next word as the verb whose arguments follow.
    pub fn take_verb(&mut self) -> Option<(&'a str, Range<usize>)> {
        let verb = self.next();
        if let Some((word, _)) = &verb {
            self.verb = word;
        }
        verb
    }

    /// The verb that the words are arguments of.
    pub const fn verb(&self) -> &'a str {
        self.verb
    }

    /// The whole text, including the words already taken.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The text that has not been taken yet, trimmed, with its byte offset.
    pub fn rest(&self) -> (&'a str, usize) {
        let range = trim_range(self.remaining, 0..self.remaining.len());
        (&self.remaining[range.clone()], self.text.len() - self.remaining.len() + range.start)
    }

    /// The slow path of `next`, for any characters: the text from the next word on, and the length of that word.
    #[cold]
    fn next_slow(remaining: &'a str) -> (&'a str, usize) {
        let remaining = remaining.trim_start();
        (remaining, remaining.find(char::is_whitespace).unwrap_or(remaining.len()))
    }

    /// Whether no words are left.
    pub fn is_empty(&self) -> bool {
        self.rest().0.is_empty()
    }

    /// The empty range at the end, for errors about something missing.
    pub fn end(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        end..end
    }

    /// The error for an argument that is missing at the end. `argument` names it with an article.
    #[cold]
    pub fn missing(&self, argument: &str, expected: &str) -> ParseError {
        let problem =
            if self.verb.is_empty() { format!("{argument} is missing") } else { format!("`{}` needs {argument}", self.verb) };
        ParseError::new(self.end(), problem, expected)
    }

    /// Takes the next word if it equals `word` in any letter case. Returns whether it did.
    pub fn take_word(&mut self, word: &str) -> bool {
        let mut after = self.clone();
        let is_next = after.next().is_some_and(|(next, _)| next.eq_ignore_ascii_case(word));
        if is_next {
            *self = after;
        }
        is_next
    }

    /// Takes the words up to `word` in any letter case, and that word. Returns the words before it. Without `word`, takes nothing.
    pub fn take_before(&mut self, word: &str) -> Option<Self> {
        let (start, mut after) = (self.rest().1, self.clone());
        let (_, range) = after.find(|(next, _)| next.eq_ignore_ascii_case(word))?;
        let before = self.within(start..range.start);
        *self = after;
        Some(before)
    }

    /// Checks that no words are left.
    pub fn expect_end(&mut self) -> Result<(), ParseError> {
        match self.next() {
            None => Ok(()),
            Some((word, range)) => Err(self.surplus_error(word, range)),
        }
    }

    #[cold]
    fn surplus_error(&self, word: &str, range: Range<usize>) -> ParseError {
        ParseError::new(range, format!("`{word}` doesn't belong here"), format!("nothing more after `{}`", self.verb))
    }

    /// Parses the next word with `parse`.
    pub fn one<T>(&mut self, term: ArgumentTerm, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, ParseError> {
        match self.next_argument() {
            Some((word, range)) => parse(word).ok_or_else(|| term.unknown(word, range)),
            None => Err(self.missing(&format!("{} {}", article(term.noun), term.noun), term.form)),
        }
    }

    /// Parses every remaining word, if any, with `parse`.
    pub fn each<T, C: FromIterator<T>>(
        &mut self,
        term: ArgumentTerm,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<C, ParseError> {
        let words = std::iter::from_fn(|| self.next_argument());
        words.map(|(word, range)| parse(word).ok_or_else(|| term.unknown(word, range))).collect()
    }

    /// Parses the whole rest as a player's name. In typed text, the beginning of only one name is enough.
    pub fn player(&mut self, players: &Players) -> Result<Seat, ParseError> {
        let (name, start) = self.rest();
        self.remaining = "";
        if name.is_empty() {
            return Err(self.missing("a player's name", &or_list(players.names())));
        }
        let found = if self.is_typed { players.find_by_prefix(name) } else { players.find(name) };
        let error = |problem: String| ParseError::new(start..start + name.len(), problem, or_list(players.names()));
        found.map_err(|unknown| error(unknown.to_string()))
    }

    /// Parses `word` and a player's name. In typed text, the word is optional.
    pub fn player_after(&mut self, word: &str, players: &Players) -> Result<Seat, ParseError> {
        let mut name = self.clone();
        if name.take_word(word) && !name.is_empty() {
            *self = name;
        } else if !self.is_typed {
            let range = name.next().map_or(self.end(), |(_, range)| range);
            let argument = format!("`{word}` and a player's name");
            return Err(self.missing(&argument, &or_list(players.names())).at(range));
        }
        self.player(players)
    }

    /// Parses the whole rest as one card.
    pub fn card<D: CardNotation>(&self, deck: D) -> Result<D::Card, ParseError> {
        let (rest, start) = self.rest();
        if rest.is_empty() {
            return Err(self.missing("a card", D::ONE));
        }
        deck.parse_card(rest).map_err(|error| error.offset_by(start))
    }

    /// Parses the whole rest as one or more cards, in the order in which they are written.
    pub fn cards<D: CardNotation, C: FromIterator<D::Card>>(&self, deck: D) -> Result<C, ParseError> {
        let (rest, start) = self.rest();
        if rest.is_empty() {
            return Err(self.missing("at least one card", D::SEVERAL));
        }
        // Logs usually name cards by their codes.
        if let Some(cards) = self.clone().map(|(word, _)| deck.card_by_code(word)).collect() {
            return Ok(cards);
        }
        let cards = deck.parse_cards(rest).map_err(|error| error.offset_by(start))?;
        if cards.is_empty() {
            return Err(ParseError::new(
                start..start + rest.len(),
                format!("`{}` needs at least one card", self.verb),
                D::SEVERAL,
            ));
        }
        Ok(cards.into_iter().collect())
    }

    /// Parses the whole rest as one or more cards, and sorts them canonically.
    pub fn sorted_cards<D: CardNotation<Card: Ord>, C>(&self, deck: D) -> Result<C, ParseError>
    where
        C: FromIterator<D::Card> + AsMut<[D::Card]>,
    {
        let mut cards: C = self.cards(deck)?;
        cards.as_mut().sort_unstable();
        Ok(cards)
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u', 'E']) { "an" } else { "a" }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (&'a str, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut remaining = self.remaining;
        while let Some(rest) = remaining.strip_prefix(' ') {
            remaining = rest;
        }
        let mut end = remaining.bytes().position(|byte| !byte.is_ascii_graphic()).unwrap_or(remaining.len());
        if !matches!(remaining.as_bytes().get(end), None | Some(b' ')) {
            (remaining, end) = Self::next_slow(remaining);
        }
        let start = self.text.len() - remaining.len();
        let (word, rest) = remaining.split_at(end);
        self.remaining = rest;
        (end > 0).then(|| (word, start..start + end))
    }
}

/// The word in `known` that is most similar to `word`. Returns `None` if none is similar.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = comparison_key(word);
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&word, &comparison_key(candidate)), candidate))
        .filter(|(similarity, _)| *similarity > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

#[cold]
pub(super) fn unknown_verb(tokens: &Tokens<'_>, word: Option<(&str, Range<usize>)>, book: &Book) -> ParseError {
    let known: Vec<&str> = book.verbs.iter().map(|verb| verb.name).collect();
    let expected = or_list(&known);
    let Some((word, range)) = word else {
        return ParseError::new(tokens.end(), "there is no step here", expected);
    };
    let question = did_you_mean(word, known).map(|similar| format!("; did you mean `{similar}`?")).unwrap_or_default();
    ParseError::new(range, format!("`{word}` is not a step of {}{question}", book.short_title()), expected)
}
