//! Which names a player may have.

use std::collections::BTreeSet;

use super::text::quoted;

/// The longest name, in characters.
const MAX_CHARS: usize = 40;

/// A name that a player can't have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing, or only white space.
    #[error("a player's name is empty")]
    Empty,
    /// Too long.
    #[error("the name `{0}…` is longer than {MAX_CHARS} characters")]
    Long(String),
    /// A character that a line of the log gives another meaning, or one that can't be seen.
    #[error("the name `{name}` holds {}", shown(*.char))]
    Character {
        /// The name, control characters made visible.
        name: String,
        /// The character.
        char: char,
    },
    /// White space at an end.
    #[error("the name `{0}` begins or ends with white space")]
    Space(String),
    /// It would make a note of every line of that player.
    #[error("the name `{0}` begins with the word `note`, which begins a note in a log")]
    Note(String),
    /// Somebody else's.
    #[error("the name `{0}` is there twice (capitals make no difference)")]
    Twice(String),
}

impl NameError {
    /// What a name has to be, in words.
    pub const EXPECTED: &str =
        "expected a name of 1 to 40 characters, of its own, without `:` `;` `!` `=` `\"` and control characters";
}

fn shown(char: char) -> String {
    if char.is_control() { "a control character".to_owned() } else { format!("`{char}`") }
}

/// Whether a player can have this name.
///
/// # Errors
///
/// [`NameError`], never [`NameError::Twice`].
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
    if name.strip_prefix("note").is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
        return Err(NameError::Note(name.to_owned()));
    }
    Ok(())
}

/// Whether players can have these names together; names the first that can't be.
///
/// # Errors
///
/// The index of the name, and what is wrong with it.
pub fn check_names<S: AsRef<str>>(names: &[S]) -> Result<(), (usize, NameError)> {
    let mut known = BTreeSet::new();
    for (index, name) in names.iter().enumerate() {
        let name = name.as_ref();
        check_name(name).map_err(|error| (index, error))?;
        if !known.insert(name.to_lowercase()) {
            return Err((index, NameError::Twice(name.to_owned())));
        }
    }
    Ok(())
}
