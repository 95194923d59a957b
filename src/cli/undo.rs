//! `undo` and `redo`: take back the last lines, and bring them back.

use super::{
    answer::Answer,
    escape::clean,
    failure::Failure,
    files,
    paint::{strong, wrap},
    say::quoted,
};
use fowlplay::log::Place;
use jiff::Timestamp;
use serde_json::json;
use std::path::{Path, PathBuf};

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

/// What `redo` is told.
#[derive(Debug, clap::Args)]
pub struct RedoArgs {
    /// The log
    file: PathBuf,
}

/// Takes back lines.
///
/// # Errors
/// When there are not that many, or the log can't be changed.
pub fn undo(args: &UndoArgs, json: bool) -> Result<Answer, Failure> {
    let mut file = files::hold(&args.file)?;
    let (log, taken) = file.log().take_back(args.lines, Timestamp::now()).map_err(|none| Failure::plain(none.to_string()))?;
    file.save(log)?;
    let lines: Vec<_> = taken.into_iter().map(|line| (line.place, line.text)).collect();
    if json {
        return document(&args.file, &lines);
    }
    let again = strong(&clean(&format!("fowlplay redo {}", quoted(&files::shown(&args.file)))));
    let it = if lines.len() == 1 { "it" } else { "them" };
    Ok(Answer::text(format!("Taken back:\n{}\nBring {it} back with: {again}", listed(&lines))))
}

/// Brings back lines.
///
/// # Errors
/// When there is nothing to bring back, or the log can't be changed.
pub fn redo(args: &RedoArgs, json: bool) -> Result<Answer, Failure> {
    let mut file = files::hold(&args.file)?;
    let (log, brought) = file.log().bring_back(Timestamp::now()).map_err(|none| Failure::plain(none.to_string()))?;
    file.save(log)?;
    let lines: Vec<_> = brought.into_iter().map(|line| (line.place, line.text)).collect();
    if json {
        return document(&args.file, &lines);
    }
    Ok(Answer::text(format!("Brought back:\n{}", listed(&lines))))
}

fn listed(lines: &[(Place, String)]) -> String {
    let line = |(place, text): &(Place, String)| match place.line {
        0 => {
            wrap(&format!("the round begun with first = {}", clean(text)), &format!("  {:<5} ", place.to_string()), "          ")
        }
        _ => wrap(&clean(text), &format!("  {:<5} ", place.to_string()), "          "),
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn document(file: &Path, lines: &[(Place, String)]) -> Result<Answer, Failure> {
    let line = |(place, text): &(Place, String)| json!({"round": place.round, "line": place.line, "text": text});
    Answer::json(&json!({"file": files::shown(file), "lines": lines.iter().map(line).collect::<Vec<_>>()}))
}
