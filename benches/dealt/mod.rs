//! Random legal games with really shuffled cards, as logs: what is recorded and archived.

use fastrand::Rng;
use fowlplay::{
    conformance::{
        TestableGame,
        log_draft::{LogDraft, LogLayout},
        random_game::{NAMES, PlayStyle, RandomGame},
    },
    log::Log,
    table::{RuleSettings, RuleValue},
};

/// The log of a game that was played to its end, or to so many steps, with these table rules beside the defaults. None where
/// the game can't be set up so.
#[allow(dead_code, reason = "some play with names of their own")]
pub fn log<G: TestableGame>(players: usize, given: &[(&str, &str)], seed: u64, most: usize) -> Option<Log> {
    log_of::<G>(NAMES.get(..players)?, None, given, seed, most)
}

/// The same among these players, on this day.
pub fn log_of<G: TestableGame>(
    names: &[&str],
    date: Option<String>,
    given: &[(&str, &str)],
    seed: u64,
    most: usize,
) -> Option<Log> {
    let mut rules = RuleSettings::defaults(G::book());
    for (key, value) in given {
        rules.set(G::book(), key, &RuleValue::from_text(value)).ok()?;
    }
    let setup = G::setup(names.len(), &rules, &[]).ok()?;
    let mut table = RandomGame::<G>::at(names, setup, rules, Rng::with_seed(seed));
    let mut steps = 0;
    while !table.is_over() && steps < most {
        table.advance(PlayStyle::Legal);
        steps += usize::from(table.acts.last().is_some_and(|act| act.act.step().is_some()));
    }
    let mut draft = LogDraft::of(&table, &table.acts);
    draft.new.date = date;
    Some(draft.log(LogLayout::Plain))
}
