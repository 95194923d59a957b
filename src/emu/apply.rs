//! Applies an act, legal or not, with its consequences.

use super::{Bird, BirdCard, BirdNumber, Emu, EmuBook, HAND, Phase, PileNumber, Step, TakeSource, TurnAction};
use crate::{decktet::Card, table::prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    YearBegins,
    /// The last card was drawn (ER-2.2, RX-2.2).
    LastCardDrawn,
    /// The cards of a player's hand were deduced (TB-6).
    Deduced(Seat),
    /// All players are done, or the year was counted by hand (ER-5.3, RX-5.3).
    YearOver,
    /// The last year is over (ER-6.6, RX-6.6).
    GameOver,
    /// A player took a card from the market (RX-4.5).
    MarketDraw(Seat),
    /// The last card of a discard pile was taken (RX-4.1).
    PileTaken(PileNumber),
    /// An Excuse took this bird, which would have scored this many points (ER-5.4, RX-5.4).
    Excused(Seat, BirdNumber, i32),
}

impl<B: EmuBook> Apply for Emu<B> {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        match act {
            Act::BeginRound { first } => self.begin(*first, events),
            Act::Step { step: Step::Market(cards), .. } => {
                // RX-1.3
                cards.iter().for_each(|&card| self.market.lay_out(card));
                self.is_market_due = false;
            }
            Act::Step { actor: Some(seat), step } => {
                self.play(*seat, step, events);
                self.deduce(events);
                if self.all_are_done() {
                    self.spend_excuses();
                    self.end(events);
                }
            }
            Act::Step { actor: None, .. } => {}
            Act::Tally(tally) => {
                for (seat, (birds, excuses)) in tally.by_seat() {
                    let rancher = self.rancher_mut(seat);
                    rancher.birds = birds.to_birds();
                    rancher.uncounted_excused += rancher.excused.len();
                    rancher.excused.clear();
                    (rancher.excuses_spent_at_end, rancher.excuses_unclaimed) = (*excuses, 0);
                }
                self.is_market_due = false;
                self.rounds.current.totals.clone_from(&tally.totals);
                self.rounds.adjust(&tally.totals.adjustments);
                self.end(events);
            }
        }
    }

    fn adjust(&mut self, adjustment: &Adjustment, _events: &mut Vec<Event>) {
        self.rounds.adjust([adjustment]);
    }

    /// The player who began a year goes second in the next (ER-1.3).
    fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(self.players)),
            Phase::Over if self.is_game_over() => Progress::GameOver,
            Phase::Over => Progress::RoundOver(Seats::only(self.first.left(self.players))),
            Phase::Action(_) | Phase::Draw { .. } | Phase::Laying => Progress::Underway,
        }
    }

    fn turn_owner(&self) -> Option<Seat> {
        match self.phase {
            Phase::Draw { seat, .. } => Some(seat),
            Phase::Laying => self.laying_player,
            _ => None,
        }
    }
}

impl<B: EmuBook> Emu<B> {
    /// Begins a year: the deck is shuffled, and each player is dealt a hand (ER-1.1, ER-1.2; RX-1.1, RX-1.2).
    fn begin(&mut self, first: Seat, events: &mut Vec<Event>) {
        self.rounds.begin(self.points(&self.rounds.current));
        self.clear();
        (self.phase, self.first, self.is_market_due) = (Phase::Action(first), first, B::MARKET_EACH > 0);
        for seat in self.seats() {
            self.account.deal(seat, HAND);
        }
        events.push(Event::YearBegins);
    }

    /// Begins the current year anew, before its cards are dealt.
    pub(super) fn clear(&mut self) {
        let rounds = self.rounds.take_cleared();
        *self = Self { first: self.first, rounds, ..Self::new(self.players, &self.setup) };
    }

    fn play(&mut self, seat: Seat, step: &Step, events: &mut Vec<Event>) {
        // A step before the market is laid out may have been let stand: the year then goes on without a market.
        self.is_market_due &= matches!(step, Step::Shows(_));
        if self.setup.has_excuses() {
            self.count_seen_excuses(seat, step);
        }
        match step {
            // ER-3.1, RX-3.1
            Step::Hatch(bird_card) => {
                self.account.leave_hand(seat, bird_card.card.index());
                self.rancher_mut(seat).birds.push(Bird::hatched(*bird_card));
                self.after_action(seat, TurnAction::Hatched(bird_card.card));
            }
            Step::Grow(number, bird_card) => {
                self.put_on_bird(seat, *number, *bird_card);
                self.after_action(seat, TurnAction::Grew(*number, bird_card.card));
            }
            // ER-4.1, RX-4.1
            Step::Discard(card, pile) => {
                self.account.leave_hand(seat, card.index());
                let pile = pile.or_else(|| self.free_pile()).unwrap_or(PileNumber::One);
                self.discards.get_mut(pile).put(*card);
                self.after_action(seat, TurnAction::Discarded(*card));
            }
            // ER-4.4, RX-4.4. After the year's end, the account has no card to draw and changes nothing.
            Step::Draw(card) => {
                match card {
                    Some(card) => self.account.draw_seen(seat, card.index()),
                    None => self.account.draw_unseen(seat),
                };
                self.after_draw(seat, events);
            }
            Step::Take(card, source) => {
                self.take(seat, *card, *source, events);
                self.after_draw(seat, events);
            }
            Step::Lay(number, bird_card) => {
                self.put_on_bird(seat, *number, *bird_card);
                self.after_laying(seat);
            }
            // ER-5.4, RX-5.4
            Step::Excuse(number) => {
                if let Some(bird) = self.bird(seat, *number) {
                    events.push(Event::Excused(seat, *number, self.score_bird(bird).points));
                }
                self.account.leave_hand(seat, Card::EXCUSE.index());
                self.rancher_mut(seat).excused.push(*number);
                self.after_laying(seat);
            }
            Step::Done => {
                self.done = self.done.with(seat);
                self.laying_player = None;
                // An early `done` that was let stand: the turn passes.
                if self.has_turns() {
                    self.last_drawer = None;
                    self.phase = Phase::Action(seat.left(self.players));
                }
            }
            Step::Shows(cards) => self.account.show(seat, cards),
            Step::Market(_) => {}
        }
    }

    fn put_on_bird(&mut self, seat: Seat, number: BirdNumber, bird_card: BirdCard) {
        self.account.leave_hand(seat, bird_card.card.index());
        if let Some(bird) = self.rancher_mut(seat).birds.get_mut(number.index()) {
            bird.grow(bird_card);
        }
    }

    /// ER-4.3, ER-4.4; RX-4.3 to RX-4.5
    fn take(&mut self, seat: Seat, card: Card, source: Option<TakeSource>, events: &mut Vec<Event>) {
        match self.source(card, source) {
            Some(TakeSource::Pile(number)) => {
                let pile = self.discards.get_mut(number);
                if !pile.take(card) {
                    self.account.reveal(card.index());
                    pile.take_unnamed();
                }
                if B::PILES > 1 && pile.is_empty() {
                    events.push(Event::PileTaken(number));
                }
            }
            Some(TakeSource::Market) => {
                self.market.take(card);
                let rancher = self.rancher_mut(seat);
                rancher.market_draws = rancher.market_draws.saturating_add(1);
                events.push(Event::MarketDraw(seat));
            }
            None => return,
        }
        self.account.enter_hand(seat, card.index());
    }

    /// Ends an action. The turn goes on with this player, even after an action out of turn.
    fn after_action(&mut self, seat: Seat, action: TurnAction) {
        if self.has_turns() {
            self.action = Some(action);
            self.last_drawer = None;
            self.phase = Phase::Draw { seat, has_discarded: matches!(action, TurnAction::Discarded(_)) };
        }
    }

    /// Ends a draw, and with it the turn (ER-1.2, ER-2.2; RX-1.2, RX-2.2).
    fn after_draw(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if self.has_turns() {
            self.last_drawer = Some(seat);
            if self.account.pile_len() > 0 {
                self.phase = Phase::Action(seat.left(self.players));
            } else {
                self.phase = Phase::Laying;
                events.push(Event::LastCardDrawn);
            }
        }
    }

    /// Ends a `lay` or `excuse`, which belong after the year's end.
    fn after_laying(&mut self, seat: Seat) {
        if self.phase == Phase::Laying {
            self.laying_player = Some(seat);
        } else {
            // An early step that was let stand counts as the turn's action.
            self.after_action(seat, TurnAction::LaidDown);
        }
    }

    /// Deduces a hand's cards if possible (TB-6). Called after each step, before the year can end.
    pub(super) fn deduce(&mut self, events: &mut Vec<Event>) {
        events.extend(self.account.deduce().map(Event::Deduced));
    }

    fn end(&mut self, events: &mut Vec<Event>) {
        self.phase = Phase::Over;
        self.laying_player = None;
        events.push(Event::YearOver);
        if self.is_game_over() {
            events.push(Event::GameOver);
        }
    }

    /// ER-6.7, RX-6.7: counts the Excuses that are seen in a hand before its player is done. An Excuse that leaves the hand
    /// counts as a seen one.
    fn count_seen_excuses(&mut self, seat: Seat, step: &Step) {
        let named_excuses = step.cards().iter().filter(|&&card| card == Card::EXCUSE).count();
        if named_excuses == 0 {
            return;
        }
        let named_excuses = to_u8(named_excuses);
        let is_done = self.done.contains(seat);
        let excuses_seen = &mut self.rancher_mut(seat).excuses_seen;
        *excuses_seen = match step {
            Step::Draw(_) | Step::Shows(_) | Step::Take(..) if is_done => *excuses_seen,
            Step::Shows(_) => named_excuses.max(*excuses_seen),
            Step::Draw(_) | Step::Take(..) => excuses_seen.saturating_add(named_excuses),
            _ => excuses_seen.saturating_sub(named_excuses),
        };
    }

    /// ER-6.7, RX-6.7: at the year's end, spends the seen Excuses for their players, unless only claimed Excuses count.
    fn spend_excuses(&mut self) {
        for seat in self.seats() {
            let known_excuses = self.account.hand(seat).known(Card::EXCUSE.index());
            let only_claimed = self.setup.only_claimed;
            let rancher = self.rancher_mut(seat);
            rancher.excuses_spent_at_end = if only_claimed { 0 } else { rancher.excuses_seen };
            rancher.excuses_unclaimed = to_u8(known_excuses).saturating_sub(rancher.excuses_spent_at_end);
        }
    }
}
