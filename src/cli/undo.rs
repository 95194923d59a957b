//! `undo` and `redo`: take back the latest changes, and bring them back.

use super::{
    amend,
    answer::{Answer, not_done},
    args::OneLog,
    escape::clean,
    files,
    paint::{strong, wrap},
    say::quoted,
};
use anyhow::Result;
use fowlplay::{
    actions::{Action, Done, Faster},
    log::{BETWEEN_PARTS, By, Change, Correction, Log, PlacedLine, Spot},
    referee::usual_rule,
};
use std::{
    num::NonZero,
    path::{Path, PathBuf},
};

/// Examples of `undo`, and the shape of its JSON document.
pub const UNDO_HELP: &str = "Examples:
  fowlplay undo game.toml        (the latest change)
  fowlplay undo game.toml 3      (the latest three)

A change is a line, a tally, or what one command changed further back (`amend`, `rule`). What was taken back stays in the file as a correction; `fowlplay redo` brings it back.

With --json: {\"file\", \"lines\": [{\"round\", \"line\", \"text\"}], \"changes\": [{\"at\", \"was\", \"now\"}]}, in the order in which they were taken back: `lines` are those that had been recorded, `changes` all that is another now, `at` being R.L, R.tally or rules.KEY, and `was` or `now` null where nothing was there or is; of a table rule `usual` says what that comes to.";

/// Examples of `redo`, and the shape of its JSON document.
pub const REDO_HELP: &str = "Examples:
  fowlplay redo game.toml

Brings back what the latest `undo` took back, if nothing was recorded or changed since.

With --json: as of `undo`, in the order in which they were brought back.";

/// What `undo` is told.
#[derive(Debug, clap::Args)]
pub struct UndoArgs {
    /// The log
    file: PathBuf,
    /// How many changes
    #[arg(default_value = "1", value_name = "N")]
    changes: NonZero<u32>,
}

/// Takes back changes.
pub fn undo(args: &UndoArgs, json: bool) -> Result<Answer> {
    moved(&args.file, &Action::undo(args.changes), json)
}

/// Brings back changes.
pub fn redo(args: &OneLog, json: bool) -> Result<Answer> {
    moved(&args.file, &Action::Redo { count: NonZero::<u32>::MIN }, json)
}

/// Takes back or brings back; what that did to the lines that stay, if it was more than lines that came or went.
fn moved(path: &Path, action: &Action, json: bool) -> Result<Answer> {
    let mut workspace = files::open(path)?;
    // The log may be one that can't be judged at all: then nothing is refused by a rule.
    let book = workspace.referee().ok().map(|referee| referee.book());
    let outcome = workspace.carry_out(action, Faster::Refuse).map_err(|error| match book {
        Some(book) => not_done(book)(error),
        None => error.into(),
    })?;
    if json {
        return Ok(Answer::json(&outcome.document(&files::shown(path)))?.of_saved());
    }
    let Done::Moved { changes, came_of_it } = &outcome.done else { return Ok(Answer::text("").of_saved()) };
    let told = came_of_it.iter().zip(book).map(|(amended, book)| amend::told(amended, book, true) + "\n");
    let (came_of_it, list) = (told.collect::<String>(), listed(workspace.log(), changes));
    let text = if matches!(action, Action::Redo { .. }) {
        format!("Brought back:\n{list}\n{came_of_it}")
    } else {
        let again = strong(&clean(&format!("fowlplay redo {}", quoted(&files::shown(path)))));
        let it = if changes.len() == 1 { "it" } else { "them" };
        format!("Taken back:\n{list}\n{came_of_it}Bring {it} back with: {again}")
    };
    Ok(Answer::text(text.trim_end()).of_saved())
}

/// What changes did to a log, in words: first where, for those that are lines.
pub fn said(log: &Log, changes: &[Change]) -> impl Iterator<Item = (Option<String>, String)> {
    changes.iter().flat_map(move |change| match change.line() {
        Some(PlacedLine { place, text }) => {
            let begun = if place.line == 0 { "the round begun with first = " } else { "" };
            vec![(Some(place.to_string()), format!("{begun}{}", clean(&text)))]
        }
        // A round that went or came with its tally need not be told.
        None if change.is_recorded => change.corrections.iter().filter_map(recorded).collect(),
        None => change.corrections.iter().map(|correction| (None, amended(log, correction))).collect(),
    })
}

/// A tally, or the last input of a line.
fn recorded(Correction { at, was, now, .. }: &Correction) -> Option<(Option<String>, String)> {
    let text = |text: &Option<String>| text.as_deref().map(shown).unwrap_or_default();
    match (at, was, now) {
        (Spot::Line(place), Some(one), Some(other)) => {
            let (longer, shorter) = if one.len() > other.len() { (one, other) } else { (other, one) };
            let input = longer.strip_prefix(shorter.as_str()).unwrap_or(longer).trim_start_matches([';', ' ']);
            Some((Some(place.to_string()), format!("{} (the line is now: {})", clean(input), clean(other))))
        }
        (Spot::Tally(round), ..) => {
            Some((None, format!("the tally of round {round}: {}", text(if was.is_some() { was } else { now }))))
        }
        _ => None,
    }
}

/// A change of what was recorded: what it was, and what there is again.
fn amended(log: &Log, Correction { at, was, now, by, .. }: &Correction) -> String {
    let is_undo = *by == Some(By::Undo);
    let (set, other, otherwise) = if is_undo { (was, now, "again") } else { (now, was, "was") };
    let what = match at {
        Spot::Line(place) => place.to_string(),
        Spot::Tally(round) => format!("the tally of round {round}"),
        Spot::Rule(key) => {
            let rule = |value: &Option<String>| match value {
                Some(value) => clean(&format!("{key}={value}")).into_owned(),
                None => clean(&format!("{key}={}, as usual", usual_rule(log, key).unwrap_or_default())).into_owned(),
            };
            return format!("the table rule {} ({}: {})", rule(set), otherwise, rule(other));
        }
        Spot::Head(key) => format!("{} of the head", key.name()),
        Spot::Seats => "the order of the seats".to_owned(),
        Spot::Player(_) => "the name of a player".to_owned(),
    };
    match (was, now) {
        (Some(was), Some(now)) => format!("the change of {what} (again: {}, was: {})", shown(now), shown(was)),
        (None, Some(now)) if is_undo => format!("the deletion of {what} (again: {})", shown(now)),
        (Some(was), None) if is_undo => format!("{what} put in: {}", shown(was)),
        (None, Some(now)) => format!("{what} put in: {}", shown(now)),
        (was, None) => format!("the deletion of {what} (was: {})", was.as_deref().map(shown).unwrap_or_default()),
    }
}

/// What stands at a spot, on one line.
fn shown(text: &str) -> String {
    text.split(BETWEEN_PARTS).map(clean).collect::<Vec<_>>().join(" · ")
}

fn listed(log: &Log, changes: &[Change]) -> String {
    let line = |(place, text): (Option<String>, String)| match place {
        Some(place) => wrap(&text, &format!("  {place:<5} "), "          "),
        None => wrap(&text, "  ", "    "),
    };
    said(log, changes).map(line).collect::<Vec<_>>().join("\n")
}
