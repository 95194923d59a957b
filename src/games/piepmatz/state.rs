//! The public state for scripts.

use super::{Bird, Flock, Layout, Pest, Phase, Piepmatz, Seed, Setup, Species, feeder::FeederCard};
use crate::table::Header;
use serde_json::{Map, Value, json};

impl Piepmatz {
    pub(super) fn public(&self, table: &Header<Setup>) -> Value {
        let name = |seat| table.players.name(seat);
        let totals = self.totals();
        let now = self.now();
        let perches = self.perches.iter().take(self.setup.perches.into()).map(|perch| {
            json!({
                "bird": perch.bird.map(|bird| bird.to_string()),
                "queue": perch.queue.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "sum": perch.sum(),
            })
        });
        let slots = self.slots.iter().map(|slot| {
            json!({
                "seed": slot.seed.map(Seed::eggs),
                "pests": slot.pests.iter().map(Pest::name).collect::<Vec<_>>(),
            })
        });
        let players = table.players.seats().map(|seat| {
            let (mine, hand) = (self.collection(seat), self.account.hand(seat));
            let majorities = Species::ALL.into_iter().filter(|&species| now.has_most(seat.index(), species));
            json!({
                "name": name(seat),
                "total": totals[seat.index()],
                "hand": {
                    "count": hand.len(),
                    "known": hand.known_cards().filter_map(Bird::from_index).map(|bird| bird.to_string()).collect::<Vec<_>>(),
                    "unseen": hand.unseen(),
                },
                "birds": codes(mine.birds),
                "pairs": mine.birds.pairs().map(|bird| bird.to_string()).collect::<Vec<_>>(),
                "majorities": majorities.map(Species::code).collect::<Vec<_>>(),
                "seeds": mine.seeds.iter().map(Seed::eggs).collect::<Vec<_>>(),
            })
        });
        json!({
            "game": super::BOOK.game,
            "phase": self.phase_name(),
            "turn": self.turn_of().map(name),
            "first": (self.phase != Phase::Ready).then(|| name(self.first)),
            "may_keep": self.may_keep.map(|may| json!({"player": name(may.seat), "at_most": may.played.value()})),
            "ending": self.ending,
            "still_to_play": if self.ending { self.still_to_play().into_iter().map(name).collect() } else { Vec::new() },
            "removed": self.setup.removed.map(Species::code),
            "perches": perches.collect::<Vec<_>>(),
            "slots": slots.collect::<Vec<_>>(),
            "display": codes(self.display),
            "bird_deck": self.bird_deck(),
            "feeder_deck": self.deck.len(),
            "feeder_deck_left": self.left_by_kind(),
            "out_of_the_game": codes(self.gone),
            "unaccounted": self.account.unaccounted_cards().filter_map(Bird::from_index).map(|bird| bird.to_string()).collect::<Vec<_>>(),
            "players": players.collect::<Vec<_>>(),
        })
    }

    const fn phase_name(&self) -> &'static str {
        match self.phase {
            Phase::Ready => "ready",
            Phase::Setup(Layout::Perches) => "perches",
            Phase::Setup(Layout::Display) => "display",
            Phase::Setup(Layout::Seeds) => "seeds",
            Phase::Turn(_) => "play",
            Phase::Feeder(_) => "feeder",
            Phase::Lose(..) => "lose",
            Phase::Draw(_) => "draw",
            Phase::Display(_) => "refill-display",
            Phase::Refill(_) => "refill",
            Phase::Adding => "adding",
            Phase::Over => "over",
        }
    }

    /// How many of each feeder card are left, where the log says what was in the deck.
    fn left_by_kind(&self) -> Option<Value> {
        let left = FeederCard::ALL.into_iter().map(|card| Some((card.to_string(), self.deck.left_of(card)?.into())));
        left.collect::<Option<Map<String, Value>>>().map(Value::Object)
    }
}

fn codes(flock: Flock) -> Vec<String> {
    flock.birds().map(|bird| bird.to_string()).collect()
}
