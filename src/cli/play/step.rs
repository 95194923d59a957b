//! A typed step: judged, saved, read back; or refused, with what to type instead. And what is said and asked between rounds.

use super::{Outcome, change, dialog, input::Input, screen, session::Session};
use crate::cli::{
    escape::{self, clean, clean_all, clean_lines},
    paint::{strong, wrap},
    say, sheet,
};
use fowlplay::{
    actions::{self, Action, Done},
    log::{FileError, Log, Place, is_note, split_typed},
    referee::{Finding, Refusal, Verdict},
    table::{Kind, Progress, and_list, capitalized, or_list},
};

/// What can be done once a game is over.
pub const WHAT_IS_LEFT: &str = "`score` and `log` show it, `why R.L` explains a line, `note TEXT` adds a note, `undo` takes back \
                                the latest change, `amend R.L` changes a line, `quit` leaves.";

/// Judges a line and enters it.
pub fn submit(session: &mut Session, input: &mut Input<'_>, line: &str) -> Outcome {
    let mut line = line.trim().to_owned();
    loop {
        // Who is first is for the next round, and a note begins none.
        let is_only_notes = split_typed(&line).is_ok_and(|split| split.steps().all(|step| is_note(&line[step])));
        let first = session.first().filter(|_| !is_only_notes);
        let action = Action::Record { lines: vec![line.clone()], first: first.map(str::to_owned) };
        let refusal = match session.preview(&action) {
            Ok(recorded) => return enter(session, input, recorded),
            Err(refusal) => refusal,
        };
        let (Refusal::Ambiguous { question, options: answers, .. } | Refusal::ChooseFirst { question, players: answers }) =
            &refusal
        else {
            return refuse(session, input, refusal);
        };
        let chosen = input.one_below(session, &capitalized(question), answers);
        let Some(chosen) = chosen.and_then(|chosen| answers.get(chosen)) else {
            out!("Nothing was entered.");
            return Outcome::Refused;
        };
        match refusal {
            Refusal::ChooseFirst { .. } => session.choose_first(chosen),
            _ => line.clone_from(chosen),
        }
    }
}

/// Saves what was recorded; then says it.
pub fn enter(session: &mut Session, input: &mut Input<'_>, outcome: actions::Outcome) -> Outcome {
    let log = session.referee().log().clone();
    let before = (session.referee().progress(), log.rounds().len());
    if !commit(session, &outcome) {
        return Outcome::Refused;
    }
    let (Done::Recorded(recorded) | Done::Tallied(recorded, _)) = outcome.done else { return Outcome::Entered };
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
    let said = move || [say::recorded(&recorded, book)].into_iter().chain(what_now.clone()).collect::<Vec<_>>().join("\n");
    let now = session.referee().progress();
    if now != Progress::Underway && before != (now, session.referee().log().rounds().len()) {
        tell_with_progress(session, input, from, said);
    } else {
        screen::tell(session, from, said);
    }
    Outcome::Entered
}

/// Saves what came of an action. What could not be saved was not entered, and is said so.
pub fn commit(session: &mut Session, outcome: &actions::Outcome) -> bool {
    let before = session.referee().log().clone();
    let Err(error) = session.commit(outcome) else { return true };
    out!("{}", strong("Not entered, for it could not be saved:"));
    dialog::tell(&clean_lines(&error.to_string()));
    match error {
        FileError::Changed(_) if session.is_held() => {
            dialog::tell("The session goes on with the file as it is now. Type the line again if it is still wanted.");
            screen::show(session);
            tell_gone(&before, session.referee().log());
        }
        _ if session.is_held() => dialog::tell("Type it again once that is mended (arrow-up brings it back)."),
        _ => {
            dialog::tell(
                "Once the file can be read again, type the line again: the session then goes on with the file as it is.",
            );
        }
    }
    false
}

/// Goes on with a log that something else changed, and says what it has no longer.
pub fn go_on_with_the_file(session: &mut Session) {
    let before = session.referee().log().clone();
    let file = escape::path(session.path());
    match session.read_again() {
        Ok(()) => {
            screen::show(session);
            dialog::tell(&format!("{file} was changed by something else. The session goes on with the file as it is now."));
            tell_gone(&before, session.referee().log());
        }
        Err(error) => dialog::tell(&clean_lines(&error.to_string())),
    }
}

/// Says which lines a log had that stand nowhere in the one in its place.
fn tell_gone(before: &Log, now: &Log) {
    let texts = |log: &Log| -> Vec<String> {
        log.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string())).collect()
    };
    let mut left = texts(now);
    let mut gone = texts(before);
    gone.retain(|line| left.iter().position(|kept| kept == line).map(|at| left.swap_remove(at)).is_none());
    for line in gone {
        out!("no longer in it: {}", clean(&line));
    }
}

fn refuse(session: &mut Session, input: &mut Input<'_>, mut refusal: Refusal) -> Outcome {
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
    screen::answer(session, input, asked, move || {
        let about = Some(wrap(&about, "", "")).filter(|about| !about.is_empty());
        std::iter::once(say::refusal(&refusal, book)).chain(about).collect::<Vec<_>>().join("\n")
    });
    if let Some(verdict) = elsewhere {
        mend(session, input, &verdict);
    }
    Outcome::Refused
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

/// An impossible step means that the record is wrong: here, or where it put the card.
fn mend(session: &mut Session, input: &mut Input<'_>, verdict: &Verdict) {
    let mut answers = vec!["no, the step just typed was wrong".to_owned()];
    let lines = session.referee().log();
    answers.extend(verdict.elsewhere.iter().map(|elsewhere| {
        let text = lines.line(elsewhere.place).map(|line| line.text.to_string()).unwrap_or_default();
        format!("yes, {}: {text}", elsewhere.place)
    }));
    let chosen = input.one_of(IS_EARLIER, &answers);
    if let Some(elsewhere) = chosen.and_then(|chosen| verdict.elsewhere.get(chosen.checked_sub(1)?)) {
        change::amend(session, input, &elsewhere.place.to_string());
    }
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

/// Shows the table, what is said, and where the game stands: once a round or the game is over that is its score sheet.
pub fn tell_with_progress(session: &Session, input: &mut Input<'_>, from: Option<Place>, say: impl Fn() -> String + 'static) {
    let book = session.book();
    let progress = session.referee().progress();
    let stands = match progress {
        // What stands on screen says it.
        _ if session.referee().log().is_kept_by_scores() => String::new(),
        Progress::Underway => String::new(),
        Progress::GameOver => format!("The game is over. {WHAT_IS_LEFT}"),
        Progress::RoundOver(_) => {
            format!("That was {} {}. {}", book.round, session.referee().log().rounds().len(), next(session))
        }
        Progress::Ready(_) => next(session),
    };
    let stands = wrap(&stands, "", "");
    match progress {
        Progress::GameOver | Progress::RoundOver(_) if !stands.is_empty() => {
            let text = format!("\n{}\n{stands}", sheet::latest(&session.referee().sheet(), book));
            screen::tell_at_length(session, input, from, say, &text);
        }
        _ => screen::tell(session, from, move || {
            [say(), stands.clone()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
        }),
    }
}

/// Who is `first` of the next round; nothing where none can begin.
pub fn next(session: &Session) -> String {
    let book = session.book();
    let names = session.may_be_first();
    match &clean_all(&names)[..] {
        [] => String::new(),
        [first] => format!("In the next, {first} {}; it begins with the line you type.", book.first),
        several => format!("In the next, {} {}: the table chooses.", or_list(several), book.first),
    }
}
