//! The points of Eggs and Empires (EE-6), and who is first in the next round.

use super::{
    Eggs,
    state::{Phase, Round},
};
use crate::model::Points;

/// What one player has in a round.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundScore {
    pub eggs: Points,
    pub merchants: i32,
    pub blacksmiths: i32,
    /// What the table gave and took (TB-9).
    pub decided: Vec<i32>,
}

impl RoundScore {
    /// What scored, an item each.
    pub fn items(&self) -> Vec<String> {
        let Self { eggs: (least, most), merchants, blacksmiths, decided } = self;
        let decided = decided.iter().map(|points| format!("table's decisions {points}"));
        let items = [format!("eggs {least}..{most}"), format!("merchants {merchants}"), format!("blacksmiths {blacksmiths}")];
        items.into_iter().chain(decided).collect()
    }

    pub fn sum(&self) -> Points {
        let bonus = self.merchants + self.blacksmiths + self.decided.iter().sum::<i32>();
        (self.eggs.0 + bonus, self.eggs.1 + bonus)
    }
}

fn number(count: usize) -> i32 {
    i32::try_from(count).expect("a small number")
}

impl Eggs {
    /// EE-6.1, with what is still hidden at its least and at its most.
    pub fn points(&self, round: &Round, seat: usize) -> RoundScore {
        let decided: Vec<i32> = round.decided.iter().filter(|(whose, _)| *whose == seat).map(|(_, points)| *points).collect();
        if let Some(counted) = &round.counted {
            let Some(mine) = counted.get(seat) else { return RoundScore { eggs: (0, 0), merchants: 0, blacksmiths: 0, decided } };
            let eggs = mine.eggs.iter().sum();
            return RoundScore {
                eggs: (eggs, eggs),
                merchants: 6 * number(mine.merchants),
                blacksmiths: -4 * number(mine.blacksmiths),
                decided,
            };
        }
        let named: i32 = round.piles[seat].iter().filter_map(|egg| egg.value).sum();
        let hidden = round.piles[seat].iter().filter(|egg| egg.value.is_none()).count();
        let (least, most) = match &self.list {
            None => (-20 * number(hidden), 20 * number(hidden)),
            Some(list) => {
                let mut open = list.clone();
                for value in &round.values {
                    if let Some(at) = open.iter().position(|other| other == value) {
                        open.remove(at);
                    }
                }
                open.sort_unstable();
                let least = open.iter().take(hidden).sum();
                (least, open.iter().rev().take(hidden).sum())
            }
        };
        RoundScore {
            eggs: (named + least, named + most),
            merchants: 6 * number(round.merchants[seat]),
            blacksmiths: -4 * number(round.blacksmiths[seat]),
            decided,
        }
    }

    pub fn rounds_of(&self, seat: usize) -> Vec<RoundScore> {
        self.rounds.iter().map(|round| self.points(round, seat)).collect()
    }

    /// All points of a player, whatever they count for.
    fn sum(&self, seat: usize) -> Points {
        self.rounds_of(seat).iter().fold((0, 0), |(least, most), round| (least + round.sum().0, most + round.sum().1))
    }

    /// Whether a round has its result.
    fn has_result(&self, nth: usize) -> bool {
        let round = &self.rounds[nth];
        nth + 1 < self.rounds.len() || (round.phase == Phase::Over && !round.is_hiding())
    }

    /// EE-6.3: the tokens of a player, at least and at most.
    fn tokens(&self, seat: usize) -> Points {
        let mut tokens = (0, 0);
        for (nth, round) in self.rounds.iter().enumerate() {
            if !self.has_result(nth) {
                continue;
            }
            let sums: Vec<Points> = (0..self.players).map(|seat| self.points(round, seat).sum()).collect();
            let others = || (0..self.players).filter(|other| *other != seat);
            tokens.0 += i32::from(others().all(|other| sums[seat].0 >= sums[other].1));
            tokens.1 += i32::from(others().all(|other| sums[seat].1 >= sums[other].0));
        }
        tokens
    }

    /// What counts for winning.
    pub fn total(&self, seat: usize) -> Points {
        if self.is("scoring", "tokens") { self.tokens(seat) } else { self.sum(seat) }
    }

    /// Whether the rounds that have their result end the game (EE-6.2, EE-6.3).
    pub fn is_over(&self) -> bool {
        if self.rounds.is_empty() || !self.has_result(self.rounds.len() - 1) {
            return false;
        }
        if self.is("scoring", "tokens") {
            let needed = if self.players >= 5 { 2 } else { 3 };
            return (0..self.players).any(|seat| self.tokens(seat).0 >= needed);
        }
        let rounds: usize = self.rules["rounds"].parse().expect("a number");
        self.rounds.len() >= rounds
    }

    /// Those with the most, of a game that is over.
    pub fn winners(&self) -> Vec<usize> {
        if !self.is_over() {
            return Vec::new();
        }
        // Where eggs of an earlier round were never named, only those of whom it is certain.
        let most = (0..self.players).map(|seat| self.total(seat).1).max().unwrap_or_default();
        (0..self.players).filter(|&seat| self.total(seat).0 >= most).collect()
    }

    /// EE-5.2, and EE-5.1 where the marker passes every round.
    pub fn next_firsts(&self) -> Vec<usize> {
        if self.is("marker", "every-round") {
            return vec![(self.now().first + 1) % self.players];
        }
        let in_round = self.is("next_marker", "fewest-in-round");
        let points = |seat: usize| if in_round { self.points(self.now(), seat).sum() } else { self.sum(seat) };
        let fewest = (0..self.players).map(|seat| points(seat).1).min().unwrap_or_default();
        (0..self.players).filter(|&seat| points(seat).0 <= fewest).collect()
    }
}
