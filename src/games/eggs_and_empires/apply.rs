//! Doing an act, legal or not, and telling what followed from it.

use super::{
    Card, Egg, EggsAndEmpires, Event as E, Fate, Nest, Offer, Past, Phase, Rights, Round, Step, Tally, TurnEnd, Value, What,
    stock,
};
use crate::table::{Account, Act, Seat, Seats};

impl EggsAndEmpires {
    #[inline]
    pub(super) fn act(&mut self, act: &Act<Step, Tally>, tell: &mut impl FnMut(E)) {
        match act {
            Act::Round { first } => self.begin_round(*first, tell),
            Act::Tally(tally) => self.count(tally, tell),
            Act::Step { step: Step::Reveal(values), .. } => self.reveal(values, tell),
            Act::Step { step: Step::End, .. } => self.end(tell),
            Act::Step { actor: Some(seat), step } => self.step(*seat, step, tell),
            Act::Step { actor: None, .. } => {}
        }
    }

    #[inline]
    fn step(&mut self, seat: Seat, step: &Step, tell: &mut impl FnMut(E)) {
        match step {
            Step::Play(cards) => self.play(seat, cards, tell),
            Step::Take(value) => {
                if self.offer.take(*value) {
                    self.collect(seat, What::Worth(*value), tell);
                }
            }
            Step::TakeDown { scout, value } => self.take_down(seat, *scout, *value, tell),
            Step::Decline => self.decline(seat, tell),
            Step::Give { value, to } => self.give(seat, *value, *to, tell),
            Step::Discard(value) => self.discard(seat, Some(*value), None, tell),
            Step::DiscardDown(scout) => self.discard(seat, None, Some(*scout), tell),
            Step::Opens { scout, value } => self.name(seat, *scout, *value, tell),
            Step::Mulligan => self.mulligan(seat, tell),
            Step::Shows(cards) => {
                self.decks[seat.index()].show(seat, &cards.iter().map(|card| card.index()));
            }
            Step::Reveal(_) | Step::End => {}
        }
    }

    /// EE-1.2, EE-1.6
    fn begin_round(&mut self, first: Seat, tell: &mut impl FnMut(E)) {
        if self.number > 0 {
            // EE-4.6: a new round closes what is open.
            let counted = self.round.counted || (self.phase == Phase::Closing && !self.has_unnamed());
            let points = self.points();
            let round = Round { counted, ..std::mem::take(&mut self.round) };
            self.past.push(Past { round, points });
        }
        self.number = self.number.saturating_add(1);
        self.first = first;
        self.marker = first;
        self.held = first;
        self.clear_table();
        for seat in self.seats() {
            for _ in 0..self.hand_size() {
                self.decks[seat.index()].draw_unseen(seat);
            }
        }
        self.phase = Phase::Reveal;
        tell(E::RoundBegins);
    }

    /// All cards and eggs are in their decks.
    pub(super) fn clear_table(&mut self) {
        self.turn = 0;
        self.mulliganed = Seats::NONE;
        self.played = Seats::NONE;
        self.decks = [Account::new(stock(self.players)); super::MOST];
        self.spent = [[0; Card::COUNT]; super::MOST];
        self.nest = self.setup.eggs.map(Nest::new);
        self.offer = Offer::default();
        self.order.clear();
        self.latest = 0;
        self.rights = Rights::default();
        self.gone.clear();
        self.gone_unseen = 0;
    }

    /// EE-1.3
    fn mulligan(&mut self, seat: Seat, tell: &mut impl FnMut(E)) {
        let deck = &mut self.decks[seat.index()];
        let count = deck.hand(seat).len();
        deck.shuffle_back(seat);
        for _ in 0..count {
            deck.draw_unseen(seat);
        }
        if deck.deduce().is_some() {
            tell(E::Deduced { seat });
        }
        self.mulliganed = self.mulliganed.with(seat);
    }

    /// EE-2.1
    fn reveal(&mut self, values: &[Value], tell: &mut impl FnMut(E)) {
        if let Some(nest) = &mut self.nest {
            for &value in values {
                if nest.draw() {
                    nest.see(value);
                }
            }
        }
        if let Phase::Play | Phase::Collect(_) = self.phase {
            self.finish_turn(tell); // let stand: the turn is cut short
        }
        if self.is_underway() {
            if self.setup.turn_end == TurnEnd::BeforeReveal {
                self.close_rights(); // EE-4.6
            }
            self.begin_turn();
            self.offer.up.extend(values.iter().copied());
            self.collect_if_all_played(tell);
        } else {
            self.gone.extend(values.iter().copied());
        }
    }

    fn begin_turn(&mut self) {
        self.turn = self.turn.saturating_add(1);
        self.played = Seats::NONE;
        self.order.clear();
        self.latest = 0;
        self.phase = Phase::Play;
    }

    /// EE-2.2
    #[inline]
    fn play(&mut self, seat: Seat, cards: &[Card], tell: &mut impl FnMut(E)) {
        for card in cards {
            if self.decks[seat.index()].leave_hand(seat, card.index()) {
                self.spent[seat.index()][card.index()] += 1;
            }
        }
        if !self.is_underway() {
            return;
        }
        self.close_rights(); // EE-4.6
        if !matches!(self.phase, Phase::Play | Phase::Collect(_)) {
            self.begin_turn(); // let stand: without eggs, but for those of the Scouts
        }
        self.played = self.played.with(seat);
        for card in cards {
            self.order.add(seat, *card);
        }
        match self.phase {
            Phase::Collect(_) => {
                self.order.arrange(self.marker, self.players, self.setup.shepherd);
                self.go_on(tell);
            }
            _ => self.collect_if_all_played(tell),
        }
    }

    #[inline]
    fn collect_if_all_played(&mut self, tell: &mut impl FnMut(E)) {
        if self.yet_to_play().is_empty() {
            self.begin_collecting(tell);
            self.go_on(tell);
        }
    }

    /// EE-3
    fn begin_collecting(&mut self, tell: &mut impl FnMut(E)) {
        self.order.arrange(self.marker, self.players, self.setup.shepherd);
        self.held = self.marker;
        self.phase = Phase::Collect(0);
        tell(E::Collecting);
    }

    /// To the next card that can collect (EE-3.4, EE-3.5); if there is none, collecting is over.
    #[inline]
    fn go_on(&mut self, tell: &mut impl FnMut(E)) {
        while let Some(next) = self.order.next() {
            let Some(&played) = self.order.at(next) else { break };
            let fate = if self.offer.is_empty() {
                Fate::NothingLeft
            } else if played.card == Card::Mage && !self.offer.has_good() && !self.offer.has_down() {
                Fate::NothingForMage
            } else {
                self.phase = Phase::Collect(u8::try_from(next).unwrap_or(u8::MAX));
                return;
            };
            self.order.settle(next, fate);
            tell(E::Passed { seat: played.seat, card: played.card, fate });
        }
        self.finish_turn(tell);
    }

    /// The card with which a player collects or declines. What would have come before it lapses; cards not played do as well.
    fn reached(&mut self, seat: Seat, tell: &mut impl FnMut(E)) -> Option<usize> {
        match self.phase {
            Phase::Play => self.begin_collecting(tell),
            Phase::Collect(_) => {}
            _ => return None,
        }
        let at = self.order.of(seat)?;
        self.order.lapse(at);
        self.latest = u8::try_from(at).unwrap_or(u8::MAX);
        Some(at)
    }

    /// An egg goes to a player's pile (EE-2.4).
    #[inline]
    fn collect(&mut self, seat: Seat, what: What, tell: &mut impl FnMut(E)) {
        let at = self.reached(seat, tell);
        let mut gift = false;
        if let Some(at) = at {
            self.order.settle(at, Fate::Took(what));
            match self.order.at(at).map(|played| played.card) {
                Some(Card::Courier) => {
                    gift = true;
                    self.rights.any = true;
                }
                Some(Card::Priest) => {
                    let priests = &mut self.rights.priests[seat.index()];
                    *priests = priests.saturating_add(1);
                    self.rights.any = true;
                }
                _ => {}
            }
        }
        self.round.piles[seat.index()].push(Egg { what, gift });
        if let Phase::Collect(_) = self.phase {
            self.go_on(tell);
        }
    }

    /// EE-3.6
    fn take_down(&mut self, seat: Seat, scout: Seat, value: Option<Value>, tell: &mut impl FnMut(E)) {
        if !self.offer.take_down(scout) {
            return;
        }
        let what = value.map_or(What::Down { scout, laid: self.offer.laid }, What::Worth);
        if let (Some(nest), Some(value)) = (&mut self.nest, value) {
            nest.see(value);
        }
        self.collect(seat, what, tell);
    }

    /// EE-3.4
    fn decline(&mut self, seat: Seat, tell: &mut impl FnMut(E)) {
        if let Some(at) = self.reached(seat, tell) {
            self.order.settle(at, Fate::Declined);
        }
        if let Phase::Collect(_) = self.phase {
            self.go_on(tell);
        }
    }

    /// EE-3.6
    fn name(&mut self, seat: Seat, scout: Seat, value: Value, tell: &mut impl FnMut(E)) {
        if !self.pile(seat).has_down(scout) {
            return;
        }
        self.round.piles[seat.index()].open(scout, value);
        if let Some(nest) = &mut self.nest {
            nest.see(value);
        }
        if self.phase == Phase::Naming && !self.has_unnamed() {
            self.count_round(tell);
        }
    }
}
