//! Acts, which a game judges and applies.

use super::Seat;

/// One thing that happened at the table: the unit of judging.
#[derive(Clone, Debug, PartialEq)]
pub enum Act<S, T> {
    /// The beginning of a round.
    BeginRound {
        /// The player who starts, deals or holds the marker, as the rule book defines.
        first: Seat,
    },
    /// A step of a player, or of the table.
    Step {
        /// The player, or `None` for dealing, revealing and other steps of the table.
        actor: Option<Seat>,
        /// The step itself.
        step: S,
    },
    /// A round counted on the table instead of recorded.
    Tally(T),
}

impl<S, T> Act<S, T> {
    /// The step with its actor. Returns `None` for other acts.
    pub fn step(&self) -> Option<(Option<Seat>, &S)> {
        match self {
            Self::Step { actor, step } => Some((*actor, step)),
            _ => None,
        }
    }
}
