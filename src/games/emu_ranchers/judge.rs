//! Judges an act: turn and phase, then whether it is possible, then every other clause.

use super::{EmuRanchers, Step, Verb};
use crate::{
    decktet::{Card, Cards},
    emu::{Counted, EmuStep as _, Laid, Parts, Phase, YearFault, YearStep, surplus},
    faults,
    table::{Act, ActOf, Judge, Kinds, Notation, Open, Positioned as _, Seat, Seats, TableFault, Tallied},
};

faults! {
    /// A broken clause, or a step that cannot have happened, with the cards concerned.
    pub enum Fault {
        /// What can be wrong in any emu game's year.
        Year(YearFault): (fault) => fault.breach();
        /// The same player is first in two consecutive years.
        FirstAgain = illegal ER-1.3;
        /// Taking from the discard pile after a discard.
        TakenAfterDiscard = illegal ER-4.2;
        /// Taking a card that is not on top.
        NotOnTop(Card) = illegal ER-4.3;
        /// The card is not in the discard pile.
        NotDiscarded(Card) = impossible TB-4;
        /// The deck has fewer copies of the card than a tally or position names.
        MoreThanTheDeckHas(Card) = impossible TB-3;
    }
}

const PARTS: Parts = Parts {
    hatch: Verb::Hatch.only(),
    actions: Kinds::of(&[Verb::Hatch as usize, Verb::Grow as usize, Verb::Discard as usize]),
    draws: Kinds::of(&[Verb::Draw as usize, Verb::Take as usize]),
    laying: Kinds::of(&[Verb::Lay as usize, Verb::Done as usize]),
    shows: Verb::Shows.only(),
};

impl Judge for EmuRanchers {
    fn expects(&self) -> Open {
        self.year.expects(&PARTS)
    }

    fn in_order(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            Act::Round { .. } => self.year.may_begin().map_err(Fault::Year),
            Act::Step { actor: Some(seat), step } if self.year.open_to(*seat, &PARTS).contains(Self::verb(step)) => Ok(()),
            Act::Step { actor: actor @ Some(_), step } => {
                self.year.was_due(*actor, Self::verb(step), &PARTS).map_err(Fault::Year)
            }
            // In this game the table itself does nothing.
            Act::Step { actor: None, .. } => Err(Fault::Year(TableFault::NotYourTurn { turn: self.year.first }.into())),
            Act::Tally(_) => self.year.may_be_counted().map_err(Fault::Year),
            Act::Position(_) => self.year.may_be_taken_up().map_err(Fault::Year),
        }
    }

    fn possible(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            Act::Step { actor: Some(seat), step } => match step {
                Step::Year(step) => self.year.possible(*seat, step).map_err(Fault::Year),
                Step::Discard(card) => self.year.in_hand(*seat, *card).map_err(Fault::Year),
                // TB-4, ER-4.3; TB-3 for a card that nobody has named
                Step::Take(card) if !self.discards.contains(*card) && !self.year.account.can_be_covered(card.index()) => {
                    Err(Fault::NotDiscarded(*card))
                }
                Step::Take(_) => Ok(()),
            },
            Act::Step { actor: None, .. } | Act::Round { .. } => Ok(()),
            Act::Position(position) => position.construct(self).map(drop),
            // TB-3
            Act::Tally(tally) => {
                let cards = tally.0.iter().flat_map(Counted::cards).map(|laid| laid.card);
                surplus(Self::deck(), cards).map_or(Ok(()), |card| Err(Fault::MoreThanTheDeckHas(card)))
            }
        }
    }

    fn lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            // ER-1.3
            Act::Round { first } if self.year.phase != Phase::Ready && *first == self.year.first => Err(Fault::FirstAgain),
            Act::Step { actor: Some(seat), step } => match step {
                // ER-3.3, ER-3.4
                Step::Year(YearStep::Grow(bird, laid) | YearStep::Lay(bird, laid)) => {
                    self.year.fits(*seat, *bird, *laid).map_err(Fault::Year)
                }
                // ER-4.2
                Step::Take(_) if matches!(self.year.phase, Phase::Draw { discarded: true, .. }) => Err(Fault::TakenAfterDiscard),
                // ER-4.3
                Step::Take(card) if self.discards.top() != Some(*card) && !self.discards.has_unnamed_top() => {
                    Err(Fault::NotOnTop(*card))
                }
                _ => Ok(()),
            },
            Act::Round { .. } | Act::Step { actor: None, .. } | Act::Position(_) => Ok(()),
            Act::Tally(tally) => self.parts_are_lawful(tally, Seats::all(self.year.players)),
        }
    }

    fn knows(&self, seat: Seat, step: &Step) -> bool {
        self.year.account.knows(seat, step.cards())
    }

    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        self.year.candidates(seat, Cards::BASIC, |card| [Laid::natural(card)], each);
        match self.year.phase {
            Phase::Action(_) => self.year.hand(seat, Cards::BASIC).for_each(|card| each(Step::Discard(card))),
            Phase::Draw { .. } => self.discards.top().into_iter().for_each(|card| each(Step::Take(card))),
            Phase::Laying => each(Step::Year(YearStep::Done)),
            Phase::Ready | Phase::Over => {}
        }
    }

    fn openly_forced(&self, seat: Seat, step: &Step) -> bool {
        match step {
            // Where nobody has named the card on top, it may be taken all the same.
            Step::Year(YearStep::Draw(_)) => !self.discards.has_unnamed_top(),
            Step::Take(_) => true,
            Step::Year(YearStep::Done) => self.year.has_nothing_to_lay(seat),
            _ => false,
        }
    }
}
