//! Judges an act: turn and phase, then whether the act is possible, then every other clause.

use super::{
    Bird, BirdCard, BirdNumber, Emu, EmuBook, MARKET_DRAWS, Misfit, Phase, PileNumber, Setup, Step, TakeSource, TallyPart, WILDS,
    step::ways_to_lay, tally::counted_cards,
};
use crate::{decktet::Card, faults, table::prelude::*};
use smallvec::SmallVec;
use std::{fmt, marker::PhantomData};

faults! {
    /// A fault of an act, with the cards concerned. Clauses of both books are cited as in Emu Ranchers: `ER-2.1` is also RX-2.1.
    pub enum Fault {
        /// `ER-1.2` is the clause about the order of turns. Most table faults break another clause.
        Table(TableFault<Card>): (fault) => fault.breach(ClauseId::cited("ER-1.2"));
        FirstAgain = illegal ER-1.3;
        MarketDue = illegal RX-1.3;
        MarketTooLate = illegal RX-1.3;
        /// A market of this many cards: too few or too many.
        MarketSize(u8) = illegal RX-1.3;
        NotForMarket(Card) = impossible RX-1.3;
        ThirdCopy(Card) = impossible RX-1.3;
        /// A tally with this many Pawns and Courts, more than the market has.
        TooManyWilds(u8) = impossible RX-1.3;
        ActionDue(Seat) = illegal ER-2.1;
        DrawDue(Seat) = illegal ER-2.1;
        ActedTwice(Seat) = illegal ER-2.1;
        /// A second draw in a turn. The turn has passed to this player.
        DrawnTwice(Seat) = illegal ER-2.1;
        TurnAfterYear(Seat) = illegal ER-2.2;
        /// A card that does not fit a player's bird by its suits or its rank.
        Misfit(Misfit, Seat, BirdNumber, BirdCard): (misfit, ..) => Breach::illegal(match misfit {
            Misfit::NoSharedSuit => ClauseId::cited("ER-3.3"),
            Misfit::OutOfOrder => ClauseId::cited("ER-3.4"),
        });
        WildHatched(Card) = illegal ER-3.5;
        /// A Pawn or Court that is to grow a bird without a number, or as an Ace or Crown.
        WithoutNumber(BirdCard) = illegal ER-3.5;
        ExcusePlayed = illegal ER-3.6;
        NewPileDue = illegal RX-4.1;
        /// A discard without a pile, although the card may go on the only pile or start another.
        PileNotNamed = illegal RX-4.1;
        /// A new pile with another number than this, which is the lowest free number.
        PileNumberSkipped(PileNumber) = illegal RX-4.1;
        ThirdPile = illegal RX-4.1;
        TakenAfterDiscard = illegal ER-4.2;
        NotOnTop(Card, PileNumber) = illegal ER-4.3;
        MarketAfterDiscard = illegal RX-4.5;
        ThirdMarketDraw(Seat) = illegal RX-4.5;
        /// Laying down, or being done, before the year's end.
        LaidTooEarly = illegal ER-5.1;
        HatchedOrDrawnAfterYear = illegal ER-5.2;
        /// Laying down, or being done again, after this player's `done`.
        AlreadyDone(Seat) = illegal ER-5.3;
        DoneDue = illegal ER-5.3;
        ExcusedTooEarly = illegal ER-5.4;
        /// An Excuse for a bird that covers its upkeep, so that it loses no points.
        NotLosing(Seat, BirdNumber) = illegal ER-5.4;
        NotInDrawPile(Card) = impossible TB-3;
        /// The game has fewer copies of the card than a tally names.
        TooManyCopies(Card) = impossible TB-3;
        NoSuchBird(Seat, BirdNumber) = impossible TB-4;
        /// The card is not at the named place. If no place is named, it can't be taken from anywhere.
        NotThere(Card, Option<TakeSource>) = impossible TB-4;
    }
}

impl From<TableFault<Card>> for Fault {
    fn from(fault: TableFault<Card>) -> Self {
        Self::Table(fault)
    }
}

/// A fault, cited by the clauses of the book `B`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BookFault<B>(pub Fault, PhantomData<B>);

impl<B> From<Fault> for BookFault<B> {
    fn from(fault: Fault) -> Self {
        Self(fault, PhantomData)
    }
}

impl<B> fmt::Debug for BookFault<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<B: EmuBook> GameFault for BookFault<B> {
    type Card = Card;

    fn of_table(fault: TableFault<Card>) -> Self {
        Fault::Table(fault).into()
    }

    fn breach(self) -> Breach {
        self.0.breach().in_book(B::ID)
    }
}

/// A group of steps that can be due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DueStep {
    /// Laying out the market (RX-1.3).
    Market,
    /// A turn's action (ER-2.1, RX-2.1).
    Action,
    /// A turn's draw, from any place (ER-2.1, RX-2.1).
    Draw,
    /// Laying down after the year's end (ER-5.1, RX-5.1).
    Laying,
}

impl DueStep {
    /// The verbs that can be done while this is due, at a table with this setup.
    fn verbs<V: GameVerb>(self, setup: &Setup) -> VerbSet {
        let names: &[&str] = match self {
            Self::Market => &["market"],
            Self::Action => &["hatch", "grow", "discard"],
            Self::Draw => &["draw", "take"],
            Self::Laying if setup.has_excuses() => &["lay", "excuse", "done"],
            Self::Laying => &["lay", "done"],
        };
        names.iter().filter_map(|name| V::from_name(name)).fold(VerbSet::NONE, |set, verb| set.and(VerbSet::of(&[verb.into()])))
    }
}

impl<B: EmuBook> Judge for Emu<B> {
    fn expects(&self) -> OpenVerbs {
        if self.is_market_due {
            return OpenVerbs::by_table(DueStep::Market.verbs::<B::Verb>(&self.setup));
        }
        let due_steps = self.seats().filter_map(|seat| Some((seat, self.due_step(seat)?)));
        due_steps.fold(OpenVerbs::NONE, |open, (seat, due)| open.and(Seats::only(seat), due.verbs::<B::Verb>(&self.setup)))
    }

    fn check_order(&self, act: &ActOf<Self>) -> Result<(), BookFault<B>> {
        let result = match act {
            Act::BeginRound { .. } => self.check_may_begin(),
            Act::Step { actor: Some(seat), step }
                if !self.is_market_due && step.due().is_some_and(|due| self.is_due(*seat, due)) =>
            {
                Ok(())
            }
            Act::Step { actor, step } => self.check_out_of_order(*actor, step),
            Act::Tally(_) => self.check_countable(),
        };
        result.map_err(BookFault::from)
    }

    fn check_position_due(&self) -> Result<(), BookFault<B>> {
        let result = match self.phase {
            Phase::Over if self.is_game_over() => Err(TableFault::AfterGame.into()), // TB-7
            Phase::Over => Err(TableFault::NotDue.into()),
            _ => self.check_countable(),
        };
        result.map_err(BookFault::from)
    }

    fn check_possible(&self, act: &ActOf<Self>) -> Result<(), BookFault<B>> {
        let result = match act {
            Act::Step { step: Step::Market(cards), .. } => self.check_market_possible(cards),
            Act::Step { actor: Some(seat), step } => self.check_step_possible(*seat, step),
            Act::Step { actor: None, .. } | Act::BeginRound { .. } => Ok(()),
            Act::Tally(tally) => self.check_copies(tally),
        };
        result.map_err(BookFault::from)
    }

    fn check_lawful(&self, act: &ActOf<Self>) -> Result<(), BookFault<B>> {
        let result = match act {
            // ER-1.3
            Act::BeginRound { first } => ensure(self.phase == Phase::Ready || *first != self.first, Fault::FirstAgain),
            // RX-1.3
            Act::Step { step: Step::Market(cards), .. } => {
                ensure(cards.len() == self.market_size(), Fault::MarketSize(to_u8(cards.len())))
            }
            Act::Step { actor: Some(seat), step } => self.check_step_lawful(*seat, step),
            Act::Step { actor: None, .. } | Act::Tally(_) => Ok(()),
        };
        result.map_err(BookFault::from)
    }

    fn is_known_in_hand(&self, seat: Seat, step: &Step) -> bool {
        // The owner of a Pawn or a Court is always known, unless a position left the owner open.
        let wilds_are_known = B::MARKET_EACH > 0 && !self.account.has_unknown_stock();
        wilds_are_known && step.cards().iter().all(|card| WILDS.contains(*card)) || self.account.is_known(seat, step.cards())
    }

    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        let in_hand = self.setup.cards.iter().filter(|card| self.account.can_come_from(seat, card.index()));
        let hand: SmallVec<[Card; Card::COUNT]> = in_hand.collect();
        let hand = || hand.iter().copied();
        let birds = || self.rancher(seat).on_table().map(|(number, _)| number);
        match self.phase {
            Phase::Action(_) => {
                hand().for_each(|card| each(Step::Hatch(BirdCard::natural(card))));
                birds().for_each(|bird| hand().flat_map(ways_to_lay).for_each(|bird_card| each(Step::Grow(bird, bird_card))));
                hand().flat_map(|card| self.discards_of(card)).for_each(each);
            }
            Phase::Draw { .. } => {
                each(Step::Draw(None));
                self.open_cards().into_iter().for_each(|(card, source)| each(self.take_step(card, source)));
            }
            Phase::Laying => {
                birds().for_each(|bird| hand().flat_map(ways_to_lay).for_each(|bird_card| each(Step::Lay(bird, bird_card))));
                birds().filter(|_| self.setup.has_excuses()).for_each(|bird| each(Step::Excuse(bird)));
                each(Step::Done);
            }
            Phase::Ready | Phase::Over => {}
        }
    }

    fn openly_forced(&self, seat: Seat, step: &Step) -> bool {
        match step {
            // The step is the only legal candidate, but an unnamed card on top of a pile is no candidate, and may be taken instead.
            Step::Draw(_) => !self.discards.piles().any(|(_, pile)| pile.has_unnamed_top()),
            Step::Take(..) => true,
            // All players can see that there is no card to lay, or no bird for it.
            Step::Done => self.account.hand(seat).is_empty() || self.rancher(seat).birds.is_empty(),
            _ => false,
        }
    }
}

impl<B: EmuBook> Emu<B> {
    fn due_step(&self, seat: Seat) -> Option<DueStep> {
        [DueStep::Action, DueStep::Draw, DueStep::Laying].into_iter().find(|&due| self.is_due(seat, due))
    }

    fn is_due(&self, seat: Seat, due: DueStep) -> bool {
        match (self.phase, due) {
            (Phase::Action(turn), DueStep::Action) | (Phase::Draw { seat: turn, .. }, DueStep::Draw) => turn == seat,
            (Phase::Laying, DueStep::Laying) => seat.index() < self.players && !self.done.contains(seat),
            _ => false,
        }
    }

    /// Checks that nothing is due any more in the current year, and that the game has another year.
    fn check_may_begin(&self) -> Result<(), Fault> {
        match self.phase {
            _ if self.is_market_due => Err(Fault::MarketDue),                        // RX-1.3
            Phase::Action(seat) => Err(Fault::ActionDue(seat)),                      // ER-2.1, RX-2.1
            Phase::Draw { seat, .. } => Err(Fault::DrawDue(seat)),                   // ER-2.1, RX-2.1
            Phase::Laying => Err(Fault::DoneDue),                                    // ER-5.3, RX-5.3
            Phase::Over if self.is_game_over() => Err(TableFault::AfterGame.into()), // TB-7
            Phase::Ready | Phase::Over => Ok(()),
        }
    }

    /// Checks that a year has begun. Only then can a tally or a position take the place of its moves.
    fn check_countable(&self) -> Result<(), Fault> {
        ensure(self.phase != Phase::Ready, TableFault::NotYourTurn { turn: self.first }.into())
    }

    /// Judges a step that is not due for its actor. Showing cards, and laying out a due market, can still be allowed.
    fn check_out_of_order(&self, actor: Option<Seat>, step: &Step) -> Result<(), Fault> {
        // The group that could be due, not the one that is.
        let due = step.due();
        if self.is_market_due {
            return ensure(due == Some(DueStep::Market) && actor.is_none(), Fault::MarketDue); // RX-1.3
        }
        let is_show_step = due.is_none() && actor.is_some();
        Err(match (self.phase, actor) {
            // RX-1.3
            (Phase::Action(_) | Phase::Draw { .. } | Phase::Laying, _) if due == Some(DueStep::Market) => Fault::MarketTooLate,
            (Phase::Over, _) if self.is_game_over() => TableFault::AfterGame.into(), // TB-7
            // TB-5: cards are shown by any player, at any time in a year.
            (Phase::Ready | Phase::Over, _) if is_show_step => TableFault::ShownOutsideRound.into(),
            _ if is_show_step => return Ok(()),
            (Phase::Ready, _) | (Phase::Laying | Phase::Over, None) => TableFault::NotYourTurn { turn: self.first }.into(),
            // ER-5.1, ER-5.4, RX-5.1, RX-5.4: the player in turn may not lay down yet, whether an action or a draw is due.
            (Phase::Action(turn) | Phase::Draw { seat: turn, .. }, Some(actor))
                if actor == turn && due == Some(DueStep::Laying) =>
            {
                if let Step::Excuse(_) = step {
                    Fault::ExcusedTooEarly
                } else {
                    Fault::LaidTooEarly
                }
            }
            (Phase::Action(turn), Some(actor)) if actor == turn => Fault::ActionDue(turn), // ER-2.1, RX-2.1
            // ER-2.1, RX-2.1
            (Phase::Action(turn), Some(_)) if due == Some(DueStep::Draw) && self.last_drawer == actor => Fault::DrawnTwice(turn),
            (Phase::Action(turn), _) => TableFault::NotYourTurn { turn }.into(), // ER-1.2, RX-1.2
            (Phase::Draw { seat, .. }, Some(actor)) if actor == seat => Fault::ActedTwice(seat), // ER-2.1, RX-2.1
            (Phase::Draw { seat, .. }, _) => Fault::DrawDue(seat),               // ER-2.1, RX-2.1
            _ if matches!(step, Step::Hatch(_)) || due == Some(DueStep::Draw) => Fault::HatchedOrDrawnAfterYear, // ER-5.2, RX-5.2
            (Phase::Laying | Phase::Over, Some(seat)) if due == Some(DueStep::Action) => Fault::TurnAfterYear(seat), // ER-2.2, RX-2.2
            (Phase::Laying | Phase::Over, Some(seat)) => Fault::AlreadyDone(seat), // ER-5.3, RX-5.3
        })
    }
}

impl<B: EmuBook> Emu<B> {
    /// RX-1.3
    fn check_market_possible(&self, cards: &[Card]) -> Result<(), Fault> {
        if let Some(&card) = cards.iter().find(|&&card| !WILDS.contains(card)) {
            return Err(Fault::NotForMarket(card));
        }
        self.market.first_surplus(cards).map_or(Ok(()), |card| Err(Fault::ThirdCopy(card)))
    }

    fn check_step_possible(&self, seat: Seat, step: &Step) -> Result<(), Fault> {
        match step {
            Step::Hatch(bird_card) => self.check_in_hand(seat, bird_card.card),
            Step::Grow(bird, bird_card) | Step::Lay(bird, bird_card) => {
                self.check_in_hand(seat, bird_card.card)?;
                self.check_bird_exists(seat, *bird)
            }
            Step::Discard(card, _) => self.check_in_hand(seat, *card),
            Step::Excuse(bird) => {
                self.check_in_hand(seat, Card::EXCUSE)?;
                self.check_bird_exists(seat, *bird)
            }
            // TB-3
            Step::Draw(Some(card)) => ensure(self.account.can_turn_up(card.index()), Fault::NotInDrawPile(*card)),
            // TB-4
            Step::Take(card, from) => ensure(self.source(*card, *from).is_some(), Fault::NotThere(*card, *from)),
            Step::Shows(cards) => Ok(TableFault::check_in_hand(&self.account, seat, cards)?),
            Step::Draw(None) | Step::Done | Step::Market(_) => Ok(()),
        }
    }

    /// TB-3
    fn check_in_hand(&self, seat: Seat, card: Card) -> Result<(), Fault> {
        ensure(self.account.can_come_from(seat, card.index()), TableFault::NotInHand { seat, card }.into())
    }

    /// TB-4
    fn check_bird_exists(&self, seat: Seat, bird: BirdNumber) -> Result<(), Fault> {
        ensure(self.bird(seat, bird).is_some(), Fault::NoSuchBird(seat, bird))
    }

    /// TB-3: a tally counts no more copies of a card than exist, and no more Pawns and Courts than the market had.
    fn check_copies(&self, tally: &Tally<TallyPart>) -> Result<(), Fault> {
        let mut deck = Self::deck(self.setup.cards);
        for card in WILDS.iter().filter(|_| B::MARKET_EACH > 0) {
            deck[card.index()] = self.market.copies_at_most(card);
        }
        // ER-5.4, RX-5.4
        let excuses = &mut deck[Card::EXCUSE.index()];
        *excuses = excuses.saturating_sub(to_u8(self.excuses_spent()));
        if let Some(card) = surplus(|card: Card| deck[card.index()], counted_cards(tally)) {
            return Err(Fault::TooManyCopies(card));
        }
        let wilds = counted_cards(tally).filter(|&card| WILDS.contains(card)).count();
        ensure(B::MARKET_EACH == 0 || wilds <= self.market_size(), Fault::TooManyWilds(to_u8(wilds))) // RX-1.3
    }
}

impl<B: EmuBook> Emu<B> {
    fn check_step_lawful(&self, seat: Seat, step: &Step) -> Result<(), Fault> {
        match step {
            // ER-3.5, ER-3.6; RX-3.5, RX-3.6
            Step::Hatch(BirdCard { card, .. }) if WILDS.contains(*card) => Err(Fault::WildHatched(*card)),
            Step::Hatch(BirdCard { card: Card::EXCUSE, .. }) => Err(Fault::ExcusePlayed),
            Step::Grow(bird, bird_card) | Step::Lay(bird, bird_card) => self.check_fits(seat, *bird, *bird_card),
            Step::Discard(_, to) => self.check_discard(*to),
            Step::Take(card, from) => self.check_take(seat, *card, *from),
            // ER-5.4, RX-5.4
            Step::Excuse(number) => {
                ensure(!self.bird(seat, *number).is_some_and(|bird| self.covers_upkeep(bird)), Fault::NotLosing(seat, *number))
            }
            _ => Ok(()),
        }
    }

    /// ER-3.3 to ER-3.6, RX-3.3 to RX-3.6
    fn check_fits(&self, seat: Seat, number: BirdNumber, bird_card: BirdCard) -> Result<(), Fault> {
        if bird_card.card == Card::EXCUSE {
            return Err(Fault::ExcusePlayed);
        }
        let fit = self.bird(seat, number).map_or(Ok(()), |bird: &Bird| bird.check_fit(bird_card));
        fit.map_err(|misfit| Fault::Misfit(misfit, seat, number, bird_card))?;
        ensure(bird_card.rank().is_some(), Fault::WithoutNumber(bird_card))
    }

    /// Whether a discard need not name a pile: the game has only one (ER-4.1), or the discard has to start a new one (RX-4.1).
    pub(crate) fn needs_no_pile(&self) -> bool {
        match self.discards.piles().count() {
            _ if B::PILES == 1 => true,
            0 => true,
            1 => !self.setup.new_pile_optional,
            _ => false,
        }
    }

    /// The number of a new pile (RX-4.1). `None` if no pile may be started.
    pub(super) fn free_pile(&self) -> Option<PileNumber> {
        self.discards.free_number(B::PILES)
    }

    /// RX-4.1
    fn check_discard(&self, to: Option<PileNumber>) -> Result<(), Fault> {
        let needs_no_pile = self.needs_no_pile();
        match (to, self.free_pile()) {
            (None, _) if needs_no_pile => Ok(()),
            (None, Some(_)) => Err(Fault::PileNotNamed),
            (None, None) => Err(Fault::ThirdPile),
            (Some(to), _) if needs_no_pile && !self.discards.get(to).is_empty() => Err(Fault::NewPileDue),
            (Some(to), Some(free)) if to != free && self.discards.get(to).is_empty() => Err(Fault::PileNumberSkipped(free)),
            (Some(to), None) if self.discards.get(to).is_empty() => Err(Fault::ThirdPile),
            (Some(_), _) => Ok(()),
        }
    }

    /// ER-4.2, ER-4.3; RX-4.2, RX-4.3, RX-4.5
    pub(super) fn check_take(&self, seat: Seat, card: Card, from: Option<TakeSource>) -> Result<(), Fault> {
        match self.source(card, from) {
            Some(TakeSource::Pile(_)) if self.has_discarded() => Err(Fault::TakenAfterDiscard),
            Some(TakeSource::Pile(pile)) if !self.can_be_on_top(card, pile) => Err(Fault::NotOnTop(card, pile)),
            Some(TakeSource::Market) if self.has_discarded() && self.setup.market_after_play => Err(Fault::MarketAfterDiscard),
            Some(TakeSource::Market) if self.rancher(seat).market_draws >= MARKET_DRAWS => Err(Fault::ThirdMarketDraw(seat)),
            _ => Ok(()),
        }
    }
}
