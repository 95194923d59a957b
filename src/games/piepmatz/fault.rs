//! What can be wrong with an act in Piepmatz. Kinds and clauses are in `verdict.rs`.

use super::{Bird, FeederCard, Layout, Pest, Seed};
use crate::table::Seat;

/// A broken clause, or a step that cannot have happened, with the cards concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// More feeder cards than the deck has left (PM-1.3).
    DeckTooSmall,
    /// More of a feeder card than the listed deck has left (PM-1.3).
    NoneLeft {
        /// The card.
        card: FeederCard,
    },
    /// Seed cards counted on the table, more than there are (PM-1.3).
    TooManySeeds {
        /// Of which; none: of all together.
        seed: Option<Seed>,
    },
    /// All six species counted on the table of two players (PM-1.4).
    AllSixSpecies,
    /// A part of the setup is due (PM-1.5).
    SetupDue {
        /// Which.
        part: Layout,
    },
    /// A part of the setup after the setup (PM-1.5).
    SetupIsOver,
    /// Too few or too many birds on the perches (PM-1.5).
    NotOneEach {
        /// How many were laid out.
        birds: u8,
    },
    /// Too few or too many birds in the display at the start (PM-1.5).
    NotThree {
        /// How many were laid out.
        birds: u8,
    },
    /// Too few or too many seed cards at the start (PM-1.5).
    NotFour {
        /// How many were laid out.
        cards: u8,
    },
    /// A pest among the seed cards at the start (PM-1.5).
    PestInSetup {
        /// Which.
        pest: Pest,
    },
    /// Birds counted on the table, so many that none is left for the perches (PM-1.5).
    NoneOnPerches {
        /// How many were counted.
        birds: u8,
    },
    /// Another player's turn (PM-1.6).
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// A bird was to be played (PM-2.1).
    PlayDue {
        /// By whom.
        seat: Seat,
    },
    /// Keeping a bird after a fight, a second one, or after something else was done (PM-2.2).
    KeptTooLate {
        /// Who.
        seat: Seat,
    },
    /// Keeping a bird of a higher value than the one played (PM-2.2).
    TooHigh {
        /// The bird.
        bird: Bird,
        /// The one that was played.
        played: Bird,
    },
    /// A bird was to be drawn (PM-2.3).
    DrawDue {
        /// By whom.
        seat: Seat,
    },
    /// Drawing unseen from an empty bird deck, or turning up more than it has (PM-2.3).
    BirdDeckTooSmall,
    /// Drawing unseen while birds lie in the display (PM-2.3).
    DrawnBlind,
    /// The display was to be filled up (PM-2.3).
    DisplayDue {
        /// In whose turn.
        seat: Seat,
    },
    /// Too few or too many birds to fill the display up (PM-2.3).
    DisplaySize {
        /// How many were turned up.
        birds: u8,
        /// How many were due.
        due: u8,
    },
    /// The slots were to be refilled (PM-2.4).
    RefillDue {
        /// In whose turn.
        seat: Seat,
    },
    /// A feeder card was to be taken (PM-3.1).
    FeederDue {
        /// By whom.
        seat: Seat,
    },
    /// Something was to be lost to a pest (PM-3.3).
    LossDue {
        /// By whom.
        seat: Seat,
        /// To which.
        pest: Pest,
    },
    /// A squirrel takes seeds, a crow a bird (PM-3.3).
    WrongLoss {
        /// Which acts.
        pest: Pest,
    },
    /// A crow takes one bird (PM-3.3).
    NotOneBird {
        /// How many were lost.
        birds: u8,
    },
    /// A species of which the collection does not hold most cards (PM-3.3).
    NotTheMost {
        /// The bird.
        bird: Bird,
        /// Whose collection.
        seat: Seat,
    },
    /// A squirrel takes two seeds, or all (PM-3.3).
    SeedsLost {
        /// How many were lost.
        seeds: u8,
        /// How many are due.
        due: u8,
    },
    /// Slots left empty while the deck has cards (PM-4.1).
    RefillShort,
    /// Cards turned up after the last slot was filled (PM-4.1).
    RefillLong,
    /// The last choice is due (PM-5.2).
    AddsDue,
    /// Not two birds added, or all (PM-5.2).
    WrongAdded {
        /// How many were added.
        birds: u8,
        /// How many are due.
        due: u8,
    },
    /// The bird is not in the hand (TB-3).
    NotInHand {
        /// Whose hand it was to come from.
        seat: Seat,
        /// The bird.
        bird: Bird,
    },
    /// The bird can't come from the deck (TB-3).
    NotInDeck {
        /// The bird.
        bird: Bird,
    },
    /// More copies counted on the table than there are (TB-3).
    TooManyCopies {
        /// The bird.
        bird: Bird,
    },
    /// There is no such perch (TB-4).
    NoSuchPerch {
        /// Its number.
        perch: u8,
    },
    /// The bird does not lie in the display (TB-4).
    NotInDisplay {
        /// The bird.
        bird: Bird,
    },
    /// The bird is not in the collection (TB-4).
    NotCollected {
        /// Whose.
        seat: Seat,
        /// The bird.
        bird: Bird,
    },
    /// The seed card is not in the collection (TB-4).
    NoSuchSeed {
        /// Whose.
        seat: Seat,
        /// The seed card.
        seed: Seed,
    },
    /// Showing before the round (TB-5).
    ShownBeforeRound,
    /// After the game's end (TB-7).
    AfterGame,
}
