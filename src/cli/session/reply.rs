//! The reply to a typed line: whether it was accepted, and what to show.

use crate::{cli::render::style::wrap, log::Place, referee::Verdict, table::capitalized};
use std::rc::Rc;

/// How to get a line back that was not entered.
pub(super) const ARROW_UP: &str = "↑ brings the line back";

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It was entered into the log.
    Entered,
    /// It was refused, or its question was cancelled. Lines typed after it were meant for another position: they are not entered.
    Refused,
    /// It was a session command, and was run.
    Done,
    /// The session should end.
    Quit,
}

/// The reply to a line.
pub(crate) struct Reply {
    /// What became of it.
    pub status: Status,
    /// What to show.
    pub view: View,
    /// The verdict on an impossible step that conflicts with earlier lines: asks whether one of those is wrong.
    pub conflict: Option<Box<Verdict>>,
}

/// Renders a text, again whenever the window changes.
pub(super) type Render = Rc<dyn Fn() -> String>;

/// What to show of a reply.
#[derive(Clone)]
pub(crate) enum View {
    Nothing,
    /// A text, below what stands there.
    Text(String),
    /// The table, with the last lines of the log and a message below it.
    Table(Message),
}

impl View {
    /// Sentences, wrapped at the terminal's width.
    pub(crate) fn sentences(text: &str) -> Self {
        Self::Text(wrap(text, "", ""))
    }

    /// The table, with a message below it.
    pub(crate) fn table(text: impl Fn() -> String + 'static) -> Self {
        Self::Table(Message { text: Rc::new(text), ..Message::default() })
    }
}

impl Reply {
    /// It was entered into the log.
    pub(crate) const fn entered(view: View) -> Self {
        Self { status: Status::Entered, view, conflict: None }
    }

    /// It was refused: says how to get the line back.
    pub(crate) fn refused(view: View) -> Self {
        let hint = || wrap(&format!("{}.", capitalized(ARROW_UP)), "", "");
        let view = match view {
            View::Nothing => View::Text(hint()),
            View::Text(text) => View::Text(format!("{text}\n{}", hint())),
            View::Table(message) => {
                let text = Rc::clone(&message.text);
                View::Table(Message { text: Rc::new(move || format!("{}\n{}", text(), hint())), ..message })
            }
        };
        Self { status: Status::Refused, view, conflict: None }
    }

    /// It was a session command, and was run.
    pub(crate) const fn done(view: View) -> Self {
        Self { status: Status::Done, view, conflict: None }
    }

    /// The session should end.
    pub(crate) const fn quit() -> Self {
        Self { status: Status::Quit, view: View::Nothing, conflict: None }
    }

    /// It was refused: explains how the command is used.
    pub(crate) fn usage(usage: impl AsRef<str>) -> Self {
        Self::refused(View::sentences(usage.as_ref()))
    }
}

/// The message below the table.
#[derive(Clone)]
pub(crate) struct Message {
    /// The message.
    pub text: Render,
    /// The message covers the lines from here on, so they are left out of the log's last lines.
    pub from: Option<Place>,
    /// What becomes of the table where both don't fit on the screen.
    pub table: BesideTable,
}

/// What becomes of the table where a message leaves it no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BesideTable {
    /// It stands last, and the message above it.
    Last,
    /// It stands above the message, as much of it as fits: a score sheet is what is looked at.
    Cut,
    /// It isn't drawn: something was refused.
    Missing,
}

impl Default for Message {
    fn default() -> Self {
        Self { text: Rc::new(String::new), from: None, table: BesideTable::Last }
    }
}
