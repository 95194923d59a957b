//! `why`: explains what was worked out at a line, clause by clause.

use super::{
    answer::Answer,
    escape::clean,
    failure::Failure,
    files, json,
    paint::{faint, strong, wrap},
    say,
};
use fowlplay::{
    log::Place,
    referee::{Explained, Why},
    table::Book,
};
use serde_json::json;
use std::path::PathBuf;

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay why game.toml          (the last line)
  fowlplay why game.toml 1.9      (line 9 of round 1)

With --json: {\"round\", \"line\", \"text\", \"steps\": [{\"step\", \"read_back\", \"tellings\": [{\"clause\", \"rule\", \"text\", \"aloud\"}], \"verdict\"}]}; `verdict` is null for a legal step, else as in `check --try`.";

/// Which log, and which line of it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
    /// Line L of round R; else the last line
    #[arg(value_name = "R.L")]
    place: Option<Place>,
}

/// Explains a line.
///
/// # Errors
/// When the log can't be read, or has no such line.
pub fn run(args: &Args, json: bool) -> Result<Answer, Failure> {
    let referee = files::read(&args.file)?;
    let book = referee.book();
    let why = referee.why(args.place).map_err(|refusal| Failure::refused(refusal, book))?;
    if json { document(&why) } else { Ok(Answer::text(told(&why, book))) }
}

/// What a line did, and why.
pub fn told(why: &Why, book: &Book) -> String {
    let mut parts = vec![format!("{}  {}", strong(&why.place.to_string()), clean(&why.text))];
    parts.extend(why.steps.iter().map(|step| explained(step, book)));
    if why.steps.iter().all(|step| step.tellings.is_empty() && step.verdict.is_none()) {
        parts.push(faint("  Nothing else followed from it."));
    }
    // Each clause that was cited, once, below.
    let mut cited = Vec::new();
    for telling in why.steps.iter().flat_map(|step| &step.tellings) {
        if !cited.contains(&telling.clause) {
            cited.push(telling.clause);
        }
    }
    let texts = cited.into_iter().filter_map(|clause| Some((clause, book.clause(clause)?)));
    parts.extend(texts.map(|(clause, text)| faint(&wrap(&format!("{clause}  {text}"), "  ", "          "))));
    parts.join("\n")
}

fn explained(step: &Explained, book: &Book) -> String {
    let mut lines = Vec::new();
    if let Some(verdict) = &step.verdict {
        lines.push(say::verdict(&step.step, verdict, book));
    }
    if !step.read_back.is_empty() {
        lines.push(wrap(&clean(&step.read_back), "  ", "    "));
    }
    lines.extend(step.tellings.iter().map(say::telling));
    lines.join("\n")
}

fn document(why: &Why) -> Result<Answer, Failure> {
    let step = |step: &Explained| {
        json!({
            "step": step.step,
            "read_back": step.read_back,
            "tellings": step.tellings.iter().map(json::telling).collect::<Vec<_>>(),
            "verdict": step.verdict.as_ref().map(json::verdict),
        })
    };
    Answer::json(&json!({
        "round": why.place.round,
        "line": why.place.line,
        "text": why.text,
        "steps": why.steps.iter().map(step).collect::<Vec<_>>(),
    }))
}
