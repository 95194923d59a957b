//! `show`: the table now or before a line, with what is known of hands.

use crate::{
    cli::{
        answer::Answer,
        files,
        render::{messages, style::wrap, zones},
    },
    log::Place,
    referee::document,
};
use anyhow::Result;
use std::path::PathBuf;

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay show game.toml
  fowlplay show game.toml --at 1.9    (before line 9 of round 1)";

/// Which log, and before which line.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
    /// The table before line L of round R
    #[arg(long, value_name = "R.L")]
    at: Option<Place>,
}

/// Shows the table.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let (referee, halted) = files::read_at(&args.file, args.at)?;
    if json {
        return Answer::of_log(&document::shown(&*referee), halted);
    }
    let picture = referee.zones();
    let parts = [&picture.open, &picture.memory];
    let zones = parts.iter().filter(|blocks| !blocks.is_empty()).map(|blocks| zones::full(blocks));
    let closed = messages::closed(&*referee).map(|closed| wrap(&format!("The game is {closed}."), "", ""));
    Ok(Answer::text(zones.chain(closed).chain(files::warning(&*referee, &args.file)).collect::<Vec<_>>().join("\n\n")))
}
