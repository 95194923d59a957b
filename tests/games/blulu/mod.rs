//! Blulu, clause by clause: what each forbids, and what it allows. The names of the tests begin with the clause's id.

mod bonuses;
mod captures;
mod counted;
mod dealing;
mod mistakes;
mod positions;
mod revokes;
mod rounds;
mod shorthand;
pub mod table;
mod turns;
mod worked_cases;
