//! What is open to a player or the table.

use super::{BOOK, EmusRedux, Source, Step, book};
use crate::{
    emu::{bird_prospects, reckon},
    table::{Act, Game as _, Seat, count_of},
};

impl EmusRedux {
    /// What is open, a line each.
    pub(super) fn outlook(&self, actor: Option<Seat>) -> Vec<String> {
        let open = self.open().to(actor);
        let mut lines = Vec::new();
        for (index, verb) in BOOK.verbs.iter().enumerate().filter(|(index, _)| open.contains(*index)) {
            match (index, actor) {
                (book::GROW | book::LAY, Some(seat)) => {
                    lines.extend(bird_prospects(verb.name, self.rancher(seat).on_table()));
                }
                (book::TAKE, Some(seat)) => lines.extend(self.takes(seat)),
                (book::DRAW, _) => {
                    lines.push(format!("draw: the draw pile has {}", count_of(self.stock.hidden(), "card", "cards")));
                }
                (book::EXCUSE, Some(seat)) => lines.extend(self.excusable(seat)),
                (book::MARKET, _) => {
                    lines.push(format!("market CARD…: {} Pawns and Courts, two for each player", self.market_size()));
                }
                _ if verb.form.is_empty() => lines.push(format!("{}: {}", verb.name, verb.about)),
                _ => lines.push(format!("{} {}: {}", verb.name, verb.form, verb.about)),
            }
        }
        lines
    }

    /// What may be taken instead of drawing, a line each.
    fn takes(&self, seat: Seat) -> Vec<String> {
        let open = self.all_open().into_iter().filter_map(|step| {
            let act = Act::Step { actor: Some(seat), step };
            let legal = self.is_lawful(&act).is_ok();
            let Act::Step { step, .. } = act else { return None };
            let Step::Take(card, from) = step else { return None };
            legal.then_some(())?;
            Some(match self.source(card, from)? {
                Source::Market => format!("{step}: it lies in the market"),
                Source::Pile(number) => format!("{step}: it is on top of discard pile {number}"),
            })
        });
        open.collect()
    }

    /// The birds that an Excuse could be spent on.
    fn excusable(&self, seat: Seat) -> Vec<String> {
        let birds = self.rancher(seat).on_table();
        let losing = birds.filter(|(_, bird)| bird.total() < self.setup.upkeep);
        losing
            .map(|(number, bird)| {
                let loss = -reckon(bird, self.setup.upkeep).points;
                format!("excuse {number}: with an Excuse in hand, it saves the {loss} that this bird would lose")
            })
            .collect()
    }
}
