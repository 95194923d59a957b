//! The statistics of the served folder: the logs that the list of games shows, read the same way.

use super::{folder::LogFolder, work::Client};
use crate::{
    archive::{
        EntryError, LogSource, process_all,
        stats::{Selection, Stats, StatsCounter},
    },
    log::FileError,
    referee::Games,
};
use std::ops::ControlFlow;

const BATCH: usize = 256;

/// The logs of a folder by their names, as long as the client is connected.
#[derive(Clone)]
struct FolderSource<'a> {
    folder: &'a LogFolder,
    names: std::vec::IntoIter<String>,
    client: &'a Client,
}

impl LogSource for FolderSource<'_> {
    type Unparsed = (String, Result<String, FileError>);

    fn reopened(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn next_batch(&mut self) -> Vec<Self::Unparsed> {
        if self.client.is_gone() {
            return Vec::new();
        }
        let named = |name: String| Some((name.clone(), self.folder.text(&name)?));
        self.names.by_ref().take(BATCH).filter_map(named).collect()
    }

    fn text((name, text): Self::Unparsed) -> (String, Result<String, EntryError>) {
        (name, text.map_err(EntryError::from))
    }
}

/// The statistics of all games in a folder; none if the client has disconnected.
pub(super) fn statistics(folder: &LogFolder, games: Games, client: &Client) -> Result<Option<Stats>, FileError> {
    let Some(listed) = folder.list(client) else { return Ok(None) };
    let names: Vec<String> = listed.into_iter().map(|listed| listed.name).collect();
    let mut selection = Selection::default();
    selection.aliases.read(folder.path())?;
    let mut count = StatsCounter::of(games);
    let add = |inputs: Vec<_>| {
        for input in inputs {
            count.add(input);
        }
        ControlFlow::<()>::Continue(())
    };
    // `add` never breaks.
    let _ = process_all(FolderSource { folder, names: names.into_iter(), client }, games, |entry| selection.outcome(&entry), add);
    Ok((!client.is_gone()).then(|| count.finish()))
}
