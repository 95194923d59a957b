//! The games, one folder each. None looks into another's. In each folder are the same files, and in them the clauses by their ids:
//! - `book`: every clause as people read it, and the table rules;
//! - `step`: the notation; `judge`: what breaks a clause, a wrong `first` too (what any table forbids is worded in `table::fault`);
//! - `apply`: what an act does, up to the counting of a round, and what it proves of earlier ones; `view`: what lies on the table;
//! - `score`: points, and the lines of the sheet; `words`: all else that is told, with what a round came to;
//! - `tally`: a round counted by hand, and whether it can be. Other files hold the things that these are about.

pub mod blulu;
pub mod eggs_and_empires;
pub mod emu_ranchers;
pub mod emus_redux;
pub mod piepmatz;
