//! The trait that applies acts, legal or not, and the progress of a game.

use super::{ActOf, Adjustment, Game, Seat, Seats};

/// The progress of a game through its rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// No round has begun. These seats may be `first` of the first round.
    Ready(Seats),
    /// A round is under way.
    Underway,
    /// A round is over. These seats may be `first` of the next round (a single seat if the rules determine it).
    RoundOver(Seats),
    /// The game is over.
    GameOver,
}

/// The effect of acts. Only this trait determines the events that follow from an act.
pub trait Apply: Game {
    /// Applies an act that is [possible](super::Judge::check_possible), legal or not, and appends the events that follow from it.
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Self::Event>);

    /// Adds points that the table gives or takes in the current round, or in the last one between rounds (TB-9): an item of its own
    /// on the sheet, as [`Rounds::adjust`](super::Rounds::adjust) keeps it. They change nothing else, unless they end the game.
    /// Appends the events that follow. Counts as an act for [`conviction`](Apply::conviction).
    fn adjust(&mut self, adjustment: &Adjustment, events: &mut Vec<Self::Event>);

    /// The progress of the game through its rounds.
    fn progress(&self) -> Progress;

    /// The player in the middle of a turn, whose next step belongs on the same line of the log. Returns `None` between turns.
    fn turn_owner(&self) -> Option<Seat> {
        None
    }

    /// The earlier act that an event proves illegal: its index in order of application (from 0), and its fault.
    fn conviction(_event: &Self::Event) -> Option<(usize, Self::Fault)> {
        None
    }
}
