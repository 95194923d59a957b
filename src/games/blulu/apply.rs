//! Doing an act, legal or not, and telling what followed from it.

use super::{Blulu, Bonus, Capture, Phase, Ranks, Round, Step, Tally, Won, stock, trail::Held};
use crate::{
    decktet::{Card, Cards},
    table::{Account, Act, Seat},
};

/// What can follow from an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round began.
    RoundBegins,
    /// All hands were empty, and the next cards are dealt (BL-1.3).
    Dealt,
    /// A capture took these cards from the table (BL-2.4).
    Taken {
        /// Who captured.
        seat: Seat,
        /// The cards from the table.
        cards: Cards,
    },
    /// A capture earned a bonus (BL-3.1, BL-3.2).
    Earned {
        /// Who captured.
        seat: Seat,
        /// Which, with all cards of the capture.
        won: Won,
    },
    /// What a hand holds was worked out (TB-6).
    Deduced {
        /// Whose.
        seat: Seat,
    },
    /// Cards seen since prove a trail to have been a revoke (BL-2.7).
    Revoke {
        /// The trail's number among the acts.
        act: usize,
        /// Who trailed.
        seat: Seat,
        /// What should have been captured, with what.
        capture: Capture,
    },
    /// The last captor took what was left (BL-4.1).
    TookTheRest {
        /// Who.
        seat: Seat,
        /// The cards.
        cards: Cards,
    },
    /// Nobody had captured, and what was left counts for nobody (BL-4.1).
    NobodyCaptured,
    /// A round was counted (BL-4.2).
    RoundOver,
    /// The game is over (BL-3.3, BL-5.1).
    GameOver,
}

impl Blulu {
    #[inline]
    pub(super) fn act(&mut self, act: &Act<Step, Tally>, tell: &mut impl FnMut(Event)) {
        match act {
            Act::Round { first } => self.begin_round(*first, tell),
            Act::Step { step: Step::Deal(cards), .. } => self.deal_to_table(cards),
            Act::Step { actor: Some(seat), step: Step::Trail(cards) } => self.trail(*seat, cards, tell),
            Act::Step { actor: Some(seat), step: Step::Capture(ranks, cards) } => self.capture(*seat, *ranks, cards, tell),
            Act::Step { actor: Some(seat), step: Step::Shows(cards) } => {
                self.account.show(*seat, &cards.iter().map(|card| card.index()));
                self.held[seat.index()].seen.extend(cards.iter().copied());
                self.answer(*seat, tell);
                self.deduce(tell);
            }
            Act::Step { actor: None, .. } => {}
            Act::Tally(tally) => self.count(tally, tell),
        }
        self.acts += 1;
    }

    /// BL-1.1, BL-1.2
    fn begin_round(&mut self, first: Seat, tell: &mut impl FnMut(Event)) {
        if self.number > 0 {
            self.before = self.totals();
            self.past.push(std::mem::take(&mut self.round));
        }
        self.number = self.number.saturating_add(1);
        self.dealer = first;
        self.clear_table();
        self.deal = 0;
        self.table_dealt = false;
        self.deal_hands();
        self.phase = if self.setup.dealing.table > 0 { Phase::Deal } else { Phase::Turn(self.leads()) };
        tell(Event::RoundBegins);
    }

    /// All cards are in the deck.
    fn clear_table(&mut self) {
        self.account = Account::new(stock(self.setup.dealing.deck));
        self.table = Cards::EMPTY;
        self.piles = Default::default();
        self.captor = None;
        self.held = Default::default();
        self.trails.clear();
    }

    /// BL-1.2, BL-1.3: one card at a time, from the dealer's left, as far as the deck goes.
    fn deal_hands(&mut self) {
        self.deal += 1;
        self.held = Default::default();
        self.trails.clear();
        let mut seat = self.dealer;
        for _ in 0..self.players * usize::from(self.setup.dealing.hand) {
            seat = seat.left(self.players);
            self.account.draw_unseen(seat);
        }
    }

    /// Who plays first in a deal (BL-1.4): the first to the dealer's left who has cards.
    fn leads(&self) -> Seat {
        self.next_with_cards(self.dealer).unwrap_or_else(|| self.next_dealer())
    }

    fn next_with_cards(&self, after: Seat) -> Option<Seat> {
        let mut seat = after;
        for _ in 0..self.players {
            seat = seat.left(self.players);
            if !self.account.hand(seat).is_empty() {
                return Some(seat);
            }
        }
        None
    }

    fn deal_to_table(&mut self, cards: &[Card]) {
        for card in cards {
            if self.account.turn_up(card.index()) {
                self.table.insert(*card);
            }
        }
        self.table_dealt = true;
        if self.phase == Phase::Deal {
            self.phase = Phase::Turn(self.leads());
        }
    }

    /// Cards leave a hand and are seen.
    #[inline]
    fn play(&mut self, seat: Seat, cards: &[Card], tell: &mut impl FnMut(Event)) -> Cards {
        let played: Cards = cards.iter().copied().collect();
        for card in cards {
            self.account.leave_hand(seat, card.index());
        }
        let Held { seen, played: gone } = &mut self.held[seat.index()];
        *seen |= played;
        *gone |= played;
        self.answer(seat, tell);
        played
    }

    /// BL-2.6
    #[inline]
    fn trail(&mut self, seat: Seat, cards: &[Card], tell: &mut impl FnMut(Event)) {
        let (lying, gone) = (self.lying(), self.held[seat.index()].played);
        let played = self.play(seat, cards, tell);
        self.table |= played;
        self.question(seat, lying, gone);
        self.turn_passes(seat, tell);
    }

    /// BL-2.4
    #[inline]
    fn capture(&mut self, seat: Seat, ranks: Ranks, cards: &[Card], tell: &mut impl FnMut(Event)) {
        let played = self.play(seat, cards, tell);
        let taken = self.table & ranks.cards();
        self.table -= taken;
        let all = played | taken;
        self.piles[seat.index()] |= all;
        tell(Event::Taken { seat, cards: taken });
        if let Phase::Deal | Phase::Turn(_) = self.phase {
            self.captor = Some(seat);
            let catch = &mut self.round.catches[seat.index()];
            catch.captured += u16::try_from(all.len()).unwrap_or_default();
            if let Some(bonus) = Bonus::of(all) {
                let won = Won { bonus, cards: all };
                catch.bonuses.push(won);
                tell(Event::Earned { seat, won });
                if self.wins_at_once(seat, |seat| self.round.catches[seat.index()].worth()) {
                    // BL-3.3
                    self.phase = Phase::GameOver { at_once: true };
                    tell(Event::GameOver);
                }
            }
        }
        self.turn_passes(seat, tell);
    }

    /// BL-1.3, BL-1.4: to the next who has cards, over a new deal, or the round ends.
    #[inline]
    fn turn_passes(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        if let Phase::Deal | Phase::Turn(_) = self.phase {
            if let Some(next) = self.next_with_cards(seat) {
                self.phase = Phase::Turn(next);
            } else if self.account.hidden() > 0 {
                self.deal_hands();
                self.phase = Phase::Turn(self.leads());
                tell(Event::Dealt);
            } else {
                self.end_round(tell);
            }
        }
        self.deduce(tell);
    }

    /// BL-4.1
    fn end_round(&mut self, tell: &mut impl FnMut(Event)) {
        match self.captor {
            _ if self.table.is_empty() => {}
            Some(seat) => {
                let cards = std::mem::take(&mut self.table);
                self.piles[seat.index()] |= cards;
                self.round.catches[seat.index()].captured += u16::try_from(cards.len()).unwrap_or_default();
                tell(Event::TookTheRest { seat, cards });
            }
            None => tell(Event::NobodyCaptured),
        }
        self.count_round(tell);
    }

    /// BL-4.2, BL-5.1
    fn count_round(&mut self, tell: &mut impl FnMut(Event)) {
        self.round.counted = true;
        self.phase = if self.is_decided() { Phase::GameOver { at_once: false } } else { Phase::Over };
        tell(Event::RoundOver);
        if self.is_game_over() {
            tell(Event::GameOver);
        }
    }

    /// A round counted on the table: it is over.
    fn count(&mut self, tally: &Tally, tell: &mut impl FnMut(Event)) {
        self.clear_table();
        self.round = Round { catches: tally.catches(), counted: false };
        if self.ends_early(tally) {
            // BL-3.3
            self.phase = Phase::GameOver { at_once: true };
            tell(Event::GameOver);
        } else {
            self.count_round(tell);
        }
    }
}
