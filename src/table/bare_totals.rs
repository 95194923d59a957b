//! Bare totals, and the players who are not at the table, for logs that keep scores only.

use super::{Adjustment, Book, FieldBinder, FieldSpec, ParseError, Players, Seat, Seats, Sheet};

/// The points of a round without items: `= 30; pairs 2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BareTotal {
    /// The points.
    pub points: i32,
    /// The counts that break a tie, in the order of [`Book::tie_break`]. `None` for an unrecorded count.
    tie_break: Vec<Option<u16>>,
}

/// The content of a round's tally apart from the items.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BareTotals {
    /// The players with a bare total for the round, in seat order.
    pub points: Vec<(Seat, BareTotal)>,
    /// The points that the table gave or took (TB-9), in seat order and without reasons.
    pub adjustments: Vec<Adjustment>,
    /// The players who are not at the table in the round: they had left, or join later.
    pub absent: Seats,
    /// The players who are not at the table in the next round.
    pub absent_next: Seats,
}

impl BareTotals {
    /// The points of a player's bare total. Returns `None` if the player has none.
    pub fn of(&self, seat: Seat) -> Option<i32> {
        self.bare(seat).map(|total| total.points)
    }

    /// The bare total of a player with its tie-break. Returns `None` if the player has none.
    pub fn bare(&self, seat: Seat) -> Option<&BareTotal> {
        self.points.iter().find(|(owner, _)| *owner == seat).map(|(_, total)| total)
    }

    /// The points that the table gave a player or took. Returns `None` if it did neither.
    pub fn adjusted(&self, seat: Seat) -> Option<i32> {
        self.adjustments.iter().find(|adjustment| adjustment.seat == seat).map(|adjustment| adjustment.points)
    }
}

impl BareTotal {
    /// Parses a bare total with the tie-break counts of the game of `book`, and the points by the table's decision. Returns `None` if
    /// the text doesn't begin with `=`.
    pub fn parse(text: &str, book: &Book) -> Option<Result<(Self, Option<i32>), ParseError>> {
        text.trim_start().starts_with('=').then(|| Self::parse_pieces(text, book))
    }

    fn parse_pieces(text: &str, book: &Book) -> Result<(Self, Option<i32>), ParseError> {
        let (mut total, mut adjusted) = (Self { points: 0, tie_break: vec![None; book.tie_break.len()] }, None);
        let expected = || format!("`=` and a whole number, as {}", example(book, 23));
        let result = FieldBinder::parse_tally(text, &Self::fields(book), &|_, _, _| Ok(Vec::new()), |binder| {
            total.bind(&mut adjusted, binder);
        });
        result.map(|()| (total, adjusted)).map_err(|error| error.expecting(expected()))
    }

    /// The fields of a bare total: the points, the counts that break a tie, and the points by the table's decision (TB-9).
    pub fn fields(book: &Book) -> Vec<FieldSpec> {
        let points = FieldSpec::signed("the total alone", "=").always();
        std::iter::once(points).chain(book.tie_break.iter().copied()).chain([FieldSpec::ADJUST]).collect()
    }

    /// Lets the binder read or write the fields.
    fn bind(&mut self, adjusted: &mut Option<i32>, binder: &mut FieldBinder<'_>) {
        let mut points = Some(self.points);
        binder.count(&mut points);
        self.points = points.unwrap_or_default();
        for count in &mut self.tie_break {
            binder.count(count);
        }
        binder.count(adjusted);
    }

    /// Renders the total canonically, with the points by the table's decision.
    pub fn to_text(&self, mut adjusted: Option<i32>, book: &Book) -> String {
        FieldBinder::write_tally(&Self::fields(book), |binder| self.clone().bind(&mut adjusted, binder))
    }

    /// The tie-break count with this index in the book. Returns `None` for an unrecorded count.
    pub fn tie_break(&self, index: usize) -> Option<usize> {
        self.tie_break.get(index).copied().flatten().map(usize::from)
    }
}

/// An example of a total with these points and all counts that break a tie: `= 23; pairs 2`.
fn example(book: &Book, points: i32) -> String {
    book.tie_break.iter().fold(format!("= {points}"), |example, count| format!("{example}; {} 2", count.keyword))
}

/// Explains the tie-break counts that a bare total may have. Empty if the game has none.
pub fn tie_break_usage(book: &Book) -> String {
    let nouns: Vec<&str> = book.tie_break.iter().map(|count| count.noun).collect();
    if nouns.is_empty() {
        return String::new();
    }
    format!("Equal totals are decided by {}, if they are given: `{}`.", nouns.join(", then "), example(book, 23))
}

impl Sheet {
    /// Ends a game without a winner: these players are tied, and the tie-break was not recorded.
    pub fn leave_undecided(&mut self, tied: Seats, players: &Players, book: &Book) {
        self.set_winners(Seats::NONE);
        self.undecided = tied.iter().map(|seat| players.name(seat).to_owned()).collect();
        let total = tied.iter().next().and_then(|seat| self.players.get(seat.index())?.total.if_exact()).unwrap_or_default();
        let (names, example) = (players.join_names(tied.iter()), example(book, total));
        let why = "the tie-break isn't recorded: it can be given with a total, as in";
        self.tiebreak = Some(format!("{names} are equal at {total}, and {why} `{example}`"));
    }
}

/// The next player to the left who is still at the table.
pub fn next_at_table(seat: Seat, players: usize, absent: Seats) -> Seat {
    let next = seat.left(players);
    next.clockwise(players).find(|&seat| !absent.contains(seat)).unwrap_or(next)
}
