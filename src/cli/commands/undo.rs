//! `undo` and `redo`: take back the latest changes, and bring them back.

use crate::{
    actions::{Action, Done, OnConflict},
    cli::{
        answer::{Answer, action_error},
        files,
        render::{changes, messages::quoted, style::strong},
        values::OneLog,
    },
    table::escape::clean,
};
use anyhow::Result;
use std::{
    num::NonZero,
    path::{Path, PathBuf},
};

/// Examples of `undo`, and what a change is.
pub const UNDO_HELP: &str = "Examples:
  fowlplay undo game.toml        (the latest change)
  fowlplay undo game.toml 3      (the latest three)

A change is a line, a tally, or what one command changed further back (`amend`, `rule`). What was taken back stays in the file as a correction; `fowlplay redo` brings it back.";

/// Examples of `redo`.
pub const REDO_HELP: &str = "Examples:
  fowlplay redo game.toml

Brings back what the latest `undo` took back, if nothing was recorded or changed since.";

/// The arguments of `undo`.
#[derive(Debug, clap::Args)]
pub struct UndoArgs {
    /// The log
    file: PathBuf,
    /// How many changes
    #[arg(default_value = "1", value_name = "N")]
    changes: NonZero<u32>,
}

/// Takes back changes.
pub fn undo(args: &UndoArgs, json: bool) -> Result<Answer> {
    moved(&args.file, &Action::undo(args.changes), json)
}

/// Brings back changes.
pub fn redo(args: &OneLog, json: bool) -> Result<Answer> {
    moved(&args.file, &Action::Redo { count: NonZero::<u32>::MIN }, json)
}

/// Takes back or brings back; what that did to the lines that stay, if it was more than lines that came or went.
fn moved(path: &Path, action: &Action, json: bool) -> Result<Answer> {
    let mut workspace = files::open(path)?;
    // The log may be one that can't be judged at all: then nothing is refused by a rule.
    let book = workspace.referee().ok().map(|referee| referee.book());
    let outcome = workspace.carry_out(action, OnConflict::Refuse).map_err(|error| match book {
        Some(book) => action_error(book)(error),
        None => error.into(),
    })?;
    if json {
        return Ok(Answer::json(&outcome.document(&files::shown(path)))?.of_saved());
    }
    let Done::Moved { changes, came_of_it } = &outcome.done else { return Ok(Answer::text("").of_saved()) };
    let report = came_of_it.iter().zip(book).map(|(amended, book)| changes::amended(amended, book, true) + "\n");
    let (came_of_it, list) = (report.collect::<String>(), changes::list(workspace.log(), outcome.book, changes));
    let text = if matches!(action, Action::Redo { .. }) {
        format!("Brought back:\n{list}\n{came_of_it}")
    } else {
        let again = strong(&clean(&format!("fowlplay redo {}", quoted(&files::shown(path)))));
        let it = if changes.len() == 1 { "it" } else { "them" };
        format!("Taken back:\n{list}\n{came_of_it}Bring {it} back with: {again}")
    };
    Ok(Answer::text(text.trim_end()).of_saved())
}
