//! Piepmatz, clause by clause: what each forbids, and what it allows. The names of the tests begin with the clause's id.

mod counted;
mod ending;
mod fights;
mod keeping;
mod rules;
mod scoring;
mod setup;
mod showing;
pub mod table;
mod table_clauses;
mod turns;
