//! `why`: explains what was worked out at a line, clause by clause.

use super::{
    answer::{Answer, refused},
    escape::clean,
    files,
    paint::{faint, strong, wrap},
    say,
};
use anyhow::Result;
use fowlplay::{
    log::{BETWEEN_PARTS, Place, Spot},
    referee::{Explained, Referee, Why},
    table::Book,
};
use std::path::PathBuf;

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay why game.toml          (the last line)
  fowlplay why game.toml 1.9      (line 9 of round 1; 1.tally: its tally)

With --json: {\"round\", \"line\", \"text\", \"steps\": [{\"step\", \"read_back\", \"tellings\": [{\"clause\", \"rule\", \"text\", \"aloud\"}], \"verdict\"}]}; `verdict` is null for a legal step, else as in `check --try`.";

/// Which log, and which line of it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
    /// Line L of round R; else the last line
    #[arg(value_name = "R.L", value_parser = spot)]
    place: Option<Spot>,
}

/// Explains a line.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let referee = files::read(&args.file)?;
    let place = match args.place {
        Some(Spot::Line(place)) => Some(place),
        // It stands behind the lines of its round.
        Some(Spot::Tally(round)) => {
            let lines = referee.log().round(round).map_or(0, |round| round.lines.len());
            Some(Place::new(round, u32::try_from(lines)?.saturating_add(1)))
        }
        _ => None,
    };
    let why = referee.why(place).map_err(refused(referee.book()))?;
    if json { Answer::of_log(&why, referee.halted()) } else { Ok(Answer::text(told(&why, &*referee))) }
}

/// A line, or a round's tally.
fn spot(text: &str) -> Result<Spot, String> {
    match text.parse() {
        Ok(spot @ (Spot::Line(_) | Spot::Tally(_))) => Ok(spot),
        _ => Err("write round and line, counted from 1, as in `2.14`, or `2.tally`".to_owned()),
    }
}

/// What a line of a log did, and why.
pub fn told(why: &Why, referee: &dyn Referee) -> String {
    let (book, log) = (referee.book(), referee.log());
    let tally = Spot::Tally(why.place.round);
    let (spot, text) = match log.text_at(&tally).filter(|_| why.place.line > 0 && log.line(why.place).is_none()) {
        Some(parts) => (tally, parts.replace(BETWEEN_PARTS, " · ")),
        None => (Spot::Line(why.place), why.text.clone()),
    };
    let mut parts = vec![wrap(&clean(&text), &format!("{}  ", strong(&spot.to_string())), "  ")];
    parts.extend(why.steps.iter().map(|step| explained(step, book)));
    if let Some(halted) = referee.halted().filter(|halted| *halted < why.place) {
        let text = format!("It was not judged: the log stops being judged at {halted}, at a step that can't have happened.");
        parts.push(faint(&wrap(&text, "  ", "  ")));
    } else if why.steps.iter().all(|step| step.consequences.is_empty() && step.verdict.is_none()) {
        parts.push(faint("  Nothing else followed from it."));
    }
    // Each clause that was cited, once, below.
    let mut cited = Vec::new();
    for consequence in why.steps.iter().flat_map(|step| &step.consequences) {
        if !cited.contains(&consequence.clause) {
            cited.push(consequence.clause);
        }
    }
    let texts = cited.into_iter().filter_map(|clause| Some((clause, book.text_of(book.clause(clause)?, referee.rules()))));
    parts.extend(texts.map(|(clause, text)| faint(&wrap(&format!("{clause}  {text}"), "  ", "          "))));
    parts.join("\n")
}

fn explained(step: &Explained, book: &Book) -> String {
    let mut lines = Vec::new();
    if let Some(verdict) = &step.verdict {
        lines.push(say::verdict(&step.step, verdict, book));
    }
    if !step.description.is_empty() {
        lines.push(wrap(&clean(&step.description), "  ", "    "));
    }
    lines.extend(step.consequences.iter().map(say::consequence));
    lines.join("\n")
}
