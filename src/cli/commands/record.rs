//! `record`: judges lines and appends them, all of them or none.

use crate::{
    actions::{Action, ActionError, OnConflict},
    cli::{
        command_output::{CommandOutput, RefusedLine, action_error, refusal_error},
        open_logs,
    },
    log::MAX_LOG_BYTES,
    referee::Refusal,
    table::FindingKind,
};
use anyhow::{Error, Result, anyhow, bail};
use std::{fmt::Display, io::Read as _, path::PathBuf};

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay record game.toml 'Ada: hatch 7SK; draw'
  fowlplay record game.toml 'Ada: hatch 7SK; draw' 'Bo: discard 2MK; draw'
  fowlplay record game.toml - < lines.txt
  fowlplay record game.toml 'Ada: grow 2 6SY ! noticed too late'   (lets an illegal step stand)

It prints a description of at most 100 steps; --json has all of them.";

/// The arguments of `record`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The log
    file: PathBuf,
    /// A line as the log has it, or in short forms; `-` reads lines from standard input
    #[arg(required = true, value_name = "LINE")]
    lines: Vec<String>,
    /// The player who starts the round that begins with these lines, if the table chooses
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
}

/// Records lines. If another process recorded meanwhile, judges the lines again at the log's new end.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let input = if args.lines == ["-"] { Some(standard_input()?) } else { None };
    let lines = input.as_deref().map_or_else(|| Ok(InputLines::of_arguments(&args.lines)), InputLines::of_input)?;
    let mut workspace = open_logs::open(&args.file)?;
    let action = Action::Record { lines: lines.texts.iter().map(|&line| line.to_owned()).collect(), first: args.first.clone() };
    let outcome = workspace.run_and_save(&action, OnConflict::Retry).map_err(|error| lines.explain_error(error))?;
    CommandOutput::for_change(&outcome, &args.file, false, json)
}

fn standard_input() -> Result<String> {
    let unreadable = |error: &dyn Display| anyhow!("standard input can't be read ({error}): it must be UTF-8 text");
    let mut bytes = Vec::new();
    std::io::stdin().take(MAX_LOG_BYTES + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > MAX_LOG_BYTES {
        bail!("standard input has more than a log can hold, so nothing was recorded: is it the right text?");
    }
    String::from_utf8(bytes).map_err(|error| unreadable(&error))
}

struct InputLines<'a> {
    texts: Vec<&'a str>,
    /// The line numbers of the texts in standard input, counted from 1, if the texts come from there.
    numbers: Option<Vec<usize>>,
}

impl<'a> InputLines<'a> {
    fn of_arguments(lines: &'a [String]) -> Self {
        Self { texts: lines.iter().map(String::as_str).collect(), numbers: None }
    }

    /// The lines of standard input, without empty ones and comments.
    fn of_input(text: &'a str) -> Result<Self> {
        // Some editors write a byte order mark first.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (numbers, texts): (Vec<_>, Vec<_>) = lines.unzip();
        if texts.is_empty() {
            bail!("there are no lines on standard input: write one line of the log a line");
        }
        Ok(Self { texts, numbers: Some(numbers) })
    }

    /// The error to report, with the refused line if there are several.
    fn explain_error(&self, error: ActionError) -> Error {
        let ActionError::Refused(refusal) = error else { return action_error(error) };
        let refused_line = self.refused_line(&refusal);
        let error = refusal_error(refusal);
        match refused_line {
            Some(refused_line) => error.context(refused_line),
            None if self.texts.len() > 1 => error.context("Nothing was recorded."),
            None => error,
        }
    }

    /// The line that a refusal is about, with a message. `None` if the refusal is about no line, or the line is the only argument.
    fn refused_line(&self, refusal: &Refusal) -> Option<RefusedLine> {
        let (nth, refusal) = match refusal {
            Refusal::OfLine { nth, refusal } => (*nth, &**refusal),
            Refusal::Halted { .. } => return None,
            refusal if self.texts.len() == 1 => (0, refusal),
            _ => return None,
        };
        let input_line = self.numbers.as_ref().map(|numbers| numbers.get(nth).copied().unwrap_or_default());
        let which_line = match (input_line, self.texts.len()) {
            (Some(number), _) => format!("line {number} of the input"),
            (None, 1) => return None,
            (None, count) => format!("line {} of {count}", nth + 1),
        };
        let problem = match refusal {
            Refusal::Foul { verdict, .. } if verdict.kind == Some(FindingKind::Impossible) => "can't have happened",
            Refusal::Foul { .. } => "breaks a rule",
            Refusal::Unparsed { .. } => "can't be read",
            Refusal::Ambiguous { .. } => "could mean several things",
            Refusal::ChooseFirst { .. } => "would begin a round",
            _ => "can't be recorded",
        };
        let text = self.texts.get(nth).copied().unwrap_or_default();
        Some(RefusedLine { input_line, message: format!("Nothing was recorded, for {which_line} {problem}: {text}") })
    }
}
