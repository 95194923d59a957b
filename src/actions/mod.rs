//! Actions: a request to change a log is one value, parsed once, run once, with a document as its outcome. Commands, session and
//! live page all use this module, so each can do what the others can, in the same way.
//!
//! [`Action`] is the request. [`Workspace`] is a log on disk with its referee; it previews and commits. [`run`] turns an action
//! into an [`Outcome`] or an [`ActionError`]. This module writes no sentences for people; an outcome only carries those of the
//! game.

mod action;
mod outcome;
mod run;
mod workspace;

pub use action::{Action, EditError, Input, Inputs, begins_as_edit, edits, pair, pairs_of_map};
pub use outcome::{ActionError, Done, OfLog, Outcome, Written, written_out};
pub use run::run;
pub use workspace::{OnConflict, Workspace, replay, with_all_errors};
