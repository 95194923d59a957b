//! Piepmatz once more, as plainly as its rule book says it.

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
use state::{Collection, Phase, Table};
use step::{SPECIES, Step, is_seed};

/// A game.
#[derive(Clone, Debug)]
pub struct Piepmatz {
    players: usize,
    rules: Rules,
    /// `[deck] removed`
    removed: Option<String>,
    /// The feeder cards, where the log lists them.
    feeder_list: Option<Vec<String>>,
    table: Option<Table>,
    counted: Option<Vec<Collection>>,
}

/// One player's part of a tally: birds; seeds.
fn counted(text: &str) -> Collection {
    let (seeds, birds) =
        text.split([' ', ';']).filter(|word| !word.is_empty()).map(str::to_owned).partition(|word: &String| is_seed(word));
    Collection { birds, seeds }
}

impl Piepmatz {
    pub fn new(players: usize, rules: &Rules, removed: Option<String>, feeder_list: Option<Vec<String>>) -> Self {
        Self { players, rules: rules.clone(), removed, feeder_list, table: None, counted: None }
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.rules[key] == value
    }

    /// What everybody has in front of them.
    fn collections(&self) -> Vec<Collection> {
        match (&self.counted, &self.table) {
            (Some(counted), _) => counted.clone(),
            (None, Some(table)) => table.collections.clone(),
            (None, None) => vec![Collection::default(); self.players],
        }
    }

    fn is_over(&self) -> bool {
        self.counted.is_some() || self.table.as_ref().is_some_and(|table| table.phase == Phase::Over)
    }

    /// Turn and phase.
    pub fn out_of_order(&self, act: &Act) -> Option<Clause> {
        match act {
            Act::Round(_) => self.round_too_early(),
            Act::Step(actor, text) => self.due(*actor, &Step::read(text)),
            Act::Tally(_) => self.table.is_none().then(|| "PM-1.5".to_owned()),
        }
    }

    /// Whether it can be.
    pub fn cannot_be(&self, act: &Act) -> Option<Clause> {
        let clause = match act {
            Act::Round(_) => None,
            Act::Step(actor, text) => self.not_there(*actor, &Step::read(text)),
            Act::Tally(texts) => {
                let all = texts.iter().map(|text| counted(text));
                let (birds, seeds): (Vec<_>, Vec<_>) = all.map(|mine| (mine.birds, mine.seeds)).unzip();
                self.not_counted(&birds.concat(), &seeds.concat())
            }
        };
        clause.map(str::to_owned)
    }

    /// Every other clause.
    pub fn unlawful(&self, act: &Act) -> Option<Clause> {
        match act {
            Act::Step(actor, text) => self.broken(*actor, &Step::read(text)).map(str::to_owned),
            Act::Round(_) | Act::Tally(_) => None,
        }
    }

    pub fn apply(&mut self, act: &Act) {
        match act {
            Act::Round(first) => self.table = Some(self.lay_out(*first)),
            Act::Step(actor, text) => self.do_step(*actor, &Step::read(text)),
            Act::Tally(texts) => {
                self.counted = Some(texts.iter().map(|text| counted(text)).collect());
                self.now().phase = Phase::Over;
            }
        }
    }

    /// Every text that somebody could write, held against the verdict. What the table turns up, and what is drawn at random, is
    /// not in it; nor are the last birds.
    pub fn legal_steps(&self) -> Vec<(usize, String)> {
        if self.table.is_none() {
            return Vec::new();
        }
        let mut texts = vec!["draw".to_owned()];
        for species in SPECIES {
            for value in 1..=6 {
                let bird = format!("{species}{value}");
                texts.extend((1..=4).map(|perch| format!("play {bird} at {perch}")));
                texts.extend([format!("keep {bird}"), format!("draw {bird}"), format!("lose {bird}")]);
            }
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

    pub fn stage(&self) -> Stage {
        match &self.table {
            None => Stage::Ready((0..self.players).collect()),
            Some(_) if self.is_over() => Stage::GameOver,
            Some(_) => Stage::Underway,
        }
    }
}
