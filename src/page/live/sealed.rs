//! Choices that are made at once and entered together: a phone's player has chosen, and nobody sees what before the last has.

use crate::{
    log::{Line, Log},
    referee::document,
};

/// A player's choice, as it was made.
#[derive(Clone, Debug)]
pub struct Seal {
    /// Who has chosen.
    pub player: String,
    /// What.
    pub step: String,
    /// The log's lines when it was chosen.
    pub lines: Vec<String>,
}

/// The lines of a log.
pub fn lines_of(log: &Log) -> Vec<String> {
    document::lines(log).map(|(_, text)| text.to_owned()).collect()
}

impl Seal {
    /// Whether the choice is still the one that is to be made: since then only others have made theirs, or something was noted. A
    /// table that was taken back, or went on, asks for another choice.
    pub fn still_holds(&self, log: &Log) -> bool {
        let mut lines = log.rounds().iter().flat_map(|round| &round.lines);
        let were = self.lines.iter().all(|was| lines.next().is_some_and(|line| *line.text == **was));
        let is_note = |line: &Line| line.steps().all(|step| step.starts_with("note "));
        were && lines.all(|line| is_note(line) || line.actor().is_some_and(|actor| actor != self.player))
    }

    /// Who has chosen.
    pub fn players(seals: &[Self]) -> Vec<String> {
        seals.iter().map(|seal| seal.player.clone()).collect()
    }
}
