//! Renders what a change did to a log, or would do.

use super::{
    messages,
    style::{strong, wrap},
};
use crate::{
    log::{BETWEEN_PARTS, By, Change, Correction, Log, Place, PlacedLine, Spot},
    referee::{Amended, Edit, EffectChange, Finding, ScoreChange, Verdict, WinnersChange, usual_rule},
    table::{
        Book, Kind, and_list,
        escape::{clean, clean_all},
    },
};

/// The most lines listed whose effect has changed.
const MAX_LISTED: usize = 6;

/// What a change would do.
pub fn preview(amended: &Amended, done: &str) -> String {
    format!("Not written yet: {done}\n{}", self::amended(amended, false))
}

/// Explains edits that give the following turns to other players: a turn was forgotten, or there was one too many.
pub fn reassigned(edits: &[Edit]) -> String {
    let moved = edits.iter().zip(Edit::spots_after(edits)).filter(|(edit, _)| matches!(edit, Edit::Replace(..)));
    let from = moved.min_by_key(|(edit, _)| if let Edit::Replace(place, _) = edit { Some(*place) } else { None });
    let from = from.map(|(_, spot)| spot.to_string()).unwrap_or_default();
    let whose = if matches!(edits, [Edit::Insert(..), ..]) { "a turn was forgotten" } else { "there was a turn too many" };
    format!("After this the lines from {from} on fall to the wrong players. They fit if {whose} and each is another player's.")
}

/// The edits that correct the first players of rounds that a change made wrong.
pub fn firsts(edits: &[Edit]) -> String {
    let edits: Vec<String> = edits.iter().map(|edit| format!("`{}`", clean(&edit.to_string()))).collect();
    format!("Who is first of a later round changes with it: add {}.", and_list(&edits))
}

/// What edits did, in short, one line each.
pub fn edited(edits: &[Edit]) -> String {
    let line = |(edit, spot): (&Edit, Spot)| {
        strong(&match edit {
            Edit::Replace(..) | Edit::Tally(..) | Edit::First(..) => format!("{spot} replaced"),
            Edit::Insert(..) => format!("{spot} inserted"),
            // A deleted line is shown with its former place.
            Edit::Delete(_) | Edit::DeleteTally(_) => format!("{} deleted", edit.spot()),
        })
    };
    edits.iter().zip(Edit::spots_after(edits)).map(line).collect::<Vec<_>>().join("\n")
}

/// What a change of earlier lines did to the rest of the log, or would do if it is not written yet. The winners and scores come first.
pub fn amended(amended: &Amended, is_written: bool) -> String {
    let (now, was) = if is_written { ("now", "was") } else { ("would be", "is") };
    let mut lines = Vec::new();
    let mut listed = |head: &str, items: Vec<String>| {
        if !items.is_empty() {
            lines.push(wrap(head, "", ""));
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
    let mut changes: Vec<(Place, &Spot, &str)> = amended.changed.iter().filter_map(line_of).collect();
    changes.sort_by_key(|(place, ..)| *place);
    let mut changes: Vec<String> =
        changes.into_iter().map(|(_, spot, now)| wrap(&format!("{spot}  {}", one_line(now)), "", "    ")).collect();
    let more = changes.split_off(changes.len().min(MAX_LISTED)).len();
    if more > 0 {
        changes.push(format!("and {more} more"));
    }
    // A single change is the one that was requested.
    if changes.len() > 1 && amended.marked.is_empty() {
        listed("Changed together:", changes);
    }
    // A foul that was overruled, or no longer is, keeps its verdict: list it once.
    let is_same = |one: &Finding, other: &Finding| {
        let unquoted = |finding: &Finding| Verdict { clause_text: None, ..finding.verdict.clone() };
        (one.place(), one.step, &one.actor, unquoted(one)) == (other.place(), other.step, &other.actor, unquoted(other))
    };
    let has = |all: &[Finding], one: &Finding| all.iter().any(|other| is_same(one, other));
    let gone = amended.gone.iter().filter(|gone| !has(&amended.come, gone));
    let is_overruled = |come: &&Finding| come.kind == Kind::Overruled && has(&amended.gone, come);
    let (overruled, come): (Vec<&Finding>, Vec<&Finding>) = amended.come.iter().partition(is_overruled);
    let finding = |found| messages::finding(found);
    listed(if is_written { "No longer found:" } else { "Would be found no longer:" }, gone.map(finding).collect());
    listed(if is_written { "Found now:" } else { "Would be found:" }, come.into_iter().map(finding).collect());
    let others = amended.marked.iter().filter(|place| overruled.iter().all(|finding| finding.place() != **place));
    let others: Vec<String> = others.map(ToString::to_string).collect();
    let overruled_line = |finding: &&Finding| {
        let now = if is_written { "is let stand now" } else { "would be let stand" };
        wrap(&format!("{} {now}: {}", finding.place(), clean(finding.reason.as_deref().unwrap_or_default())), "", "  ")
    };
    let marked = overruled.iter().map(overruled_line).chain((!others.is_empty()).then(|| others.join(", "))).collect();
    listed("Marked as overruled:", marked);
    let effect = |effect: &EffectChange| {
        let part = |text: &str| if text.is_empty() { "nothing more".to_owned() } else { clean(text).into_owned() };
        let EffectChange { place, text, .. } = effect;
        let (now, was) = if is_written { ("now", "was") } else { ("then", "now") };
        wrap(&format!("{place} {}: {now} {}, {was} {}", clean(text), part(&effect.now), part(&effect.was)), "", "    ")
    };
    let (first, more) = amended.effects.split_at(amended.effects.len().min(MAX_LISTED));
    let mut effects: Vec<String> = first.iter().map(effect).collect();
    if let Some(last) = more.last() {
        effects.push(format!("and {} more, up to {}; `why` tells what a line does", more.len(), last.place));
    }
    listed(if is_written { "The same words do something else now:" } else { "The same words would do something else:" }, effects);
    if lines.is_empty() {
        lines.push(wrap(&format!("All other lines stay as they {}.", if is_written { "were" } else { "are" }), "", ""));
    }
    lines.join("\n")
}

/// The line, tally or `first` that a correction changed, and its new text. A tally comes after the lines of its round.
fn line_of(change: &Correction) -> Option<(Place, &Spot, &str)> {
    let place = match change.at {
        Spot::Line(place) => place,
        Spot::Tally(round) => Place::new(round, u32::MAX),
        Spot::First(round) => Place::new(round, 0),
        _ => return None,
    };
    let now = change.now.as_deref().filter(|_| change.by.is_none())?;
    Some((place, &change.at, now))
}

/// What changes did to a log: for lines their place, and a description.
pub fn listed(log: &Log, book: Option<&Book>, changes: &[Change]) -> impl Iterator<Item = (Option<String>, String)> {
    changes.iter().flat_map(move |change| match change.line() {
        Some(PlacedLine { place, text }) => {
            let start = if place.line == 0 { "the round start with first = " } else { "" };
            vec![(Some(place.to_string()), format!("{start}{}", clean(&text)))]
        }
        // A round that was removed or added with its tally is not listed.
        None if change.is_recorded => change.corrections.iter().filter_map(recorded).collect(),
        None => change.corrections.iter().map(|correction| (None, described(log, book, correction))).collect(),
    })
}

/// A tally, or the last input of a line.
fn recorded(Correction { at, was, now, .. }: &Correction) -> Option<(Option<String>, String)> {
    let text = |text: &Option<String>| text.as_deref().map(one_line).unwrap_or_default();
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

/// A change of what was recorded, with its old and new value.
fn described(log: &Log, book: Option<&Book>, Correction { at, was, now, by, .. }: &Correction) -> String {
    let is_undo = *by == Some(By::Undo);
    let (set, other, label) = if is_undo { (was, now, "again") } else { (now, was, "was") };
    let what = match at {
        Spot::Line(place) => place.to_string(),
        Spot::Tally(round) => format!("the tally of round {round}"),
        Spot::First(round) => format!("who is first of round {round}"),
        Spot::Rule(key) => {
            let rule = |value: &Option<String>| match value {
                Some(value) => clean(&format!("{key}={value}")).into_owned(),
                None => {
                    clean(&format!("{key}={}, as usual", book.and_then(|book| usual_rule(book, log, key)).unwrap_or_default()))
                        .into_owned()
                }
            };
            return format!("the table rule {} ({}: {})", rule(set), label, rule(other));
        }
        Spot::Head(key) => format!("{} of the head", key.name()),
        Spot::Left(name) => return left(&clean(name), was.as_deref(), now.as_deref(), is_undo),
        Spot::Seats => "the order of the seats".to_owned(),
        Spot::Player(_) => "the name of a player".to_owned(),
    };
    match (was, now) {
        (Some(was), Some(now)) => format!("the change of {what} (again: {}, was: {})", one_line(now), one_line(was)),
        (None, Some(now)) if is_undo => format!("the deletion of {what} (again: {})", one_line(now)),
        (Some(was), None) if is_undo => format!("{what} put in: {}", one_line(was)),
        (None, Some(now)) => format!("{what} put in: {}", one_line(now)),
        (was, None) => format!("the deletion of {what} (was: {})", was.as_deref().map(one_line).unwrap_or_default()),
    }
}

/// A change of when somebody left, as what happened then: `Tom left after round 1`.
fn left(name: &str, was: Option<&str>, now: Option<&str>, is_undo: bool) -> String {
    match (was, now) {
        (Some(was), Some(now)) => format!("{name} left after round {now}, not {was}"),
        (None, Some(now)) if is_undo => format!("that {name} stayed: {name} left after round {now}"),
        (Some(was), None) if is_undo => format!("{name} left after round {was}"),
        (None, Some(now)) => format!("{name} left after round {now}"),
        (_, None) => format!("{name} stayed"),
    }
}

/// The text at a spot, on one line.
fn one_line(text: &str) -> String {
    text.split(BETWEEN_PARTS).map(clean).collect::<Vec<_>>().join(" · ")
}

/// What changes did to a log, one a line.
pub fn list(log: &Log, book: Option<&Book>, changes: &[Change]) -> String {
    let line = |(place, text): (Option<String>, String)| match place {
        Some(place) => wrap(&text, &format!("  {place:<5} "), "          "),
        None => wrap(&text, "  ", "    "),
    };
    listed(log, book, changes).map(line).collect::<Vec<_>>().join("\n")
}
