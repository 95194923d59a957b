//! Scoring: the items of a year's birds. What a bird earns (ER-6.1 to ER-6.4) is in `emu::upkeep`, the sums (ER-6.5) in `emu::score`.

use super::{BOOK, EmuRanchers, book::er};
use crate::{
    emu::{Rancher as _, item_of, reckon},
    table::{Players, Points, Scored, Sheet},
};

impl Scored for EmuRanchers {
    fn score(&self, players: &Players) -> Sheet {
        self.year.sheet(&BOOK, players, |year, seat| {
            let birds = year[seat.index()].on_table();
            birds.map(|(number, bird)| item_of(number, bird.cards(), &reckon(bird, self.year.upkeep), er)).collect()
        })
    }

    fn totals_in_view(&self, _players: &Players) -> Vec<Points> {
        self.year.points()
    }
}
