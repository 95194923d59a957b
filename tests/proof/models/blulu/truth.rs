//! The hands and the deck of Blulu, where all cards are known.

use std::collections::VecDeque;

use crate::{
    model::{Opening, Rules},
    models::emu::words,
    models::perft::{IsLegal, Truth, is_due},
};

/// In each deal all cards of a hand at once, in seat order; the table cards come after the first hands.
#[derive(Clone, Debug)]
pub struct Deals {
    hands: Vec<Vec<String>>,
    deck: VecDeque<String>,
    hand: usize,
    table: usize,
}

impl Deals {
    fn deal(&mut self) {
        for hand in &mut self.hands {
            hand.extend(self.deck.drain(..self.hand.min(self.deck.len())));
        }
    }
}

/// The cards that a step plays.
fn played(step: &str) -> Vec<String> {
    let cards = step.strip_prefix("trail ").or_else(|| Some(step.split_once(" with ")?.1));
    words(cards.unwrap_or_default())
}

impl Truth for Deals {
    fn deal(players: usize, rules: &Rules, stocks: &[Vec<String>]) -> Self {
        let [deck] = stocks else { panic!("there is one deck") };
        let number = |key: &str| rules[key].parse().expect("a number");
        let mut deals = Self {
            hands: vec![Vec::new(); players],
            deck: deck.iter().cloned().collect(),
            hand: number("hand"),
            table: number("table"),
        };
        deals.deal();
        deals
    }

    fn allows(&self, seat: usize, step: &str) -> bool {
        played(step).iter().all(|card| self.hands[seat].contains(card))
    }

    fn happens(&self, open: &[Opening], _: IsLegal<'_>) -> Option<(Option<usize>, String)> {
        let cards: Vec<&str> = self.deck.iter().take(self.table).map(String::as_str).collect();
        is_due(open, "deal").then(|| (None, format!("deal {}", cards.join(" "))))
    }

    fn follow(&mut self, actor: Option<usize>, step: &str) {
        let Some(seat) = actor else {
            self.deck.drain(..self.table);
            return;
        };
        let gone = played(step);
        self.hands[seat].retain(|card| !gone.contains(card));
        if self.hands.iter().all(Vec::is_empty) {
            self.deal();
        }
    }
}
