//! What tells that a table can't have come to lie so in a few turns: cards lie there that must have moved, and nobody can have moved them.

use crate::{
    games::piepmatz::{
        Phase, Piepmatz,
        bird::{Bird, Flock},
        feeder::{Seed, Slot},
    },
    table::prelude::*,
};
use std::{array, ops::RangeInclusive};

/// Whether a game, also in the middle of a turn, may come to a later table by so many turns at most.
pub(super) fn can_become(game: &Piepmatz, later: &Piepmatz, turns: usize) -> bool {
    if let Phase::Ready | Phase::Setup(_) = game.phase {
        return true;
    }
    // Behind the last turn nobody has one.
    let Some((movers, plays)) = still_played(game, later, turns) else { return false };
    let (now, then) = (game.yet_to_go(), later.yet_to_go());
    if now.iter().zip(then).any(|(now, then)| *now < then) {
        return false;
    }
    let [laid, turned_up, lost, spent, _] = array::from_fn(|at| now[at] - then[at]);
    let is_fighting = matches!(game.phase, Phase::Feeder(_) | Phase::Lose(..));

    // Birds leave hands for perches and collections; others come from the display and the deck (PM-2.1 to PM-2.3).
    let may_keep = plays.end() + usize::from(game.may_keep.is_some() || is_fighting);
    let Some(drawn) = (later.held() + laid).checked_sub(game.held()) else { return false };
    let is_filled = (*plays.start()..=plays.end() + may_keep).contains(&laid)
        && missing_of(game.display, later.display) <= drawn
        && missing_of(later.display, game.display) <= turned_up;

    // A bird at a perch stays there or is collected, and only a crow takes it out of the game (PM-3.3, PM-3.4).
    let won = |game: &Piepmatz| {
        let collected = movers.iter().flat_map(|seat| game.collection(seat).birds.birds());
        game.perched().chain(collected).fold(Flock::EMPTY, |mut flock, bird| {
            flock.insert(bird);
            flock
        })
    };
    // A seed card that a squirrel took is out of the game, as a pest that has acted is (PM-3.2, PM-3.3).
    let may_collect = |seat: Seat| {
        let (now, then) = (game.collection(seat), later.collection(seat));
        let seeds_lost = Seed::ALL.map(|seed| now.seeds.count(seed).saturating_sub(then.seeds.count(seed)));
        let is_lost = missing_of(now.birds, then.birds) <= lost && seeds_lost.into_iter().sum::<usize>() <= spent;
        if movers.contains(seat) { is_lost } else { now == then }
    };

    // A play changes one perch; only fights and refills change slots.
    let changed = game.perches().zip(later.perches()).filter(|(now, then)| now != then).count();
    let is_settled = *plays.end() == 0 && !is_fighting;
    is_filled
        && game.seats().all(may_collect)
        && missing_of(won(game), won(later)) <= lost
        && changed <= plays.end() + usize::from(is_fighting)
        && (!is_settled || game.slots.iter().zip(&later.slots).all(|(now, then)| stays(now, then)))
}

/// Who plays until then, and how many birds.
fn still_played(game: &Piepmatz, later: &Piepmatz, turns: usize) -> Option<(Seats, RangeInclusive<usize>)> {
    let begun = usize::from(game.in_turn().is_some());
    let first = game.in_turn().or(game.turn_of())?;
    if [game, later].iter().any(|game| game.holders() != Seats::all(game.players)) {
        // Somebody may be passed over (PM-2.5).
        return Some((Seats::all(game.players), 0..=turns - begun));
    }
    let in_order = std::iter::successors(Some(first), |seat| Some(seat.left(game.players)));
    let played = 1 + in_order.clone().skip(1).take(turns).position(|seat| Some(seat) == later.turn_of())?;
    Some((in_order.take(played).collect(), played - begun..=played - begun))
}

impl Piepmatz {
    /// How many birds are in hands.
    fn held(&self) -> usize {
        self.seats().map(|seat| self.account.hand(seat).len()).sum()
    }

    /// The birds at the perches.
    fn perched(&self) -> impl Iterator<Item = Bird> {
        self.perches().flat_map(|(perch, _)| perch.bird.iter().chain(&perch.queue)).copied()
    }

    /// How many cards are still where they can only leave: birds that were neither laid at a perch nor collected, those in the deck,
    /// those in the game; feeder cards in the game, and those in the deck.
    fn yet_to_go(&self) -> [usize; 5] {
        let not_laid = self.held() + self.display.len() + self.bird_deck();
        let collected: usize = self.seats().map(|seat| self.collection(seat).birds.len()).sum();
        let seeds: usize = self.seats().map(|seat| self.collection(seat).seeds.len()).sum();
        let in_slots: usize = self.slots.iter().map(|slot| slot.pests.iter().count() + usize::from(slot.seed.is_some())).sum();
        let feeder = self.deck.len();
        [not_laid, self.bird_deck(), not_laid + self.perched().count() + collected, feeder + in_slots + seeds, feeder]
    }
}

/// How many of these birds aren't among others.
fn missing_of(birds: Flock, others: Flock) -> usize {
    birds.kinds().map(|bird| birds.copies(bird).saturating_sub(others.copies(bird))).sum()
}

/// Whether a slot can only have been refilled since (PM-4.1, PM-4.2).
fn stays(now: &Slot, then: &Slot) -> bool {
    let mut laid = then.pests.iter();
    (now.seed.is_none() || now.seed == then.seed) && now.pests.iter().all(|pest| laid.next() == Some(pest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::driver::{Play, Table};

    #[test]
    fn from_the_end_of_a_round_no_turn_leads_anywhere() {
        for seed in 0..20 {
            let mut table = Table::<Piepmatz>::new(seed);
            let mut lay = None;
            while !table.is_over() {
                if let (Phase::Adding | Phase::Over, Some(lay)) = (table.game.phase, &lay) {
                    assert!(!can_become(&table.game, lay, 2), "{seed}");
                }
                if let Phase::Turn(_) = table.game.phase {
                    lay = Some(table.game.clone());
                }
                table.go_on(Play::Legally);
            }
        }
    }
}
