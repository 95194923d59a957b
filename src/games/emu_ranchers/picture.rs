//! The table as a person sees it, and its public state for scripts.

use super::{EmuRanchers, Phase, Setup};
use crate::{
    emu::{Bird, codes, grid_of, hand_line, hand_state, row_of, top_of, unaccounted_line},
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
            let birds = self.ranches[seat.index()].iter().enumerate();
            open.push(grid_of(birds.map(|(index, bird)| row_of(index, bird)).collect()));
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
        if self.discards.is_empty() {
            return line.and(Ink::Plain, " · no discard pile");
        }
        top_of(&self.discards, line.and(Ink::Plain, " · Discard pile: "))
    }

    /// What players must remember themselves: cards known to be in hands, the covered discards, what is unaccounted for.
    fn remember(&self, table: &Header<Setup>) -> Vec<Block> {
        let mut memory: Vec<Block> =
            table.players.seats().map(|seat| hand_line(table.players.name(seat), self.account.hand(seat))).collect();
        let discards = Text::new().and(Ink::Strong, "Discard pile, top first: ");
        memory.push(Block::Line(if self.discards.is_empty() {
            discards.and(Ink::Plain, "none")
        } else {
            discards.cards(self.discards.cards().iter().rev().copied())
        }));
        memory.push(unaccounted_line(&self.account));
        memory
    }

    pub(super) fn public(&self, table: &Header<Setup>) -> serde_json::Value {
        let totals = self.totals();
        let players: Vec<_> = table
            .players
            .seats()
            .map(|seat| {
                json!({
                    "name": table.players.name(seat),
                    "total": totals[seat.index()],
                    "hand": hand_state(self.account.hand(seat)),
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
            "unaccounted": codes(self.account.unaccounted_cards()),
            "players": players,
        })
    }
}
