//! A year counted on the table: each player's birds, with no moves before them.

use super::{BOOK, EmuRanchers, Setup};
use crate::{
    decktet::{Card, Cards},
    emu::{Counted, YearFault, misfits, surplus},
    table::{Header, ParseError, Seat, Tallied, read_each},
};

/// The birds that lie on the table at a year's end, in seat order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally(pub(super) Vec<Counted>);

impl Tally {
    /// A card that the deck has fewer copies of than lie here.
    pub(super) fn surplus(&self) -> Option<Card> {
        surplus(EmuRanchers::deck(), self.0.iter().flat_map(Counted::cards).map(|laid| laid.card))
    }

    /// The first clause that a bird here breaks (ER-3.3, ER-3.4).
    pub(super) fn misfit(&self) -> Option<YearFault> {
        misfits(self.0.iter()).next()
    }
}

impl Tallied for EmuRanchers {
    fn parse_tally(texts: &[&str], _header: &Header<Setup>) -> Result<Tally, (Seat, ParseError)> {
        read_each(texts, |text| Counted::read(text, Cards::BASIC, BOOK.tally)).map(Tally)
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        tally.0.get(seat.index()).map(ToString::to_string).unwrap_or_default()
    }
}
