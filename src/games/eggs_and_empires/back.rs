//! Steps read back, and what they do that their text does not say.

use super::{
    EggsAndEmpires, Phase, Setup, Step, Value,
    step::{Cards, Values},
};
use crate::table::{Effect, Header, Seat, and_list};

type Table = Header<Setup>;

impl EggsAndEmpires {
    /// A step read back, once it was done.
    pub(super) fn back(&self, actor: Option<Seat>, step: &Step, table: &Table) -> String {
        let name = |seat| table.players.name(seat);
        match step {
            Step::Reveal(values) => revealed(values),
            Step::Play(cards) => format!("plays the {}", titled(cards)),
            Step::Take(value) => format!("takes the {value}{}", self.with_card(actor)),
            Step::TakeDown { scout, value } => {
                let seen = value.map(|value| format!(": {value}")).unwrap_or_default();
                format!("takes the egg that {}'s Scout laid{}{seen}", name(*scout), self.with_card(actor))
            }
            Step::Decline => "the Mage declines: the face-down eggs stay".to_owned(),
            Step::Give { value, to } => format!("the Courier gives {} to {}", in_words(*value), name(*to)),
            Step::Discard(value) => format!("the Priest discards the {value}"),
            Step::DiscardDown(scout) => format!("the Priest discards the egg that {}'s Scout laid, unseen", name(*scout)),
            Step::Opens { scout, value } => format!("the egg that {}'s Scout laid is {value}", name(*scout)),
            Step::Mulligan => "puts the starting hand back and draws a new one".to_owned(),
            Step::End => "nobody uses an ability any more".to_owned(),
            Step::Shows(cards) => format!("shows the {}", titled(cards)),
        }
    }

    /// ` with the Hero (10)`: the card that collected last.
    fn with_card(&self, actor: Option<Seat>) -> String {
        match self.order.at(self.latest.into()).filter(|played| Some(played.seat) == actor && played.collected()) {
            Some(played) => format!(" with the {}", played.card.titled()),
            None => String::new(),
        }
    }

    /// What a step does that its text does not say: with which card an egg is taken, whether a gift goes.
    pub(super) fn does(&self, actor: Option<Seat>, step: &Step, _: &Table) -> Effect {
        let Some(seat) = actor else { return Effect(String::new()) };
        Effect(match step {
            Step::Take(_) | Step::TakeDown { .. } | Step::Decline => {
                let at = self.order.of(seat).filter(|_| matches!(self.phase, Phase::Play | Phase::Collect(_)));
                at.and_then(|at| self.order.at(at)).map(|played| format!("with the {}", played.card.titled())).unwrap_or_default()
            }
            Step::Discard(value) => {
                let gift = self.pile(seat).find(*value, false).is_some_and(|at| self.pile(seat).eggs()[at].gift);
                if gift { "the Courier's egg goes".to_owned() } else { String::new() }
            }
            _ => String::new(),
        })
    }
}

/// What somebody would say of an egg: its value, or that nobody has seen it.
pub(super) fn in_words(value: Option<Value>) -> String {
    value.map_or_else(|| "an egg that nobody has seen".to_owned(), |value| format!("the {value}"))
}

fn revealed(values: &Values) -> String {
    match values[..] {
        [] => "no egg is left in the deck".to_owned(),
        _ => format!("on offer: {}", and_list(values)),
    }
}

fn titled(cards: &Cards) -> String {
    and_list(&cards.iter().map(|card| card.titled()).collect::<Vec<_>>())
}
