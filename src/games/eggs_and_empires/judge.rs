//! Judging an act: turn and phase, and every clause that is not about what can be.

use super::{Card, EggsAndEmpires, Fault, MarkerRule, Phase, Step, Tally, TurnEnd, What};
use crate::table::{Act, Seat};

impl EggsAndEmpires {
    /// Turn and phase.
    #[inline]
    pub(super) fn turn_and_phase(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            Act::Round { .. } => self.round_may_begin(),
            // A tally counts a round that has begun; the result of the last round may be said beside its moves.
            Act::Tally(_) if self.phase == Phase::Ready => Err(Fault::NoRound),
            Act::Tally(_) => Ok(()),
            Act::Step { .. } if self.phase == Phase::GameOver => Err(Fault::AfterGame), // TB-7
            Act::Step { step: Step::Reveal(_), .. } if self.phase == Phase::Reveal => Ok(()),
            Act::Step { step: Step::End, .. } if self.phase == Phase::Closing => Ok(()),
            Act::Step { step: Step::End, .. } => Err(Fault::NothingToEnd), // EE-4.6
            Act::Step { step: Step::Shows(_), .. } if self.is_underway() => Ok(()),
            Act::Step { step: Step::Shows(_), .. } => Err(Fault::ShownOutsideRound), // TB-5
            Act::Step { actor: Some(seat), step } => self.may_do(*seat, step),
            Act::Step { actor: None, .. } => Err(self.due()),
        }
    }

    /// What is due instead of a step that comes too early or too late.
    fn due(&self) -> Fault {
        match self.phase {
            Phase::Ready | Phase::Over => Fault::NoRound,        // EE-2.7
            Phase::Reveal => Fault::RevealDue,                   // EE-2.1
            Phase::Play => Fault::CardsDue,                      // EE-2.2
            Phase::Closing | Phase::Naming => Fault::NoTurnLeft, // EE-2.7
            Phase::GameOver => Fault::AfterGame,                 // TB-7
            Phase::Collect(_) => match self.collecting() {
                Some(played) => {
                    let other = self.order.next_by(self.setup.shepherd.other(), self.marker, self.players);
                    Fault::TakeDue { seat: played.seat, card: played.card, by_rule: other != Some(played) } // EE-2.4
                }
                None => Fault::NoTurnLeft,
            },
        }
    }

    /// Whether a new round may begin: not while something is due in this one. Abilities that are open it closes (EE-4.6).
    fn round_may_begin(&self) -> Result<(), Fault> {
        match self.phase {
            Phase::Ready | Phase::Over => Ok(()),
            Phase::GameOver => Err(Fault::AfterGame), // TB-7
            Phase::Closing | Phase::Naming => match self.unnamed() {
                Some(fault) => Err(fault),                          // EE-3.6
                None if self.is_decided() => Err(Fault::AfterGame), // TB-7
                None => Ok(()),
            },
            Phase::Reveal | Phase::Play | Phase::Collect(_) => Err(Fault::TurnsLeft), // EE-2.7
        }
    }

    fn unnamed(&self) -> Option<Fault> {
        let of = |holder: Seat| self.pile(holder).eggs().iter().find_map(|egg| egg.what.scout()).map(|scout| (holder, scout));
        self.seats().find_map(of).map(|(holder, scout)| Fault::UnnamedEggs { holder, scout })
    }

    /// Whether a player may do this kind of step now.
    #[inline]
    fn may_do(&self, seat: Seat, step: &Step) -> Result<(), Fault> {
        let takes = || self.collecting().is_some_and(|played| played.seat == seat);
        match step {
            Step::Play(_) if self.phase == Phase::Play && self.played.contains(seat) => Err(Fault::PlayedAlready), // EE-2.2
            Step::Play(_) if self.phase == Phase::Play && !self.hand(seat).is_empty() => Ok(()),
            Step::Take(_) | Step::TakeDown { .. } if takes() => Ok(()),
            Step::Decline if takes() => self.may_decline(),
            Step::Give { .. } => self.courier_may_give(seat),
            Step::Discard(_) | Step::DiscardDown(_) => self.priest_may_discard(seat),
            Step::Opens { .. } if self.is_underway() => Ok(()), // EE-3.6
            Step::Mulligan => self.may_draw_anew(seat),
            _ => Err(self.due()),
        }
    }

    /// EE-2.4, EE-3.4
    fn may_decline(&self) -> Result<(), Fault> {
        match self.collecting() {
            Some(played) if played.card != Card::Mage => Err(Fault::MustTake { card: played.card }),
            _ if self.offer.has_good() || !self.offer.has_down() => Err(Fault::MageMayNotDecline),
            _ => Ok(()),
        }
    }

    /// EE-1.3
    fn may_draw_anew(&self, seat: Seat) -> Result<(), Fault> {
        match self.phase {
            Phase::Reveal if self.turn == 0 && self.mulliganed.contains(seat) => Err(Fault::NewHandAgain),
            Phase::Reveal if self.turn == 0 => Ok(()),
            _ => Err(Fault::NewHandTooLate),
        }
    }

    /// EE-4.2, EE-4.6
    fn courier_may_give(&self, seat: Seat) -> Result<(), Fault> {
        match self.phase {
            _ if self.may_give(seat) => Ok(()),
            _ if self.rights.late_couriers.contains(seat) => Err(self.too_late(Card::Courier)),
            Phase::Collect(_) if self.pile(seat).gifts().next().is_some() => Err(self.due()),
            _ => Err(Fault::NoCourier),
        }
    }

    /// EE-4.4, EE-4.6
    fn priest_may_discard(&self, seat: Seat) -> Result<(), Fault> {
        match self.phase {
            _ if self.may_discard(seat) => Ok(()),
            _ if self.rights.late_priests.contains(seat) => Err(self.too_late(Card::Priest)),
            Phase::Collect(_) if self.rights.priests[seat.index()] > 0 => Err(self.due()),
            _ => Err(Fault::NoPriest),
        }
    }

    /// EE-4.6
    fn too_late(&self, card: Card) -> Fault {
        let by_rule = self.setup.turn_end == TurnEnd::BeforeReveal && self.phase == Phase::Play && self.played.is_empty();
        Fault::TooLate { card, by_rule }
    }

    /// Every other clause, in the order of the rule book.
    #[inline]
    pub(super) fn is_lawful(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            Act::Round { first } if self.number > 0 => self.may_hold_marker(*first),
            Act::Step { step: Step::Reveal(values), .. } if values.len() != self.eggs_due() => {
                Err(Fault::WrongNumberOfEggs { revealed: count(values.len()) }) // EE-2.1
            }
            Act::Step { actor: Some(seat), step } => match step {
                Step::Play(cards) => self.may_play(*seat, cards),
                Step::Take(value) if *value < 0 && self.collecting().is_some_and(|played| played.card == Card::Mage) => {
                    Err(Fault::NotForMage { value: *value }) // EE-3.4
                }
                Step::Give { value, to } => {
                    let is_meant = |what: What| value.map_or(what.scout().is_some(), |value| what == What::Worth(value));
                    if !self.pile(*seat).gifts().any(|egg| is_meant(egg.what)) {
                        Err(Fault::NotTheCouriersEgg) // EE-4.2
                    } else if to == seat {
                        Err(Fault::GiftToOneself) // EE-4.2
                    } else {
                        Ok(())
                    }
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// EE-5.1, EE-5.2
    fn may_hold_marker(&self, first: Seat) -> Result<(), Fault> {
        let may = self.may_hold_next();
        match may.single() {
            _ if may.contains(first) => Ok(()),
            Some(due) if self.setup.marker == MarkerRule::EveryRound => Err(Fault::MarkerPassesLeft { due }),
            _ => Err(Fault::NotTheFewest),
        }
    }

    /// EE-2.2. Only after something that was let stand can a hand be too small for what a turn asks for.
    #[inline]
    fn may_play(&self, seat: Seat, cards: &[Card]) -> Result<(), Fault> {
        let hand = self.hand(seat).len();
        if cards.len() != self.each().min(hand) {
            return Err(Fault::WrongNumberOfCards { played: count(cards.len()) });
        }
        match cards {
            // The last two cards of a hand, if they are equal.
            [one, other] if one == other && hand > 2 => Err(Fault::SameCardTwice { card: *one }),
            _ => Ok(()),
        }
    }
}

pub(super) fn count(items: usize) -> u16 {
    u16::try_from(items).unwrap_or(u16::MAX)
}
