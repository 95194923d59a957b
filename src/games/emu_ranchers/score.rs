//! Scoring (ER-6).

use super::{
    EmuRanchers, PLAYERS, Ranch,
    book::{BOOK, er},
};
use crate::{
    emu::{by_number, item_of, reckon},
    table::{PlayerSheet, Players, Points, RoundSheet, Seat, Sheet},
};

impl EmuRanchers {
    /// The ranches of every year that has begun.
    fn years(&self) -> impl Iterator<Item = &[Ranch; PLAYERS]> {
        self.past.iter().chain((self.year > 0).then_some(&self.ranches))
    }

    /// What each player has so far, over all years (ER-6.5).
    pub(super) fn totals(&self) -> [i32; PLAYERS] {
        let mut totals = [0; PLAYERS];
        for year in self.years() {
            for (total, ranch) in totals.iter_mut().zip(year) {
                *total += ranch.iter().map(|bird| reckon(bird, self.setup.upkeep).points).sum::<i32>();
            }
        }
        totals
    }

    /// Who won, or shares the win (ER-6.6): asked once the game is over.
    pub(super) fn winners(&self) -> Vec<Seat> {
        let totals = self.totals();
        let most = totals.iter().max();
        Seat::all(PLAYERS).filter(|seat| totals.get(seat.index()) == most).collect()
    }

    pub(super) fn sheet(&self, players: &Players) -> Sheet {
        let sheet_of = |seat: Seat| {
            let rounds: Vec<RoundSheet> = self.years().map(|year| self.year_sheet(&year[seat.index()])).collect();
            PlayerSheet {
                name: players.name(seat).to_owned(),
                total: rounds.iter().map(RoundSheet::points).sum::<Points>(),
                rounds,
                winner: false,
            }
        };
        let mut sheet = Sheet {
            game: BOOK.game,
            complete: false,
            unit: None,
            players: Seat::all(PLAYERS).map(sheet_of).collect(),
            winners: Vec::new(),
            tiebreak: None,
            notes: Vec::new(),
        };
        if self.is_game_over() {
            sheet.crown(&self.winners());
        }
        sheet
    }

    fn year_sheet(&self, ranch: &Ranch) -> RoundSheet {
        let items = by_number(ranch).map(|(number, bird)| item_of(number, bird.cards(), &reckon(bird, self.setup.upkeep), er));
        RoundSheet { items: items.collect(), total: None }
    }
}
