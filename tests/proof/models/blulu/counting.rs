//! What a round of Blulu (BL) brings, and when the game is over (sections 3 to 5).

use super::{Blulu, Bonuses, Phase};
use crate::{model::Score, models::emu::words};
use std::collections::{BTreeMap, BTreeSet};

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
    /// A bonus of this player ended the game (BL-3.3).
    AtOnce(usize),
}

/// A round that was begun.
#[derive(Clone, Debug)]
pub struct Round {
    pub dealer: usize,
    pub sides: Vec<Side>,
    pub last_captor: Option<usize>,
    pub end: Option<End>,
    /// Whether it had to be said whose bonus came first (BL-4.3).
    pub marked: bool,
}

/// One player's part of a tally.
pub struct Counted {
    pub captured: usize,
    pub flushes: usize,
    pub sextets: usize,
    /// Marked as the one who ended the game (BL-4.3).
    pub first: bool,
}

/// What was worked out before, by the bonuses that are left.
type Enders = BTreeMap<Vec<(usize, usize)>, BTreeSet<Option<usize>>>;

/// Reads one player's part of a tally, as it is written canonically.
pub fn counted(text: &str) -> Counted {
    let numbers: Vec<usize> = words(&text.replace(';', " ")).iter().filter_map(|word| word.parse().ok()).collect();
    let number = |nth: usize| numbers.get(nth).copied().unwrap_or_default();
    let first = text.split(';').any(|part| part.trim() == "first");
    Counted { captured: number(0), flushes: number(1), sextets: number(2), first }
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
        if self.bonuses != Bonuses::Exchange || round.end != Some(End::Played) {
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
        let score = match self.bonuses {
            Bonuses::Tally => true,
            Bonuses::Exchange => false,
            // BL-3.5
            Bonuses::RoundEnd => round.end == Some(End::Played),
        };
        let bonuses = if score { round.sides[seat].worth() } else { 0 };
        bonuses + self.above_the_share(round, seat)
    }

    pub(super) fn totals(&self) -> Vec<i32> {
        let total =
            |seat: usize| self.rounds.iter().map(|round| self.brings(round, seat)).sum::<i32>() + self.decided.in_all(seat);
        (0..self.hands.len()).map(total).collect()
    }

    /// Who alone has the most, and enough to win.
    pub(super) fn leader(&self, totals: &[i32]) -> Option<usize> {
        let most = *totals.iter().max().expect("players");
        let leaders: Vec<usize> = (0..totals.len()).filter(|seat| totals[*seat] == most).collect();
        if let [only] = leaders[..] { (most >= self.target).then_some(only) } else { None }
    }

    /// BL-4.3: who can have ended the game by a bonus of a counted round, in one order of its bonuses or another; and whether it can
    /// also be that nobody did.
    pub(super) fn may_have_ended(&self, sides: &[Counted]) -> BTreeSet<Option<usize>> {
        if self.bonuses != Bonuses::Tally || self.rounds.is_empty() {
            return BTreeSet::from([None]);
        }
        let mut before = self.clone();
        before.rounds.pop();
        let left: Vec<(usize, usize)> = sides.iter().map(|side| (side.flushes, side.sextets)).collect();
        self.enders(&before.totals(), &left, &mut BTreeMap::new())
    }

    /// Every order in which these flushes and sextets can still fall, one after another.
    fn enders(&self, totals: &[i32], left: &[(usize, usize)], known: &mut Enders) -> BTreeSet<Option<usize>> {
        if left.iter().all(|bonuses| *bonuses == (0, 0)) {
            return BTreeSet::from([None]);
        }
        if let Some(enders) = known.get(left) {
            return enders.clone();
        }
        let mut enders = BTreeSet::new();
        for (seat, (flushes, sextets)) in left.iter().enumerate() {
            for (is_there, worth, rest) in
                [(*flushes > 0, 2, (flushes.wrapping_sub(1), *sextets)), (*sextets > 0, 4, (*flushes, sextets.wrapping_sub(1)))]
            {
                if is_there {
                    let (mut totals, mut left) = (totals.to_vec(), left.to_vec());
                    totals[seat] += worth;
                    left[seat] = rest;
                    if self.leader(&totals) == Some(seat) {
                        enders.insert(Some(seat));
                    } else {
                        enders.extend(self.enders(&totals, &left, known));
                    }
                }
            }
        }
        known.insert(left.to_vec(), enders.clone());
        enders
    }

    /// BL-4.3: who ended the game by a bonus, if somebody did and it is told as it has to be.
    pub(super) fn ended_by(&self, sides: &[Counted]) -> Result<Option<usize>, ()> {
        let enders = self.may_have_ended(sides);
        let marked: Vec<usize> = (0..sides.len()).filter(|&seat| sides[seat].first).collect();
        match (&enders.into_iter().collect::<Vec<_>>()[..], &marked[..]) {
            ([only], []) => Ok(*only),
            (several, [marked]) if several.len() > 1 && several.contains(&Some(*marked)) => Ok(Some(*marked)),
            _ => Err(()),
        }
    }

    pub(super) fn is_game_over(&self) -> bool {
        let at_once = self.rounds.last().is_some_and(|round| matches!(round.end, Some(End::AtOnce(_))));
        at_once || (self.phase == Phase::Over && self.leader(&self.totals()).is_some())
    }

    fn lines(&self, nth: usize, seat: usize) -> (Vec<String>, (i32, i32)) {
        let round = &self.rounds[nth];
        let above = self.above_the_share(round, seat);
        let (_, exchanged) = self.cards(round, seat);
        // Of a round that others follow nonetheless, it is no longer the end of the game that makes its cards count for nothing.
        let clause = if matches!(round.end, Some(End::AtOnce(_))) && nth + 1 == self.rounds.len() { "BL-3.3" } else { "BL-4.2" };
        let captured = round.sides[seat].captured;
        let share = self.share();
        let exchanged = if self.bonuses == Bonuses::Exchange { format!("exchanged={exchanged}, ") } else { String::new() };
        let cards = format!("captured={captured}, {exchanged}share={share}, above={above}");
        let mut lines = vec![format!("cards: {above}..{above} {clause} {cards}")];
        for (kind, worth, cards) in &round.sides[seat].bonuses {
            let (points, clause) = match *kind {
                _ if self.bonuses == Bonuses::Exchange => (0, "BL-3.4"),
                _ if self.bonuses == Bonuses::RoundEnd && round.end.is_none() => (0, "BL-3.5"),
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
        let winner = match self.rounds.last().and_then(|round| round.end) {
            Some(End::AtOnce(seat)) => Some(seat),
            _ => self.leader(&totals).filter(|_| complete),
        };
        let winners = winner.into_iter().collect();
        let rounds = (0..totals.len()).map(|seat| (0..self.rounds.len()).map(|nth| self.lines(nth, seat)).collect());
        let mut rounds: Vec<Vec<_>> = rounds.collect();
        self.decided.enter::<Self>(&mut rounds);
        Score {
            complete,
            rounds,
            winners,
            // Where the mark names who has the most alone, nothing had to be decided between equals.
            tiebreak: complete && self.rounds.last().is_some_and(|round| round.marked) && self.leader(&totals) != winner,
            totals: totals.iter().map(|total| (*total, *total)).collect(),
        }
    }
}
