//! Clause ids, the kinds of finding, and the table rules that decide a verdict.

use serde::{Serialize, Serializer};
use std::fmt;

/// The id of a clause in a rule book, as verdicts cite it: `ER-4.2`, `TB-3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClauseId {
    book: [u8; 2],
    section: u8,
    number: u8,
}

impl ClauseId {
    /// Clause `section.number` of the book whose ids begin with `book` (two capital letters).
    pub const fn new(book: [u8; 2], section: u8, number: u8) -> Self {
        Self { book, section, number }
    }

    /// A clause that all games share (`TB-3`), which has a single number.
    pub const fn table(number: u8) -> Self {
        Self { book: *b"TB", section: number, number: 0 }
    }

    /// Parses a clause id (`ER-4.2`, `TB-3`) at compile time, for [`faults!`](crate::faults) and [`rules!`](crate::rules).
    ///
    /// # Panics
    /// If `id` is not a clause id. In a constant, the panic is a compile error.
    pub const fn cited(id: &str) -> Self {
        let [a, b, b'-', numbers @ ..] = id.as_bytes() else { panic!("an id of a clause is two letters, a dash and its number") };
        let mut number = [0, 0];
        let mut part = 0;
        let mut i = 0;
        while i < numbers.len() {
            match numbers[i] {
                b'.' => part += 1,
                digit @ b'0'..=b'9' => number[part] = number[part] * 10 + (digit - b'0'),
                _ => panic!("a clause has a number, or a section and a number"),
            }
            i += 1;
        }
        let [section, number] = number;
        Self { book: [*a, *b], section, number }
    }

    /// The clause with the same number in another book. A clause that all games share stays unchanged.
    #[must_use]
    pub const fn in_book(self, book: [u8; 2]) -> Self {
        if matches!(self.book, [b'T', b'B']) { self } else { Self { book, ..self } }
    }
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.book.map(char::from);
        write!(f, "{a}{b}-{}", self.section)?;
        if self.number > 0 { write!(f, ".{}", self.number) } else { Ok(()) }
    }
}

impl Serialize for ClauseId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FindingKind {
    /// An act that is possible, but breaks a clause.
    Illegal,
    /// An act that can't have happened: the record or the claim is wrong.
    Impossible,
    /// An earlier step that cards seen later prove illegal.
    Revoke,
    /// An illegal act that the table let stand.
    Overruled,
}

impl FindingKind {
    /// The word in verdicts and JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Impossible => "impossible",
            Self::Revoke => "revoke",
            Self::Overruled => "overruled",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A table rule that decided a verdict or a consequence, with the value in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleInForce {
    /// The key in `[rules]`.
    pub key: &'static str,
    /// The value, as a log writes it.
    pub value: String,
}

impl fmt::Display for RuleInForce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.key, self.value)
    }
}

impl Serialize for RuleInForce {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
