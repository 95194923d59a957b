//! Collections counted on the table, without the moves of the game.

use super::{
    Birds, Collections, Fault, FeederCard, Piepmatz, Seed, SeedCards, Setup, Species,
    bird::COPIES,
    position::{BIRD, SEED, all_birds, cards},
};
use crate::table::prelude::*;
use std::fmt::Display;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TallyPart {
    birds: Birds,
    seeds: SeedCards,
}

impl Tallying for Piepmatz {
    const TAKES_TOTALS: bool = true;

    fn bind_part(part: &mut TallyPart, binder: &mut FieldBinder<'_>) {
        binder.cards_or_empty(&mut part.birds, &BIRD).cards_or_empty(&mut part.seeds, &SEED);
    }

    fn parse_cards(_: &FieldSpec, verb: &str, tokens: &mut Tokens<'_>, _: &Setup) -> Result<Vec<String>, ParseError> {
        cards(verb, tokens)
    }

    /// Majorities depend on the other players' cards (PM-6.2).
    fn scores_independently(_: &Setup) -> bool {
        false
    }

    fn uncounted<'a>(&'a self, tally: &'a Tally<TallyPart>, seat: Seat) -> impl Iterator<Item: Display> {
        let mut uncounted = *self.collection(seat);
        if let Some(part) = tally.part(seat) {
            part.birds.iter().for_each(|&bird| _ = uncounted.birds.remove(bird));
            part.seeds.iter().for_each(|&seed| _ = uncounted.seeds.remove(seed));
        }
        let seeds = uncounted.seeds.iter().map(|seed| format!("a seed card {seed}"));
        uncounted.birds.birds().map(|bird| bird.to_string()).chain(seeds)
    }

    fn tally_so_far(&self) -> Option<Tally<TallyPart>> {
        let part = |seat| {
            let collection = self.collection(seat);
            TallyPart { birds: collection.birds.birds().collect(), seeds: collection.seeds.iter().collect() }
        };
        Some(Tally::of(self.seats().map(part).collect()))
    }
}

impl Piepmatz {
    pub(super) fn count(&mut self, tally: &Tally<TallyPart>) {
        self.rounds.current = Collections { totals: tally.totals.clone(), ..Collections::default() };
        self.rounds.adjust(&tally.totals.adjustments);
        for (collection, part) in self.rounds.current.each.iter_mut().zip(&tally.parts) {
            part.birds.iter().for_each(|&bird| collection.birds.insert(bird));
            part.seeds.iter().for_each(|&seed| collection.seeds.insert(seed));
        }
    }

    /// Checks that a tally is possible: no more cards than the game has, no lost birds, and birds left for the perches.
    pub(super) fn check_countable(&self, tally: &Tally<TallyPart>) -> Result<(), Fault> {
        let birds = || tally.parts.iter().flat_map(|part| part.birds.iter().copied());
        let seeds = || tally.parts.iter().flat_map(|part| part.seeds.iter().copied());
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
        let count = birds().count();
        let has_birds_for_perches = count + usize::from(self.setup.perches) <= all_birds(&self.setup);
        ensure(has_birds_for_perches, Fault::NoneOnPerches(to_u8(count)))
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
