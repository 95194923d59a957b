//! Reads logs from files under given paths.

use super::{
    EntryError, LogSource,
    walk::{Walk, WalkItem},
};
use crate::log::LogFile;
use rayon::prelude::*;
use std::{collections::VecDeque, fs, path::PathBuf};

const BATCH_FILES: usize = 256;
/// The most bytes in a batch, unless one file is larger.
const BATCH_BYTES: u64 = 8 * 1024 * 1024;

/// The logs under some paths: given files, and folders recursively.
pub struct FileSource {
    /// The paths that were given.
    paths: Vec<PathBuf>,
    walk: Walk,
    /// The next files with their sizes in bytes.
    next: VecDeque<(WalkItem, u64)>,
}

impl FileSource {
    /// The logs under these paths; without any, in the current directory. Folders are walked recursively, in the order of names.
    /// Hidden entries and files not named like a log are skipped.
    pub fn under(paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        let paths: Vec<PathBuf> = paths.into_iter().map(Into::into).collect();
        Self { walk: Walk::new(paths.clone()), paths, next: VecDeque::new() }
    }

    /// Counts the logs without reading them.
    pub fn count(self) -> usize {
        self.next.len() + self.walk.count()
    }
}

impl LogSource for FileSource {
    type Unparsed = WalkItem;

    fn reopened(&self) -> Option<Self> {
        Some(Self::under(self.paths.clone()))
    }

    fn next_batch(&mut self) -> Vec<WalkItem> {
        if self.next.is_empty() {
            let items: Vec<WalkItem> = self.walk.by_ref().take(BATCH_FILES).collect();
            let size = |item: &WalkItem| {
                item.as_ref().ok().and_then(|path| fs::metadata(path).ok()).map_or(0, |metadata| metadata.len())
            };
            let next: Vec<(WalkItem, u64)> =
                items.into_par_iter().map(|item| (size(&item), item)).map(|(size, item)| (item, size)).collect();
            self.next = next.into();
        }
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while let Some((item, size)) = self.next.pop_front() {
            if !batch.is_empty() && bytes + size > BATCH_BYTES {
                self.next.push_front((item, size));
                break;
            }
            bytes += size;
            batch.push(item);
        }
        batch
    }

    fn text(item: WalkItem) -> (String, Result<String, EntryError>) {
        match item {
            Ok(path) => (path.display().to_string(), LogFile::text(&path).map_err(EntryError::File)),
            Err((path, unread)) => (path.display().to_string(), Err(unread)),
        }
    }
}
