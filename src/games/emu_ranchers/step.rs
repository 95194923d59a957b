//! The steps of Emu Ranchers and their notation.

use super::book::{self, BOOK};
use crate::{
    decktet::{self, Card, Cards},
    emu::BirdNumber,
    table::{Unreadable, Words, did_you_mean, or_list},
};
use std::fmt;

/// A step of a player. The table itself does nothing in this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A new bird (ER-3.1).
    Hatch(Card),
    /// A card on top of an own bird (ER-3.2).
    Grow(BirdNumber, Card),
    /// A card to the discard pile (ER-4.1).
    Discard(Card),
    /// From the draw pile; the card if the recorder knows it (ER-4.4).
    Draw(Option<Card>),
    /// From the discard pile (ER-4.3).
    Take(Card),
    /// After the year's end, a card on top of an own bird (ER-5.1).
    Lay(BirdNumber, Card),
    /// No more laying down (ER-5.3).
    Done,
    /// At least these cards are in that hand (TB-5); in canonical order.
    Shows(Box<[Card]>),
}

impl Step {
    /// The place of its verb in the book.
    #[inline]
    pub(super) const fn verb(&self) -> usize {
        match self {
            Self::Hatch(_) => book::HATCH,
            Self::Grow(..) => book::GROW,
            Self::Discard(_) => book::DISCARD,
            Self::Draw(_) => book::DRAW,
            Self::Take(_) => book::TAKE,
            Self::Lay(..) => book::LAY,
            Self::Done => book::DONE,
            Self::Shows(_) => book::SHOWS,
        }
    }

    /// The cards it names.
    pub(super) fn cards(&self) -> &[Card] {
        match self {
            Self::Hatch(card) | Self::Grow(_, card) | Self::Discard(card) | Self::Take(card) | Self::Lay(_, card) => {
                std::slice::from_ref(card)
            }
            Self::Draw(card) => card.as_slice(),
            Self::Shows(cards) => cards,
            Self::Done => &[],
        }
    }

    /// Reads a step.
    pub(super) fn read(text: &str) -> Result<Self, Unreadable> {
        let mut words = Words::of(text);
        let Some((verb, place)) = words.next() else {
            return Err(Unreadable::new(words.end(), "there is no step here", verbs()));
        };
        match verb {
            "hatch" => Ok(Self::Hatch(card(&words, "hatch")?)),
            "grow" => {
                let number = number(&mut words, "grow")?;
                Ok(Self::Grow(number, card(&words, "grow N")?))
            }
            "discard" => Ok(Self::Discard(card(&words, "discard")?)),
            "draw" if words.is_done() => Ok(Self::Draw(None)),
            "draw" => Ok(Self::Draw(Some(card(&words, "draw")?))),
            "take" => Ok(Self::Take(card(&words, "take")?)),
            "lay" => {
                let number = number(&mut words, "lay")?;
                Ok(Self::Lay(number, card(&words, "lay N")?))
            }
            "done" => match words.next() {
                None => Ok(Self::Done),
                Some((_, more)) => Err(Unreadable::new(more, "`done` stands alone", "nothing after it")),
            },
            "shows" => Ok(Self::Shows(cards(&words, "shows")?)),
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

/// The bird's number that comes next.
pub(super) fn number(words: &mut Words<'_>, verb: &str) -> Result<BirdNumber, Unreadable> {
    let expected = "the number of a bird, counted from 1";
    let Some((word, place)) = words.next() else {
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs a bird and a card"), expected));
    };
    word.parse().map_err(|_| Unreadable::new(place, format!("`{word}` is no number of a bird"), expected))
}

/// The card that is all the rest.
pub(super) fn card(words: &Words<'_>, verb: &str) -> Result<Card, Unreadable> {
    let (rest, start) = words.rest();
    if rest.is_empty() {
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs a card"), "a card, as 7SK or the Castle"));
    }
    decktet::read(rest, Cards::BASIC)
        .map_err(|error| Unreadable::new(start..start + rest.len(), error.to_string(), "a card, as 7SK or the Castle"))
}

/// The cards that are all the rest, in canonical order.
pub(super) fn cards(words: &Words<'_>, verb: &str) -> Result<Box<[Card]>, Unreadable> {
    let expected = "cards, as 7SK 3MW";
    let (rest, start) = words.rest();
    if rest.is_empty() {
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs at least one card"), expected));
    }
    let read = decktet::read_many(rest, Cards::BASIC)
        .map_err(|(error, range)| Unreadable::new(range, error.to_string(), expected).shifted(start))?;
    let mut cards: Vec<Card> = read.into_iter().map(|(card, _)| card).collect();
    cards.sort_unstable();
    Ok(cards.into())
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hatch(card) => write!(f, "hatch {card}"),
            Self::Grow(number, card) => write!(f, "grow {number} {card}"),
            Self::Discard(card) => write!(f, "discard {card}"),
            Self::Draw(None) => f.write_str("draw"),
            Self::Draw(Some(card)) => write!(f, "draw {card}"),
            Self::Take(card) => write!(f, "take {card}"),
            Self::Lay(number, card) => write!(f, "lay {number} {card}"),
            Self::Done => f.write_str("done"),
            Self::Shows(cards) => {
                f.write_str("shows")?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))
            }
        }
    }
}
