//! `new`: starts the log of a game.

use super::{
    answer::Answer,
    args::pair,
    escape::clean,
    failure::Failure,
    files::shown,
    paint::{strong, wrap},
    say::quoted,
};
use fowlplay::{
    log::{FileError, LogFile},
    referee::{self, NewGame},
    table::{Book, or_list},
};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay new emu-ranchers --players Ada,Bo
  fowlplay new emu-ranchers --players Ada,Bo --first Bo --rule years=3 -o friday.toml

Which rules and variants a game has: `fowlplay rules GAME`.

With --json: {\"file\", \"game\", \"players\", \"first\", \"variant\", \"rules\": {KEY: VALUE}}, the rules being those that differ from the default.";

/// What a new game is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: its name or its title
    game: String,
    /// Who plays, clockwise, with commas between
    #[arg(long, short, required = true, value_delimiter = ',', value_name = "A,B…")]
    players: Vec<String>,
    /// Who starts the first round; else the first player
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    #[command(flatten)]
    pub table: Table,
    /// The file to write; else it is named after the game, the day and the players
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a table plays a game.
#[derive(Debug, clap::Args)]
pub struct Table {
    /// A variant of the game
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// A table rule; may be given several times
    #[arg(long = "rule", value_name = "KEY=VALUE", value_parser = pair)]
    pub rules: Vec<(String, String)>,
    /// What the table says of its cards; may be given several times
    #[arg(long = "deck", value_name = "KEY=VALUE", value_parser = pair)]
    pub deck: Vec<(String, String)>,
}

/// Starts a log.
///
/// # Errors
/// When the game can't be set up so, or the file can't be written.
pub fn run(args: &Args, json: bool) -> Result<Answer, Failure> {
    let book = referee::book(&args.game)?;
    let today = jiff::Zoned::now().date().to_string();
    let new = NewGame {
        players: args.players.iter().map(|name| name.trim().to_owned()).collect(),
        first: args.first.clone(),
        variant: args.table.variant.clone(),
        rules: args.table.rules.clone(),
        deck: args.table.deck.clone(),
        date: Some(today.clone()),
    };
    let text = referee::start(book.game, &new).map_err(|refusal| Failure::refused(refusal, book))?;
    let file = match &args.output {
        Some(path) => LogFile::create(path, text)?,
        None => create_named(&format!("{}-{today}-{}", book.game, new.players.join("-")), &text)?,
    };
    if json {
        return document(&file);
    }
    Ok(Answer::text(told(&file, book) + &chosen(args, book)))
}

/// Creates a log of this name, or of the next that is free.
fn create_named(name: &str, text: &str) -> Result<LogFile, Failure> {
    let stem = slug(name);
    let mut nth = 1;
    loop {
        let name = if nth == 1 { format!("{stem}.toml") } else { format!("{stem}-{nth}.toml") };
        match LogFile::create(Path::new(&name), text.to_owned()) {
            Err(FileError::Exists(_)) if nth < 1000 => nth += 1,
            made => return Ok(made?),
        }
    }
}

/// A name as files have it: letters and digits, small, with hyphens for the rest.
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for char in name.to_lowercase().chars() {
        if char.is_alphanumeric() {
            slug.push(char);
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() > 120 {
            break;
        }
    }
    slug.trim_matches('-').to_owned()
}

fn told(file: &LogFile, book: &Book) -> String {
    let log = file.log();
    let names: Vec<_> = log.players().iter().map(|name| clean(name)).collect();
    let first = log.rounds().first().map(|round| clean(&round.first)).unwrap_or_default();
    let mut lines = vec![
        format!("Started {}: {}, with {}.", strong(&clean(&shown(file.path()))), book.title, names.join(", ")),
        format!("{first} {}.", book.first),
    ];
    if let Some(variant) = log.variant() {
        lines.push(format!("Variant: {}.", clean(variant)));
    }
    let entries = |entries: &[fowlplay::log::Entry]| {
        let one = |entry: &fowlplay::log::Entry| format!("{} = {}", clean(&entry.key), clean(&entry.value.to_toml()));
        entries.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    if !log.rules().is_empty() {
        lines.push(format!("Table rules: {}.", entries(log.rules())));
    }
    if !log.deck().is_empty() {
        lines.push(format!("Deck: {}.", entries(log.deck())));
    }
    lines.push(format!("Play it with: {}", strong(&clean(&format!("fowlplay play {}", quoted(&shown(file.path())))))));
    lines.join("\n")
}

/// What the program chose, since nobody said otherwise and the log has to say it.
fn chosen(args: &Args, book: &Book) -> String {
    let keys = book.deck.iter().filter(|key| key.is_for(args.players.len()));
    let open = keys.filter(|key| !args.table.deck.iter().any(|(given, _)| given == key.name));
    let said = open.filter_map(|key| {
        let (first, others) = key.one_of.split_first()?;
        let others = or_list(others);
        let text =
            format!("Nobody said which, so `{0} = {first}`. If it is another, start again with --deck {0}={others}.", key.name);
        Some(wrap(&text, "", ""))
    });
    said.fold(String::new(), |lines, line| lines + "\n" + &line)
}

fn document(file: &LogFile) -> Result<Answer, Failure> {
    let log = file.log();
    Answer::json(&json!({
        "file": shown(file.path()),
        "game": &**log.game(),
        "players": log.players().iter().map(|name| &**name).collect::<Vec<_>>(),
        "first": log.rounds().first().map(|round| &*round.first),
        "variant": log.variant().map(|variant| &**variant),
        "rules": super::json::map(log.rules()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_with_letters_digits_and_hyphens() {
        assert_eq!(slug("blulu-2026-11-21-Ada B.-../Bo"), "blulu-2026-11-21-ada-b-bo");
        assert!(slug(&"ø".repeat(400)).len() < 130);
    }
}
