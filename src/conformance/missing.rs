//! Turns that nobody recorded: what is offered as the only ones is what was played, and the menus never leave it out.

use super::{
    driver::{Play, Table, Tested, count_act},
    written::{Layout, Written},
};
use crate::{
    log::Place,
    referee::{Missing, NextStep, Referee, Towards},
    table::Whose,
};
use fastrand::Rng;

/// How many states are looked through.
const STATES: usize = 3_000;

/// Where the table can be said as it lies, without any line behind.
fn lies(referee: &dyn Referee) -> Option<(Place, Vec<String>)> {
    let standing = referee.position(false)?;
    (!standing.is_earlier).then_some((standing.at, standing.parts))
}

/// The steps of lines, whoever's, in any order; without those that change nothing on the table, as cards that are shown.
fn steps<'a, G: Tested>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let changes_nothing = |step: &str| {
        let verb = G::book().verbs.iter().find(|verb| step.split(' ').next() == Some(verb.name));
        verb.is_some_and(|verb| verb.whose == Whose::Anyone)
    };
    let mut steps: Vec<String> = Vec::new();
    for line in lines {
        let (name, rest) = line.split_once(": ").unwrap_or(("", line));
        steps.extend(rest.split("; ").filter(|step| !changes_nothing(step)).map(|step| format!("{name}: {step}")));
    }
    steps
}

/// Whether a step is the one that was played. What was drawn from a pile is named only by somebody who saw it.
fn is_same(offered: &str, played: &str) -> bool {
    offered == played || played.strip_prefix(offered).is_some_and(|card| card.starts_with(' '))
}

/// Whether a step that can be the next is the one that was played, or of its kind where it turned up a card that isn't seen any more.
fn may_be(next: &NextStep, played: &str) -> bool {
    let (step, verb) = (next.step.as_ref().map(|(step, _)| &**step), next.verb);
    is_same(&format!("{}: {}", next.actor.as_deref().unwrap_or_default(), step.unwrap_or(verb)), played)
}

/// One or two turns are cut out of the end of a game: if the search offers turns as the only ones, they are those.
pub(super) fn missing_turns_that_are_offered_were_played<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut table = Table::<G>::play_some(seed, Play::Legally, random.usize(2..150));
    let written = loop {
        if table.is_over() {
            return;
        }
        let written = Written::of(&table, &table.done);
        if lies(&*written.open(Layout::Plain)).is_some() {
            break written;
        }
        table.go_on(Play::Legally);
    };
    let whole = written.open(Layout::Plain);
    let Some((_, parts)) = lies(&*whole) else { return };
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let (round, lines) = (written.rounds.len(), &written.rounds[written.rounds.len() - 1].lines);
    // Back over the moments between turns.
    let mut turns = 0;
    for at in (1..=lines.len()).rev() {
        let place = Place::new(u32::try_from(round).expect("few rounds"), u32::try_from(at).expect("few lines"));
        let Ok(before) = whole.before(place) else { continue };
        if lies(&*before).is_none() {
            continue;
        }
        turns += 1;
        count_act();
        let played = steps::<G>(lines[at - 1..].iter().map(String::as_str));
        if let (Towards::Steps(next), Some(played)) = (before.steps_towards(&parts, STATES), played.first()) {
            assert!(
                next.iter().any(|next| may_be(next, played)),
                "{played} is not in {next:?}\n{parts:#?}\n{}",
                before.log().text()
            );
        }
        if let Missing::Turns(found) = before.missing_turns(&parts, STATES) {
            let (mut played, mut offered) = (played.clone(), steps::<G>(found.lines.iter().map(|line| line.line.as_str())));
            played.sort_unstable();
            offered.sort_unstable();
            let mut pairs = offered.iter().zip(&played);
            let are_the_same = offered.len() == played.len() && pairs.all(|(offered, played)| is_same(offered, played));
            assert!(are_the_same, "{offered:?} is not {played:?}\n{parts:#?}\n{}", before.log().text());
        }
        if turns == 2 {
            return;
        }
    }
}
