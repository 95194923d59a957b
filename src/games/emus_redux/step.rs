//! The steps of Emus Redux and their notation.

use super::{
    PileNumber, Source,
    book::{self, BOOK},
};
use crate::{
    decktet::{self, Card, Cards},
    emu::{self, BirdNumber, Laid},
    table::{Unreadable, Words},
};
use std::{fmt, ops::Range, str::FromStr};

/// The cards of this game: all 45 kinds.
pub(super) const DECK: Cards = Cards::EXTENDED;

/// A step of a player, or `market`, the table's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The market is laid out (RX-1.3); in canonical order.
    Market(Box<[Card]>),
    /// A new bird (RX-3.1).
    Hatch(Laid),
    /// A card on top of an own bird (RX-3.2).
    Grow(BirdNumber, Laid),
    /// A card to a discard pile (RX-4.1); without its number where a new pile must be started.
    Discard(Card, Option<PileNumber>),
    /// From the draw pile; the card if the recorder knows it (RX-4.4).
    Draw(Option<Card>),
    /// From a discard pile (RX-4.3) or the market (RX-4.5); without the place where the card is open to be taken in one only.
    Take(Card, Option<Source>),
    /// After the year's end, a card on top of an own bird (RX-5.1).
    Lay(BirdNumber, Laid),
    /// An Excuse spent on an own bird that would lose money (RX-5.4).
    Excuse(BirdNumber),
    /// No more laying down (RX-5.3).
    Done,
    /// At least these cards are in that hand (TB-5); in canonical order.
    Shows(Box<[Card]>),
}

impl Step {
    /// The place of its verb in the book.
    #[inline]
    pub(super) const fn verb(&self) -> usize {
        match self {
            Self::Market(_) => book::MARKET,
            Self::Hatch(_) => book::HATCH,
            Self::Grow(..) => book::GROW,
            Self::Discard(..) => book::DISCARD,
            Self::Draw(_) => book::DRAW,
            Self::Take(..) => book::TAKE,
            Self::Lay(..) => book::LAY,
            Self::Excuse(_) => book::EXCUSE,
            Self::Done => book::DONE,
            Self::Shows(_) => book::SHOWS,
        }
    }

    /// The cards it is about.
    pub(super) fn cards(&self) -> &[Card] {
        match self {
            Self::Hatch(laid) | Self::Grow(_, laid) | Self::Lay(_, laid) => std::slice::from_ref(&laid.card),
            Self::Discard(card, _) | Self::Take(card, _) => std::slice::from_ref(card),
            Self::Draw(card) => card.as_slice(),
            Self::Shows(cards) | Self::Market(cards) => cards,
            Self::Excuse(_) => &[Card::EXCUSE],
            Self::Done => &[],
        }
    }

    /// The bird it is about.
    pub(super) const fn bird(&self) -> Option<BirdNumber> {
        match self {
            Self::Grow(number, _) | Self::Lay(number, _) | Self::Excuse(number) => Some(*number),
            _ => None,
        }
    }

    /// Reads a step.
    pub(super) fn read(text: &str) -> Result<Self, Unreadable> {
        let mut words = Words::of(text);
        let word = words.next();
        match word.as_ref().map_or("", |(verb, _)| *verb) {
            "hatch" => Ok(Self::Hatch(emu::laid(&words, "hatch", DECK)?)),
            "grow" => bird_and_card(&mut words, "grow").map(|(number, laid)| Self::Grow(number, laid)),
            "lay" => bird_and_card(&mut words, "lay").map(|(number, laid)| Self::Lay(number, laid)),
            "discard" => {
                let (card, to) = placed(&words, "discard", "to", "the number of a discard pile, 1 or 2")?;
                Ok(Self::Discard(card, to))
            }
            "take" => {
                let (card, from) = placed(&words, "take", "from", "where it is taken from: 1, 2 or market")?;
                Ok(Self::Take(card, from))
            }
            "draw" if words.is_done() => Ok(Self::Draw(None)),
            "draw" => Ok(Self::Draw(Some(emu::card(&words, "draw", DECK)?))),
            "excuse" => {
                let number = emu::number(&mut words, "excuse")?;
                emu::nothing_after(&mut words, "excuse N")?;
                Ok(Self::Excuse(number))
            }
            "done" => emu::nothing_after(&mut words, "done").map(|()| Self::Done),
            "shows" => Ok(Self::Shows(emu::cards(&words, "shows", DECK)?)),
            // How many there are is judged.
            "market" if words.is_done() => Ok(Self::Market(Box::default())),
            "market" => Ok(Self::Market(emu::cards(&words, "market", DECK)?)),
            _ => Err(emu::unknown_verb(&BOOK, word, &words)),
        }
    }
}

/// A bird's number and the card that is all the rest: a Pawn or a Court as a number.
pub(super) fn bird_and_card(words: &mut Words<'_>, verb: &str) -> Result<(BirdNumber, Laid), Unreadable> {
    let number = emu::number(words, verb)?;
    let (rest, start) = words.rest();
    let laid = emu::laid(words, "a bird's number", DECK)?;
    Ok((number, emu::as_a_number(laid, start..start + rest.len())?))
}

/// A card and, behind `link`, where it goes or comes from.
fn placed<T: FromStr>(words: &Words<'_>, verb: &str, link: &str, expected: &str) -> Result<(Card, Option<T>), Unreadable> {
    let (rest, start) = words.rest();
    let Some((at, behind)) = last_word(rest, link) else {
        return Ok((emu::card(words, verb, DECK)?, None));
    };
    let place = rest[behind..].trim();
    let range = start + rest.len() - place.len()..start + rest.len();
    let place = match place.parse() {
        Ok(place) => place,
        Err(_) if place.is_empty() => return Err(Unreadable::new(range, format!("`{link}` needs a place"), expected)),
        Err(_) => return Err(Unreadable::new(range, format!("`{place}` is no such place"), expected)),
    };
    let card = rest[..at].trim_end();
    if card.is_empty() {
        return Err(Unreadable::new(start..start, format!("`{verb}` needs a card"), "a card, as 7SK or the Castle"));
    }
    let expected = "a card, as 7SK or the Castle";
    let read = decktet::read(card, DECK).map_err(|error| Unreadable::new(start..start + card.len(), error.to_string(), expected));
    Ok((read?, Some(place)))
}

/// The last place where `word` stands as a word: where it begins, and where it ends.
fn last_word(text: &str, word: &str) -> Option<(usize, usize)> {
    let mut found = None;
    for (at, range) in Words::of(text).map(|(this, range): (&str, Range<usize>)| (this == word, range)) {
        if at {
            found = Some((range.start, range.end));
        }
    }
    found
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, verb: &str, cards: &[Card]| {
            f.write_str(verb)?;
            cards.iter().try_for_each(|card| write!(f, " {card}"))
        };
        match self {
            Self::Market(cards) => list(f, "market", cards),
            Self::Hatch(laid) => write!(f, "hatch {laid}"),
            Self::Grow(number, laid) => write!(f, "grow {number} {laid}"),
            Self::Discard(card, None) => write!(f, "discard {card}"),
            Self::Discard(card, Some(to)) => write!(f, "discard {card} to {to}"),
            Self::Draw(None) => f.write_str("draw"),
            Self::Draw(Some(card)) => write!(f, "draw {card}"),
            Self::Take(card, None) => write!(f, "take {card}"),
            Self::Take(card, Some(from)) => write!(f, "take {card} from {from}"),
            Self::Lay(number, laid) => write!(f, "lay {number} {laid}"),
            Self::Excuse(number) => write!(f, "excuse {number}"),
            Self::Done => f.write_str("done"),
            Self::Shows(cards) => list(f, "shows", cards),
        }
    }
}
