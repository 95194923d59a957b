//! A round counted on the table, without its moves: each player's captured cards and bonuses.

use super::{Blulu, Bonus, Bonuses, EarnedBonus, Fault, PlayerCaptures, Setup};
use crate::{decktet::Cards, table::prelude::*};
use std::fmt::Display;

/// A player's captures in a round, before any exchange, and whether the player is marked as having ended the game (BL-4.3).
pub(crate) type TallyPart = (PlayerCaptures, bool);

impl Tallying for Blulu {
    const TAKES_TOTALS: bool = true;

    /// Binds one player's captures, and the mark: `17; flush 2`, and in short `17 f2`.
    fn bind_part((player_captures, is_marked): &mut TallyPart, binder: &mut FieldBinder<'_>) {
        let is_counted = *is_marked || *player_captures != PlayerCaptures::default();
        let [flushes, sextets] = [Bonus::Flush, Bonus::Sextet].map(|bonus| player_captures.count(bonus));
        let mut counts = [player_captures.captured, flushes, sextets].map(|count| Some(count).filter(|_| is_counted));
        let mut mark = is_marked.then_some(());
        for count in &mut counts {
            binder.count(count);
        }
        binder.flag(&mut mark);
        let [captured, flushes, sextets] = counts.map(Option::unwrap_or_default);
        *player_captures = PlayerCaptures::counted(captured, [flushes, sextets]);
        *is_marked = mark.is_some();
    }

    /// The payer of bonuses depends on both players (BL-3.4).
    fn scores_independently(setup: &Setup) -> bool {
        setup.rules.bonuses != Bonuses::Exchange
    }

    fn uncounted<'a>(&'a self, tally: &'a Tally<TallyPart>, seat: Seat) -> impl Iterator<Item: Display> {
        let captured = tally.part(seat).map_or(0, |(captures, _)| captures.captured);
        let left_out = self.rounds.current.catches[seat.index()].captured.saturating_sub(captured);
        (left_out > 0).then(|| count_of(left_out.into(), "captured card", "captured cards")).into_iter()
    }

    fn tally_so_far(&self) -> Option<Tally<TallyPart>> {
        let captures = self.rounds.current.catches.iter().take(self.players).cloned();
        Some(Tally::of(captures.map(|captures| (captures, false)).collect()))
    }

    /// Copies of the tally, each with the mark at another player who may have ended the game (BL-4.3).
    fn corrections(&self, tally: &Tally<TallyPart>) -> Vec<(Seat, Tally<TallyPart>)> {
        let with_mark = |seat| {
            let part = |(other, (captures, _)): (Seat, &TallyPart)| (captures.clone(), other == seat);
            (seat, Tally { parts: tally.by_seat().map(part).collect(), totals: tally.totals.clone() })
        };
        match self.check_countable(tally) {
            Err(Fault::WhoEnded(seats)) => seats.iter().map(with_mark).collect(),
            _ => Vec::new(),
        }
    }
}

impl PlayerCaptures {
    /// Captures with these numbers of cards, flushes and sextets.
    pub(super) fn counted(captured: u16, [flushes, sextets]: [u16; 2]) -> Self {
        let bonuses = |bonus, count: u16| std::iter::repeat_n(EarnedBonus { bonus, cards: Cards::EMPTY }, count.into());
        Self { captured, bonuses: bonuses(Bonus::Flush, flushes).chain(bonuses(Bonus::Sextet, sextets)).collect() }
    }

    /// The number of bonuses of this kind.
    pub(super) fn count(&self, bonus: Bonus) -> u16 {
        to_u16(self.bonuses.iter().filter(|earned| earned.bonus == bonus).count())
    }
}

impl Blulu {
    /// Checks that a tally is possible: at a round's end either every card of the deck was captured, or none.
    pub(super) fn check_countable(&self, tally: &Tally<TallyPart>) -> Result<(), Fault> {
        // No overflow: the sum is at most four times 999.
        let captured: u16 = tally.parts.iter().map(|(player_captures, _)| player_captures.captured).sum();
        let deck_size = u16::try_from(self.setup.dealing.deck.cards().len()).unwrap_or_default();
        if captured > deck_size {
            return Err(Fault::MoreThanTheDeck(captured));
        }
        let players = self.players - tally.totals.absent.len();
        let turns = self.setup.dealing.deals(players) * usize::from(self.setup.dealing.hand) / 2;
        for (seat, (player_captures, _)) in tally.by_seat() {
            // A capture takes two cards of the hand and at least one of the table.
            let most = usize::from(player_captures.captured / 3).min(turns);
            if player_captures.captured > 0 && most == 0 {
                return Err(Fault::NoCapture(seat));
            }
            if player_captures.bonuses.len() > most {
                return Err(Fault::MoreBonusesThanCaptures(seat));
            }
        }
        let candidates = self.may_have_ended(bonus_worth_in(tally));
        // A bare total can stand for any number of cards.
        if captured > 0 && captured < deck_size && candidates.is_empty() && tally.totals.points.is_empty() {
            return Err(Fault::FewerThanTheDeck(captured));
        }
        // BL-4.3
        let marked = marked(tally);
        match (marked.single(), candidates.single()) {
            (None, None) if marked.is_empty() && !candidates.is_empty() => Err(Fault::WhoEnded(candidates)),
            (Some(seat), None) if candidates.contains(seat) => Ok(()),
            _ => ensure(marked.is_empty(), Fault::WronglyMarked(marked, candidates)),
        }
    }

    /// The player whose bonus ended the game in the middle of the round that a tally counts (BL-3.3, BL-4.3).
    pub(super) fn ended_by(&self, tally: &Tally<TallyPart>) -> Option<Seat> {
        self.may_have_ended(bonus_worth_in(tally)).single().or(marked(tally).single())
    }
}

/// The players marked as having ended the game (BL-4.3).
fn marked(tally: &Tally<TallyPart>) -> Seats {
    tally.by_seat().filter(|(_, (_, is_marked))| *is_marked).map(|(seat, _)| seat).collect()
}

/// The worth of each player's bonuses in a tally.
fn bonus_worth_in(tally: &Tally<TallyPart>) -> impl Fn(Seat) -> i32 {
    |seat: Seat| tally.part(seat).map_or(0, |(captures, _)| captures.worth())
}
