//! Renders the effect of a change on a log, done or previewed, in the same words for commands and session.

use super::{messages, sheet, style::wrap};
use crate::{
    actions::{ActionReport, Outcome},
    log::{BETWEEN_PARTS, Correction, CorrectionTarget, HistoryChange, LineRef, Log, NumberedLine, UndoRedo, split_typed},
    referee::{Amendment, Edit, EffectChange, Finding, ScoreChange, Verdict, WinnersChange, usual_rule},
    table::{
        FindingKind, and_list,
        escape::{clean, clean_all},
    },
};

const MAX_LISTED: usize = 6;

pub(crate) fn preview(outcome: &Outcome) -> String {
    let ActionReport::Amended(amended) = &outcome.done else { return String::new() };
    format!("Not written yet: {}\n{}", changed(outcome, amended, "now"), side_effects(amended, false))
}

/// Renders what an action did, and the other effects unless `was_shown`. The command `redo` redoes an undo.
pub(crate) fn report(outcome: &Outcome, redo: &str, was_shown: bool) -> String {
    match &outcome.done {
        ActionReport::Amended(amended) if was_shown => changed(outcome, amended, "was"),
        ActionReport::Amended(amended) => format!("{}\n{}", changed(outcome, amended, "was"), side_effects(amended, true)),
        ActionReport::UndoneOrRedone { changes, diff } => {
            let is_undo = changes.iter().flat_map(|change| &change.corrections).any(|made| made.by == Some(UndoRedo::Undo));
            let verb = if is_undo { "taken back" } else { "brought back" };
            let listed = changes.iter().flat_map(|change| undone_or_redone(outcome, change));
            let listed = listed.map(|text| wrap(&format!("{verb}: {text}"), "", "  "));
            let them = if changes.len() == 1 { "it" } else { "them" };
            let redo = is_undo.then(|| wrap(&format!("`{}` brings {them} back.", clean(redo)), "", "  "));
            listed.chain(diff.iter().map(|amended| side_effects(amended, true))).chain(redo).collect::<Vec<_>>().join("\n")
        }
        ActionReport::Recorded(recorded) => messages::recorded_lines(recorded),
        ActionReport::Tallied(recorded, score) => {
            let score = outcome.book.map(|book| sheet::text(score, book));
            std::iter::once(messages::recorded_lines(recorded)).chain(score).collect::<Vec<_>>().join("\n\n")
        }
        ActionReport::Formatted(_) => String::new(),
    }
}

/// Explains edits that give the following turns to other players after a forgotten turn, a turn too many, or a new `first`.
pub(crate) fn reassigned(log: &Log, edits: &[Edit]) -> String {
    let (mut names, mut spots) = (Vec::new(), Vec::new());
    for (edit, spot) in edits.iter().zip(Edit::spots_after(edits)) {
        let Edit::Replace(place, text) = edit else { continue };
        spots.push((*place, spot.to_string()));
        let was = log.line(*place).and_then(|line| Some(line.text[line.split.actor()?].to_owned()));
        let now = split_typed(text).ok().and_then(|split| Some(text[split.actor()?].to_owned()));
        names.extend(was.zip(now).map(|(was, now)| format!("{}'s lines become {}'s", clean(&was), clean(&now))));
    }
    names.sort();
    names.dedup();
    spots.sort();
    let spot = |end: Option<&(LineRef, String)>| end.map(|(_, spot)| spot.clone()).unwrap_or_default();
    let (from, to) = (spot(spots.first()), spot(spots.last()));
    let after = |why: &str| format!("After this the lines from {from} on fall to the wrong players. They fit if {why}");
    let why = match edits {
        [Edit::First(_, name), ..] if from == to => {
            format!("With {} first, line {from} has the wrong name. It fits if the name moves along", clean(name))
        }
        [Edit::First(_, name), ..] => {
            format!("With {} first, the lines {from} to {to} have the wrong names. They fit if the names move along", clean(name))
        }
        [Edit::Insert(..), ..] => after("a turn was forgotten and each is another player's"),
        _ => after("there was a turn too many and each is another player's"),
    };
    format!("{why}: {}.", and_list(&names))
}

/// The edits that correct the first players of rounds that a change made wrong.
pub(crate) fn firsts(edits: &[Edit]) -> String {
    let edits: Vec<String> = edits.iter().map(|edit| format!("`{}`", clean(&edit.to_string()))).collect();
    format!("Who is first of a later round changes with it: add {}.", and_list(&edits))
}

/// The changes of an amended log, one a line, at their new places, with the lines marked as overruled. Earlier values follow
/// `was`.
fn changed(outcome: &Outcome, Amendment { changed, marked, .. }: &Amendment, was: &str) -> String {
    let is_mark = |made: &Correction| match (&made.at, &made.was, &made.now) {
        (CorrectionTarget::Line(place), Some(was), Some(now)) => marked.contains(place) && now.starts_with(&format!("{was} ! ")),
        _ => false,
    };
    let are_all_marks = changed.iter().all(is_mark);
    let mut made: Vec<&Correction> = changed.iter().filter(|made| are_all_marks || !is_mark(made)).collect();
    // A tally comes after the lines of its round.
    made.sort_by_key(|made| match made.at {
        CorrectionTarget::Line(place) => (place, made.was.is_none()),
        CorrectionTarget::Tally(round) => (LineRef::new(round, u32::MAX), false),
        _ => (LineRef::new(0, 0), false),
    });
    let more = made.split_off(made.len().min(MAX_LISTED)).len();
    let lines = made.into_iter().map(|made| wrap(&correction(outcome, made, was), "", "  "));
    lines.chain((more > 0).then(|| format!("and {more} more"))).collect::<Vec<_>>().join("\n")
}

/// Renders the effects of a change on the rest of the log, done or as a preview: winners and scores first.
fn side_effects(amended: &Amendment, is_written: bool) -> String {
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
    // List a foul only once if it was overruled, or no longer is: its verdict stays the same.
    let is_same = |one: &Finding, other: &Finding| {
        let unquoted = |finding: &Finding| Verdict { clause_text: None, ..finding.verdict.clone() };
        (one.place(), one.step, &one.actor, unquoted(one)) == (other.place(), other.step, &other.actor, unquoted(other))
    };
    let has = |all: &[Finding], one: &Finding| all.iter().any(|other| is_same(one, other));
    let gone = amended.gone.iter().filter(|gone| !has(&amended.come, gone));
    let is_overruled = |come: &&Finding| come.kind == FindingKind::Overruled && has(&amended.gone, come);
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
        wrap(&format!("{place} {}: {now} {}, {was} {}", clean(text), part(&effect.now), part(&effect.was)), "", "    ")
    };
    let (first, more) = amended.effects.split_at(amended.effects.len().min(MAX_LISTED));
    let mut effects: Vec<String> = first.iter().map(effect).collect();
    if let Some(last) = more.last() {
        effects.push(format!("and {} more, up to {}; `why` tells what a line does", more.len(), last.place));
    }
    listed(if is_written { "Unchanged lines with a new effect:" } else { "The same words would do something else:" }, effects);
    if lines.is_empty() {
        lines.push(wrap(&format!("All other lines stay as they {}.", if is_written { "were" } else { "are" }), "", ""));
    }
    lines.join("\n")
}

/// Renders a change that was undone or redone: a line with its place, or each correction.
fn undone_or_redone(outcome: &Outcome, change: &HistoryChange) -> Vec<String> {
    match change.line() {
        Some(NumberedLine { place, text }) => {
            let start = if place.line == 0 { "the round start with first = " } else { "" };
            vec![format!("{place} {start}{}", clean(&text))]
        }
        // A round that was removed or added with its tally is not listed.
        None if change.is_recorded => change.corrections.iter().filter_map(recorded_change).collect(),
        None => change.corrections.iter().map(|made| correction(outcome, made, "was")).collect(),
    }
}

fn recorded_change(Correction { at, was, now, .. }: &Correction) -> Option<String> {
    match (at, was, now) {
        (CorrectionTarget::Line(place), Some(one), Some(other)) => {
            let (longer, shorter) = if one.len() > other.len() { (one, other) } else { (other, one) };
            let input = longer.strip_prefix(shorter.as_str()).unwrap_or(longer).trim_start_matches([';', ' ']);
            Some(format!("{place} {} (the line is now: {})", clean(input), clean(other)))
        }
        (CorrectionTarget::Tally(round), ..) => {
            let text = was.as_ref().or(now.as_ref()).map(|text| one_line(text)).unwrap_or_default();
            Some(format!("the tally of round {round}: {text}"))
        }
        _ => None,
    }
}

/// A change, then its old value after `was`, or `now` in a preview. An undo is described as the change that it undoes.
fn correction(Outcome { log, book, .. }: &Outcome, Correction { at, was, now, by, .. }: &Correction, word: &str) -> String {
    let (was, now) = if *by == Some(UndoRedo::Undo) { (now, was) } else { (was, now) };
    let value = |value: &Option<String>| match (at, value) {
        // The log has only values other than the usual ones.
        (CorrectionTarget::Rule(key), None) => book.and_then(|book| usual_rule(book, log, key)).unwrap_or_default(),
        (CorrectionTarget::Seats, Some(names)) => clean(&names.replace("; ", ", ")).into_owned(),
        _ => value.as_deref().map(one_line).unwrap_or_default(),
    };
    let (new, old) = (value(now), value(was));
    let before = was.as_ref().map(|_| format!(" ({word}: {old})")).unwrap_or_default();
    let round = book.map_or("round", |book| book.round_noun);
    match (at, was, now) {
        (CorrectionTarget::Rule(key), ..) => format!("{} = {new}, for the whole game ({word}: {old})", clean(key)),
        (CorrectionTarget::Player(_), ..) => format!("{old} is {new}"),
        (CorrectionTarget::Left(name), _, None) => format!("{} did not leave", clean(name)),
        (CorrectionTarget::Left(name), ..) => format!("{} left after {round} {new}{before}", clean(name)),
        (CorrectionTarget::Head(key), _, None) => format!("{} taken out{before}", key.name()),
        (CorrectionTarget::Head(key), ..) => format!("{}: {new}{before}", key.name()),
        (CorrectionTarget::Seats, ..) => format!("seats: {new}{before}"),
        (_, Some(_), Some(_)) => format!("{at} replaced: {new}{before}"),
        (_, None, _) => format!("{at} inserted: {new}"),
        (_, _, None) => format!("{at} deleted: {old}"),
    }
}

fn one_line(text: &str) -> String {
    text.split(BETWEEN_PARTS).map(clean).collect::<Vec<_>>().join(" · ")
}
