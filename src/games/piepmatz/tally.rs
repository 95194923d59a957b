//! Collections counted on a table, with no moves before them.

use super::{
    Bird, Collection, Fault, FeederCard, MOST, Piepmatz, Seed, Species,
    bird::{COPIES, KINDS},
    book::BOOK,
    reading,
};
use crate::table::{Seat, Unreadable, Words};
use smallvec::SmallVec;
use std::fmt::Write as _;

/// One player's birds and seed cards, in canonical order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Part {
    birds: Vec<Bird>,
    seeds: Vec<Seed>,
}

/// What lies before the players at the end, by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    parts: Vec<Part>,
}

impl Tally {
    /// Reads one text a player.
    pub(super) fn read(texts: &[&str]) -> Result<Self, (Seat, Unreadable)> {
        let part = |(text, seat): (&&str, Seat)| Part::read(text).map_err(|unreadable| (seat, unreadable));
        let parts = texts.iter().zip(Seat::all(MOST)).map(part).collect::<Result<_, _>>()?;
        Ok(Self { parts })
    }

    /// Writes one player's part.
    pub(super) fn write(&self, seat: Seat) -> String {
        let Some(part) = self.parts.get(seat.index()) else { return String::new() };
        let birds: Vec<String> = part.birds.iter().map(ToString::to_string).collect();
        let mut text = birds.join(" ");
        if !part.seeds.is_empty() {
            text.push(';');
            part.seeds.iter().for_each(|seed| {
                let _ = write!(text, " {seed}");
            });
        }
        text
    }

    /// What it says each player has.
    pub(super) fn collections(&self) -> [Collection; MOST] {
        let mut all = [Collection::default(); MOST];
        for (collection, part) in all.iter_mut().zip(&self.parts) {
            collection.birds = part.birds.iter().copied().collect();
            collection.seeds = part.seeds.iter().copied().collect();
        }
        all
    }
}

impl Part {
    fn read(text: &str) -> Result<Self, Unreadable> {
        let expected = || format!("birds, a semicolon and seed cards, as {}", BOOK.tally);
        let mut part = Self::default();
        let (birds, rest) = text.split_once(';').unwrap_or((text, ""));
        let mut words = Words::of(birds);
        while let Some(bird) = reading::next_bird(&mut words) {
            part.birds.push(bird.map_err(|error| error.expecting(expected()))?);
        }
        let start = birds.len() + 1;
        let seeds: SmallVec<[Seed; 16]> =
            reading::seeds(&mut Words::of(rest)).map_err(|error| error.expecting(expected()).shifted(start))?;
        part.seeds.extend(seeds);
        part.birds.sort_unstable();
        part.seeds.sort_unstable_by(|one, other| other.cmp(one));
        Ok(part)
    }
}

impl Piepmatz {
    /// Whether a tally can be: no more cards than the game has, and birds left for the perches.
    pub(super) fn can_be_counted(&self, tally: &Tally) -> Result<(), Fault> {
        let parts = &tally.parts[..self.players.min(tally.parts.len())];
        let birds = || parts.iter().flat_map(|part| part.birds.iter().copied());
        let mut listed = [0u8; FeederCard::ALL.len()];
        for seed in parts.iter().flat_map(|part| &part.seeds) {
            listed[seed.index()] = listed[seed.index()].saturating_add(1);
        }
        // PM-1.3
        if let Some(deck) = self.setup.listed
            && let Some(seed) = Seed::ALL.into_iter().find(|seed| listed[seed.index()] > deck[seed.index()])
        {
            return Err(Fault::TooManySeeds { seed: Some(seed) });
        }
        if listed.iter().copied().map(usize::from).sum::<usize>() > self.setup.feeder.into() {
            return Err(Fault::TooManySeeds { seed: None });
        }
        // PM-1.4
        let has = |species: Species| birds().any(|bird| bird.species() == species);
        if self.players == 2 && Species::ALL.into_iter().all(has) && self.setup.removed.is_none() {
            return Err(Fault::AllSixSpecies);
        }
        // TB-3
        let stock = self.setup.stock();
        let mut counted = [0u8; KINDS];
        for bird in birds() {
            let count = &mut counted[bird.index()];
            *count = count.saturating_add(1);
            if *count > stock[bird.index()] {
                return Err(Fault::TooManyCopies { bird });
            }
        }
        // PM-1.5: a bird is left on each perch.
        let species = if self.players == 2 { 5 } else { 6 };
        let all = species * (KINDS / Species::ALL.len()) * usize::from(COPIES);
        let count = birds().count();
        if count + usize::from(self.setup.perches) > all {
            return Err(Fault::NoneOnPerches { birds: u8::try_from(count).unwrap_or(u8::MAX) });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, String> {
        Tally::read(&[text]).map(|tally| tally.write(Seat::new(0))).map_err(|(_, error)| error.to_string())
    }

    #[test]
    fn a_tally_is_read_forgivingly_and_written_canonically() {
        let is = |text: &str, canonical: &str| assert_eq!(written(text).as_deref(), Ok(canonical), "{text}");
        is("BL6 BL6 CH2; 3 1 2", "BL6 BL6 CH2; 3 2 1");
        is(" ch2, bl6 Blackbird 6 ", "BL6 BL6 CH2");
        is("; 1 1", "; 1 1");
        is("BL6;", "BL6");
        is("", "");
    }

    #[test]
    fn what_is_no_tally_is_told() {
        let says = |text: &str, part: &str| {
            let error = written(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        says("BL7", "`BL7` is no bird");
        says("BL6 3", "`3` is no bird");
        says("BL6; 4", "`4` is no seed card");
        says("BL6; crow", "`crow` is no seed card");
        says("BL6; 1; 2", "`1;` is no seed card");
    }
}
