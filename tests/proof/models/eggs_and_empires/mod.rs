//! Eggs and Empires once more, as plainly as its rule book says it.

mod going_on;
mod held;
mod judged;
mod order;
mod score;
mod state;
mod step;
mod truth;

use crate::{
    model::{Act, Rules, Score, Stage},
    random_game::NAMES,
};
use score::RoundScore;
use state::{Phase, Round};
use step::{Counted, Step};

pub use truth::Decks;

/// EE-1.4
fn on_offer(players: usize) -> usize {
    match players {
        2..=4 => 2,
        5 => 3,
        _ => 4,
    }
}

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
    pub fn new(players: usize, rules: &Rules) -> Self {
        let list = rules.get("deck.eggs").map(|list| list.split(' ').map(|egg| egg.parse().expect("a number")).collect());
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

    fn on_offer(&self) -> usize {
        on_offer(self.players)
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
    pub fn out_of_order(&self, act: &Act) -> Option<&'static str> {
        match act {
            Act::Round(_) => self.round_too_early(),
            Act::Step(actor, text) => self.due(*actor, &Step::read(text)),
            Act::Tally(_) => self.rounds.is_empty().then_some("2.1"),
        }
    }

    /// Whether it can be.
    pub fn cannot_be(&self, act: &Act) -> Option<&'static str> {
        match act {
            Act::Round(_) => None,
            Act::Step(actor, text) => self.not_there(*actor, &Step::read(text)),
            Act::Tally(texts) => self.not_counted(&texts.iter().map(|text| Counted::read(text)).collect::<Vec<_>>()),
        }
    }

    /// Every other clause.
    pub fn unlawful(&self, act: &Act) -> Option<&'static str> {
        match act {
            Act::Round(first) => self.wrong_first(*first),
            Act::Step(actor, text) => self.broken(*actor, &Step::read(text)),
            Act::Tally(texts) => {
                self.forgets(&texts.iter().map(|text| Counted::read(text)).collect::<Vec<_>>()).then_some("TB-8")
            }
        }
    }

    pub fn apply(&mut self, act: &Act) {
        match act {
            Act::Round(first) => self.rounds.push(Round::new(self.players, *first, self.is("priest", "any"))),
            Act::Step(actor, text) => self.do_step(*actor, &Step::read(text)),
            Act::Tally(texts) => {
                self.round().counted = Some(texts.iter().map(|text| Counted::read(text)).collect());
                self.round().phase = Phase::Over;
            }
        }
    }

    pub fn conceivable(&self, seat: usize, verb: &str) -> Vec<String> {
        let mut values: Vec<i32> = (-20..=20).chain(self.list.iter().flatten().copied()).collect();
        values.sort_unstable();
        values.dedup();
        let names = &NAMES[..self.players];
        let each_value = |text: &dyn Fn(i32) -> String| values.iter().map(|&value| text(value)).collect::<Vec<_>>();
        let each_name = |text: &dyn Fn(&str) -> String| names.iter().map(|name| text(name)).collect::<Vec<_>>();
        match verb {
            "play" => {
                let pairs = (1..=10).flat_map(|low| (low..=10).map(move |high| format!("play {low} {high}")));
                (1..=10).map(|card| format!("play {card}")).chain(pairs).collect()
            }
            "take" => [each_value(&|value| format!("take {value}")), each_name(&|name| format!("take down {name}"))].concat(),
            "discard" => {
                let own = [each_value(&|value| format!("discard {value}")), each_name(&|name| format!("discard down {name}"))];
                let others = names.iter().enumerate().filter(|(other, _)| *other != seat);
                let from = |name: &str| own.concat().into_iter().map(|step| format!("{step} from {name}")).collect::<Vec<_>>();
                own.concat().into_iter().chain(others.flat_map(|(_, name)| from(name))).collect()
            }
            "give" => {
                let to = |name: &str| each_value(&|value| format!("give {value} to {name}"));
                let others = names.iter().enumerate().filter(|(other, _)| *other != seat);
                let unseen = each_name(&|name| format!("give down to {name}"));
                others.flat_map(|(_, name)| to(name)).chain(unseen).collect()
            }
            "decline" | "mulligan" => vec![verb.to_owned()],
            _ => Vec::new(),
        }
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

    pub fn score(&self) -> Score {
        let line = |round: &RoundScore| (round.items(), round.sum());
        Score {
            complete: self.is_over(),
            rounds: (0..self.players).map(|seat| self.rounds_of(seat).iter().map(line).collect()).collect(),
            totals: (0..self.players).map(|seat| self.total(seat)).collect(),
            winners: self.winners(),
            tiebreak: false,
        }
    }
}
