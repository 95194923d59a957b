//! The session of `play`: reads a line, runs it, and draws its reply with one function for all replies.

mod change;
mod command;
mod command_words;
mod input;
mod lifecycle;
mod look_back;
mod menus;
pub(super) mod position;
mod queries;
mod record_line;
mod reply;
mod score_keeping;
mod screen;
mod standings;
mod state;

use super::{
    prompt::{
        parts_form::PartsForm,
        terminal::{EscapeAction, Terminal, print_text},
    },
    signals::on_shutdown,
};
use crate::{
    log::LogFile,
    table::{capitalized, escape::clean},
};
use anyhow::Result;
use input::{InputEvent, SessionInput};
use reply::{ARROW_UP, LineStatus, Reply};
use state::Session;
use std::{
    process::ExitCode,
    sync::{Arc, PoisonError},
};

/// Continues a game with an open log. `tally` was already entered for the next round. The session begins with `first_command`.
pub(super) fn at_table(
    file: LogFile,
    tally: Option<PartsForm>,
    first_command: Option<&str>,
    terminal: &mut Terminal,
) -> Result<ExitCode> {
    let mut session = Session::open(file)?;
    let (path, log_on_disk) = (session.path().to_owned(), session.log_on_disk());
    on_shutdown(move || {
        lifecycle::rescue_unasked(&path, &log_on_disk.lock().unwrap_or_else(PoisonError::into_inner));
    });
    let mut input = SessionInput::new(terminal);
    if let Err(status) = lifecycle::reopen(&mut session, &mut input) {
        return Ok(status);
    }
    if session.referee().log().is_scores_only() {
        score_keeping::run(&mut session, &mut input, tally);
    } else {
        screen::greeting(&session);
        if let Some(first_command) = first_command {
            let reply = command::run(&mut session, &mut input, first_command, "");
            screen::draw(&session, reply.view);
        }
        while read_and_run(&mut session, &mut input) {}
    }
    Ok(lifecycle::quit(&mut session, &mut input))
}

/// Reads a line and runs it. Returns false once the session should end.
fn read_and_run(session: &mut Session, input: &mut SessionInput<'_>) -> bool {
    if !session.asked_first {
        record_line::ask_who_is_first(session, input);
    }
    let prompt = screen::current_prompt(session);
    let referee = Arc::clone(session.next_referee());
    let escape = if session.viewed_line().is_some() { EscapeAction::ClearsOrCancels } else { EscapeAction::Clears };
    let line = match input.read(&prompt, escape, referee.as_ref(), || session.is_changed()) {
        InputEvent::Quit => return false,
        InputEvent::Cancelled => return true,
        InputEvent::Back => {
            if let Some(reply) = look_back::return_to_present(session) {
                screen::draw(session, reply.view);
            }
            return true;
        }
        InputEvent::Resized => {
            screen::redraw(session);
            return true;
        }
        InputEvent::Changed => {
            let view = record_line::reload(session);
            screen::draw(session, view);
            return true;
        }
        InputEvent::Line(line) => line,
    };
    let parsed = command_words::parse_command(&line, session.book());
    let keeps_view = parsed.as_ref().is_some_and(|(word, rest)| look_back::keeps_view(word, rest));
    if !keeps_view && let Some(reply) = look_back::return_to_present(session) {
        screen::draw(session, reply.view);
        if line.trim().is_empty() {
            return true;
        }
        if parsed.as_ref().is_none_or(|(word, rest)| look_back::is_change(word, rest)) {
            // The line may change the game, so the user has to see the present table before entering the line.
            input.terminal.drop_typed_ahead();
            print_text::print_wrapped(&format!("`{}` was not entered: {ARROW_UP}.", clean(&line)));
            return true;
        }
    }
    let mut reply = match parsed {
        _ if line.trim().is_empty() => {
            record_line::ask_who_is_first(session, input);
            match prompt.default.map_or_else(|| menus::choose(session, input), Ok) {
                Ok(chosen) => record_line::judge_and_save(session, input, &chosen),
                Err(view) => Reply::done(view),
            }
        }
        None => record_line::judge_and_save(session, input, &line),
        Some((word, "")) if word == "tally" => score_keeping::end_round_by_tally(session, input),
        Some((word, rest)) => command::run(session, input, &word, rest),
    };
    screen::draw(session, reply.view);
    if let Some(verdict) = reply.conflict.take()
        && let Some(line_ref) = record_line::earlier_line(session, input, &verdict)
    {
        let reply = change::amend_line(session, input, line_ref);
        screen::draw(session, reply.view);
        print_text::print_wrapped(&format!("{}.", capitalized(ARROW_UP)));
    }
    if reply.status == LineStatus::Refused {
        input.terminal.drop_typed_ahead();
    }
    reply.status != LineStatus::Quit
}
