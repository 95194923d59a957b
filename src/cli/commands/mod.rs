//! The commands, one file each: its arguments, and the function that runs it.

pub(super) mod amend;
pub(super) mod check;
pub(super) mod completions;
pub(super) mod export;
pub(super) mod fmt;
pub(super) mod head;
pub(super) mod judge;
pub(super) mod man;
pub(super) mod moves;
pub(super) mod new;
pub(super) mod play;
pub(super) mod record;
pub(super) mod report;
pub(super) mod rule;
pub(super) mod rules;
pub(super) mod score;
#[cfg(feature = "page")]
pub(super) mod serve;
pub(super) mod show;
pub(super) mod start_menu;
pub(super) mod stats;
pub(super) mod tally;
pub(super) mod undo;
pub(super) mod why;
