//! What can be wrong with an act in Emus Redux. Kinds and clauses are in `verdict.rs`.

use super::{PileNumber, Source};
use crate::{
    decktet::Card,
    emu::{BirdNumber, Laid},
    table::Seat,
};

/// A broken clause, or a step that cannot have happened, with the cards concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Another player's turn (RX-1.2).
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// The market was to be laid out first (RX-1.3).
    MarketDue,
    /// The market is laid out once, before the first turn (RX-1.3).
    MarketTooLate,
    /// Too few or too many cards for the market (RX-1.3).
    MarketSize {
        /// How many were laid out.
        cards: u8,
    },
    /// A card that is no Pawn or Court in the market (RX-1.3).
    NotForMarket {
        /// The card.
        card: Card,
    },
    /// A third copy of a Pawn or Court (RX-1.3).
    ThirdCopy {
        /// The card.
        card: Card,
    },
    /// An action was due (RX-2.1).
    ActionDue {
        /// Whose.
        seat: Seat,
    },
    /// A draw was due (RX-2.1).
    DrawDue {
        /// Whose.
        seat: Seat,
    },
    /// A second draw in a turn (RX-2.1).
    DrawnTwice,
    /// A turn's action after the year's end (RX-2.2).
    TurnAfterYear,
    /// A suit that the bird's cards do not share (RX-3.3).
    NoSharedSuit {
        /// The bird.
        bird: BirdNumber,
        /// Whose it is.
        seat: Seat,
        /// The card that was to go on it.
        laid: Laid,
    },
    /// A rank that breaks the bird's direction (RX-3.4).
    OutOfOrder {
        /// The bird.
        bird: BirdNumber,
        /// Whose it is.
        seat: Seat,
        /// The card that was to go on it.
        laid: Laid,
    },
    /// A bird hatched with a Pawn or Court (RX-3.5).
    WildHatched {
        /// The card.
        card: Card,
    },
    /// A Pawn or Court that is to grow a bird without a number (RX-3.5).
    WithoutNumber {
        /// The card.
        card: Card,
    },
    /// The Excuse in a bird (RX-3.6).
    ExcusePlayed,
    /// A discard on a pile while a new one must be started (RX-4.1).
    NewPileDue,
    /// A new pile with another number than the lowest that is free (RX-4.1).
    PileNumberSkipped {
        /// The lowest that is free.
        free: PileNumber,
    },
    /// A discard without its pile, where both are there or can be started (RX-4.1).
    PileUnnamed,
    /// Taking from a discard pile after a discard (RX-4.2).
    TakenAfterDiscard,
    /// Taking a card that is not on top (RX-4.3).
    NotOnTop {
        /// The card that was to be taken.
        card: Card,
        /// The pile that it lies in.
        pile: PileNumber,
    },
    /// Taking from the market after a discard (RX-4.5).
    MarketAfterDiscard,
    /// A third card from the market (RX-4.5).
    ThirdMarketDraw {
        /// Whose.
        seat: Seat,
    },
    /// Hatching or drawing after the year's end (RX-5.2).
    HatchedOrDrawnAfterYear,
    /// Laying down, or being done again, after `done` (RX-5.3).
    AlreadyDone {
        /// Whose.
        seat: Seat,
    },
    /// Somebody has not said `done` (RX-5.3).
    DoneDue,
    /// Laying down after an Excuse was spent (RX-5.4).
    LaidAfterExcuse {
        /// Whose.
        seat: Seat,
    },
    /// An Excuse for a bird that covers its upkeep (RX-5.4).
    NotLosing {
        /// Whose.
        seat: Seat,
        /// The bird.
        bird: BirdNumber,
    },
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
    /// The game has fewer copies of the card than the tally names (TB-3).
    TooManyCopies {
        /// The card.
        card: Card,
    },
    /// A tally names more Pawns and Courts than the market has (RX-1.3).
    TooManyWilds {
        /// How many it names.
        cards: u8,
    },
    /// There is no such bird (TB-4).
    NoSuchBird {
        /// Whose.
        seat: Seat,
        /// Its number.
        bird: BirdNumber,
    },
    /// The card is not where it was to be taken from (TB-4).
    NotThere {
        /// The card.
        card: Card,
        /// The place, if one was named.
        from: Option<Source>,
    },
    /// Showing outside the year (TB-5).
    ShownOutsideYear,
    /// After the game's end (TB-7).
    AfterGame,
}
