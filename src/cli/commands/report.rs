//! `report`: writes games as a page, as Markdown or as a picture, to keep and to share.

use super::export::with_file_name;
use crate::{
    archive::{ArchiveEntry, EntryContent, EveningGame, FileSource, people, process_all},
    cli::{
        command_output::{CommandOutput, error_documents, report},
        open_logs, output_file,
        print::warn,
        program::{games, program},
        render::style::wrap,
    },
    page::{self, GameReport, Standing},
    referee::Referee,
    table::{
        and_list,
        escape::{self, clean},
    },
};
use anyhow::{Error, Result, anyhow, bail};
use jiff::SignedDuration;
use serde_json::{Value, json};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay report game.toml -o game.html      (one file, nothing to load; prints as a score sheet)
  fowlplay report game.toml                   (short, as Markdown for a chat)
  fowlplay report game.toml -o game.svg       (a picture for a chat: who won, the totals, how the score went)
  fowlplay report friday/*.toml -o friday.html
  fowlplay report friday --evening -o friday.html   (the latest evening in a folder, with its standing)

The games of one day with the same people are an evening. --evening puts its standing above them: by wins, then by places; points of different games are never added up. A shared win is a win. A player who joined a game late or left it has no place in it, and the others are ranked. Of a folder it takes the latest evening, of the games that are over. A game begun after midnight is of the next day there; name the files to have it, too. If a log of a folder can't be read, a line says so, and the exit status is 2.";

/// The arguments of `report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The logs; several make one report. With --evening also a folder, for its latest evening
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file to write (NAME.html, NAME.md or NAME.svg); an older report there is replaced
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Put the standing of the evening above its games: wins and places
    #[arg(long)]
    evening: bool,
}

/// Writes a report.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let format = args.output.as_deref().map(output_format).transpose()?;
    let is_folder = args.evening && args.files.iter().any(|path| path.is_dir());
    let (files, unread_logs) = if is_folder { latest_evening(&args.files, json)? } else { (args.files.clone(), Vec::new()) };
    let (mut referees, mut unread) = (Vec::new(), Vec::new());
    for file in &files {
        match open_logs::open_referee(file) {
            Ok(referee) => referees.push(referee),
            Err(error) => unread.push((file, error)),
        }
    }
    if json && files.len() > 1 && !unread.is_empty() {
        return error_output(&unread);
    }
    if let Some((_, last)) = unread.pop() {
        for (_, error) in &unread {
            report(error, json);
        }
        return Err(last);
    }
    if args.evening {
        check_evening(&referees, &files)?;
    }
    let mut games = Vec::new();
    for (referee, file) in referees.iter().zip(&files) {
        games.push(GameReport::of(&**referee).map_err(|error| anyhow!("{}: {error}", escape::path(file)))?);
    }
    let standing = args.evening.then(|| Standing::of(&games));
    let standing = standing.as_ref();
    let with_evening = |mut document: Value| {
        if let Some(standing) = standing {
            document["evening"] = json!(standing);
            document["evening"]["files"] = files.iter().map(|file| open_logs::json_name(file)).collect();
        }
        if is_folder {
            document["errors"] = json!(unread_logs);
        }
        json_output(&document, &referees)
    };
    let answer = if let Some((output, format)) = args.output.as_ref().zip(format) {
        let text = match format {
            ReportFormat::Html => page::html(&games, standing)?,
            ReportFormat::Markdown => page::markdown(&games, standing),
            ReportFormat::Svg => page::svg(&games, standing),
        };
        let name = open_logs::json_name(output);
        output_file::write(output, &text)?;
        let written = || CommandOutput::text(format!("Written: {}", clean(&name)));
        if json { with_evening(json!({"file": name, "games": games.len()}))? } else { written() }.after_save()
    } else {
        let markdown = page::markdown(&games, standing);
        if json { with_evening(json!({"markdown": markdown}))? } else { CommandOutput::text(markdown) }
    };
    Ok(answer.with_status(if unread_logs.is_empty() { 0 } else { 2 }))
}

/// The files of the latest evening under some paths, in the order in which they were played; and for a JSON document the logs that
/// can't be read. Without `json` it warns of them.
fn latest_evening(paths: &[PathBuf], json: bool) -> Result<(Vec<PathBuf>, Vec<Value>)> {
    let (mut played, mut unread) = (Vec::new(), Vec::new());
    let evening_game = |entry: ArchiveEntry| match entry.content {
        EntryContent::Log(game) if game.is_complete() => Ok(EveningGame::of(&entry.file, game.log())),
        EntryContent::Log(_) | EntryContent::Copy { .. } => Ok(None),
        EntryContent::Unreadable(error) => Err((entry.file, error.in_a_line())),
    };
    let add = |games: Vec<_>| {
        for game in games {
            match game {
                Ok(game) => played.extend(game),
                Err(error) => unread.push(error),
            }
        }
        ControlFlow::<()>::Continue(())
    };
    // `add` never breaks.
    let _ = process_all(FileSource::under(paths), games(), evening_game, add);
    for (file, why) in unread.iter().filter(|_| !json) {
        warn(&wrap(&clean(&with_file_name(file, why)), "", "  "));
    }
    let errors = unread.into_iter().map(|(file, why)| json!({"file": file, "message": why})).collect();
    let Some(latest) = played.iter().max().cloned() else {
        bail!(
            "there is no evening here: no log is of a game that is over and says on which day it was played; name the games \
             themselves, as in `{} report a.toml b.toml --evening`",
            program()
        );
    };
    Ok((latest.evening(played).into_iter().map(PathBuf::from).collect(), errors))
}

/// Refuses games of different people, and of days that are further apart than an evening is long.
fn check_evening(referees: &[Box<dyn Referee>], files: &[PathBuf]) -> Result<()> {
    let Some((first, first_file)) = referees.first().zip(files.first()) else { return Ok(()) };
    for (referee, file) in referees.iter().zip(files) {
        let (one, other) = (first.log(), referee.log());
        let [first_file, file] = [first_file, file].map(|file| escape::path(file));
        if people(one) != people(other) {
            let [one, other] = [one, other].map(|log| and_list(log.players().iter().map(|name| clean(name))));
            bail!(
                "an evening is of the same people: {first_file} is of {one}, {file} of {other}; leave out --evening for a report without a standing"
            );
        }
        if let (Some(one), Some(other)) = (one.day(), other.day())
            && one.duration_until(other).abs() > SignedDuration::from_hours(24)
        {
            bail!(
                "an evening is of one day: {first_file} is of {one}, {file} of {other}; leave out --evening for a report without a standing"
            );
        }
    }
    Ok(())
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
