//! `fmt`: writes logs canonically. Short forms are written out; comments and layout stay.

use super::{
    answer::{Answer, error_documents, refused, words},
    escape::clean,
    files,
};
use anyhow::Result;
use fowlplay::log::{Log, Place, Quoted, Round};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay fmt game.toml
  fowlplay fmt --check logs/*.toml    (changes nothing; exit status 1 where it would)

`\"Ada: h 7s .\"` becomes `\"Ada: hatch 7SK; draw\"`. No line is moved, joined or parted.

With --json: {\"files\": [{\"file\", \"lines\": [{\"round\", \"line\", \"was\", \"now\"}], \"errors\": […]}]}; line 0 is the beginning of a round, and a tally stands after the last.";

/// Which logs.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The logs
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing, and exit with 1 where something would be written
    #[arg(long)]
    check: bool,
}

/// Writes logs canonically.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let (mut status, mut is_saved) = (0, false);
    let (mut said, mut documents) = (Vec::new(), Vec::new());
    for file in &args.files {
        let name = files::shown(file);
        match format(file, args.check) {
            Ok(lines) => {
                let changes = !lines.is_empty();
                is_saved |= changes && !args.check;
                status = status.max(u8::from(changes && args.check));
                let done = match (lines.len(), args.check) {
                    (0, _) => "as it should be".to_owned(),
                    (1, false) => "1 line written out".to_owned(),
                    (count, false) => format!("{count} lines written out"),
                    (1, true) => "1 line to write out".to_owned(),
                    (count, true) => format!("{count} lines to write out"),
                };
                said.push(format!("{}: {done}", clean(&name)));
                let lines: Vec<Value> = lines
                    .iter()
                    .map(|(at, was, now)| json!({"round": at.round, "line": at.line, "was": was, "now": now}))
                    .collect();
                documents.push(json!({"file": name, "lines": lines, "errors": []}));
            }
            Err(error) => {
                status = 2;
                said.push(words(&error));
                documents.push(json!({"file": name, "lines": [], "errors": error_documents(&error)}));
            }
        }
    }
    let answer = if json { Answer::json(&json!({"files": documents}))? } else { Answer::text(said.join("\n")) };
    let answer = answer.with_status(status);
    Ok(if is_saved { answer.of_saved() } else { answer })
}

/// What is written out: its place, what stood there, and what stands there now.
pub type Written = (Place, String, String);

/// Writes a log canonically, or only says what would be written.
fn format(file: &Path, check: bool) -> Result<Vec<Written>> {
    if check {
        let referee = files::read(file)?;
        let canonical = referee.canonical().map_err(refused(referee.book()))?;
        return Ok(changed(referee.log(), &canonical));
    }
    let (mut held, referee) = files::open(file)?;
    let canonical = referee.canonical().map_err(refused(referee.book()))?;
    let changed = changed(referee.log(), &canonical);
    if !changed.is_empty() {
        held.save(canonical)?;
    }
    Ok(changed)
}

/// The lines of the log that are others, with the beginnings of rounds and the tallies.
pub fn changed(was: &Log, now: &Log) -> Vec<Written> {
    let texts = |log: &Log| {
        let of_round = |(round, number): (&Round, u32)| {
            let lines = round.lines.iter().map(|line| line.text.to_string());
            let tally = round.tally.iter().map(|parts| parts.iter().map(Quoted::as_str).collect::<Vec<_>>().join(", "));
            let texts = std::iter::once(round.first.to_string()).chain(lines).chain(tally).zip(0..);
            texts.map(|(text, line)| (Place::new(number, line), text)).collect::<Vec<_>>()
        };
        log.rounds().iter().zip(1..).flat_map(of_round).collect::<Vec<_>>()
    };
    let pairs = texts(was).into_iter().zip(texts(now)).filter(|(was, now)| was != now);
    pairs.map(|((place, was), (_, now))| (place, was, now)).collect()
}
