//! Statistics over many logs: who played what, how often, and how well.
//!
//! ```
//! use fowlplay::{archive::{FileSource, process_all, stats::{Selection, StatsCounter}}, referee::Games};
//! use std::ops::ControlFlow;
//!
//! let (selection, mut counter) = (Selection::default(), StatsCounter::default());
//! let flow = process_all(FileSource::under(["examples"]), Games::default(), |entry| selection.outcome(&entry), |batch| {
//!     batch.into_iter().for_each(|input| counter.add(input));
//!     ControlFlow::<()>::Continue(())
//! });
//! let stats = counter.finish();
//! assert!(flow.is_continue() && stats.in_all.finished > 3);
//! let ada = stats.in_all.players.iter().find(|player| player.name == "Ada");
//! assert!(ada.is_some_and(|ada| ada.wins > 0 && ada.rating.is_some()));
//! ```
//!
//! Games are ordered by the time they were played: by `began`, otherwise by the date, then by the path of the file. Games with
//! neither come first. All figures are about finished games, with separate counts of all others. Copies of a game count once.

mod counter;
mod game_result;
mod rating;
mod results;
mod timeline;

pub use super::aliases::{ALIASES, AliasError, Aliases, folders, is_aliases};
pub use counter::{Stats, StatsCounter};
pub use game_result::{GameResult, Selection, StatsInput};
pub use rating::Rating;
pub use results::{
    BestRecord, GameStats, HeadToHead, OwnStats, PlayTime, PlayedGame, PlayerCountStats, PlayerFocus, PlayerRank, PlayerStats,
    TotalStats, TurnTime,
};
pub use timeline::{Timeline, TimelinePoint};
