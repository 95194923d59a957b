//! `report`: writes games as a page, as Markdown or as a picture, to keep and to share.

use crate::{
    cli::{
        command_output::{CommandOutput, error_documents, report},
        open_logs, output_file,
    },
    page::{self, GameReport},
    referee::Referee,
    table::escape::{self, clean},
};
use anyhow::{Error, Result, anyhow, bail};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay report game.toml -o game.html      (one file, nothing to load; prints as a score sheet)
  fowlplay report game.toml                   (short, as Markdown for a chat)
  fowlplay report game.toml -o game.svg       (a picture for a chat: who won, the totals, how the score went)
  fowlplay report friday/*.toml -o friday.html";

/// The arguments of `report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The logs; several make one report
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file to write (NAME.html, NAME.md or NAME.svg); an older report there is replaced
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Writes a report.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let format = args.output.as_deref().map(output_format).transpose()?;
    let (mut referees, mut unread) = (Vec::new(), Vec::new());
    for file in &args.files {
        match open_logs::open_referee(file) {
            Ok(referee) => referees.push(referee),
            Err(error) => unread.push((file, error)),
        }
    }
    if json && args.files.len() > 1 && !unread.is_empty() {
        return error_output(&unread);
    }
    if let Some((_, last)) = unread.pop() {
        for (_, error) in &unread {
            report(error, json);
        }
        return Err(last);
    }
    let mut games = Vec::new();
    for (referee, file) in referees.iter().zip(&args.files) {
        games.push(GameReport::of(&**referee).map_err(|error| anyhow!("{}: {error}", escape::path(file)))?);
    }
    let Some((output, format)) = args.output.as_ref().zip(format) else {
        let markdown = page::markdown(&games);
        return if json { json_output(&json!({"markdown": markdown}), &referees) } else { Ok(CommandOutput::text(markdown)) };
    };
    let text = match format {
        ReportFormat::Html => page::html(&games)?,
        ReportFormat::Markdown => page::markdown(&games),
        ReportFormat::Svg => page::svg(&games),
    };
    let name = open_logs::json_name(output);
    output_file::write(output, &text)?;
    if json {
        return Ok(json_output(&json!({"file": name, "games": games.len()}), &referees)?.after_save());
    }
    Ok(CommandOutput::text(format!("Written: {}", clean(&name))).after_save())
}

/// The output of a JSON document. It has the key `halted` only for a single log.
fn json_output(document: &Value, referees: &[Box<dyn Referee>]) -> Result<CommandOutput> {
    match referees {
        [only] => CommandOutput::of_log(document, only.halted()),
        _ => CommandOutput::json(document),
    }
}

/// The output if some of several logs can't be read.
fn error_output(unread: &[(&PathBuf, Error)]) -> Result<CommandOutput> {
    let mut errors = Vec::new();
    for (file, error) in unread {
        for mut document in error_documents(error) {
            document["file"] = json!(open_logs::json_name(file));
            errors.push(document);
        }
    }
    Ok(CommandOutput::json(&json!({"error": errors.first(), "errors": errors}))?.with_status(2))
}

#[derive(Clone, Copy)]
enum ReportFormat {
    Html,
    Markdown,
    Svg,
}

fn output_format(output: &Path) -> Result<ReportFormat> {
    let extension = output.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("html" | "htm") => Ok(ReportFormat::Html),
        Some("md") => Ok(ReportFormat::Markdown),
        Some("svg") => Ok(ReportFormat::Svg),
        _ => bail!("{} has an unknown extension: a report's name ends in .html, .md or .svg", escape::path(output)),
    }
}
