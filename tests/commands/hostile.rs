//! Logs and arguments that mean harm, or come from a program gone wrong: nothing crashes, hangs, takes memory out of proportion,
//! or reaches the terminal raw.
//!
//! This is the short form. The long one tries more, and logs up to the largest that is read:
//! `TEST_TIMES=20 TEST_SEED=2 cargo test --release --test commands hostile:: -- --nocapture`
//!
//! The figures that it prints: runs, and the most memory for a byte of log.
#![cfg(unix)]

mod arguments;
mod commands;
mod large;
mod marks;
mod odd;
mod session;
mod strings;
