//! The public state for scripts.

use super::{Blulu, Phase, Setup};
use crate::{
    decktet::{Card, Cards},
    table::Header,
};
use serde_json::json;

impl Blulu {
    pub(super) fn public(&self, table: &Header<Setup>) -> serde_json::Value {
        let totals = self.totals();
        let players: Vec<_> = table
            .players
            .seats()
            .map(|seat| {
                let hand = self.account.hand(seat);
                let catch = &self.round.catches[seat.index()];
                let bonuses: Vec<_> =
                    catch.bonuses.iter().map(|won| json!({"bonus": won.bonus.name(), "cards": codes(won.cards)})).collect();
                json!({
                    "name": table.players.name(seat),
                    "total": totals[seat.index()],
                    "hand": {
                        "count": hand.len(),
                        "known": codes(hand.known_cards().filter_map(Card::from_index).collect()),
                        "unseen": hand.unseen(),
                    },
                    "captured": {"count": catch.captured, "cards": codes(self.piles[seat.index()])},
                    "bonuses": bonuses,
                })
            })
            .collect();
        let ranks = self.lying();
        let by_rank = ranks.iter().map(|rank| json!({"rank": rank.code(), "cards": codes(self.table & Cards::of_rank(rank))}));
        json!({
            "game": super::BOOK.game,
            "round": self.number,
            "dealer": (self.number > 0).then(|| table.players.name(self.dealer)),
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
                Phase::Turn(seat) => Some(table.players.name(seat)),
                _ => None,
            },
            "table": by_rank.collect::<Vec<_>>(),
            "last_captor": self.captor.map(|seat| table.players.name(seat)),
            "deck": self.account.hidden(),
            "unaccounted": codes(self.account.unaccounted_cards().filter_map(Card::from_index).collect()),
            "players": players,
        })
    }
}

fn codes(cards: Cards) -> Vec<&'static str> {
    cards.iter().map(Card::code).collect()
}
