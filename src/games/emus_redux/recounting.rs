//! Steps told: read back once they are done, told when a card is looked for, and what they do where they stand.

use super::{EmusRedux, Setup, Source, Step};
use crate::{
    decktet::Card,
    emu::{Bird, BirdNumber, Laid},
    table::{Effect, Header, Seat},
};

impl EmusRedux {
    /// How the step that put a card where it lies is told.
    pub(super) fn told(actor: Option<Seat>, step: &Step, card: Card, table: &Header<Setup>) -> String {
        let name = actor.map_or("the table", |seat| table.players.name(seat));
        let done = match step {
            Step::Market(_) => return format!("{card}: laid out in the market"),
            Step::Hatch(_) => "hatched by",
            Step::Grow(..) => "put on a bird by",
            Step::Discard(..) => "discarded by",
            Step::Draw(_) => "drawn by",
            Step::Take(..) => "taken by",
            Step::Lay(..) => "laid by",
            Step::Excuse(_) => "spent by",
            Step::Shows(_) => "shown by",
            Step::Done => "known since it was done by",
        };
        if step.cards().contains(&card) {
            format!("{card}: {done} {name}")
        } else {
            format!("{card}: worked out when a step was done by {name}")
        }
    }

    /// A step read back, once it was done.
    pub(super) fn back(&self, actor: Option<Seat>, step: &Step) -> String {
        let last = actor.map_or(0, |seat| self.rancher(seat).birds.len()).saturating_sub(1);
        let titled = |cards: &[Card]| cards.iter().map(|card| card.titled().to_string()).collect::<Vec<_>>().join("; ");
        match step {
            Step::Market(cards) => format!("the market: {}", titled(cards)),
            Step::Hatch(laid) => format!("bird {}: {}", BirdNumber::from_index(last), played(*laid)),
            Step::Grow(number, laid) | Step::Lay(number, laid) => format!("bird {number} + {}", played(*laid)),
            Step::Discard(card, None) => format!("discards {} on a new pile", card.titled()),
            Step::Discard(card, Some(to)) => format!("discards {} on pile {to}", card.titled()),
            Step::Draw(Some(card)) => format!("draws {}", card.titled()),
            Step::Draw(None) => "draws a card".to_owned(),
            Step::Take(card, Some(from)) => format!("takes {} from {}", card.titled(), place(*from)),
            Step::Take(card, None) => format!("takes {}", card.titled()),
            Step::Excuse(number) => format!("spends an Excuse: bird {number} is discarded"),
            Step::Done => "is done".to_owned(),
            Step::Shows(cards) => format!("shows {}", titled(cards)),
        }
    }

    /// What a step does that its text does not say.
    pub(super) fn does(&self, actor: Option<Seat>, step: &Step) -> Effect {
        let Some(seat) = actor else { return Effect(String::new()) };
        Effect(match step {
            Step::Grow(number, _) | Step::Lay(number, _) => {
                self.bird(seat, *number).and_then(Bird::top).map(|top| format!("on {top}")).unwrap_or_default()
            }
            Step::Hatch(_) => format!("as bird {}", BirdNumber::from_index(self.rancher(seat).birds.len())),
            Step::Discard(_, to) => {
                let to = to.or(self.discards.free());
                match to.and_then(|to| self.discards.get(to).top()) {
                    Some(top) => format!("on {top}"),
                    None => to.map(|to| format!("as pile {to}")).unwrap_or_default(),
                }
            }
            Step::Take(card, from) => {
                self.source(*card, *from).map(|source| format!("from {}", place(source))).unwrap_or_default()
            }
            Step::Excuse(number) => self.bird(seat, *number).map(|bird| format!("for {bird}")).unwrap_or_default(),
            _ => String::new(),
        })
    }
}

fn place(source: Source) -> String {
    match source {
        Source::Pile(number) => format!("discard pile {number}"),
        Source::Market => "the market".to_owned(),
    }
}

/// `PMSL the Harvest, Moons Suns Leaves, as a 6`.
fn played(laid: Laid) -> String {
    match laid.rank {
        Some(rank) if laid.is_wild() => format!("{}, as a {}", laid.card.titled(), rank.name()),
        _ => laid.card.titled().to_string(),
    }
}
