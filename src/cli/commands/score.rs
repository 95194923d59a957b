//! `score`: the score sheet of a log, itemised.

use crate::cli::{answer::CommandOutput, files, render::sheet, values::LogArgs};
use anyhow::Result;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay score game.toml
  fowlplay score game.toml --json";

/// Shows the score.
pub(crate) fn run(args: &LogArgs, json: bool) -> Result<CommandOutput> {
    let referee = files::read(&args.file)?;
    let score = referee.sheet();
    if json {
        return CommandOutput::of_log(&score, referee.halted());
    }
    let mut parts = vec![sheet::text(&score, referee.book())];
    parts.extend(files::warning(&*referee, &args.file));
    Ok(CommandOutput::text(parts.join("\n")))
}
