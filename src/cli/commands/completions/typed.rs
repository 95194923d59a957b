//! Parses the rest of the line, as far as possible: its game, log and players.

use crate::{
    cli::games::games,
    log::{Log, LogFile},
    table::Book,
};
use clap::{ArgMatches, Command};
use std::{ffi::OsString, path::PathBuf, sync::Arc};

/// What a line names.
#[derive(Clone)]
pub struct Typed {
    /// The game, or the game of the log.
    pub game: Option<&'static Book>,
    /// The log.
    pub log: Option<Arc<Log>>,
    /// The players of a new game.
    pub players: Vec<String>,
}

impl Typed {
    /// Parses a line, the program's name first, without the word at the cursor, which is incomplete: the last if the shell doesn't say.
    pub fn of(line: &[OsString], program: Command) -> Self {
        let given = std::env::var("_CLAP_COMPLETE_INDEX").ok().and_then(|index| index.parse().ok());
        let cursor = given.unwrap_or_else(|| line.len().saturating_sub(1));
        let others = line.iter().enumerate().filter(|(index, _)| *index != cursor);
        let words = others.map(|(_, word)| word);
        let nothing = Self { game: None, log: None, players: Vec::new() };
        let Ok(matches) = program.ignore_errors(true).try_get_matches_from(words) else { return nothing };
        let Some((_, of_command)) = matches.subcommand() else { return nothing };
        let path = first::<PathBuf>(of_command, &["file", "files", "into"]);
        let log = path.and_then(|path| LogFile::read(path).ok()).map(Arc::new);
        let named = first::<String>(of_command, &["game"]);
        let named = named.or_else(|| log.as_ref().map(|log| log.game().to_string()));
        let players = of_command.try_get_many::<String>("players").ok().flatten();
        Self {
            game: named.and_then(|name| games().book(&name).ok()),
            log,
            players: players.into_iter().flatten().map(|name| name.trim().to_owned()).collect(),
        }
    }
}

/// The first value of the first of these arguments that was given.
fn first<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, ids: &[&str]) -> Option<T> {
    ids.iter().find_map(|id| matches.try_get_many::<T>(id).ok().flatten()?.next().cloned())
}
