//! Doing an act, legal or not, and telling what followed from it.

use super::{EmuRanchers, HAND, PLAYERS, Phase, Ranch, Step, Tally};
use crate::{
    decktet::Card,
    emu::{Bird, BirdNumber, Laid},
    table::{Account, Act, Seat, Seats},
};

/// What can follow from an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A year began.
    YearBegins,
    /// The last card was drawn (ER-2.2).
    YearEnds,
    /// What a hand holds was worked out (TB-6).
    Deduced(Seat),
    /// All are done, or the year was counted by hand (ER-5.3).
    YearOver,
    /// The last year is over (ER-6.6).
    GameOver,
}

impl EmuRanchers {
    #[inline]
    pub(super) fn act(&mut self, act: &Act<Step, Tally>, tell: &mut impl FnMut(Event)) {
        match act {
            Act::Round { first } => self.begin_year(*first, tell),
            Act::Step { actor: Some(seat), step } => self.do_step(*seat, step, tell),
            Act::Step { actor: None, .. } => {}
            Act::Tally(tally) => {
                self.ranches = tally.ranches();
                self.year_over(tell);
            }
        }
    }

    /// ER-1.1, ER-1.2
    fn begin_year(&mut self, first: Seat, tell: &mut impl FnMut(Event)) {
        let before = std::mem::replace(&mut self.ranches, [Ranch::new(), Ranch::new()]);
        if self.year > 0 {
            self.past.push(before);
        }
        self.year = self.year.saturating_add(1);
        self.first = first;
        self.account = Account::new(Self::stock());
        for seat in Seat::all(PLAYERS) {
            for _ in 0..HAND {
                self.account.draw_unseen(seat);
            }
        }
        self.discards.clear();
        self.done = Seats::NONE;
        self.drew = None;
        self.laying = None;
        self.phase = Phase::Action(first);
        tell(Event::YearBegins);
    }

    #[inline]
    fn do_step(&mut self, seat: Seat, step: &Step, tell: &mut impl FnMut(Event)) {
        match step {
            Step::Hatch(card) => {
                self.account.leave_hand(seat, card.index());
                self.ranches[seat.index()].push(Bird::hatched(Laid::natural(*card)));
                self.acted(seat, false);
            }
            Step::Grow(number, card) => {
                self.put_on_bird(seat, *number, *card);
                self.acted(seat, false);
            }
            Step::Discard(card) => {
                self.account.leave_hand(seat, card.index());
                self.discards.put(*card);
                self.acted(seat, true);
            }
            Step::Draw(card) => {
                // ER-4.4. After the year's end there is nothing to draw, and nothing happens.
                match card {
                    Some(card) => self.account.draw_seen(seat, card.index()),
                    None => self.account.draw_unseen(seat),
                };
                self.drawn(seat, tell);
            }
            Step::Take(card) => {
                if self.discards.take(*card) {
                    self.account.enter_hand(seat, card.index());
                }
                self.drawn(seat, tell);
            }
            Step::Lay(number, card) => {
                self.put_on_bird(seat, *number, *card);
                if self.phase == Phase::Laying {
                    self.laying = Some(seat);
                } else {
                    // Too early, and let stand: it was the turn's action.
                    self.acted(seat, false);
                }
            }
            Step::Done => self.player_done(seat, tell),
            Step::Shows(cards) => self.account.show(seat, &cards.iter().map(|card| card.index())),
        }
        if let Some(seat) = self.account.deduce() {
            tell(Event::Deduced(seat));
        }
    }

    fn put_on_bird(&mut self, seat: Seat, number: BirdNumber, card: Card) {
        self.account.leave_hand(seat, card.index());
        if let Some(bird) = self.ranches[seat.index()].get_mut(number.index()) {
            bird.grow(Laid::natural(card));
        }
    }

    /// An action is done; the turn goes on as if it had been in turn.
    #[inline]
    fn acted(&mut self, seat: Seat, discarded: bool) {
        if let Phase::Action(_) | Phase::Draw { .. } = self.phase {
            self.drew = None;
            self.phase = Phase::Draw { seat, discarded };
        }
    }

    /// A draw is done, and with it the turn (ER-1.2, ER-2.2).
    #[inline]
    fn drawn(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        if let Phase::Action(_) | Phase::Draw { .. } = self.phase {
            self.drew = Some(seat);
            if self.account.hidden() > 0 {
                self.phase = Phase::Action(Self::other(seat));
            } else {
                self.phase = Phase::Laying;
                tell(Event::YearEnds);
                self.year_over_if_all_done(tell);
            }
        }
    }

    /// ER-5.3
    fn player_done(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        self.done = self.done.with(seat);
        self.laying = None;
        match self.phase {
            Phase::Laying => self.year_over_if_all_done(tell),
            // Too early, and let stand: the next player goes on.
            Phase::Action(_) | Phase::Draw { .. } => {
                self.drew = None;
                self.phase = Phase::Action(Self::other(seat));
            }
            Phase::Ready | Phase::Over => {}
        }
    }

    fn year_over_if_all_done(&mut self, tell: &mut impl FnMut(Event)) {
        if self.done == Seats::all(PLAYERS) {
            self.year_over(tell);
        }
    }

    fn year_over(&mut self, tell: &mut impl FnMut(Event)) {
        self.phase = Phase::Over;
        self.laying = None;
        tell(Event::YearOver);
        if self.is_game_over() {
            tell(Event::GameOver);
        }
    }
}
