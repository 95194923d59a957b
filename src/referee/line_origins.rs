//! The line references that lines, tallies and findings of a changed log had before the change, so that both logs can be compared.

use super::Finding;
use crate::log::{BETWEEN_PARTS, Correction, CorrectionTarget, LineRef, Log, Round};
use crate::table::comparison_key;
use std::collections::HashSet;

/// The old line references of all lines and tallies in a changed log.
pub(super) struct LineOrigins {
    /// For each round, the old references of its beginning and its lines (`None` for a new one, and for a new `first`), then the
    /// reference of its tally, even if the round has none.
    lines: Vec<Vec<Option<LineRef>>>,
    /// The parts of tallies that were replaced: the round, and the comparison key of the name.
    replaced_parts: HashSet<(u32, String)>,
}

/// The line reference of a tally: after every possible line of its round.
pub(super) const fn tally_of(round: u32) -> LineRef {
    LineRef { round, line: u32::MAX }
}

impl LineOrigins {
    pub(super) fn of(log: &Log) -> Self {
        let line_refs = |(round, number): (&Round, u32)| {
            let lines = (0..).take(round.lines.len() + 1).map(|line| LineRef::new(number, line));
            lines.chain([tally_of(number)]).map(Some).collect()
        };
        let lines = log.rounds().iter().zip(1..).map(line_refs).collect();
        Self { lines, replaced_parts: HashSet::new() }
    }

    /// The old reference of the line or tally at `line_ref`. `None` if the line is new.
    pub(super) fn get(&self, line_ref: LineRef) -> Option<LineRef> {
        *self.lines.get(line_ref.round.checked_sub(1)? as usize)?.get(line_ref.line as usize)?
    }

    /// The old reference of the line or tally with a finding. Returns `None` if the line, the part of the tally or the `first` is
    /// new.
    pub(super) fn of_finding(&self, finding: &Finding) -> Option<LineRef> {
        let round = finding.round;
        let is_new = match (finding.line, finding.step) {
            (1.., 0) => match &finding.actor {
                Some(name) => self.replaced_parts.contains(&(round, comparison_key(name))),
                None => self.replaced_parts.iter().any(|(part_round, _)| *part_round == round),
            },
            _ => false,
        };
        if is_new { None } else { self.get(finding.place()) }
    }

    pub(super) fn apply_correction(&mut self, correction: &Correction) {
        let line_ref = match (&correction.at, &correction.was, &correction.now) {
            (CorrectionTarget::Line(LineRef { round, line: 0 }), _, now) => return self.move_rounds(*round, now.is_some()),
            (CorrectionTarget::Line(line_ref), ..) => *line_ref,
            (CorrectionTarget::First(round), ..) => LineRef::new(*round, 0),
            (CorrectionTarget::Tally(round), Some(was), Some(now)) => {
                let old_parts: Vec<&str> = was.split(BETWEEN_PARTS).collect();
                let new_parts = now.split(BETWEEN_PARTS).filter(|part| !old_parts.contains(part));
                self.replaced_parts.extend(new_parts.map(|part| (*round, name_of_part(part))));
                return;
            }
            _ => return,
        };
        if let Some((lines, at)) = self.lines_at(line_ref) {
            let end = lines.len().min(at + usize::from(correction.was.is_some()));
            lines.splice(at.min(end)..end, correction.now.as_ref().map(|_| None));
        }
    }

    /// Inserts a new round before a round, or removes it.
    fn move_rounds(&mut self, number: u32, is_inserted: bool) {
        let at = self.lines.len().min(number.saturating_sub(1) as usize);
        if is_inserted {
            self.lines.insert(at, vec![None, None]);
        } else if at < self.lines.len() {
            self.lines.remove(at);
        }
        let move_round = |round: u32| {
            if is_inserted { round + u32::from(round >= number) } else { round - u32::from(round > number) }
        };
        let parts = std::mem::take(&mut self.replaced_parts).into_iter().filter(|(round, _)| is_inserted || *round != number);
        self.replaced_parts = parts.map(|(round, name)| (move_round(round), name)).collect();
    }

    /// The origins of the lines in the round of `line_ref`, after that of its beginning, and the index of the line among them.
    pub(super) fn lines_at(&mut self, line_ref: LineRef) -> Option<(&mut Vec<Option<LineRef>>, usize)> {
        Some((self.lines.get_mut(line_ref.round.checked_sub(1)? as usize)?, line_ref.line as usize))
    }
}

/// The findings that are not among the `others`. Two findings are the same if they agree in the origin of the line, the step (for
/// a tally, the player), the clause and the kind.
pub(super) fn without_findings(
    (findings, origins): LocatedFindings<'_>,
    (others, their_origins): LocatedFindings<'_>,
) -> Vec<Finding> {
    let key_of = |finding: &Finding, origins: &LineOrigins| {
        let part = finding.actor.clone().filter(|_| finding.step == 0);
        Some((origins.of_finding(finding)?, finding.step, part, finding.verdict.clause.clone(), finding.kind))
    };
    let known: HashSet<_> = others.iter().filter_map(|finding| key_of(finding, their_origins)).collect();
    let is_new = |finding: &&Finding| key_of(finding, origins).is_none_or(|key| !known.contains(&key));
    findings.iter().filter(is_new).cloned().collect()
}

/// Findings, and the origins of the lines in their log.
pub(super) type LocatedFindings<'a> = (&'a [Finding], &'a LineOrigins);

/// The comparison key of the name before a player's part of a tally.
pub(super) fn name_of_part(part: &str) -> String {
    comparison_key(part.split(':').next().unwrap_or_default().trim())
}
