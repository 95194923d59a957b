//! Logs and arguments that mean harm, or come from a program gone wrong: nothing crashes, hangs, takes memory out of proportion,
//! or reaches the terminal raw.
//!
//! Each command on each log in every place is a long form; the short one tries some of these pairs, always the same. With
//! `TEST_TIMES=20` there are logs up to the largest that is read.

mod arguments;
mod commands;
mod large;
mod marks;
mod odd;
mod session;
mod strings;
