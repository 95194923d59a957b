//! The games' tests: clause by clause, log by log, and what is said of them.

mod blulu;
mod clauses;
mod defaults;
mod eggs_and_empires;
mod emu_ranchers;
mod emus_redux;
mod judged;
mod logs;
mod piepmatz;
mod referee;
mod wording;
