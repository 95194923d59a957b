//! `tally`: counts cards on the table, with no log at all or into a log's round.

use super::{
    answer::{Answer, warn},
    escape::clean,
    failure::Failure,
    files,
    new::Table,
    say, sheet,
};
use dialoguer::{Input, theme::SimpleTheme};
use fowlplay::{
    log::{FileError, LogFile, check_names},
    referee::{self, NewGame, Referee, Refusal},
    table::{Book, Sheet},
};
use std::{
    io::IsTerminal as _,
    path::{Path, PathBuf},
};

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay tally emu-ranchers 'Ada: AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS' 'Bo: 9LK 7SK'
  fowlplay tally emu-ranchers 'Ada: CS 9MS 8MS' 'Bo:' --into game.toml

One text a player, all players of the table; a player with nothing is 'Ada:'. `fowlplay rules GAME` shows how a game's is written. Without texts it asks for them on a terminal.

With --json: as of `score`.";

/// What is counted.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: its name or its title
    game: String,
    /// One player's cards
    #[arg(value_name = "NAME: …")]
    texts: Vec<String>,
    /// End the round of this log with it
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Who started the round, where this begins one in the log and the table chooses
    #[arg(long, value_name = "NAME", requires = "into")]
    first: Option<String>,
    #[command(flatten)]
    table: Table,
}

/// A count of this game that asks for everything.
pub fn asking(book: &Book, variant: Option<String>) -> Args {
    let table = Table { variant, rules: Vec::new(), deck: Vec::new() };
    Args { game: book.game.to_owned(), texts: Vec::new(), into: None, first: None, table }
}

/// Counts cards.
///
/// # Errors
/// When a text can't be read, or the cards can't be on the table together.
pub fn run(args: &Args, json: bool) -> Result<Answer, Failure> {
    let book = referee::book(&args.game)?;
    match &args.into {
        Some(path) => into(args, book, path, json),
        None => count(args, book, json),
    }
}

/// Counts without a log.
fn count(args: &Args, book: &'static Book, json: bool) -> Result<Answer, Failure> {
    let new = NewGame {
        variant: args.table.variant.clone(),
        rules: args.table.rules.clone(),
        deck: args.table.deck.clone(),
        ..NewGame::default()
    };
    let counted = |texts: &[&str]| referee::count(book.game, &new, texts);
    let sheet: Sheet = if args.texts.is_empty() {
        may_ask(book)?;
        ask(book, &ask_names(book)?, counted)?
    } else {
        let texts: Vec<&str> = args.texts.iter().map(String::as_str).collect();
        counted(&texts).map_err(|refusal| Failure::refused(refusal, book))?
    };
    if json { Answer::json(&sheet) } else { Ok(Answer::text(sheet::paint(&sheet, book))) }
}

/// Counts into the round of a log.
fn into(args: &Args, book: &'static Book, path: &Path, json: bool) -> Result<Answer, Failure> {
    if args.table.variant.is_some() || !args.table.rules.is_empty() || !args.table.deck.is_empty() {
        return Err(Failure::plain(
            "a log has its variant, rules and deck already: leave out --variant, --rule and --deck with --into",
        ));
    }
    let (mut file, referee) = files::open(path)?;
    if referee.book().game != book.game {
        return Err(Failure::plain(format!("{} is a log of {}, not of {}", path.display(), referee.book().title, book.title)));
    }
    let first = args.first.as_deref();
    let recorded = if args.texts.is_empty() {
        may_ask(book)?;
        ask(book, referee.players().names(), |texts| referee.tally_into(texts, first))?
    } else {
        let texts: Vec<&str> = args.texts.iter().map(String::as_str).collect();
        referee.tally_into(&texts, first).map_err(|refusal| Failure::refused(refusal, book))?
    };
    files::first_was_asked(first, referee.log(), &recorded.log)?;
    save(&mut file, &recorded.log)?;
    let after: Box<dyn Referee> = referee::open(recorded.log.clone()).map_err(|error| Failure::unreadable(path, error))?;
    let sheet = after.sheet();
    if json {
        return Answer::json(&sheet);
    }
    let told = say::recorded(&recorded, book);
    Ok(Answer::text(format!("{told}\n\n{}", sheet::paint(&sheet, book))))
}

fn save(file: &mut LogFile, log: &fowlplay::log::Log) -> Result<(), FileError> {
    file.save(log.clone())
}

/// Asking needs a terminal.
fn may_ask(book: &Book) -> Result<(), Failure> {
    if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
        return Ok(());
    }
    let usage = format!("say what lies before each player: fowlplay tally {} 'NAME: {}' 'NAME: …'", book.game, book.tally);
    Err(Failure::plain(usage))
}

fn ask_names(book: &Book) -> Result<Vec<String>, Failure> {
    loop {
        let line = input("Who plays, clockwise? (names, with commas between)", "")?;
        let names: Vec<String> = line.split(',').map(|name| name.trim().to_owned()).collect();
        match check_names(&names) {
            Ok(()) if book.players.contains(&names.len()) => return Ok(names),
            Ok(()) => warn(&format!("{} is for {} players: name them all, with commas between.", book.title, book.how_many())),
            Err((_, error)) => warn(&clean(&error.to_string())),
        }
    }
}

/// Asks each player's cards, and again as long as they can't be counted.
fn ask<T>(book: &Book, names: &[String], mut count: impl FnMut(&[&str]) -> Result<T, Refusal>) -> Result<T, Failure> {
    warn(&format!("One line a player, as: {}", book.tally));
    let mut lines = vec![String::new(); names.len()];
    loop {
        for (name, line) in names.iter().zip(&mut lines) {
            *line = input(&clean(name), line)?;
        }
        let texts: Vec<String> = names.iter().zip(&lines).map(|(name, line)| format!("{name}: {line}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        match count(&texts) {
            Ok(counted) => return Ok(counted),
            Err(refusal) => warn(&say::refusal(&refusal, Some(book))),
        }
    }
}

fn input(prompt: &str, now: &str) -> Result<String, Failure> {
    let asked = Input::<String>::with_theme(&SimpleTheme).with_prompt(prompt).with_initial_text(now).allow_empty(true);
    asked.interact_text().map_err(|error| Failure::plain(format!("nothing was counted: {error}")))
}
