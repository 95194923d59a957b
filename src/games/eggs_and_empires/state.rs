//! The public state for scripts.

use super::{Card, EggsAndEmpires, Fate, Phase, Played, Setup, TURNS, What};
use crate::table::{Header, Points, Seat};
use serde_json::{Value, json};

type Table = Header<Setup>;

impl EggsAndEmpires {
    pub(super) fn public(&self, table: &Table) -> Value {
        let name = |seat| table.players.name(seat);
        let able = |may: fn(&Self, Seat) -> bool| self.seats().filter(|&seat| may(self, seat)).map(name).collect::<Vec<_>>();
        json!({
            "game": super::BOOK.game,
            "round": self.number,
            "turn": self.turn,
            "turns": TURNS,
            "phase": self.phase_name(),
            "first": (self.number > 0).then(|| name(self.first)),
            "marker": (self.number > 0).then(|| name(self.marker)),
            "offer": {
                "up": self.offer.up.to_vec(),
                "down": self.offer.scouts().flat_map(|scout| {
                    std::iter::repeat_n(name(scout), self.offer.down[scout.index()].into())
                }).collect::<Vec<_>>(),
            },
            "order": self.order.cards().iter().map(|played| card_state(*played, table)).collect::<Vec<_>>(),
            "collecting": self.collecting().map(|played| json!({"player": name(played.seat), "card": played.card.number()})),
            "abilities": {"give": able(Self::may_give), "discard": able(Self::may_discard)},
            "deck": self.nest.as_ref().map(|nest| json!({"left": nest.left(), "unseen": nest.unseen_eggs().collect::<Vec<_>>()})),
            "discarded": {"seen": self.gone.to_vec(), "unseen": self.gone_unseen},
            "players": table.players.seats().map(|seat| self.player_state(seat, table)).collect::<Vec<_>>(),
        })
    }

    const fn phase_name(&self) -> &'static str {
        match self.phase {
            Phase::Ready => "ready",
            Phase::Reveal => "reveal",
            Phase::Play => "play",
            Phase::Collect(_) => "collect",
            Phase::Closing => "closing",
            Phase::Naming => "naming",
            Phase::Over => "over",
            Phase::GameOver => "game-over",
        }
    }

    fn player_state(&self, seat: Seat, table: &Table) -> Value {
        let (hand, pile, at) = (self.hand(seat), self.pile(seat), seat.index());
        let numbers =
            |cards: &mut dyn Iterator<Item = usize>| cards.filter_map(Card::from_index).map(Card::number).collect::<Vec<_>>();
        let spent = self.spent[at].iter().enumerate().flat_map(|(card, &count)| std::iter::repeat_n(card, count.into()));
        json!({
            "name": table.players.name(seat),
            "total": points(self.totals()[at]),
            "points": points(self.points()[at]),
            "hand": {"count": hand.len(), "known": numbers(&mut hand.known_cards()), "unseen": hand.unseen()},
            "deck": self.decks[at].hidden(),
            "played": numbers(&mut spent.into_iter()),
            "pile": {
                "count": pile.eggs().len(),
                "eggs": pile.values(),
                "down": pile.unnamed().into_iter().map(|scout| table.players.name(scout)).collect::<Vec<_>>(),
            },
            "merchants": self.round.merchants[at],
            "blacksmiths": self.round.blacksmiths[at],
        })
    }
}

fn card_state(played: Played, table: &Table) -> Value {
    let (fate, egg) = match played.fate {
        Fate::Waiting => ("waiting", None),
        Fate::Took(What::Worth(value)) => ("took", Some(json!(value))),
        Fate::Took(What::Down { scout, .. }) => ("took", Some(json!({"down": table.players.name(scout)}))),
        Fate::Declined => ("declined", None),
        Fate::Cancelled => ("cancelled", None),
        Fate::NothingForMage | Fate::NothingLeft => ("passed-over", None),
        Fate::Lapsed => ("left-out", None),
    };
    json!({"player": table.players.name(played.seat), "card": played.card.number(), "fate": fate, "egg": egg})
}

/// A number, or while it is hidden its range.
fn points(points: Points) -> Value {
    match points {
        Points::Exactly(points) => json!(points),
        Points::Between(least, most) => json!({"range": [least, most]}),
    }
}
