//! Tallies: rounds counted on the table, without their moves.

use super::{BareTotals, Book, FieldBinder, Game, ParseCardsFn, ParseError, Players, Seat, Seats, TableContext, and_list};
use std::fmt::Display;

/// A game whose rounds can be counted on the table.
pub trait Tallying: Game {
    /// Parses a round counted on the table. `texts` are the players' parts in seat order, without the names. The text of a player
    /// with nothing is empty.
    fn parse_tally(texts: &[&str], context: &TableContext<Self::Setup>) -> Result<Self::Tally, (Seat, ParseError)>;

    /// Renders one player's part of a tally canonically, without the name.
    fn write_tally(tally: &Self::Tally, seat: Seat) -> String;

    /// The bare totals of a tally, and the players who have left. `None` if the game allows no bare totals.
    fn totals(_tally: &Self::Tally) -> Option<&BareTotals> {
        None
    }

    /// The bare totals of a tally, mutably.
    fn totals_mut(_tally: &mut Self::Tally) -> Option<&mut BareTotals> {
        None
    }

    /// Whether a player's items score the same regardless of the other players' items. If not, all players have bare totals or no
    /// player has one.
    fn scores_independently(_setup: &Self::Setup) -> bool {
        true
    }

    /// The things that the moves left before a player and that the tally omits, in words (TB-8).
    fn uncounted<'a>(&'a self, tally: &'a Self::Tally, seat: Seat) -> impl Iterator<Item: Display>;

    /// The things that the moves of the current round have left before the players, as a tally. Returns `None` if the game can't
    /// tell.
    fn tally_so_far(&self) -> Option<Self::Tally> {
        None
    }

    /// The fault of a tally without something that the moves left before this player (TB-8).
    fn uncounted_fault(seat: Seat) -> Self::Fault;

    /// Checks the parts of these players against the game's own clauses, regardless of the moves.
    fn check_own_clauses(&self, _tally: &Self::Tally, _seats: Seats) -> Result<(), Self::Fault> {
        Ok(())
    }

    /// Checks the parts of these players in a tally, alone and against what the moves left (TB-8). Any fault can be let stand.
    fn check_parts(&self, tally: &Self::Tally, seats: Seats) -> Result<(), Self::Fault> {
        self.check_own_clauses(tally, seats)?;
        let has_items = |seat: &Seat| Self::totals(tally).is_none_or(|totals| totals.of(*seat).is_none());
        let incomplete_seat = seats.iter().filter(has_items).find(|&seat| self.uncounted(tally, seat).next().is_some());
        incomplete_seat.map_or(Ok(()), |seat| Err(Self::uncounted_fault(seat)))
    }

    /// The likely corrections of a rejected tally, each with the player whose part differs.
    fn corrections(&self, _tally: &Self::Tally) -> Vec<(Seat, Self::Tally)> {
        Vec::new()
    }
}

/// Explains a tally without things that the moves left before a player (TB-8).
pub fn explain_uncounted(uncounted: impl Iterator<Item: Display>, seat: Seat, players: &Players) -> String {
    format!("the tally leaves out what the moves left before {}: {}", players.name(seat), and_list(uncounted))
}

/// Parses each player's text of a tally. `bind` binds the book's fields of a part, and `parse_cards` parses the cards of a field.
pub fn parse_parts<T: Default>(
    texts: &[&str],
    book: &Book,
    parse_cards: &ParseCardsFn<'_>,
    bind: impl Fn(&mut T, &mut FieldBinder<'_>),
) -> Result<Vec<T>, (Seat, ParseError)> {
    parse_each(texts, |text| {
        let mut part = T::default();
        FieldBinder::parse_tally(text, book.tally_parts, parse_cards, |binder| bind(&mut part, binder))
            .map_err(|error| error.expecting(format!("{}, as {}", book.tally_part_noun, book.tally_example)))?;
        Ok(part)
    })
}

/// Renders one player's part of a tally. `bind` binds the book's fields of the part.
pub fn write_part<T: Clone>(part: Option<&T>, book: &Book, bind: impl Fn(&mut T, &mut FieldBinder<'_>)) -> String {
    part.map(|part| FieldBinder::write_tally(book.tally_parts, |binder| bind(&mut part.clone(), binder))).unwrap_or_default()
}

/// Parses each player's text of a tally with `parse`.
pub fn parse_each<T>(texts: &[&str], parse: impl Fn(&str) -> Result<T, ParseError>) -> Result<Vec<T>, (Seat, ParseError)> {
    let parts = Seat::all(texts.len()).zip(texts);
    parts.map(|(seat, text)| parse(text).map_err(|error| (seat, error))).collect()
}
