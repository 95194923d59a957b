//! `rule`: changes table rules in a running game; the whole log is judged again.

use super::{
    agree::Asking,
    answer::{Answer, refused},
    args::pair,
    escape::clean,
    files,
    paint::strong,
};
use anyhow::Result;
use std::path::PathBuf;

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay rule game.toml upkeep=20
  fowlplay rule game.toml years=3 upkeep=20

Which rules a game has: `fowlplay rules GAME`. On a terminal it says what would change, and asks before it writes.

With --json: as of `amend`.";

/// Which rules, and what they are to be.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
    /// A table rule and its value
    #[arg(required = true, value_name = "KEY=VALUE", value_parser = pair)]
    changes: Vec<(String, String)>,
    #[command(flatten)]
    asking: Asking,
}

/// Changes table rules.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let (mut file, referee) = files::open(&args.file)?;
    let book = referee.book();
    let amended = referee.change_rules(&args.changes).map_err(refused(book))?;
    args.asking.write(&mut file, &amended, &done(&args.changes), book, json)
}

/// What the rules are now.
pub fn done(pairs: &[(String, String)]) -> String {
    let now: Vec<String> = pairs.iter().map(|(key, value)| clean(&format!("{key} = {value}")).into_owned()).collect();
    format!("{}, for the whole game", strong(&now.join(", ")))
}
