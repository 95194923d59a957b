//! `why`: explains the effect of a line, clause by clause.

use crate::{
    cli::{
        command_output::{CommandOutput, refusal_error},
        open_logs,
        render::why,
    },
    log::{CorrectionTarget, LineRef},
};
use anyhow::Result;
use std::path::PathBuf;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay why game.toml          (the last line)
  fowlplay why game.toml 1.9      (line 9 of round 1; 1.tally: its tally)";

/// The arguments of `why`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The log
    file: PathBuf,
    /// Line L of round R; default: the last line
    #[arg(value_name = "R.L", value_parser = parse_target)]
    place: Option<CorrectionTarget>,
}

/// Explains a line.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let referee = open_logs::open_referee(&args.file)?;
    let line_ref = match args.place {
        Some(CorrectionTarget::Line(line_ref)) => Some(line_ref),
        // A tally has the line reference after the last line of its round.
        Some(CorrectionTarget::Tally(round)) => {
            let lines = referee.log().round(round).map_or(0, |round| round.lines.len());
            Some(LineRef::new(round, u32::try_from(lines)?.saturating_add(1)))
        }
        _ => None,
    };
    let explanation = referee.explain(line_ref).map_err(refusal_error)?;
    if json {
        CommandOutput::of_log(&explanation, referee.halted())
    } else {
        Ok(CommandOutput::text(why::text(&explanation, &*referee)))
    }
}

/// Parses a line reference, or the tally of a round.
fn parse_target(text: &str) -> Result<CorrectionTarget, String> {
    match text.parse() {
        Ok(target @ (CorrectionTarget::Line(_) | CorrectionTarget::Tally(_))) => Ok(target),
        _ => Err("write round and line, counted from 1, as in `2.14`, or `2.tally`".to_owned()),
    }
}
