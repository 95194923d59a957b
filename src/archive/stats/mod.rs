//! Who played what, how often and how well, over many logs.
//!
//! ```
//! use fowlplay::{archive::{Files, stats::{Count, Selection}, each}, referee::Games};
//! use std::ops::ControlFlow;
//!
//! let (selection, mut count) = (Selection::default(), Count::default());
//! let done = each(Files::under(["examples"]), Games::default(), |entry| selection.outcome(&entry), |some| {
//!     some.into_iter().for_each(|taken| count.add(taken));
//!     ControlFlow::<()>::Continue(())
//! });
//! let stats = count.finish();
//! assert!(done.is_continue() && stats.in_all.finished > 3);
//! let ada = stats.in_all.players.iter().find(|player| player.name == "Ada");
//! assert!(ada.is_some_and(|ada| ada.wins > 0 && ada.rating.is_some()));
//! ```
//!
//! Games are taken in the order in which they were played: by `began`, or the day where that is all the log says, then by the name
//! of the file; those that tell neither come first. All figures are of finished games; others are counted apart. A log of which only
//! its bytes are the same as another's is counted once.

mod count;
mod course;
mod figures;
mod outcome;
mod rating;

pub use super::names::{ALIASES, AliasError, Aliases, folders, is_aliases};
pub use count::{Count, Stats};
pub use course::{Course, Stage};
pub use figures::{Best, Figures, HeadToHead, PlayTime, PlayerFigures, Totals};
pub use outcome::{Outcome, Selection, Taken};
pub use rating::Rating;
