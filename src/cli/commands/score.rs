//! `score`: the score sheet of a log, itemised.

use crate::cli::{answer::Answer, files, render::sheet, values::OneLog};
use anyhow::Result;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay score game.toml
  fowlplay score game.toml --json";

/// Shows the score.
pub(crate) fn run(args: &OneLog, json: bool) -> Result<Answer> {
    let referee = files::read(&args.file)?;
    let score = referee.sheet();
    if json {
        return Answer::of_log(&score, referee.halted());
    }
    let mut parts = vec![sheet::text(&score, referee.book())];
    parts.extend(files::warning(&*referee, &args.file));
    Ok(Answer::text(parts.join("\n")))
}
