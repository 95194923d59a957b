//! Valid names of players.

use std::collections::BTreeSet;

use super::text::quoted;
use crate::table::{comparison_key, is_adjustment};

const MAX_CHARS: usize = 40;

/// A name that a player can't have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The name is empty, or only white space.
    #[error("a player's name is empty")]
    Empty,
    /// The name is too long.
    #[error("the name `{0}…` is longer than {MAX_CHARS} characters")]
    Long(String),
    /// The name has a character that separates parts of a line, or a control character.
    #[error("the name `{name}` holds {}", printable(*.char))]
    Character {
        /// The name, with control characters made visible.
        name: String,
        /// The character.
        char: char,
    },
    /// The name begins or ends with white space.
    #[error("the name `{0}` begins or ends with white space")]
    Space(String),
    /// The name begins with a word that begins a line of its own, so every line of that player would be one.
    #[error("the name `{name}` begins with the word `{word}`, which begins a line of its own in a log")]
    Reserved {
        /// The name.
        name: String,
        /// The word.
        word: String,
    },
    /// Another player has the name.
    #[error("the name `{0}` is there twice (capitals make no difference)")]
    Twice(String),
}

impl NameError {
    /// A description of valid names.
    pub const EXPECTED: &str =
        "expected a name of 1 to 40 characters, of its own, without `:` `;` `!` `=` `\"` and control characters";
}

fn printable(char: char) -> String {
    if char.is_control() { "a control character".to_owned() } else { format!("`{char}`") }
}

/// Checks a single player's name, without [`NameError::Twice`].
pub fn check_name(name: &str) -> Result<(), NameError> {
    if name.trim().is_empty() {
        return Err(NameError::Empty);
    }
    if let Some(char) = name.chars().find(|char| char.is_control() || ":;!=\"".contains(*char)) {
        return Err(NameError::Character { name: quoted(name), char });
    }
    if name.chars().nth(MAX_CHARS).is_some() {
        return Err(NameError::Long(name.chars().take(MAX_CHARS).collect()));
    }
    if name.trim() != name {
        return Err(NameError::Space(name.to_owned()));
    }
    if let Some((word, _)) = name.split_once(char::is_whitespace).filter(|(word, _)| *word == "note" || is_adjustment(word)) {
        return Err(NameError::Reserved { name: name.to_owned(), word: word.to_lowercase() });
    }
    Ok(())
}

/// Checks the names of all players. Returns the first error, with the index of the name.
pub fn check_names<S: AsRef<str>>(names: &[S]) -> Result<(), (usize, NameError)> {
    let mut keys = BTreeSet::new();
    for (index, name) in names.iter().enumerate() {
        let name = name.as_ref();
        check_name(name).map_err(|error| (index, error))?;
        if !keys.insert(comparison_key(name)) {
            return Err((index, NameError::Twice(name.to_owned())));
        }
    }
    Ok(())
}
