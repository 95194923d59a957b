//! The table: zones, the public state for scripts, and the known locations of a card.

use super::{BOOK, EmuRanchers, Fault, Setup, Step};
use crate::{
    decktet::Card,
    emu::{bird_row, past},
    table::{Header, Location, Players, Priority, Seat, View, Zone, Zones, codes},
};
use serde_json::json;

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

    fn state(&self, header: &Header<Setup>) -> serde_json::Value {
        let mut state = self.year.state(&BOOK, &header.players, |_, _| {});
        state["year"] = json!(self.year.number());
        state["discard_pile"] = json!(codes(self.discards.cards()));
        state["discard_pile_unnamed"] = json!(self.discards.unnamed());
        state
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

    fn locations(&self, card: Card) -> Vec<Location> {
        let mut locations = self.year.locations(card);
        locations.extend(self.discards.contains(card).then_some(Location::At("in the discard pile", None)));
        locations
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
