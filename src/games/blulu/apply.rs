//! Applies an act, legal or not: its consequences, and the revokes that it proves (BL-2.7).

use super::{Blulu, Bonus, Capture, EarnedBonus, Fault, MustCapture, OpenTrail, Phase, Ranks, SeenHand, Step, TallyPart};
use crate::{
    decktet::{Card, Cards},
    table::prelude::*,
};

/// An event that can follow from an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round began.
    RoundBegins,
    /// All hands were empty, so the next cards were dealt (BL-1.3).
    Dealt,
    /// A capture: the cards taken from the table, and all captured cards, including those played (BL-2.4).
    Taken(Seat, Cards, Cards),
    /// A capture earned a bonus (BL-3.1, BL-3.2).
    Earned(Seat, EarnedBonus),
    /// The cards of a player's hand were deduced (TB-6).
    Deduced(Seat),
    /// Cards that were seen later prove that a trail was a revoke (BL-2.7).
    Revoke {
        /// The trail's number among the acts.
        act: usize,
        /// The player who trailed.
        seat: Seat,
        /// The capture that was possible instead.
        capture: Capture,
    },
    /// The last captor took the cards that were left (BL-4.1).
    TookTheRest(Seat, Cards),
    /// Nobody had captured, and the cards that were left count for nobody (BL-4.1).
    NobodyCaptured,
    /// A round was counted (BL-4.2).
    RoundOver,
    /// The game is over (BL-3.3, BL-5.1).
    GameOver,
}

impl Apply for Blulu {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        match act {
            Act::BeginRound { first } => self.begin_round(*first, events),
            Act::Step { step: Step::Deal(cards), .. } => self.deal_to_table(cards),
            Act::Step { actor: Some(seat), step: Step::Trail(cards) } => self.trail(*seat, cards, events),
            Act::Step { actor: Some(seat), step: Step::Capture(ranks, cards) } => self.capture(*seat, *ranks, cards, events),
            Act::Step { actor: Some(seat), step: Step::Shows(cards) } => {
                self.account.show(*seat, cards);
                self.seen_hands[seat.index()].seen.extend(cards.iter().copied());
                self.check_open_trails(*seat, events);
                self.deduce(events);
            }
            Act::Step { actor: None, .. } => {}
            Act::Tally(tally) => self.count_tally(tally, events),
        }
        self.acts += 1;
    }

    fn adjust(&mut self, adjustment: &Adjustment, events: &mut Vec<Event>) {
        self.rounds.adjust([adjustment]);
        self.acts += 1;
        let phase = match self.phase {
            Phase::Over if self.is_decided() => Phase::GameOver { by: None },
            Phase::Over | Phase::GameOver { .. } | Phase::Ready => return,
            Phase::Deal | Phase::Turn(_) => {
                match self.seats().find(|&seat| self.wins_at_once(seat, |seat| self.bonus_worth(seat))) {
                    Some(seat) => Phase::GameOver { by: Some(seat) },
                    None => return,
                }
            }
        };
        self.phase = phase;
        events.push(Event::GameOver);
    }

    fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(self.players)),
            Phase::Over => Progress::RoundOver(Seats::only(self.next_dealer())),
            Phase::GameOver { .. } => Progress::GameOver,
            Phase::Deal | Phase::Turn(_) => Progress::Underway,
        }
    }

    fn conviction(event: &Event) -> Option<(usize, Fault)> {
        match *event {
            Event::Revoke { act, seat, capture } => Some((act, Fault::Revoked(capture, seat))),
            _ => None,
        }
    }
}

impl Blulu {
    /// BL-1.1, BL-1.2
    fn begin_round(&mut self, first: Seat, events: &mut Vec<Event>) {
        self.rounds.begin(self.points());
        self.dealer = first;
        self.is_table_dealt = false;
        self.clear_table();
        self.deal_hands();
        self.phase = if self.setup.dealing.table > 0 { Phase::Deal } else { Phase::Turn(self.first_player()) };
        events.push(Event::RoundBegins);
    }

    /// Begins the current round anew, before its cards are dealt.
    pub(super) fn clear_table(&mut self) {
        let rounds = self.rounds.take_cleared();
        let Self { acts, dealer, is_table_dealt, .. } = *self;
        *self = Self { acts, dealer, is_table_dealt, rounds, ..Self::new(self.players, &self.setup) };
    }

    /// Deals one card at a time, from the dealer's left, as far as the deck goes (BL-1.2, BL-1.3).
    fn deal_hands(&mut self) {
        self.deal += 1;
        self.seen_hands = Default::default();
        self.open_trails.clear();
        let mut seat = self.dealer;
        for _ in 0..self.players * usize::from(self.setup.dealing.hand) {
            seat = seat.left(self.players);
            self.account.draw_unseen(seat);
        }
    }

    /// The player who plays first in a deal (BL-1.4): the first to the dealer's left with cards.
    fn first_player(&self) -> Seat {
        self.next_with_cards(self.dealer).unwrap_or_else(|| self.next_dealer())
    }

    fn next_with_cards(&self, after: Seat) -> Option<Seat> {
        after.left(self.players).clockwise(self.players).find(|&seat| !self.account.hand(seat).is_empty())
    }

    fn deal_to_table(&mut self, cards: &[Card]) {
        self.table.extend(cards.iter().copied().filter(|card| self.account.turn_up(card.index())));
        self.is_table_dealt = true;
        if self.phase == Phase::Deal {
            self.phase = Phase::Turn(self.first_player());
        }
    }

    /// Takes cards out of a hand, and marks them as seen. Returns the cards.
    fn play(&mut self, seat: Seat, cards: &[Card], events: &mut Vec<Event>) -> Cards {
        let played: Cards = cards.iter().copied().collect();
        for card in cards {
            self.account.leave_hand(seat, card.index());
        }
        let SeenHand { seen, played: played_cards } = &mut self.seen_hands[seat.index()];
        *seen |= played;
        *played_cards |= played;
        self.check_open_trails(seat, events);
        played
    }

    /// BL-2.6
    fn trail(&mut self, seat: Seat, cards: &[Card], events: &mut Vec<Event>) {
        let (table, played_before) = (self.table, self.seen_hands[seat.index()].played);
        let played = self.play(seat, cards, events);
        self.table |= played;
        self.keep_open_trail(seat, table, played_before);
        self.pass_turn(seat, events);
    }

    /// BL-2.4
    fn capture(&mut self, seat: Seat, ranks: Ranks, cards: &[Card], events: &mut Vec<Event>) {
        let played = self.play(seat, cards, events);
        let taken = self.table & ranks;
        self.table -= taken;
        let all_cards = played | taken;
        self.piles[seat.index()] |= all_cards;
        events.push(Event::Taken(seat, taken, all_cards));
        if self.is_underway() {
            self.captor = Some(seat);
            let player_captures = &mut self.rounds.current.catches[seat.index()];
            player_captures.captured += u16::try_from(all_cards.len()).unwrap_or_default();
            if let Some(bonus) = Bonus::of(all_cards) {
                let earned = EarnedBonus { bonus, cards: all_cards };
                player_captures.bonuses.push(earned);
                events.push(Event::Earned(seat, earned));
                if self.wins_at_once(seat, |seat| self.bonus_worth(seat)) {
                    // BL-3.3
                    self.phase = Phase::GameOver { by: Some(seat) };
                    events.push(Event::GameOver);
                }
            }
        }
        self.pass_turn(seat, events);
    }

    /// Passes the turn to the next player with cards, after a new deal if needed (BL-1.3, BL-1.4). Ends the round if no cards are
    /// left.
    fn pass_turn(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if self.is_underway() {
            if let Some(next) = self.next_with_cards(seat) {
                self.phase = Phase::Turn(next);
            } else if self.account.pile_len() > 0 {
                self.deal_hands();
                self.phase = Phase::Turn(self.first_player());
                events.push(Event::Dealt);
            } else {
                self.end_round(events);
            }
        }
        self.deduce(events);
    }

    /// BL-4.1
    fn end_round(&mut self, events: &mut Vec<Event>) {
        match self.captor {
            _ if self.table.is_empty() => {}
            Some(seat) => {
                let cards = std::mem::take(&mut self.table);
                self.piles[seat.index()] |= cards;
                self.rounds.current.catches[seat.index()].captured += u16::try_from(cards.len()).unwrap_or_default();
                events.push(Event::TookTheRest(seat, cards));
            }
            None => events.push(Event::NobodyCaptured),
        }
        self.count_round(events);
    }

    /// BL-4.2, BL-5.1
    fn count_round(&mut self, events: &mut Vec<Event>) {
        self.rounds.current.is_counted = true;
        self.phase = if self.is_decided() { Phase::GameOver { by: None } } else { Phase::Over };
        events.push(Event::RoundOver);
        if self.is_game_over() {
            events.push(Event::GameOver);
        }
    }

    fn count_tally(&mut self, tally: &Tally<TallyPart>, events: &mut Vec<Event>) {
        self.clear_table();
        for (captures, (counted, _)) in self.rounds.current.catches.iter_mut().zip(&tally.parts) {
            captures.clone_from(counted);
        }
        self.rounds.current.totals.clone_from(&tally.totals);
        let ended_by = self.ended_by(tally);
        self.rounds.adjust(&tally.totals.adjustments);
        if let Some(seat) = ended_by {
            // BL-3.3, BL-4.3
            self.phase = Phase::GameOver { by: Some(seat) };
            events.push(Event::GameOver);
        } else {
            self.count_round(events);
        }
        if !self.is_game_over() {
            self.rounds.absent = tally.totals.absent_next;
        }
    }

    /// Keeps a trail that may still turn out to be a revoke. `table` and `played_before` are the cards on the table and the played
    /// cards before the trail.
    fn keep_open_trail(&mut self, seat: Seat, table: Cards, played_before: Cards) {
        if self.setup.rules.must_capture != MustCapture::Hand || table.is_empty() {
            return;
        }
        let known_hand = self.seen_hands[seat.index()].seen - played_before;
        // If the known cards could capture, the trail was illegal and is not open.
        if self.setup.pairing.capturing(known_hand, table).is_none() {
            self.open_trails.push(OpenTrail { act: self.acts, seat, table, played_before });
        }
    }

    /// Checks a player's open trails after more cards of the hand were seen. Reports a trail at most once, and only if every hand
    /// that is still possible could have captured.
    fn check_open_trails(&mut self, seat: Seat, events: &mut Vec<Event>) {
        let (seen, pairing) = (self.seen_hands[seat.index()].seen, self.setup.pairing);
        self.open_trails.retain(|trail| {
            if trail.seat != seat {
                return true;
            }
            let capture = pairing.capturing(seen - trail.played_before, trail.table);
            events.extend(capture.map(|capture| Event::Revoke { act: trail.act, seat, capture }));
            capture.is_none()
        });
    }

    /// Deduces the cards of the only hand that can hold the unseen cards (TB-6), which may prove a revoke.
    pub(super) fn deduce(&mut self, events: &mut Vec<Event>) {
        let Some(seat) = self.account.deduce() else { return };
        let known_hand = self.account.hand(seat).known_cards().filter_map(Card::from_index).collect();
        self.seen_hands[seat.index()].seen |= known_hand;
        events.push(Event::Deduced(seat));
        self.check_open_trails(seat, events);
    }
}
