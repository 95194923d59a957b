//! Actions: a request to change a log is one value ([`Action`]), parsed once and run once ([`run`]), with a document as its
//! outcome. Commands, session and live page all use this module.

mod action;
mod outcome;
mod run;
#[cfg(feature = "files")]
mod workspace;

pub use action::{Action, EditError, LineExtension, LineExtensions, looks_like_edit, pairs_from_json, parse_edits, parse_pair};
pub use outcome::{ActionError, ActionReport, Outcome, RewrittenLine, WithHalted, rewritten_lines};
pub use run::run;
#[cfg(feature = "files")]
pub use workspace::{OnConflict, Workspace, replay, with_all_errors};
