//! Judging an act: turn and phase, then whether it can be, then every other clause.

use super::{DECK, EmusRedux, MARKET_DRAWS, PileNumber, Source, Step, Verb, WILDS, book::rx, step::as_laid};
use crate::{
    decktet::Card,
    emu::{BirdNumber, EmuStep as _, Laid, Parts, Phase, Rancher as _, YearFault, YearStep},
    table::{Act, ActOf, Breach, Broken, Clause, Judge, Kinds, Notation, Open, Seat, Seats, Tallied},
};

/// A broken clause, or a step that cannot have happened, with the cards concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// What can be wrong in any emu game's year.
    Year(YearFault),
    /// The market was to be laid out first (RX-1.3).
    MarketDue,
    /// The market is laid out once, before the first turn (RX-1.3).
    MarketTooLate,
    /// So many cards, too few or too many, for the market (RX-1.3).
    MarketSize(u8),
    /// A card that is no Pawn or Court in the market (RX-1.3).
    NotForMarket(Card),
    /// A third copy of a Pawn or Court (RX-1.3).
    ThirdCopy(Card),
    /// A tally with so many Pawns and Courts, more than the market has (RX-1.3).
    TooManyWilds(u8),
    /// A bird hatched with a Pawn or Court (RX-3.5).
    WildHatched(Card),
    /// A Pawn or Court that is to grow a bird without a number, or as an Ace or Crown (RX-3.5).
    WithoutNumber(Laid),
    /// The Excuse in a bird (RX-3.6).
    ExcusePlayed,
    /// A discard on a pile while a new one must be started (RX-4.1).
    NewPileDue,
    /// A new pile with another number than this, the lowest that is free (RX-4.1).
    PileNumberSkipped(PileNumber),
    /// A new pile where there are two (RX-4.1).
    ThirdPile,
    /// A discard without its pile, where both are there or can be started (RX-4.1).
    PileUnnamed,
    /// Taking from a discard pile after a discard (RX-4.2).
    TakenAfterDiscard,
    /// Taking a card that is not on top of the pile it lies in (RX-4.3).
    NotOnTop(Card, PileNumber),
    /// Taking from the market after a discard (RX-4.5).
    MarketAfterDiscard,
    /// A third card from the market (RX-4.5).
    ThirdMarketDraw(Seat),
    /// An Excuse spent before the year's end (RX-5.4).
    ExcusedTooEarly,
    /// An Excuse for a bird that covers its upkeep (RX-5.4).
    NotLosing(Seat, BirdNumber),
    /// The game has fewer copies of the card than the tally names (TB-3).
    TooManyCopies(Card),
    /// The card is not where it was to be taken from, if a place was named (TB-4).
    NotThere(Card, Option<Source>),
}

impl Broken for Fault {
    fn breach(self) -> Breach {
        match self {
            Self::Year(fault) => fault.breach(rx),
            Self::MarketDue | Self::MarketTooLate | Self::MarketSize(_) => Breach::illegal(rx(1, 3)),
            Self::NotForMarket(_) | Self::ThirdCopy(_) | Self::TooManyWilds(_) => Breach::impossible(rx(1, 3)),
            Self::WildHatched(_) | Self::WithoutNumber(_) => Breach::illegal(rx(3, 5)),
            Self::ExcusePlayed => Breach::illegal(rx(3, 6)),
            Self::NewPileDue | Self::PileNumberSkipped(_) | Self::ThirdPile | Self::PileUnnamed => Breach::illegal(rx(4, 1)),
            Self::TakenAfterDiscard => Breach::illegal(rx(4, 2)),
            Self::NotOnTop(..) => Breach::illegal(rx(4, 3)),
            Self::MarketAfterDiscard | Self::ThirdMarketDraw(_) => Breach::illegal(rx(4, 5)),
            Self::ExcusedTooEarly | Self::NotLosing(..) => Breach::illegal(rx(5, 4)),
            Self::TooManyCopies(_) => Breach::impossible(Clause::table(3)),
            Self::NotThere(..) => Breach::impossible(Clause::table(4)),
        }
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
    #[inline]
    fn expects(&self) -> Open {
        if self.market_due {
            return Open::by_table(Verb::Market.only());
        }
        self.year.expects(&PARTS)
    }

    #[inline]
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
        }
    }

    #[inline]
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
        }
    }

    #[inline]
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
            Act::Round { .. } | Act::Step { actor: None, .. } => Ok(()),
            Act::Tally(tally) => self.parts_are_lawful(tally, Seats::all(self.year.players)),
        }
    }

    fn knows(&self, seat: Seat, step: &Step) -> bool {
        // Who has a Pawn or a Court is always known.
        step.cards().iter().all(|card| WILDS.contains(*card)) || self.year.account.knows(seat, step.cards())
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
            Step::Year(YearStep::Draw(_)) | Step::Take(..) => true,
            Step::Year(YearStep::Done) => self.year.has_nothing_to_lay(seat),
            _ => false,
        }
    }
}

impl EmusRedux {
    /// RX-3.3 to RX-3.6
    #[inline]
    fn fits(&self, seat: Seat, number: BirdNumber, laid: Laid) -> Result<(), Fault> {
        if laid.card == Card::EXCUSE {
            return Err(Fault::ExcusePlayed);
        }
        self.year.fits(seat, number, laid).map_err(Fault::Year)?;
        if laid.rank().is_none() { Err(Fault::WithoutNumber(laid)) } else { Ok(()) }
    }

    /// Whether a discard has to start a new pile (RX-4.1).
    #[inline]
    pub(crate) fn must_start_new_pile(&self) -> bool {
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
            Some(Source::Pile(pile)) if self.discards.get(pile).top() != Some(card) => Err(Fault::NotOnTop(card, pile)),
            Some(Source::Market) if discarded && self.setup.market_after_play => Err(Fault::MarketAfterDiscard),
            Some(Source::Market) if self.year.rancher(seat).market_draws >= MARKET_DRAWS => Err(Fault::ThirdMarketDraw(seat)),
            _ => Ok(()),
        }
    }
}

/// RX-3.5, RX-3.6
#[inline]
fn may_hatch(card: Card) -> Result<(), Fault> {
    if WILDS.contains(card) {
        Err(Fault::WildHatched(card))
    } else if card == Card::EXCUSE {
        Err(Fault::ExcusePlayed)
    } else {
        Ok(())
    }
}
