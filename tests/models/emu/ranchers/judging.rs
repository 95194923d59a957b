//! Emu Ranchers (ER) judged, clause by clause.

use super::{Phase, Ranchers, birds_of, cards};
use crate::{
    emu::{
        bird::{Bird, runs, shares_a_suit},
        hand::is_part_of,
    },
    model::Act,
};

impl Ranchers {
    /// Turn and phase.
    pub(super) fn breaks_the_order(&self, act: &Act) -> Option<&'static str> {
        match act {
            // The result of a round whose moves are over belongs to that round still.
            Act::Tally(_) => None,
            _ if self.is_game_over() => Some("TB-7"),
            Act::Round(first) => match self.phase {
                Phase::Ready => None,
                Phase::Over => (*first == self.first).then_some("ER-1.3"),
                Phase::Laying => Some("ER-5.3"),
                Phase::Action(_) | Phase::Draw(..) => Some("ER-2.1"),
            },
            Act::Step(actor, text) => {
                let seat = actor.expect("the table does nothing in this game");
                self.step_out_of_order(seat, text.split(' ').next().unwrap_or_default())
            }
        }
    }

    fn step_out_of_order(&self, seat: usize, verb: &str) -> Option<&'static str> {
        let plays = ["hatch", "grow", "discard"].contains(&verb);
        let draws = ["draw", "take"].contains(&verb);
        if verb == "shows" {
            return (self.phase == Phase::Over).then_some("TB-5");
        }
        match self.phase {
            Phase::Ready => Some("ER-1.2"),
            Phase::Action(turn) if seat == turn => (!plays).then_some("ER-2.1"),
            // A second draw is the first turn's fault.
            Phase::Action(_) => Some(if draws && self.just_drew == Some(seat) { "ER-2.1" } else { "ER-1.2" }),
            Phase::Draw(turn, _) if seat == turn => (!draws).then_some("ER-2.1"),
            // Whatever the other does, it comes before the draw that is due.
            Phase::Draw(..) => Some("ER-2.1"),
            Phase::Laying | Phase::Over => match verb {
                "lay" | "done" => self.done[seat].then_some("ER-5.3"),
                "grow" | "discard" => Some("ER-2.2"),
                _ => Some("ER-5.2"),
            },
        }
    }

    /// Whether it can be.
    pub(super) fn contradicts(&self, act: &Act) -> Option<&'static str> {
        match act {
            Act::Round(_) => None,
            Act::Tally(texts) => {
                let all: Vec<String> = texts.iter().flat_map(|text| birds_of(text)).flatten().collect();
                (!is_part_of(&all, &Self::deck())).then_some("TB-3")
            }
            Act::Step(actor, text) => self.step_cannot_be(actor.unwrap_or_default(), text),
        }
    }

    fn step_cannot_be(&self, seat: usize, text: &str) -> Option<&'static str> {
        let words: Vec<&str> = text.split(' ').collect();
        let hand = |cards: Vec<String>| (!self.hands[seat].can_hold(&cards, &self.unaccounted)).then_some("TB-3");
        match words[..] {
            ["hatch" | "discard", card] => hand(cards(&[card])),
            ["grow" | "lay", number, card] => {
                hand(cards(&[card])).or_else(|| self.bird(seat, number).is_none().then_some("TB-4"))
            }
            ["shows", ref shown @ ..] => hand(cards(shown)),
            ["draw", card] => (self.pile == 0 || !self.unaccounted.contains(&card.to_owned())).then_some("TB-3"),
            ["take", card] => (!self.discards.contains(&card.to_owned())).then_some("TB-4"),
            _ => None,
        }
    }

    /// Every other clause.
    pub(super) fn breaks(&self, act: &Act) -> Option<&'static str> {
        match act {
            Act::Round(_) => None,
            Act::Tally(texts) => {
                let birds: Vec<Bird> = texts.iter().flat_map(|text| birds_of(text)).collect();
                match () {
                    () if !birds.iter().all(|bird| shares_a_suit(bird)) => Some("ER-3.3"),
                    () if !birds.iter().all(|bird| runs(bird)) => Some("ER-3.4"),
                    () => None,
                }
            }
            Act::Step(actor, text) => {
                let seat = actor.unwrap_or_default();
                match text.split(' ').collect::<Vec<_>>()[..] {
                    ["grow" | "lay", number, card] => {
                        let mut bird = self.bird(seat, number)?.clone();
                        bird.push(card.to_owned());
                        match () {
                            () if !shares_a_suit(&bird) => Some("ER-3.3"),
                            () if !runs(&bird) => Some("ER-3.4"),
                            () => None,
                        }
                    }
                    ["take", _] if matches!(self.phase, Phase::Draw(_, true)) => Some("ER-4.2"),
                    ["take", card] => (self.discards.last().map(String::as_str) != Some(card)).then_some("ER-4.3"),
                    _ => None,
                }
            }
        }
    }
}
