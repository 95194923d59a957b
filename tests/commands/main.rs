//! The program, tested as a program: its commands, `play` in a pseudo-terminal, faults and hostile input, the README and its other pages.

mod cli;
#[cfg(unix)]
mod completing;
mod disputes;
#[cfg(unix)]
mod evening;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
#[path = "../generators.rs"]
mod generators;
#[cfg(unix)]
mod hostile;
mod manual;
mod pages;
mod play;
mod program;
#[cfg(unix)]
mod random;
mod readme;
mod serve;
mod terminal;
mod verdicts;

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
