//! What tells that a table can't have come to lie so in a few turns: cards lie there that must have moved, and nobody can have moved them.

use super::{Beside, Position, all_birds};
use crate::{
    games::piepmatz::{
        Phase, Piepmatz,
        bird::{Bird, Flock},
        feeder::{Seed, Slot},
    },
    table::prelude::*,
};
use std::ops::RangeInclusive;

/// Whether a game, also in the middle of a turn, may come to a later table by so many turns at most.
pub(super) fn can_become(game: &Piepmatz, later: &Position, turns: usize) -> bool {
    match game.phase {
        Phase::Ready | Phase::Setup(_) => true,
        // What doesn't add up can't be. Behind the last turn nobody has one.
        _ => may_become(game, later, turns).unwrap_or_default(),
    }
}

fn may_become(game: &Piepmatz, later: &Position, turns: usize) -> Option<bool> {
    let (movers, plays) = still_played(game, later, turns)?;
    let is_fighting = matches!(game.phase, Phase::Feeder(_) | Phase::Lose(..));

    // Birds leave hands for perches and collections; others come from the display and the deck (PM-2.1 to PM-2.3).
    let held: usize = game.seats().map(|seat| game.account.hand(seat).len()).sum();
    let display = flock(later.display.iter().flatten());
    let not_laid = held + game.display.len() + game.bird_deck();
    let not_laid_later = later.held() + display.len() + usize::from(later.birds?);
    let laid = not_laid.checked_sub(not_laid_later)?;
    let may_keep = plays.end() + usize::from(game.may_keep.is_some() || is_fighting);
    let drawn = (later.held() + laid).checked_sub(held)?;
    let turned_up = game.bird_deck().checked_sub(later.birds?.into())?;
    let is_filled = (*plays.start()..=plays.end() + may_keep).contains(&laid)
        && missing_of(game.display, display) <= drawn
        && missing_of(display, game.display) <= turned_up;

    // A bird at a perch stays there or is collected, and only a crow takes it out of the game (PM-3.3, PM-3.4).
    let perches = || game.perches().map(|(perch, _)| perch);
    let later_perches = || later.perches.iter().flatten();
    let at = |perches: &mut dyn Iterator<Item = &super::Perch>| -> Vec<Bird> {
        perches.flat_map(|perch| perch.bird.iter().chain(&perch.queue)).copied().collect()
    };
    let collected = || game.seats().filter(|seat| movers.contains(*seat)).flat_map(|seat| game.collection(seat).birds.birds());
    let (now, then) = (at(&mut perches()), at(&mut later_perches()));
    let all = all_birds(&game.setup);
    let open: usize = game.seats().map(|seat| game.collection(seat).birds.len()).sum();
    let gone = all.checked_sub(not_laid + now.len() + open)?;
    let lost = all.checked_sub(later.held() + later.open_birds() + usize::from(later.birds?))?.checked_sub(gone)?;
    // As a seed card, and a pest that has acted (PM-3.2, PM-3.3).
    let feeder: usize = game.slots.iter().map(|slot| slot.pests.iter().count() + usize::from(slot.seed.is_some())).sum();
    let seeds: usize = game.seats().map(|seat| game.collection(seat).seeds.len()).sum();
    let spent = (game.deck.len() + feeder + seeds).checked_sub(usize::from(later.feeder?) + later.open_feeder_cards().count())?;

    let (mut all_now, mut all_then) = (flock(&now), flock(&then));
    collected().for_each(|bird| all_now.insert(bird));
    let mut are_collections_possible = true;
    for (seat, of) in game.seats().zip(&later.players) {
        let (birds, seeds) = of.collection.as_ref()?;
        let (own, birds, count) =
            (game.collection(seat), flock(birds), |seed: &Seed| seeds.iter().filter(|other| *other == seed).count());
        let seeds_lost: usize = Seed::ALL.iter().map(|seed| own.seeds.count(*seed).saturating_sub(count(seed))).sum();
        are_collections_possible &= if movers.contains(seat) {
            birds.birds().for_each(|bird| all_then.insert(bird));
            missing_of(own.birds, birds) <= lost && seeds_lost <= spent
        } else {
            own.birds == birds && seeds_lost == 0 && own.seeds.len() == seeds.len()
        };
    }

    // A play changes one perch; only fights and refills change slots.
    let changed = perches().zip(later_perches()).filter(|(now, then)| now != then).count();
    let slots = later.slots.iter().flatten();
    let is_settled = *plays.end() == 0 && !is_fighting;
    Some(
        is_filled
            && are_collections_possible
            && missing_of(all_now, all_then) <= lost
            && changed <= plays.end() + usize::from(is_fighting)
            && (!is_settled || game.slots.iter().zip(slots).all(|(now, then)| stays(now, then)))
            && game.deck.left as usize >= usize::from(later.feeder?),
    )
}

/// Who plays until then, and how many birds.
fn still_played(game: &Piepmatz, later: &Position, turns: usize) -> Option<(Seats, RangeInclusive<usize>)> {
    let begun = usize::from(game.in_turn().is_some());
    let first = game.in_turn().or(game.turn_of())?;
    let is_empty =
        game.seats().any(|seat| game.account.hand(seat).is_empty()) || later.players.iter().any(|of| of.hand == Some(0));
    if is_empty {
        // Somebody may be passed over (PM-2.5).
        return Some((Seats::all(game.players), 0..=turns - begun));
    }
    let next = |seat: &Seat| Some(seat.left(game.players));
    let in_order = std::iter::successors(Some(first), next);
    let played = 1 + in_order.clone().skip(1).take(turns).position(|seat| Some(seat) == later.turn)?;
    Some((in_order.take(played).collect(), played - begun..=played - begun))
}

/// Birds as a multiset.
fn flock<'a>(birds: impl IntoIterator<Item = &'a Bird>) -> Flock {
    let mut flock = Flock::EMPTY;
    birds.into_iter().for_each(|&bird| flock.insert(bird));
    flock
}

/// How many of these birds aren't among others.
fn missing_of(birds: Flock, others: Flock) -> usize {
    birds.kinds().map(|bird| birds.copies(bird).saturating_sub(others.copies(bird))).sum()
}

/// Whether a slot can only have been refilled since (PM-4.1, PM-4.2).
fn stays(now: &Slot, then: &Beside) -> bool {
    let mut laid = then.pests.iter();
    (now.seed.is_none() || now.seed == then.seed) && now.pests.iter().all(|pest| laid.next() == Some(&pest))
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
                lay = Position::of(&table.game, false).or(lay);
                table.go_on(Play::Legally);
            }
        }
    }
}
