//! The hands and decks of Eggs and Empires, where all cards and eggs are known.

use std::collections::VecDeque;

use super::{on_offer, state::SCOUT};
use crate::{
    model::{Opening, Rules},
    models::perft::{IsLegal, Truth, is_due},
};

/// A stock for each player, in seat order, and the egg deck behind them. Hands are filled up before eggs are revealed.
#[derive(Clone, Debug)]
pub struct Decks {
    hands: Vec<Vec<String>>,
    cards: Vec<VecDeque<String>>,
    eggs: VecDeque<String>,
    /// How many eggs Scouts have laid since the last were revealed.
    laid: usize,
}

impl Decks {
    fn refill(&mut self) {
        let full = if self.hands.len() == 2 { 4 } else { 3 };
        for (hand, deck) in self.hands.iter_mut().zip(&mut self.cards) {
            let missing = full - hand.len();
            hand.extend(deck.drain(..missing.min(deck.len())));
        }
    }
}

impl Truth for Decks {
    fn deal(players: usize, _: &Rules, stocks: &[Vec<String>]) -> Self {
        let (eggs, decks) = stocks.split_last().expect("an egg deck");
        assert_eq!(decks.len(), players, "a deck for each player");
        Self {
            hands: vec![Vec::new(); players],
            cards: decks.iter().map(|deck| deck.iter().cloned().collect()).collect(),
            eggs: eggs.iter().cloned().collect(),
            laid: 0,
        }
    }

    fn allows(&self, seat: usize, step: &str) -> bool {
        let Some(cards) = step.strip_prefix("play ") else { return true };
        let count = |card: &str| self.hands[seat].iter().filter(|held| *held == card).count();
        let cards: Vec<&str> = cards.split(' ').collect();
        cards.iter().all(|card| cards.iter().filter(|other| *other == card).count() <= count(card))
    }

    fn happens(&self, open: &[Opening], _: IsLegal<'_>) -> Option<(Option<usize>, String)> {
        let due = on_offer(self.hands.len());
        let mut reveal = "reveal".to_owned();
        self.eggs.iter().skip(self.laid).take(due).for_each(|egg| reveal = format!("{reveal} {egg}"));
        is_due(open, "reveal").then_some((None, reveal))
    }

    fn follow(&mut self, actor: Option<usize>, step: &str) {
        let words: Vec<&str> = step.split(' ').collect();
        match (actor, words[0]) {
            (None, "reveal") => {
                let gone = std::mem::take(&mut self.laid) + words.len() - 1;
                self.eggs.drain(..gone.min(self.eggs.len()));
                self.refill();
            }
            (Some(seat), "play") => {
                for card in &words[1..] {
                    let at = self.hands[seat].iter().position(|held| held == card).expect("it is in the hand");
                    self.hands[seat].remove(at);
                    self.laid += usize::from(*card == SCOUT.to_string());
                }
            }
            _ => {}
        }
    }
}
