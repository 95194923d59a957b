//! Scoring: points of a round, totals and tokens, who holds the marker next, and who has won (EE-5.2, EE-6).

use super::{EggsAndEmpires, MOST, MarkerRule, Pile, Scoring, Setup};
use crate::table::{Points, Seat, Seats};

/// What a Merchant without an egg is worth (EE-4.3).
pub(super) const MERCHANT: i32 = 6;
/// What a Blacksmith without an egg costs (EE-4.5).
pub(super) const BLACKSMITH: i32 = -4;
/// Without a list, an egg is worth this much at least and at most (EE-1.5).
pub(super) const UNLISTED: (i32, i32) = (-20, 20);

/// What the players have of a round, by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Their eggs.
    pub piles: [Pile; MOST],
    /// Their Merchants that did not collect.
    pub merchants: [u8; MOST],
    /// Their Blacksmiths that did not collect.
    pub blacksmiths: [u8; MOST],
    /// Whether it was played to its end, with all eggs named (EE-3.6).
    pub counted: bool,
}

impl Round {
    /// What the known eggs and the cards in front of a player are worth.
    #[inline]
    pub(super) fn known(&self, seat: Seat) -> i32 {
        let at = seat.index();
        self.piles[at].worth() + MERCHANT * i32::from(self.merchants[at]) + BLACKSMITH * i32::from(self.blacksmiths[at])
    }
}

/// A round that is over, or that another followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// What the players had of it.
    pub round: Round,
    /// Their points: a range for those whose eggs were never named.
    pub points: [Points; MOST],
}

impl EggsAndEmpires {
    /// What the unnamed eggs of a pile are worth, at least and at most.
    pub(super) fn unnamed_worth(&self, pile: &Pile) -> Points {
        let count = pile.unnamed().len();
        let factor = i32::try_from(count).unwrap_or(i32::MAX / 100);
        match (count, &self.nest) {
            (0, _) => Points::ZERO,
            (_, Some(nest)) => {
                let (least, most) = nest.range(count);
                Points::between(least, most)
            }
            (_, None) => Points::between(UNLISTED.0 * factor, UNLISTED.1 * factor),
        }
    }

    /// Each player's points in the round under way, or the last (EE-6.1).
    pub(super) fn points(&self) -> [Points; MOST] {
        let mut points = [Points::ZERO; MOST];
        for seat in self.seats() {
            points[seat.index()] = Points::Exactly(self.round.known(seat)) + self.unnamed_worth(self.pile(seat));
        }
        points
    }

    /// The rounds that have begun: each with its points.
    pub(super) fn rounds(&self) -> impl Iterator<Item = (&Round, [Points; MOST])> {
        let now = (self.number > 0).then(|| (&self.round, self.points()));
        self.past.iter().map(|past| (&past.round, past.points)).chain(now)
    }

    /// Each player's points of all rounds.
    pub(super) fn sums(&self) -> [Points; MOST] {
        let mut sums = [Points::ZERO; MOST];
        for (_, points) in self.rounds() {
            for (sum, points) in sums.iter_mut().zip(points) {
                *sum = *sum + points;
            }
        }
        sums
    }

    /// Who gets a token for these points of a round: all who have most (EE-6.3). Nobody, while that can't be told.
    pub(super) fn best(&self, points: &[Points; MOST]) -> Seats {
        let most = self.seats().map(|seat| points[seat.index()].range().1).max();
        self.seats().filter(|seat| points[seat.index()].exactly().is_some_and(|points| Some(points) == most)).collect()
    }

    /// Each player's tokens (EE-6.3); with this round's, once it is counted or if it is to be `counted`. Where points of a round
    /// can't be told, a range.
    pub(super) fn tokens(&self, counted: bool) -> [Points; MOST] {
        let mut tokens = [Points::ZERO; MOST];
        let past = self.past.iter().map(|past| past.points);
        let now = (self.round.counted || counted).then(|| self.points());
        for points in past.chain(now) {
            let at = |seat: Seat| points[seat.index()].range();
            for seat in self.seats() {
                let mut others = self.seats().filter(|&other| other != seat);
                let surely = others.clone().all(|other| at(seat).0 >= at(other).1);
                let perhaps = others.all(|other| at(seat).1 >= at(other).0);
                tokens[seat.index()] = tokens[seat.index()] + Points::between(surely.into(), perhaps.into());
            }
        }
        tokens
    }

    /// What counts for winning.
    pub(super) fn totals(&self) -> [Points; MOST] {
        match self.setup.scoring {
            Scoring::Points => self.sums(),
            Scoring::Tokens => self.tokens(false),
        }
    }

    /// Who may hold the marker when the next round begins (EE-5.1, EE-5.2): whoever may have the fewest points.
    pub(super) fn may_hold_next(&self) -> Seats {
        if self.setup.marker == MarkerRule::EveryRound {
            return Seats::only(self.first.left(self.players));
        }
        let sums = self.sums();
        let fewest = self.seats().map(|seat| sums[seat.index()].range().1).min();
        self.seats().filter(|seat| Some(sums[seat.index()].range().0) <= fewest).collect()
    }

    /// Whether the game is over once this round is counted as it stands (EE-6.2, EE-6.3).
    pub(super) fn is_decided(&self) -> bool {
        let enough = Setup::tokens_to_win(self.players);
        self.setup.single_round
            || match self.setup.scoring {
                Scoring::Points => self.number >= self.setup.rounds,
                Scoring::Tokens => self.tokens(true).into_iter().any(|tokens| tokens.range().0 >= enough),
            }
    }

    /// Those who have won: the most of what counts, as far as that can be told.
    pub(super) fn winners(&self) -> Vec<Seat> {
        let totals = self.totals();
        let most = self.seats().map(|seat| totals[seat.index()].range().1).max();
        self.seats().filter(|seat| Some(totals[seat.index()].range().0) == most).collect()
    }
}
