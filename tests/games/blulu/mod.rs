//! Blulu, clause by clause: what each forbids, and what it allows. The names of the tests begin with the clause's id.

mod bonuses;
mod counted;
mod dealing;
mod revokes;
mod rounds;
mod shorthand;
pub mod table;
mod worked_cases;
