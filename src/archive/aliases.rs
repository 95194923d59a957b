//! Player identities: names match in any letter case and Unicode form, and an alias file makes several names one player.

use crate::{
    log::{LogParseError, NameError, check_name},
    table::comparison_key,
};
use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

/// The name of a folder's alias file, which is not a log.
pub const ALIASES: &str = "aliases.toml";

/// Whether a file is an alias file, by its name. No log can have this name.
pub fn is_aliases(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == ALIASES)
}

const EXAMPLE: &str = "expected a line for each such name, as in Adi = \"Ada\"";

const MAX_FILE_BYTES: usize = 256 << 10;

/// Aliases of players: for the comparison key of each alias, the name that the player goes by.
#[derive(Clone, Debug, Default)]
pub struct Aliases(HashMap<String, String>);

/// The reason why a name can't be an alias.
#[derive(Debug, thiserror::Error)]
pub enum AliasError {
    /// An alias is not a valid name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The name that an alias stands for is an alias, too.
    #[error("{0} is an alias, too, of {1}: an alias stands for the name that the player goes by")]
    Chain(String, String),
}

impl Aliases {
    /// Declares `name` to be an alias of `player`. If they are the same name, this sets the spelling. Replaces an earlier alias.
    pub fn add(&mut self, name: &str, player: &str) -> Result<(), AliasError> {
        let mut new_aliases = self.clone();
        new_aliases.insert(name, player)?;
        if let Some((_, error)) = new_aliases.first_chain() {
            return Err(error);
        }
        *self = new_aliases;
        Ok(())
    }

    /// Reads the alias file of a folder, if there is one.
    #[cfg(feature = "files")]
    pub fn read(&mut self, folder: &Path) -> Result<(), crate::log::FileError> {
        use crate::log::{FileError, LogFile};
        let path = folder.join(ALIASES);
        let text = match LogFile::text(&path) {
            Err(FileError::Missing(_)) => return Ok(()),
            text => text?,
        };
        self.read_text(&text).map_err(|error| FileError::invalid(path, error))
    }

    /// Reads the text of an alias file.
    pub fn read_text(&mut self, text: &str) -> Result<(), LogParseError> {
        let error_at = |span, message: &str| LogParseError::at(text, span, message, EXAMPLE);
        if text.len() > MAX_FILE_BYTES {
            let message = format!("a file of names is no larger than {} KiB", MAX_FILE_BYTES >> 10);
            return Err(LogParseError::at(text, MAX_FILE_BYTES..MAX_FILE_BYTES, message, "remove names that occur in no log"));
        }
        let lines: BTreeMap<String, toml::Spanned<String>> =
            toml::from_str(text).map_err(|error| error_at(error.span().unwrap_or_default(), error.message()))?;
        for (name, player) in &lines {
            self.insert(name, player.get_ref()).map_err(|error| error_at(player.span(), &error.to_string()))?;
        }
        self.first_chain().map_or(Ok(()), |(alias, error)| {
            let line = lines.iter().find(|(name, _)| comparison_key(name) == alias);
            Err(error_at(line.map(|(_, player)| player.span()).unwrap_or_default(), &error.to_string()))
        })
    }

    fn insert(&mut self, name: &str, player: &str) -> Result<(), NameError> {
        check_name(name)?;
        check_name(player)?;
        self.0.insert(comparison_key(name), player.to_owned());
        Ok(())
    }

    /// The first alias whose player is an alias of another player, with the error.
    fn first_chain(&self) -> Option<(String, AliasError)> {
        let chain_at = |(alias, player): (&String, &String)| {
            let key = comparison_key(player);
            let target = self.0.get(&key).filter(|target| key != *alias && comparison_key(target) != key)?;
            Some((alias.clone(), AliasError::Chain(player.clone(), target.clone())))
        };
        self.0.iter().filter_map(chain_at).min_by(|(a, _), (b, _)| a.cmp(b))
    }

    /// The player that a name stands for, as displayed. `None` if the name is not an alias.
    pub fn of(&self, name: &str) -> Option<&str> {
        self.0.get(&comparison_key(name)).map(String::as_str)
    }
}

/// The folders whose alias files apply: the given folders, and the folders of the given logs.
pub fn folders(paths: &[PathBuf]) -> Vec<PathBuf> {
    let folder_of = |path: &PathBuf| if path.is_dir() { Some(path.clone()) } else { path.parent().map(Path::to_owned) };
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in paths.iter().filter_map(folder_of) {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    if paths.is_empty() {
        folders.push(PathBuf::new());
    }
    folders
}
