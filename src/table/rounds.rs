//! The rounds of a game: the current one, the past ones, and the points carried from unrecorded ones.

use super::{Adjustment, Book, ClauseId, Players, Points, PositionError, RoundSheet, Seat, Seats, signed, to_u16};
use std::{array, mem, ops::Add};

/// The rounds of a game of at most `N` players. `R` is the state of a round that its score needs, `P` a
/// player's points.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rounds<R, const N: usize, P = i32> {
    /// The current round, or the last one.
    pub current: R,
    /// The number of the current round, counted from 1, or 0 before the first.
    pub number: u16,
    /// The recorded rounds before the current one, each with its points.
    pub past: Vec<(R, [P; N])>,
    /// The points of each player before the first recorded round. Only a position sets them.
    pub carried_over: [P; N],
    /// The players who are not at the table after the last tally: they have left, or join later.
    pub absent: Seats,
    /// The points that the table gave or took (TB-9), each with the number of its round.
    adjustments: Vec<(u16, Adjustment)>,
}

impl<R: Default, const N: usize, P: Copy + Default> Default for Rounds<R, N, P> {
    fn default() -> Self {
        let (past, adjustments) = (Vec::new(), Vec::new());
        Self { current: R::default(), number: 0, past, carried_over: [P::default(); N], absent: Seats::NONE, adjustments }
    }
}

impl<R: Default, const N: usize, P: Copy + Default + Add<Output = P> + From<i32> + Into<Points>> Rounds<R, N, P> {
    /// Begins the next round. `points` are the points of the previous round, without those by the table's decision.
    pub fn begin(&mut self, points: [P; N]) {
        let last = mem::take(&mut self.current);
        if self.number > 0 {
            self.past.push((last, points));
        }
        self.number = self.number.saturating_add(1);
    }

    /// Takes all rounds out, the current one empty.
    #[must_use]
    pub fn take_cleared(&mut self) -> Self {
        Self { current: R::default(), ..mem::take(self) }
    }

    /// The recorded rounds that have begun.
    pub fn all(&self) -> impl Iterator<Item = &R> {
        self.past.iter().map(|(round, _)| round).chain((self.number > 0).then_some(&self.current))
    }

    /// The number of rounds before the first recorded one. Zero, unless a position stated earlier rounds.
    pub fn unrecorded(&self) -> u16 {
        self.number.saturating_sub(1).saturating_sub(to_u16(self.past.len()))
    }

    /// The points of each player before the current round.
    pub fn totals_before(&self) -> [P; N] {
        let recorded = self.past.iter().fold(self.carried_over, |sums, (_, points)| sum(sums, *points));
        let adjustments = self.adjustments.iter().filter(|(round, _)| *round < self.number);
        adjustments.fold(recorded, |mut sums, (_, adjustment)| {
            let points = &mut sums[adjustment.seat.index()];
            *points = *points + adjustment.points.into();
            sums
        })
    }

    /// The points of each player, including `points` of the current round and those by the table's decision.
    pub fn totals(&self, points: [P; N]) -> [P; N] {
        let before = self.totals_before();
        if self.number == 0 { before } else { sum(before, self.with_adjustments(points)) }
    }

    /// Keeps points that the table gives or takes in the current round (TB-9).
    pub fn adjust<'a>(&mut self, adjustments: impl IntoIterator<Item = &'a Adjustment>) {
        let number = self.number;
        self.adjustments.extend(adjustments.into_iter().map(|adjustment| (number, adjustment.clone())));
    }

    /// The points of the current round, including those by the table's decision.
    pub fn with_adjustments(&self, points: [P; N]) -> [P; N] {
        array::from_fn(|index| points[index] + self.adjusted(Seat::new(index)).unwrap_or_default().into())
    }

    /// The points that a player has in the current round by the table's decision. `None` if it decided nothing.
    pub fn adjusted(&self, seat: Seat) -> Option<i32> {
        self.adjustments_in(self.number, seat).map(|adjustment| adjustment.points).reduce(Add::add)
    }

    /// The sheet of a player's current round as far as the table decided it.
    pub fn adjusted_sheet(&self, seat: Seat) -> RoundSheet {
        RoundSheet::default().adjusted(self.adjustments_in(self.number, seat))
    }

    fn adjustments_in(&self, round: u16, seat: Seat) -> impl Iterator<Item = &Adjustment> {
        let in_round = self.adjustments.iter().filter(move |(number, _)| *number == round);
        in_round.map(|(_, adjustment)| adjustment).filter(move |adjustment| adjustment.seat == seat)
    }

    /// Takes over the points by the table's decision that a position states for the current round. Those that it doesn't state stay.
    pub fn state_adjusted(&mut self, seat: Seat, points: Option<i32>) {
        if let Some(points) = points.filter(|_| points != self.adjusted(seat)) {
            self.adjustments.retain(|(round, adjustment)| (*round, adjustment.seat) != (self.number, seat));
            self.adjust(&Adjustment::stated(seat, Some(points)));
        }
    }

    /// Sets the number of the current round, the first that is recorded.
    pub fn set_number(&mut self, number: u16) {
        self.number = number;
        self.adjustments.iter_mut().for_each(|(round, _)| *round = number);
    }

    /// The players who are at a table with this number of seats.
    pub fn at_table(&self, players: usize) -> Seats {
        self.absent.iter().fold(Seats::all(players), Seats::without)
    }

    /// A player's rounds on the score sheet: the unrecorded rounds as one sum, then all others. `sheet_of` gets the points of a
    /// finished round, without those by the table's decision.
    pub fn sheets(&self, seat: Seat, sheet_of: impl Fn(&R, Option<P>) -> RoundSheet) -> Vec<RoundSheet> {
        let unrecorded = self.unrecorded();
        let carried = RoundSheet { unrecorded, ..RoundSheet::of(self.carried_over[seat.index()].into()) };
        let past = self.past.iter().map(|(round, points)| sheet_of(round, Some(points[seat.index()])));
        let recorded = past.chain((self.number > 0).then(|| sheet_of(&self.current, None)));
        let adjusted = recorded.zip(unrecorded + 1..).map(|(sheet, number)| sheet.adjusted(self.adjustments_in(number, seat)));
        (unrecorded > 0).then_some(carried).into_iter().chain(adjusted).collect()
    }

    /// Checks the round number and the points that a position states against the earlier rounds of the log (TB-8). Each item of
    /// `points` is a player with the stated and the known points.
    pub fn check_agreement(
        &self,
        number: Option<u16>,
        points: impl IntoIterator<Item = (Seat, Option<i32>, impl Into<Points>)>,
        book: &Book,
        players: &Players,
    ) -> Result<(), PositionError> {
        let word = book.round_noun;
        let error = |text: String| Err(PositionError::new(ClauseId::table(8), text));
        if number.is_some_and(|number| number != self.number) {
            return error(format!("by the lines before it this is {word} {}", self.number));
        }
        for (seat, stated, known) in points {
            let (least, most) = known.into().range();
            if stated.is_none_or(|stated| (least..=most).contains(&stated)) {
                continue;
            }
            let name = players.name(seat);
            return error(match self.number {
                ..=1 => format!("this is {word} 1: no {word} comes before it, and {name} can have nothing from one"),
                _ => format!("{name} has {} by the {} before it", signed(least), book.rounds_noun),
            });
        }
        Ok(())
    }
}

fn sum<const N: usize, P: Copy + Add<Output = P>>(first: [P; N], second: [P; N]) -> [P; N] {
    array::from_fn(|seat| first[seat] + second[seat])
}

impl<R: Default, const N: usize> Rounds<R, N> {
    /// Takes over the round number and the points that a position states. In a dispute, any of them may be unstated.
    pub fn carry_over(
        &mut self,
        number: Option<u16>,
        points: &[Option<i32>],
        is_disputed: bool,
        book: &Book,
        players: &Players,
    ) -> Result<(), PositionError> {
        // Before the first round, no player has points.
        if self.number > 1 || number == Some(1) {
            let by_seat = Seat::all(N).zip(points).zip(self.totals_before());
            return self.check_agreement(number, by_seat.map(|((seat, stated), known)| (seat, *stated, known)), book, players);
        }
        if number.is_none() && !is_disputed && points.iter().any(Option::is_some) {
            return Err(PositionError::missing(None, "round N", players));
        }
        let number = number.unwrap_or(1);
        for ((seat, points), carried) in Seat::all(N).zip(points).zip(&mut self.carried_over) {
            *carried = match points {
                None if number > 1 && !is_disputed => return Err(PositionError::missing(Some(seat), "before N", players)),
                points => points.unwrap_or_default(),
            };
        }
        self.set_number(number);
        Ok(())
    }
}
