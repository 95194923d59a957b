//! The places that lines, tallies and findings of a changed log had before the change, so that both logs can be compared.

use super::Finding;
use crate::log::{BETWEEN_PARTS, Correction, CorrectionTarget, LineRef, Log, Round};
use crate::table::comparison_key;
use std::collections::HashSet;

/// The places in the old log of everything in the changed log.
pub(super) struct LineOrigins {
    /// For each round, the old places of its lines (`None` for a new line), then that of its tally. A round without a tally has
    /// that last place, too.
    lines: Vec<Vec<Option<LineRef>>>,
    /// The parts of tallies that were replaced: the round, and the comparison key of the name.
    parts: HashSet<(u32, String)>,
    firsts: HashSet<u32>,
}

/// The place of a tally: after every possible line of its round.
pub(super) const fn tally_of(round: u32) -> LineRef {
    LineRef { round, line: u32::MAX }
}

impl LineOrigins {
    pub(super) fn of(log: &Log) -> Self {
        let places = |(round, number): (&Round, u32)| {
            let lines = (1..).take(round.lines.len()).map(|line| LineRef::new(number, line));
            lines.chain([tally_of(number)]).map(Some).collect()
        };
        let lines = log.rounds().iter().zip(1..).map(places).collect();
        Self { lines, parts: HashSet::new(), firsts: HashSet::new() }
    }

    /// The place in the old log of the line or tally at `place`.
    pub(super) fn get(&self, place: LineRef) -> Option<LineRef> {
        if place.line == 0 {
            return Some(place);
        }
        *self.lines.get(place.round.checked_sub(1)? as usize)?.get(place.line.checked_sub(1)? as usize)?
    }

    /// The place in the old log of the line or tally with a finding. Returns `None` if the line or the part is new.
    pub(super) fn of_finding(&self, finding: &Finding) -> Option<LineRef> {
        let round = finding.round;
        let is_new = match (finding.line, finding.step) {
            (0, _) => self.firsts.contains(&round),
            (_, 0) => match &finding.actor {
                Some(name) => self.parts.contains(&(round, comparison_key(name))),
                None => self.parts.iter().any(|(changed, _)| *changed == round),
            },
            _ => false,
        };
        if is_new { None } else { self.get(finding.place()) }
    }

    pub(super) fn apply_correction(&mut self, correction: &Correction) {
        let place = match (&correction.at, &correction.was, &correction.now) {
            (CorrectionTarget::Line(place), ..) => *place,
            (CorrectionTarget::First(round), ..) => {
                self.firsts.insert(*round);
                return;
            }
            (CorrectionTarget::Tally(round), Some(was), Some(now)) => {
                let was: Vec<&str> = was.split(BETWEEN_PARTS).collect();
                let changed = now.split(BETWEEN_PARTS).filter(|part| !was.contains(part));
                self.parts.extend(changed.map(|part| (*round, name_of_part(part))));
                return;
            }
            _ => return,
        };
        let (existed, remains) = (correction.was.is_some(), correction.now.is_some());
        if let Some((lines, at)) = self.lines_at(place) {
            let end = lines.len().min(at + usize::from(existed));
            lines.splice(at.min(end)..end, remains.then_some(None));
        }
    }

    /// The lines of a place's round, and its index in them.
    pub(super) fn lines_at(&mut self, place: LineRef) -> Option<(&mut Vec<Option<LineRef>>, usize)> {
        Some((self.lines.get_mut(place.round.checked_sub(1)? as usize)?, place.line.checked_sub(1)? as usize))
    }
}

/// The findings that are not among the `others`. Two findings are the same if they agree in the origin of the line, the step (for
/// a tally, the player), the clause and the kind.
pub(super) fn without_findings(
    (found, origins): LocatedFindings<'_>,
    (others, their_origins): LocatedFindings<'_>,
) -> Vec<Finding> {
    let key_of = |finding: &Finding, origins: &LineOrigins| {
        let part = finding.actor.clone().filter(|_| finding.step == 0);
        Some((origins.of_finding(finding)?, finding.step, part, finding.verdict.clause.clone(), finding.kind))
    };
    let known: HashSet<_> = others.iter().filter_map(|finding| key_of(finding, their_origins)).collect();
    let is_new = |finding: &&Finding| key_of(finding, origins).is_none_or(|key| !known.contains(&key));
    found.iter().filter(is_new).cloned().collect()
}

pub(super) type LocatedFindings<'a> = (&'a [Finding], &'a LineOrigins);

/// The comparison key of the name before a player's part of a tally.
pub(super) fn name_of_part(part: &str) -> String {
    comparison_key(part.split(':').next().unwrap_or_default().trim())
}
