//! Copies of a game: logs that record the same game, of which one counts.
//!
//! Two logs record the same game if their `began`, game and players are the same. Without `began`, their game, players, date and
//! moves must be the same. Comments, line endings, title and place make no difference. Of several logs the one with the most steps
//! counts; among equals the one with the most corrections, then the first. If the logs can be read only once, the first counts.

use super::LogSource;
use crate::{
    log::{Digest, Log, LogString},
    referee::Games,
    table::comparison_key,
};
use rayon::prelude::*;
use serde_json::json;
use std::collections::{HashMap, hash_map::Entry};

/// The digest that identifies the game of a log, and the amount that the log records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    game: Digest,
    counts: RecordedCounts,
}

/// The amount that a log records: the number of its steps and tally parts, then the number of its corrections.
type RecordedCounts = (usize, usize);

/// The log that counts for each game, by the digest of the game.
#[derive(Default)]
pub(super) struct Originals(HashMap<Digest, Original>);

/// The log that counts for a game.
struct Original {
    counts: RecordedCounts,
    file: Box<str>,
    /// Whether the log was counted already: a file that is given twice counts once.
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
        Self { game: Digest::of(&text.to_string()), counts: (steps, log.corrections().len()) }
    }
}

impl Originals {
    /// Reads all logs of a source to find the log that counts for each game.
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
            let identities: Vec<Option<(String, Identity)>> = batch.into_par_iter().map(identify).collect();
            for (file, Identity { game, counts }) in identities.into_iter().flatten() {
                let original = Original { counts, file: file.into(), is_counted: false };
                match originals.0.entry(game) {
                    Entry::Occupied(entry) if entry.get().counts >= counts => {}
                    entry => drop(entry.insert_entry(original)),
                }
            }
        }
    }

    /// The file that counts instead of `file`. `None` if `file` itself counts. Must be called for each file of the
    /// source, in order.
    pub(super) fn counting_file(&mut self, file: &str, Identity { game, counts }: Identity) -> Option<&str> {
        match self.0.entry(game) {
            // The log was changed or added after all logs were read.
            Entry::Vacant(entry) => {
                entry.insert(Original { counts, file: file.into(), is_counted: true });
                None
            }
            Entry::Occupied(entry) => {
                let original = entry.into_mut();
                if original.is_counted || *original.file != *file {
                    return Some(&original.file);
                }
                original.is_counted = true;
                None
            }
        }
    }
}
