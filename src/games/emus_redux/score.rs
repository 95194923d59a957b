//! The score sheet (RX-6): bird by bird, with what Excuses saved and what they would have saved.

use super::{
    EmusRedux, Phase,
    book::{BOOK, rx},
    rancher::{Outcome, Rancher},
    winner::decide,
};
use crate::{
    emu::{BirdNumber, item_of},
    table::{Detail, Item, PlayerSheet, Players, Points, RoundSheet, Seat, Sheet, and_list},
};

impl EmusRedux {
    pub(super) fn sheet(&self, players: &Players) -> Sheet {
        let years: Vec<_> = self.past.iter().chain((self.phase != Phase::Ready).then_some(&self.ranchers)).collect();
        let outcomes: Vec<Vec<Outcome>> =
            years.iter().map(|year| year.iter().take(self.players).map(|of| of.outcome(self.setup.upkeep)).collect()).collect();
        let mut notes = Vec::new();
        let mut sheets = Vec::new();
        for seat in self.seats() {
            let mut rounds = Vec::new();
            for (year, outcomes) in years.iter().zip(&outcomes) {
                let excuses_matter = outcomes.iter().any(|outcome| !outcome.excused.is_empty() || !outcome.missed.is_empty());
                let (rancher, outcome) = (&year[seat.index()], &outcomes[seat.index()]);
                let items = (0..rancher.birds.len()).map(|index| item(rancher, outcome, index, excuses_matter));
                rounds.push(RoundSheet { items: items.collect(), total: None });
                notes.extend(excuse_notes(players.name(seat), rancher, outcome));
            }
            sheets.push(PlayerSheet {
                name: players.name(seat).to_owned(),
                total: rounds.iter().map(RoundSheet::points).sum::<Points>(),
                rounds,
                winner: false,
            });
        }
        let mut sheet =
            Sheet { game: BOOK.game, complete: false, unit: None, players: sheets, winners: Vec::new(), tiebreak: None, notes };
        if self.phase == Phase::Over {
            let decision = decide(&self.standings(), players);
            sheet.crown(&decision.winner.into_iter().collect::<Vec<Seat>>());
            sheet.tiebreak = decision.tiebreak;
        }
        sheet
    }
}

/// The clause by which a bird was discarded with an Excuse: recorded, or counted at the end.
pub(super) fn excuse_clause(rancher: &Rancher) -> crate::table::Clause {
    if rancher.excused.is_empty() { rx(6, 7) } else { rx(5, 4) }
}

/// Why a bird that was discarded with an Excuse brings nothing.
pub(super) fn excused_why(outcome: &Outcome, index: usize) -> String {
    let saved = outcome.loss(BirdNumber::from_index(index)).max(0);
    format!("discarded with an Excuse, which saves {saved} ({})", outcome.birds[index].why())
}

fn item(rancher: &Rancher, outcome: &Outcome, index: usize, excuses_matter: bool) -> Item {
    let number = BirdNumber::from_index(index);
    let cards = rancher.birds[index].cards();
    let mut item = item_of(number, cards, &outcome.birds[index], rx);
    let mut excuse = String::new();
    if outcome.is_excused(index) {
        excuse = format!("saves {}", outcome.loss(number).max(0));
        item.points = Points::ZERO;
        item.clause = excuse_clause(rancher);
        item.why = excused_why(outcome, index);
    } else if outcome.missed.contains(&number) {
        excuse = format!("would save {}", outcome.loss(number));
        item.why = format!("{}; an unused Excuse {excuse}", item.why);
    }
    if excuses_matter {
        item.details.push(("excuse", Detail::Text(excuse)));
    }
    item
}

/// What a player's Excuses did, and what they would have done.
pub(super) fn excuse_notes(name: &str, rancher: &Rancher, outcome: &Outcome) -> Vec<String> {
    let birds = |numbers: &[BirdNumber]| {
        let each: Vec<String> =
            numbers.iter().map(|&number| format!("bird {number} ({})", outcome.loss(number).max(0))).collect();
        and_list(&each)
    };
    let sum = |numbers: &[BirdNumber]| numbers.iter().map(|&number| outcome.loss(number).max(0)).sum::<i32>();
    let how = if rancher.excused.is_empty() { "best used" } else { "as recorded" };
    let mut notes = Vec::new();
    match outcome.excused[..] {
        [] => {}
        [bird] => notes.push(format!("{name}'s Excuse, {how}, discards bird {bird}: {} saved.", sum(&[bird]))),
        ref both => notes.push(format!("{name}'s Excuses, {how}, discard {}: {} saved.", birds(both), sum(both))),
    }
    match outcome.missed[..] {
        [] => {}
        [bird] => notes.push(format!("{name}'s unused Excuse would have discarded bird {bird}: {} not saved.", sum(&[bird]))),
        ref both => {
            notes.push(format!("{name}'s unused Excuses would have discarded {}: {} not saved.", birds(both), sum(both)));
        }
    }
    notes
}
