//! The score: points of a round, totals and tokens, the next marker holder, the winners (EE-5.2, EE-6), and the sheet.

use super::{
    Card, EggsAndEmpires, MOST, Phase, TURNS,
    book::{BOOK, MarkerRule, NextMarker, ee},
    egg::{EggPile, UNLISTED},
};
use crate::table::prelude::*;
use std::ops::Add;

/// The worth of a Merchant without an egg, in points (EE-4.3).
pub(super) const MERCHANT: i32 = 6;
/// The worth of a Blacksmith without an egg, in points (EE-4.5).
pub(super) const BLACKSMITH: i32 = -4;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RoundResult {
    pub piles: [EggPile; MOST],
    pub merchants: [u8; MOST],
    pub blacksmiths: [u8; MOST],
    /// Whether the round was played to its end, with all eggs named (EE-3.6).
    pub is_counted: bool,
    pub totals: BareTotals,
}

impl RoundResult {
    /// The worth of the cards in front of a player, in points (EE-4.3, EE-4.5).
    fn cards_worth(&self, seat: Seat) -> i32 {
        MERCHANT * i32::from(self.merchants[seat.index()]) + BLACKSMITH * i32::from(self.blacksmiths[seat.index()])
    }

    /// A player's score, item by item (EE-6.1).
    pub(crate) fn sheet(&self, points: Points, seat: Seat) -> RoundSheet {
        if self.totals.of(seat).is_some() {
            return RoundSheet::of(points);
        }
        let pile = &self.piles[seat.index()];
        let hidden = pile.unnamed().len() + pile.unstated_count();
        let mut eggs = codes(pile.values());
        eggs.extend(std::iter::repeat_n("?".to_owned(), hidden));
        let unnamed_text = match hidden {
            0 => String::new(),
            1 => "; 1 has not been named".to_owned(),
            _ => format!("; {hidden} have not been named"),
        };
        let why = match &eggs[..] {
            [] => "no egg".to_owned(),
            eggs => format!("{}: {}{unnamed_text}", count_of(eggs.len(), "egg", "eggs"), eggs.join(" ")),
        };
        let mut items = vec![Item {
            kind: "eggs",
            label: "eggs".to_owned(),
            points: points + Points::Exactly(-self.cards_worth(seat)),
            clause: ee(6, 1),
            details: vec![("eggs", Detail::List(eggs))],
            why,
        }];
        let (merchants, blacksmiths) = (self.merchants[seat.index()], self.blacksmiths[seat.index()]);
        let cards = [
            ("merchant", "merchants", Card::Merchant, merchants, MERCHANT, ee(4, 3)),
            ("blacksmith", "blacksmiths", Card::Blacksmith, blacksmiths, BLACKSMITH, ee(4, 5)),
        ];
        let cards = cards.into_iter().filter(|(.., count, _, _)| *count > 0);
        items.extend(cards.map(|(kind, kinds, card, count, worth, clause)| Item {
            kind,
            label: if count == 1 { kind.to_owned() } else { format!("{count} {kinds}") },
            points: Points::Exactly(worth * i32::from(count)),
            clause,
            details: Vec::new(),
            why: format!("{} that did not collect", count_of(count.into(), card.name(), &card.plural())),
        }));
        RoundSheet { items, ..RoundSheet::default() }
    }
}

/// A player's gain from a round: tokens, and points, which are a range if eggs were never named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoundGain {
    pub points: Points,
    pub tokens: Points,
}

impl Default for RoundGain {
    fn default() -> Self {
        Self { points: Points::ZERO, tokens: Points::ZERO }
    }
}

impl Add for RoundGain {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { points: self.points + other.points, tokens: self.tokens + other.tokens }
    }
}

impl From<i32> for RoundGain {
    fn from(points: i32) -> Self {
        Self { points: points.into(), ..Self::default() }
    }
}

impl From<RoundGain> for Points {
    fn from(gain: RoundGain) -> Self {
        gain.points
    }
}

impl Scoring for EggsAndEmpires {
    fn score(&self, players: &Players) -> Sheet {
        let points = self.points();
        let mut sheet = Sheet::of(BOOK.game, players, false, |seat| {
            self.rounds.sheets(seat, |round, gain| round.sheet(gain.map_or(points[seat.index()], Points::from), seat))
        });
        sheet.unit = self.setup.for_tokens().then_some(["token", "tokens"]);
        sheet.players.iter_mut().zip(self.totals()).for_each(|(player, total)| player.total = total);
        sheet.notes = self.notes(players);
        if self.phase == Phase::GameOver {
            let winners = self.winners();
            sheet.set_winners(winners);
            if winners.is_empty() {
                sheet.tiebreak = Some("Some eggs were never named: nobody can say who has the most.".to_owned());
            }
        }
        sheet
    }

    /// Scores only the finished rounds while piles lie face down.
    fn visible_score(&self, players: &Players) -> Sheet {
        let mut sheet = self.score(players);
        if !self.is_underway() {
            return sheet;
        }
        // What the table decided is known to all (TB-9).
        let has_adjustments = self.seats().any(|seat| self.rounds.adjusted(seat).is_some());
        for (player, seat) in sheet.players.iter_mut().zip(self.seats()) {
            player.rounds.pop();
            player.rounds.extend(has_adjustments.then(|| self.rounds.adjusted_sheet(seat)));
            if !self.setup.for_tokens() {
                player.total = player.rounds.iter().map(RoundSheet::points).sum();
            }
        }
        sheet.notes.push(format!("The piles of round {} lie face down.", self.rounds.number));
        sheet
    }

    fn visible_totals(&self, _players: &Players) -> Vec<Points> {
        // The piles lie face down, and what the table decided is known to all (TB-9).
        let open_points = || self.rounds.totals(<[RoundGain; MOST]>::default()).map(Points::from);
        let totals = if self.is_underway() && !self.setup.for_tokens() { open_points() } else { self.totals() };
        totals[..self.players].to_vec()
    }
}

impl EggsAndEmpires {
    /// The range of the unnamed eggs' worth in a pile, in points.
    fn unnamed_worth(&self, pile: &EggPile) -> Points {
        let count = pile.eggs.iter().filter(|egg| egg.known.value().is_none()).count();
        let factor = i32::try_from(count).unwrap_or(i32::MAX / 100);
        let unlisted = (UNLISTED.0 * factor, UNLISTED.1 * factor);
        let (least, most) = self.nest.as_ref().map_or(unlisted, |nest| nest.range(count));
        Points::between(least, most)
    }

    /// Each player's points in the current or last round (EE-6.1).
    pub(super) fn points(&self) -> [Points; MOST] {
        let mut points = [Points::ZERO; MOST];
        for seat in self.seats() {
            if let Some(total) = self.rounds.current.totals.of(seat) {
                points[seat.index()] = Points::Exactly(total);
                continue;
            }
            let pile = self.pile(seat);
            points[seat.index()] =
                Points::Exactly(pile.worth() + self.rounds.current.cards_worth(seat)) + self.unnamed_worth(pile);
        }
        points
    }

    /// Each player's points in the current or last round, including those by the table's decision (TB-9).
    pub(super) fn adjusted_points(&self) -> [Points; MOST] {
        self.rounds.with_adjustments(self.points().map(|points| RoundGain { points, ..RoundGain::default() })).map(Points::from)
    }

    /// Each player's points of all rounds.
    pub(super) fn sums(&self) -> [Points; MOST] {
        self.rounds.totals(self.gains(false)).map(Points::from)
    }

    /// Each player's gain from this round. Tokens count only if the round is counted, or if `assumes_counted`.
    pub(super) fn gains(&self, assumes_counted: bool) -> [RoundGain; MOST] {
        let points = self.points();
        let is_counted = self.rounds.current.is_counted || assumes_counted;
        let tokens = if is_counted { self.tokens_for(&self.adjusted_points()) } else { [Points::ZERO; MOST] };
        std::array::from_fn(|index| RoundGain { points: points[index], tokens: tokens[index] })
    }

    /// Each player's tokens for this round with these points: one for the most points (EE-6.3). A range if points are uncertain.
    pub(super) fn tokens_for(&self, points: &[Points; MOST]) -> [Points; MOST] {
        let mut tokens = [Points::ZERO; MOST];
        let range = |seat: Seat| points[seat.index()].range();
        let participants = || self.seats().filter(|&seat| !self.rounds.current.totals.absent.contains(seat));
        for seat in participants() {
            let mut rivals = participants().filter(|&rival| rival != seat);
            let is_certain = rivals.clone().all(|rival| range(seat).0 >= range(rival).1);
            let is_possible = rivals.all(|rival| range(seat).1 >= range(rival).0);
            tokens[seat.index()] = Points::between(is_certain.into(), is_possible.into());
        }
        tokens
    }

    /// Each player's tokens, including this round's if the round is counted, or if `assumes_counted`.
    pub(super) fn tokens(&self, assumes_counted: bool) -> [Points; MOST] {
        self.rounds.totals(self.gains(assumes_counted)).map(|gain| gain.tokens)
    }

    /// Each player's total by which the game is won: tokens or points.
    pub(super) fn totals(&self) -> [Points; MOST] {
        if self.setup.for_tokens() { self.tokens(false) } else { self.sums() }
    }

    /// The number of tokens that wins (EE-6.3).
    pub(super) const fn tokens_to_win(&self) -> i32 {
        if self.players > 4 { 2 } else { 3 }
    }

    /// The players who may hold the marker when the next round begins (EE-5.1, EE-5.2): those who may have the fewest points.
    pub(crate) fn may_hold_next(&self) -> Seats {
        if self.setup.rules.marker == MarkerRule::EveryRound {
            return Seats::only(next_at_table(self.first, self.players, self.rounds.absent));
        }
        let points = self.points_for_marker();
        let fewest = self.rounds.at_table(self.players).iter().map(|seat| points[seat.index()].range().1).min();
        self.rounds.at_table(self.players).iter().filter(|seat| Some(points[seat.index()].range().0) <= fewest).collect()
    }

    /// Each player's points by which the next marker holder is chosen; the fewest decide (EE-5.2).
    pub(super) fn points_for_marker(&self) -> [Points; MOST] {
        if self.setup.rules.next_marker == NextMarker::FewestInRound { self.adjusted_points() } else { self.sums() }
    }

    /// Whether the game is over once this round is counted as it stands (EE-6.2, EE-6.3).
    pub(super) fn is_decided(&self) -> bool {
        let has_enough = |tokens: Points| tokens.range().0 >= self.tokens_to_win();
        if self.setup.for_tokens() {
            self.tokens(true).into_iter().any(has_enough)
        } else {
            self.rounds.number >= self.setup.rules.rounds
        }
    }

    /// The winners: the players at the table with the highest total, as far as totals are certain.
    pub(super) fn winners(&self) -> Seats {
        let totals = self.totals();
        let most = self.rounds.at_table(self.players).iter().map(|seat| totals[seat.index()].range().1).max();
        self.rounds.at_table(self.players).iter().filter(|seat| Some(totals[seat.index()].range().0) == most).collect()
    }

    /// The notes of the sheet: how the game is won, unfinished rounds, unnamed eggs, and the state of the round.
    fn notes(&self, players: &Players) -> Vec<String> {
        let mut notes = Vec::new();
        if self.setup.for_tokens() {
            let goal = self.tokens_to_win();
            notes.push(format!("The game is won by tokens, one for the most points of a round; {goal} win (EE-6.3)."));
        }
        for (number, _) in (self.rounds.unrecorded() + 1..).zip(&self.rounds.past).filter(|(_, (round, _))| !round.is_counted) {
            notes.push(format!("Round {number} was not played to its end; what lay in the piles is counted."));
        }
        let unnamed = self.unnamed_in_words(players);
        if !unnamed.is_empty() {
            notes.push(format!("Not named yet: {}.", and_list(unnamed)));
        }
        for seat in self.seats() {
            let eggs = match self.pile(seat).unstated_count() {
                0 => continue,
                1 => "an egg".to_owned(),
                eggs => format!("{eggs} eggs"),
            };
            notes.push(format!(
                "Nobody has said the value of {eggs} in {}'s pile: a tally of the round says it.",
                players.name(seat)
            ));
        }
        match self.phase {
            Phase::Reveal | Phase::Play | Phase::Collect | Phase::Closing => {
                let (turn, marker) = (self.turn_now().min(TURNS), players.name(self.marker));
                notes.push(format!("Round {}, turn {turn} of {TURNS}; {marker} holds the marker.", self.rounds.number));
            }
            Phase::Over => {
                let next = or_list(players.names_of(self.may_hold_next().iter()));
                let clause = if self.setup.rules.marker == MarkerRule::EveryRound { ee(5, 1) } else { ee(5, 2) };
                notes.push(format!("{next} holds the marker in the next round ({clause})."));
            }
            Phase::Ready | Phase::Naming | Phase::GameOver => {}
        }
        notes
    }
}
