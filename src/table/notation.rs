//! Reading a step: words with their places, and what is said of text that is no step.

use std::{
    fmt,
    ops::{Deref, Range},
};

/// Text that could not be read: what is wrong with which part of it, and what was expected. It is a pointer to its parts, so that
/// what nearly never goes wrong costs nothing where it goes well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(Box<Misread>);

/// The parts of an [`Unreadable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The offending bytes, within the text that was given.
    pub range: Range<usize>,
    /// What is wrong with it.
    pub problem: String,
    /// What would have been understood.
    pub expected: String,
}

impl Unreadable {
    /// `range` of the text is wrong for `problem`; `expected` would do.
    #[cold]
    pub fn new(range: Range<usize>, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self(Box::new(Misread { range, problem: problem.into(), expected: expected.into() }))
    }

    /// The same, found in a text that begins `by` bytes into a longer one.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.0.range = self.range.start + by..self.range.end + by;
        self
    }

    /// The same, of another part of the text.
    #[must_use]
    pub fn at(mut self, range: Range<usize>) -> Self {
        self.0.range = range;
        self
    }

    /// The same problem, where something else was expected.
    #[must_use]
    pub fn expecting(mut self, expected: impl Into<String>) -> Self {
        self.0.expected = expected.into();
        self
    }

    /// Its parts.
    pub fn into_parts(self) -> Misread {
        *self.0
    }
}

impl Deref for Unreadable {
    type Target = Misread;

    fn deref(&self) -> &Misread {
        &self.0
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        Ok(())
    }
}

impl std::error::Error for Unreadable {}

/// A step that reads well and can mean several things as the table stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Unclear<S> {
    /// The question to ask.
    pub question: String,
    /// What it could be.
    pub options: Vec<S>,
}

/// The words of a text, each with its place. Nearly every text is plain ASCII with blanks between its words.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// The words of `text`.
    pub const fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// What has not been taken yet, trimmed, with the place where it begins.
    #[inline]
    pub fn rest(&self) -> (&'a str, usize) {
        let start = self.start();
        (self.text[start..].trim_end(), start)
    }

    /// Where the next word begins.
    fn start(&self) -> usize {
        self.text.len() - self.text[self.at..].trim_start().len()
    }

    /// Where the next word begins and ends, whatever characters there are.
    #[cold]
    fn unusual(&self) -> (usize, usize) {
        let start = self.start();
        let rest = &self.text[start..];
        (start, start + rest.find(char::is_whitespace).unwrap_or(rest.len()))
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.rest().0.is_empty()
    }

    /// The place of the end, for errors about something missing.
    pub fn end(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        end..end
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (&'a str, Range<usize>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        while bytes.get(start) == Some(&b' ') {
            start += 1;
        }
        let mut end = start;
        while bytes.get(end).is_some_and(u8::is_ascii_graphic) {
            end += 1;
        }
        if !matches!(bytes.get(end), None | Some(b' ')) {
            (start, end) = self.unusual();
        }
        self.at = end;
        (start < end).then(|| (&self.text[start..end], start..end))
    }
}

/// The one of `known` that is most like `word`, if any is like it at all.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|k| (strsim::jaro_winkler(&word, &k.to_lowercase()), k))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, k)| k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places() {
        let mut words = Words::of("  grow 2  the Mill ");
        assert_eq!(words.next(), Some(("grow", 2..6)));
        assert_eq!(words.next(), Some(("2", 7..8)));
        assert_eq!(words.rest(), ("the Mill", 10));
        assert_eq!(words.end(), 18..18);
        let mut words = Words::of("grow\u{2003}zwölf é ");
        assert_eq!(words.next(), Some(("grow", 0..4)));
        assert_eq!(words.next(), Some(("zwölf", 7..13)));
        assert_eq!(words.next(), Some(("é", 14..16)));
        assert_eq!(words.next(), None);
    }

    #[test]
    fn what_is_wrong_is_told_with_what_was_expected() {
        let unreadable = Unreadable::new(0..3, "`gro` is no step", "grow").shifted(2);
        assert_eq!((unreadable.to_string().as_str(), &unreadable.range), ("`gro` is no step; expected grow", &(2..5)));
        assert_eq!(unreadable.expecting("").to_string(), "`gro` is no step");
    }

    #[test]
    fn a_misspelt_word_finds_its_neighbour() {
        assert_eq!(did_you_mean("hacth", ["grow", "hatch", "discard"]), Some("hatch"));
        assert_eq!(did_you_mean("xyzzy", ["grow", "hatch"]), None);
        // Just not near enough: three letters of four, and of six.
        assert_eq!(did_you_mean("xabc", ["abcdef"]), None);
    }
}
