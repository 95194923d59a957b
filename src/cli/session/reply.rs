//! The reply to a typed line: its result, and the view to draw.

use crate::{cli::render::style::wrap, log::Place, referee::Verdict, table::capitalized};
use std::rc::Rc;

/// The hint that brings back a line that was not entered.
pub(super) const ARROW_UP: &str = "↑ brings the line back";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Entered,
    /// The line was refused, or its question was cancelled. Lines typed ahead were meant for another position and are not entered.
    Refused,
    Done,
    Quit,
}

pub(crate) struct Reply {
    pub status: Status,
    pub view: View,
    /// The verdict on an impossible step that conflicts with earlier lines: the session asks whether one of these is wrong.
    pub conflict: Option<Box<Verdict>>,
}

/// Renders a text, again whenever the window changes.
pub(super) type Render = Rc<dyn Fn() -> String>;

#[derive(Clone)]
pub(crate) enum View {
    Nothing,
    Text(String),
    /// The table, with the last lines of the log and a message below it.
    Table(Message),
}

impl View {
    pub(crate) fn sentences(text: &str) -> Self {
        Self::Text(wrap(text, "", ""))
    }

    pub(crate) fn table(text: impl Fn() -> String + 'static) -> Self {
        Self::Table(Message { text: Rc::new(text), ..Message::default() })
    }
}

impl Reply {
    pub(crate) const fn entered(view: View) -> Self {
        Self { status: Status::Entered, view, conflict: None }
    }

    /// A reply to a refused line, with a hint how to bring the line back.
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

    pub(crate) const fn done(view: View) -> Self {
        Self { status: Status::Done, view, conflict: None }
    }

    pub(crate) const fn quit() -> Self {
        Self { status: Status::Quit, view: View::Nothing, conflict: None }
    }

    pub(crate) fn usage(usage: impl AsRef<str>) -> Self {
        Self::refused(View::sentences(usage.as_ref()))
    }
}

#[derive(Clone)]
pub(crate) struct Message {
    pub text: Render,
    /// The first log line that the message covers. Lines from here on are left out of the log's last lines.
    pub from: Option<Place>,
    pub table: BesideTable,
}

/// The treatment of the table if a message leaves too little room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BesideTable {
    /// The table stands last, below the message.
    Last,
    /// The table stands above the message, cut to the room left: the user wants to see the score sheet.
    Cut,
    /// The table isn't drawn: the line was refused.
    Missing,
}

impl Default for Message {
    fn default() -> Self {
        Self { text: Rc::new(String::new), from: None, table: BesideTable::Last }
    }
}
