//! The table as a person sees it: the ranks that lie there and what reaches them; captured piles are covered.

use super::{Blulu, Bonuses, Phase, Setup, book, ranks::value};
use crate::{
    decktet::{Card, Cards},
    table::{Block, Game as _, Header, Ink, Picture, Seat, Text, count_of},
};

impl Blulu {
    pub(super) fn paint(&self, table: &Header<Setup>) -> Picture {
        let mut open = vec![Block::Line(self.headline(table))];
        for seat in table.players.seats() {
            let mut line = Text::new().and(Ink::Strong, table.players.name(seat));
            let hand = self.account.hand(seat).len();
            if let Phase::Deal | Phase::Turn(_) = self.phase {
                line = line.and(Ink::Plain, format!(" · {} in hand", count_of(hand, "card", "cards")));
            }
            let captured = self.round.catches[seat.index()].captured;
            line = line.and(Ink::Plain, format!(" · {captured} captured"));
            if seat == self.dealer && self.number > 0 {
                line = line.and(Ink::Faint, " · dealer");
            }
            open.push(Block::Line(line));
        }
        if self.setup.bonuses == Bonuses::Exchange && !self.round.counted && self.round.debt() != 0 {
            open.push(Block::Line(Text::plain(self.debt_in_words(&table.players))));
        }
        if self.table.is_empty() {
            open.push(Block::Line(Text::new().and(Ink::Faint, "The table is empty.")));
        } else {
            open.push(Block::Grid {
                head: ["rank", "on the table", "captured by"].map(Text::from).into(),
                rows: self.lying().iter().map(|rank| self.row(rank)).collect(),
            });
        }
        Picture { open, memory: self.remember(table) }
    }

    fn headline(&self, table: &Header<Setup>) -> Text {
        let mut line = Text::new().and(Ink::Strong, format!("Round {}", self.number.max(1)));
        let deals = self.setup.dealing.deals(self.players);
        if let Phase::Deal | Phase::Turn(_) = self.phase {
            line = line.and(Ink::Plain, format!(" · deal {} of {deals}", self.deal));
        }
        let totals = self.totals();
        for seat in table.players.seats() {
            line = line.and(Ink::Plain, format!(" · {} {}", table.players.name(seat), totals[seat.index()]));
        }
        line = line.and(Ink::Plain, format!(" of {}", self.setup.target));
        match self.phase {
            Phase::GameOver { .. } => line.and(Ink::Strong, " · the game is over"),
            Phase::Over => line.and(Ink::Strong, " · the round is over"),
            Phase::Deal => line.and(Ink::Strong, " · the table cards are to be dealt"),
            Phase::Ready | Phase::Turn(_) => line,
        }
    }

    fn row(&self, rank: crate::decktet::Rank) -> Vec<Text> {
        let ways = self.setup.arithmetic.ways(rank, self.setup.dealing.deck.cards());
        let cards = self.table & Cards::of_rank(rank);
        let name = Text::new().and(Ink::Strong, rank.name());
        let name = if rank.number().is_some() { name } else { name.and(Ink::Plain, format!(" = {}", value(rank))) };
        vec![name, Text::new().cards(cards), Text::plain(ways.join(" "))]
    }

    /// What players must remember themselves: cards known to be in hands, captured piles, what is unaccounted for.
    fn remember(&self, table: &Header<Setup>) -> Vec<Block> {
        let mut memory = Vec::new();
        for seat in table.players.seats() {
            let hand = self.account.hand(seat);
            let known: Vec<Card> = hand.known_cards().filter_map(Card::from_index).collect();
            let line = Text::new().and(Ink::Strong, format!("{}'s hand: ", table.players.name(seat)));
            let line = match (known.len(), hand.unseen()) {
                (0, 0) => line.and(Ink::Plain, "empty"),
                (0, unseen) => line.and(Ink::Plain, format!("{unseen} unseen")),
                (_, 0) => line.cards(known),
                (_, unseen) => line.cards(known).and(Ink::Plain, format!(" and {unseen} unseen")),
            };
            memory.push(Block::Line(line));
            memory.push(listed(&format!("{}'s pile: ", table.players.name(seat)), self.piles[seat.index()]));
        }
        memory.push(Block::Line(Text::plain(format!("Deck: {}", count_of(self.account.hidden(), "card", "cards")))));
        let unaccounted: Cards = self.account.unaccounted_cards().filter_map(Card::from_index).collect();
        memory.push(listed(&format!("Unaccounted for, {}: ", unaccounted.len()), unaccounted));
        memory
    }

    /// What is open to a player or to the table, a line each.
    pub(super) fn outlook(&self, actor: Option<Seat>) -> Vec<String> {
        let open = self.open().to(actor);
        let mut lines = Vec::new();
        if open.contains(book::DEAL) {
            lines.push(format!(
                "deal: the {} that go face up on the table",
                count_of(self.setup.dealing.table.into(), "card", "cards")
            ));
        }
        if open.contains(book::CAPTURE) {
            for rank in self.lying().iter() {
                let ways = self.setup.arithmetic.ways(rank, self.setup.dealing.deck.cards());
                lines.push(format!("capture {rank} ({}): {}", self.table & Cards::of_rank(rank), ways.join(" ")));
            }
        }
        if open.contains(book::TRAIL) {
            lines.push(
                match self.setup.must_capture {
                    super::MustCapture::Hand => "trail: two cards, if no two of the hand capture",
                    super::MustCapture::Pair => "trail: two cards that don't capture themselves",
                    super::MustCapture::Never => "trail: any two cards",
                }
                .to_owned(),
            );
        }
        lines
    }
}

fn listed(title: &str, cards: Cards) -> Block {
    let line = Text::new().and(Ink::Strong, title);
    Block::Line(if cards.is_empty() { line.and(Ink::Plain, "none") } else { line.cards(cards) })
}
