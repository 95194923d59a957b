//! Eggs and Empires once more, as plainly as its rule book says it.

mod going_on;
mod judged;
mod score;
mod state;
mod step;
mod worked;

use crate::{
    lines::Told,
    model::{Act, Clause, Rules, Stage, Verdict},
};
use state::{Phase, Round};
use step::{Counted, Step};

/// A game, from its first round on.
#[derive(Clone, Debug)]
pub struct Eggs {
    pub players: usize,
    rules: Rules,
    /// `[deck] eggs`
    list: Option<Vec<i32>>,
    rounds: Vec<Round>,
    ages: usize,
}

impl Eggs {
    pub fn new(players: usize, rules: &Rules, list: Option<Vec<i32>>) -> Self {
        Self { players, rules: rules.clone(), list, rounds: Vec::new(), ages: 0 }
    }

    /// A table rule in force.
    fn rule(&self, key: &str) -> String {
        self.rules[key].clone()
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.rules[key] == value
    }

    /// The round that is under way.
    fn round(&mut self) -> &mut Round {
        self.rounds.last_mut().expect("a round has begun")
    }

    fn now(&self) -> &Round {
        self.rounds.last().expect("a round has begun")
    }

    fn next_age(&mut self) -> usize {
        self.ages += 1;
        self.ages
    }

    /// EE-1.4
    fn on_offer(&self) -> usize {
        match self.players {
            2..=4 => 2,
            5 => 3,
            _ => 4,
        }
    }

    /// How many eggs a listed deck still holds in this round.
    fn left_in_deck(&self) -> Option<usize> {
        let list = self.list.as_ref()?;
        Some(list.len().saturating_sub(self.now().drawn))
    }

    /// How often an egg of this value may still turn up (EE-1.5).
    fn may_turn_up(&self, value: i32) -> usize {
        let count = |values: &[i32]| values.iter().filter(|other| **other == value).count();
        match &self.list {
            None => usize::from((-20..=20).contains(&value)) * usize::MAX,
            Some(list) => count(list).saturating_sub(count(&self.now().values)),
        }
    }

    /// Turn and phase.
    pub fn out_of_order(&self, act: &Act) -> Option<Clause> {
        match act {
            Act::Round(_) => self.round_too_early(),
            Act::Step(actor, text) => self.due(*actor, &Step::read(text)),
            Act::Tally(_) => self.rounds.is_empty().then(|| "EE-2.1".to_owned()),
        }
    }

    /// Whether it can be.
    pub fn cannot_be(&self, act: &Act) -> Option<Clause> {
        let clause = match act {
            Act::Round(_) => None,
            Act::Step(actor, text) => self.not_there(*actor, &Step::read(text)),
            Act::Tally(texts) => self.not_counted(&texts.iter().map(|text| Counted::read(text)).collect::<Vec<_>>()),
        };
        clause.map(str::to_owned)
    }

    /// Every other clause.
    pub fn unlawful(&self, act: &Act) -> Option<Clause> {
        match act {
            Act::Round(first) => self.wrong_first(*first),
            Act::Step(actor, text) => self.broken(*actor, &Step::read(text)).map(str::to_owned),
            Act::Tally(_) => None,
        }
    }

    pub fn apply(&mut self, act: &Act) {
        match act {
            Act::Round(first) => self.rounds.push(Round::new(self.players, *first)),
            Act::Step(actor, text) => self.do_step(*actor, &Step::read(text)),
            Act::Tally(texts) => {
                self.round().counted = Some(texts.iter().map(|text| Counted::read(text)).collect());
                self.round().phase = Phase::Over;
            }
        }
    }

    /// Every text that somebody could write, held against the verdict.
    pub fn legal_steps(&self) -> Vec<(usize, String)> {
        if self.rounds.is_empty() {
            return Vec::new();
        }
        let mut values: Vec<i32> = (-20..=20).chain(self.list.iter().flatten().copied()).collect();
        values.sort_unstable();
        values.dedup();
        let names = &crate::driver::NAMES[..self.players];
        let mut texts = vec!["decline".to_owned(), "mulligan".to_owned()];
        for low in 1..=10 {
            texts.push(format!("play {low}"));
            texts.extend((low..=10).map(|high| format!("play {low} {high}")));
        }
        for value in values {
            texts.extend([format!("take {value}"), format!("discard {value}")]);
            texts.extend(names.iter().map(|name| format!("give {value} to {name}")));
        }
        for name in names {
            texts.extend([format!("take down {name}"), format!("discard down {name}"), format!("give down to {name}")]);
        }
        let mut legal = Vec::new();
        for (seat, verbs) in self.open().into_iter().filter_map(|(actor, verbs)| Some((actor?, verbs))) {
            for text in texts.iter().filter(|text| verbs.contains(&text.split(' ').next().unwrap_or_default().to_owned())) {
                if self.verdict(&Act::Step(Some(seat), text.clone())) == Verdict::Legal {
                    legal.push((seat, text.clone()));
                }
            }
        }
        legal
    }

    /// Where the game stands, and who may be `first` (EE-5.1, EE-5.2).
    pub fn stage(&self) -> Stage {
        let Some(round) = self.rounds.last() else { return Stage::Ready((0..self.players).collect()) };
        if round.phase != Phase::Over || round.is_hiding() {
            Stage::Underway
        } else if self.is_over() {
            Stage::GameOver
        } else {
            Stage::RoundOver(self.next_firsts())
        }
    }
}
