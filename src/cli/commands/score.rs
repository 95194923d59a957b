//! `score`: the score sheet of a log, itemised.

use crate::cli::{command_output::CommandOutput, open_logs, render::sheet, shared_args::LogArgs};
use anyhow::Result;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay score game.toml
  fowlplay score game.toml --json";

/// Shows the score.
pub(crate) fn run(args: &LogArgs, json: bool) -> Result<CommandOutput> {
    let referee = open_logs::open_referee(&args.file)?;
    let score = referee.sheet();
    if json {
        return CommandOutput::of_log(&score, referee.halted());
    }
    let mut parts = vec![sheet::text(&score, referee.book())];
    parts.extend(open_logs::warning(&*referee, &args.file));
    Ok(CommandOutput::text(parts.join("\n")))
}
