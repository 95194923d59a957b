//! Applies an act, legal or not. All its consequences are shared by both emu games, including the next year (ER-1.3).

use super::{EmuRanchers, Step};
use crate::{
    emu::{Action, Pile, Rancher as _},
    table::{Act, ActOf, Apply, Positioned as _, Progress, Seat},
};

/// What can follow from an act: the same as in any emu game's year.
pub use crate::emu::YearEvent as Event;

impl Apply for EmuRanchers {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        match act {
            Act::Round { first } => {
                self.discards = Pile::default();
                self.year.begin(*first, Self::deck(), events);
            }
            Act::Step { actor: Some(seat), step } => {
                match step {
                    Step::Year(step) => self.year.play(*seat, step, events),
                    // ER-4.1
                    Step::Discard(card) => {
                        self.year.account.leave_hand(*seat, card.index());
                        self.discards.put(*card);
                        self.year.acted(*seat, Action::Discarded(*card));
                    }
                    // ER-4.3
                    Step::Take(card) => {
                        if self.discards.take(*card) {
                            self.year.account.enter_hand(*seat, card.index());
                        } else if self.year.account.uncover(card.index()) {
                            self.discards.take_unnamed();
                            self.year.account.enter_hand(*seat, card.index());
                        }
                        self.year.drawn(*seat, events);
                    }
                }
                self.year.deduce(events);
                if self.year.all_are_done() {
                    self.year.end(events);
                }
            }
            Act::Step { actor: None, .. } => {}
            Act::Position(position) => {
                if let Ok(game) = position.construct(self) {
                    *self = game;
                    self.year.deduce(events);
                }
            }
            Act::Tally(tally) => {
                for (seat, birds) in self.year.seats().zip(&tally.0) {
                    *self.year.rancher_mut(seat).birds_mut() = birds.ranch();
                }
                self.year.count(&tally.1, events);
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
