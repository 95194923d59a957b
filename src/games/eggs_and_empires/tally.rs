//! A round counted on the table, without its moves: each player's eggs, Merchants and Blacksmiths.

use super::{
    BOOK, Card, EggValue, EggsAndEmpires, Fault, Setup, TURNS,
    egg::ListedEggs,
    eggs_each_turn,
    judge::saturating_u16,
    position::{EGGS, parse_eggs},
    step::EggValues,
};
use crate::table::prelude::*;
use std::fmt::Display;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct PlayerTally {
    /// The eggs of the pile, highest first.
    pub eggs: EggValues,
    pub merchants: u8,
    pub blacksmiths: u8,
}

/// The cards and eggs in front of the players at a round's end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally(pub(super) Vec<PlayerTally>, pub(super) BareTotals);

impl Tally {
    pub(super) fn count(&self, value: EggValue) -> usize {
        self.0.iter().flat_map(|part| &part.eggs).filter(|&&counted| counted == value).count()
    }
}

impl Tallying for EggsAndEmpires {
    fn parse_tally(texts: &[&str], _: &TableContext<Setup>) -> Result<Tally, (Seat, ParseError)> {
        parse_parts(texts, &BOOK, &|_, _, tokens| Ok(codes(parse_eggs(tokens)?)), PlayerTally::bind)
            .map(|parts| Tally(parts, BareTotals::default()))
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        write_part(tally.0.get(seat.index()), &BOOK, PlayerTally::bind)
    }

    fn totals(tally: &Tally) -> Option<&BareTotals> {
        Some(&tally.1)
    }

    fn totals_mut(tally: &mut Tally) -> Option<&mut BareTotals> {
        Some(&mut tally.1)
    }

    fn uncounted<'a>(&'a self, tally: &'a Tally, seat: Seat) -> impl Iterator<Item: Display> {
        let counted = tally.0.get(seat.index()).map_or(&[][..], |part| &part.eggs);
        let pile = &self.pile(seat).eggs;
        let named: EggValues = pile.iter().filter_map(|egg| egg.known.value()).collect();
        let mut uncounted = named.clone();
        for egg in counted {
            uncounted.iter().position(|value| value == egg).map(|index| uncounted.remove(index));
        }
        // A counted egg that no known value explains may be an egg of unknown value.
        let unexplained = counted.len() - (named.len() - uncounted.len());
        let unnamed = (pile.len() - named.len()).saturating_sub(unexplained);
        let (singular, plural) = match self.pile(seat).unstated_count() {
            0 => ("egg that lay face down", "eggs that lay face down"),
            _ => ("egg that nobody named", "eggs that nobody named"),
        };
        let unnamed = (unnamed > 0).then(|| count_of(unnamed, singular, plural));
        uncounted.into_iter().map(|egg| format!("the egg {egg}")).chain(unnamed)
    }

    fn tally_so_far(&self) -> Option<Tally> {
        let part = |seat: Seat| {
            let mut eggs: EggValues = self.pile(seat).eggs.iter().filter_map(|egg| egg.known.value()).collect();
            eggs.sort_unstable_by(|first, second| second.cmp(first));
            PlayerTally {
                eggs,
                merchants: self.rounds.current.merchants[seat.index()],
                blacksmiths: self.rounds.current.blacksmiths[seat.index()],
            }
        };
        Some(Tally(self.seats().map(part).collect(), BareTotals::default()))
    }

    fn uncounted_fault(seat: Seat) -> Fault {
        Fault::Table(TableFault::NotCounted(seat))
    }
}

impl PlayerTally {
    /// Binds a part: `13 10 -6; merchant 1; blacksmith 1`, and in short `13 10 -6 m1 b`.
    fn bind(&mut self, binder: &mut FieldBinder<'_>) {
        binder.cards_or_empty(&mut self.eggs, &EGGS).repeats(&mut self.merchants).repeats(&mut self.blacksmiths);
    }
}

impl EggsAndEmpires {
    /// Checks that a tally is possible: only existing eggs and cards, no discarded eggs, and no more than the players can have got.
    pub(super) fn check_countable(&self, tally: &Tally) -> Result<(), Fault> {
        let parts = || tally.0.iter().zip(self.seats());
        let copies = self.copies_each();
        // EE-1.1
        for (part, seat) in parts() {
            for (card, number) in [(Card::Merchant, part.merchants), (Card::Blacksmith, part.blacksmiths)] {
                ensure(usize::from(number) <= copies, Fault::MoreThanOwned(seat, card))?;
            }
        }
        let eggs: Vec<EggValue> = parts().flat_map(|(part, _)| part.eggs.iter().copied()).collect();
        // EE-1.4: the eggs of nine turns, and one for each Scout; at most the number of listed eggs.
        let offered = usize::from(TURNS) * eggs_each_turn(self.players) + copies * self.players;
        let offered = self.setup.eggs.as_ref().map_or(offered, |listed| offered.min(listed.len()));
        ensure(eggs.len() <= offered, Fault::MoreThanOffered(saturating_u16(eggs.len())))?;
        // EE-1.5
        match self.setup.eggs.as_deref() {
            Some(listed) => {
                let mut nest = ListedEggs::new(listed);
                self.gone.iter().for_each(|&value| nest.add_seen(value));
                nest.missing(&eggs).map_or(Ok(()), |value| Err(Fault::NoSuchEgg(value)))?;
            }
            None => eggs.iter().try_for_each(|&value| self.check_value(value))?,
        }
        // EE-2.4: an egg for each card that collected one, and the gifts of the other players' Couriers.
        for (part, seat) in parts() {
            let not_collected = usize::from(part.merchants) + usize::from(part.blacksmiths);
            let most = usize::from(TURNS) * copies - not_collected + copies * (self.players - 1);
            ensure(part.eggs.len() <= most, Fault::MoreThanCollected(seat))?;
        }
        Ok(())
    }
}
