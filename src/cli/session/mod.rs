//! The table session: reads a line, runs it, draws its reply, and offers what is legal. Each line returns a reply, and replies
//! are drawn in one place.

mod change;
mod command;
mod input;
mod leave;
mod look;
mod menus;
mod past;
mod reply;
mod scores;
mod screen;
mod standing;
mod state;
mod step;
mod words;

use super::prompt::{
    parts::Parts,
    terminal::{Escape, Terminal},
};
use crate::log::LogFile;
use anyhow::Result;
use input::{Input, Typed};
use reply::{Outcome, Reply};
use state::Session;
use std::{process::ExitCode, sync::Arc};

/// Plays on with a log that is open already; `counted` is to be the tally of its next round.
pub fn at_table(file: LogFile, counted: Option<Parts>, terminal: &mut Terminal) -> Result<ExitCode> {
    let mut session = Session::open(file)?;
    let mut input = Input::new(terminal);
    if let Err(status) = leave::open_again(&mut session, &mut input) {
        return Ok(status);
    }
    if session.referee().log().is_kept_by_scores() {
        scores::keep(&mut session, &mut input, counted);
    } else {
        screen::greeting(&session);
        while follow(&mut session, &mut input) {}
    }
    Ok(leave::leave(&mut session, &mut input))
}

/// Asks for a line and follows it: false once the session is to end.
fn follow(session: &mut Session, input: &mut Input<'_>) -> bool {
    if !session.asked_first {
        step::ask_who_is_first(session, input);
    }
    let prompt = screen::asked(session);
    let table = Arc::clone(session.table());
    let escape = if session.past().is_some() { Escape::LeavesEmpty } else { Escape::Empties };
    let line = match input.read(&prompt, escape, table.as_ref(), || session.is_changed()) {
        Typed::Leave => return false,
        Typed::Cancelled => return true,
        Typed::Back => {
            if let Some(back) = past::come_back(session) {
                screen::draw(session, input, back.shown);
            }
            return true;
        }
        Typed::Resized => {
            screen::again(session);
            return true;
        }
        Typed::Changed => {
            let shown = step::go_on_with_the_file(session);
            screen::draw(session, input, shown);
            return true;
        }
        Typed::Line(line) => line,
    };
    let read = command::read(&line, session.book());
    let looks = read.as_ref().is_some_and(|(word, rest)| past::looks(word, rest));
    if !looks && let Some(back) = past::come_back(session) {
        screen::draw(session, input, back.shown);
        if line.trim().is_empty() {
            return true;
        }
        if read.as_ref().is_none_or(|(word, rest)| past::changes(word, rest)) {
            // It is played or changed now, not then: that is to be seen before it is entered.
            input.put_off(&line);
            return true;
        }
    }
    let mut reply = match read {
        _ if line.trim().is_empty() => {
            step::ask_who_is_first(session, input);
            match prompt.default.map_or_else(|| menus::choose(session, input), Ok) {
                Ok(step) => step::submit(session, input, &step),
                Err(shown) => Reply::done(shown),
            }
        }
        None => step::submit(session, input, &line),
        Some((word, "")) if word == "tally" => scores::tally(session, input),
        Some((word, rest)) => words::run_word(session, input, &word, rest),
    };
    screen::draw(session, input, reply.shown);
    if let Some(verdict) = reply.elsewhere.take()
        && let Some(place) = step::earlier_line(session, input, &verdict)
    {
        let amended = change::line(session, input, place);
        screen::draw(session, input, amended.shown);
    }
    match reply.outcome {
        Outcome::Entered => input.entered(),
        Outcome::Refused => input.refused(&line),
        Outcome::Done => input.obeyed(&line),
        Outcome::Left => return false,
    }
    true
}
