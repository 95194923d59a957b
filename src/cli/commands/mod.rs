//! The commands, one file each: its arguments, and the function that runs it.

pub mod amend;
pub mod check;
pub mod completions;
pub mod export;
pub mod fmt;
pub mod head;
pub mod judge;
pub mod man;
pub mod menu;
pub mod moves;
pub mod new;
pub mod play;
pub mod record;
pub mod report;
pub mod rule;
pub mod rules;
pub mod score;
#[cfg(feature = "page")]
pub mod serve;
pub mod show;
pub mod stats;
pub mod tally;
pub mod undo;
pub mod why;
