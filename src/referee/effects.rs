//! What steps do that their text does not say, compared before and after a change further back.

use super::{
    EffectChange,
    amend::{Origins, origin},
    reading::Said,
    replay::Replay,
};
use crate::{
    log::Place,
    table::{Act, Game},
};

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
        self.retrace(|moment| {
            let Said::Act(Act::Step { actor, step }) = &moment.entry.said else { return };
            let mut does = vec![moment.before.effect(*actor, step, &self.header).0];
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
    // A line that was parted keeps its origin, so steps are found by their order within it.
    let nth =
        |traces: &[Trace], at: usize| traces[..at].iter().rev().take_while(|trace| trace.origin == traces[at].origin).count();
    let key = |traces: &[Trace], at: usize| (traces[at].origin, nth(traces, at));
    let mut by_key = std::collections::HashMap::new();
    for at in 0..old.len() {
        by_key.insert(key(old, at), at);
    }
    let mut changes = Vec::new();
    for (at, trace) in new.iter().enumerate() {
        if trace.origin.is_none() {
            continue;
        }
        let Some(before) = by_key.get(&key(new, at)).map(|&at| &old[at]) else { continue };
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
