//! What can be wrong with an act in Eggs and Empires.

use super::{Card, Value, book::ee};
use crate::table::{Broken, Clause, Kind, Seat};

/// A broken clause, or a step that cannot have happened, with the cards and eggs concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A second new hand in a round (EE-1.3).
    NewHandAgain,
    /// A new hand after the first eggs (EE-1.3).
    NewHandTooLate,
    /// Eggs are to be revealed (EE-2.1).
    RevealDue,
    /// More or fewer eggs than are due (EE-2.1).
    WrongNumberOfEggs {
        /// How many were revealed.
        revealed: u16,
    },
    /// More eggs than the listed deck holds (EE-2.1).
    MoreThanTheDeck {
        /// How many were revealed.
        revealed: u16,
    },
    /// Not all have played (EE-2.2).
    CardsDue,
    /// A second card in a turn (EE-2.2).
    PlayedAlready,
    /// Not as many cards as a turn asks for (EE-2.2).
    WrongNumberOfCards {
        /// How many were played.
        played: u16,
    },
    /// The same card twice (EE-2.2).
    SameCardTwice {
        /// Which.
        card: Card,
    },
    /// Another card collects first (EE-2.4).
    TakeDue {
        /// Whose.
        seat: Seat,
        /// Which.
        card: Card,
        /// Whether another would collect first by the other value of the table rule (EE-3.2).
        by_rule: bool,
    },
    /// Only a Mage may leave an egg (EE-2.4).
    MustTake {
        /// Which card it is.
        card: Card,
    },
    /// The nine turns are not played (EE-2.7).
    TurnsLeft,
    /// The nine turns are played (EE-2.7).
    NoTurnLeft,
    /// No round is being played (EE-2.7).
    NoRound,
    /// A Mage takes no exploding egg that lies face up (EE-3.4).
    NotForMage {
        /// The egg.
        value: Value,
    },
    /// A Mage can't decline while a face-up egg is there that does not explode, or none face down (EE-3.4).
    MageMayNotDecline,
    /// Eggs in the piles have no name yet (EE-3.6).
    UnnamedEggs {
        /// Whose pile holds one.
        holder: Seat,
        /// Whose Scout laid it.
        scout: Seat,
    },
    /// No Courier of this player has collected, or its egg is given already (EE-4.2).
    NoCourier,
    /// Not the egg that the Courier collected (EE-4.2).
    NotTheCouriersEgg,
    /// A gift to oneself (EE-4.2).
    GiftToOneself,
    /// No Priest of this player has collected, or it was used already (EE-4.4).
    NoPriest,
    /// The time for this ability is over (EE-4.6).
    TooLate {
        /// The card.
        card: Card,
        /// Whether it could be used by the other value of the table rule.
        by_rule: bool,
    },
    /// `end` where nothing is to be closed (EE-4.6).
    NothingToEnd,
    /// The marker stays for a round and then passes left (EE-5.1).
    MarkerPassesLeft {
        /// To whom.
        due: Seat,
    },
    /// Somebody else has fewer points (EE-5.2).
    NotTheFewest,
    /// The card is not in the hand (TB-3).
    NotInHand {
        /// Whose hand it was to come from.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// An egg of this value can't turn up (EE-1.5).
    NoSuchEgg {
        /// The value.
        value: Value,
    },
    /// No such egg is on offer (TB-4).
    NotOnOffer {
        /// Its value.
        value: Value,
    },
    /// No such face-down egg is on offer (TB-4).
    NotOnOfferDown {
        /// Whose Scout should have laid it.
        scout: Seat,
    },
    /// No such egg is in the pile (TB-4).
    NotInPile {
        /// Its value.
        value: Value,
    },
    /// No such unnamed egg is in the pile (TB-4).
    NotInPileDown {
        /// Whose Scout should have laid it; none if any would do.
        scout: Option<Seat>,
    },
    /// Showing outside a round (TB-5).
    ShownOutsideRound,
    /// After the game's end (TB-7).
    AfterGame,
    /// A tally with more Merchants or Blacksmiths than a player has (EE-1.1).
    MoreThanOwned {
        /// Who.
        seat: Seat,
        /// Which card.
        card: Card,
    },
    /// A tally with more eggs than a round can offer (EE-1.4).
    MoreThanOffered {
        /// How many.
        eggs: u16,
    },
    /// A tally with more eggs than one player can have got (EE-2.4).
    MoreThanCollected {
        /// Who.
        seat: Seat,
    },
}

/// What an impossible step is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// An Empire card of a player.
    Card(Seat, Card),
    /// Eggs of a value.
    Egg(Value),
}

impl Fault {
    /// The thing that it is about, where its place is in question.
    pub(super) const fn missing(self) -> Option<Thing> {
        match self {
            Self::NotInHand { seat, card } => Some(Thing::Card(seat, card)),
            Self::NoSuchEgg { value } | Self::NotOnOffer { value } | Self::NotInPile { value } => Some(Thing::Egg(value)),
            _ => None,
        }
    }
}

impl Broken for Fault {
    fn kind(&self) -> Kind {
        match self {
            Self::MoreThanTheDeck { .. }
            | Self::NotInHand { .. }
            | Self::NoSuchEgg { .. }
            | Self::NotOnOffer { .. }
            | Self::NotOnOfferDown { .. }
            | Self::NotInPile { .. }
            | Self::NotInPileDown { .. }
            | Self::MoreThanOwned { .. }
            | Self::MoreThanOffered { .. }
            | Self::MoreThanCollected { .. } => Kind::Impossible,
            _ => Kind::Illegal,
        }
    }

    fn clause(&self) -> Clause {
        match self {
            Self::MoreThanOwned { .. } => ee(1, 1),
            Self::NewHandAgain | Self::NewHandTooLate => ee(1, 3),
            Self::MoreThanOffered { .. } => ee(1, 4),
            Self::NoSuchEgg { .. } => ee(1, 5),
            Self::RevealDue | Self::WrongNumberOfEggs { .. } | Self::MoreThanTheDeck { .. } => ee(2, 1),
            Self::CardsDue | Self::PlayedAlready | Self::WrongNumberOfCards { .. } | Self::SameCardTwice { .. } => ee(2, 2),
            Self::TakeDue { .. } | Self::MustTake { .. } | Self::MoreThanCollected { .. } => ee(2, 4),
            Self::TurnsLeft | Self::NoTurnLeft | Self::NoRound => ee(2, 7),
            Self::NotForMage { .. } | Self::MageMayNotDecline => ee(3, 4),
            Self::UnnamedEggs { .. } => ee(3, 6),
            Self::NoCourier | Self::NotTheCouriersEgg | Self::GiftToOneself => ee(4, 2),
            Self::NoPriest => ee(4, 4),
            Self::TooLate { .. } | Self::NothingToEnd => ee(4, 6),
            Self::MarkerPassesLeft { .. } => ee(5, 1),
            Self::NotTheFewest => ee(5, 2),
            Self::NotInHand { .. } => Clause::table(3),
            Self::NotOnOffer { .. } | Self::NotOnOfferDown { .. } | Self::NotInPile { .. } | Self::NotInPileDown { .. } => {
                Clause::table(4)
            }
            Self::ShownOutsideRound => Clause::table(5),
            Self::AfterGame => Clause::table(7),
        }
    }

    fn rule(&self) -> Option<&'static str> {
        match self {
            Self::TakeDue { by_rule: true, .. } => Some("shepherd"),
            Self::TooLate { by_rule: true, .. } => Some("turn_end"),
            Self::MarkerPassesLeft { .. } | Self::NotTheFewest => Some("marker"),
            Self::AfterGame => Some("scoring"),
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
