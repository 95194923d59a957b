//! Tallies: a round counted on the table, without its moves.

use super::{Book, Game, Header, ParseError, Places, Players, ReadCards, Seat, Seats, Totals, and_list};
use std::fmt::Display;

/// A game whose rounds can be counted on the table.
pub trait Tallied: Game {
    /// Parses a round counted on the table: a text per player, without the name, in seat order; empty for a player with nothing.
    ///
    /// # Errors
    /// If a text can't be parsed; the error names its seat.
    fn parse_tally(texts: &[&str], header: &Header<Self::Setup>) -> Result<Self::Tally, (Seat, ParseError)>;

    /// Writes one player's part of a tally canonically, without the name.
    fn write_tally(tally: &Self::Tally, seat: Seat) -> String;

    /// What a tally says beside its items; `None` if the game counts items only. It has none of a player with a bare total.
    fn totals(_tally: &Self::Tally) -> Option<&Totals> {
        None
    }

    /// The same, mutable.
    fn totals_mut(_tally: &mut Self::Tally) -> Option<&mut Totals> {
        None
    }

    /// Whether a player's items score the same whatever the others have. If not, either all players have bare totals or none.
    fn scores_alone(_setup: &Self::Setup) -> bool {
        true
    }

    /// What the moves left on the table for a player but the tally leaves out, in words (TB-8).
    fn uncounted<'a>(&'a self, tally: &'a Self::Tally, seat: Seat) -> impl Iterator<Item: Display>;

    /// What the moves of the current round have left on the table so far, as a tally; `None` if the game can't tell.
    fn left_lying(&self) -> Option<Self::Tally> {
        None
    }

    /// The fault of a tally that leaves out what lay on the table for this player (TB-8).
    fn not_counted(seat: Seat) -> Self::Fault;

    /// Judges a tally's parts for these players, without regard to the moves.
    ///
    /// # Errors
    /// The first clause of the game's own that is broken.
    fn misfit(&self, _tally: &Self::Tally, _of: Seats) -> Result<(), Self::Fault> {
        Ok(())
    }

    /// Judges a tally's parts for these players: alone, and against what the moves left (TB-8). Any fault can be let stand.
    ///
    /// # Errors
    /// The first clause in the rule book that is broken.
    fn parts_are_lawful(&self, tally: &Self::Tally, of: Seats) -> Result<(), Self::Fault> {
        self.misfit(tally, of)?;
        let has_items = |seat: &Seat| Self::totals(tally).is_none_or(|totals| totals.of(*seat).is_none());
        let short = of.iter().filter(has_items).find(|&seat| self.uncounted(tally, seat).next().is_some());
        short.map_or(Ok(()), |seat| Err(Self::not_counted(seat)))
    }

    /// The tallies that one that can't be accepted may have meant, each with the player for whom it differs.
    fn instead(&self, _tally: &Self::Tally) -> Vec<(Seat, Self::Tally)> {
        Vec::new()
    }
}

/// What a tally leaves out, in words (TB-8).
pub fn explain_uncounted(uncounted: impl Iterator<Item: Display>, seat: Seat, players: &Players) -> String {
    format!("the tally leaves out what the moves left before {}: {}", players.name(seat), and_list(uncounted))
}

/// Reads each player's text of a tally: `says` what a part has of the book's places, and `cards` reads the cards of one.
///
/// # Errors
/// The first error, with its seat.
pub fn read_parts<T: Default>(
    texts: &[&str],
    book: &Book,
    cards: &ReadCards<'_>,
    says: impl Fn(&mut T, &mut Places<'_>),
) -> Result<Vec<T>, (Seat, ParseError)> {
    read_each(texts, |text| {
        let mut part = T::default();
        Places::read_tally(text, book.tally_parts, cards, |say| says(&mut part, say))
            .map_err(|error| error.expecting(format!("{}, as {}", book.counted, book.tally)))?;
        Ok(part)
    })
}

/// Writes one player's part of a tally, of which `says` what it has of the book's places.
pub fn write_part<T: Clone>(part: Option<&T>, book: &Book, says: impl Fn(&mut T, &mut Places<'_>)) -> String {
    part.map(|part| Places::write_tally(book.tally_parts, |say| says(&mut part.clone(), say))).unwrap_or_default()
}

/// Reads each player's text of a tally.
///
/// # Errors
/// The first error, with its seat.
pub fn read_each<T>(texts: &[&str], read: impl Fn(&str) -> Result<T, ParseError>) -> Result<Vec<T>, (Seat, ParseError)> {
    let each = Seat::all(texts.len()).zip(texts);
    each.map(|(seat, text)| read(text).map_err(|error| (seat, error))).collect()
}
