//! Applies acts, legal or not: the state after each act, its events and its score.

use super::*;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    Dealt,
    Scopa(Seat),
    Deduced(Seat),
    RoundOver,
}

impl Apply for Scopa {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        match act {
            Act::BeginRound { first } => {
                self.rounds.begin(self.points());
                let rounds = self.rounds.take_cleared();
                *self = Self { dealer: *first, phase: Phase::Deal, rounds, ..Self::new(2, &self.rules) };
                Seat::all(2).for_each(|seat| self.account.deal(seat, 3)); // SC-1.2
            }
            Act::Step { step: Step::Deal(cards), .. } => {
                self.table.extend(cards.iter().filter(|card| self.account.turn_up(card.index())));
                if self.phase == Phase::Deal {
                    self.phase = Phase::Turn(self.dealer.left(2)); // SC-1.4
                }
            }
            Act::Step { actor: Some(seat), step: Step::Shows(cards) } => self.account.show(*seat, cards), // TB-5
            Act::Step { actor: Some(seat), step: Step::Play(card, taken) } => self.play(*seat, *card, taken, events),
            Act::Step { actor: None, .. } => {}
            Act::Tally(tally) => {
                *self = Self { dealer: self.dealer, rounds: self.rounds.take_cleared(), ..Self::new(2, &self.rules) };
                for (seat, points) in tally.by_seat() {
                    self.add_item(seat, "points", sc(3, 1), points.unwrap_or_default(), "counted on the table");
                }
                self.rounds.adjust(&tally.totals.adjustments);
                self.end_round(events);
            }
        }
        events.extend(self.account.deduce().map(Event::Deduced)); // TB-6
    }

    fn adjust(&mut self, adjustment: &Adjustment, _events: &mut Vec<Event>) {
        self.rounds.adjust([adjustment]);
    }

    fn progress(&self) -> Progress {
        match self.phase {
            Phase::Between if self.rounds.number == 0 => Progress::Ready(Seats::all(2)),
            Phase::Between => Progress::RoundOver(Seats::only(self.dealer.left(2))), // SC-1.4
            Phase::Deal | Phase::Turn(_) => Progress::Underway,
            Phase::Over => Progress::GameOver,
        }
    }
}

impl Scopa {
    /// Plays a card of the hand, which takes these cards of the table. If there are none, the card is laid.
    fn play(&mut self, seat: Seat, card: Card, taken: &[Card], events: &mut Vec<Event>) {
        self.account.leave_hand(seat, card.index());
        let are_hands_empty = Seat::all(2).all(|seat| self.account.hand(seat).is_empty());
        let is_last_card = are_hands_empty && self.account.pile_len() == 0;
        if taken.is_empty() {
            self.table.insert(card);
        } else {
            self.table.retain(|card| !taken.contains(card));
            self.piles[seat.index()].extend(taken.iter().chain([&card]));
            self.took_last = Some(seat);
            if self.table.is_empty() && !is_last_card {
                self.add_item(seat, "scopa", sc(3, 5), 1, &format!("{} with {card}", spaced(taken)));
                events.push(Event::Scopa(seat));
            }
        }
        if is_last_card {
            if let Some(seat) = self.took_last {
                self.piles[seat.index()].append(&mut self.table); // SC-2.4
            }
            self.count_piles();
            return self.end_round(events);
        }
        if are_hands_empty {
            Seat::all(2).for_each(|seat| self.account.deal(seat, 3)); // SC-1.3
            events.push(Event::Dealt);
        }
        if self.phase != Phase::Deal {
            // One hand is empty before the other only after a turn that broke the rules.
            let next = seat.left(2);
            self.phase = Phase::Turn(if self.account.hand(next).is_empty() { seat } else { next });
        }
    }

    /// Ends the round, and the game if it is won (SC-4.1).
    fn end_round(&mut self, events: &mut Vec<Event>) {
        let winner = Seats::all(2).with_most(|seat| self.total(seat)).single();
        let is_won = winner.is_some_and(|seat| self.total(seat) >= self.rules.target.into());
        self.phase = if is_won { Phase::Over } else { Phase::Between };
        events.push(Event::RoundOver);
    }

    /// Adds an item to the player's score of this round.
    fn add_item(&mut self, seat: Seat, kind: &'static str, clause: ClauseId, points: u8, why: &str) {
        let (label, why, points) = (kind.to_owned(), why.to_owned(), Points::Exactly(points.into()));
        self.rounds.current[seat.index()].items.push(Item { kind, label, points, clause, details: vec![], why });
    }

    /// Gives a point to the player who has more (SC-3.1 to SC-3.4).
    fn count_piles(&mut self) {
        const PRIME: [usize; 10] = [16, 12, 13, 14, 15, 18, 21, 10, 10, 10];
        let counts = self.piles.each_ref().map(|pile| {
            let of_suit = |suit| pile.iter().filter(move |card| card.suit() == suit);
            let prime = (0..4).filter_map(|suit| of_suit(suit).map(|card| PRIME[card.rank()]).max()).sum();
            [pile.len(), of_suit(1).count(), pile.contains(&Card::of(1, 6)).into(), prime]
        });
        for (nth, kind) in (0..4).zip(["cards", "diamonds", "settebello", "prime"]) {
            let count = |seat: Seat| counts[seat.index()][usize::from(nth)];
            if let Some(seat) = Seats::all(2).with_most(count).single() {
                self.add_item(seat, kind, sc(3, nth + 1), 1, &format!("{} against {}", count(seat), count(seat.left(2))));
            }
        }
    }

    pub fn total(&self, seat: Seat) -> i32 {
        self.rounds.totals(self.points())[seat.index()]
    }

    fn points(&self) -> [i32; 2] {
        self.rounds.current.each_ref().map(|sheet| sheet.points().range().0)
    }
}

impl Scoring for Scopa {
    fn score(&self, players: &Players) -> Sheet {
        let sheets = |seat: Seat| self.rounds.sheets(seat, |round, _| round[seat.index()].clone());
        Sheet::of(BOOK.game, players, self.phase == Phase::Over, sheets)
    }
}
