//! Start and end of a session. Reopens a closed game. At the end checks the log on disk, and saves to another file if it is gone.

use super::{
    input::SessionInput,
    record_line, screen,
    state::{DiskState, Session},
};
use crate::{
    actions::Action,
    cli::{
        open_logs::file_names,
        print::warn,
        prompt::{setup, terminal::print_text},
        render::{messages, style::strong},
    },
    log::{Log, LogFile},
    table::{
        Progress,
        escape::{self, clean, clean_lines},
    },
};
use std::{path::Path, process::ExitCode};

/// Asks whether to reopen the game if it is closed. Returns the exit status if it stays closed.
pub(super) fn reopen(session: &mut Session, input: &mut SessionInput<'_>) -> Result<(), ExitCode> {
    let Some(closed) = messages::closed(session.referee()) else { return Ok(()) };
    print_text::print_wrapped(&format!("The game is {closed}."));
    let answers = ["yes, it goes on", "no"].map(str::to_owned);
    if input.agrees("", "Open it again?", &answers) {
        match session.preview(&Action::Head { changes: vec![("closed".to_owned(), String::new())] }) {
            Ok(outcome) => match record_line::commit(session, &outcome) {
                Ok(()) => return Ok(()),
                Err(view) => screen::draw(session, view),
            },
            Err(refusal) => out!("{}", messages::refusal(&refusal)),
        }
        return Err(ExitCode::from(2));
    }
    let path = clean(&messages::quoted(&session.path().display().to_string())).into_owned();
    print_text::print_wrapped(&format!(
        "`fowlplay show {path}` and `fowlplay score {path}` look at it, `fowlplay head {path} closed=` opens it."
    ));
    Err(ExitCode::SUCCESS)
}

/// Ends the session. The exit status is a failure if the game is not on disk.
pub(super) fn quit(session: &mut Session, input: &mut SessionInput<'_>) -> ExitCode {
    input.terminal.drop_typed_ahead();
    match session.compare_with_disk() {
        DiskState::Same => report_saved(session, session.path()),
        DiskState::Changed => {
            let view = record_line::reload(session);
            screen::draw(session, view);
            report_saved(session, session.path());
        }
        DiskState::Protected => {
            let file = escape::path(session.path());
            print_text::print_wrapped(&format!(
                "{file} has all that was entered, but it is protected from writing now. The game can go on in another file; Escape \
                 leaves it at this one."
            ));
            match write_to_asked_file(session, input) {
                Some(file) => report_saved(session, file.path()),
                None => report_saved(session, session.path()),
            }
        }
        DiskState::Gone(error) => {
            out!("{}", strong("The log is not on disk as it was entered:"));
            print_text::print_wrapped(&clean_lines(&error.to_string()));
            return rescue(session, input);
        }
    }
    ExitCode::SUCCESS
}

/// Reports the file of the game, and the command that continues the game unless it is over.
fn report_saved(session: &Session, path: &Path) {
    // `play` without a file continues the latest game of this folder.
    let is_in_this_folder = path.parent().is_none_or(|folder| folder.as_os_str().is_empty());
    let path = messages::quoted(&clean(&path.display().to_string()));
    let continue_hint = match session.referee().progress() {
        Progress::GameOver => String::new(),
        _ if is_in_this_folder => "`fowlplay play` goes on, ".to_owned(),
        _ => format!("`fowlplay play {path}` goes on, "),
    };
    print_text::print_wrapped(&format!("All is saved in {path}. {continue_hint}`fowlplay score {path}` shows the score."));
}

/// Saves a game that only this session has, unless the user gives the game up.
fn rescue(session: &Session, input: &mut SessionInput<'_>) -> ExitCode {
    print_text::print_wrapped("Only this session has the game now. Escape gives it up.");
    while !input.terminal.is_closed {
        if let Some(file) = write_to_asked_file(session, input) {
            report_saved(session, file.path());
            return ExitCode::SUCCESS;
        }
        let answers = ["no, write it to a file", "yes, it may be lost"].map(str::to_owned);
        if input.terminal.pick("Give the game up?", &answers, Some(0)) == Some(1) {
            print_text::print_wrapped("The game was given up.");
            return ExitCode::from(2);
        }
    }
    // The terminal is gone, so there is no user to ask.
    ExitCode::from(if write_to_free_name(session.path(), session.referee().log()).is_some() { 0 } else { 2 })
}

/// Saves a game whose log can't be read any more, without asking, because a signal ends the session. Prints the name of the file.
pub(super) fn rescue_unasked(path: &Path, log: &Log) {
    if LogFile::read(path).is_err()
        && let Some(file) = write_to_free_name(path, log)
    {
        let new_path = escape::path(file.path());
        warn(&format!("{} is not on disk as it was entered: the game is saved in {new_path}.", escape::path(path)));
    }
}

/// Writes a game to the log's name, or to a similar one if that name is taken.
fn write_to_free_name(path: &Path, log: &Log) -> Option<LogFile> {
    file_names(&stem(path)).find_map(|name| LogFile::create(name, log.text().to_owned()).ok())
}

/// Asks for a new file and writes the game to it. Returns `None` if the user cancels.
fn write_to_asked_file(session: &Session, input: &mut SessionInput<'_>) -> Option<LogFile> {
    input.terminal.drop_typed_ahead();
    setup::new_file(input.terminal, &stem(session.path()), session.referee().log().text())
}

/// The path of a log without its extension.
fn stem(path: &Path) -> String {
    path.with_extension("").display().to_string()
}
