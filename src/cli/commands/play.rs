//! `play`: starts a session.

use crate::{
    cli::{
        open_logs,
        prompt::{is_terminal, terminal::Terminal},
        render::messages::quoted,
        session::at_table,
    },
    table::escape::clean,
};
use anyhow::{Context as _, Result, bail};
use std::{path::PathBuf, process::ExitCode};

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay play game.toml
  fowlplay play                (the latest game in this folder that is neither over nor closed)

Type what is played (`hatch 7S`, or `h 7s`), or press Enter for a menu. `help` explains how to type, `?` lists what can be done now, `quit` leaves. Each line is saved before the answer is shown, so nothing is lost however the session ends. `rules CLAUSE` reads the whole of a clause that a verdict names. You can type ahead or paste lines: they are entered in order, and those after a refused one wait until you enter or drop them.

If a log keeps scores only (`fowlplay new … --scores`), `play` asks for each player's tally of a round, as `fowlplay tally` does.

To record lines from a file or another program, use `fowlplay record FILE -`.";

/// The arguments of `play`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The log; default: the latest game in this folder that is neither over nor closed
    file: Option<PathBuf>,
}

/// Continues a log.
pub(crate) fn run(args: &Args, json: bool) -> Result<ExitCode> {
    let file_name =
        args.file.as_ref().map_or_else(|| "FILE".to_owned(), |file| clean(&quoted(&open_logs::json_name(file))).into_owned());
    if json {
        bail!("`play` talks to people, not in JSON: scripts use `fowlplay record {file_name} - --json`");
    }
    if !is_terminal() {
        bail!("`play` needs a terminal: `fowlplay record {file_name} -` takes lines from standard input");
    }
    let file = match &args.file {
        Some(file) => file.clone(),
        None => open_logs::latest_unfinished().context(
            "no game of this directory is left to go on with: `fowlplay` alone starts one, `fowlplay play FILE` opens any log",
        )?,
    };
    // No tally was entered yet, and no command is given.
    at_table(open_logs::open_to_play(&file)?, None, None, &mut Terminal::open()?)
}
