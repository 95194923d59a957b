//! Reading what steps and tallies are made of: birds, feeder cards, perches.

use super::{
    bird::{Bird, Species},
    feeder::{FeederCard, Pest, Seed},
    step::{Birds, Drawn},
};
use crate::table::{Unreadable, Words};
use smallvec::SmallVec;
use std::ops::Range;

const A_BIRD: &str = "a bird: BL, SP, BU, CH, GR or YE and its value from 1 to 6, as BL6";
const A_FEEDER_CARD: &str = "a feeder card: 1, 2, 3, crow or squirrel";

/// A bird by its code, `BL6` in either case.
#[inline]
fn from_code(word: &str) -> Option<Bird> {
    let &[one, two, value @ b'1'..=b'6'] = word.as_bytes() else { return None };
    Bird::new(Species::from_code([one.to_ascii_uppercase(), two.to_ascii_uppercase()])?, value - b'0')
}

/// A bird by its species' name with the value right behind it: `blackbird6`.
fn from_name(word: &str) -> Option<Bird> {
    let letters = word.trim_end_matches(|char: char| char.is_ascii_digit());
    Bird::new(Species::from_word(letters)?, word[letters.len()..].parse().ok()?)
}

/// A word without a comma behind it.
fn plain(word: &str) -> &str {
    word.trim_end_matches(',')
}

/// The bird that comes next; its species and value may be two words.
#[inline]
pub(super) fn next_bird(words: &mut Words<'_>) -> Option<Result<Bird, Unreadable>> {
    let (word, place) = words.next()?;
    if let Some(bird) = from_code(word).or_else(|| from_code(plain(word))).or_else(|| from_name(plain(word))) {
        return Some(Ok(bird));
    }
    let mut ahead = words.clone();
    if let (Some(species), Some((value, _))) = (Species::from_word(word), ahead.next())
        && let Some(bird) = plain(value).parse().ok().and_then(|value| Bird::new(species, value))
    {
        *words = ahead;
        return Some(Ok(bird));
    }
    Some(Err(Unreadable::new(place, format!("`{word}` is no bird"), A_BIRD)))
}

/// The bird that has to come next.
#[inline]
pub(super) fn bird(words: &mut Words<'_>, verb: &str) -> Result<Bird, Unreadable> {
    next_bird(words).unwrap_or_else(|| Err(Unreadable::new(words.end(), format!("`{verb}` needs a bird"), A_BIRD)))
}

/// The birds that are all the rest, in the order in which they stand.
#[inline]
pub(super) fn birds(words: &mut Words<'_>, verb: &str) -> Result<Birds, Unreadable> {
    let mut birds = Birds::new();
    while let Some(bird) = next_bird(words) {
        birds.push(bird?);
    }
    if birds.is_empty() {
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs at least one bird"), A_BIRD));
    }
    Ok(birds)
}

/// The birds that are all the rest, in canonical order.
#[inline]
pub(super) fn sorted(words: &mut Words<'_>, verb: &str) -> Result<Birds, Unreadable> {
    let mut birds = birds(words, verb)?;
    birds.sort_unstable();
    Ok(birds)
}

/// A feeder card by its word.
#[inline]
pub(super) fn feeder_card(word: &str) -> Option<FeederCard> {
    Some(match word {
        "1" => FeederCard::Seed(Seed::One),
        "2" => FeederCard::Seed(Seed::Two),
        "3" => FeederCard::Seed(Seed::Three),
        _ if word.ends_with(',') => return feeder_card(plain(word)),
        word if word.eq_ignore_ascii_case("crow") => FeederCard::Pest(Pest::Crow),
        word if word.eq_ignore_ascii_case("squirrel") => FeederCard::Pest(Pest::Squirrel),
        _ => return None,
    })
}

fn as_feeder_card(word: &str, place: Range<usize>) -> Result<FeederCard, Unreadable> {
    feeder_card(word).ok_or_else(|| Unreadable::new(place, format!("`{word}` is no feeder card"), A_FEEDER_CARD))
}

/// The feeder card that has to come next.
pub(super) fn card(words: &mut Words<'_>, verb: &str) -> Result<FeederCard, Unreadable> {
    match words.next() {
        Some((word, place)) => as_feeder_card(word, place),
        None => Err(Unreadable::new(words.end(), format!("`{verb}` needs a feeder card"), A_FEEDER_CARD)),
    }
}

/// The feeder cards that are all the rest, in the order in which they stand.
#[inline]
pub(super) fn drawn(words: &mut Words<'_>, verb: &str) -> Result<Drawn, Unreadable> {
    let mut cards = Drawn::new();
    for (word, place) in words.by_ref() {
        cards.push(as_feeder_card(word, place)?);
    }
    if cards.is_empty() {
        let expected = "feeder cards: 1, 2, 3, crow or squirrel";
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs at least one feeder card"), expected));
    }
    Ok(cards)
}

/// The seed cards that are all the rest, in the order in which they stand.
pub(super) fn seeds<A: smallvec::Array<Item = Seed>>(words: &mut Words<'_>) -> Result<SmallVec<A>, Unreadable> {
    let mut seeds = SmallVec::new();
    for (word, place) in words.by_ref() {
        match feeder_card(word) {
            Some(FeederCard::Seed(seed)) => seeds.push(seed),
            _ => return Err(Unreadable::new(place, format!("`{word}` is no seed card"), "seed cards: 1, 2 or 3")),
        }
    }
    Ok(seeds)
}

/// The perch that comes next, behind `at` (which may be missing where that is said to be fine).
pub(super) fn perch(words: &mut Words<'_>, with_at: bool) -> Result<u8, Unreadable> {
    const EXPECTED: &str = "`at` and the number of a perch, as `at 1`";
    let missing = |words: &Words<'_>| Err(Unreadable::new(words.end(), "it is not said at which perch", EXPECTED));
    let Some((first, place)) = words.next() else { return missing(words) };
    let (word, place) = if first.eq_ignore_ascii_case("at") {
        let Some(next) = words.next() else { return missing(words) };
        next
    } else if with_at {
        return Err(Unreadable::new(place, format!("`{first}` stands here, and `at` stands before the perch"), EXPECTED));
    } else {
        (first, place)
    };
    let number = word.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| Unreadable::new(place, format!("`{word}` is no perch"), "the number of a perch, counted from 1"))
}

/// Refuses anything behind what was read.
pub(super) fn nothing_more(words: &mut Words<'_>, expected: &str) -> Result<(), Unreadable> {
    match words.next() {
        None => Ok(()),
        Some((word, place)) => Err(Unreadable::new(place, format!("`{word}` is too much here"), expected)),
    }
}
