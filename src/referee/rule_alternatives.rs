//! Finds the table rules that decide a fault: the rules for which another value would make the act legal. The acts are replayed
//! under every other value, once for all findings. A value that makes an earlier step of that turn illegal doesn't count.

use super::{
    DecidingRule,
    context::{LogContext, impossible_fault},
    log_act::LogAct,
    parse_log::LoggedAct,
    tally::parts_at_fault,
};
use crate::table::{Act, CompleteGame, GamePosition as _, RuleSettings, Seat, TableRule};
use std::{borrow::Cow, cell::OnceCell, collections::BTreeMap};

/// A fault, located by the index of its act.
#[derive(Clone, Copy)]
pub(super) struct FaultAt {
    pub act: usize,
    /// The player, if the fault is in one part of a tally.
    pub part: Option<Seat>,
    /// The act that proves the fault: the act itself, or a later one for a revoke.
    pub proof: usize,
}

impl FaultAt {
    pub(super) fn at(act: usize) -> Self {
        Self { act, part: None, proof: act }
    }
}

/// Acts to replay under other table rules: those of a log, then others.
pub(super) struct RuleAlternatives<'a, G: CompleteGame> {
    pub head: &'a LogContext<G>,
    pub logged: &'a [LoggedAct<G>],
    /// The acts after those of the log.
    pub unlogged_acts: &'a [LogAct<G>],
}

impl<G: CompleteGame> RuleAlternatives<'_, G> {
    fn acts(&self) -> impl Iterator<Item = &LogAct<G>> {
        self.logged.iter().filter_map(|logged| logged.act.as_ref()).chain(self.unlogged_acts)
    }

    /// The deciding rules of each fault.
    pub(super) fn deciding_rules(&self, faults: &[FaultAt]) -> Vec<Vec<DecidingRule>> {
        let mut deciding = vec![Vec::new(); faults.len()];
        let Some(last) = faults.iter().map(|fault| fault.proof).max() else { return deciding };
        let (rules, book) = (self.head.rules, G::book());
        let other_values: Vec<_> = rules.others(book).collect();
        let judged_acts = OnceCell::new();
        for values in other_values.chunk_by(|(rule, ..), (next, ..)| rule.key == next.key) {
            let rule = values[0].0;
            let mut replays =
                ValueReplays { alternatives: self, values, last, replays: BTreeMap::new(), judged_acts: &judged_acts };
            let legal_indexes: Vec<Vec<usize>> = if values.len() <= MAX_TRIED_IN_FULL {
                faults
                    .iter()
                    .map(|fault| (0..values.len()).filter(|&nth| replays.is_legal_under(nth, *fault)).collect())
                    .collect()
            } else {
                let first_above = values.partition_point(|(_, value, _)| *value < rules.number(book, rule));
                faults.iter().map(|fault| replays.legal_values_in_range(first_above, *fault)).collect()
            };
            let number = |&nth: &usize| values[nth].1;
            let legal_numbers = legal_indexes.iter().map(|indexes| indexes.iter().map(number).collect::<Vec<u16>>());
            let decided = deciding.iter_mut().zip(legal_numbers).filter(|(_, legal)| !legal.is_empty());
            decided.for_each(|(deciding, legal)| deciding.push(DecidingRule::new(rule, rules.number(book, rule), &legal)));
        }
        deciding
    }

    /// The deciding rules for a fault in the last act: in a part of a tally, or in the whole act.
    pub(super) fn deciding_rules_of_last(&self, part: Option<Seat>) -> Vec<DecidingRule> {
        let act = self.acts().count().saturating_sub(1);
        self.deciding_rules(&[FaultAt { act, part, proof: act }]).swap_remove(0)
    }

    /// The beginnings of the turns, and the fouls, under the table rules in force.
    fn judged_acts(&self, last: usize) -> JudgedActs {
        let mut turns = Vec::new();
        let replay = self.replay(&self.head.rules, last, |nth, act, game| {
            if matches!(act, LogAct::Act(Act::BeginRound { .. })) || G::Position::from_game(game, false).is_some() {
                turns.push(nth);
            }
        });
        JudgedActs { turns, fouls: replay.unwrap_or_default().fouls }
    }

    /// Replays the acts up to act `last` under other rules, as far as possible. Calls `before` with the game before each act.
    /// Returns `None` if the game can't be set up under these rules.
    fn replay(&self, rules: &RuleSettings, last: usize, mut before: impl FnMut(usize, &LogAct<G>, &G)) -> Option<ValueReplay> {
        let head = self.head.under(rules).ok()?;
        let (mut replayed, mut game, mut events) = (ValueReplay::default(), head.new_game(), Vec::new());
        for (nth, act) in self.acts().enumerate().take(last + 1) {
            let Some(act) = resolved_act(&game, act) else { break };
            before(nth, &act, &game);
            let act = match &*act {
                LogAct::Act(act) => act,
                LogAct::Position(position) => {
                    let Ok(next) = position.to_game(&game, head.players(), &mut events) else { break };
                    replayed.fouls.extend(game.check_position_due().err().map(|_| (nth, None)));
                    (game, replayed.act_count) = (next, replayed.act_count + 1);
                    continue;
                }
                LogAct::Adjustment(adjustment) => {
                    replayed.fouls.extend(head.verdict_on_untimely_adjustment(&game).map(|_| (nth, None)));
                    game.adjust(adjustment, &mut events);
                    replayed.act_count += 1;
                    continue;
                }
            };
            if let Err(fault) = game.judge(act) {
                if impossible_fault(&game, act, fault).is_some() {
                    break;
                }
                if let Act::Tally(tally) = act {
                    let parts = parts_at_fault(&game, tally, head.players());
                    replayed.fouls.extend(parts.map(|(seat, _)| (nth, Some(seat))));
                } else {
                    replayed.fouls.push((nth, None));
                }
            }
            events.clear();
            game.apply(act, &mut events);
            replayed.proofs.extend(events.iter().filter_map(G::conviction).map(|(earlier, _)| (earlier, nth)));
            replayed.act_count += 1;
        }
        replayed.proofs.sort_unstable();
        Some(replayed)
    }
}

/// The number of other values of a rule up to which every value is tried.
const MAX_TRIED_IN_FULL: usize = 12;

/// The replays under the other values of one rule, each made when it is first needed.
struct ValueReplays<'r, 'a, G: CompleteGame> {
    alternatives: &'r RuleAlternatives<'a, G>,
    /// The other values, ascending.
    values: &'r [(&'static TableRule, u16, RuleSettings)],
    /// The index of the last act to replay.
    last: usize,
    /// The replays by the index of the value.
    replays: BTreeMap<usize, Option<ValueReplay>>,
    judged_acts: &'r OnceCell<JudgedActs>,
}

struct JudgedActs {
    /// The indexes of the acts with which a turn or a round began.
    turns: Vec<usize>,
    /// The faults that were found when an act was judged, as in [`ValueReplay`].
    fouls: Vec<(usize, Option<Seat>)>,
}

impl<G: CompleteGame> ValueReplays<'_, '_, G> {
    /// Whether a fault is absent under a value, and each earlier foul of that turn under this value is also a foul under the rules
    /// in force.
    fn is_legal_under(&mut self, nth: usize, fault: FaultAt) -> bool {
        let replay = || self.alternatives.replay(&self.values[nth].2, self.last, |_, _, _| {});
        let replayed = self.replays.entry(nth).or_insert_with(replay).as_ref().filter(|replayed| replayed.is_clean_at(fault));
        let Some(earlier_fouls) = replayed.map(|replayed| replayed.fouls_before(fault)).filter(|fouls| !fouls.is_empty()) else {
            return replayed.is_some();
        };
        let judged = self.judged_acts.get_or_init(|| self.alternatives.judged_acts(self.last));
        let turn_count = judged.turns.partition_point(|&turn| turn <= fault.act);
        let turn_start = turn_count.checked_sub(1).map_or(0, |turn| judged.turns[turn]);
        earlier_fouls.iter().rev().take_while(|(act, _)| *act >= turn_start).all(|foul| judged.fouls.contains(foul))
    }

    /// The indexes of the values of a numeric rule under which a fault is absent. `first_above` is the index of the first value
    /// above the present one. The fault is absent from some value on, or up to some value. Therefore the nearest and the last value
    /// are tried on either side, and a binary search finds the boundary.
    fn legal_values_in_range(&mut self, first_above: usize, fault: FaultAt) -> Vec<usize> {
        let mut legal: Vec<usize> = Vec::new();
        let below: Vec<usize> = (0..first_above).rev().collect();
        let above: Vec<usize> = (first_above..self.values.len()).collect();
        for side in [below, above] {
            let (Some(&nearest), Some(&end)) = (side.first(), side.last()) else { continue };
            let is_nearest_legal = self.is_legal_under(nearest, fault);
            if !is_nearest_legal && !self.is_legal_under(end, fault) {
                continue;
            }
            // The boundary is the first value with the opposite result.
            let boundary = side.partition_point(|&nth| self.is_legal_under(nth, fault) == is_nearest_legal);
            legal.extend(if is_nearest_legal { &side[..boundary] } else { &side[boundary..] });
        }
        legal.sort_unstable();
        legal
    }
}

/// The result of replaying the acts under other rules.
#[derive(Default)]
struct ValueReplay {
    /// The number of acts that were replayed.
    act_count: usize,
    /// The faults that were found when an act was judged, each as the index of the act, and the player for a part of a tally.
    fouls: Vec<(usize, Option<Seat>)>,
    /// The earlier acts that were proved illegal, in order, each with the act that proves this.
    proofs: Vec<(usize, usize)>,
}

impl ValueReplay {
    fn fouls_before(&self, fault: FaultAt) -> &[(usize, Option<Seat>)] {
        &self.fouls[..self.fouls.partition_point(|(act, _)| *act < fault.act)]
    }

    /// Whether the replay gets as far as the fault's act and its proof, and the fault is absent.
    fn is_clean_at(&self, fault: FaultAt) -> bool {
        let mut fouls = self.fouls[self.fouls_before(fault).len()..].iter().take_while(|(act, _)| *act == fault.act);
        let proof = self.proofs.get(self.proofs.partition_point(|(act, _)| *act < fault.act));
        let is_proved = proof.is_some_and(|(act, proof)| *act == fault.act && *proof <= fault.proof);
        fault.proof < self.act_count && !is_proved && !fouls.any(|(_, part)| fault.part.is_none() || fault.part == *part)
    }
}

/// Resolves an act in this state of the game. Returns `None` if the act is ambiguous.
fn resolved_act<'a, G: CompleteGame>(game: &G, act: &'a LogAct<G>) -> Option<Cow<'a, LogAct<G>>> {
    let LogAct::Act(Act::Step { actor, step }) = act else { return Some(Cow::Borrowed(act)) };
    let resolved = game.resolve(*actor, step).ok()?;
    Some(resolved.map_or(Cow::Borrowed(act), |step| Cow::Owned(LogAct::Act(Act::Step { actor: *actor, step }))))
}
