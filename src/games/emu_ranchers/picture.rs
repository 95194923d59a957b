//! The table as a person sees it, and its public state for scripts.

use super::{EmuRanchers, Phase, Setup};
use crate::{
    decktet::{Card, Suit},
    emu::{Bird, BirdNumber},
    table::{Block, Header, Ink, Picture, Text, count_of},
};
use serde_json::json;

impl EmuRanchers {
    pub(super) fn paint(&self, table: &Header<Setup>) -> Picture {
        let mut open = vec![Block::Line(self.headline(table))];
        for seat in table.players.seats() {
            let hand = self.account.hand(seat).len();
            let mut line = Text::new().and(Ink::Strong, table.players.name(seat));
            line = line.and(Ink::Plain, format!(" · {} in hand", count_of(hand, "card", "cards")));
            if self.done.contains(seat) {
                line = line.and(Ink::Plain, " · done");
            }
            open.push(Block::Line(line));
            let ranch = &self.ranches[seat.index()];
            if ranch.is_empty() {
                open.push(Block::Line(Text::new().and(Ink::Faint, "  no bird yet")));
            } else {
                open.push(Block::Grid {
                    head: ["bird", "cards, bottom to top", "open to"].map(Text::from).into(),
                    rows: ranch.iter().enumerate().map(|(index, bird)| row(index, bird)).collect(),
                });
            }
        }
        open.push(Block::Line(self.piles()));
        Picture { open, memory: self.remember(table) }
    }

    fn headline(&self, table: &Header<Setup>) -> Text {
        let totals = self.totals();
        let years = self.setup.years;
        let mut line = Text::new().and(Ink::Strong, format!("Year {} of {years}", self.year.max(1)));
        for seat in table.players.seats() {
            line = line.and(Ink::Plain, format!(" · {} {:+}", table.players.name(seat), totals[seat.index()]));
        }
        if self.is_game_over() {
            line = line.and(Ink::Strong, " · the game is over");
        } else if self.phase == Phase::Over {
            line = line.and(Ink::Strong, " · the year is over");
        } else if self.phase == Phase::Laying {
            line = line.and(Ink::Strong, " · the year has ended: lay, then done");
        }
        line
    }

    fn piles(&self) -> Text {
        let line = Text::plain(format!("Draw pile: {}", count_of(self.account.hidden(), "card", "cards")));
        match (self.discards.top(), self.discards.cards().len()) {
            (None, _) => line.and(Ink::Plain, " · no discard pile"),
            (Some(top), 1) => line.and(Ink::Plain, " · Discard pile: ").card(top),
            (Some(top), count) => line
                .and(Ink::Plain, " · Discard pile: ")
                .card(top)
                .and(Ink::Plain, format!(" on top of {}", count_of(count - 1, "card", "cards"))),
        }
    }

    /// What players must remember themselves: cards known to be in hands, the covered discards, what is unaccounted for.
    fn remember(&self, table: &Header<Setup>) -> Vec<Block> {
        let named = |indices: &mut dyn Iterator<Item = usize>| indices.filter_map(Card::from_index).collect::<Vec<_>>();
        let mut memory = Vec::new();
        for seat in table.players.seats() {
            let hand = self.account.hand(seat);
            let known = named(&mut hand.known_cards());
            let line = Text::new().and(Ink::Strong, format!("{}'s hand: ", table.players.name(seat)));
            let line = match (known.len(), hand.unseen()) {
                (0, 0) => line.and(Ink::Plain, "empty"),
                (0, unseen) => line.and(Ink::Plain, format!("{unseen} unseen")),
                (_, 0) => line.cards(known),
                (_, unseen) => line.cards(known).and(Ink::Plain, format!(" and {unseen} unseen")),
            };
            memory.push(Block::Line(line));
        }
        let discards = Text::new().and(Ink::Strong, "Discard pile, top first: ");
        memory.push(Block::Line(if self.discards.is_empty() {
            discards.and(Ink::Plain, "none")
        } else {
            discards.cards(self.discards.cards().iter().rev().copied())
        }));
        let unaccounted = named(&mut self.account.unaccounted_cards());
        let line = Text::new().and(Ink::Strong, format!("Unaccounted for, {}: ", unaccounted.len()));
        memory.push(Block::Line(if unaccounted.is_empty() { line.and(Ink::Plain, "none") } else { line.cards(unaccounted) }));
        memory
    }

    pub(super) fn public(&self, table: &Header<Setup>) -> serde_json::Value {
        let codes =
            |cards: &mut dyn Iterator<Item = usize>| cards.filter_map(Card::from_index).map(Card::code).collect::<Vec<_>>();
        let totals = self.totals();
        let players: Vec<_> = table
            .players
            .seats()
            .map(|seat| {
                let hand = self.account.hand(seat);
                json!({
                    "name": table.players.name(seat),
                    "total": totals[seat.index()],
                    "hand": {"count": hand.len(), "known": codes(&mut hand.known_cards()), "unseen": hand.unseen()},
                    "birds": self.ranches[seat.index()].iter().map(Bird::state).collect::<Vec<_>>(),
                    "done": self.done.contains(seat),
                })
            })
            .collect();
        json!({
            "game": super::BOOK.game,
            "year": self.year,
            "phase": match self.phase {
                Phase::Ready => "ready",
                Phase::Action(_) => "action",
                Phase::Draw { .. } => "draw",
                Phase::Laying => "laying",
                Phase::Over => "over",
            },
            "turn": match self.phase {
                Phase::Action(seat) | Phase::Draw { seat, .. } => Some(table.players.name(seat)),
                _ => None,
            },
            "draw_pile": self.account.hidden(),
            "discard_pile": self.discards.cards().iter().map(|card| card.code()).collect::<Vec<_>>(),
            "unaccounted": codes(&mut self.account.unaccounted_cards()),
            "players": players,
        })
    }
}

fn row(index: usize, bird: &Bird) -> Vec<Text> {
    let open = match bird.ranks_open() {
        Some(ranks) if !bird.shared().is_empty() => {
            let suits = bird.shared().iter().enumerate().fold(Text::new(), |text, (nth, suit)| {
                let text = if nth > 0 { text.and(Ink::Plain, " or ") } else { text };
                text.and(Ink::Of(suit), Suit::name(suit))
            });
            suits.and(Ink::Plain, format!(", {ranks}"))
        }
        _ => Text::new().and(Ink::Faint, "nothing more"),
    };
    vec![Text::from(BirdNumber::from_index(index).to_string()), bird.to_text(), open]
}
