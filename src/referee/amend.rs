//! Changing what was recorded further back: lines, or the table rules. The whole log is judged again, and what that does to
//! later lines is said before anything is written.

use super::{
    Amended, Edit, Finding, Refusal,
    effects::changed_effects,
    replay::Replay,
    setup::toml_value,
    typed::{Typed, change_failed, parts},
};
use crate::{
    log::{Correction, Log, Place, Spot, Text},
    table::{Act, Game, Kind, RuleValue},
};
use std::collections::HashSet;

/// Where each line of a changed log came from: round by round, the old place or none for a new line.
pub(super) type Origins = Vec<Vec<Option<Place>>>;

/// What makes a finding the same before and after a change: where its line stood, its step, its clause.
type Identity = (Place, u32, String);
/// A finding with its identity; none on a line that is new.
type Known<'a> = (Option<Identity>, &'a Finding);

fn origins(log: &Log) -> Origins {
    let lines = |(round, number): (&crate::log::Round, u32)| {
        (1..).take(round.lines.len()).map(|line| Some(Place::new(number, line))).collect()
    };
    log.rounds().iter().zip(1..).map(lines).collect()
}

pub(super) fn origin(origins: &Origins, place: Place) -> Option<Place> {
    if place.line == 0 {
        return Some(place);
    }
    let lines = origins.get(place.round.checked_sub(1)? as usize)?;
    match lines.get(place.line.checked_sub(1)? as usize) {
        Some(origin) => *origin,
        // A tally stands after the last line.
        None => Some(Place::new(place.round, u32::MAX)),
    }
}

/// The place of a finding in the log before the change, so that old and new findings can be told apart.
fn identity(origins: &Origins, finding: &Finding, last: impl Fn(u32) -> usize) -> Option<Identity> {
    let place = finding.place();
    let place = if place.line as usize > last(place.round) { Place::new(place.round, u32::MAX) } else { origin(origins, place)? };
    Some((place, finding.step, finding.verdict.clause.clone().unwrap_or_default()))
}

impl<G: Game> Replay<G> {
    pub(super) fn amended(&self, edits: &[Edit], overrule: Option<&str>) -> Result<Amended, Refusal> {
        let (mut log, mut origins) = (self.log.clone(), origins(&self.log));
        let mut corrections = Vec::new();
        let when = log.free_moment(jiff::Timestamp::now());
        // From the end to the start, so that every edit finds its place where the log had it.
        let mut order: Vec<&Edit> = edits.iter().rev().collect();
        order.sort_by_key(|edit| std::cmp::Reverse((edit.place(), matches!(edit, Edit::Replace(..) | Edit::Delete(_)))));
        let twice = order.windows(2).find(|pair| {
            pair[0].place() == pair[1].place() && !matches!(pair[0], Edit::Insert(..)) && !matches!(pair[1], Edit::Insert(..))
        });
        if let Some(pair) = twice {
            return Err(Refusal::Cannot(format!("line {} is changed twice; give it once", pair[0].place())));
        }
        for edit in order {
            let (next, correction) = self.edited(&log, edit, when, &mut origins)?;
            log = next;
            corrections.push(correction);
        }
        let mut replay = Self::judged_again(&log)?;
        self.refuse_new_halt(&replay, &origins)?;
        // Later lines that are illegal now need a reason.
        while let Some(finding) = self.newly_illegal(&replay, &origins).into_iter().next_back() {
            let Some(reason) = overrule else {
                let later = self.newly_illegal(&replay, &origins);
                return Err(match later.iter().find(|finding| origin(&origins, finding.place()).is_none()) {
                    Some(own) => Refusal::Foul {
                        nth: 0,
                        actor: own.actor.clone(),
                        step: own.text.clone(),
                        line: own.actor.as_ref().map_or_else(|| own.text.clone(), |name| format!("{name}: {}", own.text)),
                        verdict: Box::new(own.verdict.clone()),
                    },
                    None => Refusal::LaterIllegal(later),
                });
            };
            let before = log.text().len();
            log = mark(&log, &finding, reason, when, &mut origins, &mut corrections)?;
            if log.text().len() == before {
                return Err(Refusal::LaterIllegal(vec![finding]));
            }
            replay = Self::judged_again(&log)?;
        }
        let log = log.add_corrections(&corrections).map_err(|error| change_failed(&error))?;
        Ok(self.compared(&replay, log, &origins))
    }

    /// One edit, its correction, and where the lines come from after it.
    fn edited(&self, log: &Log, edit: &Edit, when: jiff::Timestamp, origins: &mut Origins) -> Result<(Log, Correction), Refusal> {
        let cannot = |error| change_failed(&error);
        let place = edit.place();
        let old = self.log.line(place).map(|line| line.text.to_string());
        let lines = |origins: &mut Origins, change: &mut dyn FnMut(&mut Vec<Option<Place>>, usize)| {
            let (round, line) = (place.round as usize, place.line as usize);
            if let (Some(lines), Some(at)) = (round.checked_sub(1).and_then(|r| origins.get_mut(r)), line.checked_sub(1)) {
                change(lines, at);
            }
        };
        let correction = |was, now| Correction::new(Spot::Line(place), was, now, when);
        Ok(match edit {
            Edit::Replace(_, text) => {
                let text = self.canonical(place, text)?;
                let next = log.replace_line(place, &text).map_err(cannot)?;
                lines(origins, &mut |lines, at| lines[at] = None);
                (next, correction(old, Some(text)))
            }
            Edit::Insert(_, text) => {
                let text = self.canonical(place, text)?;
                let next = log.insert_line(place, &text).map_err(cannot)?;
                lines(origins, &mut |lines, at| lines.insert(at.min(lines.len()), None));
                (next, correction(None, Some(text)))
            }
            Edit::Delete(_) => {
                let next = log.delete_line(place).map_err(cannot)?;
                lines(origins, &mut |lines, at| {
                    lines.remove(at);
                });
                (next, correction(old, None))
            }
            Edit::DeleteTally(round) => {
                let tally = self.log.round(*round).and_then(|round| round.tally.as_ref());
                let was = tally.map(|texts| texts.iter().map(Text::as_str).collect::<Vec<_>>().join("; "));
                let next = log.delete_tally(*round).map_err(cannot)?;
                (next, Correction::new(Spot::Tally(*round), was, None, when))
            }
        })
    }

    /// A typed line in canonical notation, understood as the table stood before `place`.
    fn canonical(&self, place: Place, line: &str) -> Result<String, Refusal> {
        let parts = parts(line)?;
        let stood = self.before(place).map_err(|error| Refusal::Cannot(error.to_string()))?;
        let named = stood.actor_of(line, &parts)?;
        let mut game = stood.game.clone();
        let mut actor = named;
        let mut steps = Vec::new();
        for part in &parts.steps {
            for typed in stood.understand(&game, line, &part.range, actor, actor)? {
                match typed {
                    Typed::Note(text) => steps.push(text),
                    Typed::Step(who, step) => {
                        if !steps.is_empty() && actor != who {
                            return Err(Refusal::Cannot("steps of several players need a line each".to_owned()));
                        }
                        actor = who;
                        steps.push(G::write(&step, &self.header.players));
                        let act = Act::Step { actor: who, step };
                        if game.possible(&act).is_ok() {
                            game.apply(&act, &mut |_| {});
                        }
                    }
                }
            }
        }
        let name = actor.map(|seat| format!("{}: ", self.header.players.name(seat))).unwrap_or_default();
        let reason = parts.reason.map(|range| format!(" ! {}", &line[range])).unwrap_or_default();
        Ok(format!("{name}{}{reason}", steps.join("; ")))
    }

    fn judged_again(log: &Log) -> Result<Self, Refusal> {
        Self::of(log.clone()).map_err(|error| {
            let expected = if error.expected.is_empty() { String::new() } else { format!("; {}", error.expected) };
            Refusal::Cannot(format!("the log could not be read then: {}{expected}", error.message))
        })
    }

    /// Refused if a line becomes impossible. A log that was halted already may get further, if not less far.
    fn refuse_new_halt(&self, replay: &Self, origins: &Origins) -> Result<(), Refusal> {
        let halt = |replay: &Self| replay.findings.iter().find(|finding| finding.kind == Kind::Impossible).cloned();
        let Some(new) = halt(replay) else { return Ok(()) };
        let new_place = origin(origins, new.place());
        let further = halt(self).is_some_and(|old| new_place.is_some_and(|place| (place, new.step) > (old.place(), old.step)));
        if further {
            return Ok(());
        }
        Err(match new_place {
            Some(_) => Refusal::LaterImpossible(Box::new(new)),
            None => {
                Refusal::Foul { nth: 0, actor: new.actor, line: new.text.clone(), step: new.text, verdict: Box::new(new.verdict) }
            }
        })
    }

    /// The findings, each with what it is known by.
    fn known(&self, origins: &Origins) -> Vec<Known<'_>> {
        self.findings.iter().map(|finding| (identity(origins, finding, |round| self.lines_of(round)), finding)).collect()
    }

    fn lines_of(&self, round: u32) -> usize {
        self.log.round(round).map_or(0, |round| round.lines.len())
    }

    /// What is illegal in the changed log and was not, or not so, before.
    fn newly_illegal(&self, replay: &Self, origins: &Origins) -> Vec<Finding> {
        let old: HashSet<_> = self.known(&self::origins(&self.log)).into_iter().filter_map(|(id, _)| id).collect();
        let is_new = |id: &Option<Identity>| id.as_ref().is_none_or(|id| !old.contains(id));
        let new = replay.known(origins).into_iter().filter(|(id, finding)| finding.kind == Kind::Illegal && is_new(id));
        new.map(|(_, finding)| finding.clone()).collect()
    }

    /// What a change did: findings that went and came, and lines whose effect is another now.
    fn compared(&self, replay: &Self, log: Log, origins: &Origins) -> Amended {
        let same = self::origins(&self.log);
        let (old, new) = (self.known(&same), replay.known(origins));
        let missing = |from: &[Known<'_>], to: &[Known<'_>]| {
            let there: HashSet<_> = to.iter().map(|(id, finding)| (id, finding.kind)).collect();
            from.iter()
                .filter(|(id, finding)| id.is_none() || !there.contains(&(id, finding.kind)))
                .map(|(_, finding)| (*finding).clone())
                .collect::<Vec<_>>()
        };
        let come = missing(&new, &old);
        Amended {
            gone: missing(&old, &new),
            marked: come.iter().filter(|finding| finding.kind == Kind::Overruled).map(Finding::place).collect(),
            come,
            effects: changed_effects(&self.traces(&same), &replay.traces(origins)),
            log,
        }
    }

    pub(super) fn with_rules(&self, changes: &[(String, String)]) -> Result<Amended, Refusal> {
        let book = G::book();
        let mut log = self.log.clone();
        let when = log.free_moment(jiff::Timestamp::now());
        let mut rules = self.rules;
        let mut corrections = Vec::new();
        for (key, value) in changes {
            let was = rules.value(book, key);
            rules.set(book, key, &RuleValue::from_text(value)).map_err(|error| Refusal::Cannot(error.to_string()))?;
            let now = rules.value(book, key);
            if was == now {
                continue;
            }
            let stored = self.base.value(book, key) == now;
            log = match now.clone() {
                Some(_) if stored => log.remove_rule(key),
                Some(value) => log.set_rule(key, &toml_value(value)),
                None => continue,
            }
            .map_err(|error| change_failed(&error))?;
            let text = |value: Option<RuleValue>| value.map(|value| value.to_string());
            corrections.push(Correction::new(Spot::Rule(key.clone()), text(was), text(now), when));
        }
        if corrections.is_empty() {
            return Err(Refusal::Cannot("these table rules hold already; nothing is changed".to_owned()));
        }
        let replay = Self::judged_again(&log)?;
        let origins = origins(&self.log);
        self.refuse_new_halt(&replay, &origins)?;
        let log = log.add_corrections(&corrections).map_err(|error| change_failed(&error))?;
        Ok(self.compared(&replay, log, &origins))
    }
}

/// Marks a step as overruled: its line ends with the reason, and what followed it on that line stands on one of its own.
fn mark(
    log: &Log,
    finding: &Finding,
    reason: &str,
    when: jiff::Timestamp,
    origins: &mut Origins,
    corrections: &mut Vec<Correction>,
) -> Result<Log, Refusal> {
    let place = finding.place();
    let (Some(line), Some(step)) = (log.line(place), (finding.step as usize).checked_sub(1)) else { return Ok(log.clone()) };
    let name = line.actor().map(|name| format!("{name}: ")).unwrap_or_default();
    let steps: Vec<&str> = line.steps().collect();
    let (upto, after) = steps.split_at((step + 1).min(steps.len()));
    let was = line.text.to_string();
    let rest = line.reason().map(|reason| format!(" ! {reason}")).unwrap_or_default();
    let first = format!("{name}{} ! {reason}", upto.join("; "));
    let mut marked = log.replace_line(place, &first).map_err(|error| change_failed(&error))?;
    corrections.push(Correction::new(Spot::Line(place), Some(was), Some(first), when));
    if !after.is_empty() {
        let second = format!("{name}{}{rest}", after.join("; "));
        let next = Place::new(place.round, place.line.saturating_add(1));
        marked = marked.insert_line(next, &second).map_err(|error| change_failed(&error))?;
        corrections.push(Correction::new(Spot::Line(next), None, Some(second), when));
        if let Some(lines) = origins.get_mut(place.round as usize - 1) {
            let at = (place.line as usize).min(lines.len());
            // The rest of a line that was parted is still that line.
            lines.insert(at, at.checked_sub(1).and_then(|before| lines.get(before).copied().flatten()));
        }
    }
    Ok(marked)
}
