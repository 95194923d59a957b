//! What a tally says beside the items, in a log that keeps scores only: bare totals, and who has left the table.

use super::{Book, ParseError, Players, Seat, Seats, Sheet, TallyPart, parse_number};
use std::fmt::Write as _;

/// The largest bare total, and the largest loss.
const LARGEST: i32 = 9999;

/// The largest count of a tie-break.
const MOST_COUNTED: u16 = 999;

/// The points of a round without what scored them: `= 30; pairs 2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BareTotal {
    /// The points.
    pub points: i32,
    /// The counts that break a tie, in the order of [`Book::tie_break`]; `None` for one that isn't recorded.
    tie_break: Vec<Option<u16>>,
}

/// What a round's tally says beside the items.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// The players of whom only the points of the round are known, in seat order.
    pub points: Vec<(Seat, BareTotal)>,
    /// The players who had left before the round.
    pub absent: Seats,
    /// The players who leave once it is counted.
    pub leaving: Seats,
}

impl Totals {
    /// The bare total of a player, if there is one.
    pub fn of(&self, seat: Seat) -> Option<i32> {
        self.bare(seat).map(|bare| bare.points)
    }

    /// The bare total of a player with its tie-break, if there is one.
    pub fn bare(&self, seat: Seat) -> Option<&BareTotal> {
        self.points.iter().find(|(other, _)| *other == seat).map(|(_, bare)| bare)
    }

    /// The players who are not at the table any more after the round.
    pub fn departed(&self) -> Seats {
        self.leaving.iter().fold(self.absent, Seats::with)
    }
}

impl BareTotal {
    /// Parses a bare total with what breaks a tie in the game of `book`. `None` if the text doesn't begin with `=`.
    pub fn parse(text: &str, book: &Book) -> Option<Result<Self, ParseError>> {
        text.trim_start().starts_with('=').then(|| Self::parse_pieces(text, book))
    }

    fn parse_pieces(text: &str, book: &Book) -> Result<Self, ParseError> {
        let form = || format!("`=` and a whole number, as {}", example(book, 23));
        let mut at = 0;
        let mut pieces = text.split(';').map(|piece| {
            let start = at + piece.len() - piece.trim_start().len();
            at += piece.len() + 1;
            (piece.trim(), start..start + piece.trim().len())
        });
        let (total, place) = pieces.next().unwrap_or_default();
        let points = total.strip_prefix('=').and_then(|number| parse_number(number.trim()));
        let points = points.filter(|points: &i32| points.abs() <= LARGEST);
        let points = points.ok_or_else(|| ParseError::new(place, format!("`{total}` is no total"), form()))?;
        let mut tie_break = vec![None; book.tie_break.len()];
        for (piece, place) in pieces.filter(|(piece, _)| !piece.is_empty()) {
            let wrong = |problem: String| ParseError::new(place.clone(), problem, form());
            let (name, number) = piece.split_at(piece.find(|char: char| char.is_ascii_digit()).unwrap_or(piece.len()));
            let name = name.trim().to_lowercase();
            let is_called = |word: &str| name == word || name.len() == 1 && word.starts_with(&name);
            let count = words_of(book).zip(&mut tie_break).find(|(word, _)| is_called(word)).map(|(_, count)| count);
            let count = count.ok_or_else(|| wrong(format!("`{piece}` doesn't belong to a total")))?;
            let number = number.parse().ok().filter(|number| *number <= MOST_COUNTED);
            let number = number.ok_or_else(|| wrong(format!("`{piece}` has no such number")))?;
            if count.replace(number).is_some() {
                return Err(wrong(format!("`{piece}` is here twice")));
            }
        }
        Ok(Self { points, tie_break })
    }

    /// Writes the total canonically.
    pub fn to_text(&self, book: &Book) -> String {
        let mut text = format!("= {}", self.points);
        for (word, count) in words_of(book).zip(&self.tie_break) {
            if let Some(count) = count {
                // Writing to a string can't fail.
                let _ = write!(text, "; {word} {count}");
            }
        }
        text
    }

    /// The count of a tie-break, by its index in the book; `None` if it isn't recorded.
    pub fn tie_break(&self, nth: usize) -> Option<usize> {
        self.tie_break.get(nth).copied().flatten().map(usize::from)
    }
}

/// The words of the counts that break a tie.
fn words_of(book: &Book) -> impl Iterator<Item = &'static str> + use<> {
    book.tie_break.iter().filter_map(|part| if let TallyPart::Count { word, .. } = part { Some(*word) } else { None })
}

/// An example of a total with these points and all counts that break a tie: `= 23; pairs 2`.
fn example(book: &Book, points: i32) -> String {
    words_of(book).fold(format!("= {points}"), |example, word| format!("{example}; {word} 2"))
}

/// Explains what a bare total may say beside the points; empty if nothing breaks a tie.
pub fn tie_break_usage(book: &Book) -> String {
    let counted = |part: &'static TallyPart| if let TallyPart::Count { what, .. } = part { Some(*what) } else { None };
    let counted: Vec<&str> = book.tie_break.iter().filter_map(counted).collect();
    if counted.is_empty() {
        return String::new();
    }
    format!("Equal totals are decided by {}, if they are given: `{}`.", counted.join(", then "), example(book, 23))
}

impl Sheet {
    /// Ends a game in which these players have the most, and nobody recorded what breaks their tie.
    pub fn leave_undecided(&mut self, level: Seats, players: &Players, book: &Book) {
        self.crown(Seats::NONE);
        self.undecided = level.iter().map(|seat| players.name(seat).to_owned()).collect();
        let total = level.iter().next().and_then(|seat| self.players.get(seat.index())?.total.exactly()).unwrap_or_default();
        let (names, example) = (players.list(level.iter()), example(book, total));
        let why = "the tie-break isn't recorded: a total can say it, as";
        self.tiebreak = Some(format!("{names} are equal at {total}, and {why} `{example}`"));
    }
}

/// The next player to the left who is still at the table.
pub fn next_at_table(seat: Seat, players: usize, departed: Seats) -> Seat {
    let next = seat.left(players);
    next.clockwise(players).find(|&seat| !departed.contains(seat)).unwrap_or(next)
}
