//! The table: its ranks and the pairs that reach them. Captured piles are covered.

use super::{BOOK, Blulu, Fault, Phase, Setup, Step, arithmetic::value, ranks_of};
use crate::{
    decktet::{Card, Cards, Rank},
    table::{Header, Ink, Location, Priority, Seat, Text, View, Zone, Zones, codes, hand_state, unaccounted_in},
};
use serde_json::json;

impl View for Blulu {
    type Thing = Card;

    fn zones(&self, header: &Header<Setup>) -> Zones {
        let players = &header.players;
        let mut open = vec![Zone::line(Priority::Standing, self.headline(header))];
        open.extend(self.seats().map(|seat| {
            let mut line = Text::strong(players.name(seat));
            if self.is_underway() {
                line = line.then(" · ").count(self.account.hand(seat).len(), "card", "cards").then(" in hand");
            }
            line = line.then(format!(" · {} captured", self.round.catches[seat.index()].captured));
            if seat == self.dealer && self.number > 0 {
                line = line.and(Ink::Faint, " · dealer");
            }
            Zone::line(Priority::Player(seat), line)
        }));
        if !self.round.counted {
            open.extend(self.debt_in_words(players).map(|debt| Zone::line(Priority::Standing, debt)));
        }
        open.push(if self.table.is_empty() {
            Zone::line(Priority::Shared, Text::new().and(Ink::Faint, "The table is empty."))
        } else {
            let rows = ranks_of(self.table).map(|rank| self.row(rank)).collect();
            Zone::rows(Priority::Shared, ["rank", "on the table", "captured by"], rows).with_aside()
        });
        // What players must remember themselves: cards known to be in hands, captured piles, what is unaccounted for.
        let mut memory = Vec::new();
        for seat in self.seats() {
            let pile = Text::strong(format!("{}'s pile: ", players.name(seat))).cards_or_none(self.piles[seat.index()]);
            memory.push(Zone::hand::<Card, _>(players, seat, self.account.hand(seat)));
            memory.push(Zone::line(Priority::Player(seat), pile));
        }
        memory.push(Zone::unaccounted::<Card, _>(Priority::Shared, &self.account));
        Zones { open, memory }
    }

    fn state(&self, header: &Header<Setup>) -> serde_json::Value {
        let totals = self.totals();
        let name = |seat| header.players.name(seat);
        let player = |seat: Seat| {
            let catch = &self.round.catches[seat.index()];
            let bonuses = catch.bonuses.iter().map(|won| json!({"bonus": won.bonus.name(), "cards": codes(won.cards)}));
            json!({
                "name": name(seat),
                "total": totals[seat.index()],
                "hand": hand_state::<Card, _>(self.account.hand(seat)),
                "captured": {"count": catch.captured, "cards": codes(self.piles[seat.index()])},
                "bonuses": bonuses.collect::<Vec<_>>(),
            })
        };
        let rank = |rank: Rank| json!({"rank": rank.code(), "cards": codes(self.table & Cards::of_rank(rank))});
        json!({
            "game": BOOK.game,
            "round": self.number,
            "dealer": (self.number > 0).then(|| name(self.dealer)),
            "deal": self.deal,
            "deals": self.setup.dealing.deals(self.players),
            "phase": match self.phase {
                Phase::Ready => "ready",
                Phase::Deal => "deal",
                Phase::Turn(_) => "turn",
                Phase::Over => "over",
                Phase::GameOver { .. } => "game-over",
            },
            "turn": match self.phase {
                Phase::Turn(seat) => Some(name(seat)),
                _ => None,
            },
            "table": ranks_of(self.table).map(rank).collect::<Vec<_>>(),
            "last_captor": self.captor.map(name),
            "deck": self.account.hidden(),
            "unaccounted": codes(unaccounted_in::<Card, _>(&self.account)),
            "players": self.seats().map(player).collect::<Vec<_>>(),
        })
    }

    fn forgetting(&self) -> Self {
        let mut seen = self.clone();
        seen.account = self.account.forgetting(self.piles.into_iter().flat_map(Cards::iter).map(Card::index));
        seen
    }

    fn missing(fault: Fault) -> Option<Card> {
        match fault {
            Fault::Table(fault) => fault.missing(),
            Fault::NotInDeck(card) => Some(card),
            _ => None,
        }
    }

    fn locations(&self, card: Card) -> Vec<Location> {
        let on_table = self.table.contains(card).then_some(Location::At("on the table", None));
        let of_player = |seat: Seat| {
            let pile = self.piles[seat.index()].contains(card).then_some(Location::Of(seat, "pile", None));
            let hand = (self.account.hand(seat).known(card.index()) > 0).then_some(Location::Hand(seat));
            pile.into_iter().chain(hand)
        };
        on_table.into_iter().chain(self.seats().flat_map(of_player)).collect()
    }

    fn past(actor: Option<Seat>, step: &Step, card: Card, header: &Header<Setup>) -> String {
        let name = header.players.actor(actor);
        let named = step.cards().contains(&card);
        match step {
            Step::Deal(_) => format!("{card}: dealt to the table"),
            Step::Trail(_) if named => format!("{card}: trailed by {name}"),
            Step::Capture(ranks, _) if named || ranks.contains(card) => format!("{card}: captured by {name}"),
            Step::Shows(_) if named => format!("{card}: shown by {name}"),
            _ => format!("{card}: worked out or taken at the end when {name} played"),
        }
    }
}

impl Blulu {
    fn headline(&self, header: &Header<Setup>) -> Text {
        let mut line = Text::strong(format!("Round {}", self.number.max(1)));
        if self.is_underway() {
            line = line.then(format!(" · deal {} of {} · deck: ", self.deal, self.setup.dealing.deals(self.players)));
            line = line.pile(self.account.hidden(), "card", "cards", &["deal"]);
        }
        line = line.then(format!(" · points of {}: ", self.setup.rules.target)).points(&header.players, self.totals());
        match self.phase {
            Phase::GameOver { .. } => line.and(Ink::Strong, " · the game is over"),
            Phase::Over => line.and(Ink::Strong, " · the round is over"),
            Phase::Deal => line.and(Ink::Strong, " · the table cards are to be dealt"),
            Phase::Ready | Phase::Turn(_) => line,
        }
    }

    fn row(&self, rank: Rank) -> Vec<Text> {
        let ways = self.setup.pairing.ways(rank, self.setup.dealing.deck.cards());
        let mut name = Text::strong(rank.name());
        if rank.number().is_none() {
            name = name.then(format!(" = {}", value(rank)));
        }
        vec![name, Text::new().cards(self.table & Cards::of_rank(rank)), Text::plain(ways.join(" "))]
    }
}
