//! The table session: asks for each step, shows the table, offers what is legal, takes corrections and disputes.

/// Prints a line. Where nobody can read it any more, there is nobody to tell.
macro_rules! out {
    ($($text:tt)*) => { $crate::cli::play::tell::print(format_args!($($text)*)) };
}
pub(super) use out;

pub mod ask;
mod change;
mod command;
mod frame;
mod input;
mod look;
mod menus;
mod prompt;
mod rounds;
mod session;
mod stages;
mod step;
pub mod tell;

use super::{failure::Failure, files};
use fowlplay::log::LogFile;
use input::{Input, Typed};
use session::Session;
use std::{path::PathBuf, process::ExitCode};

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay play game.toml

At the table type what is played (`hatch 7S`, or `h 7s`), or press Enter for a menu. `help` there says how to type, `?` what is open, `quit` leaves. Each accepted line is on disk before anything is said of it, so nothing is lost however the session ends.

Lines from a file or another program go to `fowlplay record FILE -`.";

/// Which log.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
}

/// Plays on with the log that is named.
///
/// # Errors
/// When there is no terminal, or the log can't be had.
pub fn run(args: &Args, json: bool) -> Result<ExitCode, Failure> {
    let file = super::say::quoted(&files::shown(&args.file));
    if json {
        return Err(Failure::plain(format!(
            "`play` talks to people, not in JSON: scripts use `fowlplay record {file} - --json`"
        )));
    }
    if !super::is_terminal() {
        return Err(Failure::plain(format!(
            "`play` needs a terminal: `fowlplay record {file} -` takes lines from standard input"
        )));
    }
    at_table(files::hold(&args.file)?)
}

/// Plays on with a log that is held already.
///
/// # Errors
/// When the log can't be read by the rules of its game, or the terminal fails.
pub fn at_table(file: LogFile) -> Result<ExitCode, Failure> {
    ask::survive_ctrl_c();
    let mut session = Session::open(file)?;
    let mut input = Input::new().map_err(|error| terminal(&error))?;
    frame::greeting(&session);
    loop {
        if !session.asked_first {
            rounds::who_is_first(&mut session);
        }
        let prompt = prompt::of(session.table().as_ref());
        match input.read(&prompt, session.table(), session.book()).map_err(|error| terminal(&error))? {
            Typed::Leave => break,
            Typed::Cancelled => {}
            Typed::Line(line) if line.trim().is_empty() => {
                rounds::who_is_first(&mut session);
                if let Some(step) = prompt.default.or_else(|| menus::choose(&session, &mut input)) {
                    step::submit(&mut session, &mut input, &step);
                }
            }
            Typed::Line(line) => match command::read(&line, session.book()) {
                None => step::submit(&mut session, &mut input, &line),
                Some(Ok(command::Command::Quit)) => break,
                Some(Ok(command)) => obey(&mut session, &mut input, &command),
                Some(Err(usage)) => out!("{usage}"),
            },
        }
    }
    frame::goodbye(&session);
    Ok(ExitCode::SUCCESS)
}

fn obey(session: &mut Session, input: &mut Input, command: &command::Command) {
    use command::Command;
    match command {
        Command::Describe => look::describe(session),
        Command::Steps => look::steps(session),
        Command::Why(of) => look::why(session, of),
        Command::Memory => look::memory(session),
        Command::Score => look::score(session),
        Command::Log => look::log(session),
        Command::Rules(clause) => look::rules(session, clause),
        Command::Help => look::help(session),
        Command::Words => look::words(),
        Command::Undo(lines) => change::undo(session, *lines),
        Command::Redo => change::redo(session),
        Command::Amend(edit) => change::amend(session, input, edit),
        Command::Rule(changes) => change::rule(session, changes),
        Command::Overrule(reason) => change::overrule(session, input, reason),
        Command::Table => frame::show(session),
        Command::Quit => {}
    }
}

fn terminal(error: &rustyline::error::ReadlineError) -> Failure {
    Failure::plain(format!("the terminal can't be used ({error}); all that was entered is saved"))
}
