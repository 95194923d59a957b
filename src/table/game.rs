//! The [`Game`] trait, which sets up a table, and [`CompleteGame`], which combines all traits of a game.

use super::{
    Act, Apply, Book, DeckValue, GameFault, GamePosition, Judge, Notation, RuleSettings, Scoring, SetupError, Tally, Tallying,
    View, Words,
};
use std::fmt::Debug;

/// An act of a game.
pub type ActOf<G> = Act<<G as Game>::Step, TallyOf<G>>;

/// A round of a game, counted on the table.
pub type TallyOf<G> = Tally<<G as Game>::TallyPart>;

/// A game: a value that judges and applies acts. A game knows nothing of files, notes or overruling. Only its notation and words
/// know names.
pub trait Game: Clone + Send + Sync + 'static {
    /// The table rules and the deck of one table.
    type Setup: Clone + Send + Sync + Debug;
    /// A step, of a player or of the table.
    type Step: Clone + PartialEq + Send + Sync + Debug;
    /// A player's part of a round counted on the table.
    type TallyPart: Clone + Default + PartialEq + Send + Sync + Debug;
    /// A position of the game. [`NoPosition`](super::NoPosition) if the game accepts none.
    type Position: GamePosition<Self>;
    /// The possible faults of an act.
    type Fault: GameFault + Send + Sync;
    /// The possible consequences of an act.
    type Event: Clone + PartialEq + Send + Sync + Debug;

    /// The rule book.
    const BOOK: &'static Book;

    /// The rule book.
    fn book() -> &'static Book {
        Self::BOOK
    }

    /// Converts the table rules and the keys of the log's `[deck]` to the game's own type.
    fn setup(players: usize, rules: &RuleSettings, deck: &[(String, DeckValue)]) -> Result<Self::Setup, SetupError>;

    /// Adjusts table rules so that a new game can be set up, except the rules that the user gave (`given`).
    fn adjust_rules(_players: usize, _rules: &mut RuleSettings, _given: &[&str]) {}

    /// The table rule that makes one round a whole game, as an argument of `--rule`. Returns `None` if there is no such rule, or if
    /// the rule is in force.
    fn single_round_rule(_setup: &Self::Setup) -> Option<&'static str> {
        None
    }

    /// The game before its first round.
    fn new(players: usize, setup: &Self::Setup) -> Self;
}

/// A game that implements every trait the referee needs.
pub trait CompleteGame: Notation + Judge + Apply + Scoring + Words + View + Tallying {}

impl<G: Notation + Judge + Apply + Scoring + Words + View + Tallying> CompleteGame for G {}
