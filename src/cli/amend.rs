//! `amend`: changes earlier lines; everything after them is judged again.

use super::{
    agree::Asking,
    answer::{Answer, not_done, refused},
    args::hyphened,
    escape::{clean, clean_all},
    files,
    paint::{strong, wrap},
    say,
};
use anyhow::Result;
use fowlplay::{
    actions::{self, Action, ActionError},
    log::{Correction, Place, Spot},
    referee::{Amended, Edit, EffectChange, Finding, Refusal, ScoreChange, WinnersChange},
    table::{Book, Kind, and_list},
};
use std::path::PathBuf;

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay amend game.toml 1.4 'Ada: hatch 7SK; draw'      (replaces line 4 of round 1)
  fowlplay amend game.toml +1.4 'Ada: shows 7SK'           (inserts before it)
  fowlplay amend game.toml -1.4                            (deletes it)
  fowlplay amend game.toml -2.tally                        (deletes the tally of round 2)
  fowlplay amend game.toml 1.4 'Ada: hatch 8WL; draw' --overrule 'agreed at the table'

All edits are judged together, at the places that the log has now. Later lines that can't have happened then are in the way; lines that would be illegal, changed ones and later ones, go through with --overrule, which writes the reason behind them. On a terminal it says what would change, and asks before it writes.

With --json: {\"file\", \"changed\": [{\"at\", \"was\", \"now\"}], \"gone\": [FINDING], \"come\": [FINDING], \"scores\": [{\"name\", \"now\", \"was\"}], \"winners\": {\"now\", \"was\"}, \"effects\": [{\"round\", \"line\", \"text\", \"now\", \"was\"}], \"marked\": [{\"round\", \"line\"}]}, a finding being as in `check`, a score that is not certain [LEAST, MOST], and `winners` null where they are the same.";

/// So many lines whose effect is another are listed; of more, the first of them.
const EFFECTS: usize = 6;

/// Which lines, and what they are to be.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
    /// R.L 'LINE' replaces, +R.L 'LINE' inserts before, -R.L deletes, -R.tally deletes a tally
    #[arg(required = true, value_name = "EDIT", value_parser = hyphened())]
    edits: Vec<String>,
    /// Let lines that are illegal then stand, for this reason
    #[arg(long, value_name = "REASON", conflicts_with = "move_on")]
    overrule: Option<String>,
    /// Give every later line of the round to the next player, where a turn was forgotten or is one too many
    #[arg(long)]
    move_on: bool,
    #[command(flatten)]
    asking: Asking,
}

/// Changes lines.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let edits = actions::edits(&args.edits)?;
    let done = edits.iter().map(done).collect::<Vec<_>>().join("\n");
    let mut workspace = files::open(&args.file)?;
    let referee = workspace.referee()?;
    let book = referee.book();
    let action = Action::Amend { edits: edits.clone(), overrule: args.overrule.clone(), move_on: args.move_on };
    let outcome = workspace.preview(&action).map_err(|error| {
        let ActionError::Refused(refusal) = error else { return not_done(book)(error) };
        let unchanged = match &refusal {
            _ if refusal.is_illegal() => Some("Nothing was changed. With --overrule REASON it stands."),
            Refusal::Foul { .. } => Some("Nothing was changed."),
            _ => None,
        };
        let is_later = matches!(refusal, Refusal::LaterIllegal(_) | Refusal::LaterImpossible(_));
        let moved = if is_later && !args.move_on { referee.moving_on(&edits) } else { None };
        let error = refused(book)(refusal);
        match (moved, unchanged) {
            (Some(moved), _) => error.context(format!("{} `--move-on` does it.", moved_on(&moved))),
            (None, Some(unchanged)) => error.context(unchanged),
            (None, None) => error,
        }
    })?;
    args.asking.commit(&mut workspace, &outcome, &done, book, json)
}

/// What is said of a forgotten turn, or one too many, where every later line of the round goes to another player with it.
pub fn moved_on(moved: &[Edit]) -> String {
    let from = moved.iter().filter_map(|edit| if let Edit::Replace(place, _) = edit { Some(*place) } else { None }).min();
    let from = from.map(|place| place.to_string()).unwrap_or_default();
    let whose = if matches!(moved, [Edit::Insert(..), ..]) { "a turn was forgotten" } else { "there was a turn too many" };
    format!("After this the lines from {from} on fall to the wrong players. They fit if {whose} and each is another player's.")
}

/// What an edit did, in a word.
pub fn done(edit: &Edit) -> String {
    let text = match edit {
        Edit::Replace(place, _) => format!("{place} replaced"),
        Edit::Insert(place, _) => format!("{place} inserted"),
        Edit::Delete(place) => format!("{place} deleted"),
        Edit::DeleteTally(round) => format!("{round}.tally deleted"),
    };
    strong(&text)
}

/// What a change further back did to the rest of the log, or would do before it is written: first what matters: who wins, and the scores.
pub fn told(amended: &Amended, book: &Book, is_written: bool) -> String {
    let (now, was) = if is_written { ("now", "was") } else { ("would be", "is") };
    let mut lines = Vec::new();
    let mut listed = |head: &str, items: Vec<String>| {
        if !items.is_empty() {
            lines.push(head.to_owned());
            lines.extend(items.iter().map(|item| textwrap::indent(item, "  ")));
        }
    };
    let who = |names: &[String]| if names.is_empty() { "nobody".to_owned() } else { and_list(clean_all(names)) };
    let winners = |winners: &WinnersChange| format!("{now} {}, {was} {}", who(&winners.now), who(&winners.was));
    listed("Who wins:", amended.winners.iter().map(winners).collect());
    let score = |change: &ScoreChange| {
        let [is, before] = [change.now, change.was];
        wrap(&format!("{}: {now} {is}, {was} {before}", clean(&change.name)), "", "  ")
    };
    listed("The score:", amended.scores.iter().map(score).collect());
    let mut changes: Vec<(Place, &str)> = amended.changed.iter().filter_map(line_of).collect();
    changes.sort_by_key(|(place, _)| *place);
    let mut changes: Vec<String> =
        changes.into_iter().map(|(place, now)| wrap(&format!("{place}  {}", clean(now)), "", "    ")).collect();
    let more = changes.split_off(changes.len().min(EFFECTS)).len();
    if more > 0 {
        changes.push(format!("and {more} more"));
    }
    // One alone is what was asked for.
    if changes.len() > 1 && amended.marked.is_empty() {
        listed("Changed together:", changes);
    }
    // A foul that is let stand now, or no longer: the verdict is the same, and it is not said twice.
    let is_same = |one: &Finding, other: &Finding| {
        (one.place(), one.step, &one.actor, &one.verdict) == (other.place(), other.step, &other.actor, &other.verdict)
    };
    let has = |all: &[Finding], one: &Finding| all.iter().any(|other| is_same(one, other));
    let gone = amended.gone.iter().filter(|gone| !has(&amended.come, gone));
    let is_let_stand = |come: &&Finding| come.kind == Kind::Overruled && has(&amended.gone, come);
    let (let_stand, come): (Vec<&Finding>, Vec<&Finding>) = amended.come.iter().partition(is_let_stand);
    let finding = |found| say::finding(found, book);
    listed(if is_written { "No longer found:" } else { "Would be found no longer:" }, gone.map(finding).collect());
    listed(if is_written { "Found now:" } else { "Would be found:" }, come.into_iter().map(finding).collect());
    let others = amended.marked.iter().filter(|place| let_stand.iter().all(|finding| finding.place() != **place));
    let others: Vec<String> = others.map(ToString::to_string).collect();
    let stands = |finding: &&Finding| {
        let now = if is_written { "is let stand now" } else { "would be let stand" };
        wrap(&format!("{} {now}: {}", finding.place(), clean(finding.reason.as_deref().unwrap_or_default())), "", "  ")
    };
    let marked = let_stand.iter().map(stands).chain((!others.is_empty()).then(|| others.join(", "))).collect();
    listed("Marked as overruled:", marked);
    let effect = |effect: &EffectChange| {
        let part = |text: &str| if text.is_empty() { "nothing more".to_owned() } else { clean(text).into_owned() };
        let EffectChange { place, text, .. } = effect;
        let (now, was) = if is_written { ("now", "was") } else { ("then", "now") };
        wrap(&format!("{place} {}: {now} {}, {was} {}", clean(text), part(&effect.now), part(&effect.was)), "", "    ")
    };
    let (told, more) = amended.effects.split_at(amended.effects.len().min(EFFECTS));
    let mut effects: Vec<String> = told.iter().map(effect).collect();
    if let Some(last) = more.last() {
        effects.push(format!("and {} more, up to {}; `why` tells what a line does", more.len(), last.place));
    }
    listed(if is_written { "The same words do something else now:" } else { "The same words would do something else:" }, effects);
    if lines.is_empty() {
        lines.push(format!("All other lines stand as they {}.", if is_written { "were" } else { "are" }));
    }
    lines.join("\n")
}

/// The line that a correction made another, and what it is now.
fn line_of(change: &Correction) -> Option<(Place, &str)> {
    match (&change.at, &change.now) {
        (Spot::Line(place), Some(now)) if change.by.is_none() => Some((*place, now)),
        _ => None,
    }
}
