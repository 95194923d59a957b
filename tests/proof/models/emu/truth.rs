//! The hands and the draw pile of an emu game, where all cards are known.

use std::collections::VecDeque;

use super::bird::{card_of, words};
use crate::{model::Rules, models::perft::Truth};

/// Six cards to each in seat order; the rest is the draw pile.
#[derive(Clone, Debug)]
pub struct Hands {
    hands: Vec<Vec<String>>,
    pile: VecDeque<String>,
}

/// The card that leaves the hand by a step.
fn leaving(step: &[String]) -> Option<String> {
    match &step[0][..] {
        "hatch" | "discard" => Some(card_of(&step[1])),
        "grow" | "lay" => Some(card_of(&step[2])),
        "excuse" => Some("EX".to_owned()),
        _ => None,
    }
}

impl Truth for Hands {
    fn deal(players: usize, _: &Rules, stocks: &[Vec<String>]) -> Self {
        let [deck] = stocks else { panic!("there is one deck") };
        let hands = deck.chunks(6).take(players).map(<[String]>::to_vec).collect();
        Self { hands, pile: deck[6 * players..].iter().cloned().collect() }
    }

    fn allows(&self, seat: usize, step: &str) -> bool {
        leaving(&words(step)).is_none_or(|card| self.hands[seat].contains(&card))
    }

    fn follow(&mut self, actor: Option<usize>, step: &str) {
        let Some(seat) = actor else { return };
        let step = words(step);
        let hand = &mut self.hands[seat];
        if let Some(card) = leaving(&step) {
            let at = hand.iter().position(|other| *other == card).expect("it is in the hand");
            hand.remove(at);
        }
        match &step[0][..] {
            "take" => hand.push(step[1].clone()),
            "draw" => hand.push(self.pile.pop_front().expect("a card to draw")),
            _ => {}
        }
    }
}
