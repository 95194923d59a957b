//! The table: zones, the public state for scripts, and the known locations of a card.

use super::{EmuRanchers, Fault, Setup, Step};
use crate::{
    decktet::Card,
    emu::{bird_row, past},
    table::{Header, Location, Lying, Players, Priority, Seat, View, Zone, Zones, unaccounted_in},
};
use serde_json::Value;

impl View for EmuRanchers {
    type Thing = Card;

    fn zones(&self, header: &Header<Setup>) -> Zones {
        let players = &header.players;
        let year = format!("Year {} of {}", self.year.number().max(1), header.setup.years);
        let mut open = vec![Zone::line(Priority::Standing, self.year.headline(players, year, "lay"))];
        open.extend(players.seats().flat_map(|seat| self.year.player_zones(players, seat, "", bird_row)));
        let pile = if self.discards.is_empty() { " · no discard pile" } else { " · Discard pile: " };
        open.push(Zone::line(Priority::Shared, self.discards.show(self.year.draw_pile().then(pile))));
        Zones { open, memory: self.year.memory(players, [self.discards.remembered("Discard pile")]) }
    }

    fn places(&self) -> Vec<Lying<Card>> {
        let discards = Lying {
            more: self.discards.unnamed().into(),
            ..Lying::seen(Location::At("in the discard pile", None), self.discards.cards().iter().copied())
        };
        self.year.places().chain([discards]).collect()
    }

    fn unaccounted(&self) -> Vec<Card> {
        unaccounted_in(&self.year.account)
    }

    fn facts(&self, players: &Players) -> Value {
        self.year.facts(players)
    }

    fn forgetting(&self) -> Self {
        let mut seen = self.clone();
        seen.year.account = self.year.account.forgetting(self.discards.covered());
        seen
    }

    fn missing(fault: Fault) -> Option<Card> {
        match fault {
            Fault::Year(fault) => fault.missing(),
            Fault::NotDiscarded(card) => Some(card),
            _ => None,
        }
    }

    fn where_is(&self, card: Card, players: &Players) -> String {
        self.year.where_is(card, self.locations(card), players)
    }

    fn past(actor: Option<Seat>, step: &Step, card: Card, header: &Header<Setup>) -> String {
        let done = match step {
            Step::Year(step) => step.past(),
            Step::Discard(_) => "discarded by",
            Step::Take(_) => "taken by",
        };
        past(actor, step, done, card, &header.players)
    }
}
