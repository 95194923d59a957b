//! `score`: the score sheet of a log, itemised.

use crate::cli::{answer::Answer, files, render::sheet, values::OneLog};
use anyhow::Result;

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay score game.toml
  fowlplay score game.toml --json

With --json: {\"game\", \"complete\", \"players\": [{\"name\", \"total\", \"rounds\": [{\"total\", \"items\": [{\"label\", \"points\", …}]}], \"winner\"}], \"winners\": […], \"tiebreak\"}. Where something is still hidden, `total` and `points` are null and `range`: [LEAST, MOST] stands beside.";

/// Shows the score.
pub fn run(args: &OneLog, json: bool) -> Result<Answer> {
    let referee = files::read(&args.file)?;
    let score = referee.sheet();
    if json {
        return Answer::of_log(&score, referee.halted());
    }
    let mut parts = vec![sheet::paint(&score, referee.book())];
    parts.extend(files::doubt(&*referee, &args.file));
    Ok(Answer::text(parts.join("\n")))
}
