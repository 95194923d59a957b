//! Acts: what a game judges and applies.

use super::Seat;

/// One thing that happened at the table: the unit of judging.
#[derive(Clone, Debug, PartialEq)]
pub enum Act<S, T> {
    /// A round begun with its `first`.
    Round {
        /// Who starts, deals or holds the marker: the rule book says which.
        first: Seat,
    },
    /// A step of a player, or (without an actor) of the table.
    Step {
        /// The player; `None` for dealing, revealing and the like.
        actor: Option<Seat>,
        /// What was done.
        step: S,
    },
    /// A round whose result was counted on the table, instead of recorded move by move.
    Tally(T),
}

impl<S, T> Act<S, T> {
    /// The step, if it is one.
    pub fn step(&self) -> Option<(Option<Seat>, &S)> {
        match self {
            Self::Step { actor, step } => Some((*actor, step)),
            _ => None,
        }
    }
}
