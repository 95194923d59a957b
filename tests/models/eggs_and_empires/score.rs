//! The points of Eggs and Empires (EE-6), and who is first in the next round.

use super::{
    Eggs,
    state::{Phase, Round},
    step::Counted,
};
use crate::model::Points;

/// What one player has in a round.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundScore {
    pub eggs: Points,
    /// The values of the eggs, and how many are not named yet.
    pile: Vec<i32>,
    hidden: usize,
    merchants: usize,
    blacksmiths: usize,
}

impl RoundScore {
    /// What scored, an item each.
    pub fn items(&self) -> Vec<String> {
        let (least, most) = self.eggs;
        let mut pile = self.pile.clone();
        pile.sort_unstable_by(|one, other| other.cmp(one));
        let mut eggs: Vec<String> = pile.iter().map(i32::to_string).collect();
        eggs.extend(vec!["?".to_owned(); self.hidden]);
        let eggs = if eggs.is_empty() { "-".to_owned() } else { eggs.join(" ") };
        let mut items = vec![format!("eggs: {least}..{most} EE-6.1 eggs={eggs}")];
        let cards = [("merchant", self.merchants, 6, "EE-4.3"), ("blacksmith", self.blacksmiths, -4, "EE-4.5")];
        for (name, count, worth, clause) in cards {
            let points = worth * number(count);
            match count {
                0 => {}
                1 => items.push(format!("{name}: {points}..{points} {clause} ")),
                _ => items.push(format!("{count} {name}s: {points}..{points} {clause} ")),
            }
        }
        items
    }

    pub fn sum(&self) -> Points {
        let bonus = 6 * number(self.merchants) - 4 * number(self.blacksmiths);
        (self.eggs.0 + bonus, self.eggs.1 + bonus)
    }
}

fn number(count: usize) -> i32 {
    i32::try_from(count).expect("a small number")
}

impl Eggs {
    /// EE-6.1, with what is still hidden at its least and at its most.
    pub fn points(&self, round: &Round, seat: usize) -> RoundScore {
        if let Some(counted) = &round.counted {
            let Counted { eggs, merchants, blacksmiths } = counted[seat].clone();
            let sum = eggs.iter().sum();
            return RoundScore { eggs: (sum, sum), pile: eggs, hidden: 0, merchants, blacksmiths };
        }
        let pile: Vec<i32> = round.piles[seat].iter().filter_map(|egg| egg.value).collect();
        let named: i32 = pile.iter().sum();
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
            pile,
            hidden,
            merchants: round.merchants[seat],
            blacksmiths: round.blacksmiths[seat],
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
        let is_last = nth + 1 == self.rounds.len();
        if is_last { round.phase == Phase::Over && !round.is_hiding() } else { !round.cut_short }
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
        let most = (0..self.players).map(|seat| self.total(seat).1).max().unwrap_or_default();
        (0..self.players).filter(|&seat| self.total(seat) == (most, most)).collect()
    }

    /// EE-5.2, and EE-5.1 where the marker passes every round.
    pub fn next_firsts(&self) -> Vec<usize> {
        if self.is("marker", "every-round") {
            return vec![(self.now().first + 1) % self.players];
        }
        let fewest = (0..self.players).map(|seat| self.sum(seat).1).min().unwrap_or_default();
        (0..self.players).filter(|&seat| self.sum(seat).0 <= fewest).collect()
    }
}
