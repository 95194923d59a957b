//! How a turn goes on after the play, and how turns follow one another until the end (PM-2.3 to PM-2.5, PM-5).

use super::{DISPLAY, Event, HAND, Phase, Piepmatz};
use crate::table::Seat;

impl Piepmatz {
    /// Whether the round is being played: what comes after its end changes nothing of it.
    pub(super) const fn is_played(&self) -> bool {
        !matches!(self.phase, Phase::Ready | Phase::Over)
    }

    /// The hand is filled up, as long as there are birds (PM-2.3).
    pub(super) fn fill_hand(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        if !self.is_played() {
            return;
        }
        let is_short = self.account.hand(seat).len() < HAND;
        if is_short && (!self.display.is_empty() || self.bird_deck() > 0) {
            self.phase = Phase::Draw(seat);
        } else if self.setup.refill_late {
            self.fill_display(seat, tell);
        } else {
            self.fill_slots(seat, tell);
        }
    }

    /// How many birds are due in the display (PM-2.3).
    #[inline]
    pub(super) fn due_in_display(&self) -> usize {
        DISPLAY.saturating_sub(self.display.len()).min(self.bird_deck())
    }

    /// A bird was taken from the display: it is replaced at once, unless the table waits for the turn's end (PM-2.3).
    pub(super) fn replace(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        if self.is_played() && !self.setup.refill_late && self.due_in_display() > 0 {
            self.phase = Phase::Display(seat);
        } else {
            self.fill_hand(seat, tell);
        }
    }

    /// The display is filled up at the turn's end (table rule `display_refill`).
    fn fill_display(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        if self.due_in_display() > 0 {
            self.phase = Phase::Display(seat);
        } else {
            self.fill_slots(seat, tell);
        }
    }

    /// Empty slots are refilled (PM-2.4, PM-4.1).
    pub(super) fn fill_slots(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        if !self.is_played() {
            return;
        }
        if self.empty_slots() == 0 {
            self.end_turn(seat, tell);
        } else if self.deck.is_empty() {
            self.trigger_end(tell);
            self.end_turn(seat, tell);
        } else {
            self.phase = Phase::Refill(seat);
        }
    }

    /// The slots were refilled: with the deck empty, and a slot too, a card should have been drawn (PM-5.1).
    pub(super) fn slots_filled(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        if self.is_played() {
            if self.empty_slots() > 0 && self.deck.is_empty() {
                self.trigger_end(tell);
            }
            self.end_turn(seat, tell);
        }
    }

    /// What is due in a turn once the decks or the slots have changed.
    pub(super) fn go_on_with_turn(&mut self, tell: &mut impl FnMut(Event)) {
        match self.phase {
            Phase::Feeder(fight) if self.deck.is_empty() => self.take_nothing(fight, tell),
            Phase::Draw(seat) => self.fill_hand(seat, tell),
            Phase::Display(seat) if self.setup.refill_late => self.fill_display(seat, tell),
            Phase::Display(seat) => self.replace(seat, tell),
            Phase::Refill(seat) => self.fill_slots(seat, tell),
            _ => {}
        }
    }

    /// PM-5.1
    pub(super) fn trigger_end(&mut self, tell: &mut impl FnMut(Event)) {
        if !self.ending {
            self.ending = true;
            tell(Event::EndTriggered);
        }
    }

    /// The next player who holds a bird, or the end (PM-1.6, PM-2.5, PM-5.1).
    fn end_turn(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        if self.seats().all(|seat| self.account.hand(seat).is_empty()) {
            return self.begin_adding(tell);
        }
        let mut next = seat;
        for _ in 0..self.players {
            if self.ending && next == self.last() {
                break;
            }
            next = next.left(self.players);
            if !self.account.hand(next).is_empty() {
                self.phase = Phase::Turn(next);
                self.turn = next;
                return;
            }
            tell(Event::PassedOver { seat: next });
        }
        self.begin_adding(tell);
    }

    /// The last choice, by those who hold a bird (PM-5.2).
    pub(super) fn begin_adding(&mut self, tell: &mut impl FnMut(Event)) {
        if self.phase == Phase::Over {
            return;
        }
        if self.seats().all(|seat| self.account.hand(seat).is_empty()) {
            self.phase = Phase::Over;
            tell(Event::GameOver);
        } else {
            if self.phase != Phase::Adding {
                tell(Event::LastChoice);
            }
            self.phase = Phase::Adding;
        }
    }
}
