//! Arguments that several commands share, and values that begin with a hyphen.

use crate::{actions::parse_pair, referee::NewGame};
use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
};

/// A log alone.
#[derive(Debug, clap::Args)]
pub(super) struct LogArgs {
    /// The log
    pub file: PathBuf,
}

/// The variant, table rules and deck of a game.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SetupArgs {
    /// A variant of the game
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// A table rule; may be given several times
    #[arg(long = "rule", value_name = "KEY=VALUE", value_parser = parse_pair)]
    pub rules: Vec<(String, String)>,
    /// A fact that the table knows about its deck; may be given several times
    #[arg(long = "deck", value_name = "KEY=VALUE", value_parser = parse_pair)]
    pub deck: Vec<(String, String)>,
}

impl SetupArgs {
    /// A new game with these arguments, without players.
    pub(super) fn new_game(&self) -> NewGame {
        let Self { variant, rules, deck } = self.clone();
        NewGame { variant, rules, deck, ..NewGame::default() }
    }
}

/// Whether an argument begins with a negative number, or names a line to delete (`-1.4`). No option of any command looks like that.
fn is_negative(argument: &OsStr) -> bool {
    matches!(argument.as_encoded_bytes(), [b'-', digit, ..] if digit.is_ascii_digit())
}

/// Arranges arguments so that clap takes no negative number for an option. The options come first, each joined to its value with
/// `=`. Then `--` and all other arguments follow.
pub(super) fn with_negative_values(command: &clap::Command, arguments: Vec<OsString>) -> Vec<OsString> {
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let command_index = arguments[..end].iter().position(|argument| command.find_subcommand(argument).is_some());
    let Some(command_index) = command_index.filter(|_| arguments[..end].iter().any(|argument| is_negative(argument))) else {
        return arguments;
    };
    let command = command.find_subcommand(&arguments[command_index]).unwrap_or(command);
    let takes_value = |option: &OsStr| {
        let option = option.to_str().unwrap_or_default();
        let is_named = |arg: &&clap::Arg| {
            let is_long = arg.get_long().is_some_and(|long| option.strip_prefix("--") == Some(long));
            is_long || arg.get_short().is_some_and(|short| option.strip_prefix('-') == Some(short.encode_utf8(&mut [0; 4])))
        };
        command.get_arguments().find(is_named).is_some_and(|arg| arg.get_action().takes_values())
    };
    let is_option = |argument: &OsStr| argument.as_encoded_bytes().starts_with(b"-") && argument != "-" && !is_negative(argument);
    let (mut options, mut values) = (arguments[..=command_index].to_vec(), Vec::new());
    let mut rest = arguments[command_index + 1..end].iter().peekable();
    while let Some(argument) = rest.next() {
        if !is_option(argument) {
            values.push(argument.clone());
            continue;
        }
        let mut option = argument.clone();
        if takes_value(argument)
            && let Some(value) = rest.next_if(|value| !is_option(value))
        {
            option.push("=");
            option.push(value);
        }
        options.push(option);
    }
    options.push("--".into());
    options.extend(values);
    options.extend(arguments.into_iter().skip(end + 1));
    options
}
