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

/// The arguments of `check`.
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

/// The text before and after the reports on files in the JSON document.
const FRAME: (&str, &str) = ("{\n  \"files\": [\n", "\n  ]\n}");

/// The path of a log to check, or a path that can't be walked and the error.
type PathToCheck = Result<PathBuf, (PathBuf, EntryError)>;

/// The report on a file.
struct FileReport {
    /// A line about the whole file.
    summary: String,
    findings: Vec<Finding>,
}

/// Verifies logs, or judges a move.
pub(crate) fn run(args: &Args, json: bool) -> Result<ExitCode> {
    if let Some(line) = &args.tried {
        return Ok(judge(args, line, json)?.print());
    }
    let mut logs = FileSource::under(&args.files);
    let first_batch = logs.next_batch();
    if first_batch.is_empty() {
        bail!("there is no log to check: name one, or a folder with logs, whose names end in .toml");
    }
    let paths = args.files.clone();
    let bar = TaskProgress::new(Some(Box::new(|| FileSource::under(paths).count())));
    let batches = iter::successors(Some(first_batch), |_| Some(logs.next_batch()).filter(|batch| !batch.is_empty()));
    let mut output = BufWriter::new(io::stdout().lock());
    let (status, print_result) = if json {
        let (before, after) = FRAME;
        verify(batches, document, |document| document, [before, ",\n", after], &bar, &mut output)
    } else {
        verify(batches, examine, as_text, ["", "\n", ""], &bar, &mut output)
    };
    Ok(exit_code(print_result, status))
}

/// Checks the files of each batch in parallel. Prints their reports in the given order, with text before, between and after them.
/// Stops if the output can't be written. Returns the highest exit status.
fn verify<Report: Send>(
    batches: impl Iterator<Item = Vec<PathToCheck>>,
    check: impl Fn(PathToCheck) -> (u8, Report) + Sync,
    mut render: impl FnMut(Report) -> String,
    [before, between, after]: [&str; 3],
    bar: &TaskProgress,
    output: &mut impl Write,
) -> (u8, io::Result<()>) {
    let check_path = |path| {
        let result = check(path);
        bar.add(1);
        result
    };
    let (mut status, mut write_result) = (0, write!(output, "{before}"));
    for (nth, batch) in batches.enumerate() {
        let results: Vec<(u8, Report)> = batch.into_par_iter().map(check_path).collect();
        status = results.iter().map(|(status, _)| *status).fold(status, u8::max);
        let reports: Vec<String> = results.into_iter().map(|(_, report)| render(report)).collect();
        let separator = if nth > 0 { between } else { "" };
        // Hide the bar, which may be on the same terminal.
        bar.suspend(|| write_result = write!(output, "{separator}{}", reports.join(between)).and_then(|()| output.flush()));
        if write_result.is_err() {
            break;
        }
    }
    bar.finish();
    (status, write_result.and_then(|()| writeln!(output, "{after}")).and_then(|()| output.flush()))
}

/// Reads the log of a path.
fn open_log(path: PathToCheck) -> (PathBuf, Result<Box<dyn Referee>>) {
    match path {
        Ok(file) => {
            let referee = open_logs::open_referee(&file);
            (file, referee)
        }
        Err((path, error)) => (path, Err(error.into())),
    }
}

/// Checks a file. Returns its exit status and the report on it.
fn examine(path: PathToCheck) -> (u8, FileReport) {
    let (file, opened) = open_log(path);
    match opened {
        Ok(referee) => (referee.findings().iter().any(Finding::is_foul).into(), report(&file, &*referee)),
        Err(error) => {
            let summary = format!("{}: {}", escape::path(&file), without_name(&file, &error));
            // A text with carets has its own line breaks.
            let summary = if summary.contains('\n') { summary } else { style::wrap(&summary, "", "  ") };
            (2, FileReport { summary, findings: Vec::new() })
        }
    }
}

/// Renders a report: the findings below the summary.
fn as_text(FileReport { summary, findings }: FileReport) -> String {
    let findings = findings.iter().map(|finding| textwrap::indent(&messages::finding(finding), "  "));
    std::iter::once(summary).chain(findings).collect::<Vec<_>>().join("\n")
}

/// The report on a readable log.
fn report(file: &Path, referee: &dyn Referee) -> FileReport {
    let (book, findings) = (referee.book(), referee.findings());
    let overruled_count = findings.iter().filter(|finding| finding.kind == FindingKind::Overruled).count();
    let finding_count = match findings.len() - overruled_count {
        0 => "nothing found".to_owned(),
        count => count_of(count, "finding", "findings"),
    };
    let overruled = if overruled_count > 0 { format!(", {overruled_count} overruled") } else { String::new() };
    let halted = referee.halted().map(|at| format!("; judged no further than {at}")).unwrap_or_default();
    let is_complete = referee.progress() == Progress::GameOver;
    let summary = format!(
        "{}: {}, {}, {}, {finding_count}{overruled}{halted}",
        escape::path(file),
        book.title,
        count_of(referee.steps(), "step", "steps"),
        match referee.log().closed() {
            _ if is_complete => "complete".into(),
            Some(reason) => format!("closed ({})", clean(reason.as_str())),
            None => "not over yet".to_owned(),
        },
    );
    FileReport { summary: style::wrap(&summary, "", "  "), findings: findings.to_vec() }
}

/// The text of an error, without the file's name at its start.
fn without_name(file: &Path, error: &Error) -> String {
    let text = error_text(error);
    text.strip_prefix(&escape::path(file)).map_or(text.as_str(), |rest| rest.trim_start_matches([',', ':', ' '])).to_owned()
}

/// Checks a file. Returns its exit status and its part of the JSON document, indented as in the whole document.
fn document(path: PathToCheck) -> (u8, String) {
    // Format each report as if its file were the only one.
    let report = |checked: CheckDocument| {
        let whole_document = serde_json::to_string_pretty(&BTreeMap::from([("files", [checked])])).unwrap_or_default();
        let part = whole_document.strip_prefix(FRAME.0).and_then(|rest| rest.strip_suffix(FRAME.1));
        clean_json(part.unwrap_or_default().to_owned())
    };
    let (file, opened) = open_log(path);
    let name = open_logs::json_name(&file);
    match opened {
        Ok(referee) => {
            let checked = document::check(&name, &*referee);
            (u8::from(!checked.ok), report(checked))
        }
        Err(error) => (2, report(document::check_failed(&name, &error_documents(&error)))),
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
