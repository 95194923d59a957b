//! Processes every log of an archive on all cores, and returns the results in input order.

use super::{Summary, Unread};
use crate::{
    log::{Digest, FileError, Log},
    referee::Games,
};
use rayon::prelude::*;
use std::{
    collections::{HashMap, HashSet, hash_map::Entry as Known},
    ops::ControlFlow,
};

/// A source of logs.
pub trait Source {
    /// A log that is not read yet.
    type Unparsed: Send;

    /// The next batch, which is processed in parallel; empty at the end.
    fn next_batch(&mut self) -> Vec<Self::Unparsed>;

    /// Reads a log: the name of the file (empty for an input line without one), and its text or an error. Runs on any core.
    fn text(unparsed: Self::Unparsed) -> (String, Result<String, Unread>);
}

/// An entry of an archive.
#[derive(Debug)]
pub struct Entry {
    /// The file as it was given or found; empty for an input line without one.
    pub file: String,
    /// The log or error.
    pub found: Found,
}

/// What was read for an entry.
#[derive(Debug)]
pub enum Found {
    /// A log, replayed.
    Log(Box<Summary>),
    /// An exact copy of an earlier file. Its findings are reported there.
    Copy {
        /// The digest of both.
        id: Digest,
        /// The earlier file.
        of: String,
    },
    /// Something that can't be read.
    Unread(Unread),
}

/// A text before it is parsed.
enum Text {
    New(Digest, String),
    Copy { id: Digest, of: String, text: String },
    Unread(Unread),
}

/// Runs `work` on every log of one of `games`, on all cores. Passes the results batch by batch to `take`, in the order of the
/// source. Only a few hundred logs are in memory at a time. Ends early if `take` breaks.
pub fn each<S: Source, T: Send, B>(
    mut source: S,
    games: Games,
    work: impl Fn(Entry) -> T + Sync,
    mut take: impl FnMut(Vec<T>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (mut seen, mut unreadable) = (HashMap::new(), HashSet::new());
    loop {
        let batch = source.next_batch();
        if batch.is_empty() {
            return ControlFlow::Continue(());
        }
        let read = |unparsed| {
            let (file, text) = S::text(unparsed);
            let text = text.map(|text| (Digest::of(&text), text));
            (file, text)
        };
        let read: Vec<_> = batch.into_par_iter().map(read).collect();
        // Decided in order here, so that the first of two copies doesn't depend on timing.
        let known: Vec<(String, Text)> = read.into_iter().map(|(file, text)| look_up(&mut seen, file, text)).collect();
        let processed: Vec<_> = known.into_par_iter().map(|(file, text)| process(file, text, games, &work)).collect();
        unreadable.extend(
            processed.iter().filter_map(|processed| if let Processed::Unreadable(_, id) = processed { Some(*id) } else { None }),
        );
        let finish = |processed| match processed {
            Processed::Done(processed) | Processed::Unreadable(processed, _) => processed,
            // Errors are reported for every copy.
            Processed::Copy(file, id, _, text) if unreadable.contains(&id) => {
                work(Entry { found: read_log(&file, id, text, games), file })
            }
            Processed::Copy(file, id, of, _) => work(Entry { file, found: Found::Copy { id, of } }),
        };
        take(processed.into_iter().map(finish).collect())?;
    }
}

/// Looks up whether the same text was read before, and under which name.
fn look_up(seen: &mut HashMap<Digest, Box<str>>, file: String, text: Result<(Digest, String), Unread>) -> (String, Text) {
    let text = match text {
        Err(unread) => Text::Unread(unread),
        Ok((id, text)) => match seen.entry(id) {
            Known::Occupied(first) => Text::Copy { id, of: first.get().to_string(), text },
            Known::Vacant(new) => {
                new.insert(file.as_str().into());
                Text::New(id, text)
            }
        },
    };
    (file, text)
}

/// A processed text.
enum Processed<T> {
    Done(T),
    /// Done, and the text fails to parse, also in every copy.
    Unreadable(T, Digest),
    /// A copy, not processed yet: the file, the digest, the first file with this text, and the text.
    Copy(String, Digest, String, String),
}

fn process<T>(file: String, text: Text, games: Games, work: impl Fn(Entry) -> T) -> Processed<T> {
    match text {
        Text::Unread(unread) => Processed::Done(work(Entry { file, found: Found::Unread(unread) })),
        Text::Copy { id, of, text } => Processed::Copy(file, id, of, text),
        Text::New(id, text) => match read_log(&file, id, text, games) {
            found @ Found::Unread(_) => Processed::Unreadable(work(Entry { file, found }), id),
            found => Processed::Done(work(Entry { file, found })),
        },
    }
}

/// Parses and replays a text.
fn read_log(file: &str, id: Digest, text: String, games: Games) -> Found {
    match Log::parse(text).and_then(|log| Summary::of(log, id, games)) {
        Ok(summary) => Found::Log(Box::new(summary)),
        Err(error) => Found::Unread(FileError::invalid(file, error).into()),
    }
}
