//! Judging an act: turn and phase, then whether it can be, then every other clause.

use super::{Arithmetic, Blulu, Fault, MustCapture, Phase, Step, Tally, ranks::Ranks};
use crate::{
    decktet::{Card, Cards},
    table::{Act, Seat},
};

impl Blulu {
    /// Turn and phase.
    #[inline]
    pub(super) fn turn_and_phase(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            Act::Round { .. } => self.round_may_begin(),
            Act::Step { step: Step::Deal(_), .. } => self.table_may_be_dealt(),
            Act::Step { step: Step::Shows(_), .. } => self.cards_may_be_shown(),
            Act::Step { actor, step: Step::Trail(_) | Step::Capture(..) } => self.may_play(*actor),
            // A tally counts a round that has begun, beside its moves too, even if they ended the game.
            Act::Tally(_) if self.phase == Phase::Ready => Err(Fault::RoundIsOver),
            Act::Tally(_) => Ok(()),
        }
    }

    /// Whether a new round may begin: not while something is due in this one.
    fn round_may_begin(&self) -> Result<(), Fault> {
        match self.phase {
            Phase::Ready | Phase::Over => Ok(()),
            Phase::Deal => Err(Fault::DealDue),                // BL-1.2
            Phase::Turn(turn) => Err(Fault::TurnDue { turn }), // BL-2.1
            Phase::GameOver { .. } => Err(Fault::AfterGame),   // TB-7
        }
    }

    fn table_may_be_dealt(&self) -> Result<(), Fault> {
        match self.phase {
            Phase::Deal => Ok(()),
            Phase::GameOver { .. } => Err(Fault::AfterGame), // TB-7
            _ if self.setup.dealing.table == 0 => Err(Fault::NoneToTheTable), // BL-1.2
            _ if self.table_dealt => Err(Fault::DealtAgain), // BL-1.3
            _ => Err(Fault::DealtTooLate),                   // BL-1.2
        }
    }

    /// TB-5
    fn cards_may_be_shown(&self) -> Result<(), Fault> {
        match self.phase {
            Phase::Turn(_) => Ok(()),
            Phase::GameOver { .. } => Err(Fault::AfterGame),
            Phase::Ready | Phase::Deal | Phase::Over => Err(Fault::ShownOutsideRound),
        }
    }

    #[inline]
    fn may_play(&self, actor: Option<Seat>) -> Result<(), Fault> {
        match self.phase {
            Phase::Turn(turn) if actor == Some(turn) => Ok(()),
            Phase::Turn(turn) => Err(Fault::NotYourTurn { turn }), // BL-1.4
            Phase::Deal => Err(Fault::DealDue),                    // BL-1.2
            Phase::Ready | Phase::Over => Err(Fault::RoundIsOver), // BL-4.1
            Phase::GameOver { .. } => Err(Fault::AfterGame),       // TB-7
        }
    }

    /// Whether it can be, with the cards where they are known to lie.
    #[inline]
    pub(super) fn can_be(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            Act::Step { step: Step::Deal(cards), .. } => self.can_be_dealt(cards),
            Act::Step { actor: Some(seat), step } => {
                self.in_hand(*seat, step.cards())?;
                match step {
                    Step::Capture(ranks, _) => self.on_the_table(*ranks),
                    _ => Ok(()),
                }
            }
            Act::Step { actor: None, .. } | Act::Round { .. } => Ok(()),
            Act::Tally(tally) => self.can_be_counted(tally),
        }
    }

    /// TB-3: the cards come from the deck, all of them at once.
    fn can_be_dealt(&self, cards: &[Card]) -> Result<(), Fault> {
        let mut dealt = Cards::EMPTY;
        let bad = cards.iter().copied().find(|&card| {
            let first = dealt.insert(card);
            !first || dealt.len() > self.account.hidden() || !self.account.can_turn_up(card.index())
        });
        bad.map_or(Ok(()), |card| Err(Fault::NotInDeck { card }))
    }

    /// TB-3: the cards come from the hand, all of them at once.
    #[inline]
    fn in_hand(&self, seat: Seat, cards: &[Card]) -> Result<(), Fault> {
        let fits = |upto: usize| self.account.can_show(seat, &cards[..upto].iter().map(|card| card.index()));
        if fits(cards.len()) {
            return Ok(());
        }
        let first = (1..=cards.len()).find(|&upto| !fits(upto)).unwrap_or(cards.len());
        cards.get(first.wrapping_sub(1)).map_or(Ok(()), |&card| Err(Fault::NotInHand { seat, card }))
    }

    /// TB-4, BL-2.3: what is captured lies there.
    #[inline]
    fn on_the_table(&self, ranks: Ranks) -> Result<(), Fault> {
        match ranks.but(self.lying()).first() {
            Some(rank) => Err(Fault::NotOnTheTable { rank }),
            None => Ok(()),
        }
    }

    /// Every other clause, in the order of the rule book.
    #[inline]
    pub(super) fn is_lawful(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            // BL-1.1
            Act::Round { first } if self.number > 0 && *first != self.next_dealer() => {
                Err(Fault::NotTheDealer { due: self.next_dealer() })
            }
            // BL-1.2
            Act::Step { step: Step::Deal(cards), .. } if cards.len() != usize::from(self.setup.dealing.table) => {
                Err(Fault::WrongCount { dealt: count(cards) })
            }
            Act::Step { actor: Some(seat), step: Step::Capture(ranks, cards) } => {
                self.are_two(*seat, cards)?;
                self.may_capture(*ranks, cards)
            }
            Act::Step { actor: Some(seat), step: Step::Trail(cards) } => {
                self.are_two(*seat, cards)?;
                self.may_trail(*seat, cards)
            }
            _ => Ok(()),
        }
    }

    /// BL-2.1. Only after a deal or a turn that broke the rules can a hand hold a single card; it is played alone.
    #[inline]
    fn are_two(&self, seat: Seat, cards: &[Card]) -> Result<(), Fault> {
        if cards.len() == 2 || (cards.len() == 1 && self.account.hand(seat).len() == 1) {
            Ok(())
        } else {
            Err(Fault::NotTwo { played: count(cards) })
        }
    }

    /// BL-2.3, BL-2.4, BL-2.5, BL-2.8
    #[inline]
    fn may_capture(&self, ranks: Ranks, cards: &[Card]) -> Result<(), Fault> {
        let arithmetic = self.setup.arithmetic;
        let by = |arithmetic: Arithmetic| match cards {
            [one, other] => arithmetic.reached(*one, *other),
            _ => Ranks::NONE,
        };
        let reached = by(arithmetic);
        if let Some(rank) = ranks.but(reached).first() {
            let by_sum = !by(Arithmetic::SumOrDifference).among(Ranks::only(rank)).is_empty();
            return Err(Fault::NotReached { rank, by_sum });
        }
        if arithmetic == Arithmetic::SumAndDifference {
            match reached.among(self.lying()).but(ranks).first() {
                Some(rank) => Err(Fault::LeftOut { rank }),
                None => Ok(()),
            }
        } else if ranks.len() > 1 {
            Err(Fault::SeveralRanks)
        } else {
            Ok(())
        }
    }

    /// BL-2.7, as far as the table can see it.
    #[inline]
    fn may_trail(&self, seat: Seat, cards: &[Card]) -> Result<(), Fault> {
        let trailed: Cards = cards.iter().copied().collect();
        let known = match self.setup.must_capture {
            MustCapture::Hand => trailed | self.held[seat.index()].known(),
            MustCapture::Pair => trailed,
            MustCapture::Never => return Ok(()),
        };
        match self.setup.arithmetic.capturing(known, self.lying()) {
            Some(capture) => Err(Fault::CouldCapture { capture, seat }),
            None => Ok(()),
        }
    }
}

fn count(cards: &[Card]) -> u16 {
    u16::try_from(cards.len()).unwrap_or(u16::MAX)
}
