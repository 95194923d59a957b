//! The [`Game`] trait: what a game is made of, and how a table of it is set up.
//!
//! A game is described by several traits, one for each job, each implemented in its own file of the game's folder:
//! [`Game`] in `setup`, [`Notation`](super::Notation) in `step`, [`Judge`](super::Judge) in `judge`, [`Apply`](super::Apply) in
//! `apply`, [`Scored`](super::Scored) in `score`, [`Words`](super::Words) in `words`, [`View`](super::View) in `view`,
//! [`Tallied`](super::Tallied) in `tally`, and for its positions [`Positioned`] in `position`. A type that implements them all is [`Refereed`].

use super::{
    Act, Apply, Book, Broken, DeckEntry, Judge, Notation, Positioned, RuleValues, Scored, SetupError, Tallied, View, Words,
};
use std::fmt::Debug;

/// An act of a game.
pub type ActOf<G> = Act<<G as Game>::Step, <G as Game>::Tally>;

/// A game: a value that judges and applies acts. To try, undo or look back at something, the value is cloned.
///
/// A game knows nothing of files, positions, notes or overruling, and names only in notation and words.
pub trait Game: Clone + Send + Sync + 'static {
    /// The table rules and the deck of one table, typed.
    type Setup: Clone + Send + Sync + Debug;
    /// A step, of a player or of the table.
    type Step: Clone + PartialEq + Send + Sync + Debug;
    /// A round's result, counted on the table.
    type Tally: Clone + PartialEq + Send + Sync + Debug;
    /// How a table lies that is taken up in the middle; [`NoPosition`](super::NoPosition) if the game doesn't allow that.
    type Position: Positioned<Self>;
    /// What can be wrong with an act.
    type Fault: Broken + Send + Sync;
    /// What can follow from an act.
    type Event: Clone + PartialEq + Send + Sync + Debug;

    /// The rule book.
    fn book() -> &'static Book;

    /// Types the table rules and the deck.
    ///
    /// # Errors
    /// When the game cannot be set up so.
    fn setup(players: usize, rules: &RuleValues, deck: &[(String, DeckEntry)]) -> Result<Self::Setup, SetupError>;

    /// Adjusts table rules so that a new game can be set up at all, except those that the user gave (`given`).
    fn workable(_players: usize, _rules: &mut RuleValues, _given: &[&str]) {}

    /// Types the table rules and the deck of a table that only counts one round, which needs to know less than a log.
    ///
    /// # Errors
    /// When the game cannot be set up so.
    fn setup_to_count(players: usize, rules: &RuleValues, deck: &[(String, DeckEntry)]) -> Result<Self::Setup, SetupError> {
        Self::setup(players, rules, deck)
    }

    /// The table rule that makes one round a whole game, as `--rule` takes it, if the game has one and it is not in force.
    fn game_of_one_round(_setup: &Self::Setup) -> Option<&'static str> {
        None
    }

    /// The game before its first round.
    fn new(players: usize, setup: &Self::Setup) -> Self;
}

/// A game that does every job: what the referee takes.
pub trait Refereed: Notation + Judge + Apply + Scored + Words + View + Tallied {}

impl<G: Notation + Judge + Apply + Scored + Words + View + Tallied> Refereed for G {}
