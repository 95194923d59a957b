//! Reopens a closed game at the start of a session; and at its end checks the file on disk before saying that all is saved, and
//! saves elsewhere if the file is gone.

use super::{
    input::Input,
    screen,
    state::{OnDisk, Session},
    step,
};
use crate::{
    actions::Action,
    cli::{
        files::file_names,
        prompt::terminal::dialog,
        render::{
            paint::{strong, wrap},
            say,
        },
    },
    log::LogFile,
    table::{
        Progress,
        escape::{self, clean, clean_lines},
    },
};
use std::{path::Path, process::ExitCode};

/// Opens a game that was closed, if it is to go on; else the session ends so.
pub fn open_again(session: &mut Session, input: &mut Input<'_>) -> Result<(), ExitCode> {
    let Some(closed) = say::closed(session.referee()) else { return Ok(()) };
    dialog::print_wrapped(&format!("The game is {closed}."));
    let answers = ["yes, it goes on", "no"].map(str::to_owned);
    if input.agrees("", "Open it again?", &answers) {
        match session.preview(&Action::Head { changes: vec![("closed".to_owned(), String::new())] }) {
            Ok(opened) => match step::commit(session, &opened) {
                Ok(()) => return Ok(()),
                Err(shown) => screen::draw(session, input, shown),
            },
            Err(refusal) => out!("{}", say::refusal(&refusal, session.book())),
        }
        return Err(ExitCode::from(2));
    }
    let path = clean(&say::quoted(&session.path().display().to_string())).into_owned();
    dialog::print_wrapped(&format!(
        "`fowlplay show {path}` and `fowlplay score {path}` look at it, `fowlplay head {path} closed=` opens it."
    ));
    Err(ExitCode::SUCCESS)
}

/// Takes leave. A game that was given up although it is on disk no longer is a failure.
pub fn leave(session: &mut Session, input: &mut Input<'_>) -> ExitCode {
    tell_left_over(input);
    match session.on_disk() {
        OnDisk::Same => tell_saved(session, session.path()),
        OnDisk::Changed => {
            let shown = step::go_on_with_the_file(session);
            screen::draw(session, input, shown);
            tell_saved(session, session.path());
        }
        OnDisk::Protected => {
            let file = escape::path(session.path());
            dialog::print_wrapped(&format!(
                "{file} has all that was entered, but it is protected from writing now. The game can go on in another file; Escape \
                 leaves it at this one."
            ));
            match write_elsewhere(session, input) {
                Some(file) => tell_saved(session, file.path()),
                None => tell_saved(session, session.path()),
            }
        }
        OnDisk::Gone(error) => {
            out!("{}", strong("The log is not on disk as it was entered:"));
            dialog::print_wrapped(&clean_lines(&error.to_string()));
            return rescue(session, input);
        }
    }
    ExitCode::SUCCESS
}

/// What was typed and is not entered is named at last.
fn tell_left_over(input: &mut Input<'_>) {
    let left = input.left_over();
    if !left.is_empty() {
        out!("{}", strong("Not entered:"));
    }
    for line in left {
        out!("{}", wrap(&clean(&line), "  ", "    "));
    }
}

/// Says where the game is now, and how it goes on, unless it is over.
fn tell_saved(session: &Session, path: &Path) {
    // Without a name, the latest game of this folder goes on.
    let is_here = path.parent().is_none_or(|folder| folder.as_os_str().is_empty());
    let path = say::quoted(&clean(&path.display().to_string()));
    let goes_on = match session.referee().progress() {
        Progress::GameOver => String::new(),
        _ if is_here => "`fowlplay play` goes on, ".to_owned(),
        _ => format!("`fowlplay play {path}` goes on, "),
    };
    dialog::print_wrapped(&format!("All is saved in {path}. {goes_on}`fowlplay score {path}` shows the score."));
}

/// Writes a game that only this session has, unless the table gives it up.
fn rescue(session: &Session, input: &mut Input<'_>) -> ExitCode {
    dialog::print_wrapped("Only this session has the game now. Escape gives it up.");
    while !input.is_gone() {
        if let Some(file) = write_elsewhere(session, input) {
            tell_saved(session, file.path());
            return ExitCode::SUCCESS;
        }
        let answers = ["no, write it to a file", "yes, it may be lost"].map(str::to_owned);
        if input.one_of("Give the game up?", &answers) == Some(1) {
            dialog::print_wrapped("The game was given up.");
            return ExitCode::from(2);
        }
    }
    // The terminal is gone, so nobody can be asked: a file beside the log is better than none.
    let text = session.referee().log().text();
    let written = file_names(&stem(session)).find_map(|name| LogFile::create(name, text.to_owned()).ok());
    ExitCode::from(if written.is_some() { 0 } else { 2 })
}

/// Writes the session's game to a file that is asked for; none if there is to be none. Nothing is overwritten.
fn write_elsewhere(session: &Session, input: &mut Input<'_>) -> Option<LogFile> {
    input.new_file(&stem(session), session.referee().log().text())
}

/// The log's name without its ending.
fn stem(session: &Session) -> String {
    session.path().with_extension("").display().to_string()
}
