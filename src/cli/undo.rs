//! `undo` and `redo`: take back the last lines, and bring them back.

use super::{
    answer::Answer,
    args::OneLog,
    escape::clean,
    files,
    paint::{strong, wrap},
    say::quoted,
};
use anyhow::Result;
use fowlplay::{
    log::{LogFile, PlacedLine},
    referee,
};
use jiff::Timestamp;
use serde_json::json;
use std::path::PathBuf;

/// Examples of `undo`, and the shape of its JSON document.
pub const UNDO_HELP: &str = "Examples:
  fowlplay undo game.toml        (the last line)
  fowlplay undo game.toml 3      (the last three)

What was taken back stays in the file as a correction; `fowlplay redo` brings it back.

With --json: {\"file\", \"lines\": [{\"round\", \"line\", \"text\"}]}, in the order in which they were taken back.";

/// Examples of `redo`, and the shape of its JSON document.
pub const REDO_HELP: &str = "Examples:
  fowlplay redo game.toml

Brings back what the latest `undo` took back, if nothing was recorded since.

With --json: {\"file\", \"lines\": [{\"round\", \"line\", \"text\"}]}, in the order in which they were brought back.";

/// What `undo` is told.
#[derive(Debug, clap::Args)]
pub struct UndoArgs {
    /// The log
    file: PathBuf,
    /// How many lines
    #[arg(default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    lines: u32,
}

/// Takes back lines.
pub fn undo(args: &UndoArgs, json: bool) -> Result<Answer> {
    let mut file = files::hold(&args.file)?;
    let (log, taken) = file.log().take_back(args.lines, Timestamp::now())?;
    file.save(log)?;
    if json {
        return document(&file, &taken);
    }
    let again = strong(&clean(&format!("fowlplay redo {}", quoted(&files::shown(&args.file)))));
    let it = if taken.len() == 1 { "it" } else { "them" };
    Ok(Answer::text(format!("Taken back:\n{}\nBring {it} back with: {again}", listed(&taken))).of_saved())
}

/// Brings back lines.
pub fn redo(args: &OneLog, json: bool) -> Result<Answer> {
    let mut file = files::hold(&args.file)?;
    let (log, brought) = file.log().bring_back(Timestamp::now())?;
    file.save(log)?;
    if json {
        return document(&file, &brought);
    }
    Ok(Answer::text(format!("Brought back:\n{}", listed(&brought))).of_saved())
}

fn listed(lines: &[PlacedLine]) -> String {
    let line = |PlacedLine { place, text }: &PlacedLine| {
        let begun = if place.line == 0 { "the round begun with first = " } else { "" };
        wrap(&format!("{begun}{}", clean(text)), &format!("  {:<5} ", place.to_string()), "          ")
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn document(file: &LogFile, lines: &[PlacedLine]) -> Result<Answer> {
    // The log may be one that can't be judged at all.
    let halted = referee::open(file.log().clone()).ok().and_then(|referee| referee.halted());
    let document = json!({"file": files::shown(file.path()), "lines": lines});
    Ok(Answer::of_log(&document, halted)?.of_saved())
}
