//! What a tally says beside the items, in a log that keeps scores only: bare totals, and who has left the table.

use super::{ParseError, Seat, Seats, parse_number};

/// The largest bare total, and the largest loss.
const LARGEST: i32 = 9999;

/// What a round's tally says beside the items.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// The players of whom only the points of the round are known, in seat order.
    pub points: Vec<(Seat, i32)>,
    /// The players who had left before the round.
    pub absent: Seats,
    /// The players who leave once it is counted.
    pub leaving: Seats,
}

impl Totals {
    /// The bare total of a player, if there is one.
    pub fn of(&self, seat: Seat) -> Option<i32> {
        self.points.iter().find(|(other, _)| *other == seat).map(|(_, points)| *points)
    }

    /// The players who are not at the table any more after the round.
    pub fn departed(&self) -> Seats {
        self.leaving.iter().fold(self.absent, Seats::with)
    }
}

/// Parses a bare total: `= 23`. `None` if the text doesn't begin with `=`.
pub fn bare_total(text: &str) -> Option<Result<i32, ParseError>> {
    let number = text.trim_start().strip_prefix('=')?.trim();
    let read = parse_number(number).filter(|points: &i32| points.abs() <= LARGEST);
    let wrong = || {
        let start = text.len() - text.trim_start().len();
        let problem = format!("`{}` is no total", text.trim());
        ParseError::new(start..text.trim_end().len(), problem, "`=` and a whole number, as = 23")
    };
    Some(read.ok_or_else(wrong))
}

/// The next player to the left who is still at the table.
pub fn next_at_table(seat: Seat, players: usize, departed: Seats) -> Seat {
    let next = seat.left(players);
    next.clockwise(players).find(|&seat| !departed.contains(seat)).unwrap_or(next)
}
