//! What steps do that their text does not say, compared before and after a change further back.

use super::{
    EffectChange,
    amend::{Origins, origin},
    reading::{Entry, Said},
    replay::Replay,
};
use crate::{
    log::Place,
    table::{Act, Game},
};
use std::collections::HashMap;

/// What a step did, as far as its text does not say it.
pub(super) struct Trace {
    /// Where its line stood before the change; none for a new line.
    origin: Option<Place>,
    place: Place,
    text: String,
    does: String,
}

impl<G: Game> Replay<G> {
    /// What each step did, in the order of the log.
    pub(super) fn traces(&self, origins: &Origins) -> Vec<Trace> {
        let mut traces = Vec::new();
        let effect = |entry: &Entry<G>, game: &G| match &entry.said {
            Said::Act(Act::Step { actor, step }) => game.effect(*actor, step, &self.header).0,
            _ => String::new(),
        };
        self.retrace(effect, |moment| {
            let Said::Act(Act::Step { step, .. }) = &moment.entry.said else { return };
            let mut does = vec![moment.before.clone()];
            does.extend(self.tellings(&moment).into_iter().filter(|telling| telling.aloud).map(|telling| telling.text));
            does.retain(|part| !part.is_empty());
            traces.push(Trace {
                origin: origin(origins, moment.entry.place),
                place: moment.entry.place,
                text: G::write(step, &self.header.players),
                does: does.join("; "),
            });
        });
        traces
    }
}

/// The steps whose text stays and whose effect is another.
pub(super) fn changed_effects(old: &[Trace], new: &[Trace]) -> Vec<EffectChange> {
    let by_key: HashMap<_, &Trace> = keyed(old).collect();
    let mut changes = Vec::new();
    for (key, trace) in keyed(new) {
        let Some(before) = key.0.and_then(|_| by_key.get(&key)) else { continue };
        if before.text == trace.text && before.does != trace.does {
            changes.push(EffectChange {
                place: trace.place,
                text: trace.text.clone(),
                now: trace.does.clone(),
                was: before.does.clone(),
            });
        }
    }
    changes
}

/// Steps with their keys: the line they came from, and which of its steps they are. A line that was parted keeps its origin, so
/// steps are found by their order within it.
fn keyed(traces: &[Trace]) -> impl Iterator<Item = ((Option<Place>, usize), &Trace)> {
    let mut nth = 0;
    traces.iter().enumerate().map(move |(at, trace)| {
        let goes_on = at.checked_sub(1).is_some_and(|before| traces[before].origin == trace.origin);
        nth = if goes_on { nth + 1 } else { 0 };
        ((trace.origin, nth), trace)
    })
}
