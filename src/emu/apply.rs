//! Applies an act to a year, legal or not, with everything that follows from it.

use super::{Action, Bird, BirdNumber, HAND, Laid, Phase, Rancher, Year, YearStep};
use crate::{
    decktet::Card,
    table::{Account, Progress, Seat, Seats, Totals, next_at_table},
};

/// What can follow from an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YearEvent {
    /// A year began.
    Begins,
    /// The last card was drawn (ER-2.2, RX-2.2).
    Ends,
    /// What a hand holds was worked out (TB-6).
    Deduced(Seat),
    /// All are done, or the year was counted by hand (ER-5.3, RX-5.3).
    Over,
    /// The last year is over (ER-6.6).
    GameOver,
}

impl<R: Rancher, const SEATS: usize> Year<R, SEATS> {
    /// Where the game stands between its years. Who went first goes second in the next (ER-1.3).
    pub fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(self.players)),
            Phase::Over if self.is_game_over() => Progress::GameOver,
            Phase::Over => Progress::RoundOver(Seats::only(next_at_table(self.first, self.players, self.departed))),
            Phase::Action(_) | Phase::Draw { .. } | Phase::Laying => Progress::Underway,
        }
    }

    /// Who is in the middle of a turn, or laying down.
    pub const fn in_turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Draw { seat, .. } => Some(seat),
            Phase::Laying => self.laying,
            _ => None,
        }
    }

    /// A year begins: the deck is shuffled, and each is dealt a hand (ER-1.1, ER-1.2; RX-1.1, RX-1.2).
    pub fn begin<E: From<YearEvent>>(&mut self, first: Seat, deck: [u8; Card::COUNT], events: &mut Vec<E>) {
        let last = std::mem::replace(&mut self.ranchers, std::array::from_fn(|_| R::default()));
        if self.phase != Phase::Ready {
            self.past.push(last);
            self.past_totals.push(std::mem::take(&mut self.totals));
        }
        self.phase = Phase::Action(first);
        self.first = first;
        self.account = Account::new(deck);
        for seat in self.seats() {
            self.account.deal(seat, HAND);
        }
        self.done = Seats::NONE;
        self.action = None;
        self.drew = None;
        self.laying = None;
        events.push(YearEvent::Begins.into());
    }

    /// A step is done, legal or not.
    pub fn play<E: From<YearEvent>>(&mut self, seat: Seat, step: &YearStep, events: &mut Vec<E>) {
        match step {
            // ER-3.1, RX-3.1
            YearStep::Hatch(laid) => {
                self.account.leave_hand(seat, laid.card.index());
                self.rancher_mut(seat).birds_mut().push(Bird::hatched(*laid));
                self.acted(seat, Action::Hatched(laid.card));
            }
            YearStep::Grow(number, laid) => {
                self.put_on_bird(seat, *number, *laid);
                self.acted(seat, Action::Grew(*number, laid.card));
            }
            YearStep::Draw(card) => {
                // ER-4.4, RX-4.4. After the year's end there is nothing to draw, and nothing happens.
                match card {
                    Some(card) => self.account.draw_seen(seat, card.index()),
                    None => self.account.draw_unseen(seat),
                };
                self.drawn(seat, events);
            }
            YearStep::Lay(number, laid) => {
                self.put_on_bird(seat, *number, *laid);
                self.laid(seat);
            }
            YearStep::Done => {
                self.done = self.done.with(seat);
                self.laying = None;
                // Too early, and let stand: the next player goes on.
                if self.has_turns() {
                    self.drew = None;
                    self.phase = Phase::Action(seat.left(self.players));
                }
            }
            YearStep::Shows(cards) => self.account.show(seat, cards),
        }
    }

    fn put_on_bird(&mut self, seat: Seat, number: BirdNumber, laid: Laid) {
        self.account.leave_hand(seat, laid.card.index());
        if let Some(bird) = self.rancher_mut(seat).birds_mut().get_mut(number.index()) {
            bird.grow(laid);
        }
    }

    /// An action is done; even if it was out of turn, the turn goes on from here.
    pub fn acted(&mut self, seat: Seat, action: Action) {
        if self.has_turns() {
            self.action = Some(action);
            self.drew = None;
            self.phase = Phase::Draw { seat, discarded: matches!(action, Action::Discarded(_)) };
        }
    }

    /// A draw is done, which ends the turn (ER-1.2, ER-2.2).
    pub fn drawn<E: From<YearEvent>>(&mut self, seat: Seat, events: &mut Vec<E>) {
        if self.has_turns() {
            self.drew = Some(seat);
            if self.account.hidden() > 0 {
                self.phase = Phase::Action(seat.left(self.players));
            } else {
                self.phase = Phase::Laying;
                events.push(YearEvent::Ends.into());
            }
        }
    }

    /// Something was done that belongs after the year's end.
    pub fn laid(&mut self, seat: Seat) {
        if self.phase == Phase::Laying {
            self.laying = Some(seat);
        } else {
            // Too early, and let stand: it was the turn's action.
            self.acted(seat, Action::LaidDown);
        }
    }

    /// Works out what a hand holds, if possible (TB-6): the last effect of a step, except for ending the year.
    pub fn deduce<E: From<YearEvent>>(&mut self, events: &mut Vec<E>) {
        if let Some(seat) = self.account.deduce() {
            events.push(YearEvent::Deduced(seat).into());
        }
    }

    /// The year was counted on the table; the birds are set already.
    pub fn count<E: From<YearEvent>>(&mut self, totals: &Totals, events: &mut Vec<E>) {
        self.totals.clone_from(totals);
        self.end(events);
        if !self.is_game_over() {
            self.departed = totals.departed();
        }
    }

    /// The year is over.
    pub fn end<E: From<YearEvent>>(&mut self, events: &mut Vec<E>) {
        self.phase = Phase::Over;
        self.laying = None;
        events.push(YearEvent::Over.into());
        if self.is_game_over() {
            events.push(YearEvent::GameOver.into());
        }
    }
}
