//! Renders the effect of a change on a log, saved or previewed, in the same words for commands and session.

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
    let ActionReport::Amended(amended) = &outcome.report else { return String::new() };
    format!("Not written yet: {}\n{}", changed(outcome, amended, "now"), side_effects(amended, false))
}

/// Renders the result of an action, and its side effects unless `was_shown`. `redo` is the command that redoes an undo.
pub(crate) fn report(outcome: &Outcome, redo: &str, was_shown: bool) -> String {
    match &outcome.report {
        ActionReport::Amended(amended) if was_shown => changed(outcome, amended, "was"),
        ActionReport::Amended(amended) => format!("{}\n{}", changed(outcome, amended, "was"), side_effects(amended, true)),
        ActionReport::UndoneOrRedone { changes, diff } => {
            let is_undo =
                changes.iter().flat_map(|change| &change.corrections).any(|correction| correction.by == Some(UndoRedo::Undo));
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
    for (edit, spot) in edits.iter().zip(Edit::targets_after(edits)) {
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
    let wrong_turns = |why: &str| format!("After this the lines from {from} on fall to the wrong players. They fit if {why}");
    let why = match edits {
        [Edit::First(_, name), ..] if from == to => {
            format!("With {} first, line {from} has the wrong name. It fits if the name moves along", clean(name))
        }
        [Edit::First(_, name), ..] => {
            format!("With {} first, the lines {from} to {to} have the wrong names. They fit if the names move along", clean(name))
        }
        [Edit::Insert(..), ..] => wrong_turns("a turn was forgotten and each is another player's"),
        _ => wrong_turns("there was a turn too many and each is another player's"),
    };
    format!("{why}: {}.", and_list(&names))
}

/// Explains edits that correct the `first` of later rounds after a change.
pub(crate) fn edits_of_first(edits: &[Edit]) -> String {
    let edits: Vec<String> = edits.iter().map(|edit| format!("`{}`", clean(&edit.to_string()))).collect();
    format!("Who is first of a later round changes with it: add {}.", and_list(&edits))
}

/// Renders the changes of an amended log, one a line, in the order of the log. Lines that were only marked as overruled are left
/// out, unless there are no others. Old values follow `was_word`.
fn changed(outcome: &Outcome, Amendment { changed, marked, .. }: &Amendment, was_word: &str) -> String {
    let is_mark = |correction: &Correction| match (&correction.at, &correction.was, &correction.now) {
        (CorrectionTarget::Line(place), Some(was), Some(now)) => marked.contains(place) && now.starts_with(&format!("{was} ! ")),
        _ => false,
    };
    let are_all_marks = changed.iter().all(is_mark);
    let mut listed: Vec<&Correction> = changed.iter().filter(|correction| are_all_marks || !is_mark(correction)).collect();
    // A tally comes after the lines of its round.
    listed.sort_by_key(|correction| match correction.at {
        CorrectionTarget::Line(place) => (place, correction.was.is_none()),
        CorrectionTarget::Tally(round) => (LineRef::new(round, u32::MAX), false),
        _ => (LineRef::new(0, 0), false),
    });
    let more = listed.split_off(listed.len().min(MAX_LISTED)).len();
    let lines = listed.into_iter().map(|correction| wrap(&render_correction(outcome, correction, was_word), "", "  "));
    lines.chain((more > 0).then(|| format!("and {more} more"))).collect::<Vec<_>>().join("\n")
}

/// Renders the effects of a change on the rest of the log: winners and scores first. A preview has `is_written` false.
fn side_effects(amended: &Amendment, is_written: bool) -> String {
    let (now, was) = if is_written { ("now", "was") } else { ("would be", "is") };
    let mut lines = Vec::new();
    let mut add_list = |heading: &str, items: Vec<String>| {
        if !items.is_empty() {
            lines.push(wrap(heading, "", ""));
            lines.extend(items.iter().map(|item| textwrap::indent(item, "  ")));
        }
    };
    let who = |names: &[String]| if names.is_empty() { "nobody".to_owned() } else { and_list(clean_all(names)) };
    let winners = |winners: &WinnersChange| format!("{now} {}, {was} {}", who(&winners.now), who(&winners.was));
    add_list("Who wins:", amended.winners.iter().map(winners).collect());
    let score = |change: &ScoreChange| {
        let [new, old] = [change.now, change.was];
        wrap(&format!("{}: {now} {new}, {was} {old}", clean(&change.name)), "", "  ")
    };
    add_list("The score:", amended.scores.iter().map(score).collect());
    // If a foul was overruled, or no longer is, its verdict stays the same: list the foul only once.
    let is_same = |one: &Finding, other: &Finding| {
        let unquoted = |finding: &Finding| Verdict { clause_text: None, ..finding.verdict.clone() };
        (one.place(), one.step, &one.actor, unquoted(one)) == (other.place(), other.step, &other.actor, unquoted(other))
    };
    let has = |findings: &[Finding], one: &Finding| findings.iter().any(|other| is_same(one, other));
    let old_findings = amended.removed_findings.iter().filter(|finding| !has(&amended.added_findings, finding));
    let is_overruled = |finding: &&Finding| finding.kind == FindingKind::Overruled && has(&amended.removed_findings, finding);
    let (overruled, new_findings): (Vec<&Finding>, Vec<&Finding>) = amended.added_findings.iter().partition(is_overruled);
    let render = |finding| messages::finding(finding);
    add_list(if is_written { "No longer found:" } else { "Would be found no longer:" }, old_findings.map(render).collect());
    add_list(if is_written { "Found now:" } else { "Would be found:" }, new_findings.into_iter().map(render).collect());
    let other_marks = amended.marked.iter().filter(|place| overruled.iter().all(|finding| finding.place() != **place));
    let other_marks: Vec<String> = other_marks.map(ToString::to_string).collect();
    let overruled_line = |finding: &&Finding| {
        let verb = if is_written { "is let stand now" } else { "would be let stand" };
        wrap(&format!("{} {verb}: {}", finding.place(), clean(finding.reason.as_deref().unwrap_or_default())), "", "  ")
    };
    let marked = overruled.iter().map(overruled_line).chain((!other_marks.is_empty()).then(|| other_marks.join(", "))).collect();
    add_list("Marked as overruled:", marked);
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
    add_list(if is_written { "Unchanged lines with a new effect:" } else { "The same words would do something else:" }, effects);
    if lines.is_empty() {
        lines.push(wrap(&format!("All other lines stay as they {}.", if is_written { "were" } else { "are" }), "", ""));
    }
    lines.join("\n")
}

/// Renders a change that was undone or redone: a line with its line reference, or each correction.
fn undone_or_redone(outcome: &Outcome, change: &HistoryChange) -> Vec<String> {
    match change.line() {
        Some(NumberedLine { place, text }) => {
            let start = if place.line == 0 { "the round start with first = " } else { "" };
            vec![format!("{place} {start}{}", clean(&text))]
        }
        // A round that was removed or added with its tally is not listed.
        None if change.is_recorded => change.corrections.iter().filter_map(recorded_change).collect(),
        None => change.corrections.iter().map(|correction| render_correction(outcome, correction, "was")).collect(),
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

/// Renders a correction, with the old value after `was_word`. An undo is rendered as the change that it undoes.
fn render_correction(
    Outcome { log, book, .. }: &Outcome,
    Correction { at, was, now, by, .. }: &Correction,
    was_word: &str,
) -> String {
    let (was, now) = if *by == Some(UndoRedo::Undo) { (now, was) } else { (was, now) };
    let value = |value: &Option<String>| match (at, value) {
        // The log has only values other than the usual ones.
        (CorrectionTarget::Rule(key), None) => book.and_then(|book| usual_rule(book, log, key)).unwrap_or_default(),
        (CorrectionTarget::Seats, Some(names)) => clean(&names.replace("; ", ", ")).into_owned(),
        _ => value.as_deref().map(one_line).unwrap_or_default(),
    };
    let (new, old) = (value(now), value(was));
    let old_value = was.as_ref().map(|_| format!(" ({was_word}: {old})")).unwrap_or_default();
    let round = book.map_or("round", |book| book.round_noun);
    match (at, was, now) {
        (CorrectionTarget::Rule(key), ..) => format!("{} = {new}, for the whole game ({was_word}: {old})", clean(key)),
        (CorrectionTarget::Player(_), ..) => format!("{old} is {new}"),
        (CorrectionTarget::Left(name), _, None) => format!("{} did not leave", clean(name)),
        (CorrectionTarget::Left(name), ..) => format!("{} left after {round} {new}{old_value}", clean(name)),
        (CorrectionTarget::Head(key), _, None) => format!("{} taken out{old_value}", key.name()),
        (CorrectionTarget::Head(key), ..) => format!("{}: {new}{old_value}", key.name()),
        (CorrectionTarget::Seats, ..) => format!("seats: {new}{old_value}"),
        (_, Some(_), Some(_)) => format!("{at} replaced: {new}{old_value}"),
        (_, None, _) => format!("{at} inserted: {new}"),
        (_, _, None) => format!("{at} deleted: {old}"),
    }
}

fn one_line(text: &str) -> String {
    text.split(BETWEEN_PARTS).map(clean).collect::<Vec<_>>().join(" · ")
}
