//! A year counted on the table: each player's birds and Excuses, with no moves before them.

use super::{EmusRedux, Fault, book::BOOK, is_wild, judge::may_hatch, market::Market, step::DECK};
use crate::{
    decktet::{self, Card},
    emu::{Counted, Misfit},
    table::{Seat, Unreadable},
};
use std::ops::Range;

/// What lies before one player at the year's end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// The birds.
    pub birds: Counted,
    /// How many Excuses are in hand.
    pub excuses: u8,
}

/// What lies on the table at the year's end, in seat order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    parts: Vec<Part>,
}

impl Tally {
    /// Reads one text a player: birds with `|` between them, and behind `;` the Excuses in hand.
    pub(super) fn read(texts: &[&str]) -> Result<Self, (Seat, Unreadable)> {
        let read = |(text, seat): (&&str, Seat)| Part::read(text).map_err(|unreadable| (seat, unreadable));
        let parts = texts.iter().zip(Seat::all(texts.len())).map(read).collect::<Result<_, _>>()?;
        Ok(Self { parts })
    }

    /// Writes one player's part.
    pub(super) fn write(&self, seat: Seat) -> String {
        self.parts.get(seat.index()).map(Part::write).unwrap_or_default()
    }

    /// What lies before each player, in seat order.
    pub(super) fn parts(&self) -> &[Part] {
        &self.parts
    }

    fn each(&self) -> impl Iterator<Item = (Seat, &Counted)> {
        Seat::all(self.parts.len()).zip(self.parts.iter().map(|part| &part.birds))
    }

    /// What can't be on the table together: more copies of a card than the game has, more Pawns and Courts than the market had.
    pub(super) fn surplus(&self, market: &Market, market_size: usize) -> Option<Fault> {
        let mut left = EmusRedux::deck();
        let (mut wilds, mut too_many) = (0u8, None);
        let cards = || self.each().flat_map(|(_, birds)| birds.cards()).map(|laid| laid.card);
        for card in super::WILDS {
            left[card.index()] = market.copies_at_most(card);
        }
        let excuses = self.parts.iter().flat_map(|part| std::iter::repeat_n(Card::EXCUSE, part.excuses.into()));
        for card in cards().chain(excuses) {
            wilds = wilds.saturating_add(is_wild(card).into());
            match left[card.index()].checked_sub(1) {
                Some(fewer) => left[card.index()] = fewer,
                None => too_many = too_many.or(Some(card)),
            }
        }
        match too_many {
            Some(card) => Some(Fault::TooManyCopies { card }), // TB-3
            None if usize::from(wilds) > market_size => Some(Fault::TooManyWilds { cards: wilds }), // RX-1.3
            None => None,
        }
    }

    /// The first clause that a bird here breaks (RX-3.3 to RX-3.6).
    pub(super) fn misfit(&self) -> Option<Fault> {
        let excuse = || self.each().any(|(_, birds)| birds.cards().any(|laid| laid.card == Card::EXCUSE));
        let misfit = |wanted| {
            let of = |(seat, birds): (Seat, &Counted)| {
                // The Excuse has a clause of its own.
                let (number, laid) = birds.misfits(wanted).find(|(_, laid)| laid.card != Card::EXCUSE)?;
                Some(Fault::misfit(wanted, seat, number, laid))
            };
            self.each().find_map(of)
        };
        // Of all birds the wilds first, which come first in the rule book.
        let hatched = || {
            let bottoms = self.each().flat_map(|(_, birds)| birds.birds()).filter_map(|(_, cards)| cards.first());
            bottoms.filter(|laid| is_wild(laid.card)).find_map(|laid| may_hatch(laid.card).err())
        };
        misfit(Misfit::NoSharedSuit)
            .or_else(|| misfit(Misfit::OutOfOrder))
            .or_else(hatched)
            .or_else(|| excuse().then_some(Fault::ExcusePlayed))
    }
}

impl Part {
    fn read(text: &str) -> Result<Self, Unreadable> {
        let (birds, excuses) = text.split_once(';').unwrap_or((text, ""));
        let behind = birds.len() + 1;
        Ok(Self {
            birds: Counted::read(birds, DECK, BOOK.tally)?,
            excuses: read_excuses(excuses).map_err(|unreadable| unreadable.shifted(behind))?,
        })
    }

    fn write(&self) -> String {
        let excuses = [Card::EXCUSE.code()].repeat(self.excuses.into()).join(" ");
        match (self.birds.to_string(), excuses) {
            (birds, excuses) if excuses.is_empty() => birds,
            (birds, excuses) => format!("{birds}; {excuses}"),
        }
    }
}

/// The Excuses behind the `;`.
fn read_excuses(text: &str) -> Result<u8, Unreadable> {
    let wrong = |range: Range<usize>, problem: String| Unreadable::new(range, problem, "the Excuses in hand: EX, or EX EX");
    let cards = decktet::read_many(text, DECK).map_err(|(error, range)| wrong(range, error.to_string()))?;
    match cards.iter().find(|(card, _)| *card != Card::EXCUSE) {
        Some((card, range)) => Err(wrong(range.clone(), format!("{card} does not count in a hand"))),
        None => Ok(u8::try_from(cards.len()).unwrap_or(u8::MAX)),
    }
}
