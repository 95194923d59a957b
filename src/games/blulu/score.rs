//! Scoring: shares, bonuses and debts of a round, and who has won (BL-3, BL-4.2, BL-5.1).

use super::{Blulu, Bonuses, MOST, Won, setup::Setup};
use crate::table::Seat;
use smallvec::SmallVec;

/// What one player has of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catch {
    /// How many cards were captured, those left on the table at the end included.
    pub captured: u16,
    /// The bonuses.
    pub bonuses: SmallVec<[Won; 2]>,
}

impl Catch {
    /// What the bonuses are worth together, in points or cards.
    #[inline]
    pub(super) fn worth(&self) -> i32 {
        self.bonuses.iter().map(|won| won.bonus.worth()).sum()
    }
}

/// What was captured in a round, by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Each player's part.
    pub catches: [Catch; MOST],
    /// Whether it was played to its end and counted (BL-4.1).
    pub counted: bool,
}

/// One player's score of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reckoning {
    /// Cards got from the other player for bonuses, or (below 0) paid (BL-3.4).
    pub exchanged: i32,
    /// Cards above the share (BL-4.2).
    pub above: i32,
    /// Points of bonuses (BL-3.3).
    pub bonuses: i32,
}

impl Reckoning {
    pub const fn points(self) -> i32 {
        self.above + self.bonuses
    }
}

impl Setup {
    /// The cards above which each scores (BL-4.2).
    pub(super) fn share(&self, players: usize) -> i32 {
        i32::try_from(self.dealing.deck.cards().len() / players).unwrap_or_default()
    }
}

impl Round {
    /// What the second player owes the first, in cards, as the bonuses stand (BL-3.4).
    pub(super) fn debt(&self) -> i32 {
        self.catches[0].worth() - self.catches[1].worth()
    }

    /// Each player's score.
    pub(super) fn reckon(&self, setup: &Setup, players: usize) -> [Reckoning; MOST] {
        let mut reckonings = [Reckoning::default(); MOST];
        let exchange = setup.bonuses == Bonuses::Exchange;
        if exchange && self.counted {
            // BL-3.4
            let debt = self.debt();
            let payer = if debt > 0 { &self.catches[1] } else { &self.catches[0] };
            let paid = debt.abs().min(payer.captured.into()) * debt.signum();
            reckonings[0].exchanged = paid;
            reckonings[1].exchanged = -paid;
        }
        for (reckoning, catch) in reckonings.iter_mut().zip(&self.catches).take(players) {
            if self.counted {
                let kept = i32::from(catch.captured) + reckoning.exchanged;
                reckoning.above = (kept - setup.share(players)).max(0);
            }
            if !exchange {
                reckoning.bonuses = catch.worth();
            }
        }
        reckonings
    }
}

impl Blulu {
    /// The rounds that have begun.
    pub(super) fn rounds(&self) -> impl Iterator<Item = &Round> {
        self.past.iter().chain((self.number > 0).then_some(&self.round))
    }

    /// What each player has so far.
    pub(super) fn totals(&self) -> [i32; MOST] {
        let mut totals = self.before;
        for (total, reckoning) in totals.iter_mut().zip(self.round.reckon(&self.setup, self.players)) {
            *total += reckoning.points();
        }
        totals
    }

    /// Whether a bonus that `seat` has earned in this round ends the game at once: it gives enough to win, and nobody else has as
    /// many (BL-3.3). `worth` says what each player's bonuses of the round come to.
    #[inline]
    pub(super) fn wins_at_once(&self, seat: Seat, worth: impl Fn(Seat) -> i32) -> bool {
        if self.setup.bonuses != Bonuses::Tally || self.setup.single_round || worth(seat) == 0 {
            return false;
        }
        let now = |seat: Seat| self.before[seat.index()] + worth(seat);
        let points = now(seat);
        points >= self.setup.target && self.seats().all(|other| other == seat || now(other) < points)
    }

    /// Those who have the most.
    pub(super) fn leaders(&self) -> Vec<Seat> {
        let totals = self.totals();
        let most = self.seats().map(|seat| totals[seat.index()]).max();
        self.seats().filter(|seat| Some(totals[seat.index()]) == most).collect()
    }

    /// Whether the round that was just counted ends the game (BL-5.1).
    pub(super) fn is_decided(&self) -> bool {
        let leaders = self.leaders();
        self.setup.single_round
            || (leaders.len() == 1 && leaders.iter().all(|seat| self.totals()[seat.index()] >= self.setup.target))
    }
}
