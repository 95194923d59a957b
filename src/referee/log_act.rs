//! Entries of a log in a game's types: an act, a position that stands for unrecorded acts, or points by the table's decision.

use crate::table::{Act, ActOf, Adjustment, CompleteGame, GamePosition as _, Players, Seat};

/// An entry of a log: an act, a position without the acts that led to it, or points by the table's decision (TB-9).
#[derive(Clone)]
pub enum LogAct<G: CompleteGame> {
    /// An act.
    Act(ActOf<G>),
    /// A position.
    Position(Box<G::Position>),
    /// Points that the table gave or took.
    Adjustment(Adjustment),
}

impl<G: CompleteGame> PartialEq for LogAct<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Act(act), Self::Act(other)) => act == other,
            (Self::Position(position), Self::Position(other)) => position == other,
            (Self::Adjustment(adjustment), Self::Adjustment(other)) => adjustment == other,
            _ => false,
        }
    }
}

impl<G: CompleteGame> LogAct<G> {
    /// The act. `None` for other entries.
    pub fn act(&self) -> Option<&ActOf<G>> {
        match self {
            Self::Act(act) => Some(act),
            Self::Position(_) | Self::Adjustment(_) => None,
        }
    }

    /// The step with its actor. `None` for other entries.
    pub fn step(&self) -> Option<(Option<Seat>, &G::Step)> {
        self.act().and_then(Act::step)
    }

    /// Applies the entry, legal or not, and adds its events to `events`. Returns `None` without a change if the
    /// entry is impossible.
    pub fn redo(&self, game: &mut G, players: &Players, events: &mut Vec<G::Event>) -> Option<()> {
        match self {
            Self::Act(act) => {
                game.check_possible(act).ok()?;
                game.apply(act, events);
            }
            Self::Position(position) => *game = position.to_game(game, players, events).ok()?,
            Self::Adjustment(adjustment) => game.adjust(adjustment, events),
        }
        Some(())
    }
}
