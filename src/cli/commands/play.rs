//! `play`: starts the table session.

use crate::cli::{
    files,
    prompt::{is_terminal, terminal::Terminal},
    render::messages::quoted,
    session::at_table,
};
use anyhow::{Context as _, Result, bail};
use std::{path::PathBuf, process::ExitCode};

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay play game.toml
  fowlplay play                (the game of this directory that was played last and is neither over nor closed)

At the table type what is played (`hatch 7S`, or `h 7s`), or press Enter for a menu. `help` there says how to type, `?` what is open, `quit` leaves. Each accepted line is on disk before anything is said of it, so nothing is lost however the session ends. Lines may be typed ahead or pasted: they are taken in order, and what comes after a refused one waits to be entered or dropped.

A log that keeps scores only (`fowlplay new … --scores`) asks for what each player has of a round, as `fowlplay tally` does.

Lines from a file or another program go to `fowlplay record FILE -`.";

/// Which log.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log; else the latest of this directory whose game is not over
    file: Option<PathBuf>,
}

/// Continues a log.
pub fn run(args: &Args, json: bool) -> Result<ExitCode> {
    let file = args.file.as_ref().map_or_else(|| "FILE".to_owned(), |file| quoted(&files::shown(file)));
    if json {
        bail!("`play` talks to people, not in JSON: scripts use `fowlplay record {file} - --json`");
    }
    if !is_terminal() {
        bail!("`play` needs a terminal: `fowlplay record {file} -` takes lines from standard input");
    }
    let file = match &args.file {
        Some(file) => file.clone(),
        None => files::latest_unfinished().context(
            "no game of this directory is left to go on with: `fowlplay` alone starts one, `fowlplay play FILE` opens any log",
        )?,
    };
    at_table(files::open_to_play(&file)?, None, &mut Terminal::open()?)
}
