//! The command line. Its layers from the top are `commands`, `session`, `prompt` and `render`. A file imports only from its own
//! layer or lower ones.

// Declared before the modules that use its macro `out!`.
#[macro_use]
mod prompt;

mod args;
mod command_output;
mod commands;
mod open_logs;
mod output_file;
mod print;
mod program;
mod progress;
mod render;
mod session;
mod shared_args;
mod signals;

/// Sheets, tables and verdicts as text, as the commands print them: in colours if these are enabled, at the terminal's width.
pub mod text {
    pub use super::render::{
        messages::{consequence, finding, refusal, verdict},
        sheet::text as sheet,
        why::text as why,
        zones::full as table,
    };
}

use crate::referee::RegisteredGame;
use anyhow::Result;
use args::{Arguments, Command};
use command_output::CommandOutput;
#[cfg(feature = "page")]
use commands::serve;
use commands::{
    amend, check, completions, export, fmt, head, judge, man, moves, new, play, record, report, rule, rules, score, show,
    start_menu, stats, tally, undo, why,
};
use std::process::ExitCode;

/// Runs the program with these games, and returns its exit status: 0 all legal or done, 1 a rule is broken, 2 the request could not
/// be understood or carried out, 3 the log was saved but standard output could not be written.
///
/// To run it with your own game: `fn main() -> ExitCode { fowlplay::cli::main(&[fowlplay::referee::game::<Scopa>()]) }`.
pub fn main(games: &[RegisteredGame]) -> ExitCode {
    program::set(games);
    signals::survive_size_limits();
    let arguments = match args::parse_arguments(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    let json = arguments.json;
    if arguments.symbols && !json {
        render::style::show_signs();
    }
    match run(arguments) {
        Ok(status) => status,
        Err(error) => command_output::report(&error, json),
    }
}

fn run(arguments: Arguments) -> Result<ExitCode> {
    let json = arguments.json;
    let output: CommandOutput = match arguments.command {
        None if !json && prompt::is_terminal() => return start_menu::run(),
        None => return args::help(json),
        Some(Command::New(args)) => new::run(&args, json)?,
        Some(Command::Play(args)) => return play::run(&args, json),
        Some(Command::Record(args)) => record::run(&args, json)?,
        Some(Command::Check(args)) => return check::run(&args, json),
        Some(Command::Moves(args)) => moves::run(&args, json)?,
        Some(Command::Show(args)) => show::run(&args, json)?,
        Some(Command::Why(args)) => why::run(&args, json)?,
        Some(Command::Score(args)) => score::run(&args, json)?,
        Some(Command::Tally(args)) => tally::run(&args, json)?,
        Some(Command::Judge(args)) => judge::run(&args, json)?,
        Some(Command::Undo(args)) => undo::undo(&args, json)?,
        Some(Command::Redo(args)) => undo::redo(&args, json)?,
        Some(Command::Fmt(args)) => fmt::run(&args, json)?,
        Some(Command::Head(args)) => head::run(&args, json)?,
        Some(Command::Amend(args)) => amend::run(&args, json)?,
        Some(Command::Rule(args)) => rule::run(&args, json)?,
        #[cfg(feature = "page")]
        Some(Command::Serve(args)) => return serve::run(&args, json),
        Some(Command::Report(args)) => report::run(&args, json)?,
        Some(Command::Export(args)) => return export::run(&args, json),
        Some(Command::Stats(args)) => stats::run(&args, json)?,
        Some(Command::Rules(args)) => rules::run(&args, json)?,
        Some(Command::Completions(args)) => completions::run(&args, args::command(), json)?,
        Some(Command::Man(args)) => man::run(&args, args::command(), json)?,
    };
    Ok(output.print())
}
