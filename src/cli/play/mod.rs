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

use super::args::PlayArgs;
use fowlplay::log::LogFile;
use input::{Input, Typed};
use session::Session;
use std::{io::IsTerminal, process::ExitCode};

/// Plays on with the log that is named.
///
/// # Errors
/// When standard input is no terminal, or the log can't be had.
pub fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    if !std::io::stdin().is_terminal() {
        anyhow::bail!(
            "`play` asks at a terminal, and standard input is none: `fowlplay record {} -` reads lines from standard input",
            args.file.display()
        );
    }
    at_table(LogFile::open(&args.file)?)
}

/// Plays on with a log that is held already.
///
/// # Errors
/// When the log can't be read by the rules of its game, or the terminal fails.
pub fn at_table(file: LogFile) -> anyhow::Result<ExitCode> {
    ask::survive_ctrl_c();
    let mut session = Session::open(file)?;
    let mut input = Input::new()?;
    frame::greeting(&session);
    frame::show(&session);
    loop {
        rounds::who_is_first(&mut session);
        let prompt = prompt::of(session.table().as_ref());
        match input.read(&prompt, session.table(), session.book())? {
            Typed::Leave => break,
            Typed::Cancelled => {}
            Typed::Line(line) if line.trim().is_empty() => {
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
