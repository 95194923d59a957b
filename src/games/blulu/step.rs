//! The steps of Blulu and their notation.

use super::{
    book::{self, BOOK},
    ranks::Ranks,
};
use crate::{
    decktet::{self, Card, Cards, Rank},
    table::{Unreadable, Words, did_you_mean, or_list},
};
use smallvec::SmallVec;
use std::fmt;

/// Cards that a step names, in canonical order, each as often as it is named.
pub type Named = SmallVec<[Card; 16]>;

/// A step of a player or of the table. Its cards stand in canonical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Cards face up on the table (BL-1.2): the table does this.
    Deal(Named),
    /// Cards from the hand to the table (BL-2.6).
    Trail(Named),
    /// Ranks taken from the table with cards from the hand (BL-2.3).
    Capture(Ranks, Named),
    /// At least these cards are in that hand (TB-5).
    Shows(Named),
}

const CARDS: &str = "cards, as 7SK 3MW";
const CAPTURE_FORM: &str = "`capture RANK with CARD CARD`, as capture 4 with 3MW 7SK";

impl Step {
    /// The place of its verb in the book.
    #[inline]
    pub(super) const fn verb(&self) -> usize {
        match self {
            Self::Deal(_) => book::DEAL,
            Self::Trail(_) => book::TRAIL,
            Self::Capture(..) => book::CAPTURE,
            Self::Shows(_) => book::SHOWS,
        }
    }

    /// The cards it names.
    #[inline]
    pub(super) fn cards(&self) -> &[Card] {
        match self {
            Self::Deal(cards) | Self::Trail(cards) | Self::Capture(_, cards) | Self::Shows(cards) => cards,
        }
    }

    /// Reads a step.
    pub(super) fn read(text: &str, deck: Cards) -> Result<Self, Unreadable> {
        let mut words = Words::of(text);
        let Some((verb, place)) = words.next() else {
            return Err(Unreadable::new(words.end(), "there is no step here", verbs()));
        };
        match verb {
            "deal" => Ok(Self::Deal(cards(&words, "deal", deck)?)),
            "trail" => Ok(Self::Trail(cards(&words, "trail", deck)?)),
            "capture" => {
                let ranks = ranks(&mut words)?;
                Ok(Self::Capture(ranks, cards(&words, "with", deck)?))
            }
            "shows" => Ok(Self::Shows(cards(&words, "shows", deck)?)),
            _ => Err(unknown_verb(verb, place)),
        }
    }
}

fn verbs() -> String {
    or_list(&BOOK.verbs.iter().map(|verb| verb.name).collect::<Vec<_>>())
}

fn unknown_verb(verb: &str, place: std::ops::Range<usize>) -> Unreadable {
    let problem = match did_you_mean(verb, BOOK.verbs.iter().map(|verb| verb.name)) {
        Some(meant) => format!("`{verb}` is no step of {}; did you mean `{meant}`?", BOOK.title),
        None => format!("`{verb}` is no step of {}", BOOK.title),
    };
    Unreadable::new(place, problem, verbs())
}

/// A rank by its code: `A`, `2` … `9`, `C`, `P`, `T`, in either case.
pub(super) fn rank_code(word: &str) -> Option<Rank> {
    Rank::from_code(word).filter(|&rank| rank != Rank::Excuse)
}

/// A rank by its code or its name, one or many: `crown`, `4s`.
fn rank(word: &str) -> Option<Rank> {
    let named = |name: &str| Rank::ALL[..12].iter().copied().find(|rank| rank.name().eq_ignore_ascii_case(name));
    rank_code(word).or_else(|| named(word)).or_else(|| named(word.strip_suffix(['s', 'S'])?))
}

/// The ranks before `with`, which is taken too.
fn ranks(words: &mut Words<'_>) -> Result<Ranks, Unreadable> {
    let mut ranks = Ranks::NONE;
    loop {
        let Some((word, place)) = words.next() else {
            return Err(Unreadable::new(words.end(), "`with` and the two cards are missing", CAPTURE_FORM));
        };
        if word.eq_ignore_ascii_case("with") {
            if ranks.is_empty() {
                return Err(Unreadable::new(place, "`capture` needs a rank before `with`", CAPTURE_FORM));
            }
            return Ok(ranks);
        }
        let Some(rank) = rank(word.trim_end_matches(',')) else {
            let expected = "a rank: A, 2 to 9, C (Crown), P (Pawn) or T (Court), and then `with` and two cards";
            return Err(Unreadable::new(place, format!("`{word}` is no rank"), expected));
        };
        ranks = ranks.and(Ranks::only(rank));
    }
}

/// The cards that are all the rest, in canonical order.
pub(super) fn cards(words: &Words<'_>, verb: &str, deck: Cards) -> Result<Named, Unreadable> {
    let (rest, start) = words.rest();
    if rest.is_empty() {
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs cards"), CARDS));
    }
    // Nearly every log writes codes.
    let codes: Option<Named> = words.clone().map(|(word, _)| Card::from_code(word)).collect();
    let mut cards = match codes {
        Some(cards) => cards,
        None => decktet::read_many(rest, deck)
            .map_err(|(error, range)| Unreadable::new(range, error.to_string(), CARDS).shifted(start))?
            .into_iter()
            .map(|(card, _)| card)
            .collect(),
    };
    if cards.is_empty() {
        return Err(Unreadable::new(start..start + rest.len(), format!("`{verb}` needs cards"), CARDS));
    }
    cards.sort_unstable();
    Ok(cards)
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deal(_) => f.write_str("deal")?,
            Self::Trail(_) => f.write_str("trail")?,
            Self::Capture(ranks, _) => write!(f, "capture {ranks} with")?,
            Self::Shows(_) => f.write_str("shows")?,
        }
        self.cards().iter().try_for_each(|card| write!(f, " {card}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, String> {
        Step::read(text, Cards::EXTENDED).map(|step| step.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn steps_are_read_forgivingly_and_written_canonically() {
        let is = |text: &str, canonical: &str| assert_eq!(written(text).as_deref(), Ok(canonical), "{text}");
        is("deal 9lk 4MS, ay 2mk", "deal AY 2MK 4MS 9LK");
        is("trail castle journey", "trail 3MW 7SK");
        is("capture C 4 with 7sk 3mw", "capture 4 C with 3MW 7SK");
        is("capture crowns, t with 5sw 5ml", "capture C T with 5SW 5ML");
        is("capture 4s WITH 7SK 3MW", "capture 4 with 3MW 7SK");
        is("trail 7SK", "trail 7SK");
        is("shows pmsl ex", "shows PMSL EX");
    }

    #[test]
    fn what_is_no_step_is_told() {
        let says = |text: &str, part: &str| {
            let error = written(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        says("", "there is no step here");
        says("taril 7SK 3MW", "did you mean `trail`?");
        says("capture with 7SK 3MW", "needs a rank before `with`");
        says("capture 7SK 3MW", "`7SK` is no rank");
        says("capture 10 with 7SK 3MW", "`10` is no rank");
        says("capture EX with 7SK 3MW", "`EX` is no rank");
        says("capture 4", "`with` and the two cards are missing");
        says("capture 4 with", "`with` needs cards");
        says("trail", "`trail` needs cards");
        says("trail ,", "`trail` needs cards");
        says("trail 7SK xyz", "xyz");
    }
}
