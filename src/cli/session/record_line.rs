//! Judges a typed line, then saves and reports it, or explains the refusal. Also reloads a changed log, and asks who is first.

use super::{
    input::SessionInput,
    reply::{RenderFn, Reply, ReplyView, TableMessage, TablePlacement},
    screen,
    standings::{self, GAME_OVER_HELP},
    state::Session,
};
use crate::{
    actions::{self, Action, ActionReport},
    cli::render::{
        messages, sheet,
        style::{strong, wrap},
    },
    log::{FileError, LineRef, Log, is_note, split_typed},
    referee::{Finding, Refusal, Verdict},
    table::{
        FindingKind, Progress, and_list, capitalized,
        escape::{self, clean, clean_lines},
        is_adjustment,
    },
};
use std::rc::Rc;

/// Judges a line, and saves it if it is accepted. Asks for missing choices.
pub(super) fn judge_and_save(session: &mut Session, input: &mut SessionInput<'_>, line: &str) -> Reply {
    let mut line = line.trim().to_owned();
    loop {
        // Notes and points by the table's decision begin no round, so they need no first player.
        let is_only_notes = || split_typed(&line).is_ok_and(|split| split.steps().all(|step| is_note(&line[step])));
        let first = session.first().filter(|_| !is_adjustment(&line) && !is_only_notes());
        let action = Action::Record { lines: vec![line.clone()], first: first.map(str::to_owned) };
        let refusal = match session.preview(&action) {
            Ok(outcome) => return save_recorded(session, outcome),
            Err(refusal) => refusal,
        };
        let (Refusal::Ambiguous { question, options: answers, .. } | Refusal::ChooseFirst { question, players: answers }) =
            &refusal
        else {
            match ask_for_rest(session, input, &line, &refusal) {
                Some(Ok(whole_line)) => line = whole_line,
                Some(Err(reply)) => return reply,
                None => return refuse(session, &line, refusal),
            }
            continue;
        };
        let index = screen::choose(session, input, &capitalized(question), answers, "");
        let Some(answer) = index.and_then(|index| answers.get(index)) else {
            return nothing_recorded();
        };
        match refusal {
            Refusal::ChooseFirst { .. } => session.choose_first(answer),
            _ => line.clone_from(answer),
        }
    }
}

/// Asks for the rest of an incomplete step, whose cards turn up one by one. Returns the whole line, or a reply if the answer can't
/// be the rest of the step. `None` if the step is complete, or the user cancels.
fn ask_for_rest(session: &Session, input: &mut SessionInput<'_>, line: &str, refusal: &Refusal) -> Option<Result<String, Reply>> {
    let Refusal::Foul { verdict, .. } = refusal else { return None };
    if !verdict.is_incomplete {
        return None;
    }
    let above = wrap(&format!("{}: what turned up next?", capitalized(&clean(&verdict.message))), "", "");
    let rest = input.ask(&above, &format!("{}, then> ", clean(line)), "", None)?;
    let whole_line = format!("{line} {rest}");
    let record_action = |line: &str| Action::Record { lines: vec![line.to_owned()], first: session.first().map(str::to_owned) };
    if matches!(session.preview(&record_action(&whole_line)), Err(Refusal::Unparsed { .. })) {
        input.terminal.drop_lines(vec![rest]);
        return Some(Err(nothing_recorded()));
    }
    // The user may have typed the whole line again.
    if rest.to_lowercase().starts_with(&line.to_lowercase()) {
        let answers = [rest, whole_line];
        return input.pick("Which is it?", &answers).cloned().map(Ok);
    }
    Some(Ok(whole_line))
}

fn nothing_recorded() -> Reply {
    Reply::refused(ReplyView::Text("Nothing was entered.".to_owned()))
}

/// Saves a recording, and reports it.
pub(super) fn save_recorded(session: &mut Session, outcome: actions::Outcome) -> Reply {
    let log_before = session.referee().log().clone();
    let progress_before = (session.referee().progress(), log_before.rounds().len());
    if let Err(view) = commit(session, &outcome) {
        return Reply::refused(view);
    }
    let (ActionReport::Recorded(recorded) | ActionReport::Tallied(recorded, _)) = outcome.report else {
        return Reply::entered(ReplyView::Nothing);
    };
    let from = recorded.recorded_steps().next().map(|step| step.place);
    if let Some(line_ref) = from {
        session.remember_input(&log_before, line_ref);
    }
    session.proved_illegal = recorded.proved.iter().filter(|finding| finding.is_foul()).map(Finding::place).collect();
    session.proved_illegal.dedup();
    let hint = match &session.proved_illegal[..] {
        [] => None,
        [only] => Some(format!("`overrule REASON` lets {only} stand, `amend {only}` mends it.")),
        several => Some(format!("`overrule REASON` lets {} stand, `amend R.L` changes one of them.", and_list(several))),
    };
    let hint = hint.map(|text| wrap(&text, "", ""));
    let render = move || [messages::recorded_lines(&recorded)].into_iter().chain(hint.clone()).collect::<Vec<_>>().join("\n");
    let progress = session.referee().progress();
    let has_ended = progress != Progress::Underway && progress_before != (progress, session.referee().log().rounds().len());
    let text: RenderFn = Rc::new(render);
    Reply::entered(if has_ended {
        with_progress(session, from, text)
    } else {
        ReplyView::Table(TableMessage { text, from, ..TableMessage::default() })
    })
}

/// Saves an outcome. Returns an explanation if it could not be saved.
pub(super) fn commit(session: &mut Session, outcome: &actions::Outcome) -> Result<(), ReplyView> {
    let old_log = session.referee().log().clone();
    let Err(error) = session.commit(outcome) else { return Ok(()) };
    let is_changed_elsewhere = matches!(error, FileError::Changed(_)) && session.is_open();
    let hint = match session.is_open() {
        true if is_changed_elsewhere => {
            "The session goes on with the file as it is now. Type the line again if it is still wanted."
        }
        true => "Type it again once that is mended.",
        false => "Once the file can be read again, type the line again: the session then goes on with the file as it is.",
    };
    let reason = if is_changed_elsewhere {
        // The error asks to open the file again, and the session has done that.
        format!("{} was changed by something else, so nothing was saved over it.", escape::path(session.path()))
    } else {
        clean_lines(&error.to_string()).into_owned()
    };
    let parts = [strong("Not entered, because it could not be saved:"), wrap(&reason, "", ""), wrap(hint, "", "")];
    let message = parts.join("\n");
    let removed = removed_lines(&old_log, session.referee().log());
    let text = [message].into_iter().chain(removed.into_iter().filter(|_| is_changed_elsewhere)).collect::<Vec<_>>().join("\n");
    Err(if is_changed_elsewhere { ReplyView::table(move || text.clone()) } else { ReplyView::Text(text) })
}

/// Reloads a log that another process changed, and reports the removed lines.
pub(super) fn reload(session: &mut Session) -> ReplyView {
    let old_log = session.referee().log().clone();
    let file = escape::path(session.path());
    match session.read_again() {
        Ok(()) => {
            let head = format!("{file} was changed by something else. The session goes on with the file as it is now.");
            let removed = removed_lines(&old_log, session.referee().log());
            ReplyView::table(move || {
                [wrap(&head, "", "")].into_iter().chain(removed.iter().cloned()).collect::<Vec<_>>().join("\n")
            })
        }
        Err(error) => ReplyView::sentences(&clean_lines(&error.to_string())),
    }
}

fn removed_lines(old_log: &Log, new_log: &Log) -> Vec<String> {
    let texts = |log: &Log| -> Vec<String> {
        log.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string())).collect()
    };
    let mut new_lines = texts(new_log);
    let mut removed = texts(old_log);
    removed.retain(|line| {
        new_lines.iter().position(|new_line| new_line == line).map(|index| new_lines.swap_remove(index)).is_none()
    });
    removed.iter().map(|line| wrap(&format!("no longer in it: {}", clean(line)), "", "  ")).collect()
}

fn refuse(session: &mut Session, typed_line: &str, mut refusal: Refusal) -> Reply {
    let mut advice = String::new();
    let mut conflict = None;
    if let Refusal::Unparsed { expected, .. } = &mut refusal
        && session.referee().progress() == Progress::GameOver
    {
        // No step is expected any more.
        expected.clear();
        advice = format!("The game is over (TB-7). {GAME_OVER_HELP}");
    }
    // Only the line that was just refused can be overruled.
    session.refused_line = None;
    if let Refusal::Foul { line, verdict, .. } = &refusal {
        let is_impossible = verdict.kind == Some(FindingKind::Impossible);
        // A line is entered as a whole or not at all.
        let nothing_entered = if line.contains(';') { "Nothing of that line was entered. " } else { "" };
        advice = match session.referee().progress() {
            Progress::GameOver => GAME_OVER_HELP.to_owned(),
            _ if !is_impossible => format!("{nothing_entered}{}", hint_for_illegal(session)),
            _ if verdict.moved_by.is_empty() => {
                format!(
                    "{nothing_entered}It can't have happened, so it can't be overruled. {}",
                    hint_for_impossible(session.referee().log())
                )
            }
            _ => nothing_entered.trim_end().to_owned(),
        };
        session.refused_line = (!is_impossible).then(|| (line.clone(), note_after(typed_line)));
        conflict = Some(verdict.clone()).filter(|verdict| is_impossible && !verdict.moved_by.is_empty());
    }
    let text = move || {
        let advice = Some(wrap(&advice, "", "")).filter(|advice| !advice.is_empty());
        std::iter::once(messages::refusal(&refusal)).chain(advice).collect::<Vec<_>>().join("\n")
    };
    let message = TableMessage { text: Rc::new(text), from: None, placement: TablePlacement::Hidden };
    Reply { conflict, ..Reply::refused(ReplyView::Table(message)) }
}

/// The first note of a line, as a line of its own.
fn note_after(line: &str) -> Option<String> {
    let split = split_typed(line).ok()?;
    let note = split.steps().map(|step| &line[step]).find(|step| is_note(step))?;
    let actor = split.actor().map(|name| format!("{}: ", &line[name])).unwrap_or_default();
    Some(format!("{actor}{note}"))
}

/// The hint after an impossible step that conflicts with no earlier line.
fn hint_for_impossible(log: &Log) -> &'static str {
    if log.rounds().iter().any(|round| !round.lines.is_empty()) {
        "Type what was played; `amend R.L` mends an earlier line."
    } else if log.deck().is_empty() {
        "Type what was played."
    } else {
        "Type what was played; if the log is wrong about the deck, start another one."
    }
}

fn hint_for_illegal(session: &Session) -> String {
    let enter_hint = match screen::prompt(session.next_referee().as_ref()).default {
        Some(step) => format!("Enter alone enters `{}`. ", clean(&step)),
        None => String::new(),
    };
    format!("{enter_hint}Type what was played instead, or `overrule REASON` if the table lets it stand.")
}

const EARLIER_QUESTION: &str = "Is an earlier line wrong, and to be amended?";

/// Asks after an impossible step which line is wrong. Returns the earlier line that moved a card of the step away, or `None` if the
/// step was wrong or the user cancels.
pub(super) fn earlier_line(session: &Session, input: &mut SessionInput<'_>, verdict: &Verdict) -> Option<LineRef> {
    let mut answers = vec!["no, the step just typed was wrong".to_owned()];
    let log = session.referee().log();
    answers.extend(verdict.moved_by.iter().map(|moved_by| {
        let text = log.line(moved_by.place).map(|line| line.text.to_string()).unwrap_or_default();
        format!("yes, {}: {text}", moved_by.place)
    }));
    let index = input.terminal.pick(EARLIER_QUESTION, &answers, Some(0))?.checked_sub(1)?;
    verdict.moved_by.get(index).map(|moved_by| moved_by.place)
}

/// Asks for the `first` player of the next round, if the players choose and have not chosen yet.
pub(super) fn ask_who_is_first(session: &mut Session, input: &mut SessionInput<'_>) {
    let names = session.may_be_first();
    if names.len() < 2 || session.first().is_some() {
        return;
    }
    session.asked_first = true;
    let book = session.book();
    let question = format!("The next {}: who {}?", book.round_noun, book.first_role);
    if let Some(name) = input.pick(&question, &names) {
        session.choose_first(name);
    }
}

/// A view of the table with a message and the status of the game. After a round or the game it has the score sheet, too.
pub(super) fn with_progress(session: &Session, from: Option<LineRef>, text: RenderFn) -> ReplyView {
    let book = session.book();
    let progress = session.referee().progress();
    let status = match progress {
        // The screen shows the status of such a game already.
        _ if session.referee().log().is_scores_only() => String::new(),
        Progress::Underway => String::new(),
        Progress::GameOver => format!("The game is over. {GAME_OVER_HELP}"),
        Progress::RoundOver(_) => {
            format!("That was {} {}. {}", book.round_noun, session.referee().log().rounds().len(), standings::next_first(session))
        }
        Progress::Ready(_) => standings::next_first(session),
    };
    let is_over = matches!(progress, Progress::GameOver | Progress::RoundOver(_)) && !status.is_empty();
    let sheet = if is_over { format!("\n{}", sheet::last_round(&session.referee().sheet(), book)) } else { String::new() };
    let status = wrap(&status, "", "");
    let render = move || {
        let parts = [text(), status.clone(), sheet.clone()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    };
    let placement = if is_over { TablePlacement::Cut } else { TablePlacement::Below };
    ReplyView::Table(TableMessage { text: Rc::new(render), from, placement })
}
