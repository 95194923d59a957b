//! Judges an act: turn and phase, then whether the necessary cards and eggs can be there, then every other clause.

use super::{
    Card, EggKnowledge, EggValue, EggsAndEmpires, Phase, Step,
    book::{MarkerRule, Verb},
    collecting_order::{CardFate, PlayedCard},
    egg::UNLISTED,
};
use crate::{faults, table::prelude::*};

faults! {
    /// A broken clause, or an impossible step, with the cards and eggs concerned.
    #[allow(missing_docs, reason = "the variant describes its fields")]
    pub enum Fault {
        /// A fault that any game has (TB-3, TB-5, TB-7).
        Table(TableFault<Card>): (fault) => fault.breach(ClauseId::cited("EE-2.2"));
        NewHandAgain = illegal EE-1.3;
        NewHandTooLate = illegal EE-1.3;
        NewHandInLaterRound = illegal EE-1.3;
        RevealDue = illegal EE-2.1;
        /// This many eggs were revealed, more or fewer than are due.
        WrongNumberOfEggs(u16) = illegal EE-2.1;
        /// This many eggs were revealed, more than the listed deck holds.
        MoreThanTheDeck(u16) = impossible EE-2.1;
        /// Not all players have played.
        CardsDue = illegal EE-2.2;
        PlayedAlready = illegal EE-2.2;
        /// This many cards were played, but a turn requires another number.
        WrongNumberOfCards(u16) = illegal EE-2.2;
        SameCardTwice(Card) = illegal EE-2.2;
        /// A card is to collect, before anything else is done.
        TakeDue = illegal EE-2.4;
        /// Another card collects before this one: by number or marker (EE-3.1), or because one of them was `moved` (EE-3.2).
        OutOfOrder { card: PlayedCard, moved: bool }: { moved, .. } => {
            Breach::illegal(if moved { ClauseId::cited("EE-3.2") } else { ClauseId::cited("EE-3.1") })
        };
        /// This card does not collect, because of its fate.
        DoesNotCollect(PlayedCard): (card) => Breach::illegal(match card.fate {
            CardFate::Took(_) | CardFate::Lapsed | CardFate::Unreached | CardFate::Waiting => ClauseId::cited("EE-2.4"),
            CardFate::Cancelled => ClauseId::cited("EE-3.3"),
            CardFate::NothingForMage | CardFate::Declined => ClauseId::cited("EE-3.4"),
            CardFate::NothingLeft => ClauseId::cited("EE-3.5"),
        });
        /// This card declined an egg, which only a Mage may do.
        MustTake(Card) = illegal EE-2.4;
        /// A face-up egg was taken, although there is a face-down egg for each card that still has to collect.
        MustTakeDown(Card) = illegal EE-2.4;
        TurnsLeft = illegal EE-2.7;
        NoTurnLeft = illegal EE-2.7;
        NoRound = illegal EE-2.7;
        /// A Mage took this face-up exploding egg.
        NotForMage(EggValue) = illegal EE-3.4;
        /// A Mage can't decline if there is a face-up egg that does not explode, or no face-down egg.
        MageMayNotDecline = illegal EE-3.4;
        /// An egg in the holder's pile, which this Scout laid, has no name yet.
        UnnamedEggs { holder: Seat, scout: Seat } = illegal EE-3.6;
        NoCourier = illegal EE-4.2;
        NotTheCouriersEgg = illegal EE-4.2;
        GiftToOneself = illegal EE-4.2;
        /// No Priest of this player has collected, or there is no egg to discard.
        NoPriest = illegal EE-4.4;
        Spent(Card): (card) => {
            Breach::illegal(if card == Card::Courier { ClauseId::cited("EE-4.2") } else { ClauseId::cited("EE-4.4") })
        };
        /// An egg in this player's pile, from which the Priest may not discard.
        AnothersEgg(Seat) = illegal EE-4.4;
        TooLate(Card) = illegal EE-4.6;
        /// `end` when no ability is open.
        NothingToEnd = illegal EE-4.6;
        /// The marker stays for a round and then passes left, to this player.
        MarkerPassesLeft(Seat) = illegal EE-5.1;
        NotTheFewest = illegal EE-5.2;
        NoSuchEgg(EggValue) = impossible EE-1.5;
        NotOnOffer(EggValue) = impossible TB-4;
        NotOnOfferDown(Seat) = impossible TB-4;
        NotInPile { holder: Seat, value: EggValue } = impossible TB-4;
        /// No unnamed egg of this Scout, or of any, is in the holder's pile.
        NotInPileDown { holder: Seat, scout: Option<Seat> } = impossible TB-4;
        /// A tally with more Merchants or Blacksmiths than a player has.
        MoreThanOwned(Seat, Card) = impossible EE-1.1;
        /// A tally with this many eggs, more than a round can offer.
        MoreThanOffered(u16) = impossible EE-1.4;
        /// A tally with more eggs than this player can have got.
        MoreThanCollected(Seat) = impossible EE-2.4;
    }
}

const AFTER_GAME: Fault = Fault::Table(TableFault::AfterGame);

impl Judge for EggsAndEmpires {
    fn expects(&self) -> OpenVerbs {
        let open_verbs = match self.phase {
            Phase::Ready | Phase::Over | Phase::GameOver => return OpenVerbs::NONE,
            Phase::Reveal if self.turn == 0 && self.may_begin_anew() => {
                let may_draw_anew = self.seats().filter(|&seat| !self.mulliganed.contains(seat)).collect();
                OpenVerbs::by_table(Verb::Reveal.only()).and(may_draw_anew, Verb::Mulligan.only())
            }
            Phase::Reveal => OpenVerbs::by_table(Verb::Reveal.only()),
            Phase::Play => OpenVerbs::NONE.and(self.yet_to_play(), Verb::Play.only()),
            Phase::Collect => self.collecting().map_or(OpenVerbs::NONE, |played| {
                let decline_verbs = if self.check_decline().is_ok() { Verb::Decline.only() } else { VerbSet::NONE };
                OpenVerbs::one(played.seat, Verb::Take.only().and(decline_verbs))
            }),
            Phase::Closing => OpenVerbs::by_table(Verb::End.only()),
            Phase::Naming => OpenVerbs::NONE,
        };
        let open_verbs = open_verbs.and(self.givers(), Verb::Give.only()).and(self.discarders(), Verb::Discard.only());
        open_verbs.and(self.holders(), Verb::Opens.only())
    }

    fn check_order(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            Act::BeginRound { .. } => self.check_round_begin(),
            // A tally counts a round that has begun; the last round may have both moves and a tally.
            Act::Tally(_) if self.phase == Phase::Ready => Err(Fault::NoRound),
            Act::Tally(_) => Ok(()),
            Act::Step { .. } if self.phase == Phase::GameOver => Err(AFTER_GAME), // TB-7
            Act::Step { step: Step::Reveal(_), .. } if self.phase == Phase::Reveal => Ok(()),
            Act::Step { step: Step::End, .. } if self.phase == Phase::Closing => Ok(()),
            Act::Step { step: Step::End, .. } => Err(Fault::NothingToEnd), // EE-4.6
            Act::Step { step: Step::Shows(_), .. } if self.is_underway() => Ok(()),
            Act::Step { step: Step::Shows(_), .. } => Err(Fault::Table(TableFault::ShownOutsideRound)), // TB-5
            Act::Step { actor: Some(seat), step } => self.check_due_step(*seat, step),
            Act::Step { actor: None, .. } => Err(self.due_instead()),
        }
    }

    fn check_position_due(&self) -> Result<(), Fault> {
        ensure(self.phase != Phase::GameOver, AFTER_GAME)?; // TB-7
        ensure(self.is_underway(), Fault::NoRound)
    }

    fn check_possible(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        let (seat, step) = match act {
            Act::Tally(tally) => return self.check_countable(tally),
            Act::Step { step: Step::Reveal(values), .. } => return self.check_reveal(values),
            Act::Step { actor: Some(seat), step } => (*seat, step),
            Act::Step { actor: None, .. } | Act::BeginRound { .. } => return Ok(()),
        };
        let check_pile = |holder: Seat, value| {
            let pile = self.pile(holder);
            let is_there = pile.has(|known| known == EggKnowledge::Worth(value))
                || (pile.unstated_count() > 0 && self.check_value(value).is_ok());
            ensure(is_there, Fault::NotInPile { holder, value })
        };
        let check_down_egg = |holder: Seat, scout: Option<Seat>| {
            let is_there = self
                .pile(holder)
                .has(|known| known.scout().is_some_and(|egg_scout| scout.is_none_or(|scout| scout == egg_scout)));
            ensure(is_there, Fault::NotInPileDown { holder, scout })
        };
        match *step {
            Step::Play(ref cards) | Step::Shows(ref cards) => {
                // TB-3, EE-2.3: the hand can hold all the cards together, with no more copies of a card than the player still has.
                TableFault::check_in_hand(&self.decks[seat.index()], seat, cards).map_err(Fault::Table)
            }
            // TB-4
            Step::Take(value) => ensure(self.offer.up.contains(&value), Fault::NotOnOffer(value)),
            Step::TakeDown { scout, value } => {
                ensure(self.offer.down[scout.index()] > 0, Fault::NotOnOfferDown(scout))?;
                value.map_or(Ok(()), |value| self.check_value(value))
            }
            Step::Give { value: Some(value), .. } => check_pile(seat, value),
            Step::Give { value: None, .. } => check_down_egg(seat, None),
            Step::Discard { value, from } => check_pile(from.unwrap_or(seat), value),
            Step::DiscardDown { scout, from } => check_down_egg(from.unwrap_or(seat), Some(scout)),
            Step::Opens { scout, value } => {
                // An egg without a stated value may be this Scout's.
                if self.pile(seat).unstated_count() == 0 {
                    check_down_egg(seat, Some(scout))?;
                }
                self.check_value(value)
            }
            Step::Reveal(_) | Step::Decline | Step::Mulligan | Step::End => Ok(()),
        }
    }

    fn check_lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            Act::BeginRound { first } if self.rounds.number > 0 => self.check_marker(*first),
            Act::Step { step: Step::Reveal(values), .. } if values.len() != self.eggs_due() => {
                Err(Fault::WrongNumberOfEggs(to_u16(values.len()))) // EE-2.1
            }
            Act::Step { actor: Some(seat), step } => match step {
                Step::Play(cards) => self.check_play(*seat, cards),
                Step::Take(value) if *value < 0 && self.collecting().is_some_and(|played| played.card == Card::Mage) => {
                    Err(Fault::NotForMage(*value)) // EE-3.4
                }
                Step::Take(_) if self.must_take_down() => {
                    self.collecting().map_or(Ok(()), |played| Err(Fault::MustTakeDown(played.card))) // EE-2.4
                }
                // EE-4.2
                Step::Give { value, .. } if !self.can_be_a_gift(*seat, *value) => Err(Fault::NotTheCouriersEgg),
                Step::Give { to, .. } if to == seat => Err(Fault::GiftToOneself),
                // EE-4.4
                Step::Discard { from: Some(holder), .. } | Step::DiscardDown { from: Some(holder), .. } => {
                    ensure(self.within_reach(*seat).any(|reachable| reachable == *holder), Fault::AnothersEgg(*holder))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn is_known_in_hand(&self, seat: Seat, step: &Step) -> bool {
        if let Step::Play(cards) | Step::Shows(cards) = step { self.decks[seat.index()].is_known(seat, cards) } else { true }
    }

    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        match self.phase {
            Phase::Ready | Phase::Over | Phase::GameOver => return,
            Phase::Reveal if self.turn == 0 => each(Step::Mulligan),
            Phase::Play => self.cards_to_play(seat, each),
            Phase::Collect if self.is_collecting(seat) => {
                self.offer.values().for_each(|value| each(Step::Take(value)));
                self.offer.scouts().for_each(|scout| each(Step::TakeDown { scout, value: None }));
                each(Step::Decline);
            }
            _ => {}
        }
        if self.may_give(seat) {
            let values_of = |known| match known {
                EggKnowledge::Unstated => self.values_to_turn_up().into_iter().map(Some).collect(),
                known => vec![known.value()],
            };
            let gifts: Vec<Option<EggValue>> = self.pile(seat).gifts().flat_map(values_of).collect();
            for &value in gifts.iter().enumerate().filter(|(nth, gift)| !gifts[..*nth].contains(gift)).map(|(_, gift)| gift) {
                self.seats().for_each(|to| each(Step::Give { value, to }));
            }
        }
        if self.may_discard(seat) {
            for holder in self.within_reach(seat) {
                let (mut values, mut scouts) = (self.pile(holder).values(), self.pile(holder).unnamed());
                if self.pile(holder).unstated_count() > 0 {
                    values.extend(self.values_to_turn_up());
                    values.sort_unstable_by(|first, second| second.cmp(first));
                }
                values.dedup();
                scouts.dedup();
                let from = Some(holder).filter(|&holder| holder != seat);
                let up = values.into_iter().map(|value| Step::Discard { value, from });
                up.chain(scouts.into_iter().map(|scout| Step::DiscardDown { scout, from })).for_each(&mut *each);
            }
        }
    }

    /// Whether all players can see that an egg is the only one that the card can take.
    fn openly_forced(&self, seat: Seat, step: &Step) -> bool {
        matches!(step, Step::Take(_) | Step::TakeDown { .. }) && self.is_collecting(seat)
    }
}

impl EggsAndEmpires {
    /// The fault of a step that comes too early or too late. The fault depends on the step that is due instead.
    fn due_instead(&self) -> Fault {
        match self.phase {
            Phase::Ready | Phase::Over => Fault::NoRound,        // EE-2.7
            Phase::Reveal => Fault::RevealDue,                   // EE-2.1
            Phase::Play => Fault::CardsDue,                      // EE-2.2
            Phase::Closing | Phase::Naming => Fault::NoTurnLeft, // EE-2.7
            Phase::GameOver => AFTER_GAME,                       // TB-7
            Phase::Collect => Fault::TakeDue,                    // EE-2.4
        }
    }

    /// The reason why a player does not collect: another card is next, or the fate of the player's card. That fate counts
    /// even after the turn.
    fn why_not_to_collect(&self, seat: Seat) -> Fault {
        let own_card =
            self.order.next_card(seat).map(|index| self.order.cards[index]).or_else(|| self.order.cards_of(seat).next().copied());
        match (own_card, self.collecting()) {
            (Some(card), Some(&next)) if card.is_waiting() => {
                let moved = self.order.is_out_of_order(next, card, self.marker);
                Fault::OutOfOrder { card, moved } // EE-3.1, EE-3.2
            }
            // A turn that was cut short is over (EE-2.7), so no card collects any more.
            (Some(card), _) if !card.is_waiting() && card.fate != CardFate::Unreached => Fault::DoesNotCollect(card),
            _ => self.due_instead(),
        }
    }

    /// Checks that no step is due in this round, so that a new round may begin, which closes open abilities (EE-4.6).
    fn check_round_begin(&self) -> Result<(), Fault> {
        match self.phase {
            Phase::Ready | Phase::Over => Ok(()),
            Phase::GameOver => Err(AFTER_GAME),                                    // TB-7
            Phase::Reveal | Phase::Play | Phase::Collect => Err(Fault::TurnsLeft), // EE-2.7
            Phase::Closing | Phase::Naming => {
                let scout = |holder: Seat| self.pile(holder).eggs.iter().find_map(|egg| egg.known.scout());
                match self.holders().iter().find_map(|holder| Some((holder, scout(holder)?))) {
                    Some((holder, scout)) => Err(Fault::UnnamedEggs { holder, scout }), // EE-3.6
                    None if self.is_decided() => Err(AFTER_GAME),                       // TB-7
                    None => Ok(()),
                }
            }
        }
    }

    fn check_due_step(&self, seat: Seat, step: &Step) -> Result<(), Fault> {
        match step {
            // EE-2.2. A play while another player's card is to collect is too early: that card is due.
            Step::Play(_)
                if self.order.cards_of(seat).next().is_some() && (self.phase == Phase::Play || self.is_collecting(seat)) =>
            {
                Err(Fault::PlayedAlready)
            }
            Step::Play(_) if self.phase == Phase::Play && !self.hand(seat).is_empty() => Ok(()),
            Step::Take(_) | Step::TakeDown { .. } if self.is_collecting(seat) => Ok(()),
            Step::Decline if self.is_collecting(seat) => self.check_decline(),
            Step::Take(_) | Step::TakeDown { .. } | Step::Decline => Err(self.why_not_to_collect(seat)),
            Step::Give { .. } => self.check_ability(seat, Card::Courier),
            Step::Discard { .. } | Step::DiscardDown { .. } => self.check_ability(seat, Card::Priest),
            Step::Opens { .. } if self.is_underway() => Ok(()), // EE-3.6
            // EE-1.3
            Step::Mulligan if !self.may_begin_anew() => Err(Fault::NewHandInLaterRound),
            Step::Mulligan if self.phase != Phase::Reveal || self.turn > 0 => Err(Fault::NewHandTooLate),
            Step::Mulligan => ensure(!self.mulliganed.contains(seat), Fault::NewHandAgain),
            _ => Err(self.due_instead()),
        }
    }

    /// Checks that the card that is to collect may decline (EE-2.4, EE-3.4).
    fn check_decline(&self) -> Result<(), Fault> {
        match self.collecting() {
            Some(played) if played.card != Card::Mage => Err(Fault::MustTake(played.card)),
            _ if self.offer.has_good() || !self.offer.has_down() => Err(Fault::MageMayNotDecline),
            _ => Ok(()),
        }
    }

    /// Checks whether the ability of a player's Courier or Priest is open (EE-4.2, EE-4.4, EE-4.6).
    fn check_ability(&self, seat: Seat, card: Card) -> Result<(), Fault> {
        let (rights, is_courier) = (&self.rights, card == Card::Courier);
        let is_in = |couriers: Seats, priests: Seats| if is_courier { couriers } else { priests }.contains(seat);
        let has_collected =
            || if is_courier { self.pile(seat).gifts().next().is_some() } else { rights.priests[seat.index()] > 0 };
        let is_open = if is_courier { self.may_give(seat) } else { self.may_discard(seat) };
        match self.phase {
            _ if is_open => Ok(()),
            _ if is_in(rights.late_couriers, rights.late_priests) => Err(Fault::TooLate(card)),
            // EE-2.6
            Phase::Collect if has_collected() => Err(self.due_instead()),
            _ if is_in(rights.spent_couriers, rights.spent_priests) => Err(Fault::Spent(card)),
            _ => Err(if is_courier { Fault::NoCourier } else { Fault::NoPriest }),
        }
    }

    /// Whether `value` can be an egg that a player's Courier collected and may give (EE-4.2).
    fn can_be_a_gift(&self, seat: Seat, value: Option<EggValue>) -> bool {
        let can_be = |value: EggValue| self.check_value(value).is_ok();
        self.pile(seat).gifts().any(|known| match known {
            EggKnowledge::Unstated => value.is_some_and(can_be),
            known => known.is_called(value),
        })
    }

    /// Checks that an unnamed egg can have this value (EE-1.5).
    pub(super) fn check_value(&self, value: EggValue) -> Result<(), Fault> {
        let is_possible = match &self.nest {
            Some(nest) => nest.holds(value),
            None => (UNLISTED.0..=UNLISTED.1).contains(&i32::from(value)),
        };
        ensure(is_possible, Fault::NoSuchEgg(value))
    }

    /// The values that an unnamed egg can have.
    fn values_to_turn_up(&self) -> Vec<EggValue> {
        match &self.nest {
            Some(nest) => nest.unseen.to_vec(),
            None => (UNLISTED.0..=UNLISTED.1).rev().filter_map(|value| EggValue::try_from(value).ok()).collect(),
        }
    }

    /// Checks that the deck can hold all these eggs (EE-1.5, EE-2.1).
    pub(super) fn check_reveal(&self, values: &[EggValue]) -> Result<(), Fault> {
        match &self.nest {
            None => values.iter().try_for_each(|&value| self.check_value(value)),
            Some(nest) => match nest.missing(values) {
                Some(value) => Err(Fault::NoSuchEgg(value)),
                None if values.len() > nest.left => Err(Fault::MoreThanTheDeck(to_u16(values.len()))),
                None => Ok(()),
            },
        }
    }

    /// Checks that a player may hold the marker when a new round begins (EE-5.1, EE-5.2).
    fn check_marker(&self, first: Seat) -> Result<(), Fault> {
        let holders = self.may_hold_next();
        match holders.single() {
            _ if holders.contains(first) => Ok(()),
            Some(due) if self.setup.rules.marker == MarkerRule::EveryRound => Err(Fault::MarkerPassesLeft(due)),
            _ => Err(Fault::NotTheFewest),
        }
    }

    /// Checks the number of played cards, and that two cards differ (EE-2.2). A hand can be too small for a turn only after a fault
    /// that was let stand.
    fn check_play(&self, seat: Seat, cards: &[Card]) -> Result<(), Fault> {
        let hand = self.hand(seat).len();
        if cards.len() != self.copies_each().min(hand) {
            return Err(Fault::WrongNumberOfCards(to_u16(cards.len())));
        }
        match cards {
            // The last two cards of a hand may be equal.
            [first, second] if first == second && hand > 2 => Err(Fault::SameCardTwice(*first)),
            _ => Ok(()),
        }
    }

    fn cards_to_play(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        let deck = &self.decks[seat.index()];
        let hand = || Card::ALL.into_iter().filter(|card| deck.can_come_from(seat, card.index()));
        if self.copies_each().min(self.hand(seat).len()) < 2 {
            hand().for_each(|card| each(Step::Play([card].into_iter().collect())));
            return;
        }
        for first in hand() {
            for second in hand().filter(|&second| second >= first) {
                each(Step::Play([first, second].into_iter().collect()));
            }
        }
    }
}
