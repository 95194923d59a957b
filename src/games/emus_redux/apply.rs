//! Doing an act, legal or not, and what follows from it.

use super::{EmusRedux, Market, PileNumber, Piles, Source, Step};
use crate::{
    decktet::Card,
    emu::{YearEvent, YearStep},
    table::{Act, ActOf, Apply, Progress, Seat},
};

/// What can follow from an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// What can follow in any emu game's year.
    Year(YearEvent),
    /// A player took a card from the market (RX-4.5).
    MarketDraw(Seat),
    /// A discard pile is gone (RX-4.1).
    PileGone(PileNumber),
}

impl From<YearEvent> for Event {
    fn from(event: YearEvent) -> Self {
        Self::Year(event)
    }
}

impl Apply for EmusRedux {
    #[inline]
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        match act {
            Act::Round { first } => {
                self.market = Market::default();
                self.market_due = true;
                self.discards = Piles::default();
                self.year.begin(*first, Self::deck(), events);
            }
            Act::Step { step: Step::Market(cards), .. } => {
                // RX-1.3
                cards.iter().for_each(|&card| self.market.lay_out(card));
                self.market_due = false;
            }
            Act::Step { actor: Some(seat), step } => self.play(*seat, step, events),
            Act::Step { actor: None, .. } => {}
            Act::Tally(tally) => {
                for (seat, (birds, excuses)) in self.year.seats().zip(&tally.0) {
                    let rancher = self.year.rancher_mut(seat);
                    rancher.birds = birds.ranch();
                    rancher.excused.clear();
                    rancher.excuses = *excuses;
                }
                self.market_due = false;
                self.year.end(events);
            }
        }
    }

    fn progress(&self) -> Progress {
        self.year.progress()
    }

    fn in_turn(&self) -> Option<Seat> {
        self.year.in_turn()
    }
}

impl EmusRedux {
    #[inline]
    fn play(&mut self, seat: Seat, step: &Step, events: &mut Vec<Event>) {
        // A turn that was begun too early, and let stand, goes on without the market.
        self.market_due &= matches!(step, Step::Year(YearStep::Shows(_)));
        match step {
            Step::Year(step) => self.year.play(seat, step, events),
            Step::Discard(card, to) => {
                self.year.account.leave_hand(seat, card.index());
                let to = to.or(self.discards.free()).unwrap_or(PileNumber::One);
                self.discards.get_mut(to).put(*card);
                self.year.acted(seat, true);
            }
            Step::Take(card, from) => {
                self.take(seat, *card, *from, events);
                self.year.drawn(seat, events);
            }
            Step::Excuse(number) => {
                // RX-5.4
                self.year.account.leave_hand(seat, Card::EXCUSE.index());
                self.year.rancher_mut(seat).excused.push(*number);
                self.year.laid(seat);
            }
            Step::Market(_) => {}
        }
        self.year.deduce(events);
        if self.year.all_are_done() {
            // RX-6.7: what is known by now is what counts.
            for seat in self.year.seats() {
                let known = self.year.account.hand(seat).known(Card::EXCUSE.index());
                self.year.rancher_mut(seat).excuses = u8::try_from(known).unwrap_or(u8::MAX);
            }
            self.year.end(events);
        }
    }

    /// RX-4.3, RX-4.5
    fn take(&mut self, seat: Seat, card: Card, from: Option<Source>, events: &mut Vec<Event>) {
        match self.source(card, from) {
            Some(Source::Pile(number)) => {
                let pile = self.discards.get_mut(number);
                pile.take(card);
                if pile.is_empty() {
                    events.push(Event::PileGone(number));
                }
            }
            Some(Source::Market) => {
                self.market.take(card);
                let rancher = self.year.rancher_mut(seat);
                rancher.market_draws = rancher.market_draws.saturating_add(1);
                events.push(Event::MarketDraw(seat));
            }
            None => return,
        }
        self.year.account.enter_hand(seat, card.index());
    }
}
