//! The abilities of the turn's end that are a choice: Courier and Priest (EE-4.2, EE-4.4, EE-4.6).

use super::{Egg, EggsAndEmpires, Event, Phase, Value, What};
use crate::table::{Seat, Seats};

impl EggsAndEmpires {
    /// Whether a player's Courier may give its egg away now.
    #[inline]
    pub(super) fn may_give(&self, seat: Seat) -> bool {
        self.rights.open && self.pile(seat).gifts().next().is_some()
    }

    /// Whether a player's Priest may discard an egg now.
    #[inline]
    pub(super) fn may_discard(&self, seat: Seat) -> bool {
        self.rights.open && self.rights.priests[seat.index()] > 0 && !self.pile(seat).is_empty()
    }

    /// Who may use an ability now.
    #[inline]
    pub(super) fn able(&self) -> Seats {
        if !self.rights.open {
            return Seats::NONE;
        }
        self.seats().filter(|&seat| self.may_give(seat) || self.may_discard(seat)).collect()
    }

    /// The time for abilities is over (EE-4.6).
    pub(super) fn close_rights(&mut self) {
        if !self.rights.open {
            return;
        }
        self.rights.late_couriers = self.seats().filter(|&seat| self.may_give(seat)).collect();
        self.rights.late_priests = self.seats().filter(|&seat| self.may_discard(seat)).collect();
        self.forget_rights();
    }

    /// Nobody may give or discard.
    fn forget_rights(&mut self) {
        self.rights.open = false;
        self.rights.any = false;
        self.rights.priests = Default::default();
        self.round.piles.iter_mut().for_each(super::Pile::keep_all);
    }

    /// EE-4.2
    pub(super) fn give(&mut self, seat: Seat, value: Option<Value>, to: Seat, tell: &mut impl FnMut(Event)) {
        let pile = &mut self.round.piles[seat.index()];
        let at = match value {
            Some(value) => pile.find(value, true),
            None => pile.find_down(None, true),
        };
        if let Some(at) = at {
            let egg = pile.remove(at);
            self.round.piles[to.index()].push(Egg { gift: false, ..egg });
        }
        self.after_ability(tell);
    }

    /// EE-4.4: an egg of this value, or an unnamed one of a Scout.
    pub(super) fn discard(&mut self, seat: Seat, value: Option<Value>, scout: Option<Seat>, tell: &mut impl FnMut(Event)) {
        let pile = &mut self.round.piles[seat.index()];
        let at = match value {
            Some(value) => pile.find(value, false),
            None => pile.find_down(scout, false),
        };
        if let Some(at) = at {
            match pile.remove(at).what {
                What::Worth(value) => self.gone.push(value),
                What::Down { .. } => self.gone_unseen = self.gone_unseen.saturating_add(1),
            }
        }
        let priests = &mut self.rights.priests[seat.index()];
        *priests = priests.saturating_sub(1);
        self.after_ability(tell);
    }

    /// With no ability open any more, the round ends by itself (EE-4.6).
    fn after_ability(&mut self, tell: &mut impl FnMut(Event)) {
        if self.able().is_empty() && self.rights.open {
            self.forget_rights();
        }
        let is_played = self.phase == Phase::Closing && !self.rights.open;
        if is_played || (self.phase == Phase::Naming && !self.has_unnamed()) {
            self.end_round(tell);
        }
    }

    /// `end`: nobody uses what is open, and the round is over; also where it comes too early, and was let stand.
    pub(super) fn end(&mut self, tell: &mut impl FnMut(Event)) {
        // Whoever has collected in the turn that is cut short is too late now.
        self.rights.open |= self.rights.any;
        self.close_rights();
        self.forget_rights();
        if self.is_underway() {
            self.order.lapse(usize::MAX);
            self.discard_leftovers(tell);
            self.end_round(tell);
        }
    }
}
