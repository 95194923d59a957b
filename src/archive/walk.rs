//! Walks paths: given files, and folders recursively, in the order of names. Each folder is walked once, whatever links lead to
//! it. Hidden entries, alias files and files not named like a log are skipped, unless given.

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
    named: vec::IntoIter<PathBuf>,
    /// The open folders, outermost first.
    open: Vec<OpenFolder>,
    /// All folders entered so far, as canonical paths.
    walked: HashSet<PathBuf>,
}

struct OpenFolder {
    /// The path as it was given or found.
    path: PathBuf,
    real: PathBuf,
    left: vec::IntoIter<FolderEntry>,
    /// The error after which entries may be missing.
    broken: Option<io::Error>,
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
    pub(super) fn through(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut named: Vec<PathBuf> = paths.into_iter().collect();
        if named.is_empty() {
            // An empty path, so that files in it get paths without a folder.
            named.push(PathBuf::new());
        }
        Self { named: named.into_iter(), open: Vec::new(), walked: HashSet::new() }
    }

    /// Enters a folder, unless it was walked before.
    fn enter(&mut self, path: PathBuf) -> Option<WalkItem> {
        let there = if path.as_os_str().is_empty() { Path::new(".") } else { &path };
        let entered = fs::canonicalize(there).and_then(|real| Ok((fs::read_dir(there)?, real)));
        let (entries, real) = match entered {
            Ok(entered) => entered,
            Err(error) => return Some(Err((path.clone(), EntryError::Folder(path, error)))),
        };
        if let Some(around) = self.open.iter().find(|open| open.real == real) {
            return Some(Err((path.clone(), EntryError::LinkCycle(path, around.display_path()))));
        }
        if self.walked.insert(real.clone()) {
            let (left, broken) = list_folder(entries);
            self.open.push(OpenFolder { path, real, left, broken });
        }
        None
    }

    /// Follows a link to a folder or a log; other links are skipped.
    fn follow(&mut self, path: PathBuf) -> Option<WalkItem> {
        match fs::metadata(&path) {
            Ok(about) if about.is_dir() => self.enter(path),
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
            let step = if let Some(folder) = self.open.last_mut() {
                if let Some(FolderEntry { name, kind }) = folder.left.next() {
                    let path = folder.path.join(name);
                    match kind {
                        EntryKind::File => Some(Ok(path)),
                        EntryKind::Folder => self.enter(path),
                        EntryKind::Link => self.follow(path),
                    }
                } else {
                    let (path, broken) = (folder.display_path(), folder.broken.take());
                    self.open.pop();
                    broken.map(|error| Err((path.clone(), EntryError::Folder(path, error))))
                }
            } else {
                let path = self.named.next()?;
                if path.as_os_str().is_empty() || path.is_dir() { self.enter(path) } else { Some(Ok(path)) }
            };
            if step.is_some() {
                return step;
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
    let (mut found, mut broken) = (Vec::new(), None);
    for entry in entries {
        let kind = entry.and_then(|entry| Ok((entry.file_type()?, entry.file_name())));
        let (kind, name) = match kind {
            Ok(entry) => entry,
            Err(error) => {
                broken = Some(error);
                continue;
            }
        };
        let kind = match kind {
            _ if name.as_encoded_bytes().starts_with(b".") || name == ALIASES => continue,
            kind if kind.is_dir() => EntryKind::Folder,
            kind if kind.is_symlink() => EntryKind::Link,
            _ if is_log_name(&name) => EntryKind::File,
            _ => continue,
        };
        found.push(FolderEntry { name, kind });
    }
    found.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    found.shrink_to_fit();
    (found.into_iter(), broken)
}
