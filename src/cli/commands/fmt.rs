//! `fmt`: writes logs canonically, with short forms written out and in one layout. Comments stay.

use crate::{
    actions::{Action, ActionReport, Outcome, run as run_action},
    cli::{
        command_output::{CommandOutput, action_error, error_documents, error_text},
        open_logs,
        program::games,
        signals::without_interruption,
    },
    table::escape::clean,
};
use anyhow::Result;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay fmt game.toml
  fowlplay fmt --check logs/*.toml    (changes nothing; exit status 1 if something would change)

`\"Ada: h 7s .\"` becomes `\"Ada: hatch 7SK; draw\"`. No line is moved, joined or split.";

/// The arguments of `fmt`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The logs
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; exit with 1 if something would be written
    #[arg(long)]
    check: bool,
}

/// Writes logs canonically.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let (mut status, mut is_saved) = (0, false);
    let (mut reports, mut documents) = (Vec::new(), Vec::new());
    for file in &args.files {
        let name = open_logs::json_name(file);
        match format(file, args.check) {
            Ok((outcome, is_changed)) => {
                let ActionReport::Formatted(changed_lines) = &outcome.report else { continue };
                is_saved |= is_changed && !args.check;
                status = status.max(u8::from(is_changed && args.check));
                let report = match (changed_lines.len(), args.check) {
                    (0, _) if !is_changed => "as it should be".to_owned(),
                    (0, false) => "laid out".to_owned(),
                    (0, true) => "to lay out".to_owned(),
                    (1, false) => "1 line written out".to_owned(),
                    (count, false) => format!("{count} lines written out"),
                    (1, true) => "1 line to write out".to_owned(),
                    (count, true) => format!("{count} lines to write out"),
                };
                reports.push(format!("{}: {report}", clean(&name)));
                documents.push(json!(outcome.document(&name)));
            }
            Err(error) => {
                status = 2;
                reports.push(error_text(&error));
                documents.push(json!({"file": name, "lines": [], "errors": error_documents(&error)}));
            }
        }
    }
    let output = if json { CommandOutput::json(&json!({"files": documents}))? } else { CommandOutput::text(reports.join("\n")) };
    let output = output.with_status(status);
    Ok(if is_saved { output.after_save() } else { output })
}

/// Writes a log canonically, unless `is_check` is true. Also returns whether the log differs from its canonical text.
fn format(file: &Path, is_check: bool) -> Result<(Outcome, bool)> {
    if is_check {
        let referee = open_logs::open_referee(file)?;
        let outcome = run_action(&Action::Format, referee.log(), games(), || Ok(&*referee)).map_err(action_error)?;
        let is_changed = outcome.log.text() != referee.log().text();
        return Ok((outcome, is_changed));
    }
    let mut workspace = open_logs::open(file)?;
    workspace.referee()?;
    let outcome = workspace.dry_run(&Action::Format).map_err(action_error)?;
    let is_changed = outcome.log.text() != workspace.log().text();
    if is_changed {
        without_interruption(|| workspace.commit(&outcome, None))?;
    }
    Ok((outcome, is_changed))
}
