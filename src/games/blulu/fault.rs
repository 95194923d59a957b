//! What can be wrong with an act in Blulu.

use super::{arithmetic::Capture, book::bl};
use crate::{
    decktet::{Card, Rank},
    table::{Broken, Clause, Kind, Seat},
};

/// A broken clause, or a step that cannot have happened, with the cards concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Another player deals this round (BL-1.1).
    NotTheDealer {
        /// Who does.
        due: Seat,
    },
    /// The table cards were not dealt (BL-1.2).
    DealDue,
    /// They were dealt, but too late (BL-1.2).
    DealtTooLate,
    /// More or fewer than the table rule says (BL-1.2).
    WrongCount {
        /// How many were dealt.
        dealt: u16,
    },
    /// The table rule deals none (BL-1.2).
    NoneToTheTable,
    /// A second time in a round (BL-1.3).
    DealtAgain,
    /// Another player's turn (BL-1.4).
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// A turn was due (BL-2.1).
    TurnDue {
        /// Whose.
        turn: Seat,
    },
    /// Not two cards (BL-2.1).
    NotTwo {
        /// How many.
        played: u16,
    },
    /// A rank that lies there, and that the pair does not reach (BL-2.3).
    NotReached {
        /// The rank.
        rank: Rank,
        /// Whether it would be reached if sums counted.
        by_sum: bool,
    },
    /// A rank that both sum and difference take along was left out (BL-2.4).
    LeftOut {
        /// The rank.
        rank: Rank,
    },
    /// Two ranks in one turn (BL-2.5).
    SeveralRanks,
    /// Trailing although a pair known to be in the hand captures (BL-2.7).
    CouldCapture {
        /// The pair and the rank.
        capture: Capture,
        /// Whose hand.
        seat: Seat,
    },
    /// Having trailed although a pair captured that was in the hand, as was seen later (BL-2.7).
    Revoked {
        /// The pair and the rank.
        capture: Capture,
        /// Whose hand.
        seat: Seat,
    },
    /// A turn after the round's end (BL-4.1).
    RoundIsOver,
    /// The card is not in the hand (TB-3).
    NotInHand {
        /// Whose hand it was to come from.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The card can't come from the deck (TB-3).
    NotInDeck {
        /// The card.
        card: Card,
    },
    /// No card of that rank lies on the table (TB-4).
    NotOnTheTable {
        /// The rank.
        rank: Rank,
    },
    /// Showing before the deal or outside a round (TB-5).
    ShownOutsideRound,
    /// After the game's end (TB-7).
    AfterGame,
    /// A tally of more cards than the deck has (BL-1.2).
    MoreThanTheDeck {
        /// How many.
        captured: u16,
    },
    /// A tally of fewer cards than the deck has: the last ones go to somebody (BL-4.1).
    FewerThanTheDeck {
        /// How many.
        captured: u16,
    },
    /// A tally in which a player has cards, and too few for one capture (BL-2.4).
    NoCapture {
        /// Who.
        seat: Seat,
    },
    /// A tally with more bonuses than that player can have made captures (BL-3.1).
    MoreBonusesThanCaptures {
        /// Who.
        seat: Seat,
    },
}

impl Fault {
    /// The card it is about, where its place is in question.
    pub(super) const fn missing(self) -> Option<Card> {
        match self {
            Self::NotInHand { card, .. } | Self::NotInDeck { card } => Some(card),
            _ => None,
        }
    }
}

impl Broken for Fault {
    fn kind(&self) -> Kind {
        match self {
            Self::Revoked { .. } => Kind::Revoke,
            Self::NotInHand { .. }
            | Self::NotInDeck { .. }
            | Self::NotOnTheTable { .. }
            | Self::MoreThanTheDeck { .. }
            | Self::FewerThanTheDeck { .. }
            | Self::NoCapture { .. }
            | Self::MoreBonusesThanCaptures { .. } => Kind::Impossible,
            _ => Kind::Illegal,
        }
    }

    fn clause(&self) -> Clause {
        match self {
            Self::NotTheDealer { .. } => bl(1, 1),
            Self::DealDue
            | Self::DealtTooLate
            | Self::WrongCount { .. }
            | Self::NoneToTheTable
            | Self::MoreThanTheDeck { .. } => bl(1, 2),
            Self::DealtAgain => bl(1, 3),
            Self::NotYourTurn { .. } => bl(1, 4),
            Self::TurnDue { .. } | Self::NotTwo { .. } => bl(2, 1),
            Self::NotReached { .. } => bl(2, 3),
            Self::LeftOut { .. } | Self::NoCapture { .. } => bl(2, 4),
            Self::SeveralRanks => bl(2, 5),
            Self::CouldCapture { .. } | Self::Revoked { .. } => bl(2, 7),
            Self::MoreBonusesThanCaptures { .. } => bl(3, 1),
            Self::RoundIsOver | Self::FewerThanTheDeck { .. } => bl(4, 1),
            Self::NotInHand { .. } | Self::NotInDeck { .. } => Clause::table(3),
            Self::NotOnTheTable { .. } => Clause::table(4),
            Self::ShownOutsideRound => Clause::table(5),
            Self::AfterGame => Clause::table(7),
        }
    }

    fn rule(&self) -> Option<&'static str> {
        match self {
            Self::WrongCount { .. } | Self::NoneToTheTable => Some("table"),
            Self::NotReached { by_sum: true, .. } | Self::LeftOut { .. } | Self::SeveralRanks => Some("arithmetic"),
            Self::CouldCapture { .. } | Self::Revoked { .. } => Some("must_capture"),
            Self::MoreThanTheDeck { .. } | Self::FewerThanTheDeck { .. } => Some("deck"),
            Self::AfterGame => Some("target"),
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
