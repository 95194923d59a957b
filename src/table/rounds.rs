//! The rounds of a game: the one that is played, those before it, and what each player had before them.

use super::{Part, Points, RoundSheet, Seat, Seats, TableFault, check};
use std::{array, mem, ops::Add};

/// The rounds of a game of at most `N` players. What scores in a round is an `R`, a player's points are a `P`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rounds<R, const N: usize, P = i32> {
    /// The round that is played, or was played last.
    pub now: R,
    /// Its number, counted from 1; 0 before the first.
    pub number: u16,
    /// The recorded rounds before it, each with its points.
    pub past: Vec<(R, [P; N])>,
    /// What each player had before the first round that is recorded: only after a position.
    pub carried: [P; N],
    /// Who has left the table.
    pub departed: Seats,
}

impl<R: Default, const N: usize, P: Copy + Default> Default for Rounds<R, N, P> {
    fn default() -> Self {
        Self { now: R::default(), number: 0, past: Vec::new(), carried: [P::default(); N], departed: Seats::NONE }
    }
}

impl<R: Default, const N: usize, P: Copy + Default + Add<Output = P> + Into<Points>> Rounds<R, N, P> {
    /// Begins the next round; these are the points of the one before.
    pub fn begin(&mut self, points: [P; N]) {
        let last = mem::take(&mut self.now);
        if self.number > 0 {
            self.past.push((last, points));
        }
        self.number = self.number.saturating_add(1);
    }

    /// The rounds that have begun, as far as they are recorded.
    pub fn begun(&self) -> impl Iterator<Item = &R> {
        self.past.iter().map(|(round, _)| round).chain((self.number > 0).then_some(&self.now))
    }

    /// How many rounds were played before the first that is recorded: only after a position.
    pub fn earlier(&self) -> u16 {
        self.number.saturating_sub(1).saturating_sub(u16::try_from(self.past.len()).unwrap_or(u16::MAX))
    }

    /// What each player had before this round.
    pub fn before(&self) -> [P; N] {
        self.past.iter().fold(self.carried, |sums, (_, points)| array::from_fn(|at| sums[at] + points[at]))
    }

    /// What each player has with these points of this round.
    pub fn totals(&self, points: [P; N]) -> [P; N] {
        let before = self.before();
        if self.number == 0 { before } else { array::from_fn(|at| before[at] + points[at]) }
    }

    /// The players who haven't left a table of so many.
    pub fn at_table(&self, players: usize) -> Seats {
        self.departed.iter().fold(Seats::all(players), Seats::without)
    }

    /// A player's part of the score sheet: all rounds in order, those that nobody has as one sum. A finished round has points.
    pub fn sheets(&self, seat: Seat, of: impl Fn(&R, Option<P>) -> RoundSheet) -> Vec<RoundSheet> {
        let carried = RoundSheet::carried(self.earlier(), self.carried[seat.index()].into());
        let past = self.past.iter().map(|(round, points)| of(round, Some(points[seat.index()])));
        carried.chain(past).chain((self.number > 0).then(|| of(&self.now, None))).collect()
    }

    /// Whether what a position says of the rounds before it is so, if the log has them (TB-8): its number, and each player's points.
    ///
    /// # Errors
    /// What is known otherwise.
    pub fn agree<C>(
        &self,
        number: Option<u16>,
        each: impl IntoIterator<Item = (Seat, Option<i32>, impl Into<Points>)>,
    ) -> Result<(), TableFault<C>> {
        let known = |seat, is: i32| {
            let limit = if is < 0 { i16::MIN } else { i16::MAX };
            TableFault::KnownBefore { seat, is: i16::try_from(is).unwrap_or(limit) }
        };
        check(number.is_none_or(|number| number == self.number), known(None, self.number.into()))?;
        each.into_iter().try_for_each(|(seat, said, is)| {
            let (least, most) = is.into().range();
            let fault = if self.number > 1 { known(Some(seat), least) } else { TableFault::NoRoundBefore(seat) };
            check(said.is_none_or(|said| (least..=most).contains(&said)), fault)
        })
    }
}

impl<R: Default, const N: usize> Rounds<R, N> {
    /// Takes over what a position says of the rounds before it: its number, and each player's points. In a dispute what isn't said is
    /// unknown. The last two make a fault of the game's own: what is known otherwise, and that somebody's points, or without a seat the
    /// number, aren't said.
    ///
    /// # Errors
    /// One of these.
    pub fn carry<C, F>(
        &mut self,
        number: Option<u16>,
        points: &[Option<i32>],
        is_disputed: bool,
        known: impl Fn(TableFault<C>) -> F,
        unsaid: impl Fn(Part) -> F,
    ) -> Result<(), F> {
        // Before the first round nobody has anything.
        if self.number > 1 || number == Some(1) {
            let each = Seat::all(N).zip(points).zip(self.before());
            return self.agree(number, each.map(|((seat, said), is)| (seat, *said, is))).map_err(known);
        }
        check(number.is_some() || is_disputed || points.iter().all(Option::is_none), ()).map_err(|()| unsaid(None))?;
        let number = number.unwrap_or(1);
        for ((seat, points), carried) in Seat::all(N).zip(points).zip(&mut self.carried) {
            *carried = match points {
                None if number > 1 && !is_disputed => return Err(unsaid(Some(seat))),
                points => points.unwrap_or_default(),
            };
        }
        self.number = number;
        Ok(())
    }
}
