//! `score`: the score sheet of a log, itemised.

use super::{answer::Answer, failure::Failure, files, sheet};
use std::path::PathBuf;

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay score game.toml
  fowlplay score game.toml --json

With --json: {\"game\", \"complete\", \"players\": [{\"name\", \"total\", \"rounds\": [{\"total\", \"items\": [{\"label\", \"points\", …}]}], \"winner\"}], \"winners\": […], \"tiebreak\"}. Where something is still hidden, `total` and `points` are null and `range`: [LEAST, MOST] stands beside.";

/// Which log.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
}

/// Shows the score.
///
/// # Errors
/// When the log can't be read.
pub fn run(args: &Args, json: bool) -> Result<Answer, Failure> {
    let referee = files::read(&args.file)?;
    let score = referee.sheet();
    if json {
        return Answer::json(&score);
    }
    let mut parts = vec![sheet::paint(&score, referee.book())];
    parts.extend(files::doubt(&*referee, &args.file));
    Ok(Answer::text(parts.join("\n")))
}
