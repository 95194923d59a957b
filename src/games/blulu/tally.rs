//! A round counted on the table, without its moves: each player's captured cards and bonuses.

use super::{BOOK, Blulu, Bonus, Bonuses, EarnedBonus, Fault, PlayerCaptures, Setup};
use crate::{decktet::Cards, table::prelude::*};
use std::fmt::Display;

/// The captures of the players in a round, before any exchange.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub(super) catches: Vec<PlayerCaptures>,
    /// The players marked as having ended the game (BL-4.3).
    pub(super) first: Seats,
    pub(super) totals: BareTotals,
}

impl Tallying for Blulu {
    fn parse_tally(texts: &[&str], _context: &TableContext<Setup>) -> Result<Tally, (Seat, ParseError)> {
        let parts = parse_parts(texts, &BOOK, &|_, _, _| Ok(Vec::new()), bind_tally)?;
        let first = Seat::all(parts.len()).zip(&parts).filter(|(_, (_, first))| *first).map(|(seat, _)| seat).collect();
        Ok(Tally { catches: parts.into_iter().map(|(catch, _)| catch).collect(), first, totals: BareTotals::default() })
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        let part = tally.catches.get(seat.index()).map(|catch| (catch.clone(), tally.first.contains(seat)));
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
        let captured = tally.catches.get(seat.index()).map_or(0, |catch| catch.captured);
        let left_out = self.rounds.current.catches[seat.index()].captured.saturating_sub(captured);
        (left_out > 0).then(|| count_of(left_out.into(), "captured card", "captured cards")).into_iter()
    }

    fn tally_so_far(&self) -> Option<Tally> {
        let catches = self.seats().map(|seat| self.rounds.current.catches[seat.index()].clone());
        Some(Tally { catches: catches.collect(), ..Tally::default() })
    }

    fn uncounted_fault(seat: Seat) -> Fault {
        Fault::Table(TableFault::NotCounted(seat))
    }

    /// Copies of the tally, each with the mark at another player who may have ended the game (BL-4.3).
    fn corrections(&self, tally: &Tally) -> Vec<(Seat, Tally)> {
        let marked = |seat| (seat, Tally { first: Seats::only(seat), ..tally.clone() });
        match self.check_countable(tally) {
            Err(Fault::WhoEnded(seats)) => seats.iter().map(marked).collect(),
            _ => Vec::new(),
        }
    }
}

/// Binds one player's captures, and the mark: `17; flush 2`, and in short `17 f2`.
fn bind_tally((catch, first): &mut (PlayerCaptures, bool), binder: &mut FieldBinder<'_>) {
    let is_counted = *first || *catch != PlayerCaptures::default();
    let [flushes, sextets] = [Bonus::Flush, Bonus::Sextet].map(|bonus| catch.count(bonus));
    let mut counts = [catch.captured, flushes, sextets].map(|count| Some(count).filter(|_| is_counted));
    let mut mark = first.then_some(());
    for count in &mut counts {
        binder.count(count);
    }
    binder.flag(&mut mark);
    let [captured, flushes, sextets] = counts.map(Option::unwrap_or_default);
    let bonuses = |bonus, count: u16| std::iter::repeat_n(EarnedBonus { bonus, cards: Cards::EMPTY }, count.into());
    *catch =
        PlayerCaptures { captured, bonuses: bonuses(Bonus::Flush, flushes).chain(bonuses(Bonus::Sextet, sextets)).collect() };
    *first = mark.is_some();
}

impl PlayerCaptures {
    pub(super) fn count(&self, bonus: Bonus) -> u16 {
        u16::try_from(self.bonuses.iter().filter(|earned| earned.bonus == bonus).count()).unwrap_or(u16::MAX)
    }
}

impl Blulu {
    /// Checks that a tally is possible: at a round's end either every card of the deck was captured, or none.
    pub(super) fn check_countable(&self, tally: &Tally) -> Result<(), Fault> {
        // No overflow: the sum is at most four times 999.
        let captured: u16 = tally.catches.iter().map(|catch| catch.captured).sum();
        let deck = u16::try_from(self.setup.dealing.deck.cards().len()).unwrap_or_default();
        if captured > deck {
            return Err(Fault::MoreThanTheDeck(captured));
        }
        let players = self.players - tally.totals.absent.len();
        let turns = self.setup.dealing.deals(players) * usize::from(self.setup.dealing.hand) / 2;
        for (catch, seat) in tally.catches.iter().zip(self.seats()) {
            // A capture takes two cards of the hand and at least one of the table.
            let most = usize::from(catch.captured / 3).min(turns);
            if catch.captured > 0 && most == 0 {
                return Err(Fault::NoCapture(seat));
            }
            if catch.bonuses.len() > most {
                return Err(Fault::MoreBonusesThanCaptures(seat));
            }
        }
        let ended = self.may_have_ended(worth(tally));
        // A bare total can stand for any number of cards.
        if captured > 0 && captured < deck && ended.is_empty() && tally.totals.points.is_empty() {
            return Err(Fault::FewerThanTheDeck(captured));
        }
        // BL-4.3
        match (tally.first.single(), ended.single()) {
            (None, None) if tally.first.is_empty() && !ended.is_empty() => Err(Fault::WhoEnded(ended)),
            (Some(marked), None) if ended.contains(marked) => Ok(()),
            _ => ensure(tally.first.is_empty(), Fault::WronglyMarked(tally.first, ended)),
        }
    }

    /// The player whose bonus ended the game in the middle of the round that a tally counts (BL-3.3, BL-4.3).
    pub(super) fn ended_by(&self, tally: &Tally) -> Option<Seat> {
        self.may_have_ended(worth(tally)).single().or(tally.first.single())
    }
}

fn worth(tally: &Tally) -> impl Fn(Seat) -> i32 {
    |seat: Seat| tally.catches.get(seat.index()).map_or(0, PlayerCaptures::worth)
}
