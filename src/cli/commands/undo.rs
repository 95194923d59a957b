//! `undo` and `redo`: undo the latest changes, and redo them.

use crate::{
    actions::{Action, OnConflict},
    cli::{
        command_output::{CommandOutput, action_error},
        open_logs,
        shared_args::LogArgs,
    },
};
use anyhow::Result;
use std::{
    num::NonZero,
    path::{Path, PathBuf},
};

/// Examples of `undo`, and the meaning of a change.
pub(crate) const UNDO_HELP: &str = "Examples:
  fowlplay undo game.toml        (the latest change)
  fowlplay undo game.toml 3      (the latest three)

A change is a line, a tally, or everything that one `amend` or `rule` changed. What was undone stays in the file as a correction; `fowlplay redo` brings it back.";

/// Examples of `redo`.
pub(crate) const REDO_HELP: &str = "Examples:
  fowlplay redo game.toml

Works if nothing was recorded or changed since the latest `undo`.";

/// The arguments of `undo`.
#[derive(Debug, clap::Args)]
pub(crate) struct UndoArgs {
    /// The log
    file: PathBuf,
    /// How many changes
    #[arg(default_value = "1", value_name = "N")]
    changes: NonZero<u32>,
}

/// Undoes the latest changes.
pub(crate) fn undo(args: &UndoArgs, json: bool) -> Result<CommandOutput> {
    undo_or_redo(&args.file, &Action::undo(args.changes), json)
}

/// Redoes the latest undo.
pub(crate) fn redo(args: &LogArgs, json: bool) -> Result<CommandOutput> {
    undo_or_redo(&args.file, &Action::Redo { count: NonZero::<u32>::MIN }, json)
}

/// Undoes or redoes changes, and reports them and their effect on the remaining lines.
fn undo_or_redo(path: &Path, action: &Action, json: bool) -> Result<CommandOutput> {
    let mut workspace = open_logs::open(path)?;
    let outcome = workspace.run_and_save(action, OnConflict::Refuse).map_err(action_error)?;
    let was_shown = false;
    CommandOutput::for_change(&outcome, path, was_shown, json)
}
