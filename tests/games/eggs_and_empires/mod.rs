//! Eggs and Empires, clause by clause: what each forbids, and what it allows. The names of the tests begin with the clause's id.

mod abilities;
mod collecting;
mod hidden_eggs;
mod marker;
mod picture;
mod scoring;
mod setup;
mod short_forms;
pub mod table;
mod tallies;
mod turns;
