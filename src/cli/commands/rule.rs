//! `rule`: shows the table rules of a running game, and changes them; the whole log is judged again.

use crate::{
    actions::{self, Action},
    cli::{
        command_output::{CommandOutput, action_error},
        open_logs,
        prompt::confirm::ConfirmArgs,
        render::rules,
    },
    referee::{Referee, document},
};
use anyhow::{Error, Result, anyhow};
use serde_json::json;
use std::path::PathBuf;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay rule game.toml upkeep=20
  fowlplay rule game.toml years=3 upkeep=20
  fowlplay rule game.toml removed=SP     (what `[deck]` says of the cards)
  fowlplay rule game.toml                (shows the table rules of this game)

On a terminal it says what would change, and asks before it writes.";

/// The arguments of `rule`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The log
    file: PathBuf,
    /// A table rule and its new value; a key alone shows its possible values; without arguments all rules are shown
    #[arg(value_name = "KEY=VALUE")]
    changes: Vec<String>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

/// Shows or changes table rules.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let parse_changes = || args.changes.iter().map(|change| actions::parse_pair(change)).collect::<Result<Vec<_>, _>>();
    let (key, changes) = match &args.changes[..] {
        [] => (None, Vec::new()),
        [key] if !key.contains('=') => (Some(key.trim()), Vec::new()),
        _ => (
            None,
            parse_changes()
                .map_err(|problem| anyhow!("{problem}, as upkeep=20; a key without a value must be the only argument"))?,
        ),
    };
    if changes.is_empty() {
        return show(&*open_logs::open_referee(&args.file)?, key, json);
    }
    let mut workspace = open_logs::open(&args.file)?;
    workspace.referee()?;
    let outcome = workspace.dry_run(&Action::Rules { rules: changes }).map_err(action_error)?;
    args.confirm.commit(&mut workspace, &outcome, json)
}

fn show(referee: &dyn Referee, key: Option<&str>, json: bool) -> Result<CommandOutput> {
    let text = rules::in_force(referee, key, "fowlplay rule FILE").map_err(Error::msg)?;
    if !json {
        return Ok(CommandOutput::text(text));
    }
    let mut rules = document::rules_in_force(referee);
    rules.retain(|rule| key.is_none_or(|key| rule["key"] == key));
    CommandOutput::of_log(&json!({"rules": rules, "deck": document::deck_keys(referee)}), referee.halted())
}
