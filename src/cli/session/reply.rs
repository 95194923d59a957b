//! The reply to a typed line: whether it was accepted, and what to show.

use crate::{log::Place, referee::Verdict};
use std::rc::Rc;

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was entered into the log.
    Entered,
    /// It was refused. Lines typed after it were meant for another position, so they are held.
    Refused,
    /// Its question was not answered, so it is held, before what was typed after it.
    Unanswered,
    /// It was a session command, and was run.
    Done,
    /// The session should end.
    Quit,
}

/// The reply to a line.
pub struct Reply {
    /// What became of it.
    pub status: Status,
    /// What to show.
    pub view: View,
    /// The verdict on an impossible step that conflicts with earlier lines: asks whether one of those is wrong.
    pub conflict: Option<Box<Verdict>>,
}

/// Renders a text, again whenever the window changes.
pub type Render = Rc<dyn Fn() -> String>;

/// What to show of a reply.
#[derive(Clone)]
pub enum View {
    /// Nothing.
    Nothing,
    /// Sentences, wrapped at the terminal's width.
    Sentences(String),
    /// Lines, printed unchanged.
    Lines(String),
    /// Lines, followed by something else.
    Then(String, Box<Self>),
    /// A text of any length, page by page.
    Pages(String),
    /// The table, redrawn.
    Table,
    /// The table, with a message below it.
    BelowTable {
        /// The message covers the lines from here on, so they are left out of the log's last lines.
        from: Option<Place>,
        /// The message.
        text: Render,
        /// A longer text below it, page by page. The table is left out if it doesn't fit above both.
        more: Option<String>,
    },
    /// As [`Self::BelowTable`]; a message that doesn't fit below the table is paged before it.
    ReadBeforeTable(Render),
    /// A short message. The table is redrawn above it if it has scrolled away and both fit.
    Short {
        /// The message.
        text: Render,
        /// Rows of the question that follows; without one, the prompt follows.
        question_rows: Option<usize>,
    },
}

impl View {
    /// The table, with a message below it.
    pub fn below_table(text: impl Fn() -> String + 'static) -> Self {
        Self::BelowTable { from: None, text: Rc::new(text), more: None }
    }
}

impl Reply {
    /// It was entered into the log.
    pub const fn entered(view: View) -> Self {
        Self { status: Status::Entered, view, conflict: None }
    }

    /// It was refused.
    pub const fn refused(view: View) -> Self {
        Self { status: Status::Refused, view, conflict: None }
    }

    /// It was a session command, and was run.
    pub const fn done(view: View) -> Self {
        Self { status: Status::Done, view, conflict: None }
    }

    /// The session should end.
    pub const fn quit() -> Self {
        Self { status: Status::Quit, view: View::Nothing, conflict: None }
    }

    /// It was refused: explains how the command is used.
    pub fn usage(usage: impl Into<String>) -> Self {
        Self::refused(View::Sentences(usage.into()))
    }
}

/// The message below the table.
#[derive(Clone)]
pub struct Message {
    /// The message.
    pub text: Render,
    /// The message covers the lines from here on, so they are left out of the log's last lines.
    pub from: Option<Place>,
    /// How many rows above the table should stay on screen.
    pub above: usize,
}

impl Message {
    /// A message alone.
    pub const fn new(text: Render) -> Self {
        Self { text, from: None, above: 0 }
    }
}

impl Default for Message {
    fn default() -> Self {
        Self::new(Rc::new(String::new))
    }
}
