//! Tallies: rounds counted on the table, without their moves.

use super::{
    Adjustment, BareTotals, Book, FieldBinder, FieldSpec, Game, GameFault as _, ParseError, Players, Seat, Seats, TableFault,
    TallyOf, Tokens, and_list,
};
use std::fmt::Display;

/// A round counted on the table, with a part of type `P` for each player.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally<P> {
    /// The parts, in seat order.
    pub parts: Vec<P>,
    /// The bare totals in the place of parts, and the players who have left.
    pub totals: BareTotals,
}

impl<P> Tally<P> {
    /// A tally of these parts, in seat order.
    pub fn of(parts: Vec<P>) -> Self {
        Self { parts, totals: BareTotals::default() }
    }

    /// The part of a player, if there is one.
    pub fn part(&self, seat: Seat) -> Option<&P> {
        self.parts.get(seat.index())
    }

    /// The players with their parts.
    pub fn by_seat(&self) -> impl Iterator<Item = (Seat, &P)> {
        Seat::all(self.parts.len()).zip(&self.parts)
    }
}

/// A game whose rounds can be counted on the table.
pub trait Tallying: Game {
    /// Whether a part may be a bare total, and players may leave.
    const TAKES_TOTALS: bool = false;

    /// Binds the book's `tally_parts` in their order, for reading or writing a player's part.
    fn bind_part(part: &mut Self::TallyPart, binder: &mut FieldBinder<'_>);

    /// Parses the cards of a field into their codes.
    fn parse_cards(
        _field: &FieldSpec,
        _verb: &str,
        _tokens: &mut Tokens<'_>,
        _setup: &Self::Setup,
    ) -> Result<Vec<String>, ParseError> {
        Ok(Vec::new())
    }

    /// Parses a round counted on the table. `texts` are the players' parts in seat order, without the names. The text of a player
    /// with nothing is empty.
    fn parse_tally(texts: &[&str], setup: &Self::Setup) -> Result<TallyOf<Self>, (Seat, ParseError)> {
        let book = Self::book();
        let parse_cards =
            |field: &FieldSpec, verb: &'static str, tokens: &mut Tokens<'_>| Self::parse_cards(field, verb, tokens, setup);
        let parse_part = |(seat, text): (Seat, &&str)| {
            let (mut part, mut points) = (Self::TallyPart::default(), None);
            let bind = |binder: &mut FieldBinder<'_>| {
                Self::bind_part(&mut part, binder);
                binder.count(&mut points);
            };
            match FieldBinder::parse_tally(text, &part_fields(book), &parse_cards, bind) {
                Ok(()) => Ok((part, Adjustment::stated(seat, points))),
                Err(error) => Err((seat, error.expecting(format!("{}, as {}", book.tally_part_noun, book.tally_example)))),
            }
        };
        let parts: Vec<_> = Seat::all(texts.len()).zip(texts).map(parse_part).collect::<Result<_, _>>()?;
        let (parts, adjustments): (_, Vec<_>) = parts.into_iter().unzip();
        let totals = BareTotals { adjustments: adjustments.into_iter().flatten().collect(), ..BareTotals::default() };
        Ok(Tally { parts, totals })
    }

    /// Renders one player's part of a tally canonically, without the name.
    fn write_tally(tally: &TallyOf<Self>, seat: Seat) -> String {
        let mut part = tally.part(seat).cloned().unwrap_or_default();
        FieldBinder::write_tally(&part_fields(Self::book()), |binder| {
            Self::bind_part(&mut part, binder);
            binder.count(&mut tally.totals.adjusted(seat));
        })
    }

    /// Whether a player's items score the same regardless of the other players' items. If not, all players have bare totals or no
    /// player has one.
    fn scores_independently(_setup: &Self::Setup) -> bool {
        true
    }

    /// The things that the moves left before a player and that the tally omits, in words (TB-8).
    fn uncounted<'a>(&'a self, tally: &'a TallyOf<Self>, seat: Seat) -> impl Iterator<Item: Display>;

    /// The things that the moves of the current round have left before the players, as a tally. Returns `None` if the game can't
    /// tell.
    fn tally_so_far(&self) -> Option<TallyOf<Self>> {
        None
    }

    /// The fault of a tally without something that the moves left before this player (TB-8).
    fn uncounted_fault(seat: Seat) -> Self::Fault {
        Self::Fault::of_table(TableFault::NotCounted(seat))
    }

    /// Checks the parts of these players against the game's own clauses, regardless of the moves.
    fn check_own_clauses(&self, _tally: &TallyOf<Self>, _seats: Seats) -> Result<(), Self::Fault> {
        Ok(())
    }

    /// Checks the parts of these players in a tally, alone and against what the moves left (TB-8). Any fault can be let stand.
    fn check_parts(&self, tally: &TallyOf<Self>, seats: Seats) -> Result<(), Self::Fault> {
        self.check_own_clauses(tally, seats)?;
        let incomplete_seat = seats.iter().find(|&seat| self.uncounted(tally, seat).next().is_some());
        incomplete_seat.map_or(Ok(()), |seat| Err(Self::uncounted_fault(seat)))
    }

    /// The likely corrections of a rejected tally, each with the player whose part differs.
    fn corrections(&self, _tally: &TallyOf<Self>) -> Vec<(Seat, TallyOf<Self>)> {
        Vec::new()
    }
}

/// The fields of a player's part: those of the book, and the points by the table's decision (TB-9).
pub(crate) fn part_fields(book: &Book) -> Vec<FieldSpec> {
    [book.tally_parts, &[FieldSpec::ADJUST]].concat()
}

/// Explains a tally without things that the moves left before a player (TB-8).
pub fn explain_uncounted(uncounted: impl Iterator<Item: Display>, seat: Seat, players: &Players) -> String {
    format!("the tally leaves out what the moves left before {}: {}", players.name(seat), and_list(uncounted))
}
