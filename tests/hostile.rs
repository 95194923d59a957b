//! Logs and arguments that mean harm, or come from a program gone wrong: nothing crashes, hangs, takes memory out of proportion,
//! or reaches the terminal raw.
//!
//! This is the short form. The long one tries more, and logs up to the largest that is read:
//! `FAULT_TIMES=20 FAULT_SEED=2 cargo test --release --test hostile -- --nocapture`
//!
//! The figures that it prints: runs, and the most memory for a byte of log.
#![cfg(unix)]

#[path = "hostile/arguments.rs"]
mod arguments;
#[path = "hostile/commands.rs"]
mod commands;
#[path = "hostile/large.rs"]
mod large;
#[path = "hostile/marks.rs"]
mod marks;
#[path = "hostile/odd.rs"]
mod odd;
mod program;
#[path = "hostile/session.rs"]
mod session;
#[path = "hostile/strings.rs"]
mod strings;
mod terminal;
