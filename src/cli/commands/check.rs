//! `check`: verifies logs from start to end, several at once, or judges a disputed move.

use crate::{
    cli::{
        answer::{Answer, error_documents, printed, refused, words},
        bar::Bar,
        files,
        render::{messages, style},
        values::hyphened,
    },
    log::Place,
    referee::{
        Finding, Referee,
        document::{self, Checked},
    },
    table::{
        Kind, Progress, count_of,
        escape::{self, clean, clean_json},
    },
};
use anyhow::{Error, Result, bail};
use rayon::prelude::*;
use serde::Serialize;
use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

/// How many logs are checked together.
const BATCH: usize = 256;

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay check game.toml
  fowlplay check logs/*.toml
  fowlplay check game.toml --try 'Bo: grow 2 9LK' --at 1.9    (a dispute: changes nothing)";

/// Which logs, or which move.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The logs
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Judge this line instead, and change nothing
    #[arg(long = "try", value_name = "LINE", value_parser = hyphened())]
    tried: Option<String>,
    /// Judge it as the table stood before line L of round R; else at the end
    #[arg(long, value_name = "R.L", requires = "tried")]
    at: Option<Place>,
}

/// Before and behind the documents of all files.
const AROUND: (&str, &str) = ("{\n  \"files\": [\n", "\n  ]\n}");

/// What there is to say of a file, and the exit status.
type Report = (u8, String);

/// Verifies logs, or judges a move.
pub fn run(args: &Args, json: bool) -> Result<ExitCode> {
    if let Some(line) = &args.tried {
        return Ok(judge(args, line, json)?.give());
    }
    let mut to = BufWriter::new(io::stdout().lock());
    let (status, done) = if json {
        let (before, behind) = AROUND;
        verify(&args.files, document, [before, ",\n", behind], &mut to)
    } else {
        verify(&args.files, in_words, ["", "\n", ""], &mut to)
    };
    Ok(printed(done, status))
}

/// Checks every file, several at once, and prints the reports in the order given, with what stands before, between and behind them:
/// however many there are, what was found in a few hundred is in memory. It ends where nobody listens any more.
fn verify(
    files: &[PathBuf],
    check: impl Fn(&Path) -> Report + Sync,
    [before, between, behind]: [&str; 3],
    to: &mut impl Write,
) -> (u8, io::Result<()>) {
    let count = files.len();
    let bar = Bar::of(Some(Box::new(move || count)));
    let checked = |file: &PathBuf| {
        let report = check(file);
        bar.add(1);
        report
    };
    let (mut status, mut done) = (0, write!(to, "{before}"));
    for (nth, some) in files.chunks(BATCH).enumerate() {
        let some: Vec<Report> = if let [file] = some { vec![checked(file)] } else { some.par_iter().map(checked).collect() };
        status = some.iter().map(|(status, _)| *status).fold(status, u8::max);
        let some: Vec<&str> = some.iter().map(|(_, report)| report.as_str()).collect();
        let separator = if nth > 0 { between } else { "" };
        // Bar and text may be on one screen.
        bar.aside(|| done = write!(to, "{separator}{}", some.join(between)).and_then(|()| to.flush()));
        if done.is_err() {
            break;
        }
    }
    bar.end();
    (status, done.and_then(|()| writeln!(to, "{behind}")).and_then(|()| to.flush()))
}

/// A line for the file, and what was found below.
fn in_words(file: &Path) -> Report {
    match files::read(file) {
        Ok(referee) => (referee.findings().iter().any(Finding::is_foul).into(), report(file, &*referee)),
        Err(error) => {
            let line = format!("{}: {}", escape::path(file), without_name(file, &error));
            // What is shown with a caret under it has its own lines.
            (2, if line.contains('\n') { line } else { style::wrap(&line, "", "  ") })
        }
    }
}

/// What is said of a log that can be read.
fn report(file: &Path, referee: &dyn Referee) -> String {
    let (book, findings) = (referee.book(), referee.findings());
    let overruled = findings.iter().filter(|finding| finding.kind == Kind::Overruled).count();
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
    let findings = findings.iter().map(|finding| textwrap::indent(&messages::finding(finding, book), "  "));
    std::iter::once(style::wrap(&line, "", "  ")).chain(findings).collect::<Vec<_>>().join("\n")
}

/// The failure of a file that stands at the beginning of the line already.
fn without_name(file: &Path, error: &Error) -> String {
    let words = words(error);
    words.strip_prefix(&escape::path(file)).map_or(words.as_str(), |rest| rest.trim_start_matches([',', ':', ' '])).to_owned()
}

/// What the JSON document says of a file, as it stands in it.
fn document(file: &Path) -> Report {
    /// All of it, if there were no other file.
    #[derive(Serialize)]
    struct Alone<'a> {
        files: [Checked<'a>; 1],
    }
    let report = |checked| {
        let alone = serde_json::to_string_pretty(&Alone { files: [checked] }).unwrap_or_default();
        let own = alone.strip_prefix(AROUND.0).and_then(|rest| rest.strip_suffix(AROUND.1));
        clean_json(own.unwrap_or_default().to_owned())
    };
    let shown = files::shown(file);
    match files::read(file) {
        Ok(referee) => {
            let checked = document::checked(&shown, &*referee);
            (u8::from(!checked.ok), report(checked))
        }
        Err(error) => (2, report(document::unchecked(&shown, &error_documents(&error)))),
    }
}

/// Judges a disputed line.
fn judge(args: &Args, line: &str, json: bool) -> Result<Answer> {
    let [file] = &args.files[..] else {
        bail!("a line can be tried in one log only: name one file with --try");
    };
    let (referee, halted) = files::read_at(file, args.at)?;
    let book = referee.book();
    let verdicts = referee.try_line(line).map_err(refused(book))?;
    let (is_foul, document) = document::tried(&verdicts);
    let status = u8::from(is_foul);
    if json {
        return Ok(Answer::of_log(&document, halted)?.with_status(status));
    }
    let mut said: Vec<String> = verdicts.iter().map(|(step, verdict)| messages::verdict(step, verdict, book)).collect();
    said.push(style::faint("Nothing was recorded."));
    Ok(Answer::text(said.join("\n")).with_status(status))
}
