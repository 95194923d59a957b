//! Doing an act, legal or not, and telling what followed from it.

use super::{EmusRedux, HAND, Phase, PileNumber, Source, Step, Tally};
use crate::{
    decktet::Card,
    emu::{Bird, BirdNumber, Laid},
    table::{Account, Act, Seat, Seats},
};

/// What can follow from an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The year began.
    YearBegins,
    /// A player took a card from the market (RX-4.5).
    MarketDraw(Seat),
    /// A discard pile is gone (RX-4.1).
    PileGone(PileNumber),
    /// The last card was drawn (RX-2.2).
    YearEnds,
    /// What a hand holds was worked out (TB-6).
    Deduced(Seat),
    /// All are done, or the year was counted by hand (RX-5.3), and with the year the game is over.
    YearOver,
}

impl EmusRedux {
    #[inline]
    pub(super) fn act(&mut self, act: &Act<Step, Tally>, tell: &mut impl FnMut(Event)) {
        match act {
            Act::Round { first } => self.begin_year(*first, tell),
            Act::Step { step: Step::Market(cards), .. } => self.lay_out(cards),
            Act::Step { actor: Some(seat), step } => self.do_step(*seat, step, tell),
            Act::Step { actor: None, .. } => {}
            Act::Tally(tally) => {
                for (rancher, part) in self.ranchers.iter_mut().zip(tally.parts()) {
                    rancher.birds = part.birds.ranch();
                    rancher.excused.clear();
                    rancher.excuses = part.excuses;
                }
                self.year_over(tell);
            }
        }
    }

    /// RX-1.1, RX-1.2
    fn begin_year(&mut self, first: Seat, tell: &mut impl FnMut(Event)) {
        let before = std::mem::take(&mut self.ranchers);
        if self.phase != Phase::Ready {
            self.past.push(before);
        }
        self.first = first;
        self.stock = Account::new(Self::deck());
        for seat in self.seats() {
            for _ in 0..HAND {
                self.stock.draw_unseen(seat);
            }
        }
        self.market = super::Market::default();
        self.discards.clear();
        self.done = Seats::NONE;
        self.drew = None;
        self.laying = None;
        self.phase = Phase::Market;
        tell(Event::YearBegins);
    }

    /// RX-1.3
    fn lay_out(&mut self, cards: &[Card]) {
        for &card in cards {
            self.market.lay_out(card);
        }
        if self.phase == Phase::Market {
            self.phase = Phase::Action(self.first);
        }
    }

    #[inline]
    fn do_step(&mut self, seat: Seat, step: &Step, tell: &mut impl FnMut(Event)) {
        if !matches!(step, Step::Shows(_)) {
            self.drew = None;
        }
        match step {
            Step::Hatch(laid) => {
                self.stock.leave_hand(seat, laid.card.index());
                self.rancher_mut(seat).birds.push(Bird::hatched(*laid));
                self.acted(seat, false);
            }
            Step::Grow(number, laid) => {
                self.put_on_bird(seat, *number, *laid);
                self.acted(seat, false);
            }
            Step::Discard(card, to) => {
                self.stock.leave_hand(seat, card.index());
                let to = to.or(self.discards.free()).unwrap_or(PileNumber::One);
                self.discards.get_mut(to).put(*card);
                self.acted(seat, true);
            }
            Step::Draw(card) => {
                // RX-4.4. After the year's end there is nothing to draw, and nothing happens.
                match card {
                    Some(card) => self.stock.draw_seen(seat, card.index()),
                    None => self.stock.draw_unseen(seat),
                };
                self.drawn(seat, tell);
            }
            Step::Take(card, from) => {
                self.take(seat, *card, *from, tell);
                self.drawn(seat, tell);
            }
            Step::Lay(number, laid) => {
                self.put_on_bird(seat, *number, *laid);
                self.laid_or_excused(seat);
            }
            Step::Excuse(number) => {
                // RX-5.4
                self.stock.leave_hand(seat, Card::EXCUSE.index());
                self.rancher_mut(seat).excused.push(*number);
                self.laid_or_excused(seat);
            }
            Step::Done => self.player_done(seat),
            Step::Shows(cards) => self.stock.show(seat, &cards.iter().map(|card| card.index())),
            Step::Market(_) => {}
        }
        if let Some(seat) = self.stock.deduce() {
            tell(Event::Deduced(seat));
        }
        if self.phase == Phase::Laying && self.done == Seats::all(self.players) {
            // RX-6.7: what is known by now is what counts.
            for seat in self.seats() {
                let known = self.stock.hand(seat).known(Card::EXCUSE.index());
                self.rancher_mut(seat).excuses = u8::try_from(known).unwrap_or(u8::MAX);
            }
            self.year_over(tell);
        }
    }

    fn put_on_bird(&mut self, seat: Seat, number: BirdNumber, laid: Laid) {
        self.stock.leave_hand(seat, laid.card.index());
        if let Some(bird) = self.rancher_mut(seat).birds.get_mut(number.index()) {
            bird.grow(laid);
        }
    }

    /// RX-4.3, RX-4.5
    fn take(&mut self, seat: Seat, card: Card, from: Option<Source>, tell: &mut impl FnMut(Event)) {
        match self.source(card, from) {
            Some(Source::Pile(number)) => {
                let pile = self.discards.get_mut(number);
                if pile.take(card) {
                    if pile.is_empty() {
                        tell(Event::PileGone(number));
                    }
                    self.stock.enter_hand(seat, card.index());
                }
            }
            Some(Source::Market) if self.market.take(card) => {
                self.stock.enter_hand(seat, card.index());
                let rancher = self.rancher_mut(seat);
                rancher.market_draws = rancher.market_draws.saturating_add(1);
                tell(Event::MarketDraw(seat));
            }
            Some(Source::Market) | None => {}
        }
    }

    /// An action is done; the turn goes on as if it had been in turn.
    #[inline]
    fn acted(&mut self, seat: Seat, discarded: bool) {
        if let Phase::Market | Phase::Action(_) | Phase::Draw { .. } = self.phase {
            self.phase = Phase::Draw { seat, discarded };
        }
    }

    /// A draw is done, and with it the turn (RX-1.2, RX-2.2).
    #[inline]
    fn drawn(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        if let Phase::Market | Phase::Action(_) | Phase::Draw { .. } = self.phase {
            self.drew = Some(seat);
            if self.stock.hidden() > 0 {
                self.phase = Phase::Action(seat.left(self.players));
            } else {
                self.phase = Phase::Laying;
                tell(Event::YearEnds);
            }
        }
    }

    fn laid_or_excused(&mut self, seat: Seat) {
        if self.phase == Phase::Laying {
            self.laying = Some(seat);
        } else {
            // Too early, and let stand: it was the turn's action.
            self.acted(seat, false);
        }
    }

    /// RX-5.3
    fn player_done(&mut self, seat: Seat) {
        self.done = self.done.with(seat);
        self.laying = None;
        if let Phase::Market | Phase::Action(_) | Phase::Draw { .. } = self.phase {
            // Too early, and let stand: the next player goes on.
            self.phase = Phase::Action(seat.left(self.players));
        }
    }

    fn year_over(&mut self, tell: &mut impl FnMut(Event)) {
        self.phase = Phase::Over;
        self.laying = None;
        tell(Event::YearOver);
    }
}
