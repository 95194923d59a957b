//! Renders a change of a log and its effects, saved or previewed, in the same words for commands and session.

use super::{messages, sheet, style::wrap};
use crate::{
    actions::{ActionReport, Outcome},
    log::{
        BETWEEN_PARTS, BETWEEN_SEATS, Correction, CorrectionTarget, HistoryChange, LineRef, Log, NumberedLine, PresenceKey,
        UndoRedo, split_typed,
    },
    referee::{Amendment, Edit, EffectChange, Finding, ScoreChange, Verdict, WinnersChange, usual_rule},
    table::{
        FindingKind, and_list,
        escape::{clean, clean_all},
    },
};

/// The most changes, and the most effects, that are listed.
const MAX_LISTED: usize = 6;

pub(crate) fn preview(outcome: &Outcome) -> String {
    let ActionReport::Amended(amended) = &outcome.report else { return String::new() };
    format!("Not written yet: {}\n{}", list_changes(outcome, amended, "now"), side_effects(amended, false))
}

/// Renders the result of an action, and its side effects unless `was_shown`. `redo` is the command that redoes an undo.
pub(crate) fn report(outcome: &Outcome, redo: &str, was_shown: bool) -> String {
    match &outcome.report {
        ActionReport::Amended(amended) if was_shown => list_changes(outcome, amended, "was"),
        ActionReport::Amended(amended) => format!("{}\n{}", list_changes(outcome, amended, "was"), side_effects(amended, true)),
        ActionReport::UndoneOrRedone { changes, diff } => {
            let is_undo =
                changes.iter().flat_map(|change| &change.corrections).any(|correction| correction.by == Some(UndoRedo::Undo));
            let verb = if is_undo { "taken back" } else { "brought back" };
            let texts = changes.iter().flat_map(|change| undone_or_redone(outcome, change));
            let lines = texts.map(|text| wrap(&format!("{verb}: {text}"), "", "  "));
            let them = if changes.len() == 1 { "it" } else { "them" };
            let redo = is_undo.then(|| wrap(&format!("`{}` brings {them} back.", clean(redo)), "", "  "));
            lines.chain(diff.iter().map(|amended| side_effects(amended, true))).chain(redo).collect::<Vec<_>>().join("\n")
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
pub(crate) fn explain_reassigned_turns(log: &Log, edits: &[Edit]) -> String {
    let (mut name_changes, mut targets) = (Vec::new(), Vec::new());
    for (edit, target) in edits.iter().zip(Edit::targets_after(edits)) {
        let Edit::Replace(line_ref, text) = edit else { continue };
        targets.push((*line_ref, target.to_string()));
        let old_name = log.line(*line_ref).and_then(|line| Some(line.text[line.split.actor()?].to_owned()));
        let new_name = split_typed(text).ok().and_then(|split| Some(text[split.actor()?].to_owned()));
        name_changes.extend(old_name.zip(new_name).map(|(old, new)| format!("{}'s lines become {}'s", clean(&old), clean(&new))));
    }
    name_changes.sort();
    name_changes.dedup();
    targets.sort();
    let text_of = |target: Option<&(LineRef, String)>| target.map(|(_, text)| text.clone()).unwrap_or_default();
    let (from, to) = (text_of(targets.first()), text_of(targets.last()));
    let wrong_turns =
        |reason: &str| format!("After this the lines from {from} on fall to the wrong players. They fit if {reason}");
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
    format!("{why}: {}.", and_list(&name_changes))
}

/// Explains edits that correct the `first` of later rounds after a change.
pub(crate) fn explain_first_edits(edits: &[Edit]) -> String {
    let edit_texts: Vec<String> = edits.iter().map(|edit| format!("`{}`", clean(&edit.to_string()))).collect();
    format!("Who is first of a later round changes with it: add {}.", and_list(&edit_texts))
}

/// Renders the changes of an amended log, one a line, in the order of the log. Lines to which only the reason of an overrule was
/// added are left out, unless there are no others. Old values follow `was_word`.
fn list_changes(outcome: &Outcome, Amendment { changed, marked, .. }: &Amendment, was_word: &str) -> String {
    let is_overrule_mark = |correction: &Correction| match (&correction.at, &correction.was, &correction.now) {
        (CorrectionTarget::Line(line_ref), Some(was), Some(now)) => {
            marked.contains(line_ref) && now.starts_with(&format!("{was} ! "))
        }
        _ => false,
    };
    let are_all_marks = changed.iter().all(is_overrule_mark);
    let mut corrections: Vec<&Correction> =
        changed.iter().filter(|correction| are_all_marks || !is_overrule_mark(correction)).collect();
    // A tally comes after the lines of its round.
    corrections.sort_by_key(|correction| match correction.at {
        CorrectionTarget::Line(line_ref) => (line_ref, correction.was.is_none()),
        CorrectionTarget::First(round) => (LineRef::new(round, 0), false),
        CorrectionTarget::Tally(round) => (LineRef::new(round, u32::MAX), false),
        _ => (LineRef::new(0, 0), false),
    });
    let hidden_count = corrections.split_off(corrections.len().min(MAX_LISTED)).len();
    let lines = corrections.into_iter().map(|correction| wrap(&render_correction(outcome, correction, was_word), "", "  "));
    lines.chain((hidden_count > 0).then(|| format!("and {hidden_count} more"))).collect::<Vec<_>>().join("\n")
}

/// Renders the effects of a change on the rest of the log, winners and scores first. `is_written` is false for a preview.
fn side_effects(amended: &Amendment, is_written: bool) -> String {
    let (now_word, was_word) = if is_written { ("now", "was") } else { ("would be", "is") };
    let mut lines = Vec::new();
    let mut add_list = |heading: &str, items: Vec<String>| {
        if !items.is_empty() {
            lines.push(wrap(heading, "", ""));
            lines.extend(items.iter().map(|item| textwrap::indent(item, "  ")));
        }
    };
    let join_names = |names: &[String]| if names.is_empty() { "nobody".to_owned() } else { and_list(clean_all(names)) };
    let render_winners =
        |winners: &WinnersChange| format!("{now_word} {}, {was_word} {}", join_names(&winners.now), join_names(&winners.was));
    add_list("Who wins:", amended.winners.iter().map(render_winners).collect());
    let render_score = |change: &ScoreChange| {
        let [new, old] = [change.now, change.was];
        wrap(&format!("{}: {now_word} {new}, {was_word} {old}", clean(&change.name)), "", "  ")
    };
    add_list("The score:", amended.scores.iter().map(render_score).collect());
    // A foul that the change overruled, or no longer overrules, is both a removed and an added finding: list it only once.
    let is_same_foul = |foul: &Finding, finding: &Finding| {
        let verdict = |finding: &Finding| Verdict { clause_text: None, ..finding.verdict.clone() };
        (foul.place(), foul.step, &foul.actor, verdict(foul)) == (finding.place(), finding.step, &finding.actor, verdict(finding))
    };
    let has_foul = |findings: &[Finding], foul: &Finding| findings.iter().any(|finding| is_same_foul(foul, finding));
    let old_findings = amended.removed_findings.iter().filter(|finding| !has_foul(&amended.added_findings, finding));
    let is_overruled =
        |finding: &&Finding| finding.kind == FindingKind::Overruled && has_foul(&amended.removed_findings, finding);
    let (overruled, new_findings): (Vec<&Finding>, Vec<&Finding>) = amended.added_findings.iter().partition(is_overruled);
    let render_finding = |finding| messages::finding(finding);
    add_list(
        if is_written { "No longer found:" } else { "Would be found no longer:" },
        old_findings.map(render_finding).collect(),
    );
    add_list(if is_written { "Found now:" } else { "Would be found:" }, new_findings.into_iter().map(render_finding).collect());
    let other_marks = amended.marked.iter().filter(|line_ref| overruled.iter().all(|finding| finding.place() != **line_ref));
    let other_marks: Vec<String> = other_marks.map(ToString::to_string).collect();
    let render_overruled = |finding: &&Finding| {
        let verb = if is_written { "is let stand now" } else { "would be let stand" };
        wrap(&format!("{} {verb}: {}", finding.place(), clean(finding.reason.as_deref().unwrap_or_default())), "", "  ")
    };
    let overruled_lines =
        overruled.iter().map(render_overruled).chain((!other_marks.is_empty()).then(|| other_marks.join(", "))).collect();
    add_list("Marked as overruled:", overruled_lines);
    let render_effect = |effect: &EffectChange| {
        let or_nothing = |text: &str| if text.is_empty() { "nothing more".to_owned() } else { clean(text).into_owned() };
        let EffectChange { place, text, .. } = effect;
        wrap(
            &format!("{place} {}: {now_word} {}, {was_word} {}", clean(text), or_nothing(&effect.now), or_nothing(&effect.was)),
            "",
            "    ",
        )
    };
    let (shown, hidden) = amended.effects.split_at(amended.effects.len().min(MAX_LISTED));
    let mut effects: Vec<String> = shown.iter().map(render_effect).collect();
    if let Some(last) = hidden.last() {
        effects.push(format!("and {} more, up to {}; `why` tells what a line does", hidden.len(), last.place));
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

/// Renders an undone or redone recording: the steps that it added to a line, or a tally.
fn recorded_change(Correction { at, was, now, .. }: &Correction) -> Option<String> {
    match (at, was, now) {
        (CorrectionTarget::Line(line_ref), Some(was), Some(now)) => {
            let (longer, shorter) = if was.len() > now.len() { (was, now) } else { (now, was) };
            let input = longer.strip_prefix(shorter.as_str()).unwrap_or(longer).trim_start_matches([';', ' ']);
            Some(format!("{line_ref} {} (the line is now: {})", clean(input), clean(now)))
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
    let render_value = |value: &Option<String>| match (at, value) {
        // A rule that the log doesn't set has the default value, or the variant's.
        (CorrectionTarget::Rule(key), None) => book.and_then(|book| usual_rule(book, log, key)).unwrap_or_default(),
        (CorrectionTarget::Seats, Some(names)) => clean(&names.replace(BETWEEN_SEATS, ", ")).into_owned(),
        _ => value.as_deref().map(one_line).unwrap_or_default(),
    };
    let (new, old) = (render_value(now), render_value(was));
    let old_value = was.as_ref().map(|_| format!(" ({was_word}: {old})")).unwrap_or_default();
    let round_noun = book.map_or("round", |book| book.round_noun);
    match (at, was, now) {
        (CorrectionTarget::Rule(key), ..) => format!("{} = {new}, for the whole game ({was_word}: {old})", clean(key)),
        (CorrectionTarget::Deck(key), _, None) => format!("{} of the deck taken out{old_value}", clean(key)),
        (CorrectionTarget::Deck(key), ..) => format!("{} = {new}, of the deck{old_value}", clean(key)),
        (CorrectionTarget::Player(_), ..) => format!("{old} is {new}"),
        (CorrectionTarget::Presence(PresenceKey::Joined, name), _, None) => format!("{} did not join", clean(name)),
        (CorrectionTarget::Presence(PresenceKey::Left, name), _, None) => format!("{} did not leave", clean(name)),
        (CorrectionTarget::Presence(key, name), ..) => format!("{} {}{old_value}", clean(name), key.in_words(round_noun, new)),
        (CorrectionTarget::Head(key), _, None) => format!("{} taken out{old_value}", key.name()),
        (CorrectionTarget::Head(key), ..) => format!("{}: {new}{old_value}", key.name()),
        (CorrectionTarget::Seats, ..) => format!("seats: {new}{old_value}"),
        (CorrectionTarget::Line(LineRef { round, line: 0 }), None, _) => format!("{round_noun} {round} put in, first = {new}"),
        (CorrectionTarget::Line(LineRef { round, line: 0 }), ..) => format!("{round_noun} {round} taken out, first = {old}"),
        (_, Some(_), Some(_)) => format!("{at} replaced: {new}{old_value}"),
        (_, None, _) => format!("{at} inserted: {new}"),
        (_, _, None) => format!("{at} deleted: {old}"),
    }
}

fn one_line(text: &str) -> String {
    text.split(BETWEEN_PARTS).map(clean).collect::<Vec<_>>().join(" · ")
}
