//! Who wins (RX-6.6), and what decided between equal totals.

use super::EmusRedux;
use crate::table::{Players, Seat, and_list};

/// What counts of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// The total.
    pub total: i32,
    /// How many birds hatched in the game.
    pub hatched: usize,
    /// How many of them lost money.
    pub lost: usize,
}

/// Who won, and how that was decided between equal totals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Decision {
    /// The one who won; none if the market collapsed.
    pub winner: Option<Seat>,
    /// What decided, in words, where the highest total is not one player's alone.
    pub tiebreak: Option<String>,
}

/// Those of `among` for whom `count` is highest.
fn most<T: Ord>(among: &[Seat], count: impl Fn(Seat) -> T) -> Vec<Seat> {
    let best = among.iter().map(|&seat| count(seat)).max();
    among.iter().copied().filter(|&seat| Some(count(seat)) == best).collect()
}

/// Decides by the highest total, then birds hatched, then birds that lost money.
pub(super) fn decide(standings: &[Standing], players: &Players) -> Decision {
    let of = |seat: Seat| standings.get(seat.index()).copied().unwrap_or_default();
    let all: Vec<Seat> = Seat::all(standings.len()).collect();
    let tied = most(&all, |seat| of(seat).total);
    if let [winner] = tied[..] {
        return Decision { winner: Some(winner), tiebreak: None };
    }
    let names = and_list(&tied.iter().map(|&seat| players.name(seat)).collect::<Vec<_>>());
    let counts = |seats: &[Seat], count: &dyn Fn(Seat) -> usize| {
        and_list(&seats.iter().map(|&seat| format!("{} {}", players.name(seat), count(seat))).collect::<Vec<_>>())
    };
    let hatched = |seat: Seat| of(seat).hatched;
    let lost = |seat: Seat| of(seat).lost;
    let total = tied.first().map_or(0, |&seat| of(seat).total);
    let mut said = vec![format!("{names} are equal at {total}"), format!("birds hatched: {}", counts(&tied, &hatched))];
    let mut left = most(&tied, hatched);
    if left.len() > 1 {
        said.push(format!("birds that lost money: {}", counts(&left, &lost)));
        left = most(&left, lost);
    }
    let winner = if let [winner] = left[..] { Some(winner) } else { None };
    if winner.is_none() {
        said.push("the market collapses".to_owned());
    }
    Decision { winner, tiebreak: Some(said.join("; ")) }
}

impl EmusRedux {
    /// What counts of each player, in seat order.
    pub(super) fn standings(&self) -> Vec<Standing> {
        let mut standings = vec![Standing::default(); self.players];
        for year in self.past.iter().chain([&self.ranchers]) {
            for (standing, rancher) in standings.iter_mut().zip(year) {
                let outcome = rancher.outcome(self.setup.upkeep);
                standing.total += outcome.total();
                standing.hatched += rancher.birds.len();
                standing.lost += outcome.lost();
            }
        }
        standings
    }
}
