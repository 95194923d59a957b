//! A score without the moves: a round counted on the table.

use super::{Game, Header, ParseError, Seat};

/// A game whose rounds can be counted on the table.
pub trait Tallied: Game {
    /// Reads a round counted on the table: one text a player, without the name, in seat order.
    ///
    /// # Errors
    /// When a text can't be read; its seat is named.
    fn parse_tally(texts: &[&str], header: &Header<Self::Setup>) -> Result<Self::Tally, (Seat, ParseError)>;

    /// Writes one player's part of a tally canonically, without the name.
    fn write_tally(tally: &Self::Tally, seat: Seat) -> String;
}

/// Reads each player's text of a tally.
///
/// # Errors
/// The first that can't be read, with its seat.
pub fn read_each<T>(texts: &[&str], read: impl Fn(&str) -> Result<T, ParseError>) -> Result<Vec<T>, (Seat, ParseError)> {
    let each = Seat::all(texts.len()).zip(texts);
    each.map(|(seat, text)| read(text).map_err(|error| (seat, error))).collect()
}
