//! The games, one folder each. None uses another. Each folder has the same files, which cite the clauses by their ids:
//! - `book`: the text of every clause, and the table rules;
//! - `step`: the notation; `judge`: what breaks a clause, also a wrong `first` (faults that every game has are in `table::fault`);
//! - `apply`: what an act does, until a round is counted, and what it proves about earlier acts; `view`: what lies on the table;
//! - `score`: points, and the lines of the sheet; `words`: all other texts, with the result of a round;
//! - `tally`: a round counted by hand, and whether the count is possible. Other files hold the game's own things (birds, eggs, piles).

pub mod blulu;
pub mod eggs_and_empires;
pub mod emu_ranchers;
pub mod emus_redux;
pub mod piepmatz;
