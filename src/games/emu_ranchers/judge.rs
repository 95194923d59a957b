//! Judging an act: turn and phase, then whether it can be, then every other clause.

use super::{EmuRanchers, Fault, Phase, Step, Tally};
use crate::{
    decktet::Card,
    emu::{BirdNumber, Laid, Misfit, unshowable},
    table::{Act, Seat},
};

impl EmuRanchers {
    /// Turn and phase.
    #[inline]
    pub(super) fn turn_and_phase(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            Act::Round { .. } => self.year_may_begin(),
            Act::Step { actor: Some(seat), step } => self.may_do(*seat, step),
            // A table without players does nothing in this game, and a tally counts a year that has begun.
            Act::Step { actor: None, .. } => Err(Fault::NotYourTurn { turn: self.first }),
            Act::Tally(_) if self.phase == Phase::Ready => Err(Fault::ActionDue { seat: self.first }),
            Act::Tally(_) => Ok(()),
        }
    }

    /// Whether a new year may begin: not while something is due in this one.
    fn year_may_begin(&self) -> Result<(), Fault> {
        match self.phase {
            Phase::Action(seat) => Err(Fault::ActionDue { seat }),       // ER-2.1
            Phase::Draw { seat, .. } => Err(Fault::DrawDue { seat }),    // ER-2.1
            Phase::Laying => Err(Fault::DoneDue),                        // ER-5.3
            Phase::Over if self.is_game_over() => Err(Fault::AfterGame), // TB-7
            Phase::Ready | Phase::Over => Ok(()),
        }
    }

    #[inline]
    fn may_do(&self, actor: Seat, step: &Step) -> Result<(), Fault> {
        use crate::table::Game as _;
        if self.open().to(Some(actor)).contains(step.verb()) {
            return Ok(());
        }
        if let Step::Shows(_) = step {
            // TB-5: any player, at any time in a year.
            return match self.phase {
                Phase::Over if self.is_game_over() => Err(Fault::AfterGame),
                Phase::Ready | Phase::Over => Err(Fault::ShownOutsideYear),
                _ => Ok(()),
            };
        }
        Err(self.what_was_due(actor, step))
    }

    /// The clause that a step out of turn or out of phase breaks: that of what was due.
    fn what_was_due(&self, actor: Seat, step: &Step) -> Fault {
        let draws = matches!(step, Step::Draw(_) | Step::Take(_));
        match self.phase {
            Phase::Ready => Fault::NotYourTurn { turn: self.first },
            Phase::Action(turn) if actor == turn => Fault::ActionDue { seat: turn }, // ER-2.1
            Phase::Action(_) if draws && self.drew == Some(actor) => Fault::DrawnTwice, // ER-2.1
            Phase::Action(turn) => Fault::NotYourTurn { turn },                      // ER-1.2
            Phase::Draw { seat, .. } => Fault::DrawDue { seat },                     // ER-2.1
            Phase::Over if self.is_game_over() => Fault::AfterGame,                  // TB-7
            Phase::Laying | Phase::Over => match step {
                Step::Grow(..) | Step::Discard(_) => Fault::TurnAfterYear, // ER-2.2
                Step::Hatch(_) | Step::Draw(_) | Step::Take(_) => Fault::HatchedOrDrawnAfterYear, // ER-5.2
                Step::Lay(..) | Step::Done | Step::Shows(_) => Fault::AlreadyDone { seat: actor }, // ER-5.3
            },
        }
    }

    /// Whether it can be, with the cards where they are known to lie.
    #[inline]
    pub(super) fn can_be(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            Act::Step { actor: Some(seat), step } => self.can_do(*seat, step),
            Act::Step { actor: None, .. } | Act::Round { .. } => Ok(()),
            Act::Tally(tally) => match tally.card_too_many() {
                Some(card) => Err(Fault::MoreThanTheDeckHas { card }), // TB-3
                None => Ok(()),
            },
        }
    }

    #[inline]
    fn can_do(&self, seat: Seat, step: &Step) -> Result<(), Fault> {
        match step {
            Step::Hatch(card) | Step::Discard(card) => self.in_hand(seat, *card),
            Step::Grow(bird, card) | Step::Lay(bird, card) => {
                self.in_hand(seat, *card)?;
                // TB-4
                if self.bird(seat, *bird).is_none() {
                    return Err(Fault::NoSuchBird { seat, bird: *bird });
                }
                Ok(())
            }
            Step::Draw(Some(card)) if !self.account.can_turn_up(card.index()) => Err(Fault::NotInDrawPile { card: *card }), // TB-3
            Step::Take(card) if !self.discards.contains(*card) => Err(Fault::NotDiscarded { card: *card }), // TB-4, ER-4.3
            Step::Shows(cards) => match unshowable(&self.account, seat, cards) {
                Some(card) => Err(Fault::NotAllInHand { seat, card }), // TB-3, TB-5
                None => Ok(()),
            },
            Step::Draw(_) | Step::Take(_) | Step::Done => Ok(()),
        }
    }

    /// TB-3
    #[inline]
    fn in_hand(&self, seat: Seat, card: Card) -> Result<(), Fault> {
        if self.account.can_come_from(seat, card.index()) { Ok(()) } else { Err(Fault::NotInHand { seat, card }) }
    }

    /// Every other clause, in the order of the rule book.
    #[inline]
    pub(super) fn is_lawful(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            // ER-1.3
            Act::Round { first } if self.year > 0 && *first == self.first => Err(Fault::FirstAgain),
            Act::Step { actor: Some(seat), step } => match step {
                Step::Grow(bird, card) | Step::Lay(bird, card) => self.fits(*seat, *bird, *card),
                Step::Take(card) => self.may_take(*card),
                _ => Ok(()),
            },
            Act::Round { .. } | Act::Step { actor: None, .. } => Ok(()),
            Act::Tally(tally) => tally.misfit().map_or(Ok(()), Err),
        }
    }

    /// ER-3.3, ER-3.4
    #[inline]
    fn fits(&self, seat: Seat, number: BirdNumber, card: Card) -> Result<(), Fault> {
        let Some(bird) = self.bird(seat, number) else { return Ok(()) };
        bird.fits(Laid::natural(card)).map_err(|misfit| Fault::misfit(misfit, seat, number, card))
    }

    /// ER-4.2, ER-4.3
    fn may_take(&self, card: Card) -> Result<(), Fault> {
        if let Phase::Draw { discarded: true, .. } = self.phase {
            Err(Fault::TakenAfterDiscard)
        } else if self.discards.top() == Some(card) {
            Ok(())
        } else {
            Err(Fault::NotOnTop { card })
        }
    }
}

impl Fault {
    pub(super) const fn misfit(misfit: Misfit, seat: Seat, bird: BirdNumber, card: Card) -> Self {
        match misfit {
            Misfit::NoSharedSuit => Self::NoSharedSuit { bird, seat, card },
            Misfit::OutOfOrder => Self::OutOfOrder { bird, seat, card },
        }
    }
}
