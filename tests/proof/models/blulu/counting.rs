//! What a round of Blulu (BL) brings, and when the game is over (sections 3 to 5).

use super::{Blulu, Phase};
use crate::{model::Score, models::emu::words};

/// What a player has in a round.
#[derive(Clone, Debug, Default)]
pub struct Side {
    pub captured: usize,
    /// Its kind, what it is worth, and the cards that earned it, where they are known.
    pub bonuses: Vec<(&'static str, i32, Vec<String>)>,
}

/// How a round came to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    Played,
    /// A bonus ended the game (BL-3.3).
    AtOnce,
}

/// A round that was begun.
#[derive(Clone, Debug)]
pub struct Round {
    pub dealer: usize,
    pub sides: Vec<Side>,
    pub last_captor: Option<usize>,
    pub end: Option<End>,
}

/// One player's part of a tally.
pub struct Counted {
    pub captured: usize,
    pub flushes: usize,
    pub sextets: usize,
}

/// Reads one player's part of a tally, as it is written canonically.
pub fn counted(text: &str) -> Counted {
    let numbers: Vec<usize> = words(&text.replace(';', " ")).iter().filter_map(|word| word.parse().ok()).collect();
    let number = |nth: usize| numbers.get(nth).copied().unwrap_or_default();
    Counted { captured: number(0), flushes: number(1), sextets: number(2) }
}

impl Counted {
    pub fn side(&self) -> Side {
        let flushes = vec![("flush", 2, Vec::new()); self.flushes];
        let sextets = vec![("sextet", 4, Vec::new()); self.sextets];
        Side { captured: self.captured, bonuses: [flushes, sextets].concat() }
    }
}

impl Side {
    fn worth(&self) -> i32 {
        self.bonuses.iter().map(|(_, worth, _)| worth).sum()
    }
}

impl Blulu {
    /// BL-3.4: how many cards the first player gets of the other for bonuses.
    fn exchanged(&self, round: &Round) -> i32 {
        let [one, other] = &round.sides[..] else { return 0 };
        if !self.exchanges || round.end != Some(End::Played) {
            return 0;
        }
        let pile = |side: &Side| i32::try_from(side.captured).expect("a few");
        (one.worth() - other.worth()).clamp(-pile(one), pile(other))
    }

    fn share(&self) -> i32 {
        i32::try_from(self.deck.len() / self.hands.len()).expect("a few")
    }

    /// The cards that count for a player in the end, and how many of them came by exchange.
    fn cards(&self, round: &Round, seat: usize) -> (i32, i32) {
        let exchanged = if seat == 0 { self.exchanged(round) } else { -self.exchanged(round) };
        let captured = i32::try_from(round.sides[seat].captured).expect("a few");
        (captured + exchanged, exchanged)
    }

    /// BL-4.2: of a round that was played to its end.
    fn above_the_share(&self, round: &Round, seat: usize) -> i32 {
        let above = self.cards(round, seat).0 - self.share();
        if round.end == Some(End::Played) { above.max(0) } else { 0 }
    }

    fn brings(&self, round: &Round, seat: usize) -> i32 {
        let bonuses = if self.exchanges { 0 } else { round.sides[seat].worth() };
        bonuses + self.above_the_share(round, seat)
    }

    pub(super) fn totals(&self) -> Vec<i32> {
        let total = |seat: usize| self.rounds.iter().map(|round| self.brings(round, seat)).sum();
        (0..self.hands.len()).map(total).collect()
    }

    /// Who alone has the most, and enough to win.
    pub(super) fn leader(&self, totals: &[i32]) -> Option<usize> {
        let most = *totals.iter().max().expect("players");
        let leaders: Vec<usize> = (0..totals.len()).filter(|seat| totals[*seat] == most).collect();
        if let [only] = leaders[..] { (most >= self.target).then_some(only) } else { None }
    }

    /// BL-3.3: whether the bonuses of a counted round ended the game before its cards could count.
    pub(super) fn ends_at_once(&self, sides: &[Counted]) -> bool {
        let mut before = self.clone();
        let Some(round) = before.rounds.last_mut() else { return false };
        round.end = None;
        round.sides = sides.iter().map(Counted::side).collect();
        let has_bonus = |seat: usize| sides[seat].flushes + sides[seat].sextets > 0;
        !self.exchanges && before.leader(&before.totals()).is_some_and(has_bonus)
    }

    pub(super) fn is_game_over(&self) -> bool {
        let at_once = self.rounds.last().is_some_and(|round| round.end == Some(End::AtOnce));
        at_once || (self.phase == Phase::Over && self.leader(&self.totals()).is_some())
    }

    fn lines(&self, nth: usize, seat: usize) -> (Vec<String>, (i32, i32)) {
        let round = &self.rounds[nth];
        let above = self.above_the_share(round, seat);
        let (_, exchanged) = self.cards(round, seat);
        // Of a round that others follow nonetheless, it is no longer the end of the game that makes its cards count for nothing.
        let clause = if round.end == Some(End::AtOnce) && nth + 1 == self.rounds.len() { "BL-3.3" } else { "BL-4.2" };
        let captured = round.sides[seat].captured;
        let share = self.share();
        let exchanged = if self.exchanges { format!("exchanged={exchanged}, ") } else { String::new() };
        let cards = format!("captured={captured}, {exchanged}share={share}, above={above}");
        let mut lines = vec![format!("cards: {above}..{above} {clause} {cards}")];
        for (kind, worth, cards) in &round.sides[seat].bonuses {
            let (points, clause) = match *kind {
                _ if self.exchanges => (0, "BL-3.4"),
                "flush" => (*worth, "BL-3.1"),
                _ => (*worth, "BL-3.2"),
            };
            let with: Vec<&str> = self.deck.iter().filter(|card| cards.contains(card)).map(String::as_str).collect();
            let with = if with.is_empty() { "-".to_owned() } else { with.join(" ") };
            lines.push(format!("{kind}: {points}..{points} {clause} with={with}"));
        }
        let points = self.brings(round, seat);
        (lines, (points, points))
    }

    pub(super) fn counted_score(&self) -> Score {
        let totals = self.totals();
        let complete = self.is_game_over();
        let winners = self.leader(&totals).filter(|_| complete).into_iter().collect();
        let rounds = (0..totals.len()).map(|seat| (0..self.rounds.len()).map(|nth| self.lines(nth, seat)).collect());
        Score {
            complete,
            rounds: rounds.collect(),
            winners,
            tiebreak: false,
            totals: totals.iter().map(|total| (*total, *total)).collect(),
        }
    }
}
