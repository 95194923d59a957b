//! Collections counted on the table, without the moves of the game.

use super::{
    Birds, Collection, Fault, FeederCard, MOST, Piepmatz, Seed, SeedCards, Setup, Species,
    bird::{COPIES, VALUES},
    book::BOOK,
    position::{BIRD, SEED, cards},
};
use crate::table::prelude::*;
use std::fmt::Display;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct PlayerTally {
    birds: Birds,
    seeds: SeedCards,
}

impl PlayerTally {
    fn bind(&mut self, binder: &mut FieldBinder<'_>) {
        binder.cards_or_empty(&mut self.birds, &BIRD).cards_or_empty(&mut self.seeds, &SEED);
    }
}

/// The collections of the players at the end, by seat, and the bare totals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally(Vec<PlayerTally>, pub(super) BareTotals);

impl Tally {
    pub(super) fn collections(&self) -> [Collection; MOST] {
        let mut collections = [Collection::default(); MOST];
        for (collection, part) in collections.iter_mut().zip(&self.0) {
            part.birds.iter().for_each(|&bird| collection.birds.insert(bird));
            part.seeds.iter().for_each(|&seed| collection.seeds.insert(seed));
        }
        collections
    }
}

impl Tallying for Piepmatz {
    fn parse_tally(texts: &[&str], _: &TableContext<Setup>) -> Result<Tally, (Seat, ParseError)> {
        let parts = parse_parts(texts, &BOOK, &|_, verb, tokens| cards(verb, tokens), PlayerTally::bind);
        parts.map(|parts| Tally(parts, BareTotals::default()))
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        write_part(tally.0.get(seat.index()), &BOOK, PlayerTally::bind)
    }

    fn totals(tally: &Tally) -> Option<&BareTotals> {
        Some(&tally.1)
    }

    fn totals_mut(tally: &mut Tally) -> Option<&mut BareTotals> {
        Some(&mut tally.1)
    }

    /// Majorities depend on the other players' cards (PM-6.2).
    fn scores_independently(_: &Setup) -> bool {
        false
    }

    fn uncounted<'a>(&'a self, tally: &'a Tally, seat: Seat) -> impl Iterator<Item: Display> {
        let mut uncounted = *self.collection(seat);
        if let Some(part) = tally.0.get(seat.index()) {
            for &bird in &part.birds {
                uncounted.birds.remove(bird);
            }
            for &seed in &part.seeds {
                uncounted.seeds.remove(seed);
            }
        }
        let seeds = uncounted.seeds.iter().map(|seed| format!("a seed card {seed}"));
        uncounted.birds.birds().map(|bird| bird.to_string()).chain(seeds)
    }

    fn tally_so_far(&self) -> Option<Tally> {
        let part = |seat| {
            let collection = self.collection(seat);
            PlayerTally { birds: collection.birds.birds().collect(), seeds: collection.seeds.iter().collect() }
        };
        Some(Tally(Seat::all(self.players).map(part).collect(), BareTotals::default()))
    }

    fn uncounted_fault(seat: Seat) -> Fault {
        Fault::Table(TableFault::NotCounted(seat))
    }
}

impl Piepmatz {
    /// Checks that a tally is possible: no more cards than the game has, no lost birds, and birds left for the perches.
    pub(super) fn check_countable(&self, tally: &Tally) -> Result<(), Fault> {
        let parts = || tally.0.iter().take(self.players);
        let birds = || parts().flat_map(|part| part.birds.iter().copied());
        let seeds = || parts().flat_map(|part| part.seeds.iter().copied());
        // PM-1.1
        let mut known_birds = self.gone;
        for bird in birds() {
            ensure(known_birds.copies(bird) < COPIES.into(), Fault::TooManyCopies(bird))?;
            known_birds.insert(bird);
        }
        // PM-1.3: `None` stands for all kinds together.
        let count_of_seed = |seed: Option<Seed>| seeds().filter(|&counted| seed.is_none_or(|seed| seed == counted)).count();
        let kinds = Seed::ALL.into_iter().rev().map(Some).filter(|_| self.setup.listed.is_some()).chain([None]);
        for seed in kinds {
            ensure(count_of_seed(seed) <= self.seeds_left(seed), Fault::TooManySeeds(seed))?;
        }
        // PM-1.4
        let has_species = |species: Species| birds().any(|bird| bird.species() == species);
        let has_all_six = self.players == 2 && Species::ALL.into_iter().all(has_species);
        ensure(!has_all_six, Fault::AllSixSpecies)?;
        let removed = birds().find(|bird| Some(bird.species()) == self.setup.removed);
        removed.map_or(Ok(()), |bird| Err(Fault::Removed(bird)))?;
        // PM-1.5: a bird is left on each perch.
        let species_count = if self.players == 2 { 5 } else { 6 };
        let count = birds().count();
        let has_birds_for_perches = count + usize::from(self.setup.perches) <= species_count * VALUES * usize::from(COPIES);
        ensure(has_birds_for_perches, Fault::NoneOnPerches(u8::try_from(count).unwrap_or(u8::MAX)))
    }

    /// The highest number of seed cards, of one kind or of all kinds, that collections can hold at the end. Discarded seeds never
    /// return (PM-4.3).
    pub(super) fn seeds_left(&self, seed: Option<Seed>) -> usize {
        let is_of_kind = |card: &Seed| seed.is_none_or(|seed| seed == *card);
        let in_listed_deck = seed.and_then(|seed| self.deck.left_of(FeederCard::Seed(seed)));
        let in_slots = self.slots.iter().filter_map(|slot| slot.seed).filter(is_of_kind).count();
        let collected = self.rounds.current.each.iter().flat_map(|collection| collection.seeds.iter()).filter(is_of_kind).count();
        in_listed_deck.unwrap_or(self.deck.len()) + in_slots + collected
    }
}
