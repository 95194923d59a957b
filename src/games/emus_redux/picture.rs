//! The table as a person sees it, and its public state for scripts.

use super::{EmusRedux, MARKET_DRAWS, Phase, PileNumber, Setup};
use crate::{
    emu::{Bird, BirdNumber, codes, grid_of, hand_line, hand_state, row_of, top_of, unaccounted_line},
    table::{Block, Header, Ink, Picture, Seat, Text, count_of},
};
use serde_json::json;

impl EmusRedux {
    pub(super) fn paint(&self, table: &Header<Setup>) -> Picture {
        let mut open = vec![Block::Line(self.headline(table))];
        for seat in table.players.seats() {
            let hand = self.stock.hand(seat).len();
            let mut line = Text::new().and(Ink::Strong, table.players.name(seat));
            line = line.and(Ink::Plain, format!(" · {} in hand", count_of(hand, "card", "cards")));
            if self.rancher(seat).market_draws > 0 {
                line = line.and(Ink::Plain, format!(" · {} from the market", self.rancher(seat).market_draws));
            }
            if self.done.contains(seat) {
                line = line.and(Ink::Plain, " · done");
            }
            open.push(Block::Line(line));
            let birds = self.rancher(seat).birds.iter().enumerate();
            open.push(grid_of(birds.map(|(index, bird)| self.row(seat, index, bird)).collect()));
        }
        open.push(Block::Line(self.market_line()));
        open.push(Block::Line(self.piles_line()));
        Picture { open, memory: self.remember(table) }
    }

    fn row(&self, seat: Seat, index: usize, bird: &Bird) -> Vec<Text> {
        let mut row = row_of(index, bird);
        if self.bird(seat, BirdNumber::from_index(index)).is_none() {
            row.truncate(2);
            row.push(Text::new().and(Ink::Faint, "discarded with an Excuse"));
        }
        row
    }

    fn headline(&self, table: &Header<Setup>) -> Text {
        let mut line = Text::new().and(Ink::Strong, "The year");
        for (seat, standing) in table.players.seats().zip(self.standings()) {
            line = line.and(Ink::Plain, format!(" · {} {:+}", table.players.name(seat), standing.total));
        }
        match self.phase {
            Phase::Ready | Phase::Action(_) | Phase::Draw { .. } => line,
            Phase::Market => line.and(Ink::Strong, " · the market is to be laid out"),
            Phase::Laying => line.and(Ink::Strong, " · the year has ended: lay, excuse, then done"),
            Phase::Over => line.and(Ink::Strong, " · the game is over"),
        }
    }

    fn market_line(&self) -> Text {
        let line = Text::plain("Market: ");
        let mut cards = self.market.cards().peekable();
        if cards.peek().is_none() {
            return line.and(Ink::Faint, if self.phase == Phase::Market { "not yet" } else { "empty" });
        }
        line.cards(cards)
    }

    fn piles_line(&self) -> Text {
        let mut line = Text::plain(format!("Draw pile: {}", count_of(self.stock.hidden(), "card", "cards")));
        if self.discards.there().next().is_none() {
            line = line.and(Ink::Plain, " · no discard pile");
        }
        for (number, pile) in self.discards.there() {
            line = top_of(pile, line.and(Ink::Plain, format!(" · Discard pile {number}: ")));
        }
        line
    }

    /// What players must remember themselves: cards known to be in hands, the covered discards, what is unaccounted for.
    fn remember(&self, table: &Header<Setup>) -> Vec<Block> {
        let mut memory: Vec<Block> =
            table.players.seats().map(|seat| hand_line(table.players.name(seat), self.stock.hand(seat))).collect();
        for number in PileNumber::ALL {
            let line = Text::new().and(Ink::Strong, format!("Discard pile {number}, top first: "));
            let pile = self.discards.get(number);
            memory.push(Block::Line(if pile.is_empty() {
                line.and(Ink::Plain, "none")
            } else {
                line.cards(pile.cards().iter().rev().copied())
            }));
        }
        memory.push(unaccounted_line(&self.stock));
        memory
    }

    pub(super) fn public(&self, table: &Header<Setup>) -> serde_json::Value {
        let pile = |number| self.discards.get(number).cards().iter().map(|card| card.code()).collect::<Vec<_>>();
        let player = |(seat, standing): (Seat, super::winner::Standing)| {
            let rancher = self.rancher(seat);
            let bird = |(index, bird): (usize, &Bird)| {
                let mut state = bird.state();
                state["excused"] = json!(rancher.bird(BirdNumber::from_index(index)).is_none());
                state
            };
            json!({
                "name": table.players.name(seat),
                "total": standing.total,
                "hand": hand_state(self.stock.hand(seat)),
                "birds": rancher.birds.iter().enumerate().map(bird).collect::<Vec<_>>(),
                "market_draws": rancher.market_draws,
                "market_draws_left": MARKET_DRAWS.saturating_sub(rancher.market_draws),
                "done": self.done.contains(seat),
            })
        };
        json!({
            "game": super::BOOK.game,
            "phase": match self.phase {
                Phase::Ready => "ready",
                Phase::Market => "market",
                Phase::Action(_) => "action",
                Phase::Draw { .. } => "draw",
                Phase::Laying => "laying",
                Phase::Over => "over",
            },
            "turn": match self.phase {
                Phase::Action(seat) | Phase::Draw { seat, .. } => Some(table.players.name(seat)),
                _ => None,
            },
            "draw_pile": self.stock.hidden(),
            "discard_piles": PileNumber::ALL.map(pile),
            "market": self.market.cards().map(crate::decktet::Card::code).collect::<Vec<_>>(),
            "unaccounted": codes(self.stock.unaccounted_cards()),
            "players": table.players.seats().zip(self.standings()).map(player).collect::<Vec<_>>(),
        })
    }
}
