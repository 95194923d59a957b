//! A typed step: judged, saved, read back; or refused, with what to type instead.

use super::{ask, change, frame, input::Input, rounds, session::Session, tell};
use crate::cli::{
    escape::{clean, clean_lines},
    paint::strong,
    say,
};
use fowlplay::{
    log::{FileError, Log},
    referee::{Recorded, Refusal, Verdict},
    table::{Kind, Progress},
};

/// Judges a line and enters it.
pub fn submit(session: &mut Session, input: &mut Input, line: &str) {
    let mut line = line.trim().to_owned();
    loop {
        match session.referee().record(&[&line], session.first()) {
            Ok(recorded) => return enter(session, recorded),
            Err(Refusal::Unclear { question, options, .. }) => {
                let Some(chosen) = ask::one_of(&tell::question(&question), &options, 0).and_then(|chosen| options.get(chosen))
                else {
                    out!("Nothing was entered.");
                    return;
                };
                line.clone_from(chosen);
            }
            Err(Refusal::ChooseFirst { question, players }) => {
                let Some(chosen) = ask::one_of(&tell::question(&question), &players, 0).and_then(|chosen| players.get(chosen))
                else {
                    out!("Nothing was entered.");
                    return;
                };
                session.choose_first(chosen);
            }
            Err(refusal) => return refuse(session, input, refusal),
        }
    }
}

/// Saves what was recorded; then says it.
pub fn enter(session: &mut Session, recorded: Recorded) {
    let before = (session.referee().progress(), session.referee().log().rounds().len());
    let Recorded { log, entered, proved } = recorded;
    if !save(session, log) {
        return;
    }
    frame::show(session);
    for entered in &entered {
        out!("{}", say::entered(entered));
    }
    for finding in &proved {
        out!("{}", say::finding(finding, None, session.book()));
    }
    let now = session.referee().progress();
    if now != Progress::Underway && before != (now, session.referee().log().rounds().len()) {
        rounds::tell(session);
    }
}

/// Saves a log. What could not be saved was not entered, and is said so.
pub fn save(session: &mut Session, log: Log) -> bool {
    let Err(error) = session.save(log) else { return true };
    out!("{}", strong("Not entered, for it could not be saved:"));
    tell::line(&clean_lines(&error.to_string()));
    match error {
        FileError::Changed(_) if session.is_held() => {
            tell::line("The session goes on with the file as it is now. Type the line again if it is still wanted.");
            frame::show(session);
        }
        _ if session.is_held() => tell::line("Type it again once that is mended (arrow-up brings it back)."),
        _ => tell::line("Once the file can be read again, type the line again: the session then goes on with the file as it is."),
    }
    false
}

fn refuse(session: &mut Session, input: &mut Input, refusal: Refusal) {
    out!("{}", say::refusal(&refusal, Some(session.book())));
    let Refusal::Foul { line, verdict, .. } = refusal else { return };
    if verdict.kind == Some(Kind::Impossible) {
        mend(session, input, &verdict);
    } else {
        let are_several = line.contains(';');
        session.refused = Some(line);
        match session.referee().progress() {
            Progress::GameOver => tell::line("`note TEXT` adds a note; if the game went on, `undo` takes back its last line."),
            _ => instead(session, are_several),
        }
    }
}

/// What can be done about an illegal step. Of a line with several steps none was entered.
fn instead(session: &Session, are_several: bool) {
    let nothing = if are_several { "Nothing of that line was entered. " } else { "" };
    let enter = match super::prompt::of(session.table().as_ref()).default {
        Some(step) => format!("Enter alone enters `{}`. ", clean(&step)),
        None => String::new(),
    };
    tell::line(&format!("{nothing}{enter}Type what was played instead, or `overrule REASON` if the table lets it stand."));
}

/// An impossible step means that the record is wrong: here, or where it put the card.
fn mend(session: &mut Session, input: &mut Input, verdict: &Verdict) {
    session.refused = None;
    if verdict.elsewhere.is_empty() {
        tell::line(
            "It cannot have happened so, and can't be overruled. Type what was played; `amend R.L` mends an earlier line.",
        );
        return;
    }
    let mut answers = vec!["no, the step just typed was wrong".to_owned()];
    let lines = session.referee().log();
    answers.extend(verdict.elsewhere.iter().map(|elsewhere| {
        let text = lines.line(elsewhere.place).map(|line| line.text.to_string()).unwrap_or_default();
        format!("yes, {}: {text}", elsewhere.place)
    }));
    let chosen = ask::one_of("Is an earlier line wrong, and to be amended?", &answers, 0);
    if let Some(elsewhere) = chosen.and_then(|chosen| verdict.elsewhere.get(chosen.checked_sub(1)?)) {
        change::amend(session, input, &elsewhere.place.to_string());
    }
}
