//! The table session: asks for each step, shows the table, offers what is legal, takes corrections and disputes.

/// Prints a line. Where nobody can read it any more, there is nobody to tell.
macro_rules! out {
    ($($text:tt)*) => { $crate::cli::play::dialog::print(format_args!($($text)*)) };
}
pub(super) use out;

mod change;
mod command;
pub mod dialog;
mod input;
mod look;
mod menus;
mod screen;
mod session;
mod step;

use super::{args::OneLog, files};
use anyhow::{Error, Result, anyhow, bail};
use fowlplay::log::LogFile;
use input::{Input, Typed};
use session::Session;
use std::process::ExitCode;

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay play game.toml

At the table type what is played (`hatch 7S`, or `h 7s`), or press Enter for a menu. `help` there says how to type, `?` what is open, `quit` leaves. Each accepted line is on disk before anything is said of it, so nothing is lost however the session ends.

Lines from a file or another program go to `fowlplay record FILE -`.";

/// Plays on with the log that is named.
pub fn run(args: &OneLog, json: bool) -> Result<ExitCode> {
    let file = super::say::quoted(&files::shown(&args.file));
    if json {
        bail!("`play` talks to people, not in JSON: scripts use `fowlplay record {file} - --json`");
    }
    if !super::is_terminal() {
        bail!("`play` needs a terminal: `fowlplay record {file} -` takes lines from standard input");
    }
    at_table(files::hold(&args.file)?)
}

/// Plays on with a log that is open already.
pub fn at_table(file: LogFile) -> Result<ExitCode> {
    dialog::survive_ctrl_c();
    let mut session = Session::open(file)?;
    let mut input = Input::new().map_err(|error| terminal(&error))?;
    screen::greeting(&session);
    loop {
        if !session.asked_first {
            step::ask_who_is_first(&mut session);
        }
        let prompt = screen::prompt(session.table().as_ref());
        match input.read(&prompt, session.table()).map_err(|error| terminal(&error))? {
            Typed::Leave => break,
            Typed::Cancelled => {}
            Typed::Line(line) if line.trim().is_empty() => {
                step::ask_who_is_first(&mut session);
                if let Some(step) = prompt.default.or_else(|| menus::choose(&session, &mut input)) {
                    step::submit(&mut session, &mut input, &step);
                }
            }
            Typed::Line(line) => match command::read(&line, session.book()) {
                None => step::submit(&mut session, &mut input, &line),
                Some((word, "")) if word == "quit" || word == "exit" => break,
                Some((word, rest)) => obey(&mut session, &mut input, &word, rest),
            },
        }
    }
    screen::goodbye(&session);
    Ok(ExitCode::SUCCESS)
}

/// Does what a word of the session says.
fn obey(session: &mut Session, input: &mut Input, word: &str, rest: &str) {
    match (word, rest) {
        ("?", "") => look::describe(session),
        ("?", _) if ["cards", "steps"].iter().any(|known| rest.eq_ignore_ascii_case(known)) => look::steps(session),
        ("?", _) => out!("`?` says what is open now, `? cards` lists every legal step."),
        ("undo", "") => change::undo(session, 1),
        ("undo", _) => match rest.parse() {
            Ok(lines) if lines > 0 => change::undo(session, lines),
            _ => out!("`undo` takes back the last line, `undo 3` the last three."),
        },
        ("amend", "") => out!(
            "Say which line: `amend 1.4` to change line 4 of round 1, `amend -1.4` to delete it, `amend +1.4 LINE` to insert one \
             before it."
        ),
        ("amend", _) => change::amend(session, input, rest),
        ("rule", _) => change::rule(session, rest),
        ("overrule", _) => change::overrule(session, input, rest),
        ("why", _) => look::why(session, rest),
        ("rules", _) => look::rules(session, rest),
        ("help", _) if rest.eq_ignore_ascii_case("words") => look::words(),
        ("help", "") => look::help(session),
        ("table", "") => screen::show(session),
        ("redo", "") => change::redo(session),
        ("memory", "") => look::memory(session),
        ("score", "") => look::score(session),
        ("log", "") => look::log(session),
        _ => out!("`{word}` stands alone."),
    }
}

fn terminal(error: &rustyline::error::ReadlineError) -> Error {
    anyhow!("the terminal can't be used ({error}); all that was entered is saved")
}
