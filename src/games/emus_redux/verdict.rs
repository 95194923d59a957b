//! The kind of each fault, its clause, and the table rule that decided it.

use super::{
    Fault,
    book::{MARKET_DRAW, NEW_PILE, UPKEEP, rx},
};
use crate::{
    decktet::Card,
    emu::{BirdNumber, Laid, Misfit},
    table::{Broken, Clause, Kind, Seat},
};

impl Fault {
    pub(super) const fn misfit(misfit: Misfit, seat: Seat, bird: BirdNumber, laid: Laid) -> Self {
        match misfit {
            Misfit::NoSharedSuit => Self::NoSharedSuit { bird, seat, laid },
            Misfit::OutOfOrder => Self::OutOfOrder { bird, seat, laid },
        }
    }

    /// The card it is about, where its place is in question.
    pub(super) const fn missing(self) -> Option<Card> {
        match self {
            Self::NotInHand { card, .. }
            | Self::NotInDrawPile { card }
            | Self::NotAllInHand { card, .. }
            | Self::ThirdCopy { card }
            | Self::NotThere { card, .. } => Some(card),
            _ => None,
        }
    }
}

impl Broken for Fault {
    fn kind(&self) -> Kind {
        match self {
            Self::NotForMarket { .. }
            | Self::ThirdCopy { .. }
            | Self::NotInHand { .. }
            | Self::NotInDrawPile { .. }
            | Self::NotAllInHand { .. }
            | Self::TooManyCopies { .. }
            | Self::TooManyWilds { .. }
            | Self::NoSuchBird { .. }
            | Self::NotThere { .. } => Kind::Impossible,
            _ => Kind::Illegal,
        }
    }

    fn clause(&self) -> Clause {
        match self {
            Self::NotYourTurn { .. } => rx(1, 2),
            Self::MarketDue
            | Self::MarketTooLate
            | Self::MarketSize { .. }
            | Self::NotForMarket { .. }
            | Self::ThirdCopy { .. }
            | Self::TooManyWilds { .. } => rx(1, 3),
            Self::ActionDue { .. } | Self::DrawDue { .. } | Self::DrawnTwice => rx(2, 1),
            Self::TurnAfterYear => rx(2, 2),
            Self::NoSharedSuit { .. } => rx(3, 3),
            Self::OutOfOrder { .. } => rx(3, 4),
            Self::WildHatched { .. } | Self::WithoutNumber { .. } => rx(3, 5),
            Self::ExcusePlayed => rx(3, 6),
            Self::NewPileDue | Self::PileNumberSkipped { .. } | Self::PileUnnamed => rx(4, 1),
            Self::TakenAfterDiscard => rx(4, 2),
            Self::NotOnTop { .. } => rx(4, 3),
            Self::MarketAfterDiscard | Self::ThirdMarketDraw { .. } => rx(4, 5),
            Self::HatchedOrDrawnAfterYear => rx(5, 2),
            Self::AlreadyDone { .. } | Self::DoneDue => rx(5, 3),
            Self::LaidAfterExcuse { .. } | Self::NotLosing { .. } => rx(5, 4),
            Self::NotInHand { .. } | Self::NotInDrawPile { .. } | Self::NotAllInHand { .. } | Self::TooManyCopies { .. } => {
                Clause::table(3)
            }
            Self::NoSuchBird { .. } | Self::NotThere { .. } => Clause::table(4),
            Self::ShownOutsideYear => Clause::table(5),
            Self::AfterGame => Clause::table(7),
        }
    }

    fn rule(&self) -> Option<&'static str> {
        match self {
            Self::NewPileDue => Some(NEW_PILE),
            Self::MarketAfterDiscard => Some(MARKET_DRAW),
            Self::NotLosing { .. } => Some(UPKEEP),
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
