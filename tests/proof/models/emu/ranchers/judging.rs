//! Emu Ranchers (ER) judged: clauses by their numbers.

use super::Ranchers;
use crate::{
    model::Act,
    models::emu::{
        bird::{Bird, are_counted, birds_of, misfit, not_lying, words},
        hand::is_part_of,
        turns::Phase,
    },
};

impl Ranchers {
    /// Turn and phase.
    pub(super) fn breaks_the_order(&self, act: &Act) -> Option<&'static str> {
        match act {
            // The result of a round whose moves are over belongs to that round still.
            Act::Tally(_) => None,
            _ if self.is_game_over() => Some("TB-7"),
            Act::Round(first) if self.turns.phase == Phase::Over => (*first == self.turns.first).then_some("1.3"),
            Act::Round(_) => self.turns.due_before_a_year(),
            Act::Step(_, text) if text.starts_with("shows") => (self.turns.phase == Phase::Over).then_some("TB-5"),
            Act::Step(actor, text) => {
                let seat = actor.expect("the table does nothing in this game");
                self.turns.due_before(seat, &words(text)[0])
            }
        }
    }

    /// Whether it can be.
    pub(super) fn contradicts(&self, act: &Act) -> Option<&'static str> {
        let (seat, text) = match act {
            Act::Round(_) => return None,
            Act::Tally(texts) => {
                let all: Vec<String> = texts.iter().flat_map(|text| birds_of(text)).flatten().collect();
                return (!is_part_of(&all, &Self::deck())).then_some("TB-3");
            }
            Act::Step(actor, text) => (actor.unwrap_or_default(), text),
        };
        let step = words(text);
        let hand = |cards: &[String]| (!self.hands[seat].can_hold(cards, &self.unaccounted)).then_some("TB-3");
        match step.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["grow" | "lay", number, _] => hand(&step[2..]).or_else(|| self.bird(seat, number).is_none().then_some("TB-4")),
            ["hatch" | "discard" | "shows", ..] => hand(&step[1..]),
            ["draw", _] => (self.pile == 0 || !self.unaccounted.contains(&step[1])).then_some("TB-3"),
            ["take", _] => (!self.discards.contains(&step[1])).then_some("TB-4"),
            _ => None,
        }
    }

    /// Every other clause.
    pub(super) fn breaks(&self, act: &Act) -> Option<&'static str> {
        match act {
            Act::Round(_) => None,
            Act::Tally(texts) => {
                let counted: Vec<Vec<Bird>> = texts.iter().map(|text| birds_of(text)).collect();
                let forgets = !self.this_year().iter().zip(&counted).all(|(lying, counted)| are_counted(lying, counted));
                let changed: Vec<Bird> =
                    self.this_year().iter().zip(counted).flat_map(|(lying, counted)| not_lying(lying, counted)).collect();
                misfit(&changed).or(forgets.then_some("TB-8"))
            }
            Act::Step(actor, text) => {
                let seat = actor.unwrap_or_default();
                match text.split(' ').collect::<Vec<_>>()[..] {
                    ["grow" | "lay", number, card] => {
                        let bird = self.bird(seat, number)?;
                        misfit(&[[&bird[..], &words(card)].concat()])
                    }
                    ["take", _] if matches!(self.turns.phase, Phase::Draw(_, true)) => Some("4.2"),
                    ["take", card] => (self.discards.last().map(String::as_str) != Some(card)).then_some("4.3"),
                    _ => None,
                }
            }
        }
    }
}
