//! `check`: verifies logs from start to end, several and whole folders at once, or judges a disputed move.

use crate::{
    archive::{EntryError, FileSource, LogSource as _},
    cli::{
        command_output::{CommandOutput, error_documents, error_text, exit_code, refusal_error},
        open_logs,
        progress::TaskProgress,
        render::{messages, style},
    },
    log::LineRef,
    referee::{
        Finding, Referee,
        document::{self, CheckDocument},
    },
    table::{
        FindingKind, Progress, count_of,
        escape::{self, clean, clean_json},
    },
};
use anyhow::{Error, Result, bail};
use rayon::prelude::*;
use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Write},
    iter,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay check game.toml
  fowlplay check                                              (every log in this folder and its subfolders)
  fowlplay check logs friday.toml
  fowlplay check game.toml --try 'Bo: grow 2 9LK' --at 1.9    (a dispute: changes nothing)";

/// Which logs, or which move.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Logs, and folders with everything in them; default: this folder
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Judge this line instead; nothing is written
    #[arg(long = "try", value_name = "LINE")]
    tried: Option<String>,
    /// Judge it before line L of round R; default: at the end
    #[arg(long, value_name = "R.L", requires = "tried")]
    at: Option<LineRef>,
}

/// The text before and after the documents of all files.
const FRAME: (&str, &str) = ("{\n  \"files\": [\n", "\n  ]\n}");

/// A log to check, or a path that can't be walked and why.
type GivenPath = Result<PathBuf, (PathBuf, EntryError)>;

/// The report on a file: a line about the file, and the findings in it.
struct FileReport {
    line: String,
    found: Vec<Finding>,
}

/// Verifies logs, or judges a move.
pub(crate) fn run(args: &Args, json: bool) -> Result<ExitCode> {
    if let Some(line) = &args.tried {
        return Ok(judge(args, line, json)?.print());
    }
    let mut logs = FileSource::under(&args.files);
    let first = logs.next_batch();
    if first.is_empty() {
        bail!("there is no log to check: name one, or a folder with logs, whose names end in .toml");
    }
    let paths = args.files.clone();
    let bar = TaskProgress::new(Some(Box::new(|| FileSource::under(paths).count())));
    let batches = iter::successors(Some(first), |_| Some(logs.next_batch()).filter(|batch| !batch.is_empty()));
    let mut to = BufWriter::new(io::stdout().lock());
    let (status, done) = if json {
        let (before, after) = FRAME;
        verify(batches, document, |document| document, [before, ",\n", after], &bar, &mut to)
    } else {
        verify(batches, examine, as_text, ["", "\n", ""], &bar, &mut to)
    };
    Ok(exit_code(done, status))
}

/// Checks the files of each batch in parallel: their exit status and report. Renders and prints these in the given order, with text
/// before, between and after them. Stops if the output can't be written.
fn verify<Report: Send>(
    batches: impl Iterator<Item = Vec<GivenPath>>,
    check: impl Fn(GivenPath) -> (u8, Report) + Sync,
    mut render: impl FnMut(Report) -> String,
    [before, between, after]: [&str; 3],
    bar: &TaskProgress,
    to: &mut impl Write,
) -> (u8, io::Result<()>) {
    let checked = |given| {
        let report = check(given);
        bar.add(1);
        report
    };
    let (mut status, mut written) = (0, write!(to, "{before}"));
    for (nth, batch) in batches.enumerate() {
        let batch: Vec<(u8, Report)> = batch.into_par_iter().map(checked).collect();
        status = batch.iter().map(|(status, _)| *status).fold(status, u8::max);
        let batch: Vec<String> = batch.into_iter().map(|(_, report)| render(report)).collect();
        let separator = if nth > 0 { between } else { "" };
        // The bar may be on the same screen.
        bar.suspend(|| written = write!(to, "{separator}{}", batch.join(between)).and_then(|()| to.flush()));
        if written.is_err() {
            break;
        }
    }
    bar.finish();
    (status, written.and_then(|()| writeln!(to, "{after}")).and_then(|()| to.flush()))
}

/// Reads the log of a given path.
fn open_given(given: GivenPath) -> (PathBuf, Result<Box<dyn Referee>>) {
    match given {
        Ok(file) => {
            let read = open_logs::open_referee(&file);
            (file, read)
        }
        Err((path, why)) => (path, Err(why.into())),
    }
}

/// The exit status of a file, and the report on it.
fn examine(given: GivenPath) -> (u8, FileReport) {
    let (file, read) = open_given(given);
    match read {
        Ok(referee) => (referee.findings().iter().any(Finding::is_foul).into(), report(&file, &*referee)),
        Err(error) => {
            let line = format!("{}: {}", escape::path(&file), without_name(&file, &error));
            // A text with a caret has its own line breaks.
            let line = if line.contains('\n') { line } else { style::wrap(&line, "", "  ") };
            (2, FileReport { line, found: Vec::new() })
        }
    }
}

/// A line about the file, with the findings below it.
fn as_text(FileReport { line, found }: FileReport) -> String {
    let findings = found.iter().map(|finding| textwrap::indent(&messages::finding(finding), "  "));
    std::iter::once(line).chain(findings).collect::<Vec<_>>().join("\n")
}

/// The report on a readable log.
fn report(file: &Path, referee: &dyn Referee) -> FileReport {
    let (book, findings) = (referee.book(), referee.findings());
    let overruled = findings.iter().filter(|finding| finding.kind == FindingKind::Overruled).count();
    let found = match findings.len() - overruled {
        0 => "nothing found".to_owned(),
        found => count_of(found, "finding", "findings"),
    };
    let overruled = if overruled > 0 { format!(", {overruled} overruled") } else { String::new() };
    let halted = referee.halted().map(|place| format!("; judged no further than {place}")).unwrap_or_default();
    let is_complete = referee.progress() == Progress::GameOver;
    let line = format!(
        "{}: {}, {}, {}, {found}{overruled}{halted}",
        escape::path(file),
        book.title,
        count_of(referee.steps(), "step", "steps"),
        match referee.log().closed() {
            _ if is_complete => "complete".into(),
            Some(reason) => format!("closed ({})", clean(reason.as_str())),
            None => "not over yet".to_owned(),
        },
    );
    FileReport { line: style::wrap(&line, "", "  "), found: findings.to_vec() }
}

/// An error without the file's name at its start.
fn without_name(file: &Path, error: &Error) -> String {
    let text = error_text(error);
    text.strip_prefix(&escape::path(file)).map_or(text.as_str(), |rest| rest.trim_start_matches([',', ':', ' '])).to_owned()
}

/// The part of the JSON document about a file, indented as in the whole.
fn document(given: GivenPath) -> (u8, String) {
    // Format each report as if its file were the only one.
    let report = |checked: CheckDocument| {
        let alone = serde_json::to_string_pretty(&BTreeMap::from([("files", [checked])])).unwrap_or_default();
        let own = alone.strip_prefix(FRAME.0).and_then(|rest| rest.strip_suffix(FRAME.1));
        clean_json(own.unwrap_or_default().to_owned())
    };
    let (file, read) = open_given(given);
    let shown = open_logs::json_name(&file);
    match read {
        Ok(referee) => {
            let checked = document::check(&shown, &*referee);
            (u8::from(!checked.ok), report(checked))
        }
        Err(error) => (2, report(document::check_failed(&shown, &error_documents(&error)))),
    }
}

/// Judges a disputed line.
fn judge(args: &Args, line: &str, json: bool) -> Result<CommandOutput> {
    let [file] = &args.files[..] else {
        bail!("a line can be tried in one log only: name one file with --try");
    };
    let (referee, halted) = open_logs::read_at(file, args.at)?;
    let verdicts = referee.try_line(line).map_err(refusal_error)?;
    let (is_foul, document) = document::try_line(&verdicts);
    let status = u8::from(is_foul);
    if json {
        return Ok(CommandOutput::of_log(&document, halted)?.with_status(status));
    }
    let mut lines: Vec<String> = verdicts.iter().map(|(step, verdict)| messages::verdict(step, verdict)).collect();
    lines.push(style::faint("Nothing was recorded."));
    Ok(CommandOutput::text(lines.join("\n")).with_status(status))
}
