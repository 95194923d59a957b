//! What is told of a game in which model and engine differ, and how much was compared.

use fowlplay::table::{ActOf, CompleteGame, TableContext};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use crate::{
    engine,
    model::{Act, Rules, Verdict},
};

/// How much was compared.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    pub games: u64,
    pub acts: u64,
    pub lists: u64,
    pub scores: u64,
    verdicts: BTreeMap<String, u64>,
}

impl Counted {
    pub fn verdict(&mut self, verdict: &Verdict) {
        let told = match verdict {
            Verdict::Legal => "legal".to_owned(),
            Verdict::Illegal(clause) => clause.clone(),
            Verdict::Impossible(clause) => format!("{clause} impossible"),
        };
        *self.verdicts.entry(told).or_default() += 1;
    }
}

thread_local! {
    static COUNTED: RefCell<Counted> = RefCell::default();
}

/// Counts what was compared.
pub fn count(more: impl FnOnce(&mut Counted)) {
    COUNTED.with_borrow_mut(more);
}

/// Tells what was compared, and how often each verdict was given; each clause that was named.
pub fn tell_count(game: &str) -> BTreeSet<String> {
    let Counted { games, acts, lists, scores, verdicts } = COUNTED.take();
    let sum: u64 = verdicts.values().sum();
    println!("{game}: {games} games, {acts} acts; compared: {lists} lists of legal steps, {scores} scores, {sum} verdicts");
    let each: Vec<String> = verdicts.iter().map(|(verdict, times)| format!("{verdict} {times}")).collect();
    println!("{game}: {}", each.join(", "));
    assert!(sum > 0 && lists > 0 && scores > 0, "{game}: nothing was compared");
    verdicts.into_keys().map(|verdict| verdict.trim_end_matches(" impossible").to_owned()).collect()
}

/// What was done so far, as a log would have it.
#[derive(Clone, Debug)]
pub struct History {
    text: String,
}

impl History {
    pub fn new<G: CompleteGame>(context: &TableContext<G::Setup>, rules: &Rules) -> Self {
        let rules: Vec<String> = rules.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let players = context.players.names().join(", ");
        Self { text: format!("game = {}\nplayers = {players}\nrules: {}\n", G::book().game, rules.join(", ")) }
    }

    pub fn add<G: CompleteGame>(&mut self, act: &ActOf<G>, legal: bool, context: &TableContext<G::Setup>) {
        let told = told(&engine::in_words::<G>(act, context), context);
        let _ = writeln!(self.text, "  {told}{}", if legal { "" } else { " ! let stand" });
    }

    /// Adds a line of the log.
    pub fn say(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    /// Complains of a difference, with all that led to it.
    #[track_caller]
    pub fn complain(&self, seed: u64, about: &str, engine: &str, model: &str) -> ! {
        panic!("seed {seed}\n{}{about}\n  engine: {engine}\n  model:  {model}", self.text);
    }
}

/// An act as a log would have it.
pub fn told<S>(act: &Act, context: &TableContext<S>) -> String {
    let name = |seat: usize| context.players.names().get(seat).cloned().unwrap_or_default();
    match act {
        Act::Round(first) => format!("[[round]] first = {}", name(*first)),
        Act::Step(Some(seat), step) => format!("{}: {step}", name(*seat)),
        Act::Step(None, step) => step.clone(),
        Act::Tally(texts) => format!("tally {}", texts.join(" / ")),
    }
}
