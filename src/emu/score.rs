//! The score of both games: whether a bird covers its upkeep, the sums over the years, the sheet with an item for each bird.

use super::{Bird, BirdNumber, Laid, Rancher, Reckoning, Year};
use crate::table::{Book, Clause, Detail, Item, Players, Points, RoundSheet, Seat, Sheet, Totals};

/// The item of a bird of these cards; `clause` names a clause of the game's book.
pub fn item_of(number: BirdNumber, cards: &[Laid], reckoning: &Reckoning, clause: fn(u8, u8) -> Clause) -> Item {
    let list = |cards: &[Laid]| Detail::List(cards.iter().map(ToString::to_string).collect());
    let bonus = if reckoning.covers() { reckoning.plumage } else { -reckoning.plumage };
    Item {
        kind: "bird",
        label: format!("bird {number}"),
        points: Points::Exactly(reckoning.points),
        clause: reckoning.clause(clause),
        details: vec![
            ("cards", list(cards)),
            ("total", Detail::Number(reckoning.total.into())),
            ("paid", list(&reckoning.paid)),
            ("left", list(&reckoning.left)),
            ("bonus", Detail::Number(bonus.into())),
        ],
        why: reckoning.why(),
    }
}

impl<R: Rancher, const SEATS: usize> Year<R, SEATS> {
    /// Whether a bird covers its upkeep, so that it loses nothing (ER-6.2, ER-6.3, RX-6.2, RX-6.3).
    pub fn is_covered(&self, bird: &Bird) -> bool {
        bird.total() >= self.upkeep
    }

    /// What each player has so far, over all years (ER-6.5).
    pub fn totals(&self) -> [i32; SEATS] {
        self.sums(self.counted())
    }

    /// What each player had before the year that is played.
    pub fn totals_before(&self) -> [i32; SEATS] {
        self.sums(self.past.iter().zip(&self.past_totals))
    }

    /// What each player has over these years and those that nobody recorded.
    fn sums<'a>(&'a self, years: impl Iterator<Item = (&'a [R; SEATS], &'a Totals)>) -> [i32; SEATS] {
        years.fold(self.carried, |sums, (year, totals)| {
            let points = |seat: usize| totals.of(Seat::new(seat)).unwrap_or_else(|| year[seat].points(self.upkeep));
            std::array::from_fn(|seat| sums[seat] + points(seat))
        })
    }

    /// The same, as a sheet has it.
    pub fn points(&self) -> Vec<Points> {
        self.seats().zip(self.totals()).map(|(_, total)| Points::Exactly(total)).collect()
    }

    /// The sheet of all years begun, won by the highest total if the game is over (ER-6.5, ER-6.6). `items` returns
    /// a player's items in one of them.
    pub fn sheet(&self, book: &Book, players: &Players, items: impl Fn(&[R; SEATS], Seat) -> Vec<Item>) -> Sheet {
        let sheet_of = |year, totals: &Totals, seat| match totals.of(seat) {
            Some(points) => RoundSheet::of(Points::Exactly(points)),
            None => RoundSheet { items: items(year, seat), total: None },
        };
        Sheet::of(book.game, players, self.is_game_over(), |seat| {
            let carried = RoundSheet::carried(self.earlier, Points::Exactly(self.carried[seat.index()]));
            carried.chain(self.counted().map(|(year, totals)| sheet_of(year, totals, seat))).collect()
        })
    }
}
