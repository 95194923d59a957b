//! The table: zones, the public state for scripts, and the known locations of a card.

use super::{EmusRedux, Fault, Setup, Step, WILDS};
use crate::{
    decktet::Card,
    emu::{bird_row, past},
    table::{Header, Ink, Location, Lying, Players, Priority, Seat, Text, View, Zone, Zones, codes, unaccounted_in},
};
use serde_json::{Value, json};

impl EmusRedux {
    fn headline(&self, players: &Players) -> Text {
        let line = self.year.headline(players, "The year", "lay, excuse");
        if self.market_due { line.and(Ink::Strong, " · the market is to be laid out") } else { line }
    }

    fn market_line(&self) -> Text {
        let line = Text::plain("Market: ");
        match self.market.cards().next() {
            Some(_) => line.cards(self.market.cards()),
            None => line.and(Ink::Faint, if self.market_due { "not yet" } else { "empty" }),
        }
    }

    fn piles_line(&self) -> Text {
        let line = self.year.draw_pile();
        if self.discards.there().next().is_none() {
            return line.then(" · no discard pile");
        }
        self.discards.there().fold(line, |line, (number, pile)| pile.show(line.then(format!(" · Discard pile {number}: "))))
    }
}

impl View for EmusRedux {
    type Thing = Card;

    fn zones(&self, header: &Header<Setup>) -> Zones {
        let players = &header.players;
        let mut open = vec![Zone::line(Priority::Standing, self.headline(players))];
        for seat in players.seats() {
            let rancher = self.year.rancher(seat);
            let taken = match rancher.market_draws {
                0 => String::new(),
                draws => format!(" · {draws} from the market"),
            };
            open.extend(self.year.player_zones(players, seat, &taken, |number, bird| {
                let mut row = bird_row(number, bird);
                if rancher.excused.contains(&number) {
                    if bird.cards().is_empty() {
                        row[1] = Text::new().and(Ink::Faint, "gone");
                    }
                    row[2] = Text::new().and(Ink::Faint, "discarded with an Excuse");
                }
                row
            }));
        }
        open.push(Zone::line(Priority::Shared, self.market_line()));
        open.push(Zone::line(Priority::Shared, self.piles_line()));
        let discards = self.discards.placed().map(|(number, pile)| pile.remembered(&format!("Discard pile {number}")));
        Zones { open, memory: self.year.memory(players, discards) }
    }

    fn places(&self) -> Vec<Lying<Card>> {
        let discards = self.discards.placed().map(|(_, pile)| pile).zip(1..).map(|(pile, number)| {
            let place = Location::At("in discard pile", Some(number));
            Lying { more: pile.unnamed().into(), ..Lying::seen(place, pile.cards().iter().copied()) }
        });
        let spent = self
            .year
            .seats()
            .map(|seat| Lying::seen(Location::By("spent", seat), self.year.rancher(seat).excused.iter().map(|_| Card::EXCUSE)));
        let market = Lying::seen(Location::At("in the market", None), self.market.cards());
        self.year.places().chain(discards).chain(spent).chain([market]).collect()
    }

    fn unaccounted(&self) -> Vec<Card> {
        unaccounted_in(&self.year.account)
    }

    fn facts(&self, players: &Players) -> Value {
        let ranchers = || self.year.seats().map(|seat| self.year.rancher(seat));
        let mut facts = self.year.facts(players);
        facts["market_draws"] = ranchers().map(|rancher| json!(rancher.market_draws)).collect();
        facts["excused"] = ranchers().map(|rancher| json!(codes(&rancher.excused))).collect();
        facts
    }

    fn forgetting(&self) -> Self {
        let mut seen = self.clone();
        let covered = self.discards.there().flat_map(|(_, pile)| pile.covered());
        seen.year.account = self.year.account.forgetting(covered);
        seen
    }

    fn missing(fault: Fault) -> Option<Card> {
        match fault {
            Fault::Year(fault) => fault.missing(),
            Fault::ThirdCopy(card) | Fault::NotThere(card, _) => Some(card),
            _ => None,
        }
    }

    fn where_is(&self, card: Card, players: &Players) -> String {
        if WILDS.contains(card) && self.market.copies(card) == 0 {
            return "it is not among the Pawns and Courts of this game".to_owned();
        }
        self.year.where_is(card, self.locations(card), players)
    }

    fn past(actor: Option<Seat>, step: &Step, card: Card, header: &Header<Setup>) -> String {
        let done = match step {
            Step::Year(step) => step.past(),
            Step::Market(_) => return format!("{card}: laid out in the market"),
            Step::Discard(..) => "discarded by",
            Step::Take(..) => "taken by",
            Step::Excuse(_) => "spent by",
        };
        past(actor, step, done, card, &header.players)
    }
}
