//! What a position leaves open in a dispute, with the values at which anything can change.

use super::{FULL, Position, count};
use crate::{
    decktet::{Card, Cards},
    emu::{EmuBook, HAND, MARKET_DRAWS, Source, Step, WILDS},
    table::prelude::*,
};

impl<B: EmuBook> Position<B> {
    /// The birds that these lines touch are asked for; elsewhere any can lie.
    pub(super) fn free_birds(&self, lines: &Disputed<'_, Step>, players: &Players) -> Vec<Free> {
        let touches = |seat: Seat| {
            let of_bird = |(actor, step): &(Option<Seat>, Step)| *actor == Some(seat) && step.bird().is_some();
            lines.due.iter().any(of_bird) || lines.actors.is_empty()
        };
        let unsaid = || players.seats().zip(&self.players).filter(|(_, of)| of.birds.is_none()).map(|(seat, _)| seat);
        let asked = unsaid().filter(|seat| touches(*seat));
        let mut free: Vec<Free> = asked.map(|seat| Free::asked(Some(seat), "CARD … | CARD …")).collect();
        let any_card = |card: &Card| !self.cards().any(|other| other == *card);
        let others = unsaid().filter(|seat| !touches(*seat)).zip(Cards::BASIC.iter().filter(any_card));
        let birds: Vec<(Part, String)> = others.map(|(seat, card)| (Some(seat), card.to_string())).collect();
        if !birds.is_empty() {
            free.push(Free::anything("CARD … | CARD …", [birds]));
        }
        free
    }

    /// The hands that can have another size than they start with.
    pub(super) fn free_hands(&self, left: usize, lines: &Disputed<'_, Step>, players: &Players) -> Vec<Free> {
        let mut free: Vec<Free> = Vec::new();
        let has = |seat: Seat| format!("{}'s hand has", players.name(seat));
        let unsaid = || players.seats().zip(&self.players).filter(|(_, of)| of.hand.is_none());
        // Who shows more cards than a full hand has holds more.
        for (seat, of) in unsaid() {
            let mut named = of.shows.clone();
            let steps = || lines.steps.iter().filter(|(actor, _)| *actor == Some(seat)).map(|(_, step)| step.cards());
            for cards in steps() {
                let more = cards.iter().filter(|card| !named.contains(card));
                named.extend(more.copied().collect::<Vec<_>>());
            }
            let shows = !of.shows.is_empty() || steps().any(|cards| cards.len() > 1);
            let named = count(named.len());
            if shows && named > FULL {
                free.push(
                    Free::count(Some(seat), "hand", has(seat), ["card", "cards"], [FULL, named]).with_odd(|hand| hand > FULL),
                );
            }
        }
        let shown: usize = unsaid().map(|(_, of)| of.shows.len()).sum();
        // After the year's end hands can be of any size. It matters only where there aren't cards enough for all.
        if self.draw.unwrap_or_default() == 0 && left + shown < HAND * unsaid().count() {
            let is_free = |seat: &Seat| free.iter().any(|piece| piece.part == Some(*seat));
            let acting: Vec<_> = unsaid().filter(|(seat, _)| lines.may_act(*seat) && !is_free(seat)).collect();
            free.extend(
                acting.into_iter().map(|(seat, _)| Free::count(Some(seat), "hand", has(seat), ["card", "cards"], 0..=FULL)),
            );
        }
        free
    }

    /// The discard piles and the market, where these lines touch them, and how many market cards those have who may take another.
    pub(super) fn free_places(&self, market_size: usize, lines: &Disputed<'_, Step>, players: &Players) -> Vec<Free> {
        let mut free = Vec::new();
        let is_empty = lines.actors.is_empty();
        // Whether it lies in the market, nobody may have said.
        let is_in_market = |card: &Card| match &self.market {
            Some(market) => market.contains(card),
            None => B::MARKET_EACH > 0 && WILDS.contains(*card),
        };
        // In Emu Ranchers, what was discarded in these lines lies on the pile.
        let is_discarded = |card: Card| B::PILES == 1 && lines.steps.iter().any(|(_, step)| *step == Step::Discard(card, None));
        let takes = |from_market: bool| {
            lines.due.iter().any(|(_, step)| match step {
                Step::Take(_, Some(source)) => (*source == Source::Market) == from_market,
                Step::Take(card, None) => is_in_market(card) == from_market && !is_discarded(*card),
                _ => false,
            })
        };
        // Where there are several piles, it matters which there are.
        let discards = || B::PILES > 1 && lines.due.iter().any(|(_, step)| matches!(step, Step::Discard(..)));
        if self.discards.is_none() && (is_empty || takes(false) || discards()) {
            free.push(Free::asked(None, "discards CARD +N"));
        }
        if B::MARKET_EACH > 0 && self.market.is_none() && (is_empty || takes(true)) {
            free.push(Free::asked(None, "market CARD…"));
        }
        if takes(true) && self.taken(market_size, false, players).is_err() {
            let unsaid = players.seats().zip(&self.players).filter(|(seat, of)| of.taken.is_none() && lines.may_act(*seat));
            free.extend(unsaid.map(|(seat, _)| {
                let has = format!("{} has taken", players.name(seat));
                Free::count(Some(seat), "taken", has, ["market card", "market cards"], 0..=u16::from(MARKET_DRAWS) + 1)
            }));
        }
        free
    }
}
