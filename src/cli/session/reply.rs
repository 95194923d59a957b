//! The reply to a typed line: whether it was accepted, and what to show.

use crate::{log::Place, referee::Verdict};
use std::rc::Rc;

/// What came of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is in the log.
    Entered,
    /// It was refused. Lines typed after it were meant for another table, so they wait.
    Refused,
    /// It was a word of the session, and was carried out.
    Done,
    /// The session is to end.
    Left,
}

/// The answer to a line.
pub struct Reply {
    /// What came of it.
    pub outcome: Outcome,
    /// What is to be seen.
    pub shown: Shown,
    /// The verdict on an impossible step, where earlier lines put the card elsewhere: it is asked whether one of those is wrong.
    pub elsewhere: Option<Box<Verdict>>,
}

/// A text that is made anew for each window.
pub type Wording = Rc<dyn Fn() -> String>;

/// What is to be seen of a reply.
#[derive(Clone)]
pub enum Shown {
    /// Nothing more than there is.
    Nothing,
    /// Sentences, at the terminal's width.
    Sentences(String),
    /// Lines, as they are.
    Lines(String),
    /// Lines, and then something else.
    First(String, Box<Self>),
    /// Something of any length, page by page.
    Pages(String),
    /// The table anew.
    Table,
    /// The table, and below it what is said: of the lines from a place on.
    Below {
        /// The text covers the lines from here on, so the log's last lines leave them out.
        from: Option<Place>,
        /// What is said.
        text: Wording,
        /// A longer text below that, page by page: without the table, where it doesn't fit above them.
        more: Option<String>,
    },
    /// As [`Self::Below`]; what is longer than there is room for below the table is read first.
    ReadFirst(Wording),
    /// A few lines where the table still stands above them, or else with the table if there is room for both. What is asked then
    /// takes so many rows; if nothing is, the prompt follows.
    Answer {
        /// What is said.
        text: Wording,
        /// Rows of the next question.
        asked: Option<usize>,
    },
}

impl Shown {
    /// The table, and below it what is said.
    pub fn below(text: impl Fn() -> String + 'static) -> Self {
        Self::Below { from: None, text: Rc::new(text), more: None }
    }
}

impl Reply {
    /// It is in the log.
    pub const fn entered(shown: Shown) -> Self {
        Self { outcome: Outcome::Entered, shown, elsewhere: None }
    }

    /// It was refused.
    pub const fn refused(shown: Shown) -> Self {
        Self { outcome: Outcome::Refused, shown, elsewhere: None }
    }

    /// It was a word of the session.
    pub const fn done(shown: Shown) -> Self {
        Self { outcome: Outcome::Done, shown, elsewhere: None }
    }

    /// The session is to end.
    pub const fn left() -> Self {
        Self { outcome: Outcome::Left, shown: Shown::Nothing, elsewhere: None }
    }

    /// It was refused: the word is used in another way.
    pub fn usage(usage: impl Into<String>) -> Self {
        Self::refused(Shown::Sentences(usage.into()))
    }
}

/// What stands below the table.
#[derive(Clone)]
pub struct Said {
    /// What is said.
    pub text: Wording,
    /// The text covers the lines from here on, so the log's last lines leave them out.
    pub from: Option<Place>,
    /// How many rows stand above the table, and had better stay.
    pub above: usize,
}

impl Said {
    /// That alone.
    pub const fn new(text: Wording) -> Self {
        Self { text, from: None, above: 0 }
    }
}

impl Default for Said {
    fn default() -> Self {
        Self::new(Rc::new(String::new))
    }
}
