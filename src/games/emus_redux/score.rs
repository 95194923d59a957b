//! Scoring (RX-6): what becomes of each bird, with what Excuses saved and what they would have saved, and who wins.

use super::{BOOK, EmusRedux, Rancher, book::rx};
use crate::{
    emu::{BirdNumber, Phase, Reckoning, item_of, reckon},
    table::{Clause, Detail, Item, Players, Points, Scored, Seat, Seats, Sheet, and_list},
};

/// What becomes of a player's birds (RX-6).
pub(super) struct Outcome {
    /// What each bird brings if it is scored.
    pub birds: Vec<Reckoning>,
    /// The birds that are discarded with an Excuse instead, in the order of the Excuses.
    excused: Vec<BirdNumber>,
    /// The birds that Excuses left in hand would have been best used on.
    missed: Vec<BirdNumber>,
    /// Whether Excuses were recorded; otherwise they were counted at the end (RX-6.7).
    recorded: bool,
}

impl Rancher {
    /// What becomes of the birds: where no Excuse was recorded, those in hand are spent on the birds that lose most (RX-6.7).
    pub(super) fn outcome(&self, upkeep: u16) -> Outcome {
        let birds: Vec<Reckoning> = self.birds.iter().map(|bird| reckon(bird, upkeep)).collect();
        let mut losing: Vec<BirdNumber> = (0..birds.len())
            .filter(|&index| !birds[index].covers())
            .map(BirdNumber::from_index)
            .filter(|number| !self.excused.contains(number))
            .collect();
        losing.sort_by_key(|number| birds[number.index()].points);
        losing.truncate(self.excuses.into());
        let recorded = !self.excused.is_empty();
        let (excused, missed) = if recorded { (self.excused.to_vec(), losing) } else { (losing, Vec::new()) };
        Outcome { birds, excused, missed, recorded }
    }
}

impl Outcome {
    /// Whether a bird is discarded with an Excuse.
    pub fn is_excused(&self, number: BirdNumber) -> bool {
        self.excused.contains(&number)
    }

    /// The birds that are scored.
    fn scored(&self) -> impl Iterator<Item = &Reckoning> {
        let birds = self.birds.iter().enumerate();
        birds.filter(|(index, _)| !self.is_excused(BirdNumber::from_index(*index))).map(|(_, bird)| bird)
    }

    /// What all birds bring (RX-6.5).
    pub fn total(&self) -> i32 {
        self.scored().map(|bird| bird.points).sum()
    }

    /// What a losing bird costs.
    fn loss(&self, number: BirdNumber) -> i32 {
        self.birds.get(number.index()).map_or(0, |bird| -bird.points).max(0)
    }

    /// The clause by which birds were discarded with an Excuse: recorded, or counted at the end.
    pub const fn clause(&self) -> Clause {
        if self.recorded { rx(5, 4) } else { rx(6, 7) }
    }

    /// Why a bird that was discarded with an Excuse brings nothing.
    pub fn excused_why(&self, number: BirdNumber) -> String {
        format!("discarded with an Excuse, which saves {} ({})", self.loss(number), self.birds[number.index()].why())
    }

    /// What a player's Excuses did, and what they would have done.
    pub fn notes(&self, name: &str) -> Vec<String> {
        let list = |birds: &[BirdNumber]| {
            let sum: i32 = birds.iter().map(|&bird| self.loss(bird)).sum();
            let each: Vec<String> = birds.iter().map(|&bird| format!("bird {bird} ({})", self.loss(bird))).collect();
            match birds {
                [bird] => ("", format!("bird {bird}: {sum}")),
                _ => ("s", format!("{}: {sum}", and_list(&each))),
            }
        };
        let mut notes = Vec::new();
        if !self.excused.is_empty() {
            let how = if self.recorded { "as recorded" } else { "best used" };
            let (s, birds) = list(&self.excused);
            let discard = if s.is_empty() { "discards" } else { "discard" };
            notes.push(format!("{name}'s Excuse{s}, {how}, {discard} {birds} saved."));
        }
        if !self.missed.is_empty() {
            let (s, birds) = list(&self.missed);
            notes.push(format!("{name}'s unused Excuse{s} would have discarded {birds} not saved."));
        }
        notes
    }

    fn item(&self, rancher: &Rancher, index: usize, excuses_matter: bool) -> Item {
        let number = BirdNumber::from_index(index);
        let mut item = item_of(number, rancher.birds[index].cards(), &self.birds[index], rx);
        let mut excuse = String::new();
        if self.is_excused(number) {
            excuse = format!("saves {}", self.loss(number));
            item.points = Points::ZERO;
            item.clause = self.clause();
            item.why = self.excused_why(number);
        } else if self.missed.contains(&number) {
            excuse = format!("would save {}", self.loss(number));
            item.why = format!("{}; an unused Excuse {excuse}", item.why);
        }
        if excuses_matter {
            item.details.push(("excuse", Detail::Text(excuse)));
        }
        item
    }
}

/// What counts of one player (RX-6.6).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    /// The total.
    pub total: i32,
    /// How many birds hatched in the game.
    hatched: usize,
    /// How many of them lost money: those discarded with an Excuse are not among them.
    lost: usize,
}

impl EmusRedux {
    /// What counts of each player, in seat order.
    pub(super) fn standings(&self) -> Vec<Standing> {
        let mut standings = vec![Standing::default(); self.year.players];
        for year in self.year.begun() {
            for (standing, rancher) in standings.iter_mut().zip(year) {
                let outcome = rancher.outcome(self.year.upkeep);
                standing.total += outcome.total();
                standing.hatched += rancher.birds.len();
                standing.lost += outcome.scored().filter(|bird| !bird.covers()).count();
            }
        }
        standings
    }

    /// Who won (nobody, if the market collapsed), and in words what decided where the highest total is not one player's alone.
    pub(super) fn winner(&self, players: &Players) -> (Option<Seat>, Option<String>) {
        let standings = self.standings();
        let of = |seat: Seat| standings[seat.index()];
        let tied = Seats::all(self.year.players).with_most(|seat| of(seat).total);
        if let Some(winner) = tied.single() {
            return (Some(winner), None);
        }
        let names = players.list(tied.iter());
        let counts =
            |seats: Seats, count: fn(Standing) -> usize| players.counts(seats.iter().map(|seat| (seat, count(of(seat)))));
        let total = tied.iter().next().map_or(0, |seat| of(seat).total);
        let mut said = vec![format!("{names} are equal at {total}"), format!("birds hatched: {}", counts(tied, |of| of.hatched))];
        let mut left = tied.with_most(|seat| of(seat).hatched);
        if left.len() > 1 {
            said.push(format!("birds that lost money: {}", counts(left, |of| of.lost)));
            left = left.with_most(|seat| of(seat).lost);
        }
        let winner = left.single();
        if winner.is_none() {
            said.push("the market collapses".to_owned());
        }
        (winner, Some(said.join("; ")))
    }
}

impl Scored for EmusRedux {
    fn score(&self, players: &Players) -> Sheet {
        let upkeep = self.year.upkeep;
        let mut sheet = self.year.sheet(&BOOK, players, |year, seat| {
            let outcome = |rancher: &Rancher| rancher.outcome(upkeep);
            let excuses_matter = year.iter().map(outcome).any(|of| !of.excused.is_empty() || !of.missed.is_empty());
            let rancher = &year[seat.index()];
            let outcome = outcome(rancher);
            (0..rancher.birds.len()).map(|index| outcome.item(rancher, index, excuses_matter)).collect()
        });
        let of_seat = |seat: Seat| self.year.begun().map(move |year| &year[seat.index()]);
        sheet.notes = (self.year.seats())
            .flat_map(|seat| of_seat(seat).flat_map(move |rancher| rancher.outcome(upkeep).notes(players.name(seat))))
            .collect();
        if self.year.phase == Phase::Over {
            let (winner, tiebreak) = self.winner(players);
            sheet.crown(winner.into_iter().collect());
            sheet.tiebreak = tiebreak;
        }
        sheet
    }
}
