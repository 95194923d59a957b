//! The table session: asks for each step, shows the table, offers what is legal, takes corrections and disputes.

mod change;
mod command;
mod input;
mod leave;
mod look;
mod menus;
mod past;
mod scores;
mod screen;
mod session;
mod step;

use super::{
    files,
    tally::Parts,
    terminal::{Escape, Terminal, dialog},
};
use anyhow::{Context as _, Result, bail};
use fowlplay::log::LogFile;
use input::{Input, Typed};
use session::Session;
use std::{path::PathBuf, process::ExitCode, sync::Arc};

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay play game.toml
  fowlplay play                (the game of this directory that was played last and is neither over nor closed)

At the table type what is played (`hatch 7S`, or `h 7s`), or press Enter for a menu. `help` there says how to type, `?` what is open, `quit` leaves. Each accepted line is on disk before anything is said of it, so nothing is lost however the session ends. Lines may be typed ahead or pasted: they are taken in order, and what comes after a refused one waits to be entered or dropped.

A log that keeps scores only (`fowlplay new … --scores`) asks for what each player has of a round, as `fowlplay tally` does.

Lines from a file or another program go to `fowlplay record FILE -`.";

/// Which log.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log; else the latest of this directory whose game is not over
    file: Option<PathBuf>,
}

/// Plays on with the log that is named.
pub fn run(args: &Args, json: bool) -> Result<ExitCode> {
    let file = args.file.as_ref().map_or_else(|| "FILE".to_owned(), |file| super::say::quoted(&files::shown(file)));
    if json {
        bail!("`play` talks to people, not in JSON: scripts use `fowlplay record {file} - --json`");
    }
    if !super::is_terminal() {
        bail!("`play` needs a terminal: `fowlplay record {file} -` takes lines from standard input");
    }
    let file = match &args.file {
        Some(file) => file.clone(),
        None => files::latest_unfinished().context(
            "no game of this directory is left to go on with: `fowlplay` alone starts one, `fowlplay play FILE` opens any log",
        )?,
    };
    at_table(files::hold(&file)?, None, &mut Terminal::open()?)
}

/// Plays on with a log that is open already; `counted` is to be the tally of its next round.
pub fn at_table(file: LogFile, counted: Option<Parts>, terminal: &mut Terminal) -> Result<ExitCode> {
    let mut session = Session::open(file)?;
    let mut input = Input::new(terminal);
    if let Err(status) = leave::open_again(&mut session, &mut input) {
        return Ok(status);
    }
    if session.referee().log().is_kept_by_scores() {
        scores::keep(&mut session, &mut input, counted);
        return Ok(leave::leave(&mut session, &mut input));
    }
    screen::greeting(&session);
    loop {
        if !session.asked_first {
            step::ask_who_is_first(&mut session, &mut input);
        }
        let prompt = screen::asked(&session);
        let table = Arc::clone(session.table());
        let escape = if session.past().is_some() { Escape::LeavesEmpty } else { Escape::Empties };
        let line = match input.read(&prompt, escape, table.as_ref(), || session.is_changed()) {
            Typed::Leave => break,
            Typed::Cancelled => continue,
            Typed::Back => {
                past::come_back(&mut session);
                continue;
            }
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
        let looks = read.as_ref().is_some_and(|(word, rest)| past::looks(word, rest));
        if !looks && past::come_back(&mut session) {
            if line.trim().is_empty() {
                continue;
            }
            if read.as_ref().is_none_or(|(word, rest)| past::changes(word, rest)) {
                // It is played or changed now, not then: that is to be seen before it is entered.
                input.put_off(&line);
                continue;
            }
        }
        let outcome = match read {
            _ if line.trim().is_empty() => {
                step::ask_who_is_first(&mut session, &mut input);
                match prompt.default.or_else(|| menus::choose(&session, &mut input)) {
                    Some(step) => step::submit(&mut session, &mut input, &step),
                    None => Outcome::Told,
                }
            }
            None => step::submit(&mut session, &mut input, &line),
            Some((word, rest)) => obey(&mut session, &mut input, &word, rest),
        };
        match outcome {
            Outcome::Entered => input.entered(),
            Outcome::Refused => input.refused(&line),
            Outcome::Told => input.obeyed(&line),
            Outcome::Left => break,
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
    /// The session is to end.
    Left,
}

/// Does what a word of the session says.
fn obey(session: &mut Session, input: &mut Input<'_>, word: &str, rest: &str) -> Outcome {
    let is = |words: &[&str]| words.iter().any(|known| rest.eq_ignore_ascii_case(known));
    let text = match (word, rest) {
        ("quit" | "exit", "") => return Outcome::Left,
        ("tally", "") => return scores::tally(session, input),
        ("undo", "") => return change::undo(session, input, session.lines_of_input()),
        ("undo", _) => match rest.parse() {
            Ok(changes) => return change::undo(session, input, changes),
            Err(_) => return wrong("`undo` takes back the latest change, `undo 3` the latest three."),
        },
        ("redo", "") => return change::redo(session, input),
        ("back", _) => return past::back(session, rest),
        ("forward", _) => return past::forward(session, rest),
        ("now", "") => return past::now(session),
        ("amend", "") => {
            return wrong(
                "Say which line: `amend 1.4` to change line 4 of round 1, `amend -1.4` to delete it, `amend +1.4 LINE` to insert \
                 one before it.",
            );
        }
        ("amend", _) => return change::amend(session, input, rest),
        ("rule", _) if !rest.is_empty() => return change::rule(session, input, rest),
        ("overrule", _) => return change::overrule(session, input, rest),
        ("table", "") => {
            screen::show(session);
            return Outcome::Told;
        }
        ("?", "") => Ok(look::described(session)),
        ("?", _) if is(&["cards", "steps"]) => Ok(look::steps(session)),
        ("?", _) => return wrong("`?` says what is open now, `? cards` lists every legal step."),
        ("why", _) => look::why(session, rest),
        ("rule", _) => Ok(crate::cli::rule::all(session.referee(), "`rule KEY`")),
        ("rules", _) => look::rules(session, rest),
        ("help", _) if is(&["words"]) => Ok(look::words()),
        ("help", "") => Ok(look::help(session)),
        ("help", _) => Ok(look::help_on(session, rest)),
        ("findings", "") => Ok(look::findings(session)),
        ("memory", "") => Ok(look::memory(session)),
        ("score", "") => Ok(look::score(session)),
        ("log", "") => Ok(look::log(session)),
        _ => return wrong(&format!("`{word}` stands alone.")),
    };
    screen::pages(session, input, text.as_ref().unwrap_or_else(|error| error));
    if text.is_ok() { Outcome::Told } else { Outcome::Refused }
}

/// Says how a word is used.
fn wrong(usage: &str) -> Outcome {
    dialog::tell(usage);
    Outcome::Refused
}
