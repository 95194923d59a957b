//! The table: zones, the public state for scripts, and the known locations of a card.

use super::{BOOK, EmusRedux, Fault, MARKET_DRAWS, Setup, Step, WILDS};
use crate::{
    decktet::Card,
    emu::{BirdNumber, Rancher as _, bird_row, past},
    table::{Header, Ink, Location, Players, Priority, Seat, Text, View, Zone, Zones, codes},
};
use serde_json::json;

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

    fn state(&self, header: &Header<Setup>) -> serde_json::Value {
        let mut state = self.year.state(&BOOK, &header.players, |seat, player| {
            let rancher = self.year.rancher(seat);
            player["market_draws"] = json!(rancher.market_draws);
            player["market_draws_left"] = json!(MARKET_DRAWS.saturating_sub(rancher.market_draws));
            for index in 0..rancher.birds.len() {
                player["birds"][index]["excused"] = json!(rancher.bird(BirdNumber::from_index(index)).is_none());
            }
        });
        if self.market_due {
            state["phase"] = json!("market");
            state["turn"] = json!(null);
        }
        state["discard_piles"] = json!(self.discards.placed().map(|(_, pile)| codes(pile.cards())).collect::<Vec<_>>());
        state["discard_piles_unnamed"] = json!(self.discards.placed().map(|(_, pile)| pile.unnamed()).collect::<Vec<_>>());
        state["market"] = json!(codes(self.market.cards()));
        state
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

    fn locations(&self, card: Card) -> Vec<Location> {
        let mut locations = self.year.locations(card);
        for (number, pile) in (1..).zip(self.discards.placed().map(|(_, pile)| pile)) {
            let copies = pile.cards().iter().filter(|&&other| other == card);
            locations.extend(copies.map(|_| Location::At("in discard pile", Some(number))));
        }
        locations.extend((0..self.market.copies_open(card)).map(|_| Location::At("in the market", None)));
        if card == Card::EXCUSE {
            for seat in self.year.seats() {
                locations.extend(self.year.rancher(seat).excused.iter().map(|_| Location::By("spent", seat)));
            }
        }
        locations
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
