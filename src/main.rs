//! The command `fowlplay`.

#![forbid(unsafe_code)]

use fowlplay::{cli, referee::GAMES};
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(GAMES)
}
