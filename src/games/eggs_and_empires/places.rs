//! Where cards and eggs are known to lie, and how they came there.

use super::{Card, EggsAndEmpires, Setup, Step, Value, What, fault::Thing};
use crate::table::{Header, Seat};

type Table = Header<Setup>;

impl EggsAndEmpires {
    /// Where a thing is known to lie, a phrase for each copy.
    pub(super) fn places(&self, thing: Thing, table: &Table) -> Vec<String> {
        match thing {
            Thing::Card(seat, card) => self.card_places(seat, card, table),
            Thing::Egg(value) => self.egg_places(value, table),
        }
    }

    fn card_places(&self, seat: Seat, card: Card, table: &Table) -> Vec<String> {
        let name = table.players.name(seat);
        let spent = self.spent[seat.index()][card.index()];
        let played = std::iter::repeat_n(format!("among the cards that {name} has played in this round"), spent.into());
        let held = std::iter::repeat_n(format!("in {name}'s hand"), self.hand(seat).known(card.index()));
        played.chain(held).collect()
    }

    fn egg_places(&self, value: Value, table: &Table) -> Vec<String> {
        let is = |other: &&Value| **other == value;
        let offered = self.offer.up.iter().filter(is).map(|_| "on offer".to_owned());
        let gone = self.gone.iter().filter(is).map(|_| "discarded in this round".to_owned());
        let piles = table.players.seats().flat_map(|seat| {
            let place = format!("in {}'s pile", table.players.name(seat));
            let count = self.pile(seat).eggs().iter().filter(|egg| egg.what == What::Worth(value)).count();
            std::iter::repeat_n(place, count)
        });
        offered.chain(piles).chain(gone).collect()
    }

    /// How the step that put a thing where it lies is told.
    pub(super) fn told(actor: Option<Seat>, step: &Step, thing: Thing, table: &Table) -> String {
        let name = actor.map_or("the table", |seat| table.players.name(seat));
        match thing {
            Thing::Card(_, card) => match step {
                Step::Play(cards) if cards.contains(&card) => format!("{card}: played by {name}"),
                Step::Shows(cards) if cards.contains(&card) => format!("{card}: shown by {name}"),
                _ => format!("{card}: worked out when {name} acted"),
            },
            Thing::Egg(value) => match step {
                Step::Reveal(values) if values.contains(&value) => format!("{value}: revealed"),
                Step::Take(taken) if *taken == value => format!("{value}: taken by {name}"),
                Step::TakeDown { value: Some(seen), .. } if *seen == value => format!("{value}: taken face down by {name}"),
                Step::Opens { value: seen, .. } if *seen == value => format!("{value}: named by {name}"),
                Step::Give { value: Some(given), to } if *given == value => {
                    format!("{value}: given to {} by {name}", table.players.name(*to))
                }
                Step::Discard(gone) if *gone == value => format!("{value}: discarded by {name}'s Priest"),
                _ => format!("{value}: left on offer, and discarded, when {name} acted"),
            },
        }
    }
}
