//! Copies of a game: logs that record the same game, of which one counts.
//!
//! Logs are of the same game if `began`, game and players are the same; without `began`, if game, players, date and moves are.
//! Comments, line endings, title and place make no difference. Of several the log with the most steps counts; among equals the one
//! with the most corrections, then the first. If the logs can be read only once, the first counts.

use super::LogSource;
use crate::{
    log::{Digest, Log, LogString},
    referee::Games,
    table::comparison_key,
};
use rayon::prelude::*;
use serde_json::json;
use std::collections::{HashMap, hash_map::Entry as Known};

#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    game: Digest,
    recorded: RecordedCounts,
}

/// The amount that a log records: the number of its steps and tally parts, then the number of its corrections.
type RecordedCounts = (usize, usize);

#[derive(Default)]
pub(super) struct Originals(HashMap<Digest, Original>);

/// A log that counts: about a hundred bytes for each game of an archive.
struct Original {
    recorded: RecordedCounts,
    file: Box<str>,
    /// Whether the log has arrived, so that the same file given twice counts once.
    is_counted: bool,
}

impl Identity {
    pub(super) fn of(log: &Log, games: Games) -> Self {
        let game = games.book(log.game()).map_or(log.game().as_str(), |book| book.game);
        let players: Vec<String> = log.players().iter().map(|name| comparison_key(name)).collect();
        let rounds = || log.rounds().iter().map(|round| (&round.lines, round.tally.as_deref().unwrap_or_default()));
        let text = if let Some(began) = log.play_period().began {
            json!([game, players, began.timestamp().to_string()])
        } else {
            let moves = rounds().map(|(lines, tally)| {
                let tally: Vec<&str> = tally.iter().map(LogString::as_str).collect();
                (lines.iter().map(|line| line.text.as_str()).collect(), tally)
            });
            let date = log.date().map(|date| date.to_string());
            json!([game, players, date, moves.collect::<Vec<(Vec<&str>, Vec<&str>)>>()])
        };
        let steps = rounds().map(|(lines, tally)| lines.iter().map(|line| line.steps().len()).sum::<usize>() + tally.len()).sum();
        Self { game: Digest::of(&text.to_string()), recorded: (steps, log.corrections().len()) }
    }
}

impl Originals {
    /// Reads all logs of a source, and keeps of each game which log counts.
    pub(super) fn find<S: LogSource>(mut source: S, games: Games) -> Self {
        let mut originals = Self::default();
        loop {
            let batch = source.next_batch();
            if batch.is_empty() {
                return originals;
            }
            let identify = |unparsed| {
                let (file, text) = S::text(unparsed);
                let log = games.parse(text.ok()?).ok()?;
                Some((file, Identity::of(&log, games)))
            };
            let identified: Vec<Option<(String, Identity)>> = batch.into_par_iter().map(identify).collect();
            for (file, Identity { game, recorded }) in identified.into_iter().flatten() {
                let original = Original { recorded, file: file.into(), is_counted: false };
                match originals.0.entry(game) {
                    Known::Occupied(known) if known.get().recorded >= recorded => {}
                    known => drop(known.insert_entry(original)),
                }
            }
        }
    }

    /// The file that counts instead, if this one doesn't. Must be called for the files in the order of their source.
    pub(super) fn instead_of(&mut self, file: &str, Identity { game, recorded }: Identity) -> Option<&str> {
        match self.0.entry(game) {
            // The log was changed or made after all logs were read.
            Known::Vacant(new) => {
                new.insert(Original { recorded, file: file.into(), is_counted: true });
                None
            }
            Known::Occupied(known) => {
                let original = known.into_mut();
                if original.is_counted || *original.file != *file {
                    return Some(&original.file);
                }
                original.is_counted = true;
                None
            }
        }
    }
}
