//! A round counted on the table, without its moves: each player's captured cards and bonuses.

use super::{BOOK, Blulu, Bonus, Bonuses, EarnedBonus, Fault, PlayerCaptures, Setup};
use crate::{decktet::Cards, table::prelude::*};
use std::fmt::Display;

/// The captures of the players in a round, before any exchange.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub(super) captures: Vec<PlayerCaptures>,
    /// The players marked as having ended the game (BL-4.3).
    pub(super) marked: Seats,
    pub(super) totals: BareTotals,
}

impl Tallying for Blulu {
    fn parse_tally(texts: &[&str], _context: &TableContext<Setup>) -> Result<Tally, (Seat, ParseError)> {
        let parts = parse_parts(texts, &BOOK, &|_, _, _| Ok(Vec::new()), bind_tally)?;
        let marked = Seat::all(parts.len()).zip(&parts).filter(|(_, (_, is_marked))| *is_marked).map(|(seat, _)| seat).collect();
        Ok(Tally { captures: parts.into_iter().map(|(captures, _)| captures).collect(), marked, totals: BareTotals::default() })
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        let part = tally.captures.get(seat.index()).map(|captures| (captures.clone(), tally.marked.contains(seat)));
        write_part(part.as_ref(), &BOOK, bind_tally)
    }

    fn totals(tally: &Tally) -> Option<&BareTotals> {
        Some(&tally.totals)
    }

    fn totals_mut(tally: &mut Tally) -> Option<&mut BareTotals> {
        Some(&mut tally.totals)
    }

    /// The payer of bonuses depends on both players (BL-3.4).
    fn scores_independently(setup: &Setup) -> bool {
        setup.rules.bonuses != Bonuses::Exchange
    }

    fn uncounted<'a>(&'a self, tally: &'a Tally, seat: Seat) -> impl Iterator<Item: Display> {
        let captured = tally.captures.get(seat.index()).map_or(0, |part| part.captured);
        let left_out = self.rounds.current.catches[seat.index()].captured.saturating_sub(captured);
        (left_out > 0).then(|| count_of(left_out.into(), "captured card", "captured cards")).into_iter()
    }

    fn tally_so_far(&self) -> Option<Tally> {
        let captures = self.seats().map(|seat| self.rounds.current.catches[seat.index()].clone());
        Some(Tally { captures: captures.collect(), ..Tally::default() })
    }

    fn uncounted_fault(seat: Seat) -> Fault {
        Fault::Table(TableFault::NotCounted(seat))
    }

    /// Copies of the tally, each with the mark at another player who may have ended the game (BL-4.3).
    fn corrections(&self, tally: &Tally) -> Vec<(Seat, Tally)> {
        let with_mark = |seat| (seat, Tally { marked: Seats::only(seat), ..tally.clone() });
        match self.check_countable(tally) {
            Err(Fault::WhoEnded(seats)) => seats.iter().map(with_mark).collect(),
            _ => Vec::new(),
        }
    }
}

/// Binds one player's captures, and the mark: `17; flush 2`, and in short `17 f2`.
fn bind_tally((player_captures, is_marked): &mut (PlayerCaptures, bool), binder: &mut FieldBinder<'_>) {
    let is_counted = *is_marked || *player_captures != PlayerCaptures::default();
    let [flushes, sextets] = [Bonus::Flush, Bonus::Sextet].map(|bonus| player_captures.count(bonus));
    let mut counts = [player_captures.captured, flushes, sextets].map(|count| Some(count).filter(|_| is_counted));
    let mut mark = is_marked.then_some(());
    for count in &mut counts {
        binder.count(count);
    }
    binder.flag(&mut mark);
    let [captured, flushes, sextets] = counts.map(Option::unwrap_or_default);
    let bonuses = |bonus, count: u16| std::iter::repeat_n(EarnedBonus { bonus, cards: Cards::EMPTY }, count.into());
    *player_captures =
        PlayerCaptures { captured, bonuses: bonuses(Bonus::Flush, flushes).chain(bonuses(Bonus::Sextet, sextets)).collect() };
    *is_marked = mark.is_some();
}

impl PlayerCaptures {
    /// The number of bonuses of this kind.
    pub(super) fn count(&self, bonus: Bonus) -> u16 {
        u16::try_from(self.bonuses.iter().filter(|earned| earned.bonus == bonus).count()).unwrap_or(u16::MAX)
    }
}

impl Blulu {
    /// Checks that a tally is possible: at a round's end either every card of the deck was captured, or none.
    pub(super) fn check_countable(&self, tally: &Tally) -> Result<(), Fault> {
        // No overflow: the sum is at most four times 999.
        let captured: u16 = tally.captures.iter().map(|player_captures| player_captures.captured).sum();
        let deck_size = u16::try_from(self.setup.dealing.deck.cards().len()).unwrap_or_default();
        if captured > deck_size {
            return Err(Fault::MoreThanTheDeck(captured));
        }
        let players = self.players - tally.totals.absent.len();
        let turns = self.setup.dealing.deals(players) * usize::from(self.setup.dealing.hand) / 2;
        for (player_captures, seat) in tally.captures.iter().zip(self.seats()) {
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
        match (tally.marked.single(), candidates.single()) {
            (None, None) if tally.marked.is_empty() && !candidates.is_empty() => Err(Fault::WhoEnded(candidates)),
            (Some(marked), None) if candidates.contains(marked) => Ok(()),
            _ => ensure(tally.marked.is_empty(), Fault::WronglyMarked(tally.marked, candidates)),
        }
    }

    /// The player whose bonus ended the game in the middle of the round that a tally counts (BL-3.3, BL-4.3).
    pub(super) fn ended_by(&self, tally: &Tally) -> Option<Seat> {
        self.may_have_ended(bonus_worth_in(tally)).single().or(tally.marked.single())
    }
}

/// The worth of each player's bonuses in a tally.
fn bonus_worth_in(tally: &Tally) -> impl Fn(Seat) -> i32 {
    |seat: Seat| tally.captures.get(seat.index()).map_or(0, PlayerCaptures::worth)
}
