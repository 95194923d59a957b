//! Processes every log of an archive on all cores, and returns the results in input order.

use super::{Summary, Unread, seen::Seen};
use crate::{
    log::{Digest, FileError, Log},
    referee::Games,
};
use rayon::prelude::*;
use std::{collections::HashSet, ops::ControlFlow};

/// Where logs come from.
pub trait Source {
    /// A log as it is given, not read yet.
    type Given: Send;

    /// The next of them, so many as are worked on together; none when there are no more.
    fn some(&mut self) -> Vec<Self::Given>;

    /// The name of the file (empty if a line of input has none), and its text or the error. Called on any core.
    fn text(given: Self::Given) -> (String, Result<String, Unread>);
}

/// A log of an archive.
#[derive(Debug)]
pub struct Entry {
    /// Its file, as it was named or found; empty for a line of input without one.
    pub file: String,
    /// What was found there.
    pub found: Found,
}

/// What was found where a log should be.
#[derive(Debug)]
pub enum Found {
    /// A log, which was replayed.
    Log(Box<Summary>),
    /// The same bytes as in an earlier file, which is named. Its findings were reported there.
    Copy {
        /// The digest of both.
        id: Digest,
        /// The file that was first.
        of: String,
    },
    /// Nothing that can be read.
    Unread(Unread),
}

/// A text, and what is known of it before it is read.
enum Text {
    New(Digest, String),
    Copy { id: Digest, of: String, text: String },
    Unread(Unread),
}

/// Runs `work` on every log, of one of `games`, on all cores, and passes the results to `take` in the order of the source, batch by
/// batch. Only some hundred logs are in memory. It ends early if `take` breaks.
pub fn each<S: Source, T: Send, B>(
    mut source: S,
    games: Games,
    work: impl Fn(Entry) -> T + Sync,
    mut take: impl FnMut(Vec<T>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (mut seen, mut unreadable) = (Seen::default(), HashSet::new());
    loop {
        let given = source.some();
        if given.is_empty() {
            return ControlFlow::Continue(());
        }
        let read = |given| {
            let (file, text) = S::text(given);
            let text = text.map(|text| (Digest::of(&text), text));
            (file, text)
        };
        let read: Vec<_> = given.into_par_iter().map(read).collect();
        // Which of two copies is the first is decided here, in order, not by the faster core.
        let known: Vec<(String, Text)> = read.into_iter().map(|(file, text)| known(&mut seen, file, text)).collect();
        let made: Vec<_> = known.into_par_iter().map(|(file, text)| made(file, text, games, &work)).collect();
        unreadable.extend(made.iter().filter_map(|made| if let Made::Unreadable(_, id) = made { Some(*id) } else { None }));
        let with_line = |made| match made {
            Made::Done(made) | Made::Unreadable(made, _) => made,
            // What is wrong is said of each that has it.
            Made::Copy(file, id, _, text) if unreadable.contains(&id) => {
                work(Entry { found: read_log(&file, id, text, games), file })
            }
            Made::Copy(file, id, of, _) => work(Entry { file, found: Found::Copy { id, of } }),
        };
        take(made.into_iter().map(with_line).collect())?;
    }
}

/// Whether the same text was read before.
fn known(seen: &mut Seen, file: String, text: Result<(Digest, String), Unread>) -> (String, Text) {
    let text = match text {
        Err(unread) => Text::Unread(unread),
        Ok((id, text)) => match seen.before(id, &file) {
            Some(first) => Text::Copy { id, of: first.to_owned(), text },
            None => Text::New(id, text),
        },
    };
    (file, text)
}

/// What was made of a text.
enum Made<T> {
    Done(T),
    /// And it can't be read as a log, whoever has it.
    Unreadable(T, Digest),
    /// Nothing yet: the name of the file, the digest, the name of the first with this text, and the text.
    Copy(String, Digest, String, String),
}

fn made<T>(file: String, text: Text, games: Games, work: impl Fn(Entry) -> T) -> Made<T> {
    match text {
        Text::Unread(unread) => Made::Done(work(Entry { file, found: Found::Unread(unread) })),
        Text::Copy { id, of, text } => Made::Copy(file, id, of, text),
        Text::New(id, text) => match read_log(&file, id, text, games) {
            found @ Found::Unread(_) => Made::Unreadable(work(Entry { file, found }), id),
            found => Made::Done(work(Entry { file, found })),
        },
    }
}

/// What is found in a text.
fn read_log(file: &str, id: Digest, text: String, games: Games) -> Found {
    match Log::parse(text).and_then(|log| Summary::of(log, id, games)) {
        Ok(summary) => Found::Log(Box::new(summary)),
        Err(error) => {
            let path = file.into();
            Found::Unread(FileError::Read { path, error: Box::new(error), more: Vec::new() }.into())
        }
    }
}
