//! Which table rules decide a verdict: those of which another value, in force from the start, would have given another verdict.
//! Where the game would have been over before, nothing would have been judged, and so nothing been decided.

use super::head::Head;
use crate::table::{Act, ActOf, Breach, Broken, Kind, Progress, Refereed, RuleInForce, TableRule};
use std::borrow::Cow;

/// The game as it would stand had one table rule another value.
struct Other<G> {
    rule: &'static TableRule,
    game: G,
    /// What was proved of earlier acts, by their number.
    proved: Vec<(usize, Breach)>,
}

/// The same acts under all other values of each table rule (of a number: its bounds and both neighbours), one rule at a time.
pub(super) struct Otherwise<G: Refereed> {
    others: Vec<Other<G>>,
}

impl<G: Refereed> Otherwise<G> {
    /// Before the first round of this table. A value that this table can't be set up with is no other value.
    pub fn of(head: &Head<G>) -> Self {
        let game = |(rule, rules)| {
            let setup = head.setup_with(&rules).ok()?;
            Some(Other { rule, game: G::new(head.players().count(), &setup), proved: Vec::new() })
        };
        Self { others: head.rules.others(G::book()).filter_map(game).collect() }
    }

    /// Goes on with an act. A game in which it cannot have happened, or could mean several things, says nothing any more.
    pub fn follow(&mut self, act: &ActOf<G>) {
        let mut events = Vec::new();
        self.others.retain_mut(|other| {
            let Some(act) = settled(&other.game, act) else { return false };
            if other.game.possible(&act).is_err() {
                return false;
            }
            events.clear();
            other.game.apply(&act, &mut events);
            other.proved.extend(events.iter().filter_map(G::conviction).map(|(nth, fault)| (nth, fault.breach())));
            true
        });
    }

    /// The rules that decide a verdict on what comes next, as `judge` judges it. What can't have happened decides alone: in another
    /// game a turn might come before it, and it would be as impossible there.
    pub fn deciding(
        &self,
        head: &Head<G>,
        act: &ActOf<G>,
        fault: G::Fault,
        judge: impl Fn(&G, &ActOf<G>) -> Result<(), G::Fault>,
    ) -> Vec<RuleInForce> {
        let breach = Some(fault.breach());
        self.rules(head, |other| {
            let is_over = other.game.progress() == Progress::GameOver;
            let judge = |act: &ActOf<G>| {
                if fault.kind() == Kind::Impossible { other.game.possible(act) } else { judge(&other.game, act) }
            };
            !is_over && settled(&other.game, act).is_some_and(|act| judge(&act).err().map(Broken::breach) != breach)
        })
    }

    /// The rules that decide what has been proved of an earlier act.
    pub fn deciding_proof(&self, head: &Head<G>, nth: usize, fault: G::Fault) -> Vec<RuleInForce> {
        let breach = fault.breach();
        self.rules(head, |other| !other.proved.contains(&(nth, breach)))
    }

    fn rules(&self, head: &Head<G>, mut differs: impl FnMut(&Other<G>) -> bool) -> Vec<RuleInForce> {
        let mut deciding: Vec<RuleInForce> = Vec::new();
        for other in &self.others {
            // The values of a rule stand one after another.
            if deciding.last().is_none_or(|last| last.key != other.rule.key) && differs(other) {
                deciding.extend(head.in_force(other.rule));
            }
        }
        deciding
    }
}

/// An act as a game understands it; none if it could mean several things there.
fn settled<'a, G: Refereed>(game: &G, act: &'a ActOf<G>) -> Option<Cow<'a, ActOf<G>>> {
    let Act::Step { actor, step } = act else { return Some(Cow::Borrowed(act)) };
    let settled = game.settle(*actor, step).ok()?;
    Some(settled.map_or(Cow::Borrowed(act), |step| Cow::Owned(Act::Step { actor: *actor, step })))
}
