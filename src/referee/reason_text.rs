//! Reasons: a reason ends its line. A text after a `;` in the reason that could be a step would be lost, so it is refused.

use crate::{
    log::{LineParts, is_note, reason_parts, split_typed},
    table::{CompleteGame, ParseError, Players, TableContext, parse_with_letter},
};
use std::ops::Range;

/// The right spot for a text that is wrongly in a reason.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PlacementHint {
    Before,
    OnItsOwnLine,
}

/// Whether a text is a step in full notation, or begins with a verb's letter or with a point.
pub(super) fn reads_as_step<G: CompleteGame>(text: &str, context: &TableContext<G::Setup>) -> bool {
    G::parse(text, context).is_ok() || parse_with_letter::<G>(text, context).is_some_and(|read| read.is_ok())
}

pub(super) fn refuse_steps_in_reason(
    line: &str,
    split: &LineParts,
    players: &Players,
    is_step: impl Fn(&str) -> bool,
) -> Result<(), ParseError> {
    let Some(reason) = split.reason() else { return Ok(()) };
    let until = split.steps().last().map_or(0, |step| step.end);
    refuse_in_reason(line, until, reason, |part| {
        let parsed = split_typed(part).ok()?;
        let is_named = parsed.actor().map(|name| players.find_by_prefix(&part[name]).is_ok());
        let mut steps = parsed.steps().map(|step| &part[step]);
        if is_named == Some(false) || !steps.all(|step| is_note(step) || is_step(step)) {
            return None;
        }
        Some(if is_named.is_some() || is_note(part) { PlacementHint::OnItsOwnLine } else { PlacementHint::Before })
    })
}

/// Refuses parts of a reason after a `;` for which `hint_for` returns the right spot. The error explains how to write them. The
/// steps of the line end at `until`.
pub(super) fn refuse_in_reason(
    text: &str,
    until: usize,
    reason: Range<usize>,
    hint_for: impl Fn(&str) -> Option<PlacementHint>,
) -> Result<(), ParseError> {
    let mut parts = reason_parts(text, reason);
    let mut reason_words = vec![&text[parts.next().unwrap_or_default()]];
    let (mut before, mut misplaced) = (Vec::new(), None);
    for range in parts {
        let part = &text[range.clone()];
        let hint = hint_for(part);
        misplaced = misplaced.or(hint.map(|hint| (range, hint)));
        if hint == Some(PlacementHint::Before) { before.push(part) } else { reason_words.push(part) }
    }
    let Some((range, hint)) = misplaced else { return Ok(()) };
    let problem = format!("`{}` stands in the reason, which ends the line", &text[range.clone()]);
    let expected = match hint {
        PlacementHint::OnItsOwnLine => "a line of its own for it".to_owned(),
        PlacementHint::Before => {
            format!("the reason at the end: `{}; {} ! {}`", &text[..until].trim(), before.join("; "), reason_words.join("; "))
        }
    };
    Err(ParseError::new(range, problem, expected))
}
