//! The steps of Piepmatz and their notation.

use super::{
    bird::Bird,
    book::{BOOK, verb},
    feeder::{FeederCard, Seed},
    reading,
};
use crate::table::{Unreadable, Words, did_you_mean, or_list};
use smallvec::SmallVec;
use std::fmt;

/// Birds that a step names, in canonical order but for those on the perches.
pub type Birds = SmallVec<[Bird; 16]>;
/// Feeder cards that a step names, in their order.
pub type Drawn = SmallVec<[FeederCard; 8]>;

/// A step of a player or of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Birds on the perches, perch 1 first (PM-1.5): the table does this.
    Perches(Birds),
    /// Birds turned up beside the deck (PM-1.5, PM-2.3): the table does this.
    Display(Birds),
    /// Feeder cards in slots 1 to 4 (PM-1.5): the table does this.
    Seeds(Drawn),
    /// A bird to the queue at a perch, counted from 1 (PM-2.1).
    Play(Bird, u8),
    /// The card that a fight by five or more takes (PM-3.1): the table turns it up.
    Feeder(FeederCard),
    /// Birds that a crow takes (PM-3.3).
    LoseBirds(Birds),
    /// Seeds that a squirrel takes, highest first (PM-3.3).
    LoseSeeds(SmallVec<[Seed; 16]>),
    /// A bird from the hand to the collection (PM-2.2).
    Keep(Bird),
    /// A bird from the display, or an unseen one (PM-2.3).
    Draw(Option<Bird>),
    /// Feeder cards turned up for empty slots (PM-4.1): the table does this.
    Refill(Drawn),
    /// Birds of the hand that are added to the collection at the end (PM-5.2).
    Adds(Birds),
    /// At least these birds are in that hand (TB-5).
    Shows(Birds),
}

impl Step {
    /// The place of its verb in the book.
    #[inline]
    pub(super) const fn verb(&self) -> usize {
        match self {
            Self::Perches(_) => verb::PERCHES,
            Self::Display(_) => verb::DISPLAY,
            Self::Seeds(_) => verb::SEEDS,
            Self::Play(..) => verb::PLAY,
            Self::Feeder(_) => verb::FEEDER,
            Self::LoseBirds(_) | Self::LoseSeeds(_) => verb::LOSE,
            Self::Keep(_) => verb::KEEP,
            Self::Draw(_) => verb::DRAW,
            Self::Refill(_) => verb::REFILL,
            Self::Adds(_) => verb::ADDS,
            Self::Shows(_) => verb::SHOWS,
        }
    }

    /// The birds it names.
    pub(super) fn birds(&self) -> &[Bird] {
        match self {
            Self::Perches(birds) | Self::Display(birds) | Self::LoseBirds(birds) | Self::Adds(birds) | Self::Shows(birds) => {
                birds
            }
            Self::Play(bird, _) | Self::Keep(bird) | Self::Draw(Some(bird)) => std::slice::from_ref(bird),
            _ => &[],
        }
    }

    /// Reads a step.
    pub(super) fn read(text: &str) -> Result<Self, Unreadable> {
        let mut words = Words::of(text);
        let Some((verb, place)) = words.next() else {
            return Err(Unreadable::new(words.end(), "there is no step here", verbs()));
        };
        match verb {
            "perches" => reading::birds(&mut words, verb).map(Self::Perches),
            "display" => reading::sorted(&mut words, verb).map(Self::Display),
            "seeds" => reading::drawn(&mut words, verb).map(Self::Seeds),
            "play" => {
                let bird = reading::bird(&mut words, verb)?;
                let perch = reading::perch(&mut words, true)?;
                reading::nothing_more(&mut words, "`play CARD at N`")?;
                Ok(Self::Play(bird, perch))
            }
            "feeder" => {
                let card = reading::card(&mut words, verb)?;
                reading::nothing_more(&mut words, "one feeder card")?;
                Ok(Self::Feeder(card))
            }
            "lose" => Self::lost(&mut words, verb),
            "keep" => {
                let bird = reading::bird(&mut words, verb)?;
                reading::nothing_more(&mut words, "one bird")?;
                Ok(Self::Keep(bird))
            }
            "draw" if words.is_done() => Ok(Self::Draw(None)),
            "draw" => {
                let bird = reading::bird(&mut words, verb)?;
                reading::nothing_more(&mut words, "one bird")?;
                Ok(Self::Draw(Some(bird)))
            }
            "refill" => reading::drawn(&mut words, verb).map(Self::Refill),
            "adds" => reading::sorted(&mut words, verb).map(Self::Adds),
            "shows" => reading::sorted(&mut words, verb).map(Self::Shows),
            _ => Err(unknown_verb(verb, place)),
        }
    }

    /// What a crow or a squirrel takes: birds, or seeds.
    pub(super) fn lost(words: &mut Words<'_>, verb: &str) -> Result<Self, Unreadable> {
        let begins_with_seed = words.clone().next().is_some_and(|(word, _)| reading::feeder_card(word).is_some());
        if !begins_with_seed {
            return reading::sorted(words, verb).map(Self::LoseBirds);
        }
        let mut seeds: SmallVec<[Seed; 16]> = reading::seeds(words)?;
        seeds.sort_unstable_by(|one, other| other.cmp(one));
        Ok(Self::LoseSeeds(seeds))
    }
}

fn verbs() -> String {
    or_list(&BOOK.verbs.iter().map(|verb| verb.name).collect::<Vec<_>>())
}

fn unknown_verb(verb: &str, place: std::ops::Range<usize>) -> Unreadable {
    let problem = match did_you_mean(verb, BOOK.verbs.iter().map(|verb| verb.name)) {
        Some(meant) => format!("`{verb}` is no step of Piepmatz; did you mean `{meant}`?"),
        None => format!("`{verb}` is no step of Piepmatz"),
    };
    Unreadable::new(place, problem, verbs())
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(BOOK.verbs[self.verb()].name)?;
        match self {
            Self::Seeds(cards) | Self::Refill(cards) => cards.iter().try_for_each(|card| write!(f, " {card}")),
            Self::Play(bird, perch) => write!(f, " {bird} at {perch}"),
            Self::Feeder(card) => write!(f, " {card}"),
            Self::LoseSeeds(seeds) => seeds.iter().try_for_each(|seed| write!(f, " {seed}")),
            _ => self.birds().iter().try_for_each(|bird| write!(f, " {bird}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, String> {
        Step::read(text).map(|step| step.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn steps_are_read_forgivingly_and_written_canonically() {
        let is = |text: &str, canonical: &str| assert_eq!(written(text).as_deref(), Ok(canonical), "{text}");
        is("perches SP2 bl3", "perches SP2 BL3");
        is("display ye1, bl2  Sparrow 3", "display BL2 SP3 YE1");
        is("seeds 1 3 2, 2", "seeds 1 3 2 2");
        is("play ch6 at 1", "play CH6 at 1");
        is("play Chaffinch 6 AT 2", "play CH6 at 2");
        is("feeder Squirrel", "feeder squirrel");
        is("lose bl3", "lose BL3");
        is("lose 1 3", "lose 3 1");
        is("keep greenfinch4", "keep GR4");
        is("draw", "draw");
        is("draw ye6", "draw YE6");
        is("refill crow 2 SQUIRREL 1", "refill crow 2 squirrel 1");
        is("adds ye1 ch4", "adds CH4 YE1");
        is("shows YE1 YE1 BL1", "shows BL1 YE1 YE1");
        is("lose BL3 BL1", "lose BL1 BL3");
    }

    #[test]
    fn what_is_no_step_is_told() {
        let says = |text: &str, part: &str| {
            let error = written(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        says("", "there is no step here");
        says("paly BL3 at 1", "did you mean `play`?");
        says("play BL7 at 1", "`BL7` is no bird");
        says("play BL0 at 1", "`BL0` is no bird");
        says("play XX3 at 1", "`XX3` is no bird");
        says("play BL3", "at which perch");
        says("play BL3 1", "`at` stands before the perch");
        says("play BL3 at x", "`x` is no perch");
        says("play BL3 at 1 2", "`2`");
        says("seeds 4", "`4` is no feeder card");
        says("refill", "`refill` needs");
        says("lose 3 BL1", "`BL1` is no seed card");
        says("lose 3 crow", "`crow` is no seed card");
        says("feeder 1 2", "`2`");
        says("display", "`display` needs");
        says("draw unseen", "`unseen` is no bird");
    }
}
