//! A change that somebody asks for, as one value: parsed once, run once, its outcome a document. Commands, the session and the
//! live page all go through this room, so each can do what the others can, in the same way.
//!
//! [`Action`] is what is asked for; [`Workspace`] is a log on disk with its referee, which previews and commits; [`run`] makes an
//! [`Outcome`] of an action, or an [`ActionError`]. Nothing here is put into words for people: a game's own sentences stand in an
//! outcome as the game says them.

mod action;
mod outcome;
mod run;
mod workspace;

pub use action::{Action, EditError, Input, PairError, begins_as_edit, edits, pair, pairs_of_map, pairs_of_words};
pub use outcome::{ActionError, Done, OfLog, Outcome, Written, written_out};
pub use run::run;
pub use workspace::{OnConflict, Workspace, replay, with_all_errors};
