//! Paths as they are walked: logs, and folders of them with all that is in them, in the order of their names.
//!
//! What is hidden is not looked into, nor are files that aren't named as logs are, or say who is who; what is named itself always is. A folder is
//! walked once, however many links lead to it.

use super::{Unread, names::ALIASES};
use crate::log::is_log_name;
use std::{
    collections::HashSet,
    ffi::OsString,
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    vec,
};

/// The logs under some paths, one after another, or what was in the way.
pub(super) struct Walk {
    named: vec::IntoIter<PathBuf>,
    /// The folders that are being walked, each lying in the one before or named.
    open: Vec<Folder>,
    /// All that were, behind any links.
    walked: HashSet<PathBuf>,
}

/// A folder that is being walked.
struct Folder {
    /// As it is named.
    path: PathBuf,
    /// Behind any links.
    real: PathBuf,
    left: vec::IntoIter<Inside>,
    /// Why there may be more in it.
    broken: Option<io::Error>,
}

/// Something that lies in a folder.
struct Inside {
    name: OsString,
    kind: Kind,
}

enum Kind {
    File,
    Folder,
    Link,
}

/// A file that is to be read as a log; or what is in the way, and where.
pub(super) type Step = Result<PathBuf, (PathBuf, Unread)>;

impl Walk {
    /// Through these paths; through the folder that the program runs in if there are none.
    pub fn through(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut named: Vec<PathBuf> = paths.into_iter().collect();
        if named.is_empty() {
            // What lies in it is named by its bare name.
            named.push(PathBuf::new());
        }
        Self { named: named.into_iter(), open: Vec::new(), walked: HashSet::new() }
    }

    /// Begins with a folder, unless it was walked already.
    fn enter(&mut self, path: PathBuf) -> Option<Step> {
        let there = if path.as_os_str().is_empty() { Path::new(".") } else { &path };
        let entered = fs::canonicalize(there).and_then(|real| Ok((fs::read_dir(there)?, real)));
        let (entries, real) = match entered {
            Ok(entered) => entered,
            Err(error) => return Some(Err((path.clone(), Unread::Folder(path, error)))),
        };
        if let Some(around) = self.open.iter().find(|open| open.real == real) {
            return Some(Err((path.clone(), Unread::Circle(path, around.shown()))));
        }
        if self.walked.insert(real.clone()) {
            let (left, broken) = inside(entries);
            self.open.push(Folder { path, real, left, broken });
        }
        None
    }

    /// What a link is followed to: nothing, if it leads to neither a folder nor a log.
    fn follow(&mut self, path: PathBuf) -> Option<Step> {
        match fs::metadata(&path) {
            Ok(about) if about.is_dir() => self.enter(path),
            _ if is_log_name(&path) => Some(Ok(path)),
            // It may lead to itself, or through a folder that is closed.
            Err(error) if error.kind() != ErrorKind::NotFound => Some(Err((path.clone(), Unread::Folder(path, error)))),
            _ => None,
        }
    }
}

impl Iterator for Walk {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            let step = if let Some(folder) = self.open.last_mut() {
                if let Some(Inside { name, kind }) = folder.left.next() {
                    let path = folder.path.join(name);
                    match kind {
                        Kind::File => Some(Ok(path)),
                        Kind::Folder => self.enter(path),
                        Kind::Link => self.follow(path),
                    }
                } else {
                    let (path, broken) = (folder.shown(), folder.broken.take());
                    self.open.pop();
                    broken.map(|error| Err((path.clone(), Unread::Folder(path, error))))
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

impl Folder {
    /// Its name, that of the folder the program runs in being a point.
    fn shown(&self) -> PathBuf {
        if self.path.as_os_str().is_empty() { PathBuf::from(".") } else { self.path.clone() }
    }
}

/// What of a folder is to be walked, in the order of the names; and why that may not be all.
fn inside(entries: fs::ReadDir) -> (vec::IntoIter<Inside>, Option<io::Error>) {
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
            kind if kind.is_dir() => Kind::Folder,
            kind if kind.is_symlink() => Kind::Link,
            _ if is_log_name(&name) => Kind::File,
            _ => continue,
        };
        found.push(Inside { name, kind });
    }
    found.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    found.shrink_to_fit();
    (found.into_iter(), broken)
}
