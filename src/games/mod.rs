//! The games, one folder each. None uses another. Each folder has the same files, which cite the clauses by their ids:
//! - `book`: the text of every clause, and the table rules;
//! - `step`: the notation; `judge`: what breaks a clause, including a wrong `first` (shared faults are in `table::fault`);
//! - `apply`: what an act does, up to counting a round, and what it proves about earlier acts; `view`: the visible table;
//! - `score`: points, and the lines of the sheet; `words`: all other texts, with the result of a round;
//! - `tally`: a round counted by hand, and whether the count is possible. Other files hold the game's own things (eggs, feeder).
//!
//! The two emu games are one type in [`emu`](crate::emu): their folders have the book and what differs.

pub mod blulu;
pub mod eggs_and_empires;
pub mod emu_ranchers;
pub mod emus_redux;
pub mod piepmatz;
