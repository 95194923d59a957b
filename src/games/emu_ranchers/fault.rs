//! What can be wrong with an act in Emu Ranchers.

use super::book::{YEARS_KEY, er};
use crate::{
    decktet::Card,
    emu::BirdNumber,
    table::{Broken, Clause, Kind, Seat},
};

/// A broken clause, or a step that cannot have happened, with the cards concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Another player's turn (ER-1.2).
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// The same player first in two years running (ER-1.3).
    FirstAgain,
    /// An action was due (ER-2.1).
    ActionDue {
        /// Whose.
        seat: Seat,
    },
    /// A draw was due (ER-2.1).
    DrawDue {
        /// Whose.
        seat: Seat,
    },
    /// A second draw in a turn (ER-2.1).
    DrawnTwice,
    /// A turn's action after the year's end (ER-2.2).
    TurnAfterYear,
    /// A suit that the bird's cards do not share (ER-3.3).
    NoSharedSuit {
        /// The bird.
        bird: BirdNumber,
        /// Whose it is.
        seat: Seat,
        /// The card that was to go on it.
        card: Card,
    },
    /// A rank that breaks the bird's direction (ER-3.4).
    OutOfOrder {
        /// The bird.
        bird: BirdNumber,
        /// Whose it is.
        seat: Seat,
        /// The card that was to go on it.
        card: Card,
    },
    /// Taking from the discard pile after a discard (ER-4.2).
    TakenAfterDiscard,
    /// Taking a card that is not on top (ER-4.3).
    NotOnTop {
        /// The card that was to be taken.
        card: Card,
    },
    /// Hatching or drawing after the year's end (ER-5.2).
    HatchedOrDrawnAfterYear,
    /// Laying down, or being done again, after `done` (ER-5.3).
    AlreadyDone {
        /// Whose.
        seat: Seat,
    },
    /// Somebody has not said `done` (ER-5.3).
    DoneDue,
    /// The card lies elsewhere (TB-3).
    NotInHand {
        /// Whose hand it was to come from.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The card is not in the draw pile (TB-3).
    NotInDrawPile {
        /// The card.
        card: Card,
    },
    /// The hand does not hold all of these (TB-3).
    NotAllInHand {
        /// Whose hand.
        seat: Seat,
        /// The first card that can't be there.
        card: Card,
    },
    /// The deck has fewer copies of the card than the tally names (TB-3).
    MoreThanTheDeckHas {
        /// The card.
        card: Card,
    },
    /// There is no such bird (TB-4).
    NoSuchBird {
        /// Whose.
        seat: Seat,
        /// Its number.
        bird: BirdNumber,
    },
    /// The card is not in the discard pile (TB-4).
    NotDiscarded {
        /// The card.
        card: Card,
    },
    /// Showing outside a year (TB-5).
    ShownOutsideYear,
    /// After the game's end (TB-7).
    AfterGame,
}

impl Fault {
    /// The card it is about, where its place is in question.
    pub(super) const fn missing(self) -> Option<Card> {
        match self {
            Self::NotInHand { card, .. }
            | Self::NotInDrawPile { card }
            | Self::NotAllInHand { card, .. }
            | Self::NotDiscarded { card } => Some(card),
            _ => None,
        }
    }
}

impl Broken for Fault {
    fn kind(&self) -> Kind {
        match self {
            Self::NotInHand { .. }
            | Self::NotInDrawPile { .. }
            | Self::NotAllInHand { .. }
            | Self::MoreThanTheDeckHas { .. }
            | Self::NoSuchBird { .. }
            | Self::NotDiscarded { .. } => Kind::Impossible,
            _ => Kind::Illegal,
        }
    }

    fn clause(&self) -> Clause {
        match self {
            Self::NotYourTurn { .. } => er(1, 2),
            Self::FirstAgain => er(1, 3),
            Self::ActionDue { .. } | Self::DrawDue { .. } | Self::DrawnTwice => er(2, 1),
            Self::TurnAfterYear => er(2, 2),
            Self::NoSharedSuit { .. } => er(3, 3),
            Self::OutOfOrder { .. } => er(3, 4),
            Self::TakenAfterDiscard => er(4, 2),
            Self::NotOnTop { .. } => er(4, 3),
            Self::HatchedOrDrawnAfterYear => er(5, 2),
            Self::AlreadyDone { .. } | Self::DoneDue => er(5, 3),
            Self::NotInHand { .. } | Self::NotInDrawPile { .. } | Self::NotAllInHand { .. } | Self::MoreThanTheDeckHas { .. } => {
                Clause::table(3)
            }
            Self::NoSuchBird { .. } | Self::NotDiscarded { .. } => Clause::table(4),
            Self::ShownOutsideYear => Clause::table(5),
            Self::AfterGame => Clause::table(7),
        }
    }

    fn rule(&self) -> Option<&'static str> {
        match self {
            Self::AfterGame => Some(YEARS_KEY),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_small_and_copied() {
        const fn is_copy<T: Copy>() {}
        is_copy::<Fault>();
        assert!(size_of::<Fault>() <= size_of::<u64>(), "{} bytes", size_of::<Fault>());
        assert!(size_of::<Result<(), Fault>>() <= size_of::<u64>(), "a verdict is a register");
    }
}
