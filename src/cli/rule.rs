//! `rule`: changes table rules in a running game; the whole log is judged again.

use super::{amend, answer::Answer, args::pair, escape::clean, failure::Failure, files, json, paint::strong};
use std::path::PathBuf;

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay rule game.toml upkeep=20
  fowlplay rule game.toml years=3 upkeep=20

Which rules a game has: `fowlplay rules GAME`.

With --json: as of `amend`.";

/// Which rules, and what they are to be.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
    /// A table rule and its value
    #[arg(required = true, value_name = "KEY=VALUE", value_parser = pair)]
    changes: Vec<(String, String)>,
}

/// Changes table rules.
///
/// # Errors
/// When there is no such rule or value, or a line is in the way: nothing is changed then.
pub fn run(args: &Args, json: bool) -> Result<Answer, Failure> {
    let (mut file, referee) = files::open(&args.file)?;
    let book = referee.book();
    let amended = referee.change_rules(&args.changes).map_err(|refusal| Failure::refused(refusal, book))?;
    file.save(amended.log.clone())?;
    if json {
        return Answer::json(&json::amended(&files::shown(&args.file), &amended));
    }
    Ok(Answer::text(format!("{}\n{}", done(&args.changes), amend::told(&amended, book))))
}

/// What the rules are now.
pub fn done(pairs: &[(String, String)]) -> String {
    let now: Vec<String> = pairs.iter().map(|(key, value)| clean(&format!("{key} = {value}")).into_owned()).collect();
    format!("{}, for the whole game", strong(&now.join(", ")))
}
