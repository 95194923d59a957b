//! A year counted on the table: each player's birds, with no moves before them.

use super::{EmuRanchers, Fault, PLAYERS, Ranch, book::BOOK};
use crate::{
    decktet::{Card, Cards},
    emu::{Bird, BirdNumber, Counted, Misfit, surplus},
    table::{Seat, Unreadable},
};

/// The birds that lie on the table at a year's end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    birds: [Counted; PLAYERS],
}

impl Tally {
    /// Reads one text a player: birds with `|` between them.
    pub(super) fn read(texts: &[&str]) -> Result<Self, (Seat, Unreadable)> {
        let mut tally = Self::default();
        for ((birds, text), seat) in tally.birds.iter_mut().zip(texts).zip(Seat::all(PLAYERS)) {
            *birds = Counted::read(text, Cards::BASIC, BOOK.tally).map_err(|unreadable| (seat, unreadable))?;
        }
        Ok(tally)
    }

    /// Writes one player's part.
    pub(super) fn write(&self, seat: Seat) -> String {
        self.birds.get(seat.index()).map(ToString::to_string).unwrap_or_default()
    }

    /// A card that the deck has fewer copies of than lie here.
    pub(super) fn card_too_many(&self) -> Option<Card> {
        surplus(EmuRanchers::stock(), self.birds.iter().flat_map(Counted::cards).map(|laid| laid.card))
    }

    /// The first clause that a bird here breaks: suits of all birds before directions (ER-3.3, ER-3.4).
    pub(super) fn misfit(&self) -> Option<Fault> {
        [Misfit::NoSharedSuit, Misfit::OutOfOrder].into_iter().find_map(|wanted| {
            Seat::all(PLAYERS).zip(&self.birds).find_map(|(seat, birds)| {
                let (number, laid) = birds.misfits(wanted).next()?;
                Some(Fault::misfit(wanted, seat, number, laid.card))
            })
        })
    }

    /// A bird as it was without the first card that does not fit it so, and what lies on that.
    pub(super) fn bird_below(&self, seat: Seat, number: BirdNumber, misfit: Misfit) -> Option<Bird> {
        self.birds.get(seat.index())?.below(number, misfit)
    }

    pub(super) fn ranches(&self) -> [Ranch; PLAYERS] {
        self.birds.each_ref().map(Counted::ranch)
    }
}
