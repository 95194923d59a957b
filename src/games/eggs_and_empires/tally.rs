//! A round counted on the table, without its moves: each player's eggs, Merchants and Blacksmiths.

use super::{
    Card, EggValue, EggsAndEmpires, Fault, Setup, TURNS,
    egg::ListedEggs,
    eggs_each_turn,
    position::EGGS,
    step::{EggValues, parse_eggs},
};
use crate::table::prelude::*;
use std::fmt::Display;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TallyPart {
    /// The eggs of the pile, highest first.
    pub eggs: EggValues,
    pub merchants: u8,
    pub blacksmiths: u8,
}

impl Tallying for EggsAndEmpires {
    const TAKES_TOTALS: bool = true;

    /// Binds a part: `13 10 -6; merchant 1; blacksmith 1`, and in short `13 10 -6 m1 b`.
    fn bind_part(part: &mut TallyPart, binder: &mut FieldBinder<'_>) {
        binder.cards_or_empty(&mut part.eggs, &EGGS).repeats(&mut part.merchants).repeats(&mut part.blacksmiths);
    }

    fn parse_cards(_: &FieldSpec, _: &str, tokens: &mut Tokens<'_>, _: &Setup) -> Result<Vec<String>, ParseError> {
        Ok(codes(parse_eggs(tokens)?))
    }

    fn uncounted<'a>(&'a self, tally: &'a Tally<TallyPart>, seat: Seat) -> impl Iterator<Item: Display> {
        let counted = tally.part(seat).map_or(&[][..], |part| &part.eggs);
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

    fn tally_so_far(&self) -> Option<Tally<TallyPart>> {
        let part = |seat: Seat| TallyPart {
            eggs: self.pile(seat).values().into(),
            merchants: self.rounds.current.merchants[seat.index()],
            blacksmiths: self.rounds.current.blacksmiths[seat.index()],
        };
        Some(Tally::of(self.seats().map(part).collect()))
    }
}

impl EggsAndEmpires {
    /// Checks that a tally is possible: only existing eggs and cards, no discarded eggs, and no more than the players can have got.
    pub(super) fn check_countable(&self, tally: &Tally<TallyPart>) -> Result<(), Fault> {
        let copies = self.copies_each();
        // EE-1.1
        for (seat, part) in tally.by_seat() {
            for (card, number) in [(Card::Merchant, part.merchants), (Card::Blacksmith, part.blacksmiths)] {
                ensure(usize::from(number) <= copies, Fault::MoreThanOwned(seat, card))?;
            }
        }
        let eggs: Vec<EggValue> = tally.parts.iter().flat_map(|part| part.eggs.iter().copied()).collect();
        // EE-1.4: the eggs of nine turns, and one for each Scout; at most the number of listed eggs.
        let offered = usize::from(TURNS) * eggs_each_turn(self.players) + copies * self.players;
        let offered = self.setup.eggs.as_ref().map_or(offered, |listed| offered.min(listed.len()));
        ensure(eggs.len() <= offered, Fault::MoreThanOffered(to_u16(eggs.len())))?;
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
        for (seat, part) in tally.by_seat() {
            let not_collected = usize::from(part.merchants) + usize::from(part.blacksmiths);
            let most = usize::from(TURNS) * copies - not_collected + copies * (self.players - 1);
            ensure(part.eggs.len() <= most, Fault::MoreThanCollected(seat))?;
        }
        Ok(())
    }
}
