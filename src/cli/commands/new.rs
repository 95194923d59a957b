//! `new`: starts the log of a game.

use crate::{
    archive::stats::{ALIASES, is_aliases},
    cli::{
        command_output::{CommandOutput, refusal_error},
        open_logs::{self, json_name},
        program::{games, program},
        prompt::setup,
        render::{
            messages::quoted,
            style::{strong, wrap},
        },
        shared_args::SetupArgs,
    },
    log::{LogFile, OffsetTime},
    referee::{self, NewGame, document},
    table::{
        Book,
        escape::{clean, clean_all},
    },
};
use anyhow::{Result, bail};
use std::path::PathBuf;

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay new emu-ranchers --players Ada,Bo
  fowlplay new emu-ranchers --players Ada,Bo --first Bo --rule years=3 -o friday.toml
  fowlplay new blulu --players Ada,Bo,Cy --scores      (keeps the score of each round, no moves)

`fowlplay rules GAME` shows the rules and variants of a game.";

/// The arguments of `new`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game: its name or its title
    game: String,
    /// The players, clockwise, separated by commas
    #[arg(long, short, required = true, value_delimiter = ',', value_name = "A,B…")]
    players: Vec<String>,
    /// The player who starts the first round; default: the first player
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Keep scores only: each round is counted when it is over, and its moves are not recorded
    #[arg(long)]
    scores: bool,
    #[command(flatten)]
    setup: SetupArgs,
    /// The file to write; default: named after the game, the date and the players
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Starts a log.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let book = setup::find_book(&args.game, json)?;
    let today = OffsetTime::now().local().date().to_string();
    let new_game = NewGame {
        players: args.players.iter().map(|name| name.trim().to_owned()).collect(),
        first: args.first.clone(),
        by_scores: args.scores,
        date: Some(today.clone()),
        ..args.setup.new_game()
    };
    let text = games().start(book.game, &new_game).map_err(refusal_error)?;
    let file = match &args.output {
        Some(path) if is_aliases(path) => bail!("{ALIASES} is the alias file of `stats`: choose another name"),
        Some(path) => LogFile::create(path, text)?,
        None => open_logs::create_named(&open_logs::file_stem(book, &today, &new_game.players), &text)?,
    };
    if json {
        let chosen = referee::chosen(&new_game, file.log(), book);
        return Ok(CommandOutput::of_log(&document::new_game(&json_name(file.path()), file.log(), &chosen), None)?.after_save());
    }
    let chosen = referee::chosen(&new_game, file.log(), book).into_iter().map(|text| wrap(&text, "", ""));
    Ok(CommandOutput::text([summary(&file, book)].into_iter().chain(chosen).collect::<Vec<_>>().join("\n")).after_save())
}

fn summary(file: &LogFile, book: &Book) -> String {
    let log = file.log();
    let first = log.rounds().first().map(|round| clean(&round.first)).unwrap_or_default();
    let mut lines = vec![
        format!(
            "Started {}: {}, with {}.",
            strong(&clean(&json_name(file.path()))),
            book.title,
            clean_all(log.players()).join(", ")
        ),
        format!("{first} {}.", book.first_role),
    ];
    if let Some(variant) = log.variant() {
        lines.push(format!("Variant: {}.", clean(variant)));
    }
    let join_entries = |entries: &[crate::log::KeyValue]| {
        let key_value = |entry: &crate::log::KeyValue| format!("{} = {}", clean(&entry.key), clean(&entry.value.to_toml()));
        entries.iter().map(key_value).collect::<Vec<_>>().join(", ")
    };
    if !log.rules().is_empty() {
        lines.push(format!("Table rules: {}.", join_entries(log.rules())));
    }
    if !log.deck().is_empty() {
        lines.push(format!("Deck: {}.", join_entries(log.deck())));
    }
    let mut lines: Vec<String> = lines.iter().map(|line| wrap(line, "", "  ")).collect();
    let next = if log.is_scores_only() { "Keep its scores with" } else { "Play it with" };
    lines.push(format!("{next}: {}", strong(&clean(&format!("{} play {}", program(), quoted(&json_name(file.path())))))));
    lines.join("\n")
}
