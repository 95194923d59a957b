//! A year counted on the table, without its moves: each player's birds.

use super::{BOOK, EmuRanchers, Fault, Setup};
use crate::{
    decktet::Cards,
    emu::{Counted, misfits},
    table::{Header, ParseError, Seat, Seats, TableFault, Tallied, Totals, read_each},
};
use std::fmt::Display;

/// The birds that lie on the table at a year's end, in seat order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally(pub(super) Vec<Counted>, pub(super) Totals);

impl Tallied for EmuRanchers {
    fn parse_tally(texts: &[&str], _header: &Header<Setup>) -> Result<Tally, (Seat, ParseError)> {
        let parts = read_each(texts, |text| Counted::read(text, Cards::BASIC, BOOK.tally));
        parts.map(|birds| Tally(birds, Totals::default()))
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        tally.0.get(seat.index()).map(ToString::to_string).unwrap_or_default()
    }

    fn totals(tally: &Tally) -> Option<&Totals> {
        Some(&tally.1)
    }

    fn totals_mut(tally: &mut Tally) -> Option<&mut Totals> {
        Some(&mut tally.1)
    }

    fn uncounted<'a>(&'a self, tally: &'a Tally, seat: Seat) -> impl Iterator<Item: Display> {
        tally.0.get(seat.index()).into_iter().flat_map(move |birds| birds.uncounted(self.year.rancher(seat)))
    }

    fn left_lying(&self) -> Option<Tally> {
        Some(Tally(self.year.seats().map(|seat| Counted::lying(self.year.rancher(seat))).collect(), Totals::default()))
    }

    fn not_counted(seat: Seat) -> Fault {
        Fault::Year(TableFault::NotCounted(seat).into())
    }

    /// ER-3.3, ER-3.4
    fn misfit(&self, tally: &Tally, of: Seats) -> Result<(), Fault> {
        let parts = self.year.seats().zip(&tally.0).filter(|(seat, _)| of.contains(*seat));
        misfits(parts.map(|(seat, birds)| (seat, birds, self.year.rancher(seat))))
            .next()
            .map_or(Ok(()), |fault| Err(Fault::Year(fault)))
    }
}
