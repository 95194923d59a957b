//! The command `fowlplay`.

#![forbid(unsafe_code)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(fowlplay::referee::Games::default())
}
