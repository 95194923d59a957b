//! Walks paths: given files, and folders recursively, in the order of names. Each folder is walked once, whatever links lead to
//! it. In folders, hidden entries, alias files and files not named like a log are skipped.

use super::{EntryError, aliases::ALIASES};
use crate::log::is_log_name;
use std::{
    collections::HashSet,
    ffi::OsString,
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    vec,
};

pub(super) struct Walk {
    /// The given paths that are left.
    given: vec::IntoIter<PathBuf>,
    /// The open folders, outermost first.
    folders: Vec<OpenFolder>,
    /// All folders entered so far, as canonical paths.
    walked: HashSet<PathBuf>,
}

struct OpenFolder {
    /// The path as it was given or found.
    path: PathBuf,
    /// The canonical path.
    real: PathBuf,
    entries: vec::IntoIter<FolderEntry>,
    /// The error after which entries may be missing.
    failure: Option<io::Error>,
}

struct FolderEntry {
    name: OsString,
    kind: EntryKind,
}

enum EntryKind {
    File,
    Folder,
    Link,
}

/// A file to read as a log; or an error with its path.
pub(super) type WalkItem = Result<PathBuf, (PathBuf, EntryError)>;

impl Walk {
    /// Walks these paths; without any, the current directory.
    pub(super) fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut given: Vec<PathBuf> = paths.into_iter().collect();
        if given.is_empty() {
            // An empty path, so that files in it get paths without a folder.
            given.push(PathBuf::new());
        }
        Self { given: given.into_iter(), folders: Vec::new(), walked: HashSet::new() }
    }

    /// Enters a folder, unless it was walked before.
    fn enter(&mut self, path: PathBuf) -> Option<WalkItem> {
        let location = if path.as_os_str().is_empty() { Path::new(".") } else { &path };
        let opened = fs::canonicalize(location).and_then(|real| Ok((fs::read_dir(location)?, real)));
        let (entries, real) = match opened {
            Ok(opened) => opened,
            Err(error) => return Some(Err((path.clone(), EntryError::Folder(path, error)))),
        };
        if let Some(outer) = self.folders.iter().find(|folder| folder.real == real) {
            return Some(Err((path.clone(), EntryError::LinkCycle(path, outer.display_path()))));
        }
        if self.walked.insert(real.clone()) {
            let (entries, failure) = list_folder(entries);
            self.folders.push(OpenFolder { path, real, entries, failure });
        }
        None
    }

    /// Follows a link to a folder or a log; other links are skipped.
    fn follow(&mut self, path: PathBuf) -> Option<WalkItem> {
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => self.enter(path),
            _ if is_log_name(&path) => Some(Ok(path)),
            // The link may lead to itself, or through a folder without permission.
            Err(error) if error.kind() != ErrorKind::NotFound => Some(Err((path.clone(), EntryError::Folder(path, error)))),
            _ => None,
        }
    }
}

impl Iterator for Walk {
    type Item = WalkItem;

    fn next(&mut self) -> Option<WalkItem> {
        loop {
            let item = if let Some(folder) = self.folders.last_mut() {
                if let Some(FolderEntry { name, kind }) = folder.entries.next() {
                    let path = folder.path.join(name);
                    match kind {
                        EntryKind::File => Some(Ok(path)),
                        EntryKind::Folder => self.enter(path),
                        EntryKind::Link => self.follow(path),
                    }
                } else {
                    let (path, failure) = (folder.display_path(), folder.failure.take());
                    self.folders.pop();
                    failure.map(|error| Err((path.clone(), EntryError::Folder(path, error))))
                }
            } else {
                let path = self.given.next()?;
                if path.as_os_str().is_empty() || path.is_dir() { self.enter(path) } else { Some(Ok(path)) }
            };
            if item.is_some() {
                return item;
            }
        }
    }
}

impl OpenFolder {
    /// The path for messages: `.` for the current directory.
    fn display_path(&self) -> PathBuf {
        if self.path.as_os_str().is_empty() { PathBuf::from(".") } else { self.path.clone() }
    }
}

/// The relevant entries of a folder in the order of names, and an error if some may be missing.
fn list_folder(entries: fs::ReadDir) -> (vec::IntoIter<FolderEntry>, Option<io::Error>) {
    let (mut found, mut failure) = (Vec::new(), None);
    for entry in entries {
        let entry = entry.and_then(|entry| Ok((entry.file_type()?, entry.file_name())));
        let (file_type, name) = match entry {
            Ok(entry) => entry,
            Err(error) => {
                failure = Some(error);
                continue;
            }
        };
        let kind = match file_type {
            _ if name.as_encoded_bytes().starts_with(b".") || name == ALIASES => continue,
            file_type if file_type.is_dir() => EntryKind::Folder,
            file_type if file_type.is_symlink() => EntryKind::Link,
            _ if is_log_name(&name) => EntryKind::File,
            _ => continue,
        };
        found.push(FolderEntry { name, kind });
    }
    found.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    found.shrink_to_fit();
    (found.into_iter(), failure)
}
