//! Logs that are files under given paths.

use super::{
    Source, Unread,
    walk::{Step, Walk},
};
use crate::log::LogFile;
use rayon::prelude::*;
use std::{collections::VecDeque, fs, path::PathBuf};

/// The most files that are read together.
const BATCH: usize = 256;
/// The most bytes that are read together, unless one file has more.
const BATCH_BYTES: u64 = 8 * 1024 * 1024;

/// Logs under paths: files, and folders with all that lies in them.
pub struct Files {
    walk: Walk,
    /// What comes next, each with the bytes that it has.
    next: VecDeque<(Step, u64)>,
}

impl Files {
    /// The logs under these paths; in the folder that the program runs in if there are none. Folders are walked with all that is in
    /// them, in the order of names; what is hidden there, and what isn't named as a log is, is left out.
    pub fn under(paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        Self { walk: Walk::through(paths.into_iter().map(Into::into)), next: VecDeque::new() }
    }

    /// How many there are: walks through them all, and reads none.
    pub fn count(self) -> usize {
        self.next.len() + self.walk.count()
    }
}

impl Source for Files {
    type Given = Step;

    fn some(&mut self) -> Vec<Step> {
        if self.next.is_empty() {
            let steps: Vec<Step> = self.walk.by_ref().take(BATCH).collect();
            let size = |step: &Step| step.as_ref().ok().and_then(|path| fs::metadata(path).ok()).map_or(0, |about| about.len());
            let next: Vec<(Step, u64)> =
                steps.into_par_iter().map(|step| (size(&step), step)).map(|(size, step)| (step, size)).collect();
            self.next = next.into();
        }
        let (mut some, mut bytes) = (Vec::new(), 0);
        while let Some((step, size)) = self.next.pop_front() {
            if !some.is_empty() && bytes + size > BATCH_BYTES {
                self.next.push_front((step, size));
                break;
            }
            bytes += size;
            some.push(step);
        }
        some
    }

    fn text(step: Step) -> (String, Result<String, Unread>) {
        match step {
            Ok(path) => (path.display().to_string(), LogFile::text(&path).map_err(Unread::File)),
            Err((path, unread)) => (path.display().to_string(), Err(unread)),
        }
    }
}
