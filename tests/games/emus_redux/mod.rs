//! Emus Redux, clause by clause: what each forbids, and what it allows. The names of the tests begin with the clause's id.

mod discards_and_draws;
mod excuses;
mod notation;
mod scoring;
mod setup_and_turns;
pub mod table;
mod table_clauses;
mod wilds;
