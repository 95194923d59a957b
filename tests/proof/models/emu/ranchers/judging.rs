//! Emu Ranchers (ER) judged: clauses by their numbers.

use super::Ranchers;
use crate::{
    model::Act,
    models::emu::{
        bird::{
            are_counted, bird_at, brings, cannot_be_left, cannot_grow, cannot_hatch, card_of, counted_cards, counted_part,
            not_lying, words,
        },
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
                // The Excuse that was spent is in no hand.
                let spent = self.this_year().iter().flat_map(|rancher| &rancher.excused).map(|_| "EX".to_owned());
                let cards: Vec<String> = counted_cards(texts).into_iter().chain(spent).collect();
                return (!is_part_of(&cards, &self.deck)).then_some("TB-3");
            }
            Act::Step(actor, text) => (actor.unwrap_or_default(), text),
        };
        let step = words(text);
        let rancher = &self.this_year()[seat];
        let hand = |cards: &[String]| (!rancher.hand.can_hold(cards, &self.unaccounted)).then_some("TB-3");
        let no_bird = |number: &str| {
            let at = bird_at(number);
            (at >= rancher.birds.len() || rancher.excused.contains(&at)).then_some("TB-4")
        };
        match step.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["grow" | "lay", number, laid] => hand(&[card_of(laid)]).or_else(|| no_bird(number)),
            ["excuse", number] => hand(&words("EX")).or_else(|| no_bird(number)),
            ["hatch", laid] => hand(&[card_of(laid)]),
            ["discard" | "shows", ..] => hand(&step[1..]),
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
                let counted = || self.this_year().iter().zip(texts.iter().map(|text| counted_part(text).0));
                let forgets = !counted().all(|(rancher, counted)| are_counted(rancher.lying(), &counted));
                let changed: Vec<_> = counted().flat_map(|(rancher, counted)| not_lying(rancher.lying(), counted)).collect();
                cannot_be_left(&changed).or(forgets.then_some("TB-8"))
            }
            Act::Step(actor, text) => {
                let seat = actor.unwrap_or_default();
                let birds = &self.this_year()[seat].birds;
                match text.split(' ').collect::<Vec<_>>()[..] {
                    ["hatch", laid] => cannot_hatch(laid),
                    ["grow" | "lay", number, laid] => cannot_grow(birds.get(bird_at(number))?, laid),
                    ["excuse", number] => {
                        (brings(birds.get(bird_at(number))?, self.counting.upkeep).points >= 0).then_some("5.4")
                    }
                    ["take", _] if matches!(self.turns.phase, Phase::Draw(_, true)) => Some("4.2"),
                    ["take", card] => (self.discards.last().map(String::as_str) != Some(card)).then_some("4.3"),
                    _ => None,
                }
            }
        }
    }
}
