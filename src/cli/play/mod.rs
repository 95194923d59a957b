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
mod leave;
mod look;
mod menus;
mod screen;
mod session;
mod step;

use super::{args::OneLog, files, terminal::Terminal};
use anyhow::{Context as _, Result, bail};
use fowlplay::log::LogFile;
use input::{Input, Typed};
use session::Session;
use std::{process::ExitCode, sync::Arc};

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay play game.toml

At the table type what is played (`hatch 7S`, or `h 7s`), or press Enter for a menu. `help` there says how to type, `?` what is open, `quit` leaves. Each accepted line is on disk before anything is said of it, so nothing is lost however the session ends. Lines may be typed ahead or pasted: they are taken in order, and what comes after a refused one waits to be entered or dropped.

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
    at_table(files::hold(&args.file)?, &mut open_terminal()?)
}

/// Takes the terminal over for a session.
pub fn open_terminal() -> Result<Terminal> {
    Terminal::open().context("the terminal can't be used")
}

/// Plays on with a log that is held already.
pub fn at_table(file: LogFile, terminal: &mut Terminal) -> Result<ExitCode> {
    let mut session = Session::open(file)?;
    let mut input = Input::new(terminal);
    screen::greeting(&session);
    loop {
        if !session.asked_first {
            step::ask_who_is_first(&mut session, &mut input);
        }
        let prompt = screen::prompt(session.table().as_ref());
        let table = Arc::clone(session.table());
        let line = match input.read(&prompt, table.as_ref(), || session.is_changed()) {
            Typed::Leave => break,
            Typed::Cancelled => continue,
            Typed::Resized => {
                screen::again(&session);
                continue;
            }
            Typed::Changed => {
                step::go_on_with_the_file(&mut session);
                continue;
            }
            Typed::Line(line) => line,
        };
        let read = command::read(&line, session.book());
        let outcome = match read {
            _ if line.trim().is_empty() => {
                step::ask_who_is_first(&mut session, &mut input);
                match prompt.default.or_else(|| menus::choose(&session, &mut input)) {
                    Some(step) => step::submit(&mut session, &mut input, &step),
                    None => Outcome::Told,
                }
            }
            None => step::submit(&mut session, &mut input, &line),
            Some((word, "")) if word == "quit" || word == "exit" => break,
            Some((word, rest)) => obey(&mut session, &mut input, &word, rest),
        };
        match outcome {
            Outcome::Entered => input.entered(),
            Outcome::Refused => input.refused(&line),
            Outcome::Told => {}
        }
    }
    Ok(leave::leave(&mut session, &mut input))
}

/// What came of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// It is in the log.
    Entered,
    /// It was refused: what came after it was typed for another table.
    Refused,
    /// It was a word of the session, and was obeyed.
    Told,
}

/// Does what a word of the session says.
fn obey(session: &mut Session, input: &mut Input<'_>, word: &str, rest: &str) -> Outcome {
    match (word, rest) {
        ("?", "") => look::describe(session),
        ("?", _) if ["cards", "steps"].iter().any(|known| rest.eq_ignore_ascii_case(known)) => look::steps(session),
        ("?", _) => return wrong("`?` says what is open now, `? cards` lists every legal step."),
        ("undo", "") => return change::undo(session, 1),
        ("undo", _) => match rest.parse() {
            Ok(lines) if lines > 0 => return change::undo(session, lines),
            _ => return wrong("`undo` takes back the last line, `undo 3` the last three."),
        },
        ("amend", "") => {
            return wrong(
                "Say which line: `amend 1.4` to change line 4 of round 1, `amend -1.4` to delete it, `amend +1.4 LINE` to insert \
                 one before it.",
            );
        }
        ("amend", _) => return change::amend(session, input, rest),
        ("rule", _) => return change::rule(session, rest),
        ("overrule", _) => return change::overrule(session, input, rest),
        ("why", _) => return look::why(session, rest),
        ("rules", _) => return look::rules(session, rest),
        ("help", _) if rest.eq_ignore_ascii_case("words") => look::words(),
        ("help", "") => look::help(session),
        ("findings", "") => look::findings(session),
        ("table", "") => screen::show(session),
        ("redo", "") => return change::redo(session),
        ("memory", "") => look::memory(session),
        ("score", "") => look::score(session),
        ("log", "") => look::log(session),
        _ => return wrong(&format!("`{word}` stands alone.")),
    }
    Outcome::Told
}

/// Says how a word is used.
fn wrong(usage: &str) -> Outcome {
    dialog::tell(usage);
    Outcome::Refused
}
