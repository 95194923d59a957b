//! Applies an act, legal or not, and reports its consequences.

use super::{
    AbilityRights, Card, EggKnowledge, EggValue, EggsAndEmpires, MOST, Phase, Step, TURNS, TallyPart,
    book::{MarkerRule, TurnEnd},
    collecting_order::{CardFate, PlayedCard},
    egg::{Egg, ListedEggs},
};
use crate::table::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    RoundBegins,
    /// All players have played, and the cards collect in order (EE-3); this seat holds the marker.
    Collecting(Seat),
    /// A card was passed over (EE-3.5).
    Passed(PlayedCard),
    /// Nobody took an egg of this value (EE-2.5).
    Discarded(EggValue),
    /// Nobody took the egg of this Scout (EE-2.5).
    DiscardedDown(Seat),
    /// A player's Merchant or Blacksmith did not collect (EE-4.3, EE-4.5).
    Unpaid(Seat, Card),
    /// This player's Scout laid an egg face down (EE-4.1).
    Laid(Seat),
    /// This player's Scout found no egg in the deck.
    NothingToLay(Seat),
    /// The marker passed to the left (EE-5.1).
    MarkerPasses,
    /// A player may use the ability of a Courier or Priest (EE-4.6).
    Able(Seat, Card),
    /// The egg that this player's Courier could have given away was discarded (EE-4.4).
    GiftGone(Seat),
    /// The cards of this player's hand were deduced (TB-6).
    Deduced(Seat),
    /// All turns are played, and eggs have to be named (EE-3.6).
    NamesDue,
    /// The round was counted (EE-6.1).
    RoundOver,
    /// The game is over (EE-6.2, EE-6.3).
    GameOver,
}

impl Apply for EggsAndEmpires {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        match act {
            Act::BeginRound { first } => self.begin_round(*first, events),
            Act::Tally(tally) => self.apply_tally(tally, events),
            Act::Step { step: Step::Reveal(values), .. } => self.reveal(values, events),
            Act::Step { step: Step::End, .. } => self.apply_end(events),
            Act::Step { actor: Some(seat), step } => self.apply_step(*seat, step, events),
            Act::Step { actor: None, .. } => {}
        }
    }

    /// Between rounds, a token more can end the game (EE-6.3).
    fn adjust(&mut self, adjustment: &Adjustment, events: &mut Vec<Event>) {
        self.rounds.adjust([adjustment]);
        if self.phase == Phase::Over && self.is_decided() {
            self.phase = Phase::GameOver;
            events.push(Event::GameOver);
        }
    }

    fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(self.players)),
            Phase::Over => Progress::RoundOver(self.may_hold_next()),
            Phase::GameOver => Progress::GameOver,
            _ => Progress::Underway,
        }
    }
}

impl EggsAndEmpires {
    fn apply_step(&mut self, seat: Seat, step: &Step, events: &mut Vec<Event>) {
        match *step {
            Step::Play(ref cards) => self.play(seat, cards, events),
            Step::Take(value) => {
                if let Some(index) = self.offer.up.iter().position(|&up| up == value) {
                    self.offer.up.remove(index);
                    self.collect(seat, EggKnowledge::Worth(value), events);
                }
            }
            Step::TakeDown { scout, value } => self.take_down(seat, scout, value, events),
            Step::Decline => {
                self.set_fate(seat, CardFate::Declined, events);
                self.collect_next(events);
            }
            Step::Give { value, to } => self.give(seat, value, to, events),
            Step::Discard { value, from } => {
                self.resolve_discarded_egg(from.unwrap_or(seat), value);
                self.discard(seat, from, |known| known == EggKnowledge::Worth(value), events);
            }
            Step::DiscardDown { scout, from } => self.discard(seat, from, |known| known.scout() == Some(scout), events),
            Step::Opens { scout, value } => self.name_egg(seat, scout, value, events),
            // EE-1.3
            Step::Mulligan => {
                self.mulliganed = self.mulliganed.with(seat);
                self.decks[seat.index()].redraw_hand(seat);
                self.deduce(seat, events);
                // A new hand from too few cards can be let stand. Then the turn goes on without a player who has no card (EE-2.2).
                if self.phase == Phase::Play {
                    self.collect_if_all_played(events);
                }
            }
            Step::Shows(ref cards) => {
                self.decks[seat.index()].show(seat, cards);
            }
            Step::Reveal(_) | Step::End => {}
        }
    }

    /// EE-1.2, EE-1.6
    fn begin_round(&mut self, first: Seat, events: &mut Vec<Event>) {
        // EE-4.6: a new round closes open abilities.
        self.rounds.current.is_counted |= self.phase == Phase::Closing && self.holders().is_empty();
        self.rounds.begin(self.gains(true));
        self.first = first;
        self.marker = first;
        self.clear_table();
        for seat in self.seats() {
            self.decks[seat.index()].deal(seat, self.hand_size());
        }
        self.phase = Phase::Reveal;
        events.push(Event::RoundBegins);
    }

    pub(super) fn clear_table(&mut self) {
        let rounds = self.rounds.take_cleared();
        *self = Self { first: self.first, marker: self.marker, rounds, ..Self::new(self.players, &self.setup) };
    }

    fn apply_tally(&mut self, tally: &Tally<TallyPart>, events: &mut Vec<Event>) {
        self.clear_table();
        for (seat, part) in tally.by_seat() {
            let index = seat.index();
            let eggs = part.eggs.iter().map(|&value| Egg { known: EggKnowledge::Worth(value), is_gift: false });
            self.rounds.current.piles[index].eggs.extend(eggs);
            self.rounds.current.merchants[index] = part.merchants;
            self.rounds.current.blacksmiths[index] = part.blacksmiths;
        }
        self.rounds.current.totals.clone_from(&tally.totals);
        self.rounds.adjust(&tally.totals.adjustments);
        self.count_round(events);
        if self.phase != Phase::GameOver {
            self.rounds.absent = tally.totals.absent_next;
        }
    }

    /// EE-2.1
    fn reveal(&mut self, values: &[EggValue], events: &mut Vec<Event>) {
        if let Some(nest) = &mut self.nest {
            for &value in values {
                if nest.draw() {
                    nest.add_seen(value);
                }
            }
        }
        if let Phase::Play | Phase::Collect = self.phase {
            self.finish_turn(events); // a `reveal` that was let stand cuts the turn short
        }
        if self.is_underway() {
            if self.setup.rules.turn_end == TurnEnd::BeforeReveal {
                self.close_rights(); // EE-4.6
                events.retain(|event| !matches!(event, Event::Able(..)));
            }
            self.begin_turn();
            self.offer.up.extend(values.iter().copied());
            self.collect_if_all_played(events);
        } else {
            self.gone.extend(values.iter().copied());
        }
    }

    fn begin_turn(&mut self) {
        self.turn = self.turn.saturating_add(1);
        self.order.cards.clear();
        self.phase = Phase::Play;
    }

    /// EE-2.2
    fn play(&mut self, seat: Seat, cards: &[Card], events: &mut Vec<Event>) {
        for card in cards {
            if self.decks[seat.index()].leave_hand(seat, card.index()) {
                self.spent[seat.index()][card.index()] += 1;
            }
        }
        if !self.is_underway() {
            return;
        }
        self.close_rights(); // EE-4.6
        if !matches!(self.phase, Phase::Play | Phase::Collect) {
            self.begin_turn(); // after a `play` that was let stand, only the Scouts' eggs are on offer
        }
        self.order.cards.extend(cards.iter().map(|&card| PlayedCard::new(seat, card)));
        if self.phase == Phase::Collect {
            self.order.sort_for_collecting(self.marker, self.setup.rules.shepherd);
            self.collect_next(events);
        } else {
            self.collect_if_all_played(events);
        }
    }

    fn collect_if_all_played(&mut self, events: &mut Vec<Event>) {
        if self.yet_to_play().is_empty() {
            self.begin_collecting(events);
            self.collect_next(events);
        }
    }

    /// EE-3
    fn begin_collecting(&mut self, events: &mut Vec<Event>) {
        self.order.sort_for_collecting(self.marker, self.setup.rules.shepherd);
        self.phase = Phase::Collect;
        events.push(Event::Collecting(self.marker));
    }

    /// Passes over cards that can't collect (EE-3.4, EE-3.5). Ends the turn if no card is left.
    fn collect_next(&mut self, events: &mut Vec<Event>) {
        if self.phase != Phase::Collect {
            return;
        }
        let offer = &self.offer;
        for played in self.order.cards.iter_mut().filter(|played| played.is_waiting()) {
            played.fate = if offer.up.is_empty() && !offer.has_down() {
                CardFate::NothingLeft
            } else if played.card == Card::Mage && !offer.has_good() && !offer.has_down() {
                CardFate::NothingForMage
            } else {
                return;
            };
            events.push(Event::Passed(*played));
        }
        self.finish_turn(events);
    }

    /// Sets the fate of a player's collecting or declining card. Cards due before that card lapse. If some players have not
    /// played, collecting begins without them.
    fn set_fate(&mut self, seat: Seat, fate: CardFate, events: &mut Vec<Event>) -> Option<Card> {
        match self.phase {
            Phase::Play => self.begin_collecting(events),
            Phase::Collect => {}
            _ => return None,
        }
        let index = self.order.next_card(seat)?;
        self.order.lapse(index);
        let played = &mut self.order.cards[index];
        played.fate = match fate {
            // Only a Mage can leave the eggs (EE-3.4). Another card that was due to take an egg lapses.
            CardFate::Declined if played.card != Card::Mage => {
                if played.is_waiting() {
                    CardFate::Lapsed
                } else {
                    played.fate
                }
            }
            fate => fate,
        };
        Some(played.card)
    }

    /// Puts an egg into a player's pile (EE-2.4).
    fn collect(&mut self, seat: Seat, known: EggKnowledge, events: &mut Vec<Event>) {
        let card = self.set_fate(seat, CardFate::Took(known), events);
        if card == Some(Card::Priest) {
            let priests = &mut self.rights.priests[seat.index()];
            *priests = priests.saturating_add(1);
        }
        self.rights.has_any |= matches!(card, Some(Card::Courier | Card::Priest));
        self.rounds.current.piles[seat.index()].eggs.push(Egg { known, is_gift: card == Some(Card::Courier) });
        self.collect_next(events);
    }

    /// EE-3.6
    fn take_down(&mut self, seat: Seat, scout: Seat, value: Option<EggValue>, events: &mut Vec<Event>) {
        let down = &mut self.offer.down[scout.index()];
        if *down == 0 {
            return;
        }
        *down -= 1;
        let known = value.map_or(EggKnowledge::Down { scout, laid: self.offer.laid }, EggKnowledge::Worth);
        if let Some(value) = value {
            self.reveal_value(value);
        }
        self.collect(seat, known, events);
    }

    /// Removes a face-down egg's value from the unseen eggs, once the value is known.
    fn reveal_value(&mut self, value: EggValue) {
        if let Some(nest) = &mut self.nest {
            nest.add_seen(value);
        }
    }

    /// If no known egg of the Courier has this value, gives the value to an egg of unstated value: first to the Courier's egg.
    fn resolve_given_egg(&mut self, holder: Seat, value: EggValue) {
        let is_possible = self.check_value(value).is_ok();
        let pile = &mut self.rounds.current.piles[holder.index()];
        if is_possible
            && !pile.is_known(value, true)
            && (pile.name_value(value, true) || (!pile.is_known(value, false) && pile.name_value(value, false)))
        {
            self.reveal_value(value);
        }
    }

    /// Gives this value to the egg of unstated value that a discard removes. The Courier's egg is the last choice.
    fn resolve_discarded_egg(&mut self, holder: Seat, value: EggValue) {
        let is_possible = self.check_value(value).is_ok();
        let pile = &mut self.rounds.current.piles[holder.index()];
        if !is_possible || pile.is_known(value, false) {
            return;
        }
        if !pile.is_known(value, true) {
            if pile.name_value(value, false) || pile.name_value(value, true) {
                self.reveal_value(value);
            }
        } else if pile.name_value(value, false)
            && let Some(egg) = pile.eggs.iter_mut().find(|egg| egg.is_gift && egg.known == EggKnowledge::Worth(value))
        {
            // Either the Courier's egg or an equal one was discarded, so the value of the remaining egg is unstated again.
            egg.known = EggKnowledge::Unstated;
        }
    }

    /// Sets the value of a face-down egg in a player's pile (EE-3.6).
    fn name_egg(&mut self, seat: Seat, scout: Seat, value: EggValue, events: &mut Vec<Event>) {
        let is_known = self.pile(seat).has(|known| known.scout() == Some(scout));
        let pile = &mut self.rounds.current.piles[seat.index()];
        if is_known {
            pile.open(scout, value);
        } else if !pile.name_value(value, false) && !pile.name_value(value, true) {
            return;
        }
        self.reveal_value(value);
        if self.phase == Phase::Naming && self.holders().is_empty() {
            self.count_round(events);
        }
    }

    /// Ends a turn after collecting, or after a step that cut it short and was let stand (EE-2.5, EE-2.6).
    fn finish_turn(&mut self, events: &mut Vec<Event>) {
        if self.phase == Phase::Collect {
            self.order.lapse(usize::MAX);
        } else {
            self.order.cut_short();
        }
        self.discard_leftovers(events);
        self.count_the_unpaid(events);
        if self.turn < TURNS {
            self.lay_scout_eggs(events);
        }
        self.pass_marker(events);
        self.refill_hands(events);
        self.open_rights(events);
        if self.turn < TURNS {
            self.phase = Phase::Reveal;
        } else if self.rights.open {
            self.phase = Phase::Closing;
        } else {
            self.end_round(events);
        }
    }

    /// EE-2.5
    fn discard_leftovers(&mut self, events: &mut Vec<Event>) {
        self.gone.extend_from_slice(&self.offer.up);
        events.extend(self.offer.up.drain(..).map(Event::Discarded));
        for scout in self.offer.down_eggs() {
            self.gone_unseen = self.gone_unseen.saturating_add(1);
            events.push(Event::DiscardedDown(scout));
        }
        self.offer.down = [0; MOST];
    }

    /// EE-4.3, EE-4.5
    fn count_the_unpaid(&mut self, events: &mut Vec<Event>) {
        for &PlayedCard { seat, card, .. } in self.order.cards.iter().filter(|played| !played.has_collected()) {
            let count = match card {
                Card::Merchant => &mut self.rounds.current.merchants[seat.index()],
                Card::Blacksmith => &mut self.rounds.current.blacksmiths[seat.index()],
                _ => continue,
            };
            *count = count.saturating_add(1);
            events.push(Event::Unpaid(seat, card));
        }
    }

    /// Lays the eggs of the Scouts in player order, clockwise from the holder of the marker (EE-4.1).
    fn lay_scout_eggs(&mut self, events: &mut Vec<Event>) {
        if self.order.count(Card::Scout) == 0 {
            return;
        }
        self.offer.laid = self.turn;
        for seat in self.marker.clockwise(self.players) {
            for _ in self.order.cards_of(seat).filter(|played| played.card == Card::Scout) {
                if self.nest.as_mut().is_none_or(ListedEggs::draw) {
                    let down = &mut self.offer.down[seat.index()];
                    *down = down.saturating_add(1);
                    events.push(Event::Laid(seat));
                } else {
                    events.push(Event::NothingToLay(seat));
                }
            }
        }
    }

    /// The tied cards of this turn that make the marker pass (EE-5.1).
    pub(super) fn ties_that_count(&self) -> impl Iterator<Item = Card> + '_ {
        let must_be_broken = self.setup.rules.marker == MarkerRule::AfterBrokenTie;
        self.order.ties().filter(move |&card| !must_be_broken || self.order.has_collected(card))
    }

    /// EE-5.1
    fn pass_marker(&mut self, events: &mut Vec<Event>) {
        let is_passed = match self.setup.rules.marker {
            MarkerRule::AfterTie | MarkerRule::AfterBrokenTie => self.ties_that_count().next().is_some(),
            MarkerRule::EveryTurn => true,
            MarkerRule::EveryRound => false,
        };
        if is_passed {
            self.marker = self.marker.left(self.players);
            events.push(Event::MarkerPasses);
        }
    }

    /// EE-1.2, EE-2.6, TB-6
    fn refill_hands(&mut self, events: &mut Vec<Event>) {
        let size = self.hand_size();
        for seat in self.seats() {
            let deck = &mut self.decks[seat.index()];
            deck.deal(seat, size.saturating_sub(deck.hand(seat).len()));
            self.deduce(seat, events);
        }
    }

    /// TB-6
    pub(super) fn deduce(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if self.decks[seat.index()].deduce().is_some() {
            events.push(Event::Deduced(seat));
        }
    }

    /// Opens the rights that cards have earned in this turn (EE-4.6).
    fn open_rights(&mut self, events: &mut Vec<Event>) {
        self.rights = AbilityRights { has_any: self.rights.has_any, priests: self.rights.priests, ..AbilityRights::default() };
        if !self.rights.has_any {
            return;
        }
        self.rights.open = true;
        for &PlayedCard { seat, card, .. } in self.order.cards.iter().filter(|played| played.has_collected()) {
            if (card == Card::Courier && self.may_give(seat)) || (card == Card::Priest && self.may_discard(seat)) {
                events.push(Event::Able(seat, card));
            }
        }
        self.rights.open = !self.ability_holders().is_empty();
        self.rights.has_any = self.rights.open;
    }

    /// Ends the time for abilities (EE-4.6).
    fn close_rights(&mut self) {
        if self.rights.open {
            self.rights.late_couriers = self.givers();
            self.rights.late_priests = self.discarders();
            self.forget_rights();
        }
    }

    fn forget_rights(&mut self) {
        (self.rights.open, self.rights.has_any, self.rights.priests) = (false, false, [0; MOST]);
        self.rounds.current.piles.iter_mut().flat_map(|pile| &mut pile.eggs).for_each(|egg| egg.is_gift = false);
    }

    /// Moves an egg to another player's pile (EE-4.2).
    fn give(&mut self, seat: Seat, value: Option<EggValue>, to: Seat, events: &mut Vec<Event>) {
        if let Some(value) = value {
            self.resolve_given_egg(seat, value);
        }
        let pile = &mut self.rounds.current.piles[seat.index()];
        if let Some(index) = pile.find(true, |known| known.is_called(value)) {
            let Egg { known, is_gift } = pile.eggs.remove(index);
            self.rounds.current.piles[to.index()].eggs.push(Egg { known, is_gift: false });
            if is_gift {
                self.rights.spent_couriers = self.rights.spent_couriers.with(seat);
            }
        }
        self.after_ability(events);
    }

    /// Discards an egg that `fits` (EE-4.4).
    fn discard(&mut self, seat: Seat, from: Option<Seat>, fits: impl Fn(EggKnowledge) -> bool, events: &mut Vec<Event>) {
        let holder = from.unwrap_or(seat);
        let pile = &mut self.rounds.current.piles[holder.index()];
        if let Some(index) = pile.find(false, fits) {
            let Egg { known, is_gift } = pile.eggs.remove(index);
            match known {
                EggKnowledge::Worth(value) => self.gone.push(value),
                EggKnowledge::Down { .. } | EggKnowledge::Unstated => self.gone_unseen = self.gone_unseen.saturating_add(1),
            }
            events.extend(is_gift.then_some(Event::GiftGone(holder)));
        }
        let priests = &mut self.rights.priests[seat.index()];
        if *priests > 0 {
            *priests -= 1;
            self.rights.spent_priests = self.rights.spent_priests.with(seat);
        }
        self.after_ability(events);
    }

    /// Ends the round after its last open ability (EE-4.6).
    fn after_ability(&mut self, events: &mut Vec<Event>) {
        if self.rights.open && self.ability_holders().is_empty() {
            self.forget_rights();
        }
        let is_play_over = self.phase == Phase::Closing && !self.rights.open;
        if is_play_over || (self.phase == Phase::Naming && self.holders().is_empty()) {
            self.end_round(events);
        }
    }

    /// Applies `end`: open abilities lapse, and the round is over, even if `end` is early and let stand.
    fn apply_end(&mut self, events: &mut Vec<Event>) {
        // In a turn that is cut short, players whose cards collected are now too late for their abilities.
        self.rights.open |= self.rights.has_any;
        self.close_rights();
        self.forget_rights();
        if self.is_underway() {
            self.order.lapse(usize::MAX);
            self.discard_leftovers(events);
            self.end_round(events);
        }
    }

    /// EE-2.7, EE-3.6: ends the play of the round. The round is counted once all eggs are named.
    fn end_round(&mut self, events: &mut Vec<Event>) {
        if self.holders().is_empty() {
            self.count_round(events);
        } else {
            self.phase = Phase::Naming;
            events.push(Event::NamesDue);
        }
    }

    /// EE-6.1
    fn count_round(&mut self, events: &mut Vec<Event>) {
        self.rounds.current.is_counted = true;
        self.phase = if self.is_decided() { Phase::GameOver } else { Phase::Over };
        events.push(Event::RoundOver);
        if self.phase == Phase::GameOver {
            events.push(Event::GameOver);
        }
    }
}
