//! Trails as open questions: what the hand hid may prove one of them to have been a revoke (BL-2.7).

use super::{Blulu, Event, MustCapture, ranks::Ranks};
use crate::{decktet::Cards, table::Seat};

/// What was seen of a hand in this deal. Nothing is drawn within a deal, so whatever is seen was in it from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    /// The cards that were seen to be or to have been in it: played, shown, worked out.
    pub seen: Cards,
    /// Those of them that were played.
    pub played: Cards,
}

impl Held {
    /// The cards known to be in it now.
    #[inline]
    pub const fn known(self) -> Cards {
        self.seen.difference(self.played)
    }
}

/// A trail of this deal, as the table lay then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trail {
    /// Its number among the acts.
    act: usize,
    /// Who trailed.
    seat: Seat,
    /// The ranks that lay on the table.
    lying: Ranks,
    /// The cards that had left the hand before.
    gone: Cards,
}

impl Blulu {
    /// Keeps a trail as an open question, unless it is answered already: `lying` and `gone` are as they were before it.
    #[inline]
    pub(super) fn question(&mut self, seat: Seat, lying: Ranks, gone: Cards) {
        if self.setup.must_capture != MustCapture::Hand || lying.is_empty() {
            return;
        }
        let then = self.held[seat.index()].seen - gone;
        // What the table could see at once was judged at once.
        if self.setup.arithmetic.capturing(then, lying).is_none() {
            self.trails.push(Trail { act: self.acts, seat, lying, gone });
        }
    }

    /// Answers the open questions about a hand of which more was seen: once for each trail, and only what every hand that it
    /// can have been confirms.
    #[inline]
    pub(super) fn answer(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        let (seen, arithmetic) = (self.held[seat.index()].seen, self.setup.arithmetic);
        self.trails.retain(|trail| {
            if trail.seat != seat {
                return true;
            }
            match arithmetic.capturing(seen - trail.gone, trail.lying) {
                None => true,
                Some(capture) => {
                    tell(Event::Revoke { act: trail.act, seat, capture });
                    false
                }
            }
        });
    }

    /// When one hand alone can hold what nobody has seen, it is known (TB-6), and may answer questions.
    #[inline]
    pub(super) fn deduce(&mut self, tell: &mut impl FnMut(Event)) {
        let Some(seat) = self.account.deduce() else { return };
        let known = self.account.hand(seat).known_cards().filter_map(crate::decktet::Card::from_index).collect();
        self.held[seat.index()].seen |= known;
        tell(Event::Deduced { seat });
        self.answer(seat, tell);
    }
}
