//! The kind of each fault, its clause, and the table rule that decided it.

use super::{
    Bird, Fault,
    book::{BLIND_DRAW, BOOK, DISPLAY_REFILL, pm},
};
use crate::table::{Broken, Clause, Kind};

impl Fault {
    /// The bird it is about, where its place is in question.
    pub(super) const fn missing(self) -> Option<Bird> {
        match self {
            Self::NotInHand { bird, .. }
            | Self::NotInDeck { bird }
            | Self::NotInDisplay { bird }
            | Self::NotCollected { bird, .. } => Some(bird),
            _ => None,
        }
    }
}

impl Broken for Fault {
    fn kind(&self) -> Kind {
        match self {
            Self::DeckTooSmall
            | Self::NoneLeft { .. }
            | Self::TooManySeeds { .. }
            | Self::AllSixSpecies
            | Self::NoneOnPerches { .. }
            | Self::BirdDeckTooSmall
            | Self::NotInHand { .. }
            | Self::NotInDeck { .. }
            | Self::TooManyCopies { .. }
            | Self::NoSuchPerch { .. }
            | Self::NotInDisplay { .. }
            | Self::NotCollected { .. }
            | Self::NoSuchSeed { .. } => Kind::Impossible,
            _ => Kind::Illegal,
        }
    }

    fn clause(&self) -> Clause {
        match self {
            Self::DeckTooSmall | Self::NoneLeft { .. } | Self::TooManySeeds { .. } => pm(1, 3),
            Self::AllSixSpecies => pm(1, 4),
            Self::SetupDue { .. }
            | Self::SetupIsOver
            | Self::NotOneEach { .. }
            | Self::NotThree { .. }
            | Self::NotFour { .. }
            | Self::PestInSetup { .. }
            | Self::NoneOnPerches { .. } => pm(1, 5),
            Self::NotYourTurn { .. } => pm(1, 6),
            Self::PlayDue { .. } => pm(2, 1),
            Self::KeptTooLate { .. } | Self::TooHigh { .. } => pm(2, 2),
            Self::DrawDue { .. }
            | Self::BirdDeckTooSmall
            | Self::DrawnBlind
            | Self::DisplayDue { .. }
            | Self::DisplaySize { .. } => pm(2, 3),
            Self::RefillDue { .. } => pm(2, 4),
            Self::FeederDue { .. } => pm(3, 1),
            Self::LossDue { .. }
            | Self::WrongLoss { .. }
            | Self::NotOneBird { .. }
            | Self::NotTheMost { .. }
            | Self::SeedsLost { .. } => pm(3, 3),
            Self::RefillShort | Self::RefillLong => pm(4, 1),
            Self::AddsDue | Self::WrongAdded { .. } => pm(5, 2),
            Self::NotInHand { .. } | Self::NotInDeck { .. } | Self::TooManyCopies { .. } => Clause::table(3),
            Self::NoSuchPerch { .. } | Self::NotInDisplay { .. } | Self::NotCollected { .. } | Self::NoSuchSeed { .. } => {
                Clause::table(4)
            }
            Self::ShownBeforeRound => Clause::table(5),
            Self::AfterGame => Clause::table(7),
        }
    }

    fn rule(&self) -> Option<&'static str> {
        match self {
            Self::DrawnBlind => Some(BOOK.rules[BLIND_DRAW].key),
            Self::DisplayDue { .. } | Self::DisplaySize { .. } => Some(BOOK.rules[DISPLAY_REFILL].key),
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
