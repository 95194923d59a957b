//! The hands and both decks of Piepmatz, where all cards are known.

use std::collections::VecDeque;

use crate::{
    model::{Opening, Rules},
    models::emu::words,
    models::perft::{IsLegal, Truth, is_due, turned_up},
};

/// Four birds to each in seat order; the rest is the bird deck. Behind it the feeder deck.
#[derive(Clone, Debug)]
pub struct Decks {
    hands: Vec<Vec<String>>,
    birds: VecDeque<String>,
    feeder: VecDeque<String>,
}

/// What a squirrel takes is chosen by nobody: the best seeds, here.
const LOSSES: [&str; 9] = ["3 3", "3 2", "3 1", "2 2", "2 1", "1 1", "3", "2", "1"];

impl Truth for Decks {
    fn deal(players: usize, _: &Rules, stocks: &[Vec<String>]) -> Self {
        let [birds, feeder] = stocks else { panic!("there are two decks") };
        let (hands, deck) = birds.split_at(4 * players);
        Self {
            hands: hands.chunks(4).map(<[String]>::to_vec).collect(),
            birds: deck.iter().cloned().collect(),
            feeder: feeder.iter().cloned().collect(),
        }
    }

    fn allows(&self, seat: usize, step: &str) -> bool {
        match &words(step)[..] {
            [verb, card, ..] if verb == "play" || verb == "keep" => self.hands[seat].contains(card),
            _ => true,
        }
    }

    fn happens(&self, open: &[Opening], is_legal: IsLegal<'_>) -> Option<(Option<usize>, String)> {
        let birds = ["perches", "display"].into_iter().find(|verb| is_due(open, verb));
        let feeder = ["seeds", "feeder", "refill"].into_iter().find(|verb| is_due(open, verb));
        let turned_up = match (birds, feeder) {
            (Some(verb), _) => turned_up(verb, self.birds.iter(), is_legal),
            (_, Some(verb)) => turned_up(verb, self.feeder.iter(), is_legal),
            _ => None,
        };
        if let Some(step) = turned_up {
            return Some((None, step));
        }
        let loser = open.iter().find(|(_, verbs)| verbs.iter().any(|verb| verb == "lose"))?.0;
        let lost = LOSSES.iter().map(|seeds| format!("lose {seeds}")).find(|step| is_legal(loser, step))?;
        Some((loser, lost))
    }

    fn follow(&mut self, actor: Option<usize>, step: &str) {
        let step = words(step);
        let named = step.len() - 1;
        match (actor, &step[0][..]) {
            (Some(seat), "play" | "keep") => {
                let at = self.hands[seat].iter().position(|held| *held == step[1]).expect("it is in the hand");
                self.hands[seat].remove(at);
            }
            (Some(seat), "draw") if named == 0 => self.hands[seat].extend(self.birds.pop_front()),
            (Some(seat), "draw") => self.hands[seat].push(step[1].clone()),
            (_, "perches" | "display") => drop(self.birds.drain(..named)),
            (_, "seeds" | "feeder" | "refill") => drop(self.feeder.drain(..named)),
            _ => {}
        }
    }
}
