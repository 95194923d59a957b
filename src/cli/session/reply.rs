//! The reply to a typed line: whether it was accepted, and what to show.

use crate::{cli::render::style::wrap, log::Place, referee::Verdict};
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
    /// A text, below what stands there.
    Text(String),
    /// The table, with the last lines of the log and a message below it.
    Table(Message),
}

impl View {
    /// Sentences, wrapped at the terminal's width.
    pub fn sentences(text: &str) -> Self {
        Self::Text(wrap(text, "", ""))
    }

    /// The table, with a message below it.
    pub fn table(text: impl Fn() -> String + 'static) -> Self {
        Self::Table(Message { text: Rc::new(text), ..Message::default() })
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
    pub fn usage(usage: impl AsRef<str>) -> Self {
        Self::refused(View::sentences(usage.as_ref()))
    }
}

/// The message below the table.
#[derive(Clone)]
pub struct Message {
    /// The message.
    pub text: Render,
    /// The message covers the lines from here on, so they are left out of the log's last lines.
    pub from: Option<Place>,
    /// Whether something was refused: where the table leaves no room, the message stands alone.
    pub is_refusal: bool,
}

impl Default for Message {
    fn default() -> Self {
        Self { text: Rc::new(String::new), from: None, is_refusal: false }
    }
}
