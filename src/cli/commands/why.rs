//! `why`: explains the effect of a line, clause by clause.

use crate::{
    cli::{
        answer::{Answer, refused},
        files,
        render::why,
    },
    log::{Place, Spot},
};
use anyhow::Result;
use std::path::PathBuf;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay why game.toml          (the last line)
  fowlplay why game.toml 1.9      (line 9 of round 1; 1.tally: its tally)";

/// Which log, and which line of it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The log
    file: PathBuf,
    /// Line L of round R; default: the last line
    #[arg(value_name = "R.L", value_parser = spot)]
    place: Option<Spot>,
}

/// Explains a line.
pub(crate) fn run(args: &Args, json: bool) -> Result<Answer> {
    let referee = files::read(&args.file)?;
    let place = match args.place {
        Some(Spot::Line(place)) => Some(place),
        // The tally's place is after the last line of its round.
        Some(Spot::Tally(round)) => {
            let lines = referee.log().round(round).map_or(0, |round| round.lines.len());
            Some(Place::new(round, u32::try_from(lines)?.saturating_add(1)))
        }
        _ => None,
    };
    let why = referee.why(place).map_err(refused)?;
    if json { Answer::of_log(&why, referee.halted()) } else { Ok(Answer::text(why::text(&why, &*referee))) }
}

/// A line, or a round's tally.
fn spot(text: &str) -> Result<Spot, String> {
    match text.parse() {
        Ok(spot @ (Spot::Line(_) | Spot::Tally(_))) => Ok(spot),
        _ => Err("write round and line, counted from 1, as in `2.14`, or `2.tally`".to_owned()),
    }
}
