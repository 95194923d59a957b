//! A command with all subcommands of `fowlplay`, for a game of your own: `cargo run --example command_of_your_own -- rules sevens`.

#[path = "your_own_game.rs"]
#[allow(dead_code, reason = "the example has a main of its own")]
mod sevens;

use fowlplay::{cli, referee::game};
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(&[game::<sevens::Sevens>()])
}
