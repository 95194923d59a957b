//! Whether an act can be, with cards and eggs where they are known to lie (TB-3, TB-4, EE-1.5).

use super::{Card, EggsAndEmpires, Fault, Step, Tally, Value, judge::count, score::UNLISTED};
use crate::table::{Act, Seat};

impl EggsAndEmpires {
    #[inline]
    pub(super) fn can_be(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            Act::Step { step: Step::Reveal(values), .. } => self.can_be_revealed(values),
            Act::Step { actor: Some(seat), step } => self.can_be_done(*seat, step),
            Act::Tally(tally) => self.can_be_counted(tally),
            Act::Step { actor: None, .. } | Act::Round { .. } => Ok(()),
        }
    }

    #[inline]
    fn can_be_done(&self, seat: Seat, step: &Step) -> Result<(), Fault> {
        let there = |is_there: bool, fault: Fault| if is_there { Ok(()) } else { Err(fault) };
        let pile = self.pile(seat);
        match *step {
            Step::Play(ref cards) | Step::Shows(ref cards) => self.in_hand(seat, cards),
            // TB-4
            Step::Take(value) => there(self.offer.up.contains(&value), Fault::NotOnOffer { value }),
            Step::TakeDown { scout, value } => {
                there(self.offer.down[scout.index()] > 0, Fault::NotOnOfferDown { scout })?;
                value.map_or(Ok(()), |value| self.can_turn_up(value))
            }
            Step::Give { value: Some(value), .. } | Step::Discard(value) => there(pile.has(value), Fault::NotInPile { value }),
            Step::Give { value: None, .. } => there(pile.has_unnamed(), Fault::NotInPileDown { scout: None }),
            Step::DiscardDown(scout) => there(pile.has_down(scout), Fault::NotInPileDown { scout: Some(scout) }),
            Step::Opens { scout, value } => {
                there(pile.has_down(scout), Fault::NotInPileDown { scout: Some(scout) })?;
                self.can_turn_up(value)
            }
            Step::Reveal(_) | Step::Decline | Step::Mulligan | Step::End => Ok(()),
        }
    }

    /// TB-3: the cards come from the hand, all of them at once.
    #[inline]
    fn in_hand(&self, seat: Seat, cards: &[Card]) -> Result<(), Fault> {
        let deck = &self.decks[seat.index()];
        if let [card] = cards {
            let can = deck.can_come_from(seat, card.index());
            return if can { Ok(()) } else { Err(Fault::NotInHand { seat, card: *card }) };
        }
        let fits = |upto: usize| deck.can_show(seat, &cards[..upto].iter().map(|card| card.index()));
        if fits(cards.len()) {
            return Ok(());
        }
        let first = (1..=cards.len()).find(|&upto| !fits(upto)).unwrap_or(cards.len());
        cards.get(first.wrapping_sub(1)).map_or(Ok(()), |&card| Err(Fault::NotInHand { seat, card }))
    }

    /// EE-1.5: an egg that nobody has seen can be of this value.
    #[inline]
    pub(super) fn can_turn_up(&self, value: Value) -> Result<(), Fault> {
        let can = match &self.nest {
            Some(nest) => nest.unseen(value) > 0,
            None => (UNLISTED.0..=UNLISTED.1).contains(&i32::from(value)),
        };
        if can { Ok(()) } else { Err(Fault::NoSuchEgg { value }) }
    }

    /// EE-1.5, EE-2.1: the eggs come from the deck, all of them at once.
    #[inline]
    fn can_be_revealed(&self, values: &[Value]) -> Result<(), Fault> {
        match &self.nest {
            None => values.iter().try_for_each(|&value| self.can_turn_up(value)),
            Some(nest) => match nest.missing(values) {
                Some(value) => Err(Fault::NoSuchEgg { value }),
                None if values.len() > nest.left() => Err(Fault::MoreThanTheDeck { revealed: count(values.len()) }),
                None => Ok(()),
            },
        }
    }
}
