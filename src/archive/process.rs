//! Processes every log of an archive on all cores, and returns the results in input order.

use super::{
    EntryError, GameSummary,
    copies::{Identity, Originals},
};
use crate::{
    log::{Digest, FileError, Log, LogParseError},
    referee::Games,
};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// A source of logs.
pub trait LogSource {
    /// A log that is not read yet.
    type Unparsed: Send;

    /// The next batch, which is processed in parallel; empty at the end.
    fn next_batch(&mut self) -> Vec<Self::Unparsed>;

    /// Reads a log: the name of the file (empty if the log came as a line of JSON that names no file), and its text
    /// or an error. Runs on any core.
    fn text(unparsed: Self::Unparsed) -> (String, Result<String, EntryError>);

    /// Returns a second source of all the logs, for a first pass over them; `None` if they can be read only once.
    fn reopened(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// An entry of an archive.
#[derive(Debug)]
pub struct ArchiveEntry {
    /// The file as it was given or found; empty if the log came as a line of JSON that names no file.
    pub file: String,
    /// The log or error.
    pub content: EntryContent,
}

/// The result of reading an entry.
#[derive(Debug)]
pub enum EntryContent {
    /// A replayed log.
    Log(Box<GameSummary>),
    /// A copy, which doesn't count: another log of the same game does.
    Copy {
        /// The digest of the copy.
        id: Digest,
        /// The file that counts.
        of: String,
    },
    /// An entry that can't be read.
    Unreadable(EntryError),
}

/// Runs `work` on every entry, on all cores; only the logs of `games` can be read. Passes the results batch by batch to `take`,
/// in the order of the source. Only a few hundred logs are in memory at a time. To find copies, a digest, two counts and the name
/// of a file are kept of each game. The function ends early if `take` breaks.
///
/// If the source can be read again, all logs are read once before the first result, to find which copy of a game counts.
pub fn process_all<S: LogSource, T: Send, B>(
    mut source: S,
    games: Games,
    work: impl Fn(ArchiveEntry) -> T + Sync,
    mut take: impl FnMut(Vec<T>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut originals = source.reopened().map(|source| Originals::find(source, games)).unwrap_or_default();
    loop {
        let batch = source.next_batch();
        if batch.is_empty() {
            return ControlFlow::Continue(());
        }
        let parse = |unparsed| {
            let (file, text) = S::text(unparsed);
            let log = text.and_then(|text| games.parse(text).map_err(|error| invalid(&file, error)));
            let log = log.map(|log| (Identity::of(&log, games), log));
            (file, log)
        };
        let parsed: Vec<_> = batch.into_par_iter().map(parse).collect();
        // Copies are found in the order of the source, so that the first of two doesn't depend on timing.
        let with_originals = parsed.into_iter().map(|(file, log)| {
            let log = log.map(|(identity, log)| (originals.counting_file(&file, identity).map(str::to_owned), log));
            (file, log)
        });
        let with_originals: Vec<_> = with_originals.collect();
        let replay = |(file, log): (String, Result<(Option<String>, Log), EntryError>)| {
            let found = match log {
                Ok((None, log)) => summarize(&file, log, games),
                Ok((Some(of), log)) => EntryContent::Copy { id: log.digest(), of },
                Err(unread) => EntryContent::Unreadable(unread),
            };
            work(ArchiveEntry { file, content: found })
        };
        take(with_originals.into_par_iter().map(replay).collect())?;
    }
}

fn summarize(file: &str, log: Log, games: Games) -> EntryContent {
    let id = log.digest();
    match GameSummary::of(log, id, games) {
        Ok(summary) => EntryContent::Log(Box::new(summary)),
        Err(error) => EntryContent::Unreadable(invalid(file, error)),
    }
}

fn invalid(file: &str, error: LogParseError) -> EntryError {
    FileError::invalid(file, error).into()
}
