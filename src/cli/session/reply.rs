//! The reply to a typed line: its result, and the view to draw.

use crate::{cli::render::style::wrap, log::LineRef, referee::Verdict, table::capitalized};
use std::rc::Rc;

/// The hint how to bring back a line that was not entered.
pub(super) const ARROW_UP: &str = "↑ brings the line back";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineStatus {
    Entered,
    /// The line was refused, or a question about it was cancelled. Lines typed ahead may no longer fit, and are not entered.
    Refused,
    /// A command of the session was carried out or cancelled; no line was entered.
    Done,
    Quit,
}

pub(crate) struct Reply {
    pub status: LineStatus,
    pub view: ReplyView,
    /// The verdict on an impossible step that conflicts with earlier lines. The session asks whether one of those lines is wrong.
    pub conflict: Option<Box<Verdict>>,
}

/// Renders a text for the window's present size.
pub(super) type RenderFn = Rc<dyn Fn() -> String>;

#[derive(Clone)]
pub(crate) enum ReplyView {
    Nothing,
    Text(String),
    /// The table, with the last lines of the log and a message below it.
    Table(TableMessage),
}

impl ReplyView {
    pub(crate) fn sentences(text: &str) -> Self {
        Self::Text(wrap(text, "", ""))
    }

    pub(crate) fn table(text: impl Fn() -> String + 'static) -> Self {
        Self::Table(TableMessage { text: Rc::new(text), ..TableMessage::default() })
    }
}

impl Reply {
    pub(crate) const fn entered(view: ReplyView) -> Self {
        Self { status: LineStatus::Entered, view, conflict: None }
    }

    /// A reply to a refused line, with a hint how to bring the line back.
    pub(crate) fn refused(view: ReplyView) -> Self {
        let hint = || wrap(&format!("{}.", capitalized(ARROW_UP)), "", "");
        let view = match view {
            ReplyView::Nothing => ReplyView::Text(hint()),
            ReplyView::Text(text) => ReplyView::Text(format!("{text}\n{}", hint())),
            ReplyView::Table(message) => {
                let text = Rc::clone(&message.text);
                ReplyView::Table(TableMessage { text: Rc::new(move || format!("{}\n{}", text(), hint())), ..message })
            }
        };
        Self { status: LineStatus::Refused, view, conflict: None }
    }

    pub(crate) const fn done(view: ReplyView) -> Self {
        Self { status: LineStatus::Done, view, conflict: None }
    }

    pub(crate) const fn quit() -> Self {
        Self { status: LineStatus::Quit, view: ReplyView::Nothing, conflict: None }
    }

    pub(crate) fn usage(usage: impl AsRef<str>) -> Self {
        Self::refused(ReplyView::sentences(usage.as_ref()))
    }
}

#[derive(Clone)]
pub(crate) struct TableMessage {
    pub text: RenderFn,
    /// The first log line that the message shows. The lines drawn above the message end before that line.
    pub from: Option<LineRef>,
    pub placement: TablePlacement,
}

/// The place of the table if a message leaves too little room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TablePlacement {
    /// Below the message, which may scroll away.
    Below,
    /// Above the message, cut to the room left: the message has the score sheet.
    Cut,
    /// Not drawn: the line was refused, and the message explains why.
    Hidden,
}

impl Default for TableMessage {
    fn default() -> Self {
        Self { text: Rc::new(String::new), from: None, placement: TablePlacement::Below }
    }
}
