//! What can follow from an act.

use super::{Card, Fate, Value};
use crate::table::Seat;

/// What can follow from an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round began.
    RoundBegins,
    /// All have played, and the cards collect in this order (EE-3).
    Collecting,
    /// A card was passed over (EE-3.5).
    Passed {
        /// Whose.
        seat: Seat,
        /// Which.
        card: Card,
        /// Why.
        fate: Fate,
    },
    /// Nobody took this egg (EE-2.5).
    Discarded {
        /// Its value.
        value: Value,
    },
    /// Nobody took the egg of this Scout.
    DiscardedDown {
        /// Whose Scout.
        scout: Seat,
    },
    /// A Merchant or a Blacksmith did not collect (EE-4.3, EE-4.5).
    Unpaid {
        /// Whose.
        seat: Seat,
        /// Which of the two.
        card: Card,
    },
    /// A Scout laid an egg face down (EE-4.1).
    Laid {
        /// Whose.
        scout: Seat,
    },
    /// A Scout found no egg in the deck.
    NothingToLay {
        /// Whose.
        scout: Seat,
    },
    /// The marker passed to the left (EE-5.1).
    MarkerPasses,
    /// A Courier or a Priest may be used (EE-4.6).
    Able {
        /// Whose.
        seat: Seat,
        /// Which of the two.
        card: Card,
    },
    /// What a hand holds was worked out (TB-6).
    Deduced {
        /// Whose.
        seat: Seat,
    },
    /// All is played, and eggs have to be named (EE-3.6).
    NamesDue,
    /// The round was counted (EE-6.1).
    RoundOver,
    /// The game is over (EE-6.2, EE-6.3).
    GameOver,
}
