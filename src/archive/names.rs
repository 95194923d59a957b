//! Player identities: names match in any letter case and Unicode form, and an alias file may declare several names to be one player.

use crate::log::{FileError, LogFile, NameError, ReadError, check_name};
use crate::table::comparison_key;
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};
use toml::de::{DeTable, DeValue};

/// The alias file of a folder. It is not a log.
pub const ALIASES: &str = "aliases.toml";

/// Whether a file is an alias file, by its name. No log can have this name.
pub fn is_aliases(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == ALIASES)
}

/// An example of the format, for error messages.
const EXAMPLE: &str = "expected a line for each such name, as in Adi = \"Ada\"";

/// The largest alias file, in bytes.
const MAX_FILE_BYTES: usize = 256 << 10;

/// Aliases of players.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    /// The alias file: for each name as it is compared the name it stands for, which may be an alias again.
    aliases: HashMap<String, String>,
    /// For each name as it is compared the player it finally stands for, as it is displayed.
    resolved: HashMap<String, String>,
}

/// Why a name can't be an alias.
#[derive(Debug, thiserror::Error)]
pub enum AliasError {
    /// One of them is not a valid name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// They are aliases of each other.
    #[error("{0} can't be another name of {1}, who is {0}: take one of the two out")]
    Circle(String, String),
}

impl Aliases {
    /// Declares `name` to be an alias of `whose`, which may be an alias again. If they are the same name, this sets the
    /// spelling. An earlier alias of `name` is replaced.
    ///
    /// # Errors
    /// When one of them is not a valid name, or they would be aliases of each other.
    pub fn add(&mut self, name: &str, whose: &str) -> Result<(), AliasError> {
        check_name(name)?;
        check_name(whose)?;
        let before = self.aliases.insert(comparison_key(name), whose.to_owned());
        if self.resolve().is_err() {
            match before {
                Some(before) => self.aliases.insert(comparison_key(name), before),
                None => self.aliases.remove(&comparison_key(name)),
            };
            return Err(AliasError::Circle(name.to_owned(), whose.to_owned()));
        }
        Ok(())
    }

    /// Reads the alias file of a folder, if there is one.
    ///
    /// # Errors
    /// When the file can't be read or parsed.
    pub fn read(&mut self, folder: &Path) -> Result<(), FileError> {
        let path = folder.join(ALIASES);
        let text = match LogFile::text(&path) {
            Err(FileError::Missing(_)) => return Ok(()),
            text => text?,
        };
        self.read_text(&text).map_err(|error| FileError::invalid(path, error))
    }

    fn read_text(&mut self, text: &str) -> Result<(), ReadError> {
        let wrong = |span, message: &str| ReadError::at(text, span, message, EXAMPLE);
        if text.len() > MAX_FILE_BYTES {
            let message = format!("a file of names is no larger than {} KiB", MAX_FILE_BYTES >> 10);
            return Err(ReadError::at(
                text,
                MAX_FILE_BYTES..MAX_FILE_BYTES,
                message,
                "take the names out that nobody has in a log",
            ));
        }
        let table = DeTable::parse(text).map_err(|error| wrong(error.span().unwrap_or_default(), error.message()))?;
        let mut lines: Vec<_> = table.get_ref().iter().collect();
        lines.sort_by_key(|(name, _)| name.span().start);
        let mut entries = Vec::with_capacity(lines.len());
        for (name, whose) in lines {
            let DeValue::String(meant) = whose.get_ref() else {
                return Err(wrong(whose.span(), "another name of a player stands before the name"));
            };
            let name = name.get_ref();
            check_name(name).and(check_name(meant)).map_err(|error| wrong(whose.span(), &error.to_string()))?;
            self.aliases.insert(comparison_key(name), (**meant).to_owned());
            entries.push((name, meant, whose.span()));
        }
        self.resolve().map_err(|circle| {
            // The last line of the circle is reported.
            let last = entries.into_iter().rfind(|(name, ..)| circle.contains(&comparison_key(name)));
            let circle = |(name, meant, span): (&Cow<str>, &Cow<str>, _)| {
                wrong(span, &AliasError::Circle(name.to_string(), meant.to_string()).to_string())
            };
            last.map_or_else(|| wrong(0..0, "two names are aliases of each other"), circle)
        })
    }

    /// The player that a name stands for, as displayed; `None` if it is not an alias.
    pub fn of(&self, name: &str) -> Option<&str> {
        self.resolved.get(&comparison_key(name)).map(String::as_str)
    }

    /// Resolves every alias once. Fails with the names of a circle if there is one, and then changes nothing.
    fn resolve(&mut self) -> Result<(), HashSet<String>> {
        let mut resolved: HashMap<String, String> = HashMap::with_capacity(self.aliases.len());
        for name in self.aliases.keys() {
            let (mut path, mut seen, mut at) = (Vec::new(), HashSet::new(), name.clone());
            let end = loop {
                if let Some(end) = resolved.get(&at) {
                    break end.clone();
                }
                let whose = &self.aliases[&at];
                let next = comparison_key(whose);
                let is_end = next == at || !self.aliases.contains_key(&next);
                if !seen.insert(at.clone()) {
                    let start = path.iter().position(|one| *one == at).unwrap_or_default();
                    return Err(path.split_off(start).into_iter().collect());
                }
                path.push(at);
                if is_end {
                    break whose.clone();
                }
                at = next;
            };
            resolved.extend(path.into_iter().map(|name| (name, end.clone())));
        }
        self.resolved = resolved;
        Ok(())
    }
}

/// The folders whose alias files apply: folders that were given, and the folders of logs that were given.
pub fn folders(paths: &[PathBuf]) -> Vec<PathBuf> {
    let folder = |path: &PathBuf| if path.is_dir() { Some(path.clone()) } else { path.parent().map(Path::to_owned) };
    let mut folders: Vec<PathBuf> = Vec::new();
    for found in paths.iter().filter_map(folder) {
        if !folders.contains(&found) {
            folders.push(found);
        }
    }
    if paths.is_empty() {
        folders.push(PathBuf::new());
    }
    folders
}
