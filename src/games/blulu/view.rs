//! The visible table: for each rank on it, the cards and the pairs that capture it. Captured piles are covered.

use super::{Blulu, EarnedBonus, Fault, Phase, Setup, Step, arithmetic::value, ranks_of};
use crate::{
    decktet::{Card, Cards, Rank},
    table::prelude::*,
};
use serde_json::{Value, json};

impl View for Blulu {
    type Thing = Card;

    fn zones(&self, context: &TableContext<Setup>) -> Zones {
        let players = &context.players;
        let mut open_zones = vec![Zone::line(ZoneRole::Status, self.headline(context))];
        open_zones.extend(self.seats().map(|seat| {
            let mut line = Text::strong(players.name(seat));
            if self.is_underway() {
                line = line.then(" · ").count(self.account.hand(seat).len(), "card", "cards").then(" in hand");
            }
            line = line.then(format!(" · {} captured", self.rounds.current.catches[seat.index()].captured));
            if seat == self.dealer && self.rounds.number > 0 {
                line = line.and(Ink::Faint, " · dealer");
            }
            Zone::line(ZoneRole::Player(seat), line)
        }));
        if !self.rounds.current.is_counted {
            open_zones.extend(self.debt_in_words(players).map(|debt| Zone::line(ZoneRole::Status, debt)));
        }
        open_zones.push(if self.table.is_empty() {
            Zone::line(ZoneRole::Shared, Text::new().and(Ink::Faint, "The table is empty."))
        } else {
            let rows = ranks_of(self.table).map(|rank| self.row(rank)).collect();
            Zone::rows(ZoneRole::Shared, ["rank", "on the table", "captured by"], rows).with_optional_column()
        });
        let mut memory_zones = Vec::new();
        for seat in self.seats() {
            let pile = Text::strong(format!("{}'s pile: ", players.name(seat))).cards_or_none(self.piles[seat.index()]);
            memory_zones.push(Zone::hand::<Card, _>(players, seat, self.account.hand(seat)));
            memory_zones.push(Zone::line(ZoneRole::Player(seat), pile));
        }
        memory_zones.push(Zone::unaccounted::<Card, _>(ZoneRole::Shared, &self.account));
        Zones { open: open_zones, memory: memory_zones }
    }

    fn places(&self) -> Vec<PlaceContents<Card>> {
        let pile = |seat: Seat| {
            let (cards, count) = (self.piles[seat.index()], self.rounds.current.catches[seat.index()].captured);
            PlaceContents {
                place: Location::Owned(seat, "pile", None),
                things: cards.iter().collect(),
                unseen: usize::from(count).saturating_sub(cards.len()),
            }
        };
        let table_places = [
            PlaceContents::of_known(Location::OnTable("on the", "table", None), self.table.iter()),
            PlaceContents::unseen(Location::OnTable("in the", "deck", None), self.account.pile_len()),
        ];
        table_places.into_iter().chain(self.seats().map(pile)).chain(PlaceContents::hands(&self.account, self.seats())).collect()
    }

    fn account(&mut self) -> Option<Memory<'_, Card>> {
        Some((&mut self.account, self.piles.into_iter().flatten().collect()))
    }

    fn facts(&self, players: &Players) -> Value {
        let name = |seat| players.name(seat);
        let bonuses = self
            .seats()
            .flat_map(|seat| self.rounds.current.catches[seat.index()].bonuses.iter().map(move |earned| (seat, earned)));
        let bonus = |(seat, EarnedBonus { bonus, cards }): (Seat, &EarnedBonus)| {
            let cards = codes(*cards);
            json!({ "of": name(seat), "bonus": bonus.name(), "cards": cards })
        };
        json!({
            "dealer": (self.rounds.number > 0).then(|| name(self.dealer)),
            "deal": self.deal,
            "deals": self.setup.dealing.deals(self.players),
            "last_captor": self.captor.map(name),
            "bonuses": bonuses.map(bonus).collect::<Vec<_>>(),
        })
    }

    fn missing_thing(fault: Fault) -> Option<Card> {
        match fault {
            Fault::Table(fault) => fault.missing_card(),
            Fault::NotInDeck(card) => Some(card),
            _ => None,
        }
    }

    fn describe_move(actor: Option<Seat>, step: &Step, card: Card, context: &TableContext<Setup>) -> String {
        let name = context.players.actor(actor);
        let is_named = step.cards().contains(&card);
        match step {
            Step::Deal(_) => format!("{card}: dealt to the table"),
            Step::Trail(_) if is_named => format!("{card}: trailed by {name}"),
            Step::Capture(ranks, _) if is_named || ranks.contains(card) => format!("{card}: captured by {name}"),
            Step::Shows(_) if is_named => format!("{card}: shown by {name}"),
            _ => format!("{card}: worked out or taken at the end when {name} played"),
        }
    }
}

impl Blulu {
    fn headline(&self, context: &TableContext<Setup>) -> Text {
        let mut line = Text::strong(format!("Round {}", self.rounds.number.max(1)));
        if self.is_underway() {
            line = line.then(format!(" · deal {} of {} · deck: ", self.deal, self.setup.dealing.deals(self.players)));
            line = line.pile(self.account.pile_len(), "card", "cards", &["deal"]);
        }
        line = line.then(" · ").points_of(format!("points of {}", self.setup.rules.target), &context.players, self.totals());
        match self.phase {
            Phase::GameOver { .. } => line.and(Ink::Due, " · the game is over"),
            Phase::Over => line.and(Ink::Due, " · the round is over"),
            Phase::Deal => line.and(Ink::Due, " · the table cards are to be dealt"),
            Phase::Ready | Phase::Turn(_) => line,
        }
    }

    fn row(&self, rank: Rank) -> Vec<Text> {
        let ways = self.setup.pairing.capture_texts(rank, self.setup.dealing.deck.cards());
        let mut name = Text::strong(rank.name());
        if rank.number().is_none() {
            name = name.then(format!(" = {}", value(rank)));
        }
        vec![name, Text::new().cards(self.table & Cards::of_rank(rank)), Text::plain(ways.join(" "))]
    }
}
