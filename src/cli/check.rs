//! `check`: verifies logs from start to end, several at once, or judges a disputed move.

use super::{
    answer::{Answer, error_documents, refused, words},
    args::hyphened,
    bar::Bar,
    escape::clean,
    files, paint, say,
};
use anyhow::{Error, Result, bail};
use fowlplay::{
    log::{HeadKey, Place},
    referee::{Finding, document},
    table::{Book, Kind, Progress, count_of},
};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay check game.toml
  fowlplay check logs/*.toml
  fowlplay check game.toml --try 'Bo: grow 2 9LK' --at 1.9    (a dispute: changes nothing)

With --json: {\"files\": [{\"file\", \"game\", \"ok\", \"complete\", \"closed\", \"steps\", \"findings\": [{\"round\", \"line\", \"step\", \"actor\", \"text\", \"kind\", \"clause\", \"message\"}], \"halted\", \"error\", \"errors\"}]}; `closed` says why nobody will finish the game, or is null; `kind` is illegal, impossible, revoke or overruled; `errors` has every slip of a log that can't be read as {\"line\", \"column\", \"message\"}, `error` the first of them or null.
With --try: {\"verdict\": \"legal|illegal|impossible\", \"clause\", \"message\", \"alternatives\": […], \"hints\": […]}.";

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

/// What was found in one log.
struct Checked {
    book: &'static Book,
    /// Why nobody will finish the game.
    closed: Option<String>,
    complete: bool,
    steps: usize,
    findings: Vec<Finding>,
    halted: Option<Place>,
}

/// Verifies logs, or judges a move.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    if let Some(line) = &args.tried {
        return judge(args, line, json);
    }
    if json {
        let files = verify(&args.files, document);
        let status = files.iter().map(|(status, _)| *status).max().unwrap_or_default();
        let files: Vec<&Value> = files.iter().map(|(_, file)| file).collect();
        return Ok(Answer::json(&json!({ "files": files }))?.with_status(status));
    }
    let results = verify(&args.files, check);
    let status = results.iter().map(status).max().unwrap_or_default();
    let pairs = args.files.iter().zip(&results);
    let mut said = Vec::new();
    for (file, result) in pairs {
        match result {
            Ok(checked) => said.push(told(file, checked)),
            Err(error) => {
                let line = format!("{}: {}", clean(&files::shown(file)), without_name(file, error));
                // What is shown with a caret under it has its own lines.
                said.push(if line.contains('\n') { line } else { paint::wrap(&line, "", "  ") });
            }
        }
    }
    Ok(Answer::text(said.join("\n")).with_status(status))
}

/// 0 legal, 1 a rule is broken, 2 not read.
fn status(result: &Result<Checked>) -> u8 {
    match result {
        Ok(checked) => checked.findings.iter().any(Finding::is_foul).into(),
        Err(_) => 2,
    }
}

/// Checks every file; several at once, in the order given.
fn verify<T: Send>(files: &[PathBuf], check: impl Fn(&Path) -> T + Sync) -> Vec<T> {
    if let [file] = files {
        return vec![check(file)];
    }
    let count = files.len();
    let bar = Bar::of(Some(Box::new(move || count)));
    let results = files
        .par_iter()
        .map(|file| {
            let checked = check(file);
            bar.add(1);
            checked
        })
        .collect();
    bar.end();
    results
}

fn check(file: &Path) -> Result<Checked> {
    let referee = files::read(file)?;
    Ok(Checked {
        book: referee.book(),
        closed: referee.log().head(HeadKey::Closed),
        complete: referee.progress() == Progress::GameOver && referee.halted().is_none(),
        steps: referee.steps(),
        findings: referee.findings().to_vec(),
        halted: referee.halted(),
    })
}

/// A line for the file, and its findings below.
fn told(file: &Path, checked: &Checked) -> String {
    let overruled = checked.findings.iter().filter(|finding| finding.kind == Kind::Overruled).count();
    let found = match checked.findings.len() - overruled {
        0 => "nothing found".to_owned(),
        found => count_of(found, "finding", "findings"),
    };
    let overruled = if overruled > 0 { format!(", {overruled} overruled") } else { String::new() };
    let halted = checked.halted.map(|place| format!("; judged no further than {place}")).unwrap_or_default();
    let line = format!(
        "{}: {}, {}, {}, {found}{overruled}{halted}",
        clean(&files::shown(file)),
        checked.book.title,
        count_of(checked.steps, "step", "steps"),
        match &checked.closed {
            _ if checked.complete => "complete".into(),
            Some(reason) => format!("closed ({})", clean(reason)),
            None => "not over yet".to_owned(),
        },
    );
    let findings = checked.findings.iter().map(|finding| textwrap::indent(&say::finding(finding, checked.book), "  "));
    std::iter::once(paint::wrap(&line, "", "  ")).chain(findings).collect::<Vec<_>>().join("\n")
}

/// The failure of a file that stands at the beginning of the line already.
fn without_name(file: &Path, error: &Error) -> String {
    let words = words(error);
    let named = files::shown(file);
    words.strip_prefix(&named).map_or(words.as_str(), |rest| rest.trim_start_matches([',', ':', ' '])).to_owned()
}

/// What the JSON document says of a file, and the exit status.
fn document(file: &Path) -> (u8, Value) {
    let shown = files::shown(file);
    match files::read(file) {
        Ok(referee) => {
            let document = document::checked(&shown, &*referee);
            (u8::from(document["ok"] == false), document)
        }
        Err(error) => (2, document::unchecked(&shown, &error_documents(&error))),
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
    let mut said: Vec<String> = verdicts.iter().map(|(step, verdict)| say::verdict(step, verdict, book)).collect();
    said.push(paint::faint("Nothing was recorded."));
    Ok(Answer::text(said.join("\n")).with_status(status))
}
