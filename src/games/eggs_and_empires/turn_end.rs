//! What follows when collecting is over: discards, Merchants and Blacksmiths, Scouts, the marker, hands, and the round's end.

use super::{Card, EggsAndEmpires, Event, Fate, MarkerRule, Phase, TURNS};
use crate::table::Seat;

impl EggsAndEmpires {
    /// Collecting is over, or is cut short by something that was let stand (EE-2.5, EE-2.6).
    pub(super) fn finish_turn(&mut self, tell: &mut impl FnMut(Event)) {
        self.order.lapse(usize::MAX);
        self.discard_leftovers(tell);
        self.count_the_unpaid(tell);
        if self.turn < TURNS {
            self.scout(tell);
        }
        self.pass_marker(tell);
        self.refill(tell);
        self.open_rights(tell);
        if self.turn < TURNS {
            self.phase = Phase::Reveal;
        } else if self.rights.open {
            self.phase = Phase::Closing;
        } else {
            self.end_round(tell);
        }
    }

    /// EE-2.5
    pub(super) fn discard_leftovers(&mut self, tell: &mut impl FnMut(Event)) {
        for &value in &self.offer.up {
            self.gone.push(value);
            tell(Event::Discarded { value });
        }
        if self.offer.has_down() {
            for scout in self.offer.scouts() {
                for _ in 0..self.offer.down[scout.index()] {
                    self.gone_unseen = self.gone_unseen.saturating_add(1);
                    tell(Event::DiscardedDown { scout });
                }
            }
        }
        self.offer.clear();
    }

    /// EE-4.3, EE-4.5
    fn count_the_unpaid(&mut self, tell: &mut impl FnMut(Event)) {
        for played in self.order.cards().iter().filter(|played| !played.collected()) {
            let seat = played.seat;
            let count = match played.card {
                Card::Merchant => &mut self.round.merchants,
                Card::Blacksmith => &mut self.round.blacksmiths,
                _ => continue,
            };
            count[seat.index()] = count[seat.index()].saturating_add(1);
            tell(Event::Unpaid { seat, card: played.card });
        }
    }

    /// EE-4.1
    fn scout(&mut self, tell: &mut impl FnMut(Event)) {
        if self.order.count(Card::Scout) == 0 {
            return;
        }
        self.offer.laid = self.turn;
        for seat in self.in_player_order() {
            let scouts = self.order.cards().iter().filter(|played| played.seat == seat && played.card == Card::Scout).count();
            for _ in 0..scouts {
                if self.nest.as_mut().is_none_or(super::Nest::draw) {
                    let down = &mut self.offer.down[seat.index()];
                    *down = down.saturating_add(1);
                    tell(Event::Laid { scout: seat });
                } else {
                    tell(Event::NothingToLay { scout: seat });
                }
            }
        }
    }

    /// EE-5.1
    fn pass_marker(&mut self, tell: &mut impl FnMut(Event)) {
        let passes = match self.setup.marker {
            MarkerRule::AfterTie => self.order.has_tie(),
            MarkerRule::EveryTurn => true,
            MarkerRule::EveryRound => false,
        };
        if passes {
            self.marker = self.marker.left(self.players);
            tell(Event::MarkerPasses);
        }
    }

    /// EE-1.2, EE-2.6, TB-6
    fn refill(&mut self, tell: &mut impl FnMut(Event)) {
        let size = self.hand_size();
        for seat in self.seats() {
            let deck = &mut self.decks[seat.index()];
            while deck.hand(seat).len() < size && deck.draw_unseen(seat) {}
            if deck.hidden() == 0 && deck.deduce().is_some() {
                tell(Event::Deduced { seat });
            }
        }
    }

    /// EE-4.6
    fn open_rights(&mut self, tell: &mut impl FnMut(Event)) {
        self.rights.late_couriers = crate::table::Seats::NONE;
        self.rights.late_priests = crate::table::Seats::NONE;
        if !self.rights.any {
            return;
        }
        self.rights.open = true;
        for played in self.order.cards() {
            let (seat, card) = (played.seat, played.card);
            let open = match card {
                Card::Courier => self.may_give(seat),
                Card::Priest => self.may_discard(seat),
                _ => false,
            };
            if open && matches!(played.fate, Fate::Took(_)) {
                tell(Event::Able { seat, card });
            }
        }
        self.rights.open = !self.able().is_empty();
        self.rights.any = self.rights.open;
    }

    /// EE-2.7, EE-3.6: the round is played; it is counted once all eggs are named.
    pub(super) fn end_round(&mut self, tell: &mut impl FnMut(Event)) {
        if self.has_unnamed() {
            self.phase = Phase::Naming;
            tell(Event::NamesDue);
        } else {
            self.count_round(tell);
        }
    }

    /// EE-6
    pub(super) fn count_round(&mut self, tell: &mut impl FnMut(Event)) {
        self.round.counted = true;
        self.phase = if self.is_decided() { Phase::GameOver } else { Phase::Over };
        tell(Event::RoundOver);
        if self.phase == Phase::GameOver {
            tell(Event::GameOver);
        }
    }

    /// Seats with something to name.
    pub(super) fn holders(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(|&seat| self.pile(seat).has_unnamed())
    }
}
