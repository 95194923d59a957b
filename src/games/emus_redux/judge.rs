//! Judging an act: turn and phase, then whether it can be, then every other clause.

use super::{EmusRedux, Fault, MARKET_DRAWS, Phase, PileNumber, Source, Step, Tally, is_wild};
use crate::{
    decktet::Card,
    emu::{BirdNumber, Laid, unshowable},
    table::{Act, Game as _, Seat},
};

impl EmusRedux {
    /// Turn and phase.
    #[inline]
    pub(super) fn turn_and_phase(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            Act::Round { .. } => self.year_may_begin(),
            Act::Step { actor, step } => self.may_do(*actor, step),
            // A tally counts a year that has begun.
            Act::Tally(_) if self.phase == Phase::Ready => Err(Fault::NotYourTurn { turn: self.first }),
            Act::Tally(_) => Ok(()),
        }
    }

    /// Whether a year may begin: not while something is due in the one before, and not after it.
    fn year_may_begin(&self) -> Result<(), Fault> {
        match self.phase {
            Phase::Ready => Ok(()),
            Phase::Market => Err(Fault::MarketDue),                   // RX-1.3
            Phase::Action(seat) => Err(Fault::ActionDue { seat }),    // RX-2.1
            Phase::Draw { seat, .. } => Err(Fault::DrawDue { seat }), // RX-2.1
            Phase::Laying => Err(Fault::DoneDue),                     // RX-5.3
            Phase::Over => Err(Fault::AfterGame),                     // TB-7
        }
    }

    #[inline]
    fn may_do(&self, actor: Option<Seat>, step: &Step) -> Result<(), Fault> {
        if self.open().to(actor).contains(step.verb()) {
            return Ok(());
        }
        if let (Step::Shows(_), Some(_)) = (step, actor) {
            // TB-5: any player, at any time in the year, once the market lies there.
            return match self.phase {
                Phase::Over => Err(Fault::AfterGame),
                Phase::Ready => Err(Fault::ShownOutsideYear),
                Phase::Market => Err(Fault::MarketDue),
                _ => Ok(()),
            };
        }
        Err(self.what_was_due(actor, step))
    }

    /// The clause that a step out of turn or out of phase breaks: that of what was due.
    fn what_was_due(&self, actor: Option<Seat>, step: &Step) -> Fault {
        let draws = matches!(step, Step::Draw(_) | Step::Take(..));
        match (self.phase, actor) {
            (Phase::Ready, _) => Fault::NotYourTurn { turn: self.first },
            (Phase::Over, _) => Fault::AfterGame,                         // TB-7
            (Phase::Market, _) => Fault::MarketDue,                       // RX-1.3
            _ if matches!(step, Step::Market(_)) => Fault::MarketTooLate, // RX-1.3
            (Phase::Action(turn), Some(actor)) if actor == turn => Fault::ActionDue { seat: turn }, // RX-2.1
            (Phase::Action(_), Some(actor)) if draws && self.drew == Some(actor) => Fault::DrawnTwice, // RX-2.1
            (Phase::Action(turn), _) => Fault::NotYourTurn { turn },      // RX-1.2
            (Phase::Draw { seat, .. }, _) => Fault::DrawDue { seat },     // RX-2.1
            (Phase::Laying, None) => Fault::NotYourTurn { turn: self.first },
            (Phase::Laying, Some(seat)) => match step {
                Step::Grow(..) | Step::Discard(..) => Fault::TurnAfterYear, // RX-2.2
                Step::Hatch(_) | Step::Draw(_) | Step::Take(..) => Fault::HatchedOrDrawnAfterYear, // RX-5.2
                Step::Lay(..) if !self.done.contains(seat) => Fault::LaidAfterExcuse { seat }, // RX-5.4
                _ => Fault::AlreadyDone { seat },                           // RX-5.3
            },
        }
    }

    /// Whether it can be, with the cards where they are known to lie.
    #[inline]
    pub(super) fn can_be(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            Act::Step { step: Step::Market(cards), .. } => self.can_lay_out(cards),
            Act::Step { actor: Some(seat), step } => self.can_do(*seat, step),
            Act::Step { actor: None, .. } | Act::Round { .. } => Ok(()),
            Act::Tally(tally) => tally.surplus(&self.market, self.market_size()).map_or(Ok(()), Err),
        }
    }

    /// RX-1.3
    fn can_lay_out(&self, cards: &[Card]) -> Result<(), Fault> {
        if let Some(&card) = cards.iter().find(|&&card| !is_wild(card)) {
            return Err(Fault::NotForMarket { card });
        }
        self.market.too_many(cards).map_or(Ok(()), |card| Err(Fault::ThirdCopy { card }))
    }

    #[inline]
    fn can_do(&self, seat: Seat, step: &Step) -> Result<(), Fault> {
        match step {
            Step::Hatch(Laid { card, .. }) | Step::Discard(card, _) => self.in_hand(seat, *card),
            Step::Grow(bird, laid) | Step::Lay(bird, laid) => {
                self.in_hand(seat, laid.card)?;
                self.on_table(seat, *bird)
            }
            Step::Excuse(bird) => {
                self.in_hand(seat, Card::EXCUSE)?;
                self.on_table(seat, *bird)
            }
            Step::Draw(Some(card)) if !self.stock.can_turn_up(card.index()) => Err(Fault::NotInDrawPile { card: *card }), // TB-3
            Step::Take(card, from) if self.source(*card, *from).is_none() => Err(Fault::NotThere { card: *card, from: *from }), // TB-4
            Step::Shows(cards) => match unshowable(&self.stock, seat, cards) {
                Some(card) => Err(Fault::NotAllInHand { seat, card }), // TB-3, TB-5
                None => Ok(()),
            },
            Step::Draw(_) | Step::Take(..) | Step::Done | Step::Market(_) => Ok(()),
        }
    }

    /// TB-3
    #[inline]
    fn in_hand(&self, seat: Seat, card: Card) -> Result<(), Fault> {
        if self.stock.can_come_from(seat, card.index()) { Ok(()) } else { Err(Fault::NotInHand { seat, card }) }
    }

    /// TB-4: there is such a bird, and it was not discarded with an Excuse.
    #[inline]
    fn on_table(&self, seat: Seat, bird: BirdNumber) -> Result<(), Fault> {
        if self.bird(seat, bird).is_some() { Ok(()) } else { Err(Fault::NoSuchBird { seat, bird }) }
    }

    /// Every other clause, in the order of the rule book.
    #[inline]
    pub(super) fn is_lawful(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            // RX-1.3
            Act::Step { step: Step::Market(cards), .. } if cards.len() != self.market_size() => {
                Err(Fault::MarketSize { cards: u8::try_from(cards.len()).unwrap_or(u8::MAX) })
            }
            Act::Step { actor: Some(seat), step } => match step {
                Step::Hatch(laid) => may_hatch(laid.card),
                Step::Grow(bird, laid) | Step::Lay(bird, laid) => self.fits(*seat, *bird, *laid),
                Step::Discard(_, to) => self.may_go_to(*to),
                Step::Take(card, from) => self.may_take(*seat, *card, *from),
                Step::Excuse(bird) => self.loses(*seat, *bird),
                _ => Ok(()),
            },
            Act::Round { .. } | Act::Step { actor: None, .. } => Ok(()),
            Act::Tally(tally) => tally.misfit().map_or(Ok(()), Err),
        }
    }

    /// RX-3.3 to RX-3.6
    #[inline]
    fn fits(&self, seat: Seat, number: BirdNumber, laid: Laid) -> Result<(), Fault> {
        if laid.card == Card::EXCUSE {
            return Err(Fault::ExcusePlayed);
        }
        let Some(bird) = self.bird(seat, number) else { return Ok(()) };
        bird.fits(laid).map_err(|misfit| Fault::misfit(misfit, seat, number, laid))?;
        if laid.rank.is_none() { Err(Fault::WithoutNumber { card: laid.card }) } else { Ok(()) }
    }

    /// Whether a discard has to start a new pile (RX-4.1).
    #[inline]
    pub(super) fn must_start_new_pile(&self) -> bool {
        match self.discards.there().count() {
            0 => true,
            1 => !self.setup.new_pile_optional,
            _ => false,
        }
    }

    /// RX-4.1
    #[inline]
    fn may_go_to(&self, to: Option<PileNumber>) -> Result<(), Fault> {
        let new_due = self.must_start_new_pile();
        match (to, self.discards.free()) {
            (None, _) if !new_due => Err(Fault::PileUnnamed),
            (Some(to), _) if new_due && !self.discards.get(to).is_empty() => Err(Fault::NewPileDue),
            (Some(to), Some(free)) if to != free && self.discards.get(to).is_empty() => Err(Fault::PileNumberSkipped { free }),
            _ => Ok(()),
        }
    }

    /// RX-4.2, RX-4.3, RX-4.5
    fn may_take(&self, seat: Seat, card: Card, from: Option<Source>) -> Result<(), Fault> {
        let discarded = matches!(self.phase, Phase::Draw { discarded: true, .. });
        match self.source(card, from) {
            Some(Source::Pile(_)) if discarded => Err(Fault::TakenAfterDiscard),
            Some(Source::Pile(pile)) if !self.discards.is_on_top(pile, card) => Err(Fault::NotOnTop { card, pile }),
            Some(Source::Market) if discarded && self.setup.market_after_play => Err(Fault::MarketAfterDiscard),
            Some(Source::Market) if self.rancher(seat).market_draws >= MARKET_DRAWS => Err(Fault::ThirdMarketDraw { seat }),
            _ => Ok(()),
        }
    }

    /// RX-5.4
    fn loses(&self, seat: Seat, number: BirdNumber) -> Result<(), Fault> {
        match self.bird(seat, number) {
            Some(bird) if bird.total() >= self.setup.upkeep => Err(Fault::NotLosing { seat, bird: number }),
            _ => Ok(()),
        }
    }
}

/// RX-3.5, RX-3.6
#[inline]
pub(super) fn may_hatch(card: Card) -> Result<(), Fault> {
    if is_wild(card) {
        Err(Fault::WildHatched { card })
    } else if card == Card::EXCUSE {
        Err(Fault::ExcusePlayed)
    } else {
        Ok(())
    }
}
