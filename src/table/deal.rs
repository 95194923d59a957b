//! The [`Deal`] trait: a game's cards really shuffled and dealt, for tests and benches.

use super::{ActOf, DeckEntry, Game, RuleValues};

/// A source of random choices: a whole number below the given one.
pub type Random<'a> = &'a mut dyn FnMut(usize) -> usize;

/// A game whose cards are really shuffled and dealt: the truth that a table's hands hold, for tests and benches.
pub trait Deal: Game {
    /// Where every card of the table really is.
    type Truth: Clone;

    /// A table of random size under random table rules: how many players, and the setup.
    fn any_setup(random: Random<'_>) -> (usize, Self::Setup, RuleValues);

    /// What `[deck]` says at a table that was set up so.
    fn deck(_setup: &Self::Setup) -> Vec<(String, DeckEntry)> {
        Vec::new()
    }

    /// Whether a legal step of a player is listed among the legal steps, or else only named by its kind.
    fn is_listed(_step: &Self::Step) -> bool {
        true
    }

    /// Before the first deal.
    fn truth(players: usize, setup: &Self::Setup) -> Self::Truth;

    /// Something that a player or the table could do next with the cards as they really lie: a round to begin, a random use
    /// of a true hand. Not always legal.
    fn propose(&self, truth: &mut Self::Truth, random: Random<'_>) -> ActOf<Self>;

    /// The truth follows an act that the game is about to apply.
    fn follow(&self, truth: &mut Self::Truth, act: &ActOf<Self>, random: Random<'_>);

    /// Whether what the referee believes agrees with the truth: known cards are where it knows them to be, counts are right, and
    /// whatever is in a hand could come from it.
    fn agrees_with(&self, truth: &Self::Truth) -> bool;

    /// Whether every card of the table is in one place: lying open, known to be in a hand, or unaccounted for; and as many are
    /// unaccounted for as lie unseen. A tally, which may lay out other cards than the moves did, ends this until the next round.
    fn balances(&self) -> bool;
}
