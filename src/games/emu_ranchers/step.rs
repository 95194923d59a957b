//! The steps of Emu Ranchers and their notation.

use super::book::{self, BOOK};
use crate::{
    decktet::{Card, Cards},
    emu::{self, BirdNumber},
    table::{Unreadable, Words},
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
        let word = words.next();
        match word.as_ref().map_or("", |(verb, _)| *verb) {
            "hatch" => Ok(Self::Hatch(card(&words, "hatch")?)),
            "grow" => bird_and_card(&mut words, "grow").map(|(number, card)| Self::Grow(number, card)),
            "lay" => bird_and_card(&mut words, "lay").map(|(number, card)| Self::Lay(number, card)),
            "discard" => Ok(Self::Discard(card(&words, "discard")?)),
            "draw" if words.is_done() => Ok(Self::Draw(None)),
            "draw" => Ok(Self::Draw(Some(card(&words, "draw")?))),
            "take" => Ok(Self::Take(card(&words, "take")?)),
            "done" => emu::nothing_after(&mut words, "done").map(|()| Self::Done),
            "shows" => Ok(Self::Shows(emu::cards(&words, "shows", Cards::BASIC)?)),
            _ => Err(emu::unknown_verb(&BOOK, word, &words)),
        }
    }
}

/// The card that is all the rest.
pub(super) fn card(words: &Words<'_>, verb: &str) -> Result<Card, Unreadable> {
    emu::card(words, verb, Cards::BASIC)
}

/// A bird's number and the card that is all the rest.
pub(super) fn bird_and_card(words: &mut Words<'_>, verb: &str) -> Result<(BirdNumber, Card), Unreadable> {
    Ok((emu::number(words, verb)?, card(words, "a bird's number")?))
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
