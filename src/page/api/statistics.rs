//! The statistics of the logs on the shelf: those that the list of games shows.

use super::Api;
use crate::{
    archive::{
        EntryError, LogSource, process_all,
        stats::{Selection, Stats, StatsCounter},
    },
    log::FileError,
};
use std::ops::ControlFlow;

const BATCH: usize = 256;

/// The most logs that are counted in a response. A larger archive is for the command `stats`.
const MAX_LOGS: usize = 20_000;

/// The logs of a shelf by their names.
#[derive(Clone)]
pub(super) struct ShelfSource<'a> {
    pub api: &'a Api,
    pub names: std::vec::IntoIter<String>,
}

impl LogSource for ShelfSource<'_> {
    type Unparsed = (String, Result<String, FileError>);

    fn reopened(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn next_batch(&mut self) -> Vec<Self::Unparsed> {
        let named = |name: String| Some((name.clone(), self.api.text(&name)?));
        self.names.by_ref().take(BATCH).filter_map(named).collect()
    }

    fn text((name, text): Self::Unparsed) -> (String, Result<String, EntryError>) {
        (name, text.map_err(EntryError::from))
    }
}

/// The reason why there are no statistics.
#[derive(Debug, thiserror::Error)]
pub(super) enum StatisticsError {
    /// The aliases can't be read.
    #[error(transparent)]
    Aliases(#[from] FileError),
    /// There are too many logs.
    #[error("there are {0} logs here, and a page shows the statistics of at most {MAX_LOGS}: use `fowlplay stats`")]
    TooMany(usize),
}

/// The statistics of all games on a shelf, or of those of a player.
pub(super) fn statistics(api: &Api, player: Option<String>) -> Result<Stats, StatisticsError> {
    let names: Vec<String> = api.listings().into_iter().map(|listing| listing.name).collect();
    if names.len() > MAX_LOGS {
        return Err(StatisticsError::TooMany(names.len()));
    }
    let mut selection = Selection { players: player.into_iter().collect(), ..Selection::default() };
    if let Some(text) = api.shelf.aliases()? {
        selection.aliases.read_text(&text).map_err(|error| FileError::invalid(crate::archive::stats::ALIASES, error))?;
    }
    let mut counter = StatsCounter::of(api.games).about(selection.only_player());
    let add = |inputs: Vec<_>| {
        for input in inputs {
            counter.add(input);
        }
        ControlFlow::<()>::Continue(())
    };
    // `add` never breaks.
    let _ = process_all(ShelfSource { api, names: names.into_iter() }, api.games, |entry| selection.outcome(&entry), add);
    Ok(counter.finish())
}
