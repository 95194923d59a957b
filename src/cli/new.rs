//! `new`: starts the log of a game.

use super::{
    answer::{Answer, refused},
    escape::{clean, clean_all},
    files::shown,
    paint::{strong, wrap},
    say::quoted,
    setup,
};
use anyhow::{Result, bail};
use fowlplay::{
    actions::pair,
    archive::stats::{ALIASES, is_aliases},
    log::{FileError, LogFile, Moment},
    referee::{self, NewGame, document},
    table::Book,
};
use std::path::{Path, PathBuf};

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay new emu-ranchers --players Ada,Bo
  fowlplay new emu-ranchers --players Ada,Bo --first Bo --rule years=3 -o friday.toml
  fowlplay new blulu --players Ada,Bo,Cy --scores      (keeps the score of each round, and no moves)

Which rules and variants a game has: `fowlplay rules GAME`.

With --json: {\"file\", \"game\", \"players\", \"first\", \"variant\", \"kept\", \"rules\": {KEY: VALUE}, \"chosen\": [TEXT]}, the rules being those that differ from the default, kept \"scores\" or null, and chosen what nobody said and the log has to say.";

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
    /// Keep the scores only: each round is counted when it is over, and its moves are not recorded
    #[arg(long)]
    scores: bool,
    #[command(flatten)]
    table: Table,
    /// The file to write; else it is named after the game, the day and the players
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a table plays a game.
#[derive(Clone, Debug, clap::Args)]
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

impl Table {
    /// A game that is played so, by nobody yet.
    pub fn new_game(&self) -> NewGame {
        let Self { variant, rules, deck } = self.clone();
        NewGame { variant, rules, deck, ..NewGame::default() }
    }
}

/// Starts a log.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let book = setup::named(&args.game, json)?;
    let today = Moment::now().on_the_wall().date().to_string();
    let new = NewGame {
        players: args.players.iter().map(|name| name.trim().to_owned()).collect(),
        first: args.first.clone(),
        by_scores: args.scores,
        date: Some(today.clone()),
        ..args.table.new_game()
    };
    let text = referee::start(book.game, &new).map_err(refused(book))?;
    let file = match &args.output {
        Some(path) if is_aliases(path) => bail!("{ALIASES} says who else is whom (`stats`), and is no log: choose another name"),
        Some(path) => LogFile::create(path, text)?,
        None => create_named(&file_stem(book, &today, &new.players), &text)?,
    };
    if json {
        let chosen = referee::chosen(&new, book, "");
        return Ok(Answer::of_log(&document::begun(&shown(file.path()), file.log(), &chosen), None)?.of_saved());
    }
    let chosen = referee::chosen(&new, book, "--deck ").into_iter().map(|text| wrap(&text, "", ""));
    Ok(Answer::text([told(&file, book)].into_iter().chain(chosen).collect::<Vec<_>>().join("\n")).of_saved())
}

/// What a log is called: by its game, its day and its players.
pub fn file_stem(book: &Book, date: &str, players: &[String]) -> String {
    slug(&format!("{}-{date}-{}", book.game, players.join("-")))
}

/// The files that a log with this name may have.
pub fn file_names(stem: &str) -> impl Iterator<Item = String> {
    std::iter::once(format!("{stem}.toml")).chain((2..=1000).map(move |nth| format!("{stem}-{nth}.toml")))
}

/// Creates a log of this name, or of the next that is free.
fn create_named(stem: &str, text: &str) -> Result<LogFile, FileError> {
    let create = |name: String| LogFile::create(Path::new(&name), text.to_owned());
    let mut made = file_names(stem).map(create).skip_while(|made| matches!(made, Err(FileError::Exists(_))));
    made.next().unwrap_or_else(|| Err(FileError::Exists(format!("{stem}.toml").into())))
}

/// A name as files have it: letters and digits, small, with hyphens for the rest.
fn slug(name: &str) -> String {
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
    let first = log.rounds().first().map(|round| clean(&round.first)).unwrap_or_default();
    let mut lines = vec![
        format!("Started {}: {}, with {}.", strong(&clean(&shown(file.path()))), book.title, clean_all(log.players()).join(", ")),
        format!("{first} {}.", book.first),
    ];
    if let Some(variant) = log.variant() {
        lines.push(format!("Variant: {}.", clean(variant)));
    }
    let entries = |entries: &[fowlplay::log::KeyValue]| {
        let one = |entry: &fowlplay::log::KeyValue| format!("{} = {}", clean(&entry.key), clean(&entry.value.to_toml()));
        entries.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    if !log.rules().is_empty() {
        lines.push(format!("Table rules: {}.", entries(log.rules())));
    }
    if !log.deck().is_empty() {
        lines.push(format!("Deck: {}.", entries(log.deck())));
    }
    let mut lines: Vec<String> = lines.iter().map(|line| wrap(line, "", "  ")).collect();
    let next = if log.is_kept_by_scores() { "Keep its scores with" } else { "Play it with" };
    lines.push(format!("{next}: {}", strong(&clean(&format!("fowlplay play {}", quoted(&shown(file.path())))))));
    lines.join("\n")
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
