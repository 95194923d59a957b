//! Scoring (ER-6).

use super::{BOOK, EmuRanchers, PLAYERS, book::er};
use crate::{
    emu::{Rancher as _, item_of, reckon},
    table::{Players, Points, Scored, Seats, Sheet},
};

impl EmuRanchers {
    /// Who won, or shares the win (ER-6.6): asked once the game is over.
    pub(super) fn winners(&self) -> Seats {
        let totals = self.year.totals();
        Seats::all(PLAYERS).with_most(|seat| totals[seat.index()])
    }
}

impl Scored for EmuRanchers {
    fn score(&self, players: &Players) -> Sheet {
        let mut sheet = self.year.sheet(&BOOK, players, |year, seat| {
            let birds = year[seat.index()].on_table();
            birds.map(|(number, bird)| item_of(number, bird.cards(), &reckon(bird, self.year.upkeep), er)).collect()
        });
        if self.year.is_game_over() {
            sheet.crown(self.winners());
        }
        sheet
    }

    fn totals_in_view(&self, _players: &Players) -> Vec<Points> {
        self.year.points()
    }
}
