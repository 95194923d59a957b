//! Judges a typed step, saves it and reads it back, or explains the refusal; and what is said and asked between rounds.

use super::{
    input::Input,
    reply::{Reply, Shown, Wording},
    screen,
    standing::{self, WHAT_IS_LEFT},
    state::Session,
};
use crate::{
    actions::{self, Action, Done},
    cli::{
        prompt::terminal::dialog,
        render::{
            paint::{strong, wrap},
            say, sheet,
        },
    },
    log::{FileError, Log, Place, is_note, split_typed},
    referee::{Finding, Refusal, Verdict},
    table::{
        Kind, Progress, and_list, capitalized,
        escape::{self, clean, clean_lines},
    },
};
use std::rc::Rc;

/// Judges a line and enters it.
pub fn submit(session: &mut Session, input: &mut Input<'_>, line: &str) -> Reply {
    let mut line = line.trim().to_owned();
    loop {
        // Who is first is for the next round, and a note begins none.
        let is_only_notes = split_typed(&line).is_ok_and(|split| split.steps().all(|step| is_note(&line[step])));
        let first = session.first().filter(|_| !is_only_notes);
        let action = Action::Record { lines: vec![line.clone()], first: first.map(str::to_owned) };
        let refusal = match session.preview(&action) {
            Ok(recorded) => return enter(session, recorded),
            Err(refusal) => refusal,
        };
        let (Refusal::Ambiguous { question, options: answers, .. } | Refusal::ChooseFirst { question, players: answers }) =
            &refusal
        else {
            return refuse(session, input, refusal);
        };
        let chosen = screen::choose(session, input, &capitalized(question), answers);
        let Some(chosen) = chosen.and_then(|chosen| answers.get(chosen)) else {
            return Reply::refused(Shown::Lines("Nothing was entered.".to_owned()));
        };
        match refusal {
            Refusal::ChooseFirst { .. } => session.choose_first(chosen),
            _ => line.clone_from(chosen),
        }
    }
}

/// Saves what was recorded; then says it.
pub fn enter(session: &mut Session, outcome: actions::Outcome) -> Reply {
    let log = session.referee().log().clone();
    let before = (session.referee().progress(), log.rounds().len());
    if let Err(shown) = commit(session, &outcome) {
        return Reply::refused(shown);
    }
    let (Done::Recorded(recorded) | Done::Tallied(recorded, _)) = outcome.done else { return Reply::entered(Shown::Nothing) };
    let (book, from) = (session.book(), recorded.entered().next().map(|entered| entered.place));
    if let Some(place) = from {
        session.keep_input(&log, place);
    }
    session.proved = recorded.proved.iter().filter(|found| found.is_foul()).map(Finding::place).collect();
    session.proved.dedup();
    let what_now = match &session.proved[..] {
        [] => None,
        [place] => Some(format!("`overrule REASON` lets {place} stand, `amend {place}` mends it.")),
        places => Some(format!("`overrule REASON` lets {} stand, `amend R.L` changes one of them.", and_list(places))),
    };
    let what_now = what_now.map(|text| wrap(&text, "", ""));
    let text = move || [say::recorded(&recorded, book)].into_iter().chain(what_now.clone()).collect::<Vec<_>>().join("\n");
    let now = session.referee().progress();
    let is_over = now != Progress::Underway && before != (now, session.referee().log().rounds().len());
    let text: Wording = Rc::new(text);
    Reply::entered(if is_over { with_progress(session, from, text) } else { Shown::Below { from, text, more: None } })
}

/// Saves what came of an action.
///
/// # Errors
/// What could not be saved was not entered: what is to be said of it.
pub fn commit(session: &mut Session, outcome: &actions::Outcome) -> Result<(), Shown> {
    let before = session.referee().log().clone();
    let Err(error) = session.commit(outcome) else { return Ok(()) };
    let is_another = matches!(error, FileError::Changed(_)) && session.is_held();
    let what_now = match session.is_held() {
        true if is_another => "The session goes on with the file as it is now. Type the line again if it is still wanted.",
        true => "Type it again once that is mended (arrow-up brings it back).",
        false => "Once the file can be read again, type the line again: the session then goes on with the file as it is.",
    };
    let text = [
        strong("Not entered, for it could not be saved:"),
        wrap(&clean_lines(&error.to_string()), "", ""),
        wrap(what_now, "", ""),
    ];
    let text = text.join("\n");
    let gone = gone(&before, session.referee().log()).join("\n");
    Err(if is_another { Shown::First(text, Box::new(Shown::below(move || gone.clone()))) } else { Shown::Lines(text) })
}

/// Goes on with a log that something else changed, and says what it has no longer.
pub fn go_on_with_the_file(session: &mut Session) -> Shown {
    let before = session.referee().log().clone();
    let file = escape::path(session.path());
    match session.read_again() {
        Ok(()) => {
            let head = format!("{file} was changed by something else. The session goes on with the file as it is now.");
            let gone = gone(&before, session.referee().log());
            Shown::below(move || [wrap(&head, "", "")].into_iter().chain(gone.iter().cloned()).collect::<Vec<_>>().join("\n"))
        }
        Err(error) => Shown::Sentences(clean_lines(&error.to_string()).into_owned()),
    }
}

/// Which lines a log had that stand nowhere in the one in its place.
fn gone(before: &Log, now: &Log) -> Vec<String> {
    let texts = |log: &Log| -> Vec<String> {
        log.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string())).collect()
    };
    let mut left = texts(now);
    let mut gone = texts(before);
    gone.retain(|line| left.iter().position(|kept| kept == line).map(|at| left.swap_remove(at)).is_none());
    gone.iter().map(|line| format!("no longer in it: {}", clean(line))).collect()
}

fn refuse(session: &mut Session, input: &mut Input<'_>, mut refusal: Refusal) -> Reply {
    let mut about = String::new();
    let mut elsewhere = None;
    if let Refusal::Unparsed { expected, .. } = &mut refusal {
        if session.referee().progress() == Progress::GameOver {
            // No step is expected any more.
            expected.clear();
            about = format!("The game is over (TB-7). {WHAT_IS_LEFT}");
        } else if input.tells_of_arrow_up() {
            "Arrow-up brings the line back.".clone_into(&mut about);
        }
    }
    if let Refusal::Foul { line, verdict, .. } = &refusal {
        let is_impossible = verdict.kind == Some(Kind::Impossible);
        // Of a line with several steps none was entered.
        let nothing = if line.contains(';') { "Nothing of that line was entered. " } else { "" };
        about = match session.referee().progress() {
            Progress::GameOver => WHAT_IS_LEFT.to_owned(),
            _ if !is_impossible => format!("{nothing}{}", instead(session)),
            _ if verdict.elsewhere.is_empty() => {
                format!("{nothing}It cannot have happened so, and can't be overruled. {}", otherwise(session.referee().log()))
            }
            _ => nothing.trim_end().to_owned(),
        };
        session.refused = Some(line.clone()).filter(|_| !is_impossible);
        elsewhere = Some(verdict.clone()).filter(|verdict| is_impossible && !verdict.elsewhere.is_empty());
    }
    let asked = elsewhere.as_ref().map(|verdict| dialog::rows(IS_EARLIER) + verdict.elsewhere.len() + 1);
    let book = session.book();
    let text = move || {
        let about = Some(wrap(&about, "", "")).filter(|about| !about.is_empty());
        std::iter::once(say::refusal(&refusal, book)).chain(about).collect::<Vec<_>>().join("\n")
    };
    Reply { elsewhere, ..Reply::refused(Shown::Answer { text: Rc::new(text), asked }) }
}

/// What can be done about an impossible step where no line says that the card lies elsewhere.
fn otherwise(log: &Log) -> &'static str {
    if log.rounds().iter().any(|round| !round.lines.is_empty()) {
        "Type what was played; `amend R.L` mends an earlier line."
    } else if log.deck().is_empty() {
        "Type what was played."
    } else {
        "Type what was played; if the log is wrong about the deck, start another one."
    }
}

/// What can be done about an illegal step.
fn instead(session: &Session) -> String {
    let enter = match screen::prompt(session.table().as_ref()).default {
        Some(step) => format!("Enter alone enters `{}`. ", clean(&step)),
        None => String::new(),
    };
    format!("{enter}Type what was played instead, or `overrule REASON` if the table lets it stand.")
}

const IS_EARLIER: &str = "Is an earlier line wrong, and to be amended?";

/// An impossible step means that the record is wrong: here, or where it put the card. Asks which line that is; none if it is this one.
pub fn earlier_line(session: &Session, input: &mut Input<'_>, verdict: &Verdict) -> Option<Place> {
    let mut answers = vec!["no, the step just typed was wrong".to_owned()];
    let lines = session.referee().log();
    answers.extend(verdict.elsewhere.iter().map(|elsewhere| {
        let text = lines.line(elsewhere.place).map(|line| line.text.to_string()).unwrap_or_default();
        format!("yes, {}: {text}", elsewhere.place)
    }));
    let chosen = input.one_of(IS_EARLIER, &answers)?.checked_sub(1)?;
    verdict.elsewhere.get(chosen).map(|elsewhere| elsewhere.place)
}

/// Asks who is `first` of the next round, where the table chooses and has not chosen yet.
pub fn ask_who_is_first(session: &mut Session, input: &mut Input<'_>) {
    let names = session.may_be_first();
    if names.len() < 2 || session.first().is_some() {
        return;
    }
    session.asked_first = true;
    let book = session.book();
    let question = format!("The next {}: who {}?", book.round, book.first);
    if let Some(name) = input.pick(&question, &names) {
        session.choose_first(name);
    }
}

/// The table, what is said, and where the game stands: once a round or the game is over that is its score sheet.
pub fn with_progress(session: &Session, from: Option<Place>, text: Wording) -> Shown {
    let book = session.book();
    let progress = session.referee().progress();
    let stands = match progress {
        // What stands on screen says it.
        _ if session.referee().log().is_kept_by_scores() => String::new(),
        Progress::Underway => String::new(),
        Progress::GameOver => format!("The game is over. {WHAT_IS_LEFT}"),
        Progress::RoundOver(_) => {
            format!("That was {} {}. {}", book.round, session.referee().log().rounds().len(), standing::next(session))
        }
        Progress::Ready(_) => standing::next(session),
    };
    let stands = wrap(&stands, "", "");
    match progress {
        Progress::GameOver | Progress::RoundOver(_) if !stands.is_empty() => {
            let more = format!("\n{}\n{stands}", sheet::latest(&session.referee().sheet(), book));
            Shown::Below { from, text, more: Some(more) }
        }
        _ => {
            let said =
                move || [text(), stands.clone()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
            Shown::Below { from, text: Rc::new(said), more: None }
        }
    }
}
