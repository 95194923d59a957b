//! The games, one folder each. None uses another. Each folder has the same files, which cite the clauses by their ids:
//! - `book`: the text of every clause, and the table rules;
//! - `step`: the notation;
//! - `judge`: the faults, including a wrong `first` (faults that any game has are in `table::fault`);
//! - `apply`: the effects of an act, up to counting a round, and the revokes that it proves;
//! - `view`: the visible table;
//! - `score`: the points, and the items of the score sheet;
//! - `words`: all other texts, such as the result of a round;
//! - `tally`: a round counted by hand, and the check that the count is possible.
//!
//! Other files hold concepts of one game, such as eggs or the feeder. The two emu games are one type in [`emu`](crate::emu); their
//! folders hold only the book and the differences.

pub mod blulu;
pub mod eggs_and_empires;
pub mod emu_ranchers;
pub mod emus_redux;
pub mod piepmatz;
