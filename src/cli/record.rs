//! `record`: judges lines and appends them, all of them or none.

use super::{
    answer::{Answer, refused},
    args::hyphened,
    files, say,
};
use anyhow::{Result, anyhow, bail};
use fowlplay::{
    log::{FileError, LARGEST},
    referee::{Entered, Finding, Recorded, Referee, Refusal},
    table::Kind,
};
use serde::Serialize;
use std::{fmt::Display, io::Read as _, path::PathBuf};

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay record game.toml 'Ada: hatch 7SK; draw'
  fowlplay record game.toml 'Ada: hatch 7SK; draw' 'Bo: discard 2MK; draw'
  fowlplay record game.toml - < lines.txt
  fowlplay record game.toml 'Ada: grow 2 6SY ! noticed too late'   (lets an illegal step stand)

At most 100 steps are read back; --json has them all.
With --json: {\"file\", \"entered\": [{\"round\", \"line\", \"actor\", \"step\", \"read_back\", \"tellings\": [{\"clause\", \"rule\", \"text\", \"aloud\"}], \"overruled\"}], \"proved\": [FINDING]}, a finding being as in `check`; or {\"error\": {\"message\", \"verdict\", \"clause\", \"rules\", \"alternatives\", \"hints\", …}}.";

/// What is recorded, and where.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
    /// A line as the log has it, or in short forms; `-` reads lines from standard input
    #[arg(required = true, value_name = "LINE", value_parser = hyphened())]
    lines: Vec<String>,
    /// Who starts the round that begins with these lines, where the table chooses
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
}

/// What was recorded, as one JSON document.
#[derive(Serialize)]
struct Document<'a> {
    file: String,
    entered: Vec<Entered>,
    proved: &'a [Finding],
}

/// Somebody else may be faster so many times.
const TRIES: usize = 1000;

/// Records lines. Where somebody else was faster, they are judged again at the log's new end.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let lines = lines(&args.lines)?;
    let mut tries = 1;
    loop {
        let (mut file, referee) = files::open(&args.file)?;
        let recorded = judged(referee.as_ref(), &lines, args.first.as_deref())?;
        match file.save(recorded.log.clone()) {
            Err(FileError::Changed(_)) if tries < TRIES => {
                tries += 1;
                continue;
            }
            saved => saved?,
        }
        if json {
            let file = files::shown(&args.file);
            let document = Document { file, entered: recorded.entered().collect(), proved: &recorded.proved };
            return Ok(Answer::of_log(&document, None)?.of_saved());
        }
        return Ok(Answer::text(say::recorded(&recorded, referee.book())).of_saved());
    }
}

/// Judges lines; all or none of them.
fn judged(referee: &dyn Referee, lines: &[String], first: Option<&str>) -> Result<Recorded> {
    let given: Vec<&str> = lines.iter().map(String::as_str).collect();
    let recorded = referee.record(&given, first).map_err(|refusal| {
        let context = match &refusal {
            Refusal::Foul { nth, verdict, .. } if lines.len() > 1 => {
                let line = lines.get(*nth).map_or("", |line| line);
                let wrong = if verdict.kind == Some(Kind::Impossible) { "can't have happened" } else { "breaks a rule" };
                Some(format!("Nothing was recorded, for line {} of {} {wrong}: {line}", nth + 1, lines.len()))
            }
            _ if lines.len() > 1 => Some("Nothing was recorded.".to_owned()),
            _ => None,
        };
        let error = refused(referee.book())(refusal);
        match context {
            Some(context) => error.context(context),
            None => error,
        }
    })?;
    files::first_was_asked(first, referee.log(), &recorded.log)?;
    Ok(recorded)
}

/// The lines that were given, or those of standard input without empty ones and comments.
fn lines(given: &[String]) -> Result<Vec<String>> {
    if given != ["-"] {
        return Ok(given.to_vec());
    }
    let unread = |error: &dyn Display| anyhow!("standard input can't be read ({error}): it must be UTF-8 text");
    let mut bytes = Vec::new();
    std::io::stdin().take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| unread(&error))?;
    if bytes.len() as u64 > LARGEST {
        bail!("standard input has more than a log can hold, so nothing was recorded: is it the right text?");
    }
    let text = String::from_utf8(bytes).map_err(|error| unread(&error))?;
    // Some editors begin a text with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let lines: Vec<String> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect();
    if lines.is_empty() {
        bail!("there are no lines on standard input: write one line of the log a line");
    }
    Ok(lines)
}
