//! What acts do in Blulu (BL): deals, turns, captures, trails, and the end of a round.

use super::{
    Blulu, Bonuses, Phase, Trail,
    captures::{RANKS, bonus, rank},
    counting::{End, Round},
    judging::Step,
};
use crate::{
    model::{Clause, Model as _},
    models::emu::hand::{Hand, deduce, without},
};

impl Blulu {
    pub(super) fn this_round(&mut self) -> &mut Round {
        self.rounds.last_mut().expect("a round")
    }

    pub(super) fn take_stock(&mut self) {
        let unseen = |game: &Self| {
            let known = game.hands.iter().flat_map(|hand| &hand.known);
            without(&game.deck, known.chain(&game.lying).chain(&game.taken))
        };
        let unaccounted = unseen(self);
        deduce(&mut self.hands, self.pile, unaccounted);
        self.unaccounted = unseen(self);
    }

    /// All cards go into the deck.
    pub(super) fn gather(&mut self) {
        self.hands.fill(Hand::default());
        self.pile = self.deck.len();
        self.lying.clear();
        self.taken.clear();
        self.trails.clear();
    }

    /// BL-1.3: a card at a time to each, until all have their hand or the deck is gone.
    pub(super) fn deal_hands(&mut self) {
        for _ in 0..self.hand_cards {
            for seat in self.clockwise_after(self.dealer()) {
                if self.pile > 0 {
                    self.pile -= 1;
                    self.hands[seat].unseen += 1;
                }
            }
        }
        self.trails.clear();
    }

    /// The turn goes to the first after `seat` who has cards; with all hands empty the next deal comes, or the round's end.
    fn go_on_after(&mut self, seat: usize) {
        if let Some(next) = self.clockwise_after(seat).into_iter().find(|seat| !self.is_empty(*seat)) {
            self.phase = Phase::Turn(next);
        } else if self.pile > 0 {
            self.deal_hands();
            self.phase = Phase::Turn(self.next_dealer());
        } else {
            self.end_the_round();
        }
    }

    /// BL-4.1.
    fn end_the_round(&mut self) {
        if let Some(captor) = self.this_round().last_captor {
            let left = std::mem::take(&mut self.lying);
            self.this_round().sides[captor].captured += left.len();
            self.captured[captor] += left.len();
            self.taken.extend(left);
        }
        self.this_round().end = Some(End::Played);
        self.phase = Phase::Over;
        self.trails.clear();
    }

    /// Cards leave a hand, and what was trailed before is known the better.
    fn leave(&mut self, seat: usize, cards: &[String]) {
        for card in cards {
            self.hands[seat].lose(card);
        }
        for trail in self.trails.iter_mut().filter(|trail| trail.seat == seat) {
            trail.played.extend_from_slice(cards);
        }
    }

    fn trail(&mut self, seat: usize, cards: &[String]) {
        let seen_at_once = self.hides_a_capture(seat, cards);
        self.leave(seat, cards);
        if self.must_capture == "hand" && !seen_at_once {
            self.trails.push(Trail { act: self.acts, seat, lying: self.lying.clone(), played: cards.to_vec() });
        }
        self.lying.extend_from_slice(cards);
    }

    fn capture(&mut self, seat: usize, ranks: &[char], cards: &[String]) {
        self.leave(seat, cards);
        let (caught, left): (Vec<_>, Vec<_>) = self.lying.drain(..).partition(|card| ranks.contains(&rank(card)));
        self.lying = left;
        let taken = [cards, &caught].concat();
        let round = self.rounds.last_mut().expect("a round");
        round.last_captor = Some(seat);
        round.sides[seat].captured += taken.len();
        self.captured[seat] += taken.len();
        if let Some((kind, worth)) = bonus(&taken) {
            round.sides[seat].bonuses.push((kind, worth, taken.clone()));
            // BL-3.3
            if self.bonuses == Bonuses::Tally && self.leader(&self.totals()) == Some(seat) {
                self.this_round().end = Some(End::AtOnce(seat));
                self.phase = Phase::Over;
            }
        }
        self.taken.extend(taken);
    }

    /// The trails that what is known by now proves foul; they are told once.
    fn revokes(&mut self) -> Vec<(usize, Clause)> {
        let is_proved = |trail: &Trail| {
            let sure = [&trail.played[..], &self.hands[trail.seat].known].concat();
            self.has_capture(&sure, &trail.lying)
        };
        let (proved, open): (Vec<Trail>, Vec<Trail>) = self.trails.clone().into_iter().partition(is_proved);
        self.trails = open;
        proved.into_iter().map(|trail| (trail.act, Self::clause("2.7"))).collect()
    }

    pub(super) fn step(&mut self, actor: Option<usize>, text: &str) -> Vec<(usize, Clause)> {
        let Step { verb, ranks, cards } = Step::of(text);
        match (verb, actor) {
            ("deal", _) => {
                self.pile -= cards.len();
                self.lying.extend(cards);
                self.table_was_dealt = true;
                if self.phase == Phase::Deal {
                    self.phase = Phase::Turn(self.next_dealer());
                }
            }
            ("shows", Some(seat)) => self.hands[seat].show(&cards),
            ("trail", Some(seat)) => self.trail(seat, &cards),
            (_, Some(seat)) => self.capture(seat, &ranks, &cards),
            _ => panic!("who did {text}?"),
        }
        self.take_stock();
        let revokes = self.revokes();
        if let ("trail" | "capture", Some(seat)) = (verb, actor)
            && self.phase != Phase::Over
        {
            self.go_on_after(seat);
            self.take_stock();
        }
        revokes
    }

    /// Every capture with these cards, of each rank that lies there, and of all sets of those that they reach.
    pub(super) fn captures_with(&self, cards: &[String]) -> Vec<String> {
        let lies = |letter: &char| self.lying.iter().any(|card| rank(card) == *letter);
        let lying: Vec<char> = RANKS.chars().filter(lies).collect();
        let mut sets: Vec<Vec<char>> = vec![Vec::new()];
        for letter in lying.iter().filter(|letter| self.reaches(cards, **letter)) {
            let with: Vec<Vec<char>> = sets.iter().map(|set| [&set[..], &[*letter]].concat()).collect();
            sets.extend(with);
        }
        sets.retain(|set| set.len() > 1);
        sets.extend(lying.iter().map(|letter| vec![*letter]));
        let words = |set: &Vec<char>| set.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
        sets.iter().map(|set| format!("capture {} with {}", words(set), cards.join(" "))).collect()
    }
}
