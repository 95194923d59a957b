//! Judges an act: turn and phase, then whether it is possible, then every other clause.

use super::{
    DECK, EmusRedux, MARKET_DRAWS, PileNumber, Source, Step, Verb, WILDS,
    book::{MarketDraw, NewPile},
    step::as_laid,
};
use crate::{
    decktet::Card,
    emu::{BirdNumber, EmuStep as _, Laid, Parts, Phase, Rancher as _, YearFault, YearStep},
    faults,
    table::{Act, ActOf, Judge, Kinds, Notation, Open, Positioned as _, Seat, Seats, Tallied},
};

faults! {
    /// A broken clause, or a step that cannot have happened, with the cards concerned.
    pub enum Fault {
        /// What can be wrong in any emu game's year.
        Year(YearFault): (fault) => fault.breach().in_book(*b"RX");
        /// The market was to be laid out first.
        MarketDue = illegal RX-1.3;
        /// The market is laid out once, before the first turn.
        MarketTooLate = illegal RX-1.3;
        /// The market with this many cards, too few or too many.
        MarketSize(u8) = illegal RX-1.3;
        /// A card in the market that is not a Pawn or a Court.
        NotForMarket(Card) = impossible RX-1.3;
        /// A third copy of a Pawn or Court.
        ThirdCopy(Card) = impossible RX-1.3;
        /// A tally or position with this many Pawns and Courts, more than the market has.
        TooManyWilds(u8) = impossible RX-1.3;
        /// A position in which this many market cards are nowhere to be seen, more than there are places for them.
        NoPlaceForMarket(u8) = impossible RX-1.3;
        /// A bird hatched with a Pawn or Court.
        WildHatched(Card) = illegal RX-3.5;
        /// A Pawn or Court that is to grow a bird without a number, or as an Ace or Crown.
        WithoutNumber(Laid) = illegal RX-3.5;
        /// The Excuse in a bird.
        ExcusePlayed = illegal RX-3.6;
        /// A discard on a pile while a new one must be started.
        NewPileDue = illegal RX-4.1;
        /// A discard that names no pile, where it may go on the only one or start another.
        PileNotNamed = illegal RX-4.1;
        /// A new pile with another number than this, the lowest free one.
        PileNumberSkipped(PileNumber) = illegal RX-4.1;
        /// A new pile when there are two already.
        ThirdPile = illegal RX-4.1;
        /// Taking from a discard pile after a discard.
        TakenAfterDiscard = illegal RX-4.2;
        /// Taking a card that is not on top of the pile it lies in.
        NotOnTop(Card, PileNumber) = illegal RX-4.3;
        /// Taking from the market after a discard.
        MarketAfterDiscard = illegal RX-4.5;
        /// A third card from the market.
        ThirdMarketDraw(Seat) = illegal RX-4.5;
        /// An Excuse spent before the year's end.
        ExcusedTooEarly = illegal RX-5.4;
        /// An Excuse for a bird that covers its upkeep.
        NotLosing(Seat, BirdNumber) = illegal RX-5.4;
        /// The game has fewer copies of the card than a tally or position names.
        TooManyCopies(Card) = impossible TB-3;
        /// The card is not at the named place, or, if none is named, neither in the market nor in a discard pile.
        NotThere(Card, Option<Source>) = impossible TB-4;
    }
}

const PARTS: Parts = Parts {
    hatch: Verb::Hatch.only(),
    actions: Kinds::of(&[Verb::Hatch as usize, Verb::Grow as usize, Verb::Discard as usize]),
    draws: Kinds::of(&[Verb::Draw as usize, Verb::Take as usize]),
    laying: Kinds::of(&[Verb::Lay as usize, Verb::Excuse as usize, Verb::Done as usize]),
    shows: Verb::Shows.only(),
};

impl Judge for EmusRedux {
    fn expects(&self) -> Open {
        if self.market_due {
            return Open::by_table(Verb::Market.only());
        }
        self.year.expects(&PARTS)
    }

    fn in_order(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            Act::Round { .. } if self.market_due => Err(Fault::MarketDue), // RX-1.3
            Act::Round { .. } => self.year.may_begin().map_err(Fault::Year),
            Act::Step { actor: None, step: Step::Market(_) } if self.market_due => Ok(()),
            Act::Step { .. } if self.market_due => Err(Fault::MarketDue), // RX-1.3
            Act::Step { actor: Some(seat), step } if self.year.open_to(*seat, &PARTS).contains(Self::verb(step)) => Ok(()),
            Act::Step { step: Step::Market(_), .. } if !matches!(self.year.phase, Phase::Ready | Phase::Over) => {
                Err(Fault::MarketTooLate) // RX-1.3
            }
            Act::Step { actor, step } => {
                self.year.was_due(*actor, Self::verb(step), &PARTS).map_err(|fault| match (fault, step) {
                    (YearFault::LaidTooEarly, Step::Excuse(_)) => Fault::ExcusedTooEarly, // RX-5.4
                    _ => Fault::Year(fault),
                })
            }
            Act::Tally(_) => self.year.may_be_counted().map_err(Fault::Year),
            Act::Position(_) => self.year.may_be_taken_up().map_err(Fault::Year),
        }
    }

    fn possible(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            Act::Step { step: Step::Market(cards), .. } => {
                // RX-1.3
                if let Some(&card) = cards.iter().find(|&&card| !WILDS.contains(card)) {
                    return Err(Fault::NotForMarket(card));
                }
                self.market.too_many(cards).map_or(Ok(()), |card| Err(Fault::ThirdCopy(card)))
            }
            Act::Step { actor: Some(seat), step } => match step {
                Step::Year(step) => self.year.possible(*seat, step).map_err(Fault::Year),
                Step::Discard(card, _) => self.year.in_hand(*seat, *card).map_err(Fault::Year),
                Step::Excuse(bird) => {
                    self.year.in_hand(*seat, Card::EXCUSE).map_err(Fault::Year)?;
                    self.year.is_there(*seat, *bird).map_err(Fault::Year)
                }
                // TB-4
                Step::Take(card, from) if self.source(*card, *from).is_none() => Err(Fault::NotThere(*card, *from)),
                Step::Take(..) | Step::Market(_) => Ok(()),
            },
            Act::Step { actor: None, .. } | Act::Round { .. } => Ok(()),
            Act::Tally(tally) => self.surplus(tally).map_or(Ok(()), Err),
            Act::Position(position) => position.construct(self).map(drop),
        }
    }

    fn lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            // RX-1.3
            Act::Step { step: Step::Market(cards), .. } if cards.len() != self.market_size() => {
                Err(Fault::MarketSize(u8::try_from(cards.len()).unwrap_or(u8::MAX)))
            }
            Act::Step { actor: Some(seat), step } => match step {
                Step::Year(YearStep::Hatch(laid)) => may_hatch(laid.card),
                Step::Year(YearStep::Grow(bird, laid) | YearStep::Lay(bird, laid)) => self.fits(*seat, *bird, *laid),
                Step::Discard(_, to) => self.may_go_to(*to),
                Step::Take(card, from) => self.may_take(*seat, *card, *from),
                Step::Excuse(number) => match self.year.bird(*seat, *number) {
                    // RX-5.4
                    Some(bird) if self.year.is_covered(bird) => Err(Fault::NotLosing(*seat, *number)),
                    _ => Ok(()),
                },
                Step::Year(_) | Step::Market(_) => Ok(()),
            },
            Act::Round { .. } | Act::Step { actor: None, .. } | Act::Position(_) => Ok(()),
            Act::Tally(tally) => self.parts_are_lawful(tally, Seats::all(self.year.players)),
        }
    }

    fn knows(&self, seat: Seat, step: &Step) -> bool {
        // It is always known who has a Pawn or a Court, unless a position left it open.
        let account = &self.year.account;
        !account.has_unknown_stock() && step.cards().iter().all(|card| WILDS.contains(*card))
            || self.year.account.knows(seat, step.cards())
    }

    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        self.year.candidates(seat, DECK, as_laid, each);
        match self.year.phase {
            Phase::Action(_) => self.year.hand(seat, DECK).flat_map(|card| self.discards_of(card)).for_each(each),
            Phase::Draw { .. } => self.all_open().into_iter().for_each(|(card, source)| each(self.taken(card, source))),
            Phase::Laying => {
                self.year.rancher(seat).on_table().for_each(|(bird, _)| each(Step::Excuse(bird)));
                each(Step::Year(YearStep::Done));
            }
            Phase::Ready | Phase::Over => {}
        }
    }

    fn openly_forced(&self, seat: Seat, step: &Step) -> bool {
        match step {
            // Where nobody has named the card on top of a pile, it may be taken all the same.
            Step::Year(YearStep::Draw(_)) => !self.discards.there().any(|(_, pile)| pile.has_unnamed_top()),
            Step::Take(..) => true,
            Step::Year(YearStep::Done) => self.year.has_nothing_to_lay(seat),
            _ => false,
        }
    }
}

impl EmusRedux {
    /// RX-3.3 to RX-3.6
    fn fits(&self, seat: Seat, number: BirdNumber, laid: Laid) -> Result<(), Fault> {
        if laid.card == Card::EXCUSE {
            return Err(Fault::ExcusePlayed);
        }
        self.year.fits(seat, number, laid).map_err(Fault::Year)?;
        if laid.rank().is_none() { Err(Fault::WithoutNumber(laid)) } else { Ok(()) }
    }

    /// Whether a discard has to start a new pile (RX-4.1).
    pub(crate) fn must_start_new_pile(&self) -> bool {
        match self.discards.there().count() {
            0 => true,
            1 => self.setup.new_pile != NewPile::Optional,
            _ => false,
        }
    }

    /// RX-4.1
    fn may_go_to(&self, to: Option<PileNumber>) -> Result<(), Fault> {
        let new_due = self.must_start_new_pile();
        match (to, self.discards.free()) {
            (None, Some(_)) if !new_due => Err(Fault::PileNotNamed),
            (None, None) if !new_due => Err(Fault::ThirdPile),
            (Some(to), _) if new_due && !self.discards.get(to).is_empty() => Err(Fault::NewPileDue),
            (Some(to), Some(free)) if to != free && self.discards.get(to).is_empty() => Err(Fault::PileNumberSkipped(free)),
            (Some(to), None) if self.discards.get(to).is_empty() => Err(Fault::ThirdPile),
            _ => Ok(()),
        }
    }

    /// RX-4.2, RX-4.3, RX-4.5
    pub(super) fn may_take(&self, seat: Seat, card: Card, from: Option<Source>) -> Result<(), Fault> {
        let discarded = matches!(self.year.phase, Phase::Draw { discarded: true, .. });
        match self.source(card, from) {
            Some(Source::Pile(_)) if discarded => Err(Fault::TakenAfterDiscard),
            Some(Source::Pile(pile)) if !self.can_be_on_top(card, pile) => Err(Fault::NotOnTop(card, pile)),
            Some(Source::Market) if discarded && self.setup.market_draw == MarketDraw::AfterPlay => {
                Err(Fault::MarketAfterDiscard)
            }
            Some(Source::Market) if self.year.rancher(seat).market_draws >= MARKET_DRAWS => Err(Fault::ThirdMarketDraw(seat)),
            _ => Ok(()),
        }
    }
}

/// RX-3.5, RX-3.6
fn may_hatch(card: Card) -> Result<(), Fault> {
    if WILDS.contains(card) {
        Err(Fault::WildHatched(card))
    } else if card == Card::EXCUSE {
        Err(Fault::ExcusePlayed)
    } else {
        Ok(())
    }
}
