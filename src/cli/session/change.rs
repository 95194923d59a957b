//! Changes to earlier lines: undo, redo, amend, table rules, overruling.

use super::{
    command_words::usage,
    input::SessionInput,
    record_line,
    reply::{LineStatus, RenderFn, Reply, ReplyView, TableMessage},
    screen, standings,
    state::Session,
};
use crate::{
    actions::{self, Action, ActionReport, EditError},
    cli::{
        prompt::confirm,
        render::{changes, messages, rules, style::wrap},
    },
    log::{CorrectionTarget, LineRef},
    referee::{Edit, Refusal},
    table::{
        FindingKind, Progress, and_list, capitalized,
        escape::{clean, clean_all},
        is_same_name, or_list,
    },
};
use std::rc::Rc;

/// Carries out an action that needs at most a confirmation. `undo` and `redo` need none.
pub(super) fn carry_out(session: &mut Session, input: &mut SessionInput<'_>, action: &Action) -> Reply {
    let is_confirmed = matches!(action, Action::Undo { .. } | Action::Redo { .. });
    let outcome = session.preview(action).map(|outcome| (outcome, is_confirmed));
    save_change(session, input, outcome)
}

fn refusal_reply(refusal: &Refusal) -> Reply {
    let Refusal::Cannot(why) = refusal else { return Reply::refused(ReplyView::Text(messages::refusal(refusal))) };
    let end = if why.ends_with(['.', '?']) { "" } else { "." };
    Reply::usage(format!("{}{end}", capitalized(&clean(why))))
}

/// `amend EDIT`, or `amend R.L`, which asks for the line's new text.
pub(super) fn amend(session: &mut Session, input: &mut SessionInput<'_>, edit: &str) -> Reply {
    match parse_edit(edit) {
        Ok(AmendRequest::Edit(edit)) => {
            let amended = judge_edits(session, input, &[edit]);
            save_change(session, input, amended)
        }
        Ok(AmendRequest::Line(line_ref)) => amend_line(session, input, line_ref),
        Err(usage) => Reply::usage(usage),
    }
}

/// Asks for the new text of a line until it can be parsed or the user cancels.
pub(super) fn amend_line(session: &mut Session, input: &mut SessionInput<'_>, line_ref: LineRef) -> Reply {
    let Some(old_line) = session.referee().log().line(line_ref).map(|line| line.text.to_string()) else {
        return Reply::usage(format!("There is no line {line_ref}; `log` shows them all."));
    };
    let old_text = clean(&old_line).into_owned();
    let mut text = old_text.clone();
    let mut above = wrap(&format!("Line {line_ref} as it should be (Ctrl-C leaves it as it is):"), "", "");
    loop {
        let Some(line) = input.ask(&above, &format!("{line_ref} "), &text, None).filter(|line| *line != old_text) else {
            return nothing_changed();
        };
        match judge_edits(session, input, &[Edit::Replace(line_ref, line.clone())]) {
            Err(refusal @ Refusal::Unparsed { .. }) => {
                above = messages::refusal(&refusal);
                text = line;
            }
            amended => return save_change(session, input, amended),
        }
    }
}

pub(super) fn nothing_changed() -> Reply {
    Reply::done(ReplyView::Text("Nothing was changed.".to_owned()))
}

/// The outcome of a change, and whether the user has confirmed it already.
pub(super) type ConfirmedOutcome = (actions::Outcome, bool);

/// Judges edits. Asks which meaning of a line is meant, and whether other lines change, too.
pub(super) fn judge_edits(
    session: &mut Session,
    input: &mut SessionInput<'_>,
    edits: &[Edit],
) -> Result<ConfirmedOutcome, Refusal> {
    let mut edits = session.referee().without_swaps(edits)?;
    let (mut problem, given_count) = (String::new(), edits.len());
    loop {
        let (nth, result) = match session.preview(&Action::amend(edits.clone(), None)) {
            Err(Refusal::OfLine { nth, refusal }) => (nth, Err(*refusal)),
            result => (0, result),
        };
        match result {
            Err(Refusal::Ambiguous { question, options, .. }) => {
                let meaning = input.pick(&capitalized(&question), &options).ok_or_else(cancelled)?;
                if let Some(Edit::Replace(_, line) | Edit::Insert(_, line)) = edits.get_mut(nth) {
                    line.clone_from(meaning);
                }
            }
            Err(Refusal::LaterIllegal(findings) | Refusal::LaterImpossible(findings)) => {
                if edits.len() == given_count
                    && let Some((above, all_edits)) = with_dependent_edits(session, &edits)
                {
                    let answers = ["yes, all of them".to_owned(), "no".to_owned()];
                    if input.agrees(&wrap(&above, "", ""), "Change that as well?", &answers) {
                        return session.preview(&Action::amend(all_edits, None)).map(|outcome| (outcome, true));
                    }
                }
                let is_illegal = findings.iter().all(|finding| finding.kind == FindingKind::Illegal);
                let heading = if is_illegal {
                    "After this, later lines break a rule:"
                } else {
                    "After this, a later line can't have happened:"
                };
                let findings = findings.iter().map(messages::finding);
                let question = "Should another line change as well? Type it as for `amend`, such as `+1.4 LINE`, at the place that it \
                                has here. Enter alone: no other line; `no` or Escape: nothing is changed.";
                let lines: Vec<String> =
                    [heading.to_owned()].into_iter().chain(findings).chain([wrap(question, "", "")]).collect();
                out!("{}", lines.join("\n"));
                let answer = match input.ask_or_skip(&std::mem::take(&mut problem), "with it> ", "", None) {
                    None => return Err(cancelled()),
                    Some(answer) if ["no", "n"].contains(&&*answer.to_lowercase()) => return Err(cancelled()),
                    Some(answer) if answer.is_empty() && is_illegal => return overrule_edits(session, input, "", &edits),
                    Some(answer) if answer.is_empty() => return Err(cancelled()),
                    Some(answer) => answer,
                };
                match parse_edit(answer.strip_prefix("amend ").unwrap_or(&answer)) {
                    Ok(AmendRequest::Edit(edit)) => match edit.clone().merged_with(&edits) {
                        Some(merged) => edits.extend(session.referee().without_swaps(&[merged])?),
                        None => problem = format!("{} is being inserted: mend that line once it stands there.", edit.target()),
                    },
                    Ok(AmendRequest::Line(_)) => "Type the whole line, behind its place.".clone_into(&mut problem),
                    Err(usage) => problem = usage,
                }
            }
            Err(refusal) if refusal.is_illegal() => {
                return overrule_edits(session, input, &messages::refusal(&refusal), &edits);
            }
            outcome => return outcome.map(|outcome| (outcome, edits.len() > given_count)),
        }
    }
}

/// A sentence about the edits of later lines that these edits entail, and all edits together. `None` if they entail none.
fn with_dependent_edits(session: &Session, edits: &[Edit]) -> Option<(String, Vec<Edit>)> {
    if let Some(all_edits) = session.referee().reassign_following_turns(edits) {
        return Some((changes::explain_reassigned_turns(session.referee().log(), &all_edits), all_edits));
    }
    let all_edits = session.referee().mend_following_firsts(edits)?;
    Some((changes::explain_first_edits(&all_edits[edits.len()..]), all_edits))
}

/// Asks for the reason to overrule lines that break a rule after a change.
fn overrule_edits(
    session: &Session,
    input: &mut SessionInput<'_>,
    refusal: &str,
    edits: &[Edit],
) -> Result<ConfirmedOutcome, Refusal> {
    let why = format!("{refusal}\nWhy does the table let that stand? (Enter alone changes nothing)");
    let reason = input.reason(why.trim_start(), session.next_referee().as_ref()).ok_or_else(cancelled)?;
    session.preview(&Action::amend(edits.to_vec(), Some(&reason))).map(|outcome| (outcome, true))
}

/// `first NAME`: corrects the `first` of the latest round, or sets that of the next round if the table chooses it.
pub(super) fn first(session: &mut Session, input: &mut SessionInput<'_>, name: &str) -> Reply {
    let (book, players) = (session.book(), session.referee().players());
    let name = match players.find_by_prefix(name) {
        Ok(seat) => players.name(seat).to_owned(),
        Err(unknown) => {
            let names = or_list(clean_all(&unknown.players));
            return Reply::usage(format!("`first NAME` says who really {}: {names}.", book.first_role));
        }
    };
    let latest_round = session.referee().log().end().round;
    let candidates = session.may_be_first();
    if candidates.contains(&name) && (latest_round == 0 || candidates.len() > 1) {
        session.choose_first(&name);
        session.asked_first = true;
        return Reply::done(ReplyView::table(String::new));
    }
    if latest_round == 0 {
        return Reply::usage(format!("No {} has begun yet that {} could be first of.", book.round_noun, clean(&name)));
    }
    if session.referee().log().round(latest_round).is_some_and(|round| is_same_name(&round.first, &name)) {
        let notice = format!("{} {latest_round} was begun with {} already.", capitalized(book.round_noun), clean(&name));
        return Reply::usage([notice, standings::next_first(session)].join(" "));
    }
    let amended = judge_edits(session, input, &[Edit::First(latest_round, name)]);
    save_change(session, input, amended)
}

fn cancelled() -> Refusal {
    Refusal::Cannot("Nothing was changed.".to_owned())
}

/// `rule`, `rule KEY`, `rule KEY=VALUE…`
pub(super) fn rule(session: &mut Session, input: &mut SessionInput<'_>, changes: &str) -> Reply {
    let changes = changes.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    let changes: Vec<&str> = changes.split_whitespace().map(|change| change.trim_end_matches('=')).collect();
    if changes.len() < 2 && changes.iter().all(|change| !change.contains('=')) {
        let text = rules::in_force(session.referee(), changes.first().copied(), "rule");
        return text.map_or_else(Reply::usage, |text| Reply::done(ReplyView::Text(text)));
    }
    match changes.into_iter().map(actions::parse_pair).collect() {
        Ok(rules) => carry_out(session, input, &Action::Rules { rules }),
        Err(_) => usage("rule"),
    }
}

/// `overrule REASON`: overrules the line refused last, or else all lines that the last line proved illegal.
pub(super) fn overrule(session: &mut Session, input: &mut SessionInput<'_>, reason: &str) -> Reply {
    let line_at = |line_ref: &LineRef| Some((*line_ref, session.referee().log().line(*line_ref)?.text.to_string()));
    let proved_lines: Vec<(LineRef, String)> = session.proved_illegal.iter().filter_map(line_at).collect();
    let refused_line = session.refused_line.clone();
    if refused_line.is_none() && proved_lines.is_empty() {
        return Reply::usage(
            "No step was refused just now. Type the step first; if it is refused, `overrule REASON` lets it stand.",
        );
    }
    let reason = if reason.is_empty() {
        let lines =
            refused_line.as_ref().map_or_else(|| proved_lines.iter().map(|(_, line)| line).collect(), |(line, _)| vec![line]);
        let why = format!("Why does the table let {} stand?", and_list(lines.iter().map(|line| format!("`{}`", clean(line)))));
        input.reason(&why, session.next_referee().as_ref())
    } else {
        Some(reason.to_owned())
    };
    let Some(reason) = reason else {
        return Reply::done(ReplyView::Text("Nothing was entered.".to_owned()));
    };
    if let Some((line, note)) = refused_line {
        let reply = record_line::judge_and_save(session, input, &format!("{line} ! {reason}"));
        if reply.status == LineStatus::Refused && session.refused_line.is_none() {
            // The line with this reason could not be parsed, but the line can still be overruled with another one.
            session.refused_line = Some((line, note.clone()));
        }
        // A line with a reason can't have a note, so the note is entered as the next line.
        return match note.filter(|_| reply.status == LineStatus::Entered) {
            Some(note) => {
                screen::draw(session, reply.view);
                record_line::judge_and_save(session, input, &note)
            }
            None => reply,
        };
    }
    let edit = |(line_ref, line)| Edit::Replace(line_ref, format!("{line} ! {reason}"));
    let edits: Vec<Edit> = proved_lines.into_iter().map(edit).collect();
    // The user asked to overrule these lines, so there is nothing to confirm.
    let amended = judge_edits(session, input, &edits).map(|(outcome, _)| (outcome, true));
    save_change(session, input, amended)
}

/// Saves a change of earlier lines and reports it. If it has effects on other lines, the user has to confirm it first.
pub(super) fn save_change(
    session: &mut Session,
    input: &mut SessionInput<'_>,
    amended: Result<ConfirmedOutcome, Refusal>,
) -> Reply {
    let (outcome, is_confirmed) = match amended {
        Ok(confirmed) => confirmed,
        Err(refusal) => return refusal_reply(&refusal),
    };
    let has_effects = matches!(&outcome.report, ActionReport::Amended(amended) if amended.does_more());
    let is_previewed = !is_confirmed && has_effects;
    if is_previewed {
        out!("{}", changes::preview(&outcome));
        if !input.agrees("", confirm::QUESTION, &confirm::answers()) {
            return nothing_changed();
        }
    }
    if let Err(view) = record_line::commit(session, &outcome) {
        return Reply::refused(view);
    }
    // The report of an undo or a redo lists the changed lines, so the log lines drawn above the report end before them.
    let history_changes = if let ActionReport::UndoneOrRedone { changes, .. } = &outcome.report { &changes[..] } else { &[] };
    let corrections = history_changes.iter().filter(|change| change.is_recorded).flat_map(|change| &change.corrections);
    let from = corrections
        .filter_map(|correction| {
            if let (CorrectionTarget::Line(line), Some(_)) = (&correction.at, &correction.now) { Some(*line) } else { None }
        })
        .min();
    let text: RenderFn = Rc::new(move || changes::report(&outcome, "redo", is_previewed));
    let is_underway = session.referee().progress() == Progress::Underway;
    Reply::done(if is_underway {
        ReplyView::Table(TableMessage { text, from, ..TableMessage::default() })
    } else {
        record_line::with_progress(session, from, text)
    })
}

#[derive(Debug, PartialEq)]
enum AmendRequest {
    Edit(Edit),
    Line(LineRef),
}

fn parse_edit(text: &str) -> Result<AmendRequest, String> {
    match text.trim().parse() {
        Ok(line_ref) => Ok(AmendRequest::Line(line_ref)),
        Err(_) => text.parse().map(AmendRequest::Edit).map_err(|error: EditError| format!("{}.", clean(&error.to_string()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_alone_asks_for_its_text() {
        let line_ref = LineRef::new(1, 4);
        assert_eq!(parse_edit("1.4 Ada: h 7s"), Ok(AmendRequest::Edit(Edit::Replace(line_ref, "Ada: h 7s".into()))));
        assert_eq!(parse_edit("1.4"), Ok(AmendRequest::Line(line_ref)));
        assert!(parse_edit("4").is_err_and(|usage| usage.contains("`1.4 LINE` replaces")));
    }
}
