//! What can be redone: worked out from the corrections and the log alone.
//!
//! The corrections are walked in order with a stack of undone places. An undo (`was` alone) pushes its place; if
//! that is not the one just before the place on top, something was recorded in between, and the stack is
//! cleared first. A redo (`now` alone, of the place and text on top) pops. Everything else (an amended or
//! inserted line, a tally, a table rule) clears. What is on top can be redone if the log ends just before
//! it. A deletion by `amend` looks like an undo: at the end of the log it is one, and anywhere else the log's
//! end tells that it isn't.

use super::parsed::{Log, index};
use super::place::{Place, Spot};
use super::splice::ChangeError;

/// Why nothing was taken back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NothingToUndo {
    /// There aren't as many lines.
    #[error("{}", few(*.asked, *.lines))]
    Few {
        /// How many lines were to be taken back.
        asked: u32,
        /// How many there are.
        lines: u32,
    },
    /// A tally is no line.
    #[error("round {round} ends in a tally, which `undo` leaves alone: take it out with `amend FILE -{round}.tally` first")]
    Tally {
        /// The round.
        round: u32,
    },
    /// The changed log could not be read; this doesn't happen.
    #[error(transparent)]
    Change(#[from] ChangeError),
}

fn few(asked: u32, lines: u32) -> String {
    match lines {
        0 => "there is nothing to take back: the log has no lines".to_owned(),
        1 => format!("there are not {asked} lines to take back: the log has one"),
        _ => format!("there are not {asked} lines to take back: the log has {lines}"),
    }
}

/// Why nothing was brought back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NothingToRedo {
    /// Nothing was undone, or all of it was brought back.
    #[error("there is nothing to bring back: nothing was taken back, or something was recorded or changed since")]
    Nothing,
    /// The log was changed where the lines were taken back.
    #[error("line {place} can't be brought back: something was recorded or changed there since it was taken back")]
    Changed {
        /// The place of the line.
        place: Place,
    },
    /// The changed log could not be read; this doesn't happen.
    #[error(transparent)]
    Change(#[from] ChangeError),
}

impl Log {
    /// The corrections (by index) whose lines can be brought back, the latest last.
    pub(super) fn undone(&self) -> Vec<usize> {
        let corrections = self.corrections();
        let mut stack: Vec<(usize, Place)> = Vec::new();
        for (index, correction) in corrections.iter().enumerate() {
            let Spot::Line(place) = correction.at else {
                stack.clear();
                continue;
            };
            let top = stack.last().copied();
            match (&correction.was, &correction.now) {
                (Some(_), None) => {
                    if top.is_some_and(|(top, _)| !self.precedes(place, top)) {
                        stack.clear();
                    }
                    stack.push((index, place));
                }
                (None, Some(now)) if top.is_some_and(|(top, at)| at == place && corrections[top].was.as_ref() == Some(now)) => {
                    stack.pop();
                }
                _ => stack.clear(),
            }
        }
        stack.into_iter().map(|(index, _)| index).collect()
    }

    /// Whether a line stands ready to be brought back: nothing was recorded since it was taken back, and nothing changed.
    pub fn can_bring_back(&self) -> bool {
        let end = self.end();
        let is_open = |index: usize| matches!(self.corrections()[index].at, Spot::Line(place) if self.is_open(place.round));
        self.undone().last().is_some_and(|&index| self.precedes(end, index) && is_open(index))
    }

    /// Whether `place` comes just before the line that the correction took back.
    pub(super) fn precedes(&self, place: Place, correction: usize) -> bool {
        let Some(correction) = self.corrections().get(correction) else {
            return false;
        };
        let Spot::Line(taken) = correction.at else {
            return false;
        };
        if taken.line > 1 || taken.round == 1 {
            return place == Place::new(taken.round, taken.line.wrapping_sub(1));
        }
        correction.after.map_or(place.round + 1 == taken.round, |after| after == place)
    }

    /// Whether the last round can go on: it has no tally.
    pub(super) fn is_open(&self, round: u32) -> bool {
        index(round).and_then(|index| self.rounds().get(index)).is_none_or(|round| round.tally.is_none())
    }
}
