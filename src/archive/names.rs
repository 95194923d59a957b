//! Player identities: names match in any letter case, and an alias file may say that several names are one player.

use crate::log::{FileError, LogFile, NameError, ReadError, check_name};
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};
use toml::de::{DeTable, DeValue};

/// The file of a folder that says so. It is no log.
pub const ALIASES: &str = "aliases.toml";

/// Whether a file is that one, by its name: no log can be called so.
pub fn is_aliases(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == ALIASES)
}

/// What the file looks like.
const EXAMPLE: &str = "expected a line for each such name, as in Adi = \"Ada\"";

/// The largest alias file, in bytes.
const MAX_FILE_BYTES: usize = 256 << 10;

/// Names that are another's.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    /// What was said of each name, in small letters: whose it is, who may be another's again.
    said: HashMap<String, String>,
    /// Whom each means in the end, as it is to be shown.
    meant: HashMap<String, String>,
}

/// Why a name can't be another's.
#[derive(Debug, thiserror::Error)]
pub enum AliasError {
    /// One of them is no name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Each is the other's.
    #[error("{0} can't be another name of {1}, who is {0}: take one of the two out")]
    Circle(String, String),
}

impl Aliases {
    /// From here on `name` means `whose`, who may be another's again; where both are one, that is how it is spelt. What was said of it before holds no longer.
    ///
    /// # Errors
    /// When one of them is no name, or each would be the other's.
    pub fn add(&mut self, name: &str, whose: &str) -> Result<(), AliasError> {
        check_name(name)?;
        check_name(whose)?;
        let before = self.said.insert(key(name), whose.to_owned());
        if self.settle().is_err() {
            match before {
                Some(before) => self.said.insert(key(name), before),
                None => self.said.remove(&key(name)),
            };
            return Err(AliasError::Circle(name.to_owned(), whose.to_owned()));
        }
        Ok(())
    }

    /// Reads the aliases of a folder, if there are any.
    ///
    /// # Errors
    /// When the file can't be read, or not as aliases.
    pub fn read(&mut self, folder: &Path) -> Result<(), FileError> {
        let path = folder.join(ALIASES);
        let text = match LogFile::text(&path) {
            Err(FileError::Missing(_)) => return Ok(()),
            text => text?,
        };
        self.read_text(&text).map_err(|error| FileError::Read { path, error: Box::new(error), more: Vec::new() })
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
        let mut said = Vec::with_capacity(lines.len());
        for (name, whose) in lines {
            let DeValue::String(meant) = whose.get_ref() else {
                return Err(wrong(whose.span(), "another name of a player stands before the name"));
            };
            let name = name.get_ref();
            check_name(name).and(check_name(meant)).map_err(|error| wrong(whose.span(), &error.to_string()))?;
            self.said.insert(key(name), (**meant).to_owned());
            said.push((name, meant, whose.span()));
        }
        self.settle().map_err(|circle| {
            // Of lines that don't fit together the last is wrong.
            let last = said.into_iter().rfind(|(name, ..)| circle.contains(&key(name)));
            let circle = |(name, meant, span): (&Cow<str>, &Cow<str>, _)| {
                wrong(span, &AliasError::Circle(name.to_string(), meant.to_string()).to_string())
            };
            last.map_or_else(|| wrong(0..0, "two names are each other's"), circle)
        })
    }

    /// Whom a name means, if it is said, as it is to be shown.
    pub fn of(&self, name: &str) -> Option<&str> {
        self.meant.get(&key(name)).map(String::as_str)
    }

    /// Works out whom each name means, each once. The names that are each other's, if some are; then all is as it was.
    fn settle(&mut self) -> Result<(), HashSet<String>> {
        let mut meant: HashMap<String, String> = HashMap::with_capacity(self.said.len());
        for name in self.said.keys() {
            let (mut way, mut seen, mut at) = (Vec::new(), HashSet::new(), name.clone());
            let end = loop {
                if let Some(end) = meant.get(&at) {
                    break end.clone();
                }
                let whose = &self.said[&at];
                let next = key(whose);
                let is_end = next == at || !self.said.contains_key(&next);
                if !seen.insert(at.clone()) {
                    let start = way.iter().position(|one| *one == at).unwrap_or_default();
                    return Err(way.split_off(start).into_iter().collect());
                }
                way.push(at);
                if is_end {
                    break whose.clone();
                }
                at = next;
            };
            meant.extend(way.into_iter().map(|name| (name, end.clone())));
        }
        self.meant = meant;
        Ok(())
    }
}

/// A name as it is compared.
pub(super) fn key(name: &str) -> String {
    name.to_lowercase()
}

/// The folders in which the aliases of logs may stand: those that are named, and those that named logs lie in.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_followed_to_their_end() {
        let mut aliases = Aliases::default();
        aliases.add("Adi", "Ada").expect("an alias");
        aliases.add("Dada", "ADI").expect("another");
        assert_eq!((aliases.of("ADI"), aliases.of("dada"), aliases.of("Ada")), (Some("Ada"), Some("Ada"), None));
        aliases.add("ada", "Ada").expect("a spelling");
        assert_eq!((aliases.of("dada"), aliases.of("ADA")), (Some("Ada"), Some("Ada")));
        aliases.add("ada", "Adriana").expect("another spelling");
        assert_eq!(aliases.of("Adi"), Some("Adriana"));
    }

    #[test]
    fn nobody_is_another_in_a_circle() {
        let mut aliases = Aliases::default();
        for (name, whose) in [("a", "b"), ("b", "c"), ("c", "d")] {
            aliases.add(name, whose).expect("an alias");
        }
        assert!(matches!(aliases.add("D", "A"), Err(AliasError::Circle(..))));
        assert!(matches!(aliases.add("c", "a"), Err(AliasError::Circle(..))));
        assert_eq!((aliases.of("a"), aliases.of("d")), (Some("d"), None), "and what was said holds");
        assert!(matches!(aliases.add("a", ""), Err(AliasError::Name(_))));
    }

    #[test]
    fn what_is_wrong_in_the_file_has_its_place() {
        for (text, place, message) in [
            ("Adi = \"Ada\"\nBob = 1\n", (2, 7), "another name of a player stands before the name"),
            ("Adi = \"Ada\"\nAda = \"Adi\"\n", (2, 7), "can't be another name of"),
            ("Adi = \"Ada\"\nBo = \"Adi\"\nAda = \"Cy\"\nCy = \"Adi\"\n", (4, 6), "Cy can't be another name of Adi"),
            ("Adi = \"a:b\"\n", (1, 7), "`a:b`"),
            ("Adi\n", (1, 4), ""),
        ] {
            let error = Aliases::default().read_text(text).expect_err("it is wrong");
            assert!((error.line, error.column) == place && error.message.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn long_chains_of_names_are_followed_once() {
        let began = std::time::Instant::now();
        let lines = (0..9000).rev().map(|number| format!("n{number} = \"n{}\"", number + 1));
        let chain = lines.collect::<Vec<_>>().join("\n") + "\n";
        let mut aliases = Aliases::default();
        aliases.read_text(&chain).expect("aliases");
        assert_eq!((aliases.of("N0"), aliases.of("n8999"), aliases.of("n9000")), (Some("n9000"), Some("n9000"), None));
        assert!(began.elapsed().as_secs() < 3, "{:?}", began.elapsed());
        let error = Aliases::default().read_text(&chain.repeat(2)).expect_err("it is too large");
        assert!(error.message.contains("no larger than 256 KiB") && error.line > 9000, "{error}");
    }
}
