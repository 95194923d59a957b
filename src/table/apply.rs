//! Applies an act, legal or not, and returns the events that follow from it.

use super::{ActOf, Game, Seat, Seats};

/// Where a game stands between its rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// No round has begun; these seats may be its `first`.
    Ready(Seats),
    /// A round is under way.
    Underway,
    /// A round is over; these seats may be `first` of the next (one, where the rules say who).
    RoundOver(Seats),
    /// The game is over.
    GameOver,
}

/// What happens: nobody else works out consequences.
pub trait Apply: Game {
    /// Does an act, and adds what followed to `events`. Defined for every act that is [`possible`](super::Judge::possible), legal
    /// or not.
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Self::Event>);

    /// Where the game stands between its rounds.
    fn progress(&self) -> Progress;

    /// Who is in the middle of a turn: what that player does next belongs on the same line of the log. Nobody, where a turn is one
    /// step.
    fn in_turn(&self) -> Option<Seat> {
        None
    }

    /// The number of the act (counted from 0, as they were applied) that an event convicts of having been foul, and with what.
    fn conviction(_event: &Self::Event) -> Option<(usize, Self::Fault)> {
        None
    }
}
