//! Arguments that several commands share, and values that begin with a hyphen.

use crate::{actions::pair, referee::NewGame};
use clap::builder::{StringValueParser, TypedValueParser};
use std::{ffi::OsString, path::PathBuf};

/// A log, and nothing more.
#[derive(Debug, clap::Args)]
pub struct OneLog {
    /// The log
    pub file: PathBuf,
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

/// What stands for the hyphen of a value until clap has read the arguments: to clap, a hyphen begins an option.
const MINUS: char = '\u{2212}';

/// Whether an argument begins with a number below zero or a place to delete: no option does.
fn is_below_zero(argument: &str) -> bool {
    argument.strip_prefix('-').is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()))
}

/// The same arguments, so that clap takes none that begins with a number below zero for an option.
pub fn with_hyphens(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let hidden = |argument: OsString| match argument.to_str() {
        Some(text) if is_below_zero(text) => format!("{MINUS}{}", &text[1..]).into(),
        _ => argument,
    };
    arguments.map(hidden).collect()
}

/// A value that may begin with a hyphen, as it was typed.
pub fn hyphened() -> impl TypedValueParser<Value = String> {
    StringValueParser::new().map(|value| match value.strip_prefix(MINUS) {
        Some(rest) => format!("-{rest}"),
        None => value,
    })
}
