//! Applies an act, legal or not, with everything that follows from it.

use super::{EmusRedux, Market, PileNumber, Piles, Source, Step, book::Excuses};
use crate::{
    decktet::Card,
    emu::{Action, BirdNumber, EmuStep as _, YearEvent, YearStep, reckon},
    table::{Act, ActOf, Apply, Positioned as _, Progress, Seat},
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
    /// An Excuse took this bird, which would have scored so many points (RX-5.4).
    Excused(Seat, BirdNumber, i32),
}

impl From<YearEvent> for Event {
    fn from(event: YearEvent) -> Self {
        Self::Year(event)
    }
}

impl Apply for EmusRedux {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        match act {
            Act::Round { first } => {
                self.market = Market::NONE;
                self.market_due = true;
                self.discards = Piles::default();
                // RX-1.1, RX-1.2: six cards each, of 62.
                self.year.begin(*first, Self::deck(), events);
            }
            Act::Step { step: Step::Market(cards), .. } => {
                // RX-1.3
                cards.iter().for_each(|&card| self.market.lay_out(card));
                self.market_due = false;
            }
            Act::Step { actor: Some(seat), step } => self.play(*seat, step, events),
            Act::Step { actor: None, .. } => {}
            Act::Position(position) => {
                if let Ok(game) = position.construct(self) {
                    *self = game;
                    self.year.deduce(events);
                }
            }
            Act::Tally(tally) => {
                for (seat, (birds, excuses)) in self.year.seats().zip(&tally.0) {
                    let rancher = self.year.rancher_mut(seat);
                    rancher.birds = birds.ranch();
                    rancher.gone += rancher.excused.len();
                    rancher.excused.clear();
                    (rancher.excuses, rancher.unclaimed) = (*excuses, 0);
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
    fn play(&mut self, seat: Seat, step: &Step, events: &mut Vec<Event>) {
        // If a turn that was begun too early is let stand, it goes on without the market.
        self.market_due &= matches!(step, Step::Year(YearStep::Shows(_)));
        self.see_excuses(seat, step);
        match step {
            Step::Year(step) => self.year.play(seat, step, events),
            // RX-4.1
            Step::Discard(card, to) => {
                self.year.account.leave_hand(seat, card.index());
                let to = to.or(self.discards.free()).unwrap_or(PileNumber::One);
                self.discards.get_mut(to).put(*card);
                self.year.acted(seat, Action::Discarded(*card));
            }
            Step::Take(card, from) => {
                self.take(seat, *card, *from, events);
                self.year.drawn(seat, events);
            }
            Step::Excuse(number) => {
                // RX-5.4
                if let Some(bird) = self.year.bird(seat, *number) {
                    events.push(Event::Excused(seat, *number, reckon(bird, self.year.upkeep).points));
                }
                self.year.account.leave_hand(seat, Card::EXCUSE.index());
                self.year.rancher_mut(seat).excused.push(*number);
                self.year.laid(seat);
            }
            Step::Market(_) => {}
        }
        self.year.deduce(events);
        if self.year.all_are_done() {
            // RX-6.7
            for seat in self.year.seats() {
                let known = self.year.account.hand(seat).known(Card::EXCUSE.index());
                let rancher = self.year.rancher_mut(seat);
                rancher.excuses = if self.setup.excuses == Excuses::Claimed { 0 } else { rancher.excuses_seen };
                rancher.unclaimed = u8::try_from(known).unwrap_or(u8::MAX).saturating_sub(rancher.excuses);
            }
            self.year.end(events);
        }
    }

    /// RX-6.7: an Excuse counts if it was seen in the hand before its player is done. If one leaves the hand, it is a seen one.
    fn see_excuses(&mut self, seat: Seat, step: &Step) {
        let named = step.cards().iter().filter(|&&card| card == Card::EXCUSE).count();
        if named == 0 {
            return;
        }
        let named = u8::try_from(named).unwrap_or(u8::MAX);
        let late = self.year.done.contains(seat);
        let seen = &mut self.year.rancher_mut(seat).excuses_seen;
        *seen = match step {
            Step::Year(YearStep::Draw(_) | YearStep::Shows(_)) | Step::Take(..) if late => *seen,
            Step::Year(YearStep::Shows(_)) => named.max(*seen),
            Step::Year(YearStep::Draw(_)) | Step::Take(..) => seen.saturating_add(named),
            _ => seen.saturating_sub(named),
        };
    }

    /// RX-4.3, RX-4.4, RX-4.5
    fn take(&mut self, seat: Seat, card: Card, from: Option<Source>, events: &mut Vec<Event>) {
        match self.source(card, from) {
            Some(Source::Pile(number)) => {
                let pile = self.discards.get_mut(number);
                if !pile.take(card) {
                    self.year.account.uncover(card.index());
                    pile.take_unnamed();
                }
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
