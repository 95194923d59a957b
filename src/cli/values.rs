//! Arguments that several commands share, and values that begin with a hyphen.

use crate::{actions::pair, referee::NewGame};
use clap::builder::{StringValueParser, TypedValueParser};
use std::{ffi::OsString, path::PathBuf};

/// A log alone.
#[derive(Debug, clap::Args)]
pub struct OneLog {
    /// The log
    pub file: PathBuf,
}

/// The variant, table rules and deck of a game.
#[derive(Clone, Debug, clap::Args)]
pub struct Table {
    /// A variant of the game
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// A table rule; may be given several times
    #[arg(long = "rule", value_name = "KEY=VALUE", value_parser = pair)]
    pub rules: Vec<(String, String)>,
    /// What the table knows about its deck; may be given several times
    #[arg(long = "deck", value_name = "KEY=VALUE", value_parser = pair)]
    pub deck: Vec<(String, String)>,
}

impl Table {
    /// A new game with these, without players.
    pub fn new_game(&self) -> NewGame {
        let Self { variant, rules, deck } = self.clone();
        NewGame { variant, rules, deck, ..NewGame::default() }
    }
}

/// Replaces the hyphen of a value while clap parses the arguments: clap takes a hyphen for an option.
const MINUS: char = '\u{2212}';

/// Whether an argument begins with a negative number or a place to delete: no option does.
fn is_negative(argument: &str) -> bool {
    argument.strip_prefix('-').is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()))
}

/// The arguments, with the hyphen of negative numbers replaced so that clap doesn't take them for options.
pub fn with_hyphens(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let hidden = |argument: OsString| match argument.to_str() {
        Some(text) if is_negative(text) => format!("{MINUS}{}", &text[1..]).into(),
        _ => argument,
    };
    arguments.map(hidden).collect()
}

/// Parses a value that may begin with a hyphen, as typed.
pub fn hyphened() -> impl TypedValueParser<Value = String> {
    StringValueParser::new().map(|value| match value.strip_prefix(MINUS) {
        Some(rest) => format!("-{rest}"),
        None => value,
    })
}
